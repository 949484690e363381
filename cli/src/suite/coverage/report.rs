//! The points that no test reached, in the order of the document.

use std::fmt::Write;

use super::Reached;
use super::points::{Point, Table};

pub(super) fn text(tables: &[Table], all: Reached) -> String {
    let mut text = String::new();
    for table in tables.iter().filter(|table| !table.points.is_empty()) {
        let Reached { points, hit } = table.reached();
        let Table { file, crd, version, .. } = table;
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "{crd} {version} ({file}): {hit} of {points} constraints failed in a test");
        let mut missed: Vec<&Point> = table.points.iter().filter(|point| !point.hit).collect();
        missed.sort_by_key(|point| point.place);
        for Point { what, path, words, place: (line, column), .. } in missed {
            let path = if path.is_empty() { "the object" } else { path };
            let words: String = words.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            let _ =
                writeln!(text, "  {file}:{line}:{column}: never failed: {what} of {path}: {}", cut(&words));
        }
    }
    let _ = writeln!(text, "coverage: {} of {} constraints, {:.1} %", all.hit, all.points, all.percent());
    text
}

fn cut(words: &str) -> String {
    const LONGEST: usize = 120;
    match words.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &words[..at]),
        None => words.to_owned(),
    }
}
