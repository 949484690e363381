//! The report for people: findings with excerpts, and a line with the counts.

use std::collections::BTreeMap;

use super::format::{Order, Report, Verbosity};
use crate::count::number;
use crate::output::DiagnosticFormat;
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::report::file_report::{FileReport, Verdict};
use crate::validate::report::shown_object::Shown;
use crate::validate::report::summary::Summary;
use crate::validate::report::used_releases::UsedRelease;
use crdc_source::diag::outside;

pub(super) struct Text {
    verbosity: Verbosity,
    shape: DiagnosticFormat,
    /// Whether anything was printed before the line with the counts.
    is_begun: bool,
    /// The findings about many objects or documents, by their messages. The report has one line for each
    /// message.
    of_many: BTreeMap<(Level, String), OfMany>,
    /// The findings by level, if the most dangerous come first, whatever their files.
    by_level: Option<BTreeMap<Level, String>>,
}

/// A finding that many objects or documents share.
struct OfMany {
    id: &'static str,
    count: usize,
    /// The noun of the things that are counted.
    things: &'static str,
    /// The place of the first finding.
    first: String,
    help: String,
    /// The server's message.
    server: Vec<String>,
}

impl Text {
    pub(super) fn new(verbosity: Verbosity, shape: DiagnosticFormat) -> Text {
        let by_level = (verbosity.order == Order::Danger).then(BTreeMap::new);
        Text { verbosity, shape, is_begun: false, of_many: BTreeMap::new(), by_level }
    }

    /// The findings that wait for the last file, in the order of their danger.
    fn waiting(&mut self) -> String {
        let mut many: Vec<((Level, String), OfMany)> =
            std::mem::take(&mut self.of_many).into_iter().collect();
        many.sort_by(|((level, _), one), ((other_level, _), other)| {
            (other_level, &one.help, one.id).cmp(&(level, &other.help, other.id))
        });
        let mut out = String::new();
        let mut by_level = self.by_level.take().unwrap_or_default();
        for of_level in many.chunk_by(|((level, _), _), ((next, _), _)| level == next) {
            // What no finding of many has as its level comes where it belongs.
            let level = of_level.first().map(|((level, _), _)| *level);
            while let Some(worst) = by_level.last_entry().filter(|worst| level <= Some(*worst.key())) {
                out += &worst.remove();
            }
            out += &summed(of_level);
        }
        out.extend(by_level.into_values().rev());
        self.is_begun |= !out.is_empty();
        out
    }
}

/// The findings about many objects or documents. Kinds with one cause are one paragraph: what the server says
/// differs only in their names.
fn summed(many: &[((Level, String), OfMany)]) -> String {
    let mut out = String::new();
    for same in many.chunk_by(|(_, one), (_, other)| (one.id, &one.help) == (other.id, &other.help)) {
        for ((level, message), OfMany { id, count, things, first, .. }) in same {
            let (level, message) = (level.as_str(), outside::line(message));
            let count = number(*count, things);
            out += &format!("{level}[{id}]: {message}: {count}, the first in {first}\n");
        }
        let server = same.first().map(|(_, first)| &first.server).into_iter().flatten();
        out.extend(server.map(|said| format!("  = server: {}\n", outside::folded(said))));
        match same.first() {
            Some((_, OfMany { help, .. })) if !help.is_empty() => out += &format!("  = help: {help}\n\n"),
            _ => out.push('\n'),
        }
    }
    out
}

