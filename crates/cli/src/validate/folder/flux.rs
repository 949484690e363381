//! Kustomizations of Flux, which are objects. In: a text. Out: the folders that they build, and what they set
//! in the objects of these folders.
//
// fluxcd/kustomize-controller: api/v1/kustomization_types.go, pkg/generator/generator.go

use std::path::{Path, PathBuf};

use super::kustomization::{joined, texts};
use super::own::Settings;
use super::patches::Patch;
use crate::edit::{empty, member, set};
use crate::identity::Identity;
use crate::validate::manifests::manifest;
use crdc_source::{Node, Source, Value};

/// How many folders above a file are looked at.
const MOST_ABOVE: usize = 16;

/// A Kustomization of Flux.
pub(super) struct Kustomization {
    pub(super) node: Node,
    pub(super) identity: Identity,
    /// The folder that is built, from the root of the source.
    pub(super) path: PathBuf,
    pub(super) spec: Spec,
}

/// What a Kustomization sets in the objects of its folder.
#[derive(Clone, Default)]
pub(super) struct Spec {
    pub(super) settings: Settings,
    /// Folders of components, from the folder that is built.
    pub(super) components: Vec<String>,
}

/// The members of a `spec` that set something in objects. `commonMetadata` and `images` set nothing that a
/// server requires.
const SETTING: [&str; 7] = [
    "components",
    "namePrefix",
    "nameSuffix",
    "patches",
    "patchesJson6902",
    "patchesStrategicMerge",
    "targetNamespace",
];

/// The Kustomizations of a text.
pub(super) fn kustomizations(source: &Source) -> Vec<Kustomization> {
    let is_in = |word: &str| source.text.contains(word);
    if !is_in("kustomize.toolkit.fluxcd.io/") || !is_in("Kustomization") {
        return Vec::new();
    }
    let manifests = manifest::read(source).0.into_iter();
    let all = manifests.map(|manifest| (manifest.identity(), manifest.node));
    let of_flux = |(identity, _): &(Identity, Node)| {
        identity.group() == "kustomize.toolkit.fluxcd.io" && identity.kind == "Kustomization"
    };
    let kustomization = |(identity, node): (Identity, Node)| {
        let spec = node.get("spec")?;
        let path = if member(spec, "path").is_empty() { "." } else { member(spec, "path") };
        let path = joined(Path::new(""), path.trim_start_matches('/'));
        let spec = Spec::of(spec);
        Some(Kustomization { node, identity, path, spec })
    };
    all.filter(of_flux).filter_map(kustomization).collect()
}

impl Kustomization {
    /// The folders that the Kustomization in a file builds. `names` are those that its path may have here.
    /// An artifact may have been made of a folder of the repository: one above the file.
    pub(super) fn folders(
        &self,
        file: &Path,
        mut names: Vec<PathBuf>,
        is_there: impl Fn(&Path) -> bool,
    ) -> Vec<PathBuf> {
        names.retain(|folder| is_there(folder));
        if names.is_empty() && self.path != Path::new("") {
            let above: Vec<&Path> = file.ancestors().skip(1).take(MOST_ABOVE).collect();
            let mut candidates = above.into_iter().rev().map(|above| above.join(&self.path));
            names.extend(candidates.find(|folder| is_there(folder)));
        }
        names
    }
}

impl Spec {
    fn of(spec: &Node) -> Spec {
        let mut settings = Settings::default();
        settings.add(spec);
        settings.namespace = !member(spec, "targetNamespace").is_empty();
        Spec { settings, components: texts(spec, "components").map(str::to_owned).collect() }
    }

    /// What a Kustomization sets because of a patch of itself.
    pub(super) fn of_patch(patch: &Patch) -> Option<Spec> {
        let mut spec = empty();
        for key in SETTING {
            for value in patch.of_spec(key) {
                // An operation may add one item.
                let is_item = matches!(value.value, Value::Object(_));
                let items = if is_item { Value::Array(vec![value.clone()]) } else { value.value.clone() };
                set(&mut spec, key, Node { span: value.span, value: items });
            }
        }
        (!spec.is_zero()).then(|| Spec::of(&spec))
    }
}
