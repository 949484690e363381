//! The list of projects, `xtask/catalogue.toml`. In: TOML. Out: projects, whose patterns have been checked.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use crdc_catalogue::Version;
use regex::Regex;
use serde::Deserialize;

/// The projects of the catalogue.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    /// The day since when releases are taken, as `2024-09-01`.
    pub(super) from: String,
    #[serde(rename = "project", default)]
    pub(super) projects: Vec<Project>,
}

/// A project, and where its CRDs are.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Project {
    pub(super) name: String,
    pub(super) repository: String,
    pub(super) licence: String,
    pub(super) tags: Option<Pattern>,
    /// Of a repository that has a branch for each minor version, and no tags.
    pub(super) branches: Option<Pattern>,
    /// The oldest version that is taken, whatever its day.
    pub(super) since: Option<String>,
    /// Its own groups: files may have CRDs of others too.
    pub(super) groups: Vec<String>,
    /// Where its CRDs are, in releases of different times.
    #[serde(default)]
    pub(super) crds: Vec<Layout>,
    #[serde(default)]
    pub(super) images: Vec<String>,
    #[serde(default)]
    pub(super) packages: Vec<String>,
    #[serde(rename = "chart", default)]
    pub(super) charts: Vec<Chart>,
    #[serde(rename = "part", default)]
    pub(super) parts: Vec<Part>,
    #[serde(rename = "openapi", default)]
    pub(super) documents: Vec<OpenApi>,
    #[serde(rename = "relaxed", default)]
    pub(super) relaxed: Vec<Relaxed>,
}

/// A constraint of a CRD that installations do not have.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Relaxed {
    /// The name of the CRD.
    pub(super) crd: String,
    /// The path of the value; `[]` stands for the items of a list.
    pub(super) path: String,
    /// The keyword that is removed.
    pub(super) keyword: String,
    /// The reason, for readers of the list.
    #[serde(rename = "why")]
    #[expect(dead_code, reason = "a reason must be written, and nothing reads it")]
    pub(super) why: String,
}

/// Kinds that have no CRD, since an aggregated API server serves them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenApi {
    /// A document of Swagger 2.0.
    pub(super) file: String,
    /// What is before a kind in the name of its definition.
    pub(super) prefix: String,
    pub(super) group: String,
    pub(super) version: String,
    pub(super) kinds: Vec<String>,
    /// The kinds that have no namespace.
    #[serde(default)]
    pub(super) cluster: Vec<String>,
    /// Plurals that are not the kind in small letters with `s`.
    #[serde(default)]
    pub(super) plurals: BTreeMap<String, String>,
}

/// A chart that installs the project.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Chart {
    pub(super) name: String,
    pub(super) at: Vec<String>,
    /// Where its `appVersion` is; otherwise its version is that of the release.
    pub(super) version: Option<ChartVersion>,
}

/// Where the tags of a chart are, and the file with its `appVersion`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ChartVersion {
    pub(super) repository: String,
    pub(super) tags: Pattern,
    pub(super) file: String,
}

/// A repository with CRDs of the project, of which a release names a release.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Part {
    pub(super) repository: String,
    pub(super) tags: Pattern,
    pub(super) crds: Vec<Layout>,
    /// Otherwise its version is that of the release.
    pub(super) version: Option<PartVersion>,
}

/// The file of the project, and the text in it, that has the version of a part.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PartVersion {
    pub(super) file: String,
    pub(super) pattern: VersionPattern,
}

/// A regular expression whose first group is the version.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct VersionPattern(Regex);

/// How a project names its tags or branches: a text before and after the version.
#[derive(Debug, Deserialize)]
#[serde(try_from = "String")]
pub(super) struct Pattern {
    before: String,
    after: String,
}

/// Patterns of paths that are taken together. The first layout that has CRDs of a release counts; if it has
/// one twice, so does the first pattern.
#[derive(Debug, Deserialize)]
#[serde(try_from = "OneOrMore")]
pub(super) struct Layout(pub(super) Vec<Glob>);

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

/// Paths of files: `*` stands for a part of a name, `**` for folders.
#[derive(Debug)]
pub(super) struct Glob(glob::Pattern);

