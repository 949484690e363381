//! Runs the binaries of chunks. In: binaries and cases. Out: answers. Each chunk is a process. If it ends or
//! hangs, the current case is recorded as failed and the process is restarted for the remaining cases.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use crdc_conformance_runner::frame::{self, Reply};

use super::build::Built;
use super::{Answer, Case, Unit};

/// The time after which a process counts as hanging. An answer takes micro- or milliseconds, even in
/// unoptimized code.
const PATIENCE: Duration = Duration::from_secs(20);
/// A chunk that hangs this often is not restarted.
const HANGS: usize = 3;

/// The answer to each case; `None` if its CRD did not compile.
pub(crate) fn execute(home: &Path, built: &[Built], cases: &[Case]) -> Result<Vec<Option<Answer>>> {
    let start = Instant::now();
    let runs = home.join("runs");
    std::fs::create_dir_all(&runs)?;
    let mut of_unit: BTreeMap<&Unit, Vec<usize>> = BTreeMap::new();
    for (number, case) in cases.iter().enumerate() {
        of_unit.entry(&case.unit).or_default().push(number);
    }
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(vec![None; cases.len()]);
    let work = || -> Result<()> {
        while let Some(built) = built.get(next.fetch_add(1, Ordering::Relaxed)) {
            let todo: Vec<_> = built
                .chunk
                .units
                .iter()
                .enumerate()
                .flat_map(|(entry, code)| {
                    let numbers = of_unit.get(&code.unit).map_or(&[][..], Vec::as_slice);
                    numbers.iter().map(move |number| (*number, entry))
                })
                .collect();
            let found = run(&runs, built, cases, &todo).with_context(|| built.chunk.name.clone())?;
            let mut answers = answers.lock().unwrap_or_else(PoisonError::into_inner);
            for (number, answer) in found {
                answers[number] = Some(answer);
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .try_for_each(|worker| worker.join().unwrap_or_else(|_| anyhow::bail!("a worker panicked")))
    })?;
    eprintln!("ran {} cases in {:.1}s", cases.len(), start.elapsed().as_secs_f64());
    Ok(answers.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// Runs one chunk on `todo`, pairs of a case and the entry that answers it.
fn run(runs: &Path, built: &Built, cases: &[Case], todo: &[(usize, usize)]) -> Result<Vec<(usize, Answer)>> {
    let mut found = Vec::new();
    let mut hangs = 0;
    while found.len() < todo.len() {
        let rest = &todo[found.len()..];
        let end = process(runs, built, cases, rest, &mut found)?;
        let Some((number, _)) = todo.get(found.len()) else { break };
        hangs += usize::from(end.hung);
        found.push((*number, Answer::trouble(end.reason)));
        if hangs == HANGS {
            for (number, _) in &todo[found.len()..] {
                found.push((*number, Answer::trouble("not run: its chunk hung too often")));
            }
        }
    }
    Ok(found)
}

/// The reason why a process stopped answering.
struct End {
    hung: bool,
    reason: String,
}

/// Runs one process until it has answered the cases in `rest`, or ends, or hangs.
fn process(
    runs: &Path,
    built: &Built,
    cases: &[Case],
    rest: &[(usize, usize)],
    found: &mut Vec<(usize, Answer)>,
) -> Result<End> {
    let input = runs.join(format!("{}.cases", built.chunk.name));
    let mut file = BufWriter::new(File::create(&input)?);
    for (number, entry) in rest {
        let Case { op, new, old, .. } = &cases[*number];
        let (number, entry, op, old) = (*number, *entry, *op, old.as_deref());
        frame::Case { number, entry, op, new, old }.write(&mut file)?;
    }
    file.flush()?;
    let errors = runs.join(format!("{}.stderr", built.chunk.name));
    let mut child = Command::new(&built.binary)
        .stdin(File::open(&input)?)
        .stdout(Stdio::piped())
        .stderr(File::create(&errors)?)
        .spawn()?;
    let mut stdout = BufReader::new(child.stdout.take().context("stdout")?);
    let (send, replies) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        while let Ok(Some(reply)) = Reply::read(&mut stdout) {
            if send.send(reply).is_err() {
                break;
            }
        }
    });
    let mut hung = false;
    loop {
        match replies.recv_timeout(PATIENCE) {
            Ok(reply) => found.push((reply.number, Answer::from_reply(&reply))),
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
            Err(mpsc::RecvTimeoutError::Timeout) => {
                hung = true;
                child.kill()?;
                break;
            }
        }
    }
    let status = child.wait()?;
    let _ = reader.join();
    let said = std::fs::read(&errors).unwrap_or_default();
    let said = String::from_utf8_lossy(&said).trim().replace('\n', " ");
    let reason = if hung {
        format!("no answer within {} s", PATIENCE.as_secs())
    } else {
        format!("the process ended, {status}: {said}")
    };
    Ok(End { hung, reason })
}
