//! What a kustomization names. In: its document and its folder. Out: the files that are no objects of their own, and those that are
//! resources.
//
// kustomize: api/types/kustomization.go

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::{Filled, Sort};
use crdc_codegen::source::{Node, Value};

/// Lists of files that are parts of a kustomization itself. Those of `crds` may be definitions that are applied, too.
const PARTS: [&str; 4] = ["configurations", "generators", "transformers", "validators"];

/// Names of its file.
pub(super) fn is_one(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "kustomization.yaml" || name == "kustomization.yml")
}

/// Whether a document of such a file is one: kustomize takes what says nothing for one.
// kustomize: api/types/kustomization.go FixKustomizationPostUnmarshalling, EnforceFields
pub(super) fn is_document(document: &Node) -> bool {
    let of = |key: &str| document.get(key).and_then(Node::as_str).unwrap_or_default();
    let group = of("apiVersion").split_once('/').map_or(of("apiVersion"), |(group, _)| group);
    ["", "kustomize.config.k8s.io"].contains(&group)
        && ["", "Kustomization", "Component"].contains(&of("kind"))
}

/// What the kustomizations of all folders name.
#[derive(Default)]
pub(super) struct Named {
    roles: BTreeMap<PathBuf, Sort>,
    resources: BTreeSet<PathBuf>,
    /// What the kustomization of a folder is made of: files and other folders.
    made_of: BTreeMap<PathBuf, Vec<PathBuf>>,
    /// The folders whose kustomization sets the namespace.
    in_namespace: Vec<PathBuf>,
    /// Those whose kustomization adds to selectors.
    in_selectors: Vec<PathBuf>,
    /// Those whose kustomization has variables.
    with_variables: Vec<PathBuf>,
    /// Links, and by which names is read what they lead to.
    links: BTreeMap<PathBuf, PathBuf>,
}

impl Named {
    /// Nothing yet. Files may be named by links.
    pub(super) fn of(links: &[(PathBuf, PathBuf)]) -> Named {
        let plain = |path: &PathBuf| joined(Path::new(""), &path.to_string_lossy());
        let links = links.iter().map(|(link, name)| (plain(link), plain(name))).collect();
        Named { links, ..Named::default() }
    }

    /// The name by which a file or a folder is read.
    fn read_as(&self, path: PathBuf) -> PathBuf {
        let link = path.ancestors().find_map(|above| Some((above, self.links.get(above)?)));
        let name = link.and_then(|(link, name)| Some(name.join(path.strip_prefix(link).ok()?)));
        // Without an end, which a path of nothing would get.
        name.map_or(path, |name| name.components().collect())
    }

    /// Adds what a kustomization names.
    pub(super) fn add(&mut self, folder: &Path, document: &Node) {
        let parts = ["resources", "bases", "components"].iter().flat_map(|key| texts(document, key));
        let parts: Vec<PathBuf> = parts.map(|part| self.read_as(joined(folder, part))).collect();
        self.resources.extend(parts.iter().cloned());
        self.made_of.entry(folder.to_owned()).or_default().extend(parts);
        if document.get("namespace").and_then(Node::as_str).is_some_and(|namespace| !namespace.is_empty()) {
            self.in_namespace.push(folder.to_owned());
        }
        let is_selecting =
            |labels: &Node| labels.get("includeSelectors").is_some_and(|is| is.value == Value::Bool(true));
        let has_common = document.get("commonLabels").is_some_and(|labels| !labels.is_zero());
        if has_common || items(document, "labels").iter().any(is_selecting) {
            self.in_selectors.push(folder.to_owned());
        }
        if !items(document, "vars").is_empty() {
            self.with_variables.push(folder.to_owned());
        }
        // A merge patch may be written in place; the first versions had no `path`.
        let merged = texts(document, "patchesStrategicMerge").chain(texts(document, "patches"));
        let merged = merged.filter(|text| !text.contains('\n'));
        let patches = ["patches", "patchesJson6902"].into_iter();
        let patches = patches.flat_map(|key| members(document, key, "path")).chain(merged);
        self.all(folder, patches, Sort::Patch);
        let parts = PARTS.iter().flat_map(|key| texts(document, key));
        let schema = document.get("openapi").and_then(|openapi| openapi.get("path")?.as_str());
        self.all(
            folder,
            parts.chain(members(document, "replacements", "path")).chain(schema),
            Sort::Kustomization,
        );
        let generators =
            ["configMapGenerator", "secretGenerator"].iter().flat_map(|key| items(document, key));
        for generator in generators {
            let files =
                texts(generator, "files").map(|file| file.split_once('=').map_or(file, |(_, file)| file));
            let env = generator.get("env").and_then(Node::as_str);
            self.all(folder, files.chain(texts(generator, "envs")).chain(env), Sort::GeneratedData);
        }
        for chart in items(document, "helmCharts") {
            let values = chart.get("valuesFile").and_then(Node::as_str);
            self.all(folder, texts(chart, "additionalValuesFiles").chain(values), Sort::Values);
        }
    }

