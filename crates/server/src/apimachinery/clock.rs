//! The clock of a server: the time of the machine, or a time that a test sets.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crdc_admission::Clock;

/// Seconds since 1970, of the machine unless a test has set them.
pub(crate) struct ServerClock(AtomicI64);

/// No time was set.
const OF_THE_MACHINE: i64 = i64::MIN;

impl ServerClock {
    pub(crate) fn new() -> Self {
        ServerClock(AtomicI64::new(OF_THE_MACHINE))
    }

    /// Another clock that shows the same.
    pub(crate) fn copy(&self) -> Self {
        ServerClock(AtomicI64::new(self.0.load(Ordering::Relaxed)))
    }

    /// Stops the clock at a time.
    pub(crate) fn set(&self, seconds: i64) {
        self.0.store(seconds, Ordering::Relaxed);
    }
}

impl Clock for ServerClock {
    fn now(&self) -> i64 {
        match self.0.load(Ordering::Relaxed) {
            OF_THE_MACHINE => {
                let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
            }
            seconds => seconds,
        }
    }
}
