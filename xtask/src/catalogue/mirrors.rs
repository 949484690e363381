//! A project of clones. In: a project of the list, and a folder with bare clones. Out: its releases in the
//! builder, and what was taken from where. What is missing is a warning: the list is of all projects, a
//! folder of some.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context as _, Result};
use crdc_catalogue::{About, Builder, Version};
use serde_json::Value;

use super::git::{File, Repository, Tag};
use super::list::{Layout, Part, Project, Relaxed};
use super::notice::Taken;
use super::relax::relax;
use super::{charts, documents, openapi, tags};

/// A folder with clones, which are opened when they are needed.
pub(super) struct Mirrors {
    folder: PathBuf,
    open: HashMap<String, Option<Repository>>,
}

impl Mirrors {
    pub(super) fn new(folder: &Path) -> Mirrors {
        Mirrors { folder: folder.to_owned(), open: HashMap::new() }
    }

    /// The clone of a repository, if there is one.
    pub(super) fn get(&mut self, repository: &str) -> Result<Option<&mut Repository>> {
        if !self.open.contains_key(repository) {
            let places = [format!("{}/repo", repository.replace('/', "+")), format!("{repository}.git")];
            let folder = places.iter().map(|place| self.folder.join(place)).find(|folder| folder.is_dir());
            let opened = folder.map(|folder| Repository::open(&folder)).transpose()?;
            self.open.insert(repository.to_owned(), opened);
        }
        Ok(self.open.get_mut(repository).and_then(Option::as_mut))
    }
}

/// The CRDs of files that have been read, by the object with the content: most files are the same in many
/// releases.
type Read = HashMap<String, Rc<Vec<Value>>>;

/// Adds a project that has a clone.
pub(super) fn add(
    project: &Project,
    from: &str,
    mirrors: &mut Mirrors,
    builder: &mut Builder,
    taken: &mut Vec<Taken>,
    warnings: &mut Vec<String>,
) -> Result<()> {
    for repository in project.parts.iter().map(|part| &part.repository).chain([&project.repository]) {
        if mirrors.get(repository)?.is_none() {
            warnings.push(format!("{} is left out: no clone of {repository}", project.name));
            return Ok(());
        }
    }
    let repository = mirrors.get(&project.repository)?.context("the clone is gone")?;
    let releases = tags::releases(project, from, repository)?;
    if releases.is_empty() {
        warnings
            .push(format!("{} is left out: {} has no tag of a release", project.name, project.repository));
        return Ok(());
    }
    let mut about = Some(About {
        name: project.name.clone(),
        repository: project.repository.clone(),
        licence: project.licence.clone(),
        charts: charts::of(project, from, mirrors, warnings)?,
        images: project.images.clone(),
        packages: project.packages.clone(),
    });
    let mut notice = Taken::new(&project.name, &project.licence);
    let mut read = Read::new();
    let mut unused: Vec<&Relaxed> = project.relaxed.iter().collect();
    for (version, tag) in releases {
        let Some((mut crds, sources)) = release(project, (&version, &tag), mirrors, &mut read, warnings)?
        else {
            continue;
        };
        // With the first release that is complete.
        about.take().map_or(Ok(()), |about| builder.project(about))?;
        sources.iter().for_each(|(repository, version, commit)| notice.add(repository, version, commit));
        unused.retain(|relaxed| !relax(relaxed, &mut crds));
        builder
            .release(version.as_str(), &tag.commit, crds)
            .with_context(|| format!("{} {version}", project.name))?;
    }
    if about.is_none() {
        taken.push(notice);
    }
    warnings.extend(unused.into_iter().map(|Relaxed { crd, path, keyword, .. }| {
        format!(
            "{}: no release has `{keyword}` at {path:?} of {crd}: leave out this [[project.relaxed]]",
            project.name
        )
    }));
    Ok(())
}

/// A repository that CRDs of a release are of, its version and its commit.
type Origin<'p> = (&'p str, String, String);

/// The CRDs of a release, and where they are from; `None` and a warning if some are missing.
fn release<'p>(
    project: &'p Project,
    (version, tag): (&Version, &Tag),
    mirrors: &mut Mirrors,
    read: &mut Read,
    warnings: &mut Vec<String>,
) -> Result<Option<(Vec<Value>, Vec<Origin<'p>>)>> {
    let named = format!("{} {version}", project.name);
    let mut release = Release {
        project,
        named: named.clone(),
        crds: Vec::new(),
        names: BTreeSet::new(),
        unread: BTreeSet::new(),
    };
    let main = mirrors.get(&project.repository)?.context("the clone is gone")?;
    release.add(main, &tag.commit, &project.crds, read, warnings)?;
    release.add_documents(main, &tag.commit)?;
    let mut sources = vec![(project.repository.as_str(), version.to_string(), tag.commit.clone())];
    for part in &project.parts {
        let main = mirrors.get(&project.repository)?.context("the clone is gone")?;
        let Some(wanted) = part_version(part, main, (version, tag), &named, warnings)? else { continue };
        let repository = mirrors.get(&part.repository)?.context("the clone is gone")?;
        let (tags, of) = (repository.tags()?, &part.repository);
        let Some((version, tag)) = part_tag(part, &tags, &wanted) else {
            warnings.push(format!("{named} is left out: {of} has no tag of {wanted} or its minor version"));
            return Ok(None);
        };
        if version != wanted {
            warnings.push(format!("{named}: {of} has no tag of {wanted}, {version} is taken"));
        }
        release.add(repository, &tag.commit, &part.crds, read, warnings)?;
        sources.push((of, version.to_string(), tag.commit.clone()));
    }
    if let Some(why) = release.incomplete() {
        warnings.push(format!("{named} is left out: {why}"));
        return Ok(None);
    }
    Ok(Some((release.crds, sources)))
}

