//! Requests to an API server. In: method, path, body. Out: code and JSON.
//!
//! `kubectl proxy` has the certificate and the token. Easy to break: HTTP/1.0, so an answer ends with its connection and has
//! no chunks.

use std::io::{Read, Write};
use std::net::TcpStream;

use anyhow::{Context, Result};
use serde_json::Value;

/// A client of the proxy at a port.
#[derive(Clone, Copy)]
pub(super) struct Client(pub(super) u16);

/// An answer.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) code: u16,
    pub(super) body: Value,
}

impl Answer {
    pub(super) fn accepted(&self) -> bool {
        (200..300).contains(&self.code)
    }

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
        let mut stream = TcpStream::connect(("127.0.0.1", self.0))?;
        let head = format!(
            "{method} {path} HTTP/1.0\r\nHost: localhost\r\nAccept: application/json\r\nContent-Type: {content}\r\n\
             Content-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all((head + body).as_bytes())?;
        let mut text = String::new();
        stream.read_to_string(&mut text)?;
        let (head, body) = text.split_once("\r\n\r\n").context("no answer")?;
        let code = head.split(' ').nth(1).context("no code")?.parse()?;
        // `/readyz` answers with text.
        let body = serde_json::from_str(body).unwrap_or_else(|_| Value::from(body));
        Ok(Answer { code, body })
    }
}
