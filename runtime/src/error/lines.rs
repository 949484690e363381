//! Joins errors into one message of limited size.
//!
//! The server has no such limit (apimachinery: pkg/api/errors/errors.go NewInvalid; apiextensions-apiserver:
//! pruning/algorithm.go), so its answer to a request of 3 MiB can have gigabytes.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Display;

/// The number of bytes of errors that a message contains. Further errors are only counted.
pub(crate) const MOST_SHOWN: usize = 1 << 20;

/// Lines up to [`MOST_SHOWN`]. The line that exceeds the limit is shown completely.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    lines: Vec<String>,
    bytes: usize,
    left_out: usize,
}

impl Lines {
    /// Adds a line; returns whether it was kept.
    pub(crate) fn push(&mut self, line: impl Display) -> bool {
        if self.bytes >= MOST_SHOWN {
            self.left_out += 1;
            return false;
        }
        let line = line.to_string();
        self.bytes += line.len();
        self.lines.push(line);
        true
    }

    /// All lines, separated by commas.
    pub(crate) fn joined(mut self) -> String {
        self.count_rest();
        self.lines.join(", ")
    }

    /// Each line once, in brackets if there are several.
    // apimachinery: util/errors/errors.go Aggregate.Error prints equal messages once.
    pub(crate) fn aggregated(mut self) -> String {
        self.count_rest();
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        let unique: Vec<&str> =
            self.lines.iter().map(String::as_str).filter(|line| seen.insert(line)).collect();
        if let [one] = unique.as_slice() { String::from(*one) } else { format!("[{}]", unique.join(", ")) }
    }

    /// Adds the number of lines that were left out.
    fn count_rest(&mut self) {
        if self.left_out > 0 {
            self.lines.push(format!("and {} more", self.left_out));
        }
    }
}
