//! Clients that hold what others need, beside honest ones. Verdicts are counts; time is tokio's, and stands
//! still while anybody has something to do.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use bytes::Bytes;
use futures_util::stream;
use http::Request;
use tokio::sync::{Semaphore, oneshot};
use tower::ServiceExt;

use crate::{Endpoint, HttpError, Limits, Webhook};

const PART: usize = 16 << 10;

/// Answers with the length of the body.
struct Length;

impl Endpoint for Length {
    fn name(&self) -> &'static str {
        "length"
    }

    async fn answer(&self, body: Bytes) -> Result<Vec<u8>, HttpError> {
        Ok(body.len().to_string().into_bytes())
    }
}

fn limits() -> Limits {
    let seconds = Duration::from_secs;
    // Sixteen long bodies at once, and 256 that begin.
    Limits {
        body: 1 << 20,
        bodies: 32 << 20,
        body_timeout: seconds(600),
        timeout: seconds(600),
        concurrency: 2,
    }
}

/// Counts the bytes that were read of attackers' bodies and are still there.
#[derive(Default)]
struct InMemory {
    now: AtomicUsize,
    most: AtomicUsize,
}

/// The part of one body.
struct BodyPart(Arc<InMemory>, usize);

impl BodyPart {
    fn add(&mut self, bytes: usize) {
        self.1 += bytes;
        let now = self.0.now.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.0.most.fetch_max(now, Ordering::Relaxed);
    }
}

impl Drop for BodyPart {
    fn drop(&mut self) {
        self.0.now.fetch_sub(self.1, Ordering::Relaxed);
    }
}

/// A body that says how long it is, sends some parts, and then one byte after each pause, for ever.
fn attack(memory: &Arc<InMemory>, length: usize, parts: usize, pause: Duration) -> Request<Body> {
    let part = BodyPart(Arc::clone(memory), 0);
    let sent = stream::unfold((part, 0), move |(mut part, sent)| async move {
        let bytes = if sent < parts { PART } else { 1 };
        if sent >= parts {
            tokio::time::sleep(pause).await;
        }
        part.add(bytes);
        Some((Ok::<_, std::io::Error>(Bytes::from(vec![b' '; bytes])), (part, sent + 1)))
    });
    post("/length", length, Body::from_stream(sent))
}

fn post(uri: &str, length: usize, body: Body) -> Request<Body> {
    let request = Request::post(uri).header("content-type", "application/json");
    request.header("content-length", length).body(body).unwrap()
}

/// A body that comes in parts, without a pause.
fn whole(uri: &str, length: usize) -> Request<Body> {
    let parts = (0..length.div_ceil(PART)).map(move |index| (length - index * PART).min(PART));
    let parts = stream::iter(parts.map(|bytes| Ok::<_, std::io::Error>(Bytes::from(vec![b' '; bytes]))));
    post(uri, length, Body::from_stream(parts))
}

/// Comes back whenever it is turned away. How often it was.
fn attackers(
    router: &Router,
    count: usize,
    request: impl Fn() -> Request<Body> + Clone + Send + 'static,
) -> Arc<AtomicUsize> {
    let ended = Arc::new(AtomicUsize::new(0));
    for _ in 0..count {
        let (router, request, ended) = (router.clone(), request.clone(), Arc::clone(&ended));
        tokio::spawn(async move {
            loop {
                let answer = router.clone().oneshot(request()).await.unwrap();
                assert_eq!(answer.status(), 408);
                ended.fetch_add(1, Ordering::Relaxed);
            }
        });
    }
    ended
}

async fn code(router: &Router, request: Request<Body>) -> u16 {
    router.clone().oneshot(request).await.unwrap().status().as_u16()
}

#[tokio::test(start_paused = true)]
async fn bodies_that_are_held_keep_nobody_waiting() {
    let memory = Arc::new(InMemory::default());
    let router = Webhook::new().endpoint("/length", Length).limits(limits()).router();
    let counted = Arc::clone(&memory);
    let never = Duration::from_secs(3600);
    let ended = attackers(&router, 250, move || attack(&counted, 1_000_000, 60, never));
    tokio::time::sleep(Duration::from_secs(1)).await;
    for _ in 0..20 {
        // As long as a server waits, and less.
        assert_eq!(code(&router, whole("/length?timeout=2s", 20_000)).await, 200);
        assert_eq!(code(&router, whole("/length?timeout=2s", 100)).await, 200);
    }
    // A long body waits for its turn after them.
    for _ in 0..3 {
        assert_eq!(code(&router, whole("/length", 900_000)).await, 200);
    }
    assert!(ended.load(Ordering::Relaxed) > 250);
    let most = memory.most.load(Ordering::Relaxed);
    assert!(most > 1 << 20 && most <= limits().bodies, "{most} bytes of bodies were in memory");
}

