//! Writes a catalogue. In: projects, and the CRDs of each of their releases. Out: the bytes of the file,
//! which depend on nothing else.
//!
//! CRDs of a release are taken apart at once, and the texts of a project are deflated when the next one
//! begins: a catalogue is made of gigabytes of JSON, and memory has the distinct parts of one project.

mod nodes;
mod refused;
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

use crate::catalogue::MAGIC;
use crate::project::{Chart, VersionRule};
use crate::version::Version;
use nodes::{NodeId, Nodes};
pub use refused::Refused;

/// How hard the deflater looks for repetitions: the most.
const LEVEL: u8 = 10;

/// What a catalogue says of a project besides its releases. See [`Project`](crate::Project).
#[derive(Clone, Debug, Default)]
pub struct About {
    /// What people call it.
    pub name: String,
    /// `owner/name` on GitHub.
    pub repository: String,
    /// The licence of its CRDs, by SPDX.
    pub licence: String,
    /// The charts that install it.
    pub charts: Vec<Chart>,
    /// Its images, without tags.
    pub images: Vec<String>,
    /// Its packages of the Operator Lifecycle Manager.
    pub packages: Vec<String>,
}

/// A catalogue that is being written.
#[derive(Debug, Default)]
pub struct Builder {
    index: String,
    texts: Vec<u8>,
    draft: Option<Draft>,
}

/// The project that releases are added to.
#[derive(Debug)]
struct Draft {
    about: About,
    releases: Vec<(Version, String, BTreeMap<Name, NodeId>)>,
    versions: BTreeSet<Version>,
    nodes: Nodes,
}

/// Group, kind and plural of a CRD.
type Name = [String; 3];

impl Builder {
    /// A catalogue without projects.
    #[must_use]
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Begins a project, which the next releases belong to.
    ///
    /// # Errors
    /// A word cannot be written.
    pub fn project(&mut self, about: About) -> Result<(), Refused> {
        let charts = about.charts.iter().flat_map(|chart| chart.addresses.iter().chain([&chart.name]));
        let words = [&about.name, &about.repository, &about.licence];
        words
            .into_iter()
            .chain(charts)
            .chain(&about.images)
            .chain(&about.packages)
            .try_for_each(|one| word(one))?;
        for chart in &about.charts {
            let VersionRule::From(pairs) = &chart.versions else { continue };
            let versions = || pairs.iter().flat_map(|(from, release)| [from.as_str(), release.as_str()]);
            versions().try_for_each(word)?;
            let wrong = versions().find(|version| version.is_empty() || version.contains([',', '=']));
            if let Some(wrong) = wrong.or(pairs.is_empty().then_some("")) {
                return Err(Refused::Rule(wrong.to_owned()));
            }
        }
        self.pack();
        let (releases, versions) = (Vec::new(), BTreeSet::new());
        self.draft = Some(Draft { about, releases, versions, nodes: Nodes::default() });
        Ok(())
    }

    /// Adds a release of the last project, in any order; snapshots stay in the order in which they are added.
    /// A CRD may be any object that has a group, a kind and a plural: [`kept`](crate::kept) reduces it.
    ///
    /// # Errors
    /// A word cannot be written, the project has the version, or a value is no CRD.
    pub fn release(&mut self, version: &str, commit: &str, crds: Vec<Value>) -> Result<(), Refused> {
        let draft = self.draft.as_mut().ok_or(Refused::NoProject)?;
        let version = Version::new(version);
        word(version.as_str())?;
        word(commit)?;
        if draft.versions.contains(&version) {
            return Err(Refused::Release(version.to_string()));
        }
        let mut ids = BTreeMap::new();
        for crd in crds {
            let name = name(&crd)?;
            let id = draft.nodes.add(crd)?;
            if ids.insert(name.clone(), id).is_some() {
                let [group, _, plural] = name;
                return Err(Refused::Twice(format!("{plural}.{group}")));
            }
        }
        draft.versions.insert(version.clone());
        draft.releases.push((version, commit.to_owned(), ids));
        Ok(())
    }

