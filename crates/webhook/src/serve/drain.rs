//! The phases of shutting down.
//!
//! Easy to break: in `Leaving` everything is served as before, new connections too. Only readiness is gone,
//! and each answer ends its connection, so that there is none in use when listening stops.

use tokio::sync::watch;

/// The phase of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Phase {
    /// The server serves.
    Serving,
    /// The server serves, and asks clients to go elsewhere.
    Leaving,
    /// The server answers the requests that it has accepted, and no others.
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

    /// Whether clients are asked to leave.
    pub(super) fn is_leaving(&self) -> bool {
        *self.phase.borrow() >= Phase::Leaving
    }

    /// Waits until nothing more is accepted.
    pub(super) async fn closing(&self) {
        let mut phase = self.phase.subscribe();
        // The sender lives as long as this.
        let _ = phase.wait_for(|phase| *phase == Phase::Closing).await;
    }
}
