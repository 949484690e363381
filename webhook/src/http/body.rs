//! Reads bodies. In: a request. Out: its bytes, or why not.
//!
//! Easy to break: a client that still sends does not read, so an answer in the middle of a body may be lost with the
//! connection. A body above the limit is read to its end, up to a second limit, and thrown away.

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, EXPECT};
use http_body_util::BodyExt;

use crate::{Limits, Rejection};

/// So many times the limit is thrown away for the sake of an answer.
const THROWN_AWAY: u64 = 12;

/// Whether the body is said to be JSON.
pub(super) fn check_content_type(headers: &HeaderMap) -> Result<(), Rejection> {
    let value = headers.get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or_default());
    let essence = value.and_then(|value| value.split(';').next()).map(str::trim);
    if essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    Err(Rejection::new(415, "the content type is not application/json"))
}

/// Reads a body up to the limit.
pub(super) async fn read(headers: &HeaderMap, mut body: Body, limits: &Limits) -> Result<Bytes, Rejection> {
    let said = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    let limit = limits.body as u64;
    if said.is_some_and(|said| said > limit) {
        // A client that waits for leave to send gets none.
        if !headers.contains_key(EXPECT) && said.is_some_and(|said| said <= limit.saturating_mul(THROWN_AWAY))
        {
            throw_away(&mut body, limit.saturating_mul(THROWN_AWAY)).await;
        }
        return Err(too_long(limits));
    }
    let Some(first) = next(&mut body).await? else { return Ok(Bytes::new()) };
    let Some(second) = next(&mut body).await? else { return within(first, limits) };
    let expected = said.and_then(|said| usize::try_from(said).ok()).unwrap_or(first.len() * 4);
    let mut read = BytesMut::with_capacity(expected.min(limits.body));
    read.extend_from_slice(&first);
    let mut part = Some(second);
    while let Some(found) = part {
        if read.len() + found.len() > limits.body {
            throw_away(&mut body, limit.saturating_mul(THROWN_AWAY)).await;
            return Err(too_long(limits));
        }
        read.extend_from_slice(&found);
        part = next(&mut body).await?;
    }
    Ok(read.freeze())
}

fn within(read: Bytes, limits: &Limits) -> Result<Bytes, Rejection> {
    if read.len() > limits.body { Err(too_long(limits)) } else { Ok(read) }
}

/// The next part of a body.
async fn next(body: &mut Body) -> Result<Option<Bytes>, Rejection> {
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| Rejection::bad_request("the body ended too early"))?;
        // Trailers say nothing here.
        if let Ok(data) = frame.into_data() {
            return Ok(Some(data));
        }
    }
    Ok(None)
}

async fn throw_away(body: &mut Body, most: u64) {
    let mut left = most;
    while let Ok(Some(part)) = next(body).await {
        match left.checked_sub(part.len() as u64) {
            Some(rest) => left = rest,
            None => return,
        }
    }
}

fn too_long(limits: &Limits) -> Rejection {
    Rejection::new(413, format!("the body is longer than {} bytes", limits.body))
}
