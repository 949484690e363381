//! Replaces the network client in builds without the feature `webhooks`: each call is an error.

use std::net::SocketAddr;

use bytes::Bytes;
use http::Request;
use http_body_util::Full;

use super::answer::Answered;

/// The TLS configuration of a call.
pub(crate) struct NoTls;

/// Builds without that feature have no TLS, and trust no certificates.
pub(crate) fn config(_: &str) -> Result<NoTls, String> {
    Ok(NoTls)
}

/// Returns the error that this build cannot call webhooks over the network.
pub(crate) async fn post(_: String, _: Option<SocketAddr>, _: NoTls, _: Request<Full<Bytes>>) -> Answered {
    Err("crdc-server was built without its feature `webhooks`".to_owned())
}
