//! `crdc test`: tests of CRDs, without a cluster.

use std::fs;
use std::path::{Path, PathBuf};

use crdc_source::Trust;
use crdc_vocabulary::Minor;
use regex::Regex;

use super::watch::{Next, Watched};
use crate::count::number;
use crate::failure::Failure;
use crate::input;
use crate::place::{Place, To, write, write_if_read};
use crate::suite::coverage::{Coverage, What};
use crate::suite::update::Updates;
use crate::suite::{Count, Ran, RunOptions, find, run};
use crate::suite::{init, report};
use crate::validate::report::ReportFormat;

/// Runs tests of CRDs, in the format of docs/testing-crds.md or that of openshift/api
///
/// A test sends an object, and says what a server would answer: errors, or what is stored. Exit code 1 if a
/// test fails or too few constraints are covered, 2 if there are no tests.
#[derive(clap::Args)]
pub(super) struct Test {
    /// Suites and CRDs: files, or folders of .yaml, .yml and .json files
    #[arg(default_value = ".", value_name = "DIR")]
    paths: Vec<PathBuf>,
    /// Make suites in DIR, or in the folder crd-tests: of the objects in SAMPLES, and of the limits of their
    /// CRDs, which are those of --crd, or in crd/bases beside SAMPLES
    #[arg(long, value_name = "SAMPLES", conflicts_with_all = ["watch", "update"])]
    init: Option<PathBuf>,
    /// More CRDs, for suites that name none: files or folders
    #[arg(long, alias = "crds", value_name = "FILE")]
    crd: Vec<PathBuf>,
    #[command(flatten)]
    place: Place,
    /// The format of the report
    #[arg(long = "format", value_enum, default_value_t, value_name = "FORMAT")]
    report: ReportFormat,
    /// Also compare the values in messages, which older servers show in another form, for tests in
    /// openshift's format
    #[arg(long)]
    exact: bool,
    /// The server that answers, such as 1.31: what differs between versions is in docs/servers.md [default:
    /// 1.36]
    #[arg(long = "kubernetes", alias = "server", value_name = "VERSION")]
    server: Option<Minor>,
    /// Tests may have warnings that they do not list, such as those about unknown fields
    #[arg(long)]
    lenient: bool,
    /// Run only the tests whose name matches this regular expression; the name of the suite is before it:
    /// `SUITE: NAME`
    #[arg(long, value_name = "REGEX")]
    filter: Option<Regex>,
    /// A command that converts objects between versions, where the CRD has a conversion webhook: it reads a
    /// ConversionReview and writes it with its response
    #[arg(long, value_name = "COMMAND")]
    conversion: Option<String>,
    /// Write the errors and objects that the server answers into the suites, where others or `errors: any`
    /// stand. A test whose object is accepted instead of refused, or refused instead of accepted, stays as
    /// it is
    #[arg(long, conflicts_with = "watch")]
    update: bool,
    /// Run the tests again whenever a suite or a CRD changes
    #[arg(long)]
    watch: bool,
    /// Also show tests that pass
    #[arg(long)]
    verbose: bool,
    /// Also list the rules, patterns, enums, limits, union members and marks that no test made fail, with
    /// their places; --coverage=rules lists the CEL rules of which no test shows both sides
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "all", value_name = "WHAT")]
    coverage: Option<What>,
    /// Exit code 1 if tests made less than this part of them fail
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    fail_under: Option<f64>,
}

/// One run of the tests.
struct Results {
    ran: Vec<Ran>,
    coverage: Option<Coverage>,
    /// Answers that the suites could have.
    updates: Updates,
    /// The files of CRDs that the suites name.
    crds: Vec<PathBuf>,
}

/// What a printed report says.
struct Round {
    passed: bool,
    /// Whether a program still reads the output.
    is_read: bool,
    /// The files of CRDs that the suites name.
    crds: Vec<PathBuf>,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').parse::<f64>().map_err(|error| error.to_string())?;
    if (0.0..=100.0).contains(&number) { Ok(number) } else { Err("expected 0 to 100".to_owned()) }
}

impl Test {
    /// Writes the answers into the suites, and runs the tests again. A step that failed may have hidden the
    /// next ones, so there may be several rounds.
    fn updated(&self, mut results: Results) -> Result<Results, Failure> {
        let mut all = 0;
        loop {
            let count = std::mem::take(&mut results.updates).write()?;
            if count == 0 {
                break;
            }
            all += count;
            results = self.once()?;
        }
        if all > 0 {
            write(&To::Err, &format!("wrote {} into the suites\n", number(all, "answer")))?;
        }
        Ok(results)
    }

    /// Runs the tests once.
    fn once(&self) -> Result<Results, Failure> {
        self.once_in(&self.paths)
    }

