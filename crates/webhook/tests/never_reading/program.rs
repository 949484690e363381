//! Clients that send and never read, beside honest ones, against the command. In: `COMMAND [CONNECTIONS]
//! [SECONDS]`, such as `cargo run -p crdc-webhook --example never_reading -- target/release/crdc-webhook 2000
//! 60`. Out: every few seconds, how many honest requests were sent and failed, the slowest, and the memory of
//! the command. Exit code 1 if one failed.
//!
//! The attackers come back for as long as it runs. Each needs a file descriptor: `ulimit -n`.

#![allow(clippy::unwrap_used)]

#[allow(dead_code)]
#[path = "../e2e/client.rs"]
mod client;
#[allow(dead_code)]
#[path = "../e2e/pki.rs"]
mod pki;

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::net::TcpSocket;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;

use client::Client;

/// As long as an API server waits for a webhook by default.
const HONEST_TIMEOUT: Duration = Duration::from_secs(10);

#[derive(Default)]
struct Counts {
    /// Connections of attackers that are open.
    held: AtomicU64,
    /// Requests of attackers.
    attacks: AtomicU64,
    sent: AtomicU64,
    failed: AtomicU64,
    /// The slowest honest request, in milliseconds.
    slowest: AtomicU64,
}

/// Ends with the program.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn review(uid: &str) -> String {
    let object = r#"{"apiVersion":"example.com/v1","kind":"Database","metadata":{"name":"a","namespace":"default"},"spec":{"engine":"pg"}}"#;
    format!(
        r#"{{"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{{"uid":"{uid}","operation":"CREATE","kind":{{"group":"example.com","version":"v1","kind":"Database"}},"resource":{{"group":"example.com","version":"v1","resource":"databases"}},"name":"a","namespace":"default","object":{object}}}}}"#
    )
}

/// Sends reviews and never reads, again and again.
async fn attack(client: Client, counts: Arc<Counts>) {
    // It is part of the answer.
    let body = review(&"u".repeat(1000));
    let request = format!(
        "POST /validate HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    loop {
        let connect = async {
            let socket = TcpSocket::new_v4()?;
            socket.set_recv_buffer_size(4096)?;
            let stream = socket.connect(client.address).await?;
            let tls = TlsConnector::from(Arc::clone(client.tls.as_ref().unwrap()));
            tls.connect(ServerName::try_from("localhost").unwrap(), stream).await
        };
        let Ok(mut stream) = connect.await else {
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        counts.held.fetch_add(1, Ordering::Relaxed);
        while stream.write_all(request.as_bytes()).await.is_ok() {
            counts.attacks.fetch_add(1, Ordering::Relaxed);
        }
        counts.held.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Sends a review every 20 ms, over one connection or each over its own.
async fn honest(client: Client, keeps: bool, counts: Arc<Counts>) {
    let mut kept = None;
    loop {
        let began = Instant::now();
        let asked = async {
            let mut connection = match kept.take() {
                Some(connection) => connection,
                None => client.connect().await?,
            };
            let got = connection.post("/validate", review("honest").into()).await?;
            Ok::<_, std::io::Error>((got.code, connection))
        };
        counts.sent.fetch_add(1, Ordering::Relaxed);
        match timeout(HONEST_TIMEOUT, asked).await {
            Ok(Ok((200, connection))) => kept = Some(connection).filter(|open| keeps && !open.closed),
            other => {
                counts.failed.fetch_add(1, Ordering::Relaxed);
                println!("an honest request failed: {:?}", other.map(|asked| asked.map(|(code, _)| code)));
            }
        }
        counts.slowest.fetch_max(began.elapsed().as_millis() as u64, Ordering::Relaxed);
        sleep(Duration::from_millis(20)).await;
    }
}

/// The resident memory of a process, in MiB.
fn resident(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).unwrap_or_default() / 1024
}

#[tokio::main]
async fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(command) = arguments.next() else {
        eprintln!("usage: never_reading COMMAND [CONNECTIONS] [SECONDS]");
        return ExitCode::from(2);
    };
    let mut number = |default: u64| arguments.next().map_or(default, |text| text.parse().unwrap());
    let (connections, seconds) = (number(2000), number(60));
    let folder = std::env::temp_dir().join(format!("crdc-never-reading-{}", std::process::id()));
    let (ca, crds) = (pki::Ca::new(), folder.join("crds"));
    std::fs::create_dir_all(&crds).unwrap();
    std::fs::write(crds.join("databases.yaml"), include_str!("../e2e/databases.yaml")).unwrap();
    let files = ca.write(&folder.join("certs"));
    let mut command = Command::new(command);
    command.args(["--listen", "127.0.0.1:0", "--operations", "none", "--crds"]).arg(&crds);
    command.arg("--tls-cert").arg(&files.certificate).arg("--tls-key").arg(&files.key);
    let mut process = Process(command.stderr(Stdio::piped()).spawn().unwrap());
    let mut lines = BufReader::new(process.0.stderr.take().unwrap()).lines();
    let serving: serde_json::Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
    std::thread::spawn(move || lines.for_each(drop));
    let address = serving["address"].as_str().unwrap().parse().unwrap();
    let client = Client { address, tls: Some(ca.client(None)) };

    let (counts, id) = (Arc::new(Counts::default()), process.0.id());
    for number in 0..8 {
        tokio::spawn(honest(client.clone(), number % 2 == 0, Arc::clone(&counts)));
    }
    let began = Instant::now();
    println!("seconds  held  attacks  honest  failed  slowest ms  resident MiB");
    let mut attackers = 0;
    while began.elapsed().as_secs() < seconds {
        let of = |count: &AtomicU64| count.load(Ordering::Relaxed);
        println!(
            "{:7}  {:4}  {:7}  {:6}  {:6}  {:10}  {:12}",
            began.elapsed().as_secs(),
            of(&counts.held),
            of(&counts.attacks),
            of(&counts.sent),
            of(&counts.failed),
            counts.slowest.swap(0, Ordering::Relaxed),
            resident(id),
        );
        sleep(Duration::from_secs(5)).await;
        // Honest clients alone come first, to compare.
        while attackers < connections {
            tokio::spawn(attack(client.clone(), Arc::clone(&counts)));
            attackers += 1;
        }
    }
    let failed = counts.failed.load(Ordering::Relaxed);
    println!("{} honest requests, {failed} failed", counts.sent.load(Ordering::Relaxed));
    drop(process);
    let _ = std::fs::remove_dir_all(folder);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
