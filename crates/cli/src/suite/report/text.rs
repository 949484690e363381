//! The report for people. Control characters of the files are written as escapes, so that a file cannot
//! command the terminal.

use std::fmt::Write;

use crate::count::number;
use crate::suite::run::{Count, Ran};
use crdc_source::diag::outside::{line as shown, lines, path};

pub(super) fn write(ran: &[Ran], all: bool) -> String {
    let mut text = String::new();
    for Ran { suite, file, crd, tests } in ran {
        let of = if crd.is_empty() { String::new() } else { format!(", with {crd}") };
        for test in tests.iter().filter(|test| all || !test.failures.is_empty()) {
            let word = if test.failures.is_empty() { "ok" } else { "FAILED" };
            let (line, column) = test.place;
            // Writing to a `String` does not fail.
            let _ = writeln!(text, "{word} {}: {}", shown(suite), shown(&test.name));
            if test.failures.is_empty() {
                continue;
            }
            let _ = writeln!(text, "  at {}:{line}:{column}{}", path(file), shown(&of));
            for failure in &test.failures {
                for words in [&failure.words, &failure.diff] {
                    for line in lines(words).lines() {
                        let _ = writeln!(text, "  {line}");
                    }
                }
            }
            text.push('\n');
        }
    }
    text + &counted(ran)
}

/// A line for each test that fails, or for each test.
pub(super) fn plain(ran: &[Ran], all: bool) -> String {
    let mut text = String::new();
    for Ran { suite, file, tests, .. } in ran {
        for test in tests.iter().filter(|test| all || !test.failures.is_empty()) {
            let word = if test.failures.is_empty() { "ok" } else { "FAILED" };
            let why = test.failures.first().map(|failure| format!(": {}", failure.words.replace('\n', " ")));
            let (line, column) = test.place;
            let (name, why) = (shown(&test.name), why.unwrap_or_default());
            text +=
                &format!("{}:{line}:{column}: {word} {}: {name}{}\n", path(file), shown(suite), shown(&why));
        }
    }
    text + &counted(ran)
}

/// The line with the counts.
fn counted(ran: &[Ran]) -> String {
    let Count { tests, failed } = Count::of(ran);
    match failed {
        0 => format!("{}: all passed\n", number(tests, "test")),
        _ => format!("{}: {} passed, {failed} failed\n", number(tests, "test"), tests - failed),
    }
}
