#![allow(clippy::unwrap_used)]

use std::time::Duration;

use axum::body::Body;
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::BodyExt;
use tower::ServiceExt;

use crate::{Endpoint, HttpError, Limits, Webhook};

/// Repeats a body, or does what it says.
struct Echo;

impl Endpoint for Echo {
    fn name(&self) -> &'static str {
        "echo"
    }

    async fn answer(&self, body: Bytes) -> Result<Vec<u8>, HttpError> {
        match body.as_ref() {
            b"panic" => panic!("a secret"),
            b"sleep" => tokio::time::sleep(Duration::from_secs(600)).await,
            b"refuse" => return Err(HttpError::bad_request("no")),
            _ => {}
        }
        Ok(body.to_vec())
    }
}

fn request(body: impl Into<Body>) -> Request<Body> {
    Request::post("/echo")
        .header("content-type", "application/json; charset=utf-8")
        .body(body.into())
        .unwrap()
}

async fn read(response: Response<Body>) -> (u16, String) {
    let code = response.status().as_u16();
    let body = response.into_body().collect().await.unwrap().to_bytes();
    (code, String::from_utf8(body.to_vec()).unwrap())
}

fn limits() -> Limits {
    let seconds = Duration::from_secs;
    Limits { body: 10, bodies: 1 << 20, body_timeout: seconds(2), timeout: seconds(5), concurrency: 2 }
}

/// A body that never comes to an end.
fn endless(start: &'static str) -> Body {
    let first = futures_util::stream::once(async move { Ok::<_, std::io::Error>(Bytes::from(start)) });
    Body::from_stream(futures_util::StreamExt::chain(first, futures_util::stream::pending()))
}

#[tokio::test(start_paused = true)]
async fn each_mistake_has_its_code() {
    let webhook = Webhook::new().endpoint("/echo", Echo).limits(limits());
    let metrics = webhook.metrics();
    let router = webhook.router();
    let send = async |request| read(router.clone().oneshot(request).await.unwrap()).await;
    assert_eq!(send(request("{}")).await, (200, "{}".into()));
    assert_eq!(send(request("refuse")).await, (400, "no\n".into()));
    assert_eq!(send(request("01234567890")).await, (413, "the body is longer than 10 bytes\n".into()));
    let parts = futures_util::stream::iter(
        ["0123456", "7890"].map(|part| Ok::<_, std::io::Error>(Bytes::from(part))),
    );
    assert_eq!(send(request(Body::from_stream(parts))).await.0, 413);
    assert_eq!(send(request(endless("{"))).await, (408, "the body took too long to arrive\n".into()));
    assert_eq!(send(request("sleep")).await, (504, "the answer took too long\n".into()));
    let plain = Request::post("/echo").header("content-type", "text/json").body(Body::from("{}")).unwrap();
    assert_eq!(send(plain).await.0, 415);
    assert_eq!(send(Request::post("/echo").body(Body::from("{}")).unwrap()).await.0, 415);
    assert_eq!(send(Request::get("/echo").body(Body::empty()).unwrap()).await.0, 405);
    assert_eq!(send(request("panic")).await, (500, "internal error\n".into()));
    assert_eq!((metrics.panics(), metrics.in_flight()), (1, 0));
    let text = metrics.to_text();
    for line in [
        "crdc_webhook_panics_total 1",
        r#"crdc_webhook_answers_total{endpoint="echo",code="413"} 2"#,
        r#"crdc_webhook_answers_total{endpoint="echo",code="200"} 1"#,
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_server_says_how_long_it_waits() {
    let router = Webhook::new().endpoint("/echo", Echo).limits(limits()).router();
    let mut hurried = request("sleep");
    *hurried.uri_mut() = "/echo?timeout=1s".parse().unwrap();
    let began = tokio::time::Instant::now();
    assert_eq!(read(router.oneshot(hurried).await.unwrap()).await.0, 504);
    assert_eq!(began.elapsed(), Duration::from_secs(1));
}

#[tokio::test(start_paused = true)]
async fn requests_wait_for_a_place() {
    let router = Webhook::new().endpoint("/echo", Echo).limits(limits()).router();
    let slow = || tokio::spawn(router.clone().oneshot(request("sleep")));
    let sleepers = [slow(), slow()];
    tokio::time::sleep(Duration::from_secs(3)).await;
    let began = tokio::time::Instant::now();
    assert_eq!(read(router.clone().oneshot(request("{}")).await.unwrap()).await.0, 200);
    assert_eq!(began.elapsed(), Duration::from_secs(2));
    for sleeper in sleepers {
        assert_eq!(sleeper.await.unwrap().unwrap().status(), 504);
    }
}
