//! Options of serving a webhook.

use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

/// Addresses, times and numbers of connections.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ServeOptions {
    /// The addresses of the endpoints. `0.0.0.0:9443` by default.
    pub listen: SocketAddr,
    /// The address of `/healthz`, `/readyz` and `/metrics`, in plain HTTP. `0.0.0.0:8080` by default.
    pub operations: Option<SocketAddr>,
    /// The longest time that a handshake, or the head of a request, may take. 10 seconds by default.
    pub header_timeout: Duration,
    /// The longest time that a client may take to read an answer, all of it. The connection ends then. 10
    /// seconds by default.
    pub write_timeout: Duration,
    /// The longest time that a connection may be idle. It is longer than that of API servers, which close
    /// idle connections after 90 seconds: the side that closes first cannot lose a request. 120 seconds by
    /// default.
    pub idle_timeout: Duration,
    /// The time after which a connection ends with its next response, so that clients use new replicas. 5
    /// minutes by default.
    pub connection_age: Duration,
    /// The largest number of connections. If one more arrives, connections end whose clients have not read a
    /// response for a second, or have not finished the head of a request for five seconds. If there are none,
    /// the connection ends that has been idle for longest, if it has been idle for five seconds. Otherwise
    /// the new connection waits. 1,024 by default.
    pub connections: usize,
    /// The time between two comparisons of files, in addition to the watch of the system. 10 seconds by
    /// default.
    pub poll: Duration,
    /// The time for which requests are still accepted after the signal to terminate, until no server sends
    /// requests any more. 10 seconds by default.
    pub drain_delay: Duration,
    /// The longest time that the last requests may then take. 30 seconds by default.
    pub drain_timeout: Duration,
}

impl Default for ServeOptions {
    fn default() -> Self {
        ServeOptions {
            listen: (Ipv4Addr::UNSPECIFIED, 9443).into(),
            operations: Some((Ipv4Addr::UNSPECIFIED, 8080).into()),
            header_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(120),
            connection_age: Duration::from_secs(300),
            connections: 1024,
            poll: Duration::from_secs(10),
            drain_delay: Duration::from_secs(10),
            drain_timeout: Duration::from_secs(30),
        }
    }
}
