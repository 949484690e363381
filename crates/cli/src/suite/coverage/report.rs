//! The points that no test reached, in the order of the documents.

use std::fmt::Write;

use super::merge::{Merged, Reached};
use super::points::Point;
use crdc_source::diag::outside;

pub(super) fn text(tables: &[Merged<'_>], all: Reached) -> String {
    let mut text = String::new();
    for table in tables.iter().filter(|table| !table.points.is_empty()) {
        let Reached { points, hit } = table.reached();
        let Merged { crd, version, files, .. } = table;
        let of = match files.as_slice() {
            [file] => outside::path(file).into_owned(),
            _ => format!("{} files", files.len()),
        };
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "{crd} {version} ({of}): {hit} of {points} constraints failed in a test");
        let missed = table.points.iter().zip(&table.hit).filter(|(_, hit)| !**hit);
        let mut missed: Vec<&(&str, &Point)> = missed.map(|(point, _)| point).collect();
        missed.sort_by_key(|(file, point)| (*file, point.place));
        for (file, Point { what, path, words, place: (line, column), .. }) in missed {
            let path = if path.is_empty() { "the object".into() } else { outside::line(path) };
            let (file, words) = (outside::path(file), outside::folded(words));
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