    /// The bytes of the catalogue.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        self.pack();
        let index = miniz_oxide::deflate::compress_to_vec(self.index.as_bytes(), LEVEL);
        // A reader refuses a longer index anyway.
        let length = u32::try_from(index.len()).unwrap_or(u32::MAX);
        [MAGIC, &length.to_le_bytes(), &index, &self.texts].concat()
    }

    /// Writes the project that releases were added to.
    fn pack(&mut self) {
        let Some(Draft { about, mut releases, nodes, .. }) = self.draft.take() else { return };
        // Snapshots have no order of their own, and the sort is stable.
        releases.sort_by(|(one, ..), (other, ..)| match one.is_snapshot() && other.is_snapshot() {
            true => std::cmp::Ordering::Equal,
            false => one.cmp(other),
        });
        let names: BTreeSet<&Name> = releases.iter().flat_map(|(_, _, ids)| ids.keys()).collect();
        let found = |name: &Name| -> Vec<Option<NodeId>> {
            releases.iter().map(|(_, _, ids)| ids.get(name).copied()).collect()
        };
        let definitions: Vec<(&Name, Vec<Option<NodeId>>)> =
            names.iter().map(|name| (*name, found(name))).collect();
        let texts = texts::write(&nodes, definitions.iter().map(|(_, ids)| ids.as_slice()));
        let deflated = miniz_oxide::deflate::compress_to_vec(texts.text.as_bytes(), LEVEL);
        let offset = self.texts.len().to_string();
        let length = deflated.len().to_string();
        self.texts.extend(deflated);

        let index = &mut self.index;
        line(index, "P", [&about.name, &about.repository, &about.licence, &offset, &length]);
        for (version, commit, _) in &releases {
            line(index, "R", [version.as_str(), commit]);
        }
        for chart in &about.charts {
            let rule = rule(&chart.versions);
            line(index, "C", [&chart.name, &rule].into_iter().chain(&chart.addresses));
        }
        for (letter, names) in [("I", &about.images), ("O", &about.packages)] {
            if !names.is_empty() {
                line(index, letter, names);
            }
        }
        for ([group, kind, plural], ids) in &definitions {
            line(index, "D", [group, kind, plural, &texts.runs(ids)]);
        }
    }
}

/// A line of the index.
fn line<S: AsRef<str>>(index: &mut String, letter: &str, words: impl IntoIterator<Item = S>) {
    index.push_str(letter);
    for word in words {
        let word = word.as_ref();
        index.push(' ');
        index.push_str(if word.is_empty() { "-" } else { word });
    }
    index.push('\n');
}

/// How the index writes a rule.
fn rule(versions: &VersionRule) -> String {
    let VersionRule::From(pairs) = versions else { return "same".to_owned() };
    let mut text = String::new();
    for (from, release) in pairs {
        let comma = if text.is_empty() { "" } else { "," };
        // Writing to a String cannot fail.
        let _ = write!(text, "{comma}{from}={release}");
    }
    text
}

/// Whether a word can be part of a line.
fn word(word: &str) -> Result<(), Refused> {
    match word == "-" || word.contains(|c: char| c.is_whitespace() || c.is_control()) {
        true => Err(Refused::Word(word.to_owned())),
        false => Ok(()),
    }
}

/// Group, kind and plural of a CRD.
fn name(crd: &Value) -> Result<Name, Refused> {
    let text = |pointer, named| {
        let found = crd.pointer(pointer).and_then(Value::as_str).filter(|found| !found.is_empty());
        let found = found.ok_or(Refused::Missing(named))?;
        word(found).map(|()| found.to_owned())
    };
    Ok([
        text("/spec/group", "spec.group")?,
        text("/spec/names/kind", "spec.names.kind")?,
        text("/spec/names/plural", "spec.names.plural")?,
    ])
}
