//! Clients that hold connections, beside honest ones. Verdicts are counts; waiting has a deadline of minutes.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crdc_webhook::{Only, ServeOptions};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::pki_types::ServerName;

use super::client::Client;
use super::kinds::{database, webhook};
use super::running::{DEADLINE, Running, options, review, until};

const CONNECTIONS: usize = 6;

fn body() -> String {
    // A part of the answer.
    let uid = "u".repeat(1000);
    let mut review = review("CREATE", "databases", &database(json!({"engine": "pg"})), &Value::Null);
    review["request"]["uid"] = uid.into();
    review.to_string()
}

/// A connection that receives as little as the system allows.
async fn small(client: &Client) -> io::Result<TlsStream<TcpStream>> {
    let socket = TcpSocket::new_v4()?;
    socket.set_recv_buffer_size(4096)?;
    let stream = socket.connect(client.address).await?;
    let tls = TlsConnector::from(Arc::clone(client.tls.as_ref().unwrap()));
    tls.connect(ServerName::try_from("localhost").unwrap(), stream).await
}

/// Sends requests and never reads, until the webhook ends the connection.
async fn never_reads(client: Client, sent: Arc<AtomicUsize>, ended: Arc<AtomicUsize>) {
    let body = body();
    let request = format!(
        "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    if let Ok(mut stream) = small(&client).await {
        while stream.write_all(request.as_bytes()).await.is_ok() {
            sent.fetch_add(1, Ordering::Relaxed);
        }
    }
    ended.fetch_add(1, Ordering::Relaxed);
}

/// Options under which nothing but the choice of the test ends a connection.
fn patient() -> ServeOptions {
    let mut options = options();
    for time in [&mut options.header_timeout, &mut options.write_timeout, &mut options.idle_timeout] {
        *time = Duration::from_secs(3600);
    }
    options.connections = CONNECTIONS;
    options.drain_timeout = Duration::from_millis(1);
    options
}

/// Sends requests, each over a connection of its own or all over one. How many were answered.
fn honest(client: &Client, count: usize, keeps: bool) -> JoinHandle<usize> {
    let client = client.clone();
    tokio::spawn(async move {
        let mut answered = 0;
        let mut kept = None;
        while answered < count {
            let mut connection = match kept.take() {
                Some(connection) => connection,
                None => client.connect().await.unwrap(),
            };
            let got = connection.post("/validate", body().into()).await.unwrap();
            assert_eq!(got.code, 200, "{}", got.body);
            answered += 1;
            kept = Some(connection).filter(|connection| keeps && !connection.closed);
        }
        answered
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_never_read_keep_nobody_out() {
    let running = Running::start_with(webhook(Only::Extensions), patient(), false).await;
    let (sent, ended) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let attack = |_| tokio::spawn(never_reads(running.client.clone(), Arc::clone(&sent), Arc::clone(&ended)));
    let attackers: Vec<_> = (0..4 * CONNECTIONS).map(attack).collect();
    // Those that hold the places now are not asked for room by other attackers any more.
    until("all others made room", async || ended.load(Ordering::Relaxed) == 3 * CONNECTIONS).await;
    let all = [true, false, true, false].map(|keeps| honest(&running.client, 25, keeps));
    for one in all {
        assert_eq!(timeout(DEADLINE, one).await.expect("honest clients are kept out").unwrap(), 25);
    }
    assert!(sent.load(Ordering::Relaxed) > 0);
    attackers.iter().for_each(JoinHandle::abort);
    running.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_that_say_no_more_keep_nobody_out() {
    let running = Running::start_with(webhook(Only::Extensions), patient(), false).await;
    // Idle after an answer, in a head, in a body, in a handshake.
    let mut held = Vec::new();
    let mut silent = Vec::new();
    for number in 0..2 * CONNECTIONS {
        match number % 4 {
            0 => {
                let mut connection = running.client.connect().await.unwrap();
                assert_eq!(connection.post("/validate", body().into()).await.unwrap().code, 200);
                held.push(Box::new(connection) as Box<dyn Send>);
            }
            1 => {
                let mut stream = small(&running.client).await.unwrap();
                stream.write_all(b"POST /validate HTTP/1.1\r\nhost: ").await.unwrap();
                held.push(Box::new(stream));
            }
            2 => {
                let mut stream = small(&running.client).await.unwrap();
                let head = "POST /validate HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{";
                stream.write_all(head.as_bytes()).await.unwrap();
                held.push(Box::new(stream));
            }
            _ => silent.push(TcpStream::connect(running.client.address).await.unwrap()),
        }
    }
    let one = honest(&running.client, 10, false);
    assert_eq!(timeout(DEADLINE, one).await.expect("an honest client is kept out").unwrap(), 10);
    drop((held, silent));
    running.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_that_is_not_read_ends_the_connection() {
    let mut options = patient();
    options.write_timeout = Duration::from_millis(100);
    let running = Running::start_with(webhook(Only::Extensions), options, false).await;
    let (sent, ended) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let attacker = tokio::spawn(never_reads(running.client.clone(), Arc::clone(&sent), Arc::clone(&ended)));
    timeout(DEADLINE, attacker).await.expect("the connection stays").unwrap();
    assert!(sent.load(Ordering::Relaxed) > 0);
    running.end().await;
}

#[tokio::test]
async fn a_client_that_speaks_http_2_alone_is_turned_away() {
    let running = Running::start(webhook(Only::Extensions)).await;
    let mut config = running.client.tls.as_deref().unwrap().clone();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let client = Client { tls: Some(Arc::new(config)), ..running.client.clone() };
    assert!(client.connect().await.is_err());
    running.end().await;
}
