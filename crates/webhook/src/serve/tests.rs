//! Tests of clients that keep a connection waiting. Time is tokio's, and stands still while anybody has
//! something to do.

#![allow(clippy::unwrap_used)]

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::ServeOptions;
use super::connection::requests;
use super::drain::Drain;
use super::listener::Open;
use super::progress::{Progress, Waits};
use crate::{Endpoint, HttpError, Webhook};

/// Answers with as many bytes as the body says, and counts its calls.
struct Long(Arc<AtomicUsize>);

impl Endpoint for Long {
    fn name(&self) -> &'static str {
        "long"
    }

    async fn answer(&self, body: Bytes) -> Result<Vec<u8>, HttpError> {
        self.0.fetch_add(1, Ordering::Relaxed);
        let said = String::from_utf8_lossy(&body);
        if let Some(seconds) = said.strip_suffix('s') {
            sleep(Duration::from_secs(seconds.parse().unwrap())).await;
            return Ok(vec![b'x']);
        }
        Ok(vec![b'x'; said.parse().unwrap()])
    }
}

fn options() -> ServeOptions {
    ServeOptions { write_timeout: Duration::from_secs(7), ..ServeOptions::default() }
}

/// A connection whose buffers hold 256 bytes each way.
struct Served {
    client: DuplexStream,
    server: JoinHandle<io::Result<()>>,
    calls: Arc<AtomicUsize>,
    progress: Arc<Progress>,
}

fn serve(options: ServeOptions) -> Served {
    let (client, stream) = duplex(256);
    let (calls, progress) = (Arc::new(AtomicUsize::new(0)), Arc::new(Progress::new()));
    let router = Webhook::new().endpoint("/long", Long(Arc::clone(&calls))).router();
    let shared = Arc::clone(&progress);
    let server = tokio::spawn(async move { requests(stream, router, &options, &Drain::new(), shared).await });
    Served { client, server, calls, progress }
}

fn request(body: &str) -> Vec<u8> {
    let length = body.len();
    format!("POST /long HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}")
        .into_bytes()
}

