//! Collects the fields that kustomizations set in the objects of each file. In: the kustomizations of all
//! folders, and texts. Out: what is filled into the objects of each file.
//!
//! Kustomize writes the namespace of a ServiceAccount into the subjects that name it, and that of a Service
//! into webhooks. So the objects of a build matter, and those that are not read here are unknown.
//!
//! Easy to break: a file may be in many builds, so what is looked at has a limit. Beyond it nothing is filled
//! in, and errors stay.
//
// kustomize: api/filters/nameref/nameref.go setMapping;
// api/internal/konfig/builtinpluginconsts/namereference.go

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::filled::Filled;
use super::kustomization::Named;
use super::own::Own;
use crate::edit::{member, metadata};
use crate::validate::manifests::manifest;
use crdc_source::Source;

/// The number of files of builds that are looked at.
const MOST: usize = 1 << 20;

/// The objects that others name with their namespaces, by what names them.
const NAMED: [(&str, &str); 2] = [("subjects", "ServiceAccount"), ("WebhookConfiguration", "Service")];

/// The fields that kustomizations set in the objects of each file. `paths` are the names of all files, `read`
/// gives the text of one of them.
pub(super) fn filled<'s>(
    named: &Named,
    paths: &[PathBuf],
    read: impl Fn(usize) -> Option<Cow<'s, Source>>,
) -> BTreeMap<usize, Filled> {
    let indices: HashMap<&Path, usize> =
        paths.iter().enumerate().map(|(index, path)| (path.as_path(), index)).collect();
    let mut all: BTreeMap<usize, Filled> = BTreeMap::new();
    let mut left = MOST;
    for (folder, own) in named.own().iter().filter(|(_, own)| **own != Own::default()) {
        for path in below(named, folder, &mut left).0 {
            if let Some(index) = indices.get(path) {
                all.entry(*index).or_default().add(own);
            }
        }
    }
    let mut texts = Texts { read, asking: HashMap::new(), seen: HashMap::new() };
    let parts: BTreeSet<&PathBuf> = named.made_of().values().flatten().collect();
    for folder in named.made_of().keys().filter(|folder| !parts.contains(folder)) {
        let (files, folders) = below(named, folder, &mut left);
        let found: Vec<usize> = files.iter().filter_map(|path| indices.get(path).copied()).collect();
        let is_open = found.len() < files.len()
            || folders.iter().any(|folder| named.own().get(*folder).is_some_and(|own| own.is_open));
        for (asking, kind) in NAMED {
            let asks: Vec<usize> = found.iter().copied().filter(|index| texts.has(*index, asking)).collect();
            if asks.is_empty() {
                continue;
            }
            let mut names = BTreeSet::new();
            for index in &found {
                let is_set = all.get(index).is_some_and(|filled| filled.namespace);
                names.extend(texts.names(*index, kind, is_set));
            }
            let names = Arc::new(names);
            for index in asks {
                let filled = all.entry(index).or_default();
                filled.is_open |= is_open;
                filled.named.push((kind, Arc::clone(&names)));
            }
        }
    }
    all
}

/// The files that a kustomization is made of, directly or by way of others, and the folders of these.
fn below<'n>(
    named: &'n Named,
    folder: &'n Path,
    left: &mut usize,
) -> (BTreeSet<&'n Path>, BTreeSet<&'n Path>) {
    let (mut files, mut folders) = (BTreeSet::new(), BTreeSet::new());
    let mut next = vec![folder];
    while let Some(path) = next.pop() {
        let Some(parts) = named.made_of().get(path) else {
            files.insert(path);
            continue;
        };
        if folders.insert(path) && *left >= parts.len() {
            *left -= parts.len();
            next.extend(parts.iter().map(PathBuf::as_path));
        }
    }
    (files, folders)
}

/// Texts, each read when it is asked for.
struct Texts<R> {
    read: R,
    /// Whether a file has a word.
    asking: HashMap<(usize, &'static str), bool>,
    /// The names of objects by file and kind, and whether they have a namespace.
    seen: HashMap<(usize, &'static str), Vec<(String, bool)>>,
}

impl<'s, R: Fn(usize) -> Option<Cow<'s, Source>>> Texts<R> {
    fn has(&mut self, index: usize, word: &'static str) -> bool {
        let read = &self.read;
        let has = || read(index).is_some_and(|source| source.text.contains(word));
        *self.asking.entry((index, word)).or_insert_with(has)
    }

    /// The names of the objects of a kind with a namespace of their own, or with one that a kustomization
    /// gives them.
    fn names(&mut self, index: usize, kind: &'static str, is_set: bool) -> Vec<String> {
        let read = &self.read;
        let found = self.seen.entry((index, kind)).or_insert_with(|| {
            let source = read(index).filter(|source| source.text.contains(kind));
            let manifests = source.map(|source| manifest::read(&source).0).unwrap_or_default();
            let objects = manifests.into_iter().map(|manifest| manifest.node);
            let objects =
                objects.filter(|node| member(node, "kind") == kind && member(node, "apiVersion") == "v1");
            let has_one =
                |node: &_| metadata(node, "namespace").is_some_and(|namespace| !namespace.is_empty());
            let named =
                objects.filter_map(|node| Some((metadata(&node, "name")?.to_owned(), has_one(&node))));
            named.collect()
        });
        let with_one = found.iter().filter(|(_, has_one)| is_set || *has_one);
        with_one.map(|(name, _)| name.clone()).collect()
    }
}