/// Reads the list.
pub(super) fn read(file: &Path) -> Result<List> {
    let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
    parse(&text).with_context(|| file.display().to_string())
}

/// Parses the text of a list.
pub(super) fn parse(text: &str) -> Result<List> {
    let mut list: List = toml::from_str(text)?;
    let day = |text: &str| {
        let form = |byte: u8| if byte.is_ascii_digit() { b'0' } else { byte };
        text.bytes().map(form).eq(*b"0000-00-00")
    };
    ensure!(day(&list.from), "from = {:?} is not a day such as 2024-09-01", list.from);
    for project in &list.projects {
        let named = || format!("project {}", project.name);
        let either = project.tags.is_some() != project.branches.is_some();
        ensure!(either, "{}: expected either tags or branches", named());
        let since = project.since.as_deref().unwrap_or("0");
        ensure!(Version::new(since).number().is_some(), "{}: since = {since:?} is not a version", named());
        ensure!(!project.groups.is_empty(), "{}: no groups", named());
        ensure!(!project.crds.is_empty() || !project.parts.is_empty(), "{}: neither crds nor parts", named());
        let charts = project.charts.iter().filter_map(|chart| chart.version.as_ref());
        let repositories = charts.map(|version| &version.repository).chain([&project.repository]);
        for repository in repositories.chain(project.parts.iter().map(|part| &part.repository)) {
            let form = repository.split('/').filter(|part| is_name(part)).count() == 2;
            ensure!(
                form && repository.matches('/').count() == 1,
                "{}: {repository:?} is not OWNER/NAME",
                named()
            );
        }
    }
    list.projects.sort_by(|one, other| one.name.cmp(&other.name));
    let twice =
        list.projects.iter().zip(list.projects.iter().skip(1)).find(|(one, other)| one.name == other.name);
    if let Some((project, _)) = twice {
        anyhow::bail!("project {} is there twice", project.name);
    }
    Ok(list)
}

/// Whether GitHub has such names, which are parts of paths below the folder of clones.
fn is_name(part: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    !part.is_empty() && part.chars().all(plain) && !part.starts_with('.')
}

impl Pattern {
    /// The version in the name of a tag.
    pub(super) fn version<'a>(&self, tag: &'a str) -> Option<&'a str> {
        tag.strip_prefix(self.before.as_str())?
            .strip_suffix(self.after.as_str())
            .filter(|version| !version.is_empty())
    }
}

impl TryFrom<String> for Pattern {
    type Error = String;

    fn try_from(text: String) -> Result<Pattern, String> {
        match text.split_once("{}") {
            Some((before, after)) if !after.contains("{}") => {
                Ok(Pattern { before: before.to_owned(), after: after.to_owned() })
            }
            _ => Err(format!("{text:?} must have `{{}}` once, where tags have the version")),
        }
    }
}

impl Glob {
    pub(super) fn matches(&self, path: &str) -> bool {
        let options = glob::MatchOptions { require_literal_separator: true, ..glob::MatchOptions::new() };
        self.0.matches_with(path, options)
    }
}

impl TryFrom<OneOrMore> for Layout {
    type Error = String;

    fn try_from(patterns: OneOrMore) -> Result<Layout, String> {
        let patterns = match patterns {
            OneOrMore::One(pattern) => vec![pattern],
            OneOrMore::More(patterns) => patterns,
        };
        let glob =
            |text: String| glob::Pattern::new(&text).map(Glob).map_err(|error| format!("{text:?}: {error}"));
        Ok(Layout(patterns.into_iter().map(glob).collect::<Result<_, _>>()?))
    }
}

impl VersionPattern {
    /// The version that a file names.
    pub(super) fn version<'a>(&self, text: &'a str) -> Option<&'a str> {
        Some(self.0.captures(text)?.get(1)?.as_str())
    }
}

impl TryFrom<String> for VersionPattern {
    type Error = String;

    fn try_from(text: String) -> Result<VersionPattern, String> {
        let pattern = Regex::new(&text).map_err(|error| error.to_string())?;
        match pattern.captures_len() {
            2 => Ok(VersionPattern(pattern)),
            _ => Err(format!("{text:?} must have one group, which is the version")),
        }
    }
}
