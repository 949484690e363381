//! Collects the fields that kustomizations set in the objects of each file. In: the kustomizations of all
//! folders, and texts. Out: the fields that are set, by the index of the file.
//!
//! Kustomize writes the namespace of a ServiceAccount into the subjects that name it, and the namespace of a
//! Service into webhooks. It does so only if both are in one build, so the objects of each build are
//! collected. A build with files that are not read here may contain any object.
//!
//! Easy to break: a file may be in many builds, so the number of followed files has a limit. Beyond the limit
//! no field counts as set, and errors stay.
//
// kustomize: api/filters/nameref/nameref.go setMapping;
// api/internal/konfig/builtinpluginconsts/namereference.go

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::filled::Filled;
use super::flux::{self, Spec};
use super::kustomization::Kustomizations;
use super::own::Settings;
use super::patches::{Changed, Patch};
use crate::edit::{member, metadata};
use crate::validate::manifests::manifest;
use crdc_source::Source;

/// The number of files and folders that are followed in all builds together.
const MOST_PARTS: usize = 1 << 20;

/// The number of kustomizations and patches that change files, for all files together.
const MOST_SETTINGS: usize = 1 << 21;

/// How many Kustomizations of Flux may add patches to one another.
const DEEPEST: usize = 8;

/// A reference into which kustomize writes a namespace.
struct Reference {
    /// A word that occurs in every text with such a reference.
    word: &'static str,
    /// The kind of the referenced object.
    kind: &'static str,
}

/// The references to objects with a namespace.
const REFERENCES: [Reference; 2] = [
    Reference { word: "subjects", kind: "ServiceAccount" },
    Reference { word: "WebhookConfiguration", kind: "Service" },
];

/// The fields that kustomizations set in the objects of each file. `paths` are the names of all files, and
/// `read` returns the text of a file.
pub(super) fn filled<'s>(
    kustomizations: &Kustomizations,
    paths: &[PathBuf],
    read: impl Fn(usize) -> Option<Cow<'s, Source>>,
) -> BTreeMap<usize, Filled> {
    let indices: HashMap<&Path, usize> =
        paths.iter().enumerate().map(|(index, path)| (path.as_path(), index)).collect();
    let mut filled_by_file: BTreeMap<usize, Filled> = BTreeMap::new();
    let (mut parts_left, mut settings_left) = (MOST_PARTS, MOST_SETTINGS);
    let settings = kustomizations.settings();
    for (folder, _) in settings.iter().filter(|(_, setting)| setting.is_some()) {
        let applied = applied(kustomizations, folder, &mut parts_left);
        let files = contents(kustomizations, folder, &mut parts_left).files;
        let settings = applied.iter().map(|setting| 1 + setting.patches().count()).sum::<usize>();
        let Some(left) = settings_left.checked_sub(files.len() * settings) else { continue };
        settings_left = left;
        for path in files {
            if let Some(index) = indices.get(path) {
                let filled = filled_by_file.entry(*index).or_default();
                applied.iter().for_each(|setting| filled.add(setting));
            }
        }
    }
    let mut texts = Texts { read, has_word: HashMap::new(), objects: HashMap::new() };
    let parts: BTreeSet<&PathBuf> = kustomizations.made_of().values().flatten().collect();
    for folder in kustomizations.made_of().keys().filter(|folder| !parts.contains(folder)) {
        let Contents { files, folders } = contents(kustomizations, folder, &mut parts_left);
        let built: Vec<usize> = files.iter().filter_map(|path| indices.get(path).copied()).collect();
        let is_open = built.len() < files.len()
            || folders.iter().any(|folder| settings.get(*folder).is_some_and(|setting| setting.is_open));
        for Reference { word, kind } in REFERENCES {
            let referring: Vec<usize> =
                built.iter().copied().filter(|index| texts.has_word(*index, word)).collect();
            if referring.is_empty() {
                continue;
            }
            let mut names = BTreeSet::new();
            for index in &built {
                let is_set = filled_by_file.get(index).is_some_and(|filled| filled.namespace);
                names.extend(texts.names(*index, kind, is_set));
            }
            let names = Arc::new(names);
            for index in referring {
                let filled = filled_by_file.entry(index).or_default();
                filled.is_open |= is_open;
                filled.named.push((kind, Arc::clone(&names)));
            }
        }
    }
    filled_by_file
}

/// A Kustomization of Flux, its file, and the folders that it builds.
pub(super) struct Built {
    pub(super) file: PathBuf,
    pub(super) folders: Vec<PathBuf>,
    pub(super) kustomization: flux::Kustomization,
}

