//! Test Anything Protocol: a line for each object, findings as diagnostics below it.
//
// https://testanything.org/tap-version-13-specification.html

use super::format::Report;
use crate::input::STDIN;
use crate::validate::report::file_report::{FileReport, Placed, Verdict};
use crate::validate::report::summary::Summary;
use crate::validate::report::used_releases::UsedRelease;
use crdc_source::diag::outside;

#[derive(Default)]
pub(super) struct Tap {
    count: usize,
}

impl Tap {
    /// The line of an object. `of` is the name of the file from which it comes.
    fn test(
        &mut self,
        (file, of): (&str, &str),
        name: &str,
        verdict: Verdict,
        findings: &[Placed],
        out: &mut String,
    ) {
        if self.count == 0 {
            out.push_str("TAP version 13\n");
        }
        self.count += 1;
        let fails = match verdict {
            Verdict::Invalid => true,
            Verdict::WithoutSchema => findings.iter().any(|placed| placed.finding.fails()),
            Verdict::Valid | Verdict::Known | Verdict::Skipped => false,
        };
        let failed = if fails { "not ok" } else { "ok" };
        // In TAP, `#` begins a directive.
        let name = format!("{}: {}", outside::path(of), outside::line(name))
            .replace('\\', "\\\\")
            .replace('#', "\\#");
        let skipped = match verdict {
            Verdict::WithoutSchema if !fails => " # SKIP no schema",
            Verdict::Skipped => " # SKIP",
            Verdict::Valid | Verdict::Invalid | Verdict::Known | Verdict::WithoutSchema => "",
        };
        *out += &format!("{failed} {} - {}{skipped}\n", self.count, name);
        for placed in findings.iter().filter(|placed| placed.is_shown()) {
            let finding = &placed.finding;
            let (level, message) = (finding.level.as_str(), outside::line(&finding.message));
            *out += &format!("# {}: {level}[{}]: {message}\n", placed.words(file), finding.id);
        }
    }
}

impl Report for Tap {
    fn file(&mut self, file: &FileReport) -> String {
        let mut out = String::new();
        if !file.findings.is_empty() {
            let failed = file.findings.iter().any(|placed| placed.finding.fails());
            let verdict = if failed { Verdict::Invalid } else { Verdict::Valid };
            self.test((&file.name, &file.name), "the text", verdict, &file.findings, &mut out);
        }
        for object in &file.objects {
            let of = object.origin.as_deref().filter(|_| file.name == STDIN).unwrap_or(&file.name);
            self.test((&file.name, of), &object.identity.words(), object.verdict, &object.findings, &mut out);
        }
        out
    }

    fn end(&mut self, summary: &Summary) -> String {
        let mut out = if self.count == 0 { "TAP version 13\n".to_owned() } else { String::new() };
        out.extend(summary.releases.iter().flat_map(UsedRelease::lines).map(|line| format!("# {line}\n")));
        format!("{out}1..{}\n", self.count)
    }
}
