//! The traffic of a server: a log of its requests, the faults that some of them get, and a limit of those
//! that wait for webhooks. All services of a server share them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use crate::server::faults::Faults;

/// The number of requests that the log stores.
const MOST_RECEIVED: usize = 10_000;

/// The most requests that wait for webhooks at a time: less than the threads that tokio has for them, so that
/// a webhook that hangs leaves some.
const MOST_WAITING: usize = 400;

/// A request that the server received, and the code of its response.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Received {
    /// The method, such as `GET`.
    pub method: String,
    /// The path, such as `/api/v1/namespaces`.
    pub path: String,
    /// The part of the URL after `?`.
    pub query: String,
    /// The status code, such as 200.
    pub code: u16,
}

/// The log of a server's requests, its faults, and its limit.
#[derive(Debug)]
pub(crate) struct Traffic {
    pub(crate) faults: Faults,
    received: Mutex<VecDeque<Received>>,
    /// A permit for each request that may wait for a webhook.
    pub(crate) waiting: Arc<Semaphore>,
}

impl Default for Traffic {
    fn default() -> Traffic {
        let (faults, received) = Default::default();
        Traffic { faults, received, waiting: Arc::new(Semaphore::new(MOST_WAITING)) }
    }
}

impl Traffic {
    /// Adds a request to the log.
    pub(crate) fn add(&self, received: Received) {
        let mut all = self.received.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() == MOST_RECEIVED {
            all.pop_front();
        }
        all.push_back(received);
    }

    /// The last requests, in the order of their responses.
    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}
