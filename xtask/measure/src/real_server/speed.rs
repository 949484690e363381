//! `cargo measure real-server --speed`: measures `crdc serve` beside a real apiextensions-apiserver with
//! etcd, both as processes, over HTTP without TLS. In: binaries. Out: a table of times, creates a second and
//! memory.
//!
//! Easy to break: both get the same requests from the same client, which keeps its connections. The figures
//! are useful only if nothing else runs on the machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::home::{Home, free_port};
use super::servers::{self, Binaries};

const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const NOTES: &str = "/apis/speed.example.com/v1/notes";
const CLIENTS: usize = 16;
/// The number of creates that are measured, by one client and by all clients.
const CREATES: usize = 2_000;

/// The measurements of a server.
struct Figures {
    first: Duration,
    one: f64,
    all: f64,
    objects: usize,
    kilobytes: u64,
}

/// Measures both servers.
pub(super) fn run(mut home: Home, binaries: &Binaries<'_>, objects: usize) -> Result<bool> {
    let mut build = places::cargo();
    build.args(["build", "--quiet", "--release", "-p", "crdc-cli"]);
    ensure!(build.status()?.success(), "crdc does not build");
    let core = free_port()?;
    // No server is at this address: no plugin sends it requests.
    home.write(
        "core.kubeconfig",
        &format!(
            "{{apiVersion: v1, kind: Config, current-context: x, contexts: [{{name: x, context: {{cluster: x, user: x}}}}],\n\
             clusters: [{{name: x, cluster: {{server: 'http://127.0.0.1:{core}'}}}}], users: [{{name: x, user: {{}}}}]}}\n"
        ),
    )?;
    let begun = Instant::now();
    let port = servers::start_without_core(&mut home, binaries)?;
    let real = measure(&home, &["etcd", "crds"], port, begun, objects)?;
    home.stop();
    let port = free_port()?;
    let mut command = Command::new(places::target().join("release/crdc"));
    command.args(["serve", "--port", &port.to_string()]);
    let begun = Instant::now();
    home.start("crdc", &mut command)?;
    let ours = measure(&home, &["crdc"], port, begun, objects)?;
    println!("| | `crdc serve` | apiextensions-apiserver and etcd |\n|---|---|---|");
    let row =
        |what: &str, of: &dyn Fn(&Figures) -> String| println!("| {what} | {} | {} |", of(&ours), of(&real));
    row("first create after the start", &|figures| format!("{:.1} ms", figures.first.as_secs_f64() * 1e3));
    row("creates in a second, one client", &|figures| format!("{:.0}", figures.one));
    row(&format!("the same, {CLIENTS} clients"), &|figures| format!("{:.0}", figures.all));
    row(&format!("memory with {} objects", ours.objects), &|figures| {
        format!("{} MB", figures.kilobytes / 1024)
    });
    Ok(true)
}

fn measure(home: &Home, processes: &[&str], port: u16, begun: Instant, objects: usize) -> Result<Figures> {
    let definition = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "notes.speed.example.com"},
        "spec": {"group": "speed.example.com", "scope": "Cluster", "names": {"plural": "notes", "singular": "note", "kind": "Note", "listKind": "NoteList"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object",
                "properties": {"spec": {"type": "object", "properties": {
                    "text": {"type": "string", "maxLength": 100}, "size": {"type": "integer", "default": 1},
                    "tags": {"type": "array", "items": {"type": "string"}}}}}}}}]}});
    until_created(port, CRDS, &definition.to_string())?;
    until_created(port, NOTES, &note("first"))?;
    let first = begun.elapsed();
    // The first creates warm the servers up.
    create(port, "warm", 200)?;
    let one = CREATES as f64 / create(port, "one", CREATES)?.as_secs_f64();
    let begun = Instant::now();
    together(port, "all", CREATES)?;
    let all = (CREATES / CLIENTS * CLIENTS) as f64 / begun.elapsed().as_secs_f64();
    let left = objects.saturating_sub(2 * CREATES + 201);
    together(port, "more", left)?;
    let kilobytes = processes.iter().map(|name| home.kilobytes(name)).sum::<Result<u64>>()?;
    Ok(Figures { first, one, all, objects, kilobytes })
}

fn note(name: &str) -> String {
    json!({"apiVersion": "speed.example.com/v1", "kind": "Note", "metadata": {"name": name, "labels": {"app": "speed"}},
           "spec": {"text": "a note that is as long as notes are", "tags": ["one", "two", "three"]}})
    .to_string()
}

/// Creates objects with all clients at once.
fn together(port: u16, name: &str, count: usize) -> Result<()> {
    scope(|threads| {
        let all: Vec<_> = (0..CLIENTS)
            .map(|client| threads.spawn(move || create(port, &format!("{name}-{client}"), count / CLIENTS)))
            .collect();
        all.into_iter().try_for_each(|thread| thread.join().map_or_else(|_| Ok(()), |done| done.map(drop)))
    })
}

/// Creates objects with one connection; returns the time.
fn create(port: u16, name: &str, count: usize) -> Result<Duration> {
    let begun = Instant::now();
    let mut connection = Connection::new(port)?;
    for index in 0..count {
        let code = connection.post(NOTES, &note(&format!("{name}-{index}")))?;
        ensure!(code == 201, "a create was answered with {code}");
    }
    Ok(begun.elapsed())
}

/// Sends a create again until it succeeds.
fn until_created(port: u16, path: &str, body: &str) -> Result<()> {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(90) {
        if Connection::new(port)
            .and_then(|mut connection| connection.post(path, body))
            .is_ok_and(|code| code == 201)
        {
            return Ok(());
        }
        sleep(Duration::from_micros(200));
    }
    anyhow::bail!("waited for {path}")
}

/// A connection that is kept for several requests.
struct Connection(BufReader<TcpStream>);

impl Connection {
    fn new(port: u16) -> Result<Connection> {
        let stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_nodelay(true)?;
        Ok(Connection(BufReader::new(stream)))
    }

    /// Sends a request, and returns the code of the answer; the body is read and dropped.
    fn post(&mut self, path: &str, body: &str) -> Result<u16> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        self.0.get_mut().write_all(request.as_bytes())?;
        let mut line = self.line()?;
        let code = line.split(' ').nth(1).and_then(|code| code.parse().ok()).context("no code")?;
        let mut length = None;
        loop {
            line = self.line()?;
            if line.is_empty() {
                break;
            }
            if let Some((name, value)) = line.split_once(": ")
                && name.eq_ignore_ascii_case("content-length")
            {
                length = Some(value.parse()?);
            }
        }
        match length {
            Some(length) => self.skip(length)?,
            // The body is in chunks.
            None => loop {
                let size = usize::from_str_radix(self.line()?.trim(), 16)?;
                self.skip(size + 2)?;
                if size == 0 {
                    break;
                }
            },
        }
        Ok(code)
    }

    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        ensure!(self.0.read_line(&mut line)? > 0, "the connection ended");
        Ok(line.trim_end().to_owned())
    }

    fn skip(&mut self, bytes: usize) -> Result<()> {
        self.0.read_exact(&mut vec![0; bytes])?;
        Ok(())
    }
}
