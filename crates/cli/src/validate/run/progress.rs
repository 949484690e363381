//! Shows the progress of a run on a terminal, if it takes longer than a second.

use std::cell::OnceCell;
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// The time after which the bar is shown.
const AFTER: Duration = Duration::from_secs(1);

/// The number of files between two updates of the bar.
const OFTEN: u64 = 64;

/// The progress of a run, with a bar if the standard error is a terminal.
pub(crate) struct Progress {
    files: usize,
    done: std::cell::Cell<u64>,
    started: Instant,
    is_seen: bool,
    bar: OnceCell<ProgressBar>,
}

impl Progress {
    pub(crate) fn new(files: usize) -> Progress {
        Progress {
            files,
            done: 0.into(),
            started: Instant::now(),
            is_seen: stderr().is_terminal(),
            bar: OnceCell::new(),
        }
    }

    /// Counts a file.
    pub(crate) fn one_more(&self) {
        self.done.set(self.done.get() + 1);
        if !self.is_seen || !self.done.get().is_multiple_of(OFTEN) || self.started.elapsed() < AFTER {
            return;
        }
        let bar = self.bar.get_or_init(|| {
            let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} files, {eta} left");
            ProgressBar::new(self.files as u64)
                .with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(self.done.get());
    }

    /// Calls a function that prints, while the bar is hidden.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        match self.bar.get() {
            Some(bar) => bar.suspend(print),
            None => print(),
        }
    }

    /// Removes the bar.
    pub(crate) fn end(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
