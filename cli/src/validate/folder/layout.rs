//! What files are to the files around them. In: the names of all files, and the texts of kustomizations. Out: the sort of a file, by
//! its index.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::kustomization::{self, Named, joined};
use super::{Filled, Sort, assertion, chart};
use crdc_codegen::source::{Source, is_hidden, parse};

/// How many folders above a file are looked at.
const ABOVE: usize = 3;

/// The kustomizations and the heads of charts around paths of the command line: they say what a file is that is named itself.
pub(crate) fn around(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    for folder in paths.iter().flat_map(|path| path.ancestors().skip(1).take(ABOVE)) {
        let names = ["kustomization.yaml", "kustomization.yml", "Chart.yaml"];
        found.extend(names.map(|name| folder.join(name)).into_iter().filter(|file| file.is_file()));
    }
    found.into_iter().collect()
}

/// What all files are.
#[derive(Default)]
pub(crate) struct Layout {
    files: Vec<File>,
}

#[derive(Clone, Copy, Default)]
struct File {
    sort: Option<Sort>,
    in_templates: bool,
    filled: Filled,
}

impl Layout {
    /// Looks at the names of files; `read` gives the text of one of them. A hidden file is left out unless the command line names it.
    pub(crate) fn of(
        names: &[PathBuf],
        is_named: impl Fn(usize) -> bool,
        read: impl Fn(usize) -> Source,
    ) -> Layout {
        let paths: Vec<PathBuf> =
            names.iter().map(|name| joined(Path::new(""), &name.to_string_lossy())).collect();
        let folder = |path: &PathBuf| path.parent().map(Path::to_owned).unwrap_or_default();
        let charts: BTreeSet<PathBuf> =
            paths.iter().filter(|path| chart::is_head(path)).map(folder).collect();
        let (mut named, mut kustomized) = (Named::default(), BTreeSet::new());
        for (index, path) in paths.iter().enumerate().filter(|(_, path)| kustomization::is_one(path)) {
            let folder = folder(path);
            for document in parse(&read(index)).0 {
                named.add(&folder, &document);
            }
            kustomized.insert(folder);
        }
        let filled = named.filled();
        let file = |(index, path): (usize, &PathBuf)| {
            let is_kustomized =
                || path.ancestors().skip(1).take(ABOVE).any(|folder| kustomized.contains(folder));
            let is_patch =
                || kustomization::is_patch_name(path) && !named.is_resource(path) && is_kustomized();
            let is_hidden = || path.file_name().and_then(|name| name.to_str()).is_some_and(is_hidden);
            let sort = if kustomization::is_one(path) {
                Some(Sort::Kustomization)
            } else {
                named
                    .sort(path)
                    .or_else(|| chart::sort(path, &charts))
                    .or_else(|| assertion::is_one(path).then_some(Sort::Test))
                    .or_else(|| is_patch().then_some(Sort::Patch))
                    .or_else(|| (!is_named(index) && is_hidden()).then_some(Sort::Hidden))
            };
            File {
                sort,
                in_templates: chart::is_template(path, &charts),
                filled: filled.get(path.as_path()).copied().unwrap_or_default(),
            }
        };
        Layout { files: paths.iter().enumerate().map(file).collect() }
    }

    /// What a file is, if it is no manifest.
    pub(crate) fn sort(&self, index: usize) -> Option<Sort> {
        self.files.get(index).and_then(|file| file.sort)
    }

    /// What kustomizations fill in in the objects of a file.
    pub(crate) fn filled(&self, index: usize) -> Filled {
        self.files.get(index).map(|file| file.filled).unwrap_or_default()
    }

    /// Whether a file is in the folder of templates of a chart.
    pub(crate) fn in_templates(&self, index: usize) -> bool {
        self.files.get(index).is_some_and(|file| file.in_templates)
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Sort};
    use crdc_codegen::source::Source;
    use std::path::PathBuf;

    #[test]
    fn files_are_what_kustomizations_make_of_them() {
        let texts = [
            (
                "k/crd/kustomization.yaml",
                "resources: [bases/a.yaml, a-patch.yaml]\npatches: [{path: patches/webhook_in_a.yaml}, {path: ../x/b.yaml}, {patch: '{}'}]\n\
                 patchesStrategicMerge: [merge.yaml]\npatchesJson6902: [{target: {}, path: six.json}]\n\
                 configurations: [config.yaml]\nreplacements: [{path: replace.yaml}]\n\
                 configMapGenerator: [{name: a, files: [app.yaml, key=other.json]}]\n\
                 helmCharts: [{name: a, valuesFile: v.yaml}]\n",
            ),
            ("k/crd/bases/a.yaml", ""),
            ("k/crd/a-patch.yaml", ""),
            ("k/crd/patches/webhook_in_a.yaml", ""),
            ("./k/x/b.yaml", ""),
            ("k/crd/merge.yaml", ""),
            ("k/crd/six.json", ""),
            ("k/crd/config.yaml", ""),
            ("k/crd/replace.yaml", ""),
            ("k/crd/app.yaml", ""),
            ("k/crd/other.json", ""),
            ("k/crd/v.yaml", ""),
            ("k/crd/patches/unnamed.yaml", ""),
            ("k/crd/manager_webhook_patch.yaml", ""),
            ("other/my-patch.yaml", ""),
            ("k/crd/plain.yaml", ""),
            (".sops.yaml", ""),
        ];
        let names: Vec<PathBuf> = texts.iter().map(|(name, _)| PathBuf::from(name)).collect();
        let layout = Layout::of(&names, |_| false, |index| Source::new(texts[index].0, texts[index].1));
        let expected = [
            Some(Sort::Kustomization),
            None,
            None,
            Some(Sort::Patch),
            Some(Sort::Patch),
            Some(Sort::Patch),
            Some(Sort::Patch),
            Some(Sort::Kustomization),
            Some(Sort::Kustomization),
            Some(Sort::GeneratedData),
            Some(Sort::GeneratedData),
            Some(Sort::Values),
            Some(Sort::Patch),
            Some(Sort::Patch),
            None,
            None,
            Some(Sort::Hidden),
        ];
        for (index, expected) in expected.into_iter().enumerate() {
            assert_eq!(layout.sort(index), expected, "{}", texts[index].0);
        }
    }
}
