//! Replaces the network client in builds without the feature `webhooks`: each call is an error.

use std::net::SocketAddr;

use bytes::Bytes;
use http::Request;
use http_body_util::Full;

use super::answer::Answered;

/// Returns the error that this build cannot call webhooks over the network.
pub(crate) async fn post(_: String, _: Option<SocketAddr>, _: String, _: Request<Full<Bytes>>) -> Answered {
    Err("crdc-server was built without its feature `webhooks`".to_owned())
}
