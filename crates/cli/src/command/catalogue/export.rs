//! `crdc catalogue export`: the CRDs of a release as files. In: a project, and a release of it. Out: YAML on
//! the standard output or below a folder; or JSON Schemas for editors.
//!
//! Easy to break: names of groups and plurals come from a file, and become names of files.

use std::path::PathBuf;

use super::named::{self, Found};
use super::ranges::ends;
use super::sources::Catalogues;
use super::texts::Texts;
use crate::catalogues::release_name;
use crate::command::checked;
use crate::command::files::{self, File};
use crate::command::publish::schemas::Schemas;
use crate::count::number;
use crate::failure::Failure;
use crate::output::{Diagnostics, complain};
use crate::place::{To, is_stdout, write};
use crdc_catalogue::{Catalogue, Definition, Found as Nearest, Version};
use crdc_source::Source;
use crdc_source::diag::Severity;
use crdc_source::diag::outside::is_hidden;

/// Writes the CRDs of a release as YAML, or their JSON Schemas for editors
///
/// YAML is printed as one stream, or with --output written as DIR/GROUP_PLURAL.yaml. JSON Schemas are written
/// as DIR/GROUP/KIND_VERSION.json, for `# yaml-language-server: $schema=FILE`.
#[derive(clap::Args)]
pub(super) struct Export {
    /// The name of a project
    #[arg(value_name = "PROJECT")]
    project: String,
    /// The release [default: the newest of the catalogue]
    #[arg(value_name = "RELEASE")]
    release: Option<String>,
    /// Write JSON Schemas instead of CRDs
    #[arg(long)]
    json_schema: bool,
    #[command(flatten)]
    schemas: Schemas,
    /// The output folder; created if missing. Without it, or with -, the CRDs are printed
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    #[command(flatten)]
    catalogues: Catalogues,
    #[command(flatten)]
    diagnostics: Diagnostics,
}

impl Export {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        if let (false, Some(option)) = (self.json_schema, self.schemas.given()) {
            return Err(format!("{option} needs --json-schema"));
        }
        let catalogues = self.catalogues.load()?;
        let (found, release) = self.release(&catalogues)?;
        let project = found.project;
        let name = release_name(project, release);
        if let Some(asked) = self.release.as_deref().map(Version::new)
            && project.releases.get(release).is_some_and(|found| found.version != asked)
        {
            complain(&format!("note: {} {asked}: the catalogue has {name}", project.name));
        }
        let texts = Texts::new();
        let mut crds = Vec::new();
        for definition in &project.definitions {
            let Some(line) = definition.line(release) else { continue };
            crds.push((definition, texts.tree(found.catalogue, project, line)?));
        }
        if crds.is_empty() {
            return Err(format!("{} {name} has no CRD", project.name));
        }
        let of = format!("{} {name}", project.name);
        if !self.json_schema {
            let crds = crds.iter().map(|(definition, crd)| File {
                path: format!("{}.yaml", file_name(definition)),
                text: crdc_source::to_yaml(crd),
            });
            self.write(stream(crds.collect(), self.folder().is_some()), &of)?;
            return Ok(true);
        }
        let source = |(definition, crd): &(&Definition, crdc_source::Node)| {
            Source::new(format!("{}.yaml", file_name(definition)), crdc_source::to_yaml(crd))
        };
        let sources: Vec<Source> = crds.iter().map(source).collect();
        let (checked, mut problems) = checked::all(&sources, &[], &[]);
        problems.retain(|located| located.diagnostic.severity() == Severity::Error);
        if !problems.is_empty() {
            let done = format!("{of}: {}", number(sources.len(), "CRD"));
            self.diagnostics.show(&sources, &problems, &To::Err, &done)?;
        }
        self.write(self.schemas.documents(&checked, false)?.files, &of)?;
        Ok(problems.is_empty())
    }

    /// The folder that is written to.
    fn folder(&self) -> Option<&PathBuf> {
        self.output.as_ref().filter(|folder| !is_stdout(folder))
    }

    fn write(&self, files: Vec<File>, of: &str) -> Result<(), Failure> {
        let done = files::write(&files, self.folder().map(PathBuf::as_path))?;
        if self.folder().is_some() {
            write(&To::Err, &format!("{of}: {done}\n"))?;
        }
        Ok(())
    }

    /// The project and the index of the release. Of several projects with the name, the first with the
    /// release, or else the first with one of its minor version.
    fn release<'c>(&self, catalogues: &'c [Catalogue]) -> Result<(Found<'c>, usize), Failure> {
        let all = named::projects(catalogues, &self.project);
        let [first, ..] = all.as_slice() else { return Err(named::no_project(catalogues, &self.project)) };
        let Some(release) = &self.release else {
            // Snapshots come last, and have no place among the releases.
            let releases = || first.project.releases.iter();
            let newest = releases().rposition(|release| !release.version.is_snapshot());
            let newest = newest.or(releases().len().checked_sub(1));
            return newest
                .map(|newest| (*first, newest))
                .ok_or_else(|| format!("{} has no release in the catalogue", self.project));
        };
        let version = Version::new(release);
        let is_exact =
            |found: &&Found<'c>| found.project.releases.iter().any(|known| known.version == version);
        let nearest = |found: &Found<'c>| match found.project.nearest(&version) {
            Nearest::Release(index) => Some((*found, index)),
            _ => None,
        };
        // The patch itself counts before one of the same minor version.
        all.iter().filter(is_exact).chain(&all).find_map(nearest).ok_or_else(|| {
            let known: Vec<String> = all.iter().map(|found| ends(found.project)).collect();
            format!("{} {version} is not in the catalogue, which has {}", self.project, known.join(" and "))
        })
    }
}

/// All documents as one, unless each becomes a file.
fn stream(files: Vec<File>, each: bool) -> Vec<File> {
    if each {
        return files;
    }
    let texts: Vec<String> = files.into_iter().map(|file| file.text).collect();
    vec![File { path: "crds.yaml".to_owned(), text: texts.join("---\n") }]
}

/// `GROUP_PLURAL`, without what would lead to another folder or not be shown.
fn file_name(definition: &Definition) -> String {
    let is_unfit = |c: char| matches!(c, '/' | '\\') || is_hidden(c);
    format!("{}_{}", definition.group, definition.plural).replace(is_unfit, "_")
}
