//! Limits of requests: the size of a body, the time to read and to answer it, and how many are served at once.

use std::time::Duration;

/// Limits of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The longest body, in bytes. A server accepts objects of 3 MiB, and an update has two of them. 7 MiB by default, as in
    /// controller-runtime.
    pub body: usize,
    /// How long a body may take to arrive. 10 seconds by default.
    pub body_timeout: Duration,
    /// How long an answer may take. 10 seconds by default, or less if the URL says so: servers send `?timeout=5s`.
    pub timeout: Duration,
    /// How many requests are read and answered at once; more wait for their turn. 256 by default.
    pub concurrency: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: 7 << 20,
            body_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(10),
            concurrency: 256,
        }
    }
}
