//! The traffic of a server: a log of its requests, and the faults that some of them get.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use crate::server::faults::Faults;

/// The number of requests that the log stores.
const MOST_RECEIVED: usize = 10_000;

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

/// The log of a server's requests, and its faults.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    pub(crate) faults: Faults,
    received: Mutex<VecDeque<Received>>,
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
