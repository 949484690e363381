//! For people: findings with excerpts, and a line that counts them.

use super::super::finding::{FileReport, Summary, Verdict};
use super::super::show::Shown;
use super::{Report, Verbosity};
use crate::command::output::number;
use crdc_codegen::diag::outside;

pub(super) struct Text(pub(super) Verbosity);

impl Report for Text {
    fn file(&mut self, file: &FileReport) -> String {
        let mut out = String::new();
        for (_, placed) in file.all().filter(|(_, placed)| placed.finding.ignored.is_none()) {
            out += &placed.shown;
        }
        for object in file.objects.iter().filter(|_| self.0.all) {
            let verdict = match object.verdict {
                Verdict::Valid => "valid",
                Verdict::Invalid => "invalid",
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
        out
    }

    fn end(&mut self, summary: &Summary) -> String {
        let Summary { files, objects, valid, invalid, skipped, errors, warnings, notes, ignored } = *summary;
        let mut out = format!("checked {} in {}: ", number(objects, "object"), number(files, "file"));
        if self.0.summary {
            out += &format!("{valid} valid, {invalid} invalid, {skipped} skipped; ");
        }
        out += &if errors == 0 { "no errors".to_owned() } else { number(errors, "error") };
        for (count, of) in [(warnings, "warning"), (notes, "note")] {
            if count > 0 {
                out += &format!(", {}", number(count, of));
            }
        }
        if ignored > 0 {
            out += &format!(", {ignored} ignored");
        }
        if skipped > 0 && !self.0.summary {
            out += &format!("; {skipped} skipped");
        }
        out.push('\n');
        out
    }
}
