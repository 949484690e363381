//! Validates all inputs, on all cores. Reports are handed over in the order of the inputs.
//!
//! Easy to break: a worker that is far ahead of a slow file must wait, or all reports after that file are in
//! memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::file::{Work, file};
use crate::validate::context::Context;
use crate::validate::folder::input::Input;
use crate::validate::report::file_report::FileReport;

/// Objects are read by recursion, as deep as documents may be; the build without optimization needs most.
const STACK: usize = 64 << 20;

/// The number of files that a thread takes at once, at most.
const LARGEST_BATCH: usize = 32;

/// The number of batches that may wait for an earlier one.
const AHEAD: usize = 16;

/// Validates all inputs and hands over their reports. `report` returns whether to go on.
pub(crate) fn run(inputs: &[Input], context: Context<'_>, mut report: impl FnMut(FileReport) -> bool) {
    let threads = context.settings.threads.clamp(1, inputs.len().max(1));
    // Small enough that all threads end together, and many files for one lock.
    let size = (inputs.len() / (threads * 32)).clamp(1, LARGEST_BATCH);
    let (next, ready) = (AtomicUsize::new(0), Ready::default());
    thread::scope(|scope| {
        // If `report` panics, nobody takes what the workers wait for.
        let _stop = StopOnPanic(&ready);
        for worker in 0..threads {
            let work = || {
                let _stop = StopOnPanic(&ready);
                let mut buffers = Work::default();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(batch) = inputs.chunks(size).nth(index) else { break };
                    let files = (index * size..).zip(batch);
                    let done =
                        files.map(|(index, input)| file(input, index, context, &mut buffers)).collect();
                    if !ready.put(index, done) {
                        break;
                    }
                }
            };
            let started = thread::Builder::new()
                .name(format!("validate-{worker}"))
                .stack_size(STACK)
                .spawn_scoped(scope, work);
            // With fewer threads it takes longer. Without any, the first file would be waited for forever.
            if started.is_err() && worker == 0 {
                ready.stop();
            }
        }
        for index in 0..inputs.len().div_ceil(size) {
            let Some(done) = ready.take(index) else { break };
            if !done.into_iter().all(&mut report) {
                ready.stop();
                break;
            }
        }
    });
}

/// Reports that wait for their turn.
#[derive(Default)]
struct Ready {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Default)]
struct Waiting {
    reports: BTreeMap<usize, Vec<FileReport>>,
    /// The index of the next batch that is handed over.
    turn: usize,
    stopped: bool,
}

impl Ready {
    /// Nothing that holds the lock panics, so what it protects is whole.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the reports of a batch; waits if it is far ahead. False if no more are wanted.
    fn put(&self, index: usize, reports: Vec<FileReport>) -> bool {
        let full = |waiting: &mut Waiting| index > waiting.turn + AHEAD && !waiting.stopped;
        let waiting = self.changed.wait_while(self.lock(), full);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        waiting.reports.insert(index, reports);
        if index == waiting.turn {
            self.changed.notify_all();
        }
        !waiting.stopped
    }

    /// Waits for the reports of a batch. None if the work was stopped.
    fn take(&self, index: usize) -> Option<Vec<FileReport>> {
        let missing = |waiting: &mut Waiting| !waiting.reports.contains_key(&index) && !waiting.stopped;
        let waiting = self.changed.wait_while(self.lock(), missing);
        let mut waiting = waiting.unwrap_or_else(PoisonError::into_inner);
        waiting.turn = index + 1;
        self.changed.notify_all();
        waiting.reports.remove(&index)
    }

    fn stop(&self) {
        self.lock().stopped = true;
        self.changed.notify_all();
    }
}

/// Wakes the workers if reporting panics. The scope hands the panic on.
struct StopOnPanic<'r>(&'r Ready);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}
