//! What goes wrong between two machines: the end of a process, slow clients, half-open connections, bodies
//! that are too long.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use crdc_webhook::{Call, Denial, Only};
use http::Request;
use http_body_util::Full;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::ServerName;

use super::client::{Client, Got};
use super::kinds::{database, webhook};
use super::running::{DEADLINE, Running, options, review, until};

fn body() -> String {
    review("CREATE", "databases", &database(json!({"engine": "pg"})), &Value::Null).to_string()
}

async fn raw(client: &Client) -> io::Result<TlsStream<TcpStream>> {
    let stream = TcpStream::connect(client.address).await?;
    let tls = TlsConnector::from(Arc::clone(client.tls.as_ref().unwrap()));
    tls.connect(ServerName::try_from("localhost").unwrap(), stream).await
}

/// Sends requests until connections are refused. Every request of an accepted connection has to be answered.
pub(crate) async fn load(client: Client, sent: Arc<AtomicUsize>) -> Result<(), String> {
    loop {
        let Ok(mut connection) = client.connect().await else { return Ok(()) };
        while !connection.closed {
            sent.fetch_add(1, Ordering::Relaxed);
            let got = connection.post("/validate", body().into()).await.map_err(|error| error.to_string())?;
            if got.code != 200 {
                return Err(got.body);
            }
        }
    }
}

