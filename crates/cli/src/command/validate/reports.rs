//! Writes the reports of a round as soon as possible, and the totals. In: the reports of files, in their
//! order. Out: text, and whether there are no errors.
//!
//! Easy to break: findings in the baseline are marked in the order of the reports, and findings above
//! `--max-findings` wait until all errors are counted.

use super::held::{Certain, Held};
use super::options::Validate;
use super::problems;
use crate::baseline::{Baseline, Limit};
use crate::failure::Failure;
use crate::output::complain;
use crate::place::{To, write_if_read};
use crate::validate::context::Settings;
use crate::validate::folder::Sort;
use crate::validate::report::file_report::FileReport;
use crate::validate::report::known_findings;
use crate::validate::report::summary::{Known, Summary};
use crate::validate::report::used_releases::UsedRelease;
use crate::validate::report::{Order, Report, Verbosity};
use crate::validate::schemas::loader::Schemas;

/// The result of validating all files.
pub(in crate::command) struct Round {
    /// Whether there are no errors: a server would accept all objects that could be validated.
    pub(in crate::command) passed: bool,
    /// Whether a program still reads the output, so that the pipe is open.
    pub(super) is_read: bool,
}

/// The reports of a round.
pub(super) struct Reports<'r> {
    options: &'r Validate,
    to: &'r To,
    schemas: &'r Schemas,
    baseline: Baseline,
    held: Held,
    format: Box<dyn Report>,
    summary: Summary,
    /// Whether a program still reads the output, so that the pipe is open.
    is_read: bool,
}

impl<'r> Reports<'r> {
    pub(super) fn new(
        options: &'r Validate,
        to: &'r To,
        schemas: &'r Schemas,
        baseline: Baseline,
        order: Order,
    ) -> Reports<'r> {
        Reports {
            options,
            to,
            schemas,
            held: Held::new(Limit::of(&options.baseline), order),
            format: options
                .report
                .report(Verbosity { order, all: options.verbose, summary: options.summary }, "crdc validate"),
            summary: Summary { known: baseline.is_used().then(Known::default), ..Summary::default() },
            baseline,
            is_read: true,
        }
    }

    /// The number of errors so far.
    pub(super) fn errors(&self) -> usize {
        self.summary.errors
    }

    /// Adds the problems of schemas, and writes them.
    pub(super) fn schemas(&mut self, settings: &Settings) -> Result<(), Failure> {
        let mut texts = problems::of_schemas(self.schemas, settings);
        for problems::OfText { report, .. } in &mut texts {
            known_findings::mark(report, &mut self.baseline);
            self.summary.add_findings(report);
        }
        let certain = self.held.schemas(texts, &*self.format);
        self.write(&certain)
    }

    /// Adds the report of a file. Returns the reports that can be written now.
    pub(super) fn add(&mut self, mut file: FileReport) -> Certain {
        known_findings::mark(&mut file, &mut self.baseline);
        self.summary.add(&file);
        self.held.file(file, &*self.format)
    }

    /// Writes reports. In the text for people, the problems of schemas are not part of the report.
    pub(super) fn write(&mut self, certain: &Certain) -> Result<(), Failure> {
        self.options.show_schemas(self.schemas, &certain.schemas)?;
        let is_for_people = self.options.report.shape().is_some();
        let texts = certain.schemas.iter().map(|text| &text.report).filter(|_| !is_for_people);
        let text: String = texts.chain(&certain.files).map(|file| self.format.file(file)).collect();
        if !text.is_empty() {
            self.is_read &= write_if_read(self.to, &text)?;
        }
        Ok(())
    }

    /// Writes the waiting reports, and the totals. `left_out` contains the number of files of each sort that
    /// were not read.
    pub(super) fn end(
        mut self,
        releases: Vec<UsedRelease>,
        left_out: &[(Sort, usize)],
    ) -> Result<Round, Failure> {
        let rest = self.held.rest(&*self.format);
        self.write(&rest)?;
        let Reports { to, mut format, mut summary, mut is_read, .. } = self;
        for (sort, count) in left_out.iter().filter(|(_, count)| *count > 0) {
            *summary.left_out.entry(*sort).or_default() += count;
        }
        let limit = self.held.limit();
        summary.kinds = self.schemas.natives.met();
        summary.releases = releases;
        summary.not_shown = limit.hidden();
        let ended = self.baseline.end()?;
        if let Some(known) = &mut summary.known {
            known.gone = ended.gone.iter().map(|(key, _)| key.clone()).collect();
        }
        let (end, more) = (format.end(&summary), limit.line() + &ended.lines());
        if self.options.report.shape().is_some() {
            is_read &= write_if_read(to, &(end + &more))?;
        } else {
            is_read &= write_if_read(to, &end)?;
            more.lines().for_each(complain);
        }
        Ok(Round { passed: summary.errors == 0, is_read })
    }
}
