//! The clock of a server: the time of the machine, or a time that a test sets.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crdc_admission::Clock;

/// The clock in seconds since 1970. It has the time of the machine unless a test has set another time.
pub(crate) struct ServerClock(AtomicI64);

/// The value of a clock without a time of a test.
const OF_THE_MACHINE: i64 = i64::MIN;

impl ServerClock {
    pub(crate) fn new() -> Self {
        ServerClock(AtomicI64::new(OF_THE_MACHINE))
    }

    /// Another clock with the same time.
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
