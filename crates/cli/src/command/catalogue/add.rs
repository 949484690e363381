//! `crdc catalogue add`: makes a catalogue of one's own. In: CRDs, and the name and the release of their
//! project. Out: a file that has the release, and all that it had before.
//!
//! Easy to break: nothing is written if a CRD has an error, and the file is read before it is replaced as a
//! whole. It may be of somebody else: what is made of it is bounded.

use std::path::PathBuf;

use super::texts::Texts;
use crate::catalogues;
use crate::command::git::GitTree;
use crate::command::{checked, crd_files};
use crate::count::number;
use crate::failure::Failure;
use crate::output::Diagnostics;
use crate::place::{To, is_stdout, not_a_format, write};
use crate::replace::replace;
use crate::validate::manifests::manifest;
use crdc_catalogue::{About, Builder, Catalogue, Project, Refused, Version, kept};
use crdc_source::diag::Severity;
use crdc_source::{Node, Source};
use serde_json::Value;

/// Adds CRDs as a release of a project to a file, which .crdc.yaml names with `catalogues: [FILE]`
///
/// Other releases and projects of the file stay; the same release is replaced. CRDs with errors are reported
/// as by crdc check, and nothing is written then.
#[derive(clap::Args)]
pub(super) struct Add {
    /// CRDs: files, folders, - for the standard input, or a commit: git:main:crds/
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The name of the project, as --release of crdc validate names it
    #[arg(long, value_name = "NAME", value_parser = word)]
    name: String,
    /// The version of the release, such as 1.2.0
    #[arg(long, value_name = "VERSION", value_parser = word)]
    release: String,
    /// Where the project is developed, OWNER/NAME
    #[arg(long, value_name = "REPOSITORY", value_parser = word)]
    repository: Option<String>,
    /// The catalogue; created if missing
    #[arg(short, long, value_name = "FILE", value_parser = not_a_format)]
    output: PathBuf,
    #[command(flatten)]
    diagnostics: Diagnostics,
}

/// The most releases of a project, each with all of its kinds: the writer compares every kind with every
/// release.
const MOST_CRDS: usize = 4_000_000;

/// A release to be written: its version, its commit and its CRDs.
type Release = (Version, String, Vec<Value>);