/// The version of a part that a release names. A release may be older than the part: then the file is not
/// there.
fn part_version(
    part: &Part,
    main: &mut Repository,
    (version, tag): (&Version, &Tag),
    named: &str,
    warnings: &mut Vec<String>,
) -> Result<Option<Version>> {
    let Some(place) = &part.version else { return Ok(Some(version.clone())) };
    let Some(text) = main.read(&format!("{}:{}", tag.commit, place.file))? else { return Ok(None) };
    let text = String::from_utf8_lossy(&text);
    let Some(version) = place.pattern.version(&text) else {
        warnings.push(format!("{named}: {} names no version of {}", place.file, part.repository));
        return Ok(None);
    };
    Ok(Some(Version::new(part.tags.version(version).unwrap_or(version))))
}

/// The tag of a version, or the newest of its minor version: clones are not all of the same day.
fn part_tag<'a>(part: &Part, tags: &'a [Tag], wanted: &Version) -> Option<(Version, &'a Tag)> {
    let version = |tag: &'a Tag| Some((Version::new(part.tags.version(&tag.name)?), tag));
    let versions = || tags.iter().filter_map(version);
    let minor = || {
        versions().filter(|(version, _)| version.same_minor(wanted)).max_by(|one, other| one.0.cmp(&other.0))
    };
    versions().find(|(version, _)| version == wanted).or_else(minor)
}

/// The CRDs of a release.
struct Release<'a> {
    project: &'a Project,
    /// The project and the version, for warnings.
    named: String,
    crds: Vec<Value>,
    names: BTreeSet<String>,
    /// Files that may have CRDs of the project and cannot be read.
    unread: BTreeSet<String>,
}

impl Release<'_> {
    /// Adds CRDs of the files of a commit, of the first layout that has some.
    fn add(
        &mut self,
        repository: &mut Repository,
        commit: &str,
        layouts: &[Layout],
        read: &mut Read,
        warnings: &mut Vec<String>,
    ) -> Result<()> {
        if layouts.is_empty() {
            return Ok(());
        }
        let files = repository.files(commit)?;
        for Layout(globs) in layouts {
            let mut found = false;
            for file in globs.iter().flat_map(|glob| files.iter().filter(|file| glob.matches(&file.path))) {
                for crd in self.read(file, repository, read, warnings)?.iter() {
                    found |= self.take(crd);
                }
            }
            if found {
                break;
            }
        }
        Ok(())
    }

    /// Adds the kinds of documents of a commit.
    fn add_documents(&mut self, repository: &mut Repository, commit: &str) -> Result<()> {
        let mut read: Option<(&str, Value)> = None;
        for listed in &self.project.documents {
            if read.as_ref().is_none_or(|(file, _)| *file != listed.file) {
                let Some(text) = repository.read(&format!("{commit}:{}", listed.file))? else {
                    self.unread.insert(format!("the clone lacks {}", listed.file));
                    continue;
                };
                match serde_json::from_slice(&text) {
                    Ok(document) => read = Some((&listed.file, document)),
                    Err(why) => {
                        self.unread.insert(format!("{}: {why}", listed.file));
                        continue;
                    }
                }
            }
            for crd in read.iter().flat_map(|(_, document)| openapi::crds(listed, document)) {
                self.take(&crd);
            }
        }
        Ok(())
    }

    /// The CRDs of a file; none if it cannot be read.
    fn read(
        &mut self,
        file: &File,
        repository: &mut Repository,
        read: &mut Read,
        warnings: &mut Vec<String>,
    ) -> Result<Rc<Vec<Value>>> {
        if let Some(crds) = read.get(&file.object) {
            return Ok(Rc::clone(crds));
        }
        let Some(text) = repository.read(&file.object)? else {
            self.unread.insert(format!("the clone lacks {}", file.path));
            return Ok(Rc::default());
        };
        let text = String::from_utf8_lossy(&text);
        match documents::crds(&file.path, &text) {
            Ok(crds) => {
                let crds = Rc::new(crds);
                read.insert(file.object.clone(), Rc::clone(&crds));
                Ok(crds)
            }
            Err(why) => {
                if self.project.groups.iter().any(|group| text.contains(group.as_str())) {
                    self.unread.insert(format!("{}: {why}", file.path));
                } else {
                    warnings.push(format!("{}: {}: {why}", self.named, file.path));
                }
                Ok(Rc::default())
            }
        }
    }

    /// Why the catalogue cannot say which kinds the release has.
    fn incomplete(&self) -> Option<&str> {
        self.unread.first().map(String::as_str).or_else(|| self.crds.is_empty().then_some("no CRDs"))
    }

    /// Takes a CRD of one of the project's groups, unless it has been taken; returns whether it is of them.
    fn take(&mut self, crd: &Value) -> bool {
        let text = |pointer| crd.pointer(pointer).and_then(Value::as_str);
        let (Some(group), Some(plural)) = (text("/spec/group"), text("/spec/names/plural")) else {
            return false;
        };
        let groups =
            self.project.groups.iter().chain(self.project.documents.iter().map(|listed| &listed.group));
        let own = groups.into_iter().any(|own| own == group);
        if own && self.names.insert(format!("{plural}.{group}")) {
            self.crds.push(crd.clone());
        }
        own
    }
}
