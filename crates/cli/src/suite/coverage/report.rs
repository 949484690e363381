//! The points that no test reached, in the order of the documents.

use std::fmt::Write;

use super::merge::{Merged, Reached};
use super::points::Point;
use super::what::What;
use crdc_source::diag::outside;

pub(super) fn text(tables: &[Merged<'_>], all: Reached, what: What) -> String {
    let (counted, how) = match what {
        What::All => ("constraints", "failed in a test"),
        What::Rules => ("rules", "held in a test and failed in another"),
    };
    let mut text = String::new();
    for table in tables.iter().filter(|table| !table.points.is_empty()) {
        let Reached { points, hit } = table.reached();
        let Merged { crd, version, files, .. } = table;
        let of = match files.as_slice() {
            [file] => outside::path(file).into_owned(),
            _ => format!("{} files", files.len()),
        };
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "{crd} {version} ({of}): {hit} of {points} {counted} {how}");
        let sides = table.points.iter().zip(table.hit.iter().zip(&table.held));
        let missed = sides.filter_map(|(point, sides)| Some((point, never(sides)?)));
        let mut missed: Vec<(&(&str, &Point), &str)> = missed.collect();
        missed.sort_by_key(|((file, point), _)| (*file, point.place));
        for ((file, Point { what, path, words, place: (line, column), .. }), never) in missed {
            let path = if path.is_empty() { "the object".into() } else { outside::line(path) };
            let (file, words) = (outside::path(file), outside::folded(words));
            let _ = writeln!(text, "  {file}:{line}:{column}: {never}: {what} of {path}: {}", cut(&words));
        }
    }
    let _ = writeln!(text, "coverage: {} of {} {counted}, {:.1} %", all.hit, all.points, all.percent());
    text
}

/// What no test shows of a constraint, if there is anything.
fn never((hit, held): (&bool, &bool)) -> Option<&'static str> {
    match (hit, held) {
        (true, true) => None,
        (false, true) => Some("never failed"),
        (true, false) => Some("never held"),
        (false, false) => Some("never ran"),
    }
}

fn cut(words: &str) -> String {
    const LONGEST: usize = 120;
    match words.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &words[..at]),
        None => words.to_owned(),
    }
}
