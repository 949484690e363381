//! A process of `crdc serve` for a test. In: its arguments. Out: its address, its first line, and answers to
//! requests.
// Each file of tests uses a part.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server, ended with the test.
pub(crate) struct Served {
    process: Child,
    pub(crate) address: String,
    pub(crate) line: String,
}

impl Drop for Served {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn serve(arguments: &[&str]) -> Served {
    let mut process = Command::new(env!("CARGO_BIN_EXE_crdc"))
        .arg("serve")
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("://").nth(1).unwrap().split(": ").next().unwrap().to_owned();
    Served { process, address, line }
}

/// The code and body of an answer.
pub(crate) fn ask(served: &Served, method: &str, path: &str, body: &str) -> (String, String) {
    let mut stream = TcpStream::connect(&served.address).unwrap();
    let length = body.len();
    write!(stream, "{method} {path} HTTP/1.1\r\nHost: crdc\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head[9..12].to_owned(), body.to_owned())
}
