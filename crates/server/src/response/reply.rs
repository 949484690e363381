//! HTTP responses: a status code, headers, and a body that is whole or a stream.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::{Bytes, BytesMut};
use crdc::Status;
use crdc_admission::{Refusal, Response};
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderValue, RETRY_AFTER, VARY, WARNING};
use http_body::Frame;
use serde_json::Value;

use tokio::sync::mpsc;

use crate::apimachinery::yaml::to_yaml;
use crate::kinds::custom::CLEANUP;
use crate::response::answered::Answered;
use crate::response::gzip::gzip;
use crate::response::negotiation::{Encoding, plain_encoding};

/// The body of a response.
#[derive(Debug)]
pub struct Body(BodyKind);

#[derive(Debug)]
enum BodyKind {
    /// The whole body; `None` once it is sent.
    Whole(Option<Bytes>),
    /// A body that is sent line by line: the events of a watch. `parts` are those of a line that are not sent
    /// yet.
    Stream { lines: mpsc::Receiver<Parts>, parts: Option<std::array::IntoIter<Bytes, 3>> },
}

/// The parts of a line of a stream. Lines of several clients share the part in the middle.
pub(crate) type Parts = [Bytes; 3];

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        match &mut self.0 {
            BodyKind::Whole(body) => Poll::Ready(body.take().map(|body| Ok(Frame::data(body)))),
            BodyKind::Stream { lines, parts } => {
                if let Some(part) = parts.as_mut().and_then(Iterator::next) {
                    return Poll::Ready(Some(Ok(Frame::data(part))));
                }
                lines.poll_recv(context).map(|line| {
                    let part = parts.insert(line?.into_iter()).next();
                    part.map(|part| Ok(Frame::data(part)))
                })
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.0, BodyKind::Whole(None))
    }

    fn size_hint(&self) -> http_body::SizeHint {
        match &self.0 {
            BodyKind::Whole(body) => {
                http_body::SizeHint::with_exact(body.as_ref().map_or(0, Bytes::len) as u64)
            }
            BodyKind::Stream { .. } => http_body::SizeHint::default(),
        }
    }
}

/// A response before its headers are written.
#[derive(Debug)]
pub(crate) struct Reply {
    code: u16,
    content_type: &'static str,
    body: BodyKind,
    warnings: Vec<String>,
    retry_after: Option<u32>,
    /// The format that the client accepts for the object; errors have their own.
    encoding: Encoding,
    /// Whether the text is sent as it is: a document that no serializer of Kubernetes writes.
    is_fixed: bool,
    is_gzip: bool,
}

const JSON: &str = "application/json";

/// The size of the largest body, in bytes, that is not compressed.
const COMPRESSED: usize = 128 * 1024;

impl Reply {
    /// A JSON text.
    pub(crate) fn json(code: u16, text: impl Into<Bytes>) -> Reply {
        Reply {
            body: BodyKind::Whole(Some(text.into())),
            code,
            content_type: JSON,
            warnings: Vec::new(),
            retry_after: None,
            encoding: Encoding::Json,
            is_fixed: false,
            is_gzip: false,
        }
    }

    /// A JSON text that is sent as it is, in every format that a client accepts: it has no line break at its
    /// end, and no YAML.
    pub(crate) fn document(text: impl Into<Bytes>) -> Reply {
        Reply { is_fixed: true, ..Reply::json(200, text) }
    }

    /// A JSON value.
    pub(crate) fn value(code: u16, value: &Value) -> Reply {
        Reply::json(code, value.to_string())
    }

    /// A plain text.
    pub(crate) fn text(code: u16, text: impl Into<Bytes>) -> Reply {
        Reply { content_type: "text/plain; charset=utf-8", ..Reply::json(code, text) }
    }

    /// The response if too many requests are being handled.
    // apiserver: pkg/server/filters/maxinflight.go tooManyRequests
    pub(crate) fn too_many() -> Reply {
        Reply { retry_after: Some(1), ..Reply::text(429, "Too many requests, please try again later.\n") }
    }

    /// A stream of JSON texts.
    pub(crate) fn stream(lines: mpsc::Receiver<Parts>) -> Reply {
        Reply { body: BodyKind::Stream { lines, parts: None }, ..Reply::json(200, "") }
    }

    /// A status.
    pub(crate) fn status(status: &Status) -> Reply {
        let retry_after =
            status.details.as_ref().map(|details| details.retry_after_seconds).filter(|after| *after > 0);
        Reply { retry_after, ..Reply::json(status.code, status.to_json()) }
    }