    /// What a file is, if it is not a resource too.
    pub(super) fn sort(&self, path: &Path) -> Option<Sort> {
        self.roles.get(path).copied().filter(|_| !self.is_resource(path))
    }

    /// What is filled in in the objects of files, directly or by way of other folders. Kustomize names Namespaces after the namespace, too.
    // kustomize: api/filters/namespace/namespace.go
    pub(super) fn filled(&self) -> BTreeMap<&Path, Filled> {
        let mut found: BTreeMap<&Path, Filled> = BTreeMap::new();
        for path in self.made_from(&self.in_namespace) {
            found.entry(path).or_default().namespace = true;
        }
        for path in self.made_from(&self.in_selectors) {
            found.entry(path).or_default().selectors = true;
        }
        for path in self.made_from(&self.with_variables) {
            found.entry(path).or_default().variables = true;
        }
        found
    }

    /// Folders, and all that their kustomizations are made of.
    fn made_from<'n>(&'n self, folders: &'n [PathBuf]) -> BTreeSet<&'n Path> {
        let mut found = BTreeSet::new();
        let mut next: Vec<&PathBuf> = folders.iter().collect();
        while let Some(path) = next.pop() {
            if found.insert(path.as_path()) {
                next.extend(self.made_of.get(path).into_iter().flatten());
            }
        }
        found
    }

    pub(super) fn is_resource(&self, path: &Path) -> bool {
        self.resources.contains(path)
    }

    fn all<'t>(&mut self, folder: &Path, files: impl Iterator<Item = &'t str>, sort: Sort) {
        for file in files {
            self.roles.insert(self.read_as(joined(folder, file)), sort);
        }
    }
}

/// Whether a name says that the file is a patch, as in the layout of kubebuilder: its first word, or the last one before a number. It decides
/// only beside a kustomization.
pub(super) fn is_patch_name(path: &Path) -> bool {
    let is_patch = |text: &str| {
        let mut words = text.split(['-', '_', '.']);
        let is_number = |word: &&str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_one = |word: &str| word == "patch" || word == "patches";
        words.clone().next().is_some_and(is_one) || words.rfind(|word| !is_number(word)).is_some_and(is_one)
    };
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    let folder = path.parent().and_then(|folder| folder.file_name()?.to_str());
    stem.is_some_and(is_patch) || folder.is_some_and(|name| name == "patches" || name == "patch")
}

/// A path below a folder, without `.` and `..`.
pub(super) fn joined(folder: &Path, path: &str) -> PathBuf {
    let mut parts = PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if parts.file_name().is_some() => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts
}

fn items<'n>(node: &'n Node, key: &str) -> &'n [Node] {
    match node.get(key).map(|node| &node.value) {
        Some(Value::Array(items)) => items,
        _ => &[],
    }
}

fn texts<'n>(node: &'n Node, key: &str) -> impl Iterator<Item = &'n str> + use<'n> {
    items(node, key).iter().filter_map(Node::as_str)
}

fn members<'n>(node: &'n Node, key: &str, name: &'static str) -> impl Iterator<Item = &'n str> + use<'n> {
    items(node, key).iter().filter_map(move |item| item.get(name)?.as_str())
}
