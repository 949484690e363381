//! Reads the responses of webhooks: the body, or the error as a client reports it.

use bytes::Bytes;
use crdc_vocabulary::go::quote;
use http::{Response, StatusCode};
use http_body_util::{BodyExt, Limited};

/// The largest response in bytes.
// client-go: rest/request.go has no limit; a webhook that never ends must not fill the memory of a test.
const LARGEST: usize = 64 * 1024 * 1024;

/// The response of a webhook, or the error of the call.
pub(crate) type Answered = Result<Response<Bytes>, String>;

/// Reads the whole body of a response.
pub(crate) async fn whole<B>(response: Response<B>) -> Answered
where
    B: http_body::Body,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    let (head, body) = response.into_parts();
    let body = Limited::new(body, LARGEST).collect().await.map_err(|error| error.to_string())?;
    Ok(Response::from_parts(head, body.to_bytes()))
}

/// The body of a response, unless its status is an error.
// client-go: rest/request.go transformResponse; apimachinery: pkg/api/errors NewGenericServerResponse
pub(crate) fn body(response: Response<Bytes>) -> Result<Bytes, String> {
    let text = String::from_utf8_lossy(response.body());
    Err(match response.status() {
        status if status.is_success() => return Ok(response.into_body()),
        StatusCode::NOT_FOUND => "the server could not find the requested resource".to_owned(),
        StatusCode::BAD_REQUEST => "the server rejected our request for an unknown reason".to_owned(),
        StatusCode::METHOD_NOT_ALLOWED => {
            "the server does not allow this method on the requested resource".to_owned()
        }
        StatusCode::SERVICE_UNAVAILABLE => "the server is currently unable to handle the request".to_owned(),
        StatusCode::UNAUTHORIZED => "the server has asked for the client to provide credentials".to_owned(),
        StatusCode::CONFLICT => "the server reported a conflict".to_owned(),
        StatusCode::UNPROCESSABLE_ENTITY => {
            "the server rejected our request due to an error in our request".to_owned()
        }
        StatusCode::GATEWAY_TIMEOUT => {
            "the server was unable to return a response in the time allotted, but may still be processing the request".to_owned()
        }
        status if status.is_server_error() => {
            let text = if text.trim().is_empty() { "unknown" } else { text.trim() };
            format!("an error on the server ({}) has prevented the request from succeeding", quote(text))
        }
        status => format!(
            "the server responded with the status code {} but did not return more information",
            status.as_str()
        ),
    })
}
