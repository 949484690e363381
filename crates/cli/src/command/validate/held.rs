//! `--max-findings`: shows errors before other findings. In: the reports of files, in their order. Out: the
//! same reports in the same order, as soon as it is decided which of their findings are shown.
//!
//! Easy to break: the warnings of the first file are shown only if all files together have few errors, so the
//! first report may wait for the last one.

use super::problems::OfText;
use crate::baseline::Limit;
use crate::validate::findings::finding::Level;
use crate::validate::report::file_report::FileReport;
use crate::validate::report::known_findings::{self, Weight};
use crate::validate::report::{Order, Report};

/// The reports that wait.
pub(super) struct Held {
    limit: Limit,
    order: Order,
    schemas: Vec<OfText>,
    files: Vec<FileReport>,
}

/// The reports whose shown findings are decided. Reports of schemas come first.
#[derive(Default)]
pub(super) struct Certain {
    pub(super) schemas: Vec<OfText>,
    pub(super) files: Vec<FileReport>,
}

impl Held {
    pub(super) fn new(limit: Limit, order: Order) -> Held {
        Held { limit, order, schemas: Vec::new(), files: Vec::new() }
    }

    /// Adds the diagnostics of schemas. What the format sums does not count.
    pub(super) fn schemas(&mut self, mut texts: Vec<OfText>, format: &dyn Report) -> Certain {
        texts.iter_mut().for_each(|text| self.mark(&mut text.report, Weight::Errors, format));
        self.schemas = texts;
        self.certain(format)
    }

    /// Adds the report of a file.
    pub(super) fn file(&mut self, mut file: FileReport, format: &dyn Report) -> Certain {
        self.mark(&mut file, Weight::Errors, format);
        self.files.push(file);
        self.certain(format)
    }

    fn certain(&mut self, format: &dyn Report) -> Certain {
        if self.limit.is_decided() && self.order == Order::Files {
            self.rest(format)
        } else {
            Certain::default()
        }
    }

    /// All waiting reports, after the last file.
    pub(super) fn rest(&mut self, format: &dyn Report) -> Certain {
        let (mut schemas, mut files) = (std::mem::take(&mut self.schemas), std::mem::take(&mut self.files));
        if self.order == Order::Danger {
            files.sort_by_key(|file| std::cmp::Reverse(danger(file)));
        }
        let reports = schemas.iter_mut().map(|text| &mut text.report).chain(&mut files);
        reports.for_each(|report| self.mark(report, Weight::Others, format));
        Certain { schemas, files }
    }

    fn mark(&mut self, report: &mut FileReport, of: Weight, format: &dyn Report) {
        known_findings::limit(report, &mut self.limit, of, |finding| format.sums(finding));
    }

    /// The rest of the limit of findings.
    pub(super) fn limit(&self) -> Limit {
        self.limit
    }
}

/// The highest level of the findings of a file that count.
fn danger(file: &FileReport) -> Option<Level> {
    let findings = file.all().map(|(_, placed)| &placed.finding);
    findings.filter(|finding| finding.accepted.is_none()).map(|finding| finding.level).max()
}
