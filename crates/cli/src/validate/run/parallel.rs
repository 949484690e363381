//! Validates all inputs on all cores. In: inputs. Out: a report for each input, in the order of the inputs.
//!
//! Easy to break: a worker that is far ahead of a slow file must wait, or the reports of all later files
//! would be in memory.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::file::{Ask, Work, file};
use crate::validate::context::Context;
use crate::validate::folder::input::Input;
use crate::validate::report::file_report::FileReport;

/// The stack of a thread. Objects are read recursively, as deep as documents may be; a build without
/// optimization needs most.
const STACK: usize = 64 << 20;

/// The largest number of files that a thread takes at once.
const LARGEST_BATCH: usize = 32;

/// The number of batches that may wait for an earlier batch.
const AHEAD: usize = 16;

/// Validates all inputs, their objects with `ask`, and passes the reports to `report`, which returns whether
/// to continue.
pub(crate) fn run(
    inputs: &[Input],
    context: Context<'_>,
    ask: &Ask<'_>,
    mut report: impl FnMut(FileReport) -> bool,
) {
    let threads = context.settings.threads.clamp(1, inputs.len().max(1));
    // Batches are small enough that all threads end at about the same time, and large enough to lock rarely.
    let size = (inputs.len() / (threads * 32)).clamp(1, LARGEST_BATCH);
    let (next, ready) = (AtomicUsize::new(0), Ready::default());
    thread::scope(|scope| {
        // If `report` panics, the workers must not wait forever.
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
                        files.map(|(index, input)| file(input, index, context, ask, &mut buffers)).collect();
                    if !ready.put(index, done) {
                        break;
                    }
                }
            };
            let started = thread::Builder::new()
                .name(format!("validate-{worker}"))
                .stack_size(STACK)
                .spawn_scoped(scope, work);
            // With fewer threads the run takes longer. Without any thread, it would wait for the first file
            // forever.
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
    /// The index of the next batch in the order of reports.
    turn: usize,
    stopped: bool,
}

impl Ready {
    /// Locks the state. No code that holds the lock panics, so the state is consistent even if it is
    /// poisoned.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds the reports of a batch; waits if it is far ahead. Returns `false` if the work was stopped.
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

    /// Waits for the reports of a batch; `None` if the work was stopped.
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

/// Wakes the workers if reporting panics. The scope passes the panic on.
struct StopOnPanic<'r>(&'r Ready);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}
