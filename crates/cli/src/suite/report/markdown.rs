//! Markdown, for a comment on a change: the counts, and each test that fails with its failures.

use crate::count::number;
use crate::suite::run::{Count, Ran};
use crdc_source::diag::outside::{line, lines, path};

pub(super) fn write(ran: &[Ran]) -> String {
    let Count { tests, failed } = Count::of(ran);
    let mut text = match failed {
        0 => format!("{}: all passed\n", number(tests, "test")),
        _ => format!("{}: {} passed, **{failed} failed**\n", number(tests, "test"), tests - failed),
    };
    for Ran { suite, file, tests, .. } in ran {
        for test in tests.iter().filter(|test| !test.failures.is_empty()) {
            let (row, column) = test.place;
            text += &format!(
                "\n- **{}: {}**, {}:{row}:{column}\n",
                code(suite),
                code(&test.name),
                code(&path(file))
            );
            for failure in &test.failures {
                let all = format!("{}\n{}", failure.words, failure.diff);
                // Four spaces begin a block of code in an item, and nothing in it is read as Markdown.
                text.push('\n');
                text.extend(lines(&all).lines().map(|line| format!("      {line}\n")));
            }
        }
    }
    text
}

/// A text as code. Backticks in it would end it.
fn code(text: &str) -> String {
    format!("`{}`", line(text).replace('`', "'"))
}
