//! `crdc check`: reports what a server would reject in these documents and what their compiled form would
//! leave out. With `--old`, also what the change means for stored objects.

use super::allow::Allow;
use super::change_policy::{ChangePolicy, Deny, For};
use super::check_report::{CheckReport, crd_at, identity};
use super::checked::{all_with, any_crd, no_crd};
use super::from_version;
use super::git::GitTree;
use super::published::Published;
use crate::baseline::{Baseline, BaselineOptions, Key, Limit};
use crate::config::Config;
use crate::count::number;
use crate::edit::member;
use crate::failure::Failure;
use crate::field_validation::FieldValidation;
use crate::identity::Identity;
use crate::input;
use crate::output::{DiagnosticFormat, Diagnostics, Terminal, complain};
use crate::place::{Place, To, write};
use crate::validate::folder::{Layout, Sort};
use crate::validate::manifests::manifest;
use crate::validate::report::ReportFormat;
use crate::validate::schemas::loader;
use crdc_check::{CheckOptions, Checked, Located, fold_kustomize};
use crdc_documents::compare::{self, Compared, Policy};
use crdc_documents::dialects;
use crdc_plan::check_openapi;
use crdc_schema::is_patch;
use crdc_source::diag::{Diagnostic, Severity};
use crdc_source::{Source, is_document};
use crdc_vocabulary::Minor;
use std::path::{Path, PathBuf};

/// Checks CustomResourceDefinitions; exit code 1 if there are errors or no documents
///
/// With --old, FILE is checked as an update of OLD, and the effects of the change on stored objects are
/// printed: what is pruned, which rules are tighter or looser and whether the server ignores their errors on
/// updates (ratcheting), defaults, versions, and documents that only OLD has. These effects change the exit
/// code only with --deny.
#[derive(clap::Args)]
pub(super) struct Check {
    /// Files, folders of .yaml, .yml and .json files, or - for the standard input
    #[arg(required_unless_present = "openapi", value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    published: Published,
    /// The current documents, of which FILE is checked as an update: a file, a folder, - for the standard
    /// input, or a commit: git:main (FILE as it is there), git:main:crds/
    #[arg(long, value_name = "OLD")]
    old: Option<PathBuf>,
    /// Also prints where the dialects of immutability differ, for each immutability extension
    #[arg(long)]
    dialects: bool,
    /// Also compares the served versions of each document, each with the newer ones: clients of both see the
    /// same objects
    #[arg(long)]
    served: bool,
    /// Also warns about what API guidelines advise against: booleans, floats, unsigned integers, maps, lists
    /// without a list type, unusual conditions; with --old, about what OLD does not have
    #[arg(long)]
    style: bool,
    /// The oldest server that the documents are applied to, such as 1.29: rules that it refuses are errors,
    /// what it drops or ignores are warnings [default: what .crdc.yaml says, or 1.36]
    #[arg(long = "kubernetes", alias = "server", value_name = "VERSION")]
    server: Option<Minor>,
    /// Says from which server version on each document works, and what stops the version before; exit code 1
    /// if that is newer than VERSION
    #[arg(long, value_name = "VERSION", conflicts_with_all = ["server", "old", "openapi", "dialects", "served", "style", "deny", "baseline", "write_baseline", "max_findings"])]
    from: Option<Minor>,
    /// What unknown fields and duplicate keys of the documents are, as for kubectl: it asks servers to refuse
    /// them
    #[arg(long, value_enum, value_name = "HOW", default_value_t, ignore_case = true)]
    field_validation: FieldValidation,
    #[command(flatten)]
    allow: Allow,
    /// Leave out files without CustomResourceDefinitions: for hooks, which name every changed file
    #[arg(long)]
    as_found: bool,
    #[command(flatten)]
    baseline: BaselineOptions,
    /// Exit code 1 if the change from OLD, or between served versions, has consequences for objects
    #[arg(long, value_enum, value_name = "IMPACT")]
    deny: Option<Deny>,
    /// For whom changes are looked at; clients fails on what may break, and on added values of enums,
    /// defaults, nulls and removed patterns
    #[arg(long = "for", value_enum, value_name = "WHO", default_value_t)]
    of: For,
    /// Policies for style and kinds of changes, and warnings that are ignored [default: .crdc.yaml in the
    /// working folder, if there is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
    /// The format of the report; json is an object on each line
    #[arg(long = "format", value_enum, default_value_t, value_name = "FORMAT")]
    report: ReportFormat,
    #[command(flatten)]
    terminal: Terminal,
}

impl Check {
    /// How diagnostics are shown. Formats without diagnostics show none.
    fn diagnostics(&self) -> Diagnostics {
        let shape = match self.report {
            ReportFormat::Json => DiagnosticFormat::Json,
            other => other.shape().unwrap_or_default(),
        };
        Diagnostics::new(shape, self.terminal)
    }

