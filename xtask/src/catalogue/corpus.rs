//! The catalogue of the corpus. In: `MANIFEST.tsv`, which says of each file where it comes from and its
//! licence, and the CRDs that it names. Out: a catalogue with a snapshot of each repository.
//!
//! The history of a few CRDs, which the corpus has too, makes no releases: a release without most of its
//! kinds would say that the project does not have them.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use crdc_catalogue::{About, Builder, Chart, VersionRule};
use serde_json::Value;

use super::list::{self, List, Project};
use super::notice::Taken;
use super::relax::relax;
use super::{Made, documents};

/// Licences whose files may be part of the catalogue.
const LICENCES: [&str; 4] = ["Apache-2.0", "MIT", "BSD-2-Clause", "BSD-3-Clause"];

/// A line of the manifest.
struct Row<'a> {
    file: &'a str,
    repository: &'a str,
    commit: &'a str,
    licence: &'a str,
}

/// What is made of a project.
struct Draft<'a> {
    about: About,
    snapshot: Snapshot<'a>,
}

#[derive(Default)]
struct Snapshot<'a> {
    /// Of the repository itself, or else of its first part.
    commit: &'a str,
    sources: Vec<(&'a str, &'a str)>,
    /// By plural and group.
    crds: BTreeMap<String, Value>,
}

/// Makes the catalogue of a corpus.
pub(super) fn make(list: &List, corpus: &Path) -> Result<Made> {
    let manifest = corpus.join("MANIFEST.tsv");
    let manifest = std::fs::read_to_string(&manifest).with_context(|| manifest.display().to_string())?;
    let (mut drafts, mut warnings) = (BTreeMap::new(), Vec::new());
    let of_crd = |line: &&str| line.starts_with("crds/");
    for row in manifest.lines().filter(of_crd).map(row) {
        let row = row?;
        if !LICENCES.contains(&row.licence) {
            warnings.push(format!("{}: the licence is {}", row.file, row.licence));
            continue;
        }
        let path = corpus.join(row.file);
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        match documents::crds(row.file, &text) {
            Ok(crds) => crds.into_iter().for_each(|crd| add(&mut drafts, list, &row, crd)),
            Err(why) => warnings.push(format!("{}: {why}", row.file)),
        }
    }
    let (mut builder, mut taken) = (Builder::new(), Vec::new());
    for (name, Draft { about, snapshot }) in drafts {
        let mut notice = Taken::new(&name, &about.licence);
        builder.project(about)?;
        for (repository, commit) in &snapshot.sources {
            notice.add(repository, SNAPSHOT, commit);
        }
        let (commit, mut crds) = (snapshot.commit, snapshot.crds.into_values().collect::<Vec<_>>());
        let project = list.projects.iter().find(|project| project.name == name);
        for relaxed in project.map_or(&[][..], |project| &project.relaxed) {
            relax(relaxed, &mut crds);
        }
        builder.release(&format!("{SNAPSHOT}{commit}"), commit, crds)?;
        taken.push(notice);
    }
    Ok(Made { bytes: builder.finish(), taken, warnings })
}

/// What the version of a snapshot begins with; its commit follows.
const SNAPSHOT: &str = "@";

/// A line with a CRD of `crds`.
fn row(line: &str) -> Result<Row<'_>> {
    let words: Vec<&str> = line.split('\t').collect();
    let [file, repository, commit, _, licence] = words[..] else {
        bail!("MANIFEST.tsv: {line:?} has {} columns, and not 5", words.len());
    };
    Ok(Row { file, repository, commit, licence })
}

/// Adds a CRD to the project of the list that has its repository and its group, or to one of the repository's
/// name.
fn add<'a>(drafts: &mut BTreeMap<String, Draft<'a>>, list: &List, row: &Row<'a>, crd: Value) {
    let text = |pointer| crd.pointer(pointer).and_then(Value::as_str);
    let (Some(group), Some(plural)) = (text("/spec/group"), text("/spec/names/plural")) else { return };
    let mut projects = list.projects.iter();
    let listed = projects
        .find(|project| has(project, row.repository) && project.groups.iter().any(|own| own == group));
    let name = listed.map_or(row.repository, |project| &project.name);
    let draft = drafts.entry(name.to_owned()).or_insert_with(|| {
        // Which releases other charts install is in repositories that the corpus has not.
        let same = |chart: &&list::Chart| chart.version.is_none();
        let chart = |chart: &list::Chart| Chart {
            name: chart.name.clone(),
            versions: VersionRule::Same,
            addresses: chart.at.clone(),
        };
        let of = |project: &Project| About {
            name: project.name.clone(),
            repository: project.repository.clone(),
            licence: project.licence.clone(),
            charts: project.charts.iter().filter(same).map(chart).collect(),
            images: project.images.clone(),
            packages: project.packages.clone(),
        };
        let repository = row.repository.to_owned();
        let about = listed.map_or(
            About { name: name.to_owned(), repository, licence: row.licence.to_owned(), ..About::default() },
            of,
        );
        Draft { about, snapshot: Snapshot::default() }
    });
    let Draft { about, snapshot } = draft;
    if snapshot.commit.is_empty() || row.repository == about.repository {
        snapshot.commit = row.commit;
    }
    if !snapshot.sources.contains(&(row.repository, row.commit)) {
        snapshot.sources.push((row.repository, row.commit));
    }
    snapshot.crds.entry(format!("{plural}.{group}")).or_insert(crd);
}

/// Whether a repository is that of a project, or of a part of it.
fn has(project: &Project, repository: &str) -> bool {
    project.repository == repository || project.parts.iter().any(|part| part.repository == repository)
}