    /// Runs the tests of these files and folders once.
    fn once_in(&self, paths: &[PathBuf]) -> Result<Results, Failure> {
        let mut found = find(paths)?;
        found.crds.extend(input::sources(&self.crd)?);
        if found.suites.is_empty() && found.unreadable.is_empty() {
            let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
            return Err(format!(
                "no tests in {}\n  help: `crdc test --init config/samples` makes some of samples; docs/testing-crds.md says what a suite is",
                names.join(", ")
            ));
        }
        let mut coverage = (self.coverage.is_some() || self.fail_under.is_some()).then(Coverage::default);
        let options = RunOptions {
            exact: self.exact,
            server: self.server,
            lenient: self.lenient,
            filter: self.filter.as_ref(),
            conversion: self.conversion.as_deref(),
        };
        let (mut updates, crds) = (Updates::default(), found.named_crds());
        let ran = run(found, options, coverage.as_mut(), &mut updates);
        Ok(Results { ran, coverage, updates, crds })
    }

    pub(super) fn run(&self) -> Result<bool, Failure> {
        if let Some(samples) = &self.init {
            return self.init(samples);
        }
        if self.watch {
            return self.watch();
        }
        Ok(self.round()?.passed)
    }

    /// Makes suites of samples, and runs them.
    fn init(&self, samples: &Path) -> Result<bool, Failure> {
        let folder = match self.paths.as_slice() {
            [only] if only == Path::new(".") => Path::new("crd-tests"),
            [only] => only,
            _ => return Err("--init makes suites in one folder: name one DIR".to_owned()),
        };
        let beside = samples.parent().map(|parent| parent.join("crd/bases")).filter(|bases| bases.is_dir());
        let crds = match (self.crd.as_slice(), beside) {
            ([], Some(bases)) => vec![bases],
            ([], None) => {
                let samples = samples.display();
                return Err(format!(
                    "there is no folder crd/bases beside {samples}: name the CRDs with --crd"
                ));
            }
            (crds, _) => crds.to_vec(),
        };
        let (objects, crds) = (input::sources(&[samples.to_owned()])?, input::sources(&crds)?);
        let made = init::suites(&objects, &crds, folder)?;
        if let Some(there) = made.iter().find(|made| made.file.exists()) {
            return Err(format!("{} is there: remove it, or name another DIR", there.file.display()));
        }
        let failed = |file: &Path, error: std::io::Error| format!("cannot write {}: {error}", file.display());
        fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
        for made in &made {
            fs::write(&made.file, &made.text).map_err(|error| failed(&made.file, error))?;
        }
        let files: Vec<PathBuf> = made.iter().map(|made| made.file.clone()).collect();
        self.once_in(&files)?.updates.write()?;
        let ran = self.once_in(&files)?.ran;
        let place = self.place.open(&files)?;
        for made in &made {
            let mut line = format!("made {}: {}", made.file.display(), number(made.tests, "test"));
            if made.left_out > 0 {
                line += &format!(
                    "; {} left out, which the sample does not reach",
                    number(made.left_out, "limit")
                );
            }
            write(&place, &format!("{line}\n"))?;
        }
        write(&place, &report::write(self.report, &ran, self.verbose))?;
        Ok(Count::of(&ran).failed == 0)
    }

    /// Runs the tests after each change, until the process is interrupted.
    fn watch(&self) -> Result<bool, Failure> {
        let others = self.crd.clone();
        let watched =
            Watched { inputs: &self.paths, ignored: &[], trust: Trust::Tree, others, commits: Vec::new() };
        watched.watch(|| {
            let Round { passed, is_read, crds } = self.round()?;
            Ok(Next { end: (!is_read).then_some(passed), others: crds })
        })
    }

    /// Runs the tests and prints the report.
    fn round(&self) -> Result<Round, Failure> {
        let place = self.place.open(&self.paths)?;
        let mut results = self.once()?;
        if self.update {
            results = self.updated(results)?;
        }
        let Results { ran, coverage, crds, .. } = results;
        let mut is_read = write_if_read(&place, &report::write(self.report, &ran, self.verbose))?;
        let mut enough = true;
        if let Some(coverage) = &coverage {
            // The report is for programs.
            let is_for_people = self.report.shape().is_some();
            let to = if is_for_people { &place } else { &To::Err };
            if let Some(what) = self.coverage {
                is_read &= write_if_read(to, &coverage.text(what))?;
            }
            let percent = coverage.reached(self.coverage.unwrap_or_default()).percent();
            if let Some(least) = self.fail_under.filter(|least| percent < *least) {
                crate::output::complain(&format!("coverage is {percent:.1} %, less than {least} %"));
                enough = false;
            }
        }
        Ok(Round { passed: Count::of(&ran).failed == 0 && enough, is_read, crds })
    }
}