/// Reads an answer with a body of so many bytes.
async fn read(client: &mut DuplexStream, length: usize) {
    let mut text = Vec::new();
    while !text.ends_with(b"\r\n\r\n") {
        text.push(client.read_u8().await.unwrap());
    }
    assert!(text.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&text));
    client.read_exact(&mut vec![0; length]).await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_nobody_reads_ends_the_connection() {
    let mut served = serve(options());
    let began = Instant::now();
    served.client.write_all(&request("100000")).await.unwrap();
    let ended = served.server.await.unwrap();
    assert_eq!(ended.unwrap_err().kind(), io::ErrorKind::TimedOut);
    assert_eq!(began.elapsed(), Duration::from_secs(7));
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_is_read_byte_by_byte_has_no_more_time() {
    let mut served = serve(options());
    let began = Instant::now();
    served.client.write_all(&request("100000")).await.unwrap();
    let mut client = served.client;
    let reader = tokio::spawn(async move {
        let mut read = 0;
        // For ever, if the webhook lets it.
        while client.read_u8().await.is_ok() {
            read += 1;
            sleep(Duration::from_millis(100)).await;
        }
        read
    });
    assert_eq!(served.server.await.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
    assert_eq!(began.elapsed(), Duration::from_secs(7));
    // And what was in the buffer.
    assert!(reader.await.unwrap() < 70 + 257);
}

#[tokio::test(start_paused = true)]
async fn clients_that_read_keep_their_connection() {
    let mut served = serve(options());
    for _ in 0..3 {
        served.client.write_all(&request("100000")).await.unwrap();
        read(&mut served.client, 100_000).await;
        // Idle for longer than a head or an answer may take.
        sleep(Duration::from_secs(60)).await;
        // And an answer that takes longer to be made than to be read.
        served.client.write_all(&request("9s")).await.unwrap();
        read(&mut served.client, 1).await;
    }
    assert_eq!(served.calls.load(Ordering::Relaxed), 6);
    drop(served.client);
    served.server.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn the_next_request_waits_until_the_answer_has_left() {
    let mut served = serve(options());
    let many = request("1000").repeat(50);
    // The buffers are full before all of them are sent.
    let sent = tokio::time::timeout(Duration::from_secs(3600), served.client.write_all(&many)).await;
    assert!(sent.unwrap().is_err(), "the connection ends while it is written to");
    assert_eq!(served.server.await.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
    assert_eq!(served.calls.load(Ordering::Relaxed), 1, "one answer is made, and no more are kept in memory");
}

#[tokio::test(start_paused = true)]
async fn requests_that_are_sent_in_advance_are_all_answered() {
    let served = serve(options());
    let (mut answers, mut sends) = tokio::io::split(served.client);
    let sender = tokio::spawn(async move {
        for _ in 0..50 {
            sends.write_all(&request("1000")).await.unwrap();
        }
        sends
    });
    let mut read = 0;
    while read < 50 * 1000 {
        let mut part = [0; 100];
        let length = answers.read(&mut part).await.unwrap();
        read += part[..length].iter().filter(|byte| **byte == b'x').count();
    }
    assert_eq!(served.calls.load(Ordering::Relaxed), 50);
    drop((sender.await.unwrap(), answers));
    served.server.await.unwrap().unwrap();
}

#[tokio::test(start_paused = true)]
async fn old_connections_end_behind_an_answer() {
    let age = Duration::from_secs(60);
    let mut served = serve(ServeOptions { connection_age: age, ..options() });
    served.client.write_all(&request("10")).await.unwrap();
    read(&mut served.client, 10).await;
    sleep(age).await;
    served.client.write_all(&request("10")).await.unwrap();
    let mut answer = String::new();
    served.client.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close"), "{answer}");
    served.server.await.unwrap().unwrap();
    assert_eq!(served.calls.load(Ordering::Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn half_a_head_behind_an_answer_has_its_time() {
    let mut served = serve(options());
    served.client.write_all(&request("10")).await.unwrap();
    read(&mut served.client, 10).await;
    sleep(Duration::from_secs(60)).await;
    let began = Instant::now();
    served.client.write_all(b"POST /lo").await.unwrap();
    assert_eq!(served.server.await.unwrap().unwrap_err().kind(), io::ErrorKind::TimedOut);
    assert_eq!(began.elapsed(), ServeOptions::default().header_timeout);
}

#[tokio::test(start_paused = true)]
async fn who_is_waited_for_makes_room() {
    // Idle, half of a head, and an answer that is not read.
    for (sent, answer) in [(request("10"), Some(10)), (b"POST".to_vec(), None), (request("10000"), None)] {
        let mut served = serve(options());
        served.client.write_all(&sent).await.unwrap();
        if let Some(length) = answer {
            read(&mut served.client, length).await;
        }
        sleep(Waits::Idle.patience()).await;
        served.progress.set_unwanted(true);
        let began = Instant::now();
        let _ = served.server.await.unwrap();
        assert_eq!(began.elapsed(), Duration::ZERO);
    }
}

#[tokio::test(start_paused = true)]
async fn who_does_not_read_or_end_makes_room_before_who_is_idle() {
    let open = Open::default();
    let [head, request, idle, answer] = [(); 4].map(|()| Arc::new(Progress::new()));
    for progress in [&head, &request, &idle, &answer] {
        open.add(progress, 4);
    }
    request.request().await;
    idle.answered();
    idle.flushed();
    sleep(Waits::Idle.patience() - Duration::from_millis(1)).await;
    answer.answered();
    let asked = || [&head, &request, &idle, &answer].map(|progress| progress.is_unwanted());
    open.make_room();
    assert_eq!(asked(), [false; 4], "nobody has waited for long enough");
    sleep(Waits::Answer.patience()).await;
    for expected in [[true, false, false, true], [true, false, true, true], [true, false, true, true]] {
        open.make_room();
        assert_eq!(asked(), expected);
    }
}

#[tokio::test(start_paused = true)]
async fn a_request_that_runs_does_not_make_room() {
    let mut served = serve(options());
    served.client.write_all(&request("5s")).await.unwrap();
    sleep(Duration::from_secs(3)).await;
    assert!(served.progress.makes_room().is_none());
    // It was idle when it was chosen, and is not any more.
    served.progress.set_unwanted(true);
    read(&mut served.client, 1).await;
    assert!(!served.progress.is_unwanted());
    served.client.write_all(&request("10")).await.unwrap();
    read(&mut served.client, 10).await;
}

#[tokio::test(start_paused = true)]
async fn http_2_is_not_spoken() {
    let mut served = serve(options());
    served.client.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    served.client.read_to_end(&mut answer).await.unwrap();
    assert!(!answer.starts_with(b"HTTP/1.1 2"), "{}", String::from_utf8_lossy(&answer));
    assert!(served.server.await.unwrap().is_err());
    assert_eq!(served.calls.load(Ordering::Relaxed), 0);
}