    pub(super) fn run(&self) -> Result<bool, Failure> {
        if self.deny.is_some() && self.old.is_none() && !self.served {
            return Err("--deny needs --old or --served".to_owned());
        }
        if self.of == For::Clients && self.old.is_none() && !self.served {
            return Err("--for clients needs --old or --served".to_owned());
        }
        let place = self.place.open(&self.read())?;
        let is_text = self.report.shape().is_some() || self.report == ReportFormat::Json;
        let to = if is_text { &place } else { &To::Nowhere };
        let config = Config::load(self.config.as_deref(), self.diagnostics().format(&To::Err))?;
        let old = self.old()?;
        let files = if self.as_found { input::found(&self.files) } else { self.files.clone() };
        let (mut sources, patches) = without_patches(input::sources(&files)?, &self.files);
        if self.as_found {
            let is_read =
                |source: &Source| source.name == input::STDIN || is_document(Path::new(&source.name));
            sources.retain(|source| is_read(source) && !loader::has_none(source));
            sources = sources.into_iter().filter_map(|source| loader::rendered(source, false)).collect();
        }
        if let Some(from) = self.from {
            if !is_text {
                return Err("--from has the formats text, plain, json and markdown".to_owned());
            }
            return from_version::run(
                &sources,
                from,
                (self.diagnostics(), &place),
                &self.files,
                self.as_found,
            );
        }
        let style = config.style(self.style);
        let server = self.server.or(config.server());
        let options = CheckOptions { style: &style, server, ..CheckOptions::default() };
        let (checked, mut found) = all_with(&sources, old.as_deref().unwrap_or_default(), options);
        let crds = sources.is_empty() || self.as_found || any_crd(&checked, &found);
        self.field_validation.apply(&mut found);
        if config.ignores() {
            found.retain(|located| !is_ignored(located, &sources, &checked, &config));
        }
        let documents = checked.iter().map(|checked| checked.documents).sum();
        let mut done = format!("checked {}", number(documents, "document"));
        let files = sources.len();
        let folded = fold_kustomize(&mut found, !crds) + patches;
        if folded > 0 {
            done += &format!(", skipped {} of kustomize", number(folded, "document"));
        }
        if let Some((source, kinds)) = self.published.read()? {
            let checked = check_openapi(&source, kinds);
            let and = if files == 0 { "checked".to_owned() } else { format!("{done} and") };
            done = format!("{and} {}", number(checked.kinds, "kind"));
            let problems = checked.diagnostics.into_iter();
            found.extend(problems.map(|diagnostic| Located { source: files, diagnostic }));
            sources.push(source);
        }
        if !crds {
            no_crd(&self.files);
        }
        let new = sources.len();
        for (index, old) in old.iter().flatten().enumerate() {
            let problems = compare::unreadable(old).into_iter();
            found.extend(problems.map(|diagnostic| Located { source: new + index, diagnostic }));
            sources.push(old.clone());
        }
        self.allow.apply(&mut found);
        let all = found.len();
        let mut baseline = Baseline::load(&self.baseline)?;
        let names: Vec<String> = sources.iter().filter_map(|source| baseline.reads(&source.name)).collect();
        if baseline.is_used() {
            found.retain(|located| !is_known(located, &names, &checked, &mut baseline));
            done += &format!(", {}", number(all - found.len(), "known finding"));
        }
        let mut limit = Limit::of(&self.baseline);
        limit.add(found.len());
        let count = self.diagnostics().show_first(&sources, &found, limit.most(), to, &done)?;
        let more = limit.line() + &baseline.end()?.lines();
        if self.diagnostics().is_for_programs() {
            more.lines().for_each(complain);
        } else {
            write(to, &more)?;
        }
        if self.dialects {
            for source in sources.iter().take(new) {
                let marks = dialects::differences_in(source);
                write(to, &dialects::render(source, &marks, self.diagnostics().format(to)))?;
            }
        }
        let given = sources.get(..files).unwrap_or_default();
        let policy = ChangePolicy { deny: self.deny, of: self.of, config: &config };
        let mut report = (!is_text).then(|| CheckReport::new(&sources, &found, &checked, limit.most()));
        let mut denied = match &old {
            Some(old) => self.compare(old, given, policy, to, &mut report)?,
            None => false,
        };
        for source in given.iter().filter(|_| self.served) {
            let mut compared = compare::served_versions(source);
            policy.apply(&mut compared);
            denied |= self.changes(source, source, &compared, to, &mut report)?;
        }
        if let Some(report) = report {
            write(&place, &report.text(self.report))?;
        }
        Ok(count.errors == 0 && !denied && crds)
    }

    /// The files that the command reads, apart from git commits.
    fn read(&self) -> Vec<PathBuf> {
        self.files.iter().chain(&self.old).cloned().collect()
    }

    /// The current documents.
    fn old(&self) -> Result<Option<Vec<Source>>, Failure> {
        let Some(path) = &self.old else { return Ok(None) };
        if input::is_stdin(path) && self.files.iter().any(|file| input::is_stdin(file)) {
            return Err("FILE and --old cannot both be the standard input (-)".to_owned());
        }
        let sources = match GitTree::of(path) {
            Some(tree) => tree.sources(&self.files, ": what is there now is compared with nothing")?,
            None => input::sources(std::slice::from_ref(path))?,
        };
        if sources.iter().all(|old| compare::unreadable(old).is_empty() && !compare::has_crds(old)) {
            return Err(format!(
                "--old: no CustomResourceDefinition in {}: there is nothing to compare with",
                path.display()
            ));
        }
        Ok(Some(sources))
    }

