//! A webhook on this machine, over TLS. In: what it answers to a review. Out: its address, its certificate,
//! and the paths that it was asked for.
//!
//! Each connection has one request. The threads end with the process.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::{Value, json};

type Answers = fn(&Value) -> Value;

pub(crate) struct ReviewServer {
    pub(crate) address: SocketAddr,
    /// In PEM, made by itself for one name.
    pub(crate) certificate: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl ReviewServer {
    /// A webhook with a certificate for this name, and the `response` of each review.
    pub(crate) fn start(name: &str, answers: Answers) -> ReviewServer {
        let made = rcgen::generate_simple_self_signed([name.to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .unwrap();
        let config = Arc::new(config);
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let seen = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (config, seen) = (Arc::clone(&config), Arc::clone(&seen));
                thread::spawn(move || {
                    let connection = ServerConnection::new(config).unwrap();
                    // A client that does not trust the certificate leaves.
                    let _ = answer(StreamOwned::new(connection, stream), answers, &seen);
                });
            }
        });
        ReviewServer { address, certificate: made.cert.pem(), asked }
    }

    /// The paths that were asked for, in their order.
    pub(crate) fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().clone()
    }
}

/// Answers one review.
fn answer(
    stream: StreamOwned<ServerConnection, TcpStream>,
    answers: Answers,
    asked: &Mutex<Vec<String>>,
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    let (mut line, mut length) = (String::new(), 0);
    stream.read_line(&mut line)?;
    asked.lock().unwrap().push(line.split(' ').nth(1).unwrap_or_default().to_owned());
    while line.trim() != "" {
        line.clear();
        stream.read_line(&mut line)?;
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body)?;
    let review: Value = serde_json::from_slice(&body)?;
    let answer =
        json!({"apiVersion": review["apiVersion"], "kind": review["kind"], "response": answers(&review)});
    let body = answer.to_string();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n";
    let stream = stream.get_mut();
    write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len())?;
    stream.flush()
}