#[tokio::test(start_paused = true)]
async fn slow_bodies_keep_nobody_waiting() {
    // Long ones and short ones: the beginnings of all of them do not fit, nor do the short ones.
    for length in [1_000_000, 100_000] {
        let memory = Arc::new(InMemory::default());
        let router = Webhook::new().endpoint("/length", Length).limits(limits()).router();
        let counted = Arc::clone(&memory);
        let ended = attackers(&router, 900, move || attack(&counted, length, 0, Duration::from_secs(2)));
        tokio::time::sleep(Duration::from_secs(3)).await;
        for _ in 0..5 {
            assert_eq!(code(&router, whole("/length?timeout=5s", 20_000)).await, 200);
            assert_eq!(code(&router, whole("/length?timeout=5s", 900_000)).await, 200);
        }
        assert!(ended.load(Ordering::Relaxed) > 0);
    }
}

#[tokio::test(start_paused = true)]
async fn nobody_is_turned_away_while_there_is_room() {
    let memory = Arc::new(InMemory::default());
    let router = Webhook::new().endpoint("/length", Length).limits(limits()).router();
    let slow = tokio::spawn(router.clone().oneshot(attack(&memory, 1_000_000, 30, Duration::from_secs(2))));
    for _ in 0..50 {
        assert_eq!(code(&router, whole("/length", 20_000)).await, 200);
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    assert!(!slow.is_finished());
    slow.abort();
}

#[tokio::test(start_paused = true)]
async fn without_a_length_a_body_may_be_as_long_as_any() {
    let router = Webhook::new().endpoint("/length", Length).limits(limits()).router();
    for length in [10, 20_000, 200_000, 1 << 20] {
        let mut request = whole("/length", length);
        request.headers_mut().remove("content-length");
        let answer = router.clone().oneshot(request).await.unwrap();
        let body = http_body_util::BodyExt::collect(answer.into_body()).await.unwrap().to_bytes();
        assert_eq!(body, length.to_string());
    }
    let mut request = whole("/length", (1 << 20) + 1);
    request.headers_mut().remove("content-length");
    assert_eq!(code(&router, request).await, 413);
}

/// Works on a thread of its own until it is released, as what serde or crdc does for long.
struct Thread {
    begun: Arc<AtomicUsize>,
    release: Arc<Semaphore>,
}

impl Endpoint for Thread {
    fn name(&self) -> &'static str {
        "thread"
    }

    async fn answer(&self, body: Bytes) -> Result<Vec<u8>, HttpError> {
        self.begun.fetch_add(1, Ordering::Relaxed);
        let (release, (done, answer)) = (Arc::clone(&self.release), oneshot::channel());
        tokio::spawn(async move {
            release.acquire().await.unwrap().forget();
            let _ = done.send(body.len());
        });
        answer.await.map(|_| Vec::new()).map_err(|_| HttpError::new(500, "it ended"))
    }
}

#[tokio::test(start_paused = true)]
async fn work_has_its_place_until_it_ends() {
    let (begun, release) = (Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(0)));
    let thread = Thread { begun: Arc::clone(&begun), release: Arc::clone(&release) };
    let webhook = Webhook::new().endpoint("/thread", thread).limits(limits());
    let metrics = webhook.metrics();
    let router = webhook.router();
    // There are two places. The others have none, whatever became of the requests of the first.
    for _ in 0..20 {
        assert_eq!(code(&router, whole("/thread?timeout=1s", 300_000)).await, 504);
    }
    assert_eq!((begun.load(Ordering::Relaxed), metrics.in_flight()), (2, 2));
    release.add_permits(3);
    assert_eq!(code(&router, whole("/thread?timeout=1s", 300_000)).await, 200);
    assert_eq!((begun.load(Ordering::Relaxed), metrics.in_flight()), (3, 0));
}