    /// The reply for the result of a request. `object` renders the object as the client asked for it, `gone`
    /// is the body if there is no object any more.
    pub(crate) fn of_flow(
        response: &Response<'_>,
        object: impl FnOnce(&[u8]) -> Vec<u8>,
        gone: impl FnOnce() -> Value,
    ) -> Reply {
        let reply = match (response.refusal(), response.object()) {
            (Some(refusal), _) => Reply::status(refusal.status()),
            (None, Some(text)) => Reply::json(response.code(), object(text)),
            (None, None) => Reply::value(response.code(), &gone()),
        };
        // A real server adds its finalizer to a definition after it validates it. Here, the finalizer is
        // there before, so the warning about it is left out.
        let warnings =
            response.warnings().iter().filter(|warning| !warning.contains(CLEANUP)).cloned().collect();
        Reply { warnings, ..reply }
    }

    /// The reply with warnings.
    pub(crate) fn warned(self, warnings: &[String]) -> Reply {
        Reply { warnings: warnings.to_vec(), ..self }
    }

    /// The reply in this format, if it is an object.
    pub(crate) fn encoded(self, encoding: Encoding) -> Reply {
        Reply { encoding, ..self }
    }

    /// The reply as it is sent to a client that accepts these media types: JSON texts end with a line break.
    // apimachinery: pkg/runtime/serializer/json/json.go doEncode
    pub(crate) fn written(mut self, accept: &str) -> Reply {
        let is_error = self.code >= 400;
        let encoding = if is_error { plain_encoding(accept) } else { self.encoding };
        if self.is_fixed || !self.content_type.starts_with(JSON) {
            return self;
        }
        let BodyKind::Whole(Some(body)) = &mut self.body else { return self };
        match (encoding, std::mem::take(body)) {
            (Encoding::Json, text) => {
                let mut text = BytesMut::from(text);
                text.extend_from_slice(b"\n");
                *body = text.freeze();
                self
            }
            (Encoding::Yaml, text) => match to_yaml(&text) {
                Some(yaml) => {
                    *body = yaml.into();
                    self.media("application/yaml")
                }
                None => {
                    Reply::status(&Status::new(500, "InternalError", "the answer nests too deep for YAML"))
                        .written("")
                }
            },
        }
    }

    /// The reply compressed, if it is large and the client accepts gzip. Streams are never compressed.
    // apiserver: pkg/endpoints/handlers/responsewriters/{writers,compression}.go
    pub(crate) fn compressed(mut self, accept_encoding: &str) -> Reply {
        let accepts = accept_encoding.split(',').any(|encoding| encoding.trim() == "gzip");
        if let BodyKind::Whole(Some(body)) = &mut self.body
            && accepts
            && !self.is_fixed
            && body.len() > COMPRESSED
        {
            *body = gzip(body).into();
            self.is_gzip = true;
        }
        self
    }

    /// The reply with another media type.
    pub(crate) fn media(self, content_type: &'static str) -> Reply {
        Reply { content_type, ..self }
    }

    /// The reply with another code.
    pub(crate) fn with_code(self, code: u16) -> Reply {
        Reply { code, ..self }
    }

    pub(crate) fn code(&self) -> u16 {
        self.code
    }

    /// The response without HTTP. A stream has no body.
    pub(crate) fn into_answered(self) -> Answered {
        let body = match self.body {
            BodyKind::Whole(body) => body.unwrap_or_default(),
            BodyKind::Stream { .. } => Bytes::new(),
        };
        Answered { code: self.code, warnings: self.warnings, body }
    }

    pub(crate) fn into_http(self) -> http::Response<Body> {
        let mut response = http::Response::new(Body(self.body));
        *response.status_mut() =
            http::StatusCode::from_u16(self.code).unwrap_or(http::StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.content_type));
        if self.is_gzip {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            headers.insert(VARY, HeaderValue::from_static("Accept-Encoding"));
        }
        if let Some(after) = self.retry_after {
            headers.insert(RETRY_AFTER, after.into());
        }
        // apimachinery: pkg/util/net/http.go NewWarningHeader
        for warning in &self.warnings {
            let quoted = warning.replace('\\', "\\\\").replace('"', "\\\"").replace(['\r', '\n'], " ");
            if let Ok(value) = HeaderValue::from_str(&format!("299 - \"{quoted}\"")) {
                headers.append(WARNING, value);
            }
        }
        response
    }
}

impl From<Refusal> for Reply {
    fn from(refusal: Refusal) -> Reply {
        Reply::status(refusal.status())
    }
}
