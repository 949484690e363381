//! Limits of requests: the size of a body and of all bodies, the time to read and to answer a request, and
//! the number of concurrent requests.

use std::time::Duration;

/// Limits of requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The longest body, in bytes. A server accepts objects of 3 MiB, and an update has two of them. 7 MiB by
    /// default, as in controller-runtime.
    pub body: usize,
    /// The number of bytes of all bodies in memory; further requests wait. A half of it is for bodies above
    /// 128 KiB, and has room for at least one. Processing takes many times the bytes of a body, so only as
    /// many long bodies are processed at once as have the bytes of one of the longest. 128 MiB by default.
    pub bodies: usize,
    /// The longest time that a body may take to arrive. 10 seconds by default.
    pub body_timeout: Duration,
    /// The longest time until a request is answered. 10 seconds by default, or less if the URL contains a
    /// shorter time: servers send `?timeout=5s`.
    pub timeout: Duration,
    /// The number of requests that are processed at once; further requests wait. Work that continues after
    /// its request has ended counts until it ends. 256 by default.
    pub concurrency: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: 7 << 20,
            bodies: 128 << 20,
            body_timeout: Duration::from_secs(10),
            timeout: Duration::from_secs(10),
            concurrency: 256,
        }
    }
}