impl Report for Text {
    fn file(&mut self, file: &FileReport) -> String {
        let mut out = String::new();
        for (object, placed) in file.all().filter(|(_, placed)| placed.is_shown()) {
            let finding = &placed.finding;
            if !self.sums(finding) {
                match &mut self.by_level {
                    Some(by_level) => by_level.entry(finding.level).or_default().push_str(&placed.shown),
                    None => out += &placed.shown,
                }
                continue;
            }
            let place = || format!("{}:{}", outside::path(&file.name), placed.place.line);
            let first = || OfMany {
                id: finding.id,
                count: 0,
                things: if object.is_some() { "object" } else { "document" },
                first: placed.origin.as_ref().map_or_else(place, |_| placed.words(&file.name)),
                help: finding.help.clone().unwrap_or_default(),
                server: finding.server.clone(),
            };
            self.of_many.entry((finding.level, finding.message.clone())).or_insert_with(first).count += 1;
        }
        for (sort, line) in file.left_out.iter().filter(|_| self.verbosity.all) {
            out += &format!("{}:{line}: left out: {}\n", outside::path(&file.name), sort.names().0);
        }
        for object in file.objects.iter().filter(|_| self.verbosity.all) {
            let verdict = match object.verdict {
                Verdict::Valid => "is valid",
                Verdict::Invalid => "is invalid",
                Verdict::Known => "is invalid, as known",
                Verdict::WithoutSchema => "has no schema",
                Verdict::Skipped => "is skipped",
            };
            let words = object.identity.words();
            let (file, words) = (outside::path(&file.name), outside::line(&words));
            out += &format!("{file}:{}: {words} {verdict}\n", object.place.line);
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

    fn sums(&self, finding: &Finding) -> bool {
        self.shape == DiagnosticFormat::Text && finding.is_of_many()
    }

    fn end(&mut self, summary: &Summary) -> String {
        let mut out = self.waiting();
        // A blank line after the list makes this a paragraph.
        if self.shape == DiagnosticFormat::Markdown && self.is_begun {
            out.push('\n');
        }
        if summary.unknown_values > 0 {
            let count = number(summary.unknown_values, "value");
            out += &format!("not checked: {count} filled in later (variables, kustomize), or encrypted\n");
        }
        for (location, count) in &summary.schema_locations {
            let count = number(*count, "object");
            out += &format!("against JSON Schemas of {}: {count}\n", outside::line(location));
        }
        for (sort, count) in &summary.left_out {
            out += &format!("left out: {}\n", sort.words(*count));
        }
        for line in summary.releases.iter().flat_map(UsedRelease::lines) {
            out += &line;
            out.push('\n');
        }
        // The last line is what people see of a long report.
        out += &counted(summary, self.verbosity);
        out.push('\n');
        out
    }
}

/// The line with the counts, without its end.
pub(super) fn counted(summary: &Summary, verbosity: Verbosity) -> String {
    let &Summary { files, objects, valid, invalid, without_schema, skipped, errors, .. } = summary;
    let of = |text: &str| summary.kinds.as_ref().map(|kinds| format!(" {text}{kinds}")).unwrap_or_default();
    let of_all = match summary.validated() {
        validated if validated == objects => String::new(),
        validated => format!("{validated} of "),
    };
    let mut out = format!("validated {of_all}{} in {}", number(objects, "object"), number(files, "file"));
    let known = summary.known.as_ref();
    out += &if verbosity.summary {
        let known = known.map(|known| format!(", {} known", known.objects)).unwrap_or_default();
        format!(
            ": {valid} valid{}, {invalid} invalid{known}, {without_schema} without a schema, {skipped} skipped; ",
            of("against ")
        )
    } else {
        format!("{}: ", of("against "))
    };
    out += &if errors == 0 { "no errors".to_owned() } else { number(errors, "error") };
    for (count, of) in [(summary.warnings, "warning"), (summary.notes, "note")] {
        if count > 0 {
            out += &format!(", {}", number(count, of));
        }
    }
    if summary.ignored > 0 {
        out += &format!(", {} ignored", summary.ignored);
    }
    if let Some(known) = known {
        out += &format!(", {}", number(known.findings, "known finding"));
    }
    if !verbosity.summary {
        let others = [(without_schema, "without a schema"), (skipped, "skipped")];
        for ((count, of), begin) in others.iter().filter(|(count, _)| *count > 0).zip(["; ", ", "]) {
            out += &format!("{begin}{count} {of}");
        }
    }
    out
}
