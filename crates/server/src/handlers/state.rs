//! The state of a server that all requests share: its history, its clock, and the kinds that it serves.

use std::sync::Arc;

use crdc_admission::Clock;
use crdc_vocabulary::Minor;

use crate::apimachinery::clock::ServerClock;
use crate::handlers::older_document::OlderDocument;
use crate::kinds::built_in::Users;
use crate::kinds::registry::Registry;
use crate::storage::history::History;

/// The state of a server.
pub(crate) struct Api {
    pub(crate) history: Arc<History>,
    pub(crate) clock: Arc<ServerClock>,
    pub(crate) registry: Registry,
    /// The older OpenAPI document.
    pub(crate) older: OlderDocument,
    /// What uses claims and classes of volumes.
    pub(crate) users: Users,
}

impl Api {
    pub(crate) fn new(seed: u64, minor: Option<Minor>) -> Api {
        // The first version is as in a cluster, where no object has the version 1 any more.
        let (history, clock) = (Arc::new(History::new(1)), Arc::new(ServerClock::new()));
        let registry = Registry::new(history.clone(), clock.clone(), seed, minor);
        Api { history, clock, registry, older: OlderDocument::default(), users: Users::default() }
    }

    /// Another server with the same state; afterwards each changes on its own.
    pub(crate) fn copy(&self) -> Api {
        let (history, clock) = (Arc::new(self.history.copy()), Arc::new(self.clock.copy()));
        let registry = self.registry.copy(history.clone(), clock.clone());
        Api { history, clock, registry, older: OlderDocument::default(), users: Users::default() }
    }

    /// The time of the server in seconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now()
    }
}
