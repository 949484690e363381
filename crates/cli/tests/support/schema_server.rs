//! A server of schemas on this machine. In: what it answers to each path. Out: its address, and the paths
//! that it was asked for.
//!
//! Each connection has one request. The threads end with the process.
// Each file of tests uses a part.
#![allow(dead_code)]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::{self, park};

use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

/// What a server answers.
pub(crate) enum Answer {
    /// A status, and a body.
    Status(u16, String),
    /// A redirect to an address.
    To(String),
    /// These bytes, again and again, after the start of an answer.
    Endless(&'static str),
    /// Nothing, and the connection stays open.
    Silence,
    /// A part of an answer.
    Part,
    /// These bytes, which need not be an answer.
    Bytes(Vec<u8>),
}

/// A server.
pub(crate) struct SchemaServer {
    /// The address, with a slash at its end.
    pub(crate) address: String,
    /// The certificate, if there is one.
    pub(crate) certificate: String,
    asked: Arc<Mutex<Vec<String>>>,
}

type Answers = Arc<dyn Fn(&str) -> Answer + Send + Sync>;

impl SchemaServer {
    /// A server of http.
    pub(crate) fn new(answers: impl Fn(&str) -> Answer + Send + Sync + 'static) -> SchemaServer {
        SchemaServer::start("http", String::new(), None, Arc::new(answers))
    }

    /// A server of https with a certificate that it made itself.
    pub(crate) fn tls(answers: impl Fn(&str) -> Answer + Send + Sync + 'static) -> SchemaServer {
        let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der()).unwrap();
        let config = ServerConfig::builder_with_provider(rustls::crypto::ring::default_provider().into())
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)
            .unwrap();
        SchemaServer::start("https", made.cert.pem(), Some(Arc::new(config)), Arc::new(answers))
    }

    fn start(
        scheme: &str,
        certificate: String,
        tls: Option<Arc<ServerConfig>>,
        answers: Answers,
    ) -> SchemaServer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("{scheme}://{}/", listener.local_addr().unwrap());
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let seen = Arc::clone(&asked);
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let (answers, seen, tls) = (Arc::clone(&answers), Arc::clone(&seen), tls.clone());
                thread::spawn(move || match tls {
                    None => answer(stream, &*answers, &seen),
                    Some(config) => {
                        let connection = ServerConnection::new(config).unwrap();
                        answer(StreamOwned::new(connection, stream), &*answers, &seen);
                    }
                });
            }
        });
        SchemaServer { address, certificate, asked }
    }

    /// The paths that were asked for, sorted.
    pub(crate) fn asked(&self) -> Vec<String> {
        let mut asked = self.asked.lock().unwrap().clone();
        asked.sort();
        asked
    }
}

/// Answers one request. A client that leaves is no error.
fn answer(
    mut stream: impl Stream,
    answers: &(dyn Fn(&str) -> Answer + Send + Sync),
    asked: &Mutex<Vec<String>>,
) {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read(&mut byte) {
            Ok(1) => head.push(byte[0]),
            _ => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    asked.lock().unwrap().push(path.clone());
    let start = |status: u16, more: &str| format!("HTTP/1.1 {status} OK\r\nconnection: close\r\n{more}");
    let whole = match answers(&path) {
        Answer::Status(status, body) => {
            start(status, &format!("content-length: {}\r\n\r\n{body}", body.len())).into_bytes()
        }
        Answer::To(address) => {
            start(302, &format!("location: {address}\r\ncontent-length: 0\r\n\r\n")).into_bytes()
        }
        Answer::Part => start(200, "content-length: 100\r\n\r\n{").into_bytes(),
        Answer::Bytes(bytes) => bytes,
        Answer::Endless(part) => {
            let part = part.repeat(10_000 / part.len());
            let _ = stream.write_all(start(200, "").as_bytes());
            while stream.write_all(part.as_bytes()).is_ok() {}
            return;
        }
        Answer::Silence => loop {
            park();
        },
    };
    let _ = stream.write_all(&whole).and_then(|()| stream.flush());
}

trait Stream: Read + Write {}

impl Stream for TcpStream {}

impl Stream for StreamOwned<ServerConnection, TcpStream> {}