/// Adds what Kustomizations of Flux set in the objects of their folders, also those whose patches another
/// kustomization adds. `below` returns the files below a folder.
pub(super) fn add_flux(
    kustomizations: &mut Kustomizations,
    built: &[Built],
    below: impl Fn(&Path) -> Vec<PathBuf>,
) {
    for Built { folders, kustomization: flux::Kustomization { spec, .. }, .. } in built {
        for folder in folders {
            kustomizations.add_flux(folder, &below, spec.settings.clone(), &spec.components);
        }
    }
    let mut by_file: HashMap<&Path, Vec<usize>> = HashMap::new();
    for (index, built) in built.iter().enumerate() {
        by_file.entry(&built.file).or_default().push(index);
    }
    let mut parts_left = MOST_PARTS;
    // What patches add to Kustomizations, by patch. The patches themselves stay in the settings.
    let mut added: HashMap<*const Patch, Option<Spec>> = HashMap::new();
    let mut done: HashSet<(usize, *const Patch)> = HashSet::new();
    let all = kustomizations.settings().iter();
    let mut next: Vec<(PathBuf, Arc<Patch>, usize)> = all
        .flat_map(|(folder, settings)| settings.patches().map(|patch| (folder.clone(), Arc::clone(patch), 1)))
        .collect();
    while let Some((folder, patch, depth)) = next.pop() {
        let key = Arc::as_ptr(&patch);
        let Some(spec) = added.entry(key).or_insert_with(|| Spec::of_patch(&patch)).clone() else { continue };
        let files = contents(kustomizations, &folder, &mut parts_left).files;
        let reached = files.iter().filter_map(|file| by_file.get(file)).flatten().copied();
        for index in reached.collect::<Vec<_>>() {
            let Some(Built { folders, kustomization: flux::Kustomization { node, identity, .. }, .. }) =
                built.get(index)
            else {
                continue;
            };
            let is_changed =
                || patch.selects(node, identity, Changed { name: true, namespace: true, labels: false });
            if parts_left == 0 || !is_changed() || !done.insert((index, key)) {
                continue;
            }
            for folder in folders {
                parts_left = parts_left.saturating_sub(1 + spec.settings.patches().count());
                kustomizations.add_flux(folder, &below, spec.settings.clone(), &spec.components);
                if depth < DEEPEST {
                    let patches = spec.settings.patches();
                    next.extend(patches.map(|patch| (folder.clone(), Arc::clone(patch), depth + 1)));
                }
            }
        }
    }
}

/// What the kustomization of a folder sets, and its components, which change all objects of the build.
// kustomize: api/internal/target/kusttarget.go accumulateComponents
fn applied<'n>(
    kustomizations: &'n Kustomizations,
    folder: &'n Path,
    parts_left: &mut usize,
) -> Vec<&'n Settings> {
    let (mut applied, mut seen, mut next) = (Vec::new(), BTreeSet::new(), vec![folder]);
    while let Some(folder) = next.pop() {
        let Some(settings) = kustomizations.settings().get(folder).filter(|_| seen.insert(folder)) else {
            continue;
        };
        applied.push(settings);
        if *parts_left >= settings.components.len() {
            *parts_left -= settings.components.len();
            next.extend(settings.components.iter().map(PathBuf::as_path));
        }
    }
    applied
}

/// The files of a build, and the folders of its kustomizations.
#[derive(Default)]
struct Contents<'n> {
    files: BTreeSet<&'n Path>,
    folders: BTreeSet<&'n Path>,
}

/// The contents of the build of a folder, including the contents of kustomizations that it names.
fn contents<'n>(
    kustomizations: &'n Kustomizations,
    folder: &'n Path,
    parts_left: &mut usize,
) -> Contents<'n> {
    let mut contents = Contents::default();
    let mut next = vec![folder];
    while let Some(path) = next.pop() {
        let Some(parts) = kustomizations.made_of().get(path) else {
            contents.files.insert(path);
            continue;
        };
        if contents.folders.insert(path) && *parts_left >= parts.len() {
            *parts_left -= parts.len();
            next.extend(parts.iter().map(PathBuf::as_path));
        }
    }
    contents
}

/// An object by its name.
struct NamedObject {
    name: String,
    has_namespace: bool,
}

/// The texts of files. Each text is read when it is first needed.
struct Texts<R> {
    read: R,
    /// Whether the text of a file contains a word, by the index of the file.
    has_word: HashMap<(usize, &'static str), bool>,
    /// The objects of a file, by the index of the file and the kind.
    objects: HashMap<(usize, &'static str), Vec<NamedObject>>,
}

impl<'s, R: Fn(usize) -> Option<Cow<'s, Source>>> Texts<R> {
    fn has_word(&mut self, index: usize, word: &'static str) -> bool {
        let read = &self.read;
        let has = || read(index).is_some_and(|source| source.text.contains(word));
        *self.has_word.entry((index, word)).or_insert_with(has)
    }

    /// The names of the objects of a kind that have a namespace. If `is_set` is true, a kustomization gives a
    /// namespace to all of them.
    fn names(&mut self, index: usize, kind: &'static str, is_set: bool) -> Vec<String> {
        let read = &self.read;
        let objects = self.objects.entry((index, kind)).or_insert_with(|| {
            let source = read(index).filter(|source| source.text.contains(kind));
            let manifests = source.map(|source| manifest::read(&source).0).unwrap_or_default();
            let nodes = manifests.into_iter().map(|manifest| manifest.node);
            let of_kind =
                nodes.filter(|node| member(node, "kind") == kind && member(node, "apiVersion") == "v1");
            let has_namespace =
                |node: &_| metadata(node, "namespace").is_some_and(|namespace| !namespace.is_empty());
            let named = of_kind.filter_map(|node| {
                let name = metadata(&node, "name")?.to_owned();
                Some(NamedObject { name, has_namespace: has_namespace(&node) })
            });
            named.collect()
        });
        let with_namespace = objects.iter().filter(|object| is_set || object.has_namespace);
        with_namespace.map(|object| object.name.clone()).collect()
    }
}
