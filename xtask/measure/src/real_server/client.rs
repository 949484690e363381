//! Sends requests to an API server. In: method, path, body. Out: code, some headers, and JSON.
//!
//! `kubectl proxy` has the certificate and the token, or the server listens without TLS. Easy to break:
//! requests are HTTP/1.0, so an answer ends with its connection and has no chunks.

use std::io::{Read, Write};
use std::net::TcpStream;

use anyhow::{Context, Result};
use serde_json::Value;

/// A client of the proxy at a port.
#[derive(Clone, Copy)]
pub(super) struct Client(pub(super) u16);

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) code: u16,
    pub(super) content_type: String,
    pub(super) warnings: Vec<String>,
    pub(super) body: Value,
}

/// A request.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) content: String,
    pub(super) accept: String,
    pub(super) body: String,
}

impl Call {
    /// A request that asks for JSON.
    pub(super) fn new(method: &str, path: String, content: &str, body: String) -> Call {
        let accept = "application/json".to_owned();
        Call { method: method.to_owned(), path, content: content.to_owned(), accept, body }
    }
}

impl Answer {
    /// Whether the code is one of success.
    pub(super) fn accepted(&self) -> bool {
        (200..300).contains(&self.code)
    }

    /// The message of an error; empty if there is none.
    pub(super) fn message(&self) -> &str {
        self.body["message"].as_str().unwrap_or_default()
    }
}

impl Client {
    pub(super) fn get(self, path: &str) -> Result<Answer> {
        self.send("GET", path, "application/json", "")
    }

    pub(super) fn post(self, path: &str, body: &Value) -> Result<Answer> {
        self.send("POST", path, "application/json", &body.to_string())
    }

    pub(super) fn put(self, path: &str, body: &Value) -> Result<Answer> {
        self.send("PUT", path, "application/json", &body.to_string())
    }

    pub(super) fn merge(self, path: &str, body: &Value) -> Result<Answer> {
        self.send("PATCH", path, "application/merge-patch+json", &body.to_string())
    }

    pub(super) fn send(self, method: &str, path: &str, content: &str, body: &str) -> Result<Answer> {
        self.call(&Call::new(method, path.to_owned(), content, body.to_owned()))
    }

    /// Sends a request and reads the answer.
    pub(super) fn call(self, call: &Call) -> Result<Answer> {
        let Call { method, path, content, accept, body } = call;
        let mut stream = TcpStream::connect(("127.0.0.1", self.0))?;
        let mut head =
            format!("{method} {path} HTTP/1.0\r\nHost: localhost\r\nContent-Length: {}\r\n", body.len());
        for (name, value) in [("Accept", accept), ("Content-Type", content)] {
            if !value.is_empty() {
                head += &format!("{name}: {value}\r\n");
            }
        }
        stream.write_all((head + "\r\n" + body).as_bytes())?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes)?;
        // A body in protobuf is not text.
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").context("no answer")?;
        let code = head.split(' ').nth(1).context("no code")?.parse()?;
        let headers = |name: &str| -> Vec<String> {
            let named =
                |line: &&str| line.split_once(": ").is_some_and(|(of, _)| of.eq_ignore_ascii_case(name));
            head.lines()
                .filter(named)
                .filter_map(|line| line.split_once(": "))
                .map(|(_, value)| value.to_owned())
                .collect()
        };
        // `/readyz` answers with text, a watch with a line for each event.
        let lines = || body.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>();
        let parsed = match serde_json::from_str(body).or_else(|_| lines().map(Value::from)) {
            Ok(parsed) => parsed,
            Err(_) => Value::from(body),
        };
        let content_type = headers("content-type").pop().unwrap_or_default();
        Ok(Answer { code, content_type, warnings: headers("warning"), body: parsed })
    }
}