    /// Prints the changes; returns whether `--deny` rejects them.
    fn compare(
        &self,
        old: &[Source],
        sources: &[Source],
        policy: ChangePolicy<'_>,
        to: &To,
        report: &mut Option<CheckReport>,
    ) -> Result<bool, Failure> {
        let mut denied = false;
        let mut comparison = compare::compare_all(old, sources);
        comparison.sources.iter_mut().for_each(|compared| policy.apply(compared));
        policy.apply(&mut comparison.removed);
        let removed: Vec<Vec<Compared>> = (0..old.len())
            .map(|index| comparison.removed.iter().filter(|one| one.old == index).cloned().collect())
            .collect();
        let format = self.diagnostics().format(to);
        let totals = compare::totals(&comparison, format);
        let sources = sources.iter().zip(&comparison.sources).chain(old.iter().zip(&removed));
        for (source, compared) in sources {
            for compared in compared.chunk_by(|one, next| one.old == next.old) {
                let Some(old) = compared.first().and_then(|one| old.get(one.old)) else { continue };
                // If several definitions are compared, the totals name the unchanged ones.
                if totals.is_none() || compared.iter().any(|one| !one.changes.is_empty()) {
                    denied |= self.changes(old, source, compared, to, report)?;
                }
            }
        }
        write(to, &totals.unwrap_or_default())?;
        Ok(denied)
    }

    /// Prints changes; returns whether `--deny` or a policy rejects them.
    fn changes(
        &self,
        old: &Source,
        new: &Source,
        compared: &[Compared],
        to: &To,
        report: &mut Option<CheckReport>,
    ) -> Result<bool, Failure> {
        if compared.is_empty() {
            return Ok(false);
        }
        write(to, &compare::render(old, new, compared, self.diagnostics().format(to)))?;
        if let Some(report) = report {
            report.changes(new, compared);
        }
        let mut changes = compared.iter().flat_map(|one| &one.changes);
        Ok(changes.any(|change| change.policy == Some(Policy::Denied)))
    }
}

/// The sources without files of folders that a kustomization names as patches, and the number of these files:
/// such a patch may contain all parts of the definition that it changes.
fn without_patches(sources: Vec<Source>, files: &[PathBuf]) -> (Vec<Source>, usize) {
    let names: Vec<PathBuf> = sources.iter().map(|source| PathBuf::from(&source.name)).collect();
    let is_named = |name: &str| files.iter().any(|file| file.as_os_str() == name);
    let layout = Layout::of(&names, |index| is_named(&sources[index].name), |index| sources[index].clone());
    let all = sources.len();
    // Other patches are recognized by their content.
    let looks_whole = |source: &Source| {
        let crds = manifest::read(source).0.into_iter().map(|manifest| manifest.node);
        crds.into_iter().any(|node| member(&node, "kind") == "CustomResourceDefinition" && !is_patch(&node))
    };
    let kept = sources.into_iter().enumerate().filter(|(index, source)| {
        layout.sort(*index) != Some(Sort::Patch) || is_named(&source.name) || !looks_whole(source)
    });
    let kept: Vec<Source> = kept.map(|(_, source)| source).collect();
    let patches = all - kept.len();
    (kept, patches)
}

/// Whether an entry of `.crdc.yaml` covers a warning about a document. Errors are never ignored: a server
/// refuses the document.
fn is_ignored(located: &Located, sources: &[Source], checked: &[Checked], config: &Config) -> bool {
    let Located { source, diagnostic } = located;
    let (Some(file), Some(checked)) = (sources.get(*source), checked.get(*source)) else { return false };
    if diagnostic.severity() == Severity::Error {
        return false;
    }
    let identity = crd_of(diagnostic, checked).unwrap_or_default();
    config.reason(diagnostic.code.name(), None, &identity, &file.name).is_some()
}

/// Whether the baseline contains a diagnostic. `names` are the names of the sources in the baseline.
fn is_known(located: &Located, names: &[String], checked: &[Checked], baseline: &mut Baseline) -> bool {
    let Located { source, diagnostic } = located;
    let Some(file) = names.get(*source) else { return false };
    let crd = checked.get(*source).and_then(|checked| crd_of(diagnostic, checked));
    baseline.knows(Key {
        file: file.clone(),
        object: crd.as_ref().map(Identity::words),
        field: None,
        id: diagnostic.code.name().to_owned(),
        message: diagnostic.message.clone(),
    })
}

/// The definition that a diagnostic is about; `None` if it is about the text.
fn crd_of(diagnostic: &Diagnostic, checked: &Checked) -> Option<Identity> {
    crd_at(diagnostic, checked).and_then(|at| checked.crds.get(at)).map(|one| identity(one.crd()))
}
