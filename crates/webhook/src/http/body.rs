//! Reads bodies within the memory limit. In: a request. Out: the bytes of its body with a permit for their
//! memory, or an error.
//! Easy to break: a client that still sends does not read, so an answer in the middle of a body may be lost
//! with the connection. A body above the limit is read to its end, up to a second limit, and thrown away.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use bytes::{Bytes, BytesMut};
use http::HeaderMap;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, EXPECT};
use http_body_util::BodyExt;
use tokio::time::{Instant, timeout};

use super::memory::{Leave, Memory};
use super::slow::Arriving;
use crate::{HttpError, Limits};

/// The multiple of the limit up to which a body is read and discarded, so that the client gets the response.
const THROWN_AWAY: u64 = 12;

/// Checks that the body is declared as JSON.
pub(super) fn check_content_type(headers: &HeaderMap) -> Result<(), HttpError> {
    let value = headers.get(CONTENT_TYPE).map(|value| value.to_str().unwrap_or_default());
    let essence = value.and_then(|value| value.split(';').next()).map(str::trim);
    if essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    Err(HttpError::new(415, "the content type is not application/json"))
}

/// Reads a body up to the limit.
pub(super) async fn read(
    headers: &HeaderMap,
    body: Body,
    limits: &Limits,
    memory: &Memory,
) -> Result<(Bytes, Option<Leave>), HttpError> {
    let said = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    let mut reader = Reader { body, left: limits.body_timeout, arriving: memory.slow.add() };
    let limit = limits.body as u64;
    let most = limit.saturating_mul(THROWN_AWAY);
    if said.is_some_and(|said| said > limit) {
        // A client that sends `Expect` waits before it sends the body, and is told not to send it.
        if !headers.contains_key(EXPECT) && said.is_some_and(|said| said <= most) {
            reader.throw_away(most).await?;
        }
        return Err(too_long(limits));
    }
    let expected = said.map_or(limits.body, |said| usize::try_from(said).unwrap_or(limits.body));
    let (mut leave, beginning) = memory.begin(expected).await;
    let mut read = match reader.next().await? {
        None => return Ok((Bytes::new(), leave)),
        // The usual body: one part, which is not copied.
        Some(first) if said == Some(first.len() as u64) => {
            reader.end().await?;
            return Ok((first, leave));
        }
        Some(first) if first.len() > limits.body => return Err(too_long(limits)),
        Some(first) => BytesMut::from(first),
    };
    let mut has_all = beginning == expected;
    loop {
        if !has_all && read.len() >= beginning {
            reader.arriving.pauses();
            leave = memory.long(expected).await;
            has_all = true;
            read.reserve(expected.saturating_sub(read.len()));
        }
        let Some(part) = reader.next().await? else { break };
        if read.len() + part.len() > limits.body {
            drop((read, leave));
            reader.throw_away(most).await?;
            return Err(too_long(limits));
        }
        read.extend_from_slice(&part);
    }
    // Without a declared length, the permit was for the longest body. The rest is released.
    if let Some(leave) = &mut leave {
        drop(leave.split(leave.num_permits().saturating_sub(read.len())));
    }
    Ok((read.freeze(), leave))
}

/// A body that is being received.
struct Reader {
    body: Body,
    /// The rest of the time for which the client is waited for.
    left: Duration,
    arriving: Arc<Arriving>,
}

impl Reader {
    /// The next part of the body.
    async fn next(&mut self) -> Result<Option<Bytes>, HttpError> {
        let began = Instant::now();
        self.arriving.waits();
        let next = async {
            while let Some(frame) = self.body.frame().await {
                let frame = frame.map_err(|_| HttpError::bad_request("the body ended too early"))?;
                // Trailers are ignored.
                if let Ok(data) = frame.into_data() {
                    return Ok(Some(data));
                }
            }
            Ok(None)
        };
        let part = tokio::select! {
            // This branch comes first, so that received data is read.
            biased;
            part = timeout(self.left, next) => part.map_err(|_| late("the body took too long to arrive"))??,
            () = self.arriving.unwanted() => {
                return Err(late("the body arrived too slowly while others waited"));
            }
        };
        self.left = self.left.saturating_sub(began.elapsed());
        match &part {
            Some(part) => self.arriving.arrived(part.len()),
            None => self.arriving.pauses(),
        }
        Ok(part)
    }

    /// Reads a body to its end, so that the connection can be used for another request.
    async fn end(&mut self) -> Result<(), HttpError> {
        match self.next().await? {
            None => Ok(()),
            Some(_) => Err(HttpError::bad_request("the body is longer than it says")),
        }
    }

    async fn throw_away(&mut self, most: u64) -> Result<(), HttpError> {
        let mut left = most;
        while let Some(part) = self.next().await? {
            match left.checked_sub(part.len() as u64) {
                Some(rest) => left = rest,
                None => return Ok(()),
            }
        }
        Ok(())
    }
}

fn late(why: &str) -> HttpError {
    HttpError::new(408, why)
}

fn too_long(limits: &Limits) -> HttpError {
    HttpError::new(413, format!("the body is longer than {} bytes", limits.body))
}
