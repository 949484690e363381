//! Reads the file references of kustomizations. In: the document of a kustomization and its folder. Out: the
//! files that are not objects of their own, and the files that are resources.
//
// kustomize: api/types/kustomization.go

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::Sort;
use super::own::Settings;
use super::patches::Document;
use crdc_source::{Node, Value};

/// The lists of files that are parts of a kustomization itself. Files of `crds` are not in them: they may be
/// definitions that are applied, too.
const PARTS: [&str; 4] = ["configurations", "generators", "transformers", "validators"];

/// Whether a path has the name of a kustomization's file.
pub(super) fn is_one(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "kustomization.yaml" || name == "kustomization.yml")
}

/// Whether a document of such a file is a kustomization. kustomize accepts one without a kind.
// kustomize: api/types/kustomization.go FixKustomizationPostUnmarshalling, EnforceFields
pub(super) fn is_document(document: &Node) -> bool {
    let of = |key: &str| document.get(key).and_then(Node::as_str).unwrap_or_default();
    let group = of("apiVersion").split_once('/').map_or(of("apiVersion"), |(group, _)| group);
    ["", "kustomize.config.k8s.io"].contains(&group)
        && ["", "Kustomization", "Component"].contains(&of("kind"))
}

/// The kustomizations of all folders: the files that they name, and the fields that they set.
#[derive(Default)]
pub(super) struct Kustomizations {
    roles: BTreeMap<PathBuf, Sort>,
    resources: BTreeSet<PathBuf>,
    /// The files and folders that the kustomization of a folder names.
    made_of: BTreeMap<PathBuf, Vec<PathBuf>>,
    /// The fields that the kustomization of a folder sets.
    settings: BTreeMap<PathBuf, Settings>,
    /// The targets of links, by the names under which they are read.
    links: BTreeMap<PathBuf, PathBuf>,
}

impl Kustomizations {
    /// An empty set of kustomizations. Files may be named by links.
    pub(super) fn of(links: &[(PathBuf, PathBuf)]) -> Kustomizations {
        let plain = |path: &PathBuf| joined(Path::new(""), &path.to_string_lossy());
        let links = links.iter().map(|(link, name)| (plain(link), plain(name))).collect();
        Kustomizations { links, ..Kustomizations::default() }
    }

    /// The name under which a file or a folder is read.
    fn read_as(&self, path: PathBuf) -> PathBuf {
        let link = path.ancestors().find_map(|above| Some((above, self.links.get(above)?)));
        let name = link.and_then(|(link, name)| Some(name.join(path.strip_prefix(link).ok()?)));
        // Joining an empty path would add a slash at the end.
        name.map_or(path, |name| name.components().collect())
    }

    /// Adds the files that a kustomization names, and the fields that it sets.
    pub(super) fn add(&mut self, folder: &Path, document: &Node) {
        let parts = ["resources", "bases", "components"].iter().flat_map(|key| texts(document, key));
        let parts: Vec<PathBuf> = parts.map(|part| self.read_as(joined(folder, part))).collect();
        self.resources.extend(parts.iter().cloned());
        self.made_of.entry(folder.to_owned()).or_default().extend(parts);
        let components = texts(document, "components").map(|part| self.read_as(joined(folder, part)));
        let mut settings = Settings { components: components.collect(), ..Settings::default() };
        settings.add(document);
        let patches: Vec<&str> = settings.patch_files().collect();
        for file in patches {
            self.roles.insert(self.read_as(joined(folder, file)), Sort::Patch);
        }
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
        self.settings.entry(folder.to_owned()).or_default().extend(settings);
    }

    /// The sort of a file that a kustomization names, if the file is not a resource too.
    pub(super) fn sort(&self, path: &Path) -> Option<Sort> {
        self.roles.get(path).copied().filter(|_| !self.is_resource(path))
    }

    /// Adds what Flux sets in the kustomization of a folder. If there is none, Flux generates one of all
    /// `files` below the folder, and of the kustomizations there.
    // fluxcd/kustomize-controller: pkg/generator/generator.go WriteFile, SaveKustomization
    pub(super) fn add_flux(
        &mut self,
        folder: &Path,
        files: impl Fn(&Path) -> Vec<PathBuf>,
        settings: Settings,
        components: &[String],
    ) {
        if !self.made_of.contains_key(folder) {
            let from = self.made_of.range(folder.to_owned()..);
            let kustomized = from.map(|(path, _)| path.clone()).take_while(|path| path.starts_with(folder));
            let parts = kustomized.chain(files(folder)).collect();
            self.made_of.insert(folder.to_owned(), parts);
        }
        let components = components.iter().map(|part| self.read_as(joined(folder, part)));
        let components: Vec<PathBuf> = components.collect();
        self.made_of.entry(folder.to_owned()).or_default().extend(components.iter().cloned());
        let all = self.settings.entry(folder.to_owned()).or_default();
        all.extend(settings);
        all.components.extend(components);
    }

    /// Reads the patches that are in files. `read` returns the documents of a file.
    pub(super) fn read_patches(&mut self, read: impl Fn(&Path) -> Vec<Document>) {
        let mut settings = std::mem::take(&mut self.settings);
        let mut known: BTreeMap<PathBuf, Vec<Document>> = BTreeMap::new();
        for (folder, settings) in &mut settings {
            settings.read_patches(|file| {
                let path = self.read_as(joined(folder, file));
                known.entry(path).or_insert_with_key(|path| read(path)).clone()
            });
        }
        self.settings = settings;
    }

    /// The files and folders that the kustomizations of folders name.
    pub(super) fn made_of(&self) -> &BTreeMap<PathBuf, Vec<PathBuf>> {
        &self.made_of
    }

    /// The fields that each kustomization sets.
    pub(super) fn settings(&self) -> &BTreeMap<PathBuf, Settings> {
        &self.settings
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

/// Whether a file has the name of a patch, as in the layout of kubebuilder: its first word, or its last word
/// that is no number, is `patch` or `patches`, or it is in a folder of such a name. The name decides only
/// beside a kustomization.
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

pub(super) fn texts<'n>(node: &'n Node, key: &str) -> impl Iterator<Item = &'n str> + use<'n> {
    items(node, key).iter().filter_map(Node::as_str)
}

fn members<'n>(node: &'n Node, key: &str, name: &'static str) -> impl Iterator<Item = &'n str> + use<'n> {
    items(node, key).iter().filter_map(move |item| item.get(name)?.as_str())
}
