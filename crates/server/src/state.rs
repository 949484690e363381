//! The state of a server, which all requests share.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use crdc_admission::Clock;

use crate::clock::ServerClock;
use crate::faults::Faults;
use crate::history::History;
use crate::kinds::registry::Registry;

/// A request that came, and the code of its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Received {
    /// `GET`
    pub method: String,
    /// `/api/v1/namespaces`
    pub path: String,
    /// The part of the URL after `?`.
    pub query: String,
    /// 200
    pub code: u16,
}

/// The state of a server.
pub(crate) struct Api {
    pub(crate) history: Arc<History>,
    pub(crate) clock: Arc<ServerClock>,
    pub(crate) registry: Registry,
    pub(crate) faults: Faults,
    pub(crate) received: Mutex<VecDeque<Received>>,
}

impl Api {
    pub(crate) fn new(seed: u64) -> Api {
        // As a cluster's: nothing has the version 1 any more.
        let (history, clock) = (Arc::new(History::new(1)), Arc::new(ServerClock::new()));
        let registry = Registry::new(history.clone(), clock.clone(), seed);
        Api { history, clock, registry, faults: Faults::default(), received: Mutex::default() }
    }

    /// Another server that begins as this one is now.
    pub(crate) fn copy(&self) -> Api {
        let (history, clock) = (Arc::new(self.history.copy()), Arc::new(self.clock.copy()));
        let registry = self.registry.copy(history.clone(), clock.clone());
        Api { history, clock, registry, faults: Faults::default(), received: Mutex::default() }
    }

    /// Seconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now()
    }
}
