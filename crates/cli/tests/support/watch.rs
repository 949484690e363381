//! A process of the command with `--watch`, whose files change.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Long enough for any machine.
const LIMIT: Duration = Duration::from_secs(600);

/// A process that ends with its test.
pub(crate) struct Watch {
    pub(crate) process: Child,
    pub(crate) out: Receiver<String>,
    pub(crate) err: Receiver<String>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn start(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_crdc"));
    command.current_dir(folder).args(arguments).arg("--watch").env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

pub(crate) fn lines(from: impl Read + Send + 'static) -> Receiver<String> {
    let (send, lines) = channel();
    thread::spawn(move || {
        BufReader::new(from).lines().map_while(Result::ok).try_for_each(|line| send.send(line))
    });
    lines
}

pub(crate) fn ended(process: &mut Child) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = process.try_wait().unwrap() {
            return status;
        }
        assert!(started.elapsed() < LIMIT, "it goes on");
        thread::sleep(Duration::from_millis(20));
    }
}

impl Watch {
    pub(crate) fn new(folder: &Path, arguments: &[&str]) -> Watch {
        let mut process = start(folder, arguments);
        let (out, err) = (lines(process.stdout.take().unwrap()), lines(process.stderr.take().unwrap()));
        Watch { process, out, err }
    }

    /// The line of a report that begins so, and the end of the round.
    pub(crate) fn report(&self, begins: &str, expected: &str) {
        line(&self.out, begins, expected);
        self.waits();
    }

    pub(crate) fn complains(&self, expected: &str) {
        line(&self.err, "crdc: ", expected);
        self.waits();
    }

    /// The round is over, and the next change begins another one.
    pub(crate) fn waits(&self) {
        line(&self.err, "watching ", "file");
    }
}

/// The next line that begins so.
pub(crate) fn line(of: &Receiver<String>, begins: &str, expected: &str) {
    loop {
        let line = of.recv_timeout(LIMIT).unwrap();
        if line.starts_with(begins) {
            assert!(line.contains(expected), "{line}\nexpected: {expected}");
            return;
        }
    }
}