impl Add {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        if is_stdout(&self.output) {
            return Err("--output: a catalogue is no text; name a file".to_owned());
        }
        if self.output.exists() && !self.output.is_file() {
            return Err(format!("--output {}: it is no file", self.output.display()));
        }
        // A file that the command reads is refused.
        To::at(Some(&self.output), &self.files)?;
        if let Some(tree) =
            self.files.iter().find(|path| GitTree::of(path).is_some_and(|tree| !tree.has_path()))
        {
            return Err(format!("{0}: name a path of the commit: {0}:crds/", tree.display()));
        }
        let sources = crd_files::crds(&self.files, &[], "")?;
        let (all, mut found) = checked::all(&sources, &[], &[]);
        if !checked::any_crd(&all, &found) {
            checked::no_crd(&self.files);
            return Ok(false);
        }
        // `crdc check` prints warnings.
        found.retain(|located| located.diagnostic.severity() == Severity::Error);
        if !found.is_empty() {
            let done = format!("{} is not written", self.output.display());
            self.diagnostics.show(&sources, &found, &To::Out, &done)?;
            return Ok(false);
        }
        let crds: Vec<Value> = crds(&sources)?;
        let added = number(crds.len(), "CRD");
        let (bytes, releases) = self.catalogue((Version::new(&self.release), self.commit(), crds))?;
        // A link to a catalogue stays one.
        let file = self.output.canonicalize().unwrap_or_else(|_| self.output.clone());
        replace(&file, &bytes).map_err(|error| format!("cannot write {}: {error}", self.output.display()))?;
        let releases = number(releases, "release");
        let version = Version::new(&self.release);
        write(
            &To::Out,
            &format!(
                "wrote {}: {} {version} with {added}; the project has {releases}\n",
                self.output.display(),
                self.name
            ),
        )?;
        Ok(true)
    }

    /// The commit that all files are of, if they are of one.
    fn commit(&self) -> String {
        let of = |path: &PathBuf| Some(GitTree::of(path)?.commits(&[]));
        let commits: Option<Vec<Vec<String>>> = self.files.iter().map(of).collect();
        let mut commits = commits.unwrap_or_default().concat();
        commits.dedup();
        if commits.len() == 1 { commits.pop().unwrap_or_default() } else { String::new() }
    }

    /// The bytes of the catalogue with the release, and the number of releases of the project.
    fn catalogue(&self, release: Release) -> Result<(Vec<u8>, usize), Failure> {
        let old = if self.output.exists() { Some(catalogues::read(&self.output)?) } else { None };
        let (mut builder, texts) = (Builder::new(), Texts::new());
        let (mut release, mut count) = (Some(release), 1);
        for (catalogue, project) in
            old.iter().flat_map(|old| old.projects().iter().map(move |one| (old, one)))
        {
            let new = release.take_if(|_| project.name == self.name);
            let is_own = new.is_some();
            let releases = self.rewrite(&mut builder, (catalogue, project), new, &texts)?;
            count = if is_own { releases } else { count };
        }
        if let Some(new) = release {
            let repository = self.repository.clone().unwrap_or_default();
            let about = About { name: self.name.clone(), repository, ..About::default() };
            builder.project(about).map_err(|why| format!("{}: {why}", self.name))?;
            self.add(&mut builder, new)?;
        }
        Ok((builder.finish(), count))
    }

    /// Writes a project of the file again, with the new release if that is its own. Returns the number of its
    /// releases.
    fn rewrite(
        &self,
        builder: &mut Builder,
        (catalogue, project): (&Catalogue, &Project),
        new: Option<Release>,
        texts: &Texts,
    ) -> Result<usize, Failure> {
        let refused = |why: Refused| format!("{}: {why}", self.output.display());
        let (releases, kinds) = (project.releases.len(), project.definitions.len());
        if releases.saturating_mul(kinds) > MOST_CRDS {
            let of = format!("{} and {}", number(releases, "release"), number(kinds, "kind"));
            return Err(format!("{}: {} has {of}, which is too much", self.output.display(), project.name));
        }
        let mut about = about(project);
        if let (Some(_), Some(repository)) = (&new, &self.repository) {
            about.repository.clone_from(repository);
        }
        builder.project(about).map_err(refused)?;
        let is_replaced = |version: &Version| new.as_ref().is_some_and(|(new, ..)| new == version);
        let mut count = 0;
        for (index, release) in project.releases.iter().enumerate() {
            if is_replaced(&release.version) {
                continue;
            }
            let crds = stored(catalogue, project, index, texts)?;
            builder.release(release.version.as_str(), &release.commit, crds).map_err(refused)?;
            count += 1;
        }
        if let Some(new) = new {
            self.add(builder, new)?;
            count += 1;
        }
        Ok(count)
    }

    fn add(&self, builder: &mut Builder, (version, commit, crds): Release) -> Result<(), Failure> {
        let added = builder.release(version.as_str(), &commit, crds);
        added.map_err(|why| format!("{} {version}: {why}", self.name))
    }
}

/// A word of the index: the builder refuses blanks, `--release` of `crdc validate` splits at `=`.
fn word(text: &str) -> Result<String, String> {
    let is_wrong = |c: char| c.is_whitespace() || c.is_control() || c == '=';
    if text.is_empty() || text == "-" || text.contains(is_wrong) {
        return Err("it is a word without blanks and `=`".to_owned());
    }
    Ok(text.to_owned())
}

/// The CRDs of texts, as a catalogue keeps them.
fn crds(sources: &[Source]) -> Result<Vec<Value>, Failure> {
    let mut all = Vec::new();
    for source in sources {
        for manifest in manifest::read(source).0.into_iter().filter(|one| one.identity().is_crd()) {
            let cannot = |why: &str| {
                let (line, _) = source.line_column(manifest.node.span.start);
                format!("{}:{line}: {why}", source.name)
            };
            if manifest.node.get("apiVersion").and_then(Node::as_str) != Some("apiextensions.k8s.io/v1") {
                return Err(cannot("a catalogue has CRDs of apiextensions.k8s.io/v1 only: convert this one"));
            }
            let crd = serde_json::from_str(&manifest.node.to_json());
            all.push(kept(crd.map_err(|error| cannot(&error.to_string()))?));
        }
    }
    Ok(all)
}

/// What a catalogue says of a project besides its releases.
fn about(project: &Project) -> About {
    About {
        name: project.name.clone(),
        repository: project.repository.clone(),
        licence: project.licence.clone(),
        charts: project.charts.clone(),
        images: project.images.clone(),
        packages: project.packages.clone(),
    }
}

/// The CRDs of a release that stays.
fn stored(
    catalogue: &Catalogue,
    project: &Project,
    release: usize,
    texts: &Texts,
) -> Result<Vec<Value>, Failure> {
    let lines = project.definitions.iter().filter_map(|definition| definition.line(release));
    let crd = |line| {
        let text = texts.text(catalogue, project, line)?;
        serde_json::from_str(&text)
            .map_err(|error| format!("line {line} of the texts of {}: {error}", project.name))
    };
    lines.map(crd).collect()
}
