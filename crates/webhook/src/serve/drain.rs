//! The phases of shutting down.
//!
//! Easy to break: in `Leaving` all requests are served as before, also on new connections. Only readiness is
//! false, and each response ends its connection, so that no connection is in use when listening stops.

use tokio::sync::watch;

/// The phase of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// The server serves.
    Serving,
    /// The server serves requests, and signals clients to use another replica.
    Leaving,
    /// The server answers the requests that it has accepted, and accepts no others.
    Closing,
}

/// The phase, as all tasks see it.
#[derive(Debug)]
pub(super) struct Drain {
    phase: watch::Sender<Phase>,
}

impl Drain {
    pub(super) fn new() -> Drain {
        Drain { phase: watch::Sender::new(Phase::Serving) }
    }

    pub(super) fn enter(&self, phase: Phase) {
        self.phase.send_replace(phase);
    }

    /// Whether clients are signalled to leave.
    pub(super) fn is_leaving(&self) -> bool {
        *self.phase.borrow() >= Phase::Leaving
    }

    /// Waits until no connection is accepted any more.
    pub(super) async fn closing(&self) {
        let mut phase = self.phase.subscribe();
        // The sender exists as long as this value.
        let _ = phase.wait_for(|phase| *phase == Phase::Closing).await;
    }
}
