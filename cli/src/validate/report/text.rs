//! For people: findings with excerpts, and a line that counts them.

use std::collections::BTreeMap;

use super::super::file_report::{FileReport, Verdict};
use super::super::schemas::MISSING;
use super::super::show::Shown;
use super::super::summary::Summary;
use super::format::{Report, Verbosity};
use crate::count::number;
use crate::output::Shape;
use crdc_codegen::diag::outside;

pub(super) struct Text {
    verbosity: Verbosity,
    shape: Shape,
    /// Whether there is anything above the line that counts.
    is_begun: bool,
    /// Kinds without a schema, by the words of their findings: in the text, one line says it for all of their objects.
    missing: BTreeMap<String, Missing>,
}

/// A kind without a schema.
struct Missing {
    objects: usize,
    /// The place of the first object.
    first: String,
    help: String,
}

impl Text {
    pub(super) fn new(verbosity: Verbosity, shape: Shape) -> Text {
        Text { verbosity, shape, is_begun: false, missing: BTreeMap::new() }
    }
}

impl Report for Text {
    fn file(&mut self, file: &FileReport) -> String {
        let mut out = String::new();
        for (_, placed) in file.all().filter(|(_, placed)| placed.is_shown()) {
            if self.shape != Shape::Text || placed.finding.id != MISSING {
                out += &placed.shown;
                continue;
            }
            let first = || Missing {
                objects: 0,
                first: format!("{}:{}", outside::path(&file.name), placed.place.line),
                help: placed.finding.help.clone().unwrap_or_default(),
            };
            self.missing.entry(placed.finding.message.clone()).or_insert_with(first).objects += 1;
        }
        for (sort, line) in file.left_out.iter().filter(|_| self.verbosity.all) {
            out += &format!("{}:{line}: left out: {}\n", outside::path(&file.name), sort.names().0);
        }
        for object in file.objects.iter().filter(|_| self.verbosity.all) {
            let verdict = match object.verdict {
                Verdict::Valid => "valid",
                Verdict::Invalid => "invalid",
                Verdict::Known => "invalid, as known",
                Verdict::Skipped => "skipped",
            };
            let words = object.identity.words();
            let (file, words) = (outside::path(&file.name), outside::line(&words));
            out += &format!("{file}:{}: {words} is {verdict}\n", object.place.line);
        }
        for shown in file.objects.iter().filter_map(|object| object.shown.as_ref()) {
            match shown {
                Shown::Stored(text) => {
                    out += &outside::json(text);
                    out.push('\n');
                }
                Shown::Diff(diff) => out += &outside::lines(diff),
            }
        }
        self.is_begun |= !out.is_empty();
        out
    }

    fn end(&mut self, summary: &Summary) -> String {
        let mut out = String::new();
        let mut missing: Vec<(String, Missing)> = std::mem::take(&mut self.missing).into_iter().collect();
        missing.sort_by(|(_, one), (_, other)| one.help.cmp(&other.help));
        for same in missing.chunk_by(|(_, one), (_, other)| one.help == other.help) {
            for (message, Missing { objects, first, .. }) in same {
                let (message, objects) = (outside::line(message), number(*objects, "object"));
                out += &format!("error[{MISSING}]: {message}: {objects}, the first in {first}\n");
            }
            if let Some((_, Missing { help, .. })) = same.first() {
                out += &format!("  = help: {help}\n\n");
            }
        }
        // A paragraph behind the list.
        if self.shape == Shape::Markdown && self.is_begun {
            out.push('\n');
        }
        out += &counted(summary, self.verbosity);
        out.push('\n');
        if summary.unknown_values > 0 {
            let count = number(summary.unknown_values, "value");
            out += &format!("not checked: {count} filled in later (variables, kustomize), or encrypted\n");
        }
        for (sort, count) in &summary.left_out {
            out += &format!("left out: {}\n", sort.words(*count));
        }
        out
    }
}

/// The line that counts, without its end.
pub(super) fn counted(summary: &Summary, verbosity: Verbosity) -> String {
    let &Summary { files, objects, valid, invalid, skipped, errors, warnings, notes, ignored, .. } = summary;
    let of = |text: &str| summary.kinds.as_ref().map(|kinds| format!(" {text}{kinds}")).unwrap_or_default();
    let mut out = format!("checked {} in {}", number(objects, "object"), number(files, "file"));
    let known = summary.known.as_ref();
    out += &if verbosity.summary {
        let known = known.map(|known| format!(", {} known", known.objects)).unwrap_or_default();
        format!(": {valid} valid{}, {invalid} invalid{known}, {skipped} skipped; ", of("against "))
    } else {
        format!("{}: ", of("against "))
    };
    out += &if errors == 0 { "no errors".to_owned() } else { number(errors, "error") };
    for (count, of) in [(warnings, "warning"), (notes, "note")] {
        if count > 0 {
            out += &format!(", {}", number(count, of));
        }
    }
    if ignored > 0 {
        out += &format!(", {ignored} ignored");
    }
    if let Some(known) = known {
        out += &format!(", {}", number(known.findings, "known finding"));
    }
    if skipped > 0 && !verbosity.summary {
        out += &format!("; {skipped} skipped");
    }
    out
}