/// A webhook whose requests wait until they are released, and a count of those that do.
fn held(release: &Arc<Semaphore>, waiting: &Arc<AtomicUsize>) -> crdc_webhook::Webhook {
    let (release, waiting) = (Arc::clone(release), Arc::clone(waiting));
    webhook(Only::Extensions).validator("held", move |_: Call| {
        let (release, waiting) = (Arc::clone(&release), Arc::clone(&waiting));
        async move {
            waiting.fetch_add(1, Ordering::Relaxed);
            release.acquire().await.map_err(Denial::internal)?.forget();
            Ok(())
        }
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_loses_no_request() {
    // Each takes a while, so that some are open at any time.
    let slow = webhook(Only::Extensions).validator("slow", |_: Call| async {
        sleep(Duration::from_millis(5)).await;
        Ok(())
    });
    let mut running = Running::start(slow).await;
    let sent = Arc::new(AtomicUsize::new(0));
    let loads: Vec<_> =
        (0..16).map(|_| tokio::spawn(load(running.client.clone(), Arc::clone(&sent)))).collect();
    until("it is ready", async || running.operations.get("/readyz").await.code == 200).await;
    until("requests are answered", async || sent.load(Ordering::Relaxed) > 100).await;
    running.ask_to_stop();
    for load in loads {
        load.await.unwrap().unwrap();
    }
    running.end().await;
}

#[tokio::test]
async fn a_webhook_that_leaves_still_answers() {
    let mut options = options();
    // The test ends it.
    options.drain_delay = Duration::from_secs(24 * 3600);
    let mut running = Running::start_with(webhook(Only::Extensions), options, false).await;
    let mut kept = running.client.connect().await.unwrap();
    assert_eq!(kept.post("/validate", body().into()).await.unwrap().code, 200);
    assert!(!kept.closed);
    running.ask_to_stop();
    until("it is not ready", async || running.operations.get("/readyz").await.code == 503).await;
    assert_eq!(running.operations.get("/healthz").await.code, 200);
    assert_eq!(running.client.post("/validate", body()).await.code, 200);
    assert_eq!(kept.post("/validate", body().into()).await.unwrap().code, 200);
    assert!(kept.closed, "clients are asked to go elsewhere");
    running.abort().await;
}

#[tokio::test]
async fn a_request_that_runs_is_answered_after_the_end_began() {
    let (release, waiting) = (Arc::new(Semaphore::new(0)), Arc::new(AtomicUsize::new(0)));
    let mut running = Running::start(held(&release, &waiting)).await;
    let client = running.client.clone();
    let open = tokio::spawn(async move { client.post("/validate", body()).await });
    until("the request runs", async || waiting.load(Ordering::Relaxed) == 1).await;
    running.ask_to_stop();
    until("nothing is accepted any more", async || running.client.connect().await.is_err()).await;
    release.add_permits(1);
    assert_eq!(open.await.unwrap().code, 200);
    running.end().await;
}

#[tokio::test]
async fn probes_see_what_they_should() {
    let running = Running::start(webhook(Only::Extensions)).await;
    for client in [&running.client, &running.operations] {
        for path in ["/healthz", "/readyz"] {
            until(path, async || {
                let got = client.get(path).await;
                (got.code, got.body.as_str()) == (200, "ok\n")
            })
            .await;
        }
    }
    // Metrics are for the inside.
    assert_eq!(running.client.get("/metrics").await.code, 404);
    assert!(running.operations.get("/metrics").await.body.ends_with("# EOF\n"));
    assert_eq!(running.operations.post("/validate", body()).await.code, 404);
    running.end().await;
}

#[tokio::test]
async fn clients_without_a_certificate_are_turned_away() {
    let running = Running::start_with(webhook(Only::Extensions), options(), true).await;
    let with = Client { tls: Some(running.ca.client(Some(running.ca.pair()))), ..running.client.clone() };
    assert_eq!(with.post("/validate", body()).await.code, 200);
    let foreign = super::pki::Ca::new().pair();
    for tls in [running.ca.client(None), running.ca.client(Some(foreign))] {
        let without = Client { tls: Some(tls), ..running.client.clone() };
        let answered = match without.connect().await {
            Ok(mut connection) => connection.post("/validate", body().into()).await.is_ok(),
            Err(_) => false,
        };
        assert!(!answered);
    }
    // Readiness does not need one.
    until("it is ready", async || running.operations.get("/readyz").await.code == 200).await;
    running.end().await;
}

/// Sends a body of so many bytes.
async fn post_long(client: &Client, length: usize) -> Got {
    let request =
        Request::post("/validate").header("host", "localhost").header("content-type", "application/json");
    let request = request.body(Full::new(Bytes::from(vec![b' '; length]))).unwrap();
    client.connect().await.unwrap().send(request).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_bodies_get_an_answer() {
    let running = Running::start(webhook(Only::Extensions)).await;
    // As long as it may be, and no review.
    assert_eq!(post_long(&running.client, 7 << 20).await.code, 400);
    for length in [(7 << 20) + 1, 70_000_000] {
        let got = post_long(&running.client, length).await;
        assert_eq!((got.code, got.body.as_str()), (413, "the body is longer than 7340032 bytes\n"));
    }
    // An object of almost three megabytes, twice: what servers send.
    let long = "x".repeat(2_900_000);
    let object = database(json!({"engine": "pg", "disk": {"size": long}}));
    let update = review("UPDATE", "databases", &object, &object).to_string();
    assert_eq!(running.client.post("/validate", update).await.code, 200);
    running.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_clients_and_half_open_connections_end() {
    let mut options = options();
    options.header_timeout = Duration::from_millis(500);
    let running = Running::start_with(webhook(Only::Extensions), options, false).await;
    // A slow machine may have it end in the handshake.
    let ends = async |stream: io::Result<TlsStream<TcpStream>>| {
        let Ok(mut stream) = stream else { return };
        let mut rest = Vec::new();
        let _ = timeout(DEADLINE, stream.read_to_end(&mut rest)).await.expect("the connection stays");
    };
    // No handshake.
    let mut silent = TcpStream::connect(running.client.address).await.unwrap();
    let mut byte = [0];
    assert_eq!(timeout(DEADLINE, silent.read(&mut byte)).await.unwrap().unwrap_or(0), 0);
    // A handshake, and nothing more.
    ends(raw(&running.client).await).await;
    // Half of a head.
    let mut half = raw(&running.client).await;
    if let Ok(half) = &mut half {
        let _ = half.write_all(b"POST /validate HTTP/1.1\r\nHost: local").await;
    }
    ends(half).await;
    running.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_malformed_review_panics() {
    let running = Running::start(webhook(Only::All)).await;
    let object = database(json!({"engine": "pg", "replicas": 2, "disk": {"size": "ü\n"}}));
    let text = review("UPDATE", "databases", &object, &object).to_string().into_bytes();
    let mut tasks = Vec::new();
    for part in 0..4u64 {
        let (client, text) = (running.client.clone(), text.clone());
        tasks.push(tokio::spawn(async move {
            let mut state = part * 77 + 1;
            let mut next = |below: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as usize % below
            };
            let mut connection = client.connect().await.unwrap();
            for _ in 0..2500 {
                let mut changed = text.clone();
                match next(3) {
                    0 => changed.truncate(next(text.len())),
                    1 => changed[next(text.len())] = b"{}[]\",:\\ 1n\xff\x00"[next(13)],
                    _ => {
                        let (from, to) = (next(text.len()), next(text.len()));
                        changed.drain(from.min(to)..from.max(to));
                    }
                }
                let got = connection.post("/mutate", changed.into()).await.unwrap();
                assert!(matches!(got.code, 200 | 400 | 404), "{} {}", got.code, got.body);
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(running.metrics.panics(), 0);
    running.end().await;
}
