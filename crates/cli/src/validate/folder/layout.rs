//! Determines the sort of files by the files around them. In: the names of all files, and the texts of
//! kustomizations. Out: the sort of each file, by its index.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use super::assertion::{self, ABOVE};
use super::builds::{self, Built};
use super::chart;
use super::filled::Filled;
use super::flux;
use super::kustomization::{self, Kustomizations, joined};
use super::patches;
use super::sort::Sort;
use crdc_source::{Source, is_hidden, parse};

/// The kustomizations and the head files of charts and tests around paths of the command line. They determine
/// the sort of a file that is named itself.
pub(crate) fn around(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    for folder in paths.iter().flat_map(|path| path.ancestors().skip(1).take(ABOVE)) {
        let names = ["kustomization.yaml", "kustomization.yml", "Chart.yaml"].iter().chain(&assertion::HEADS);
        found.extend(names.map(|name| folder.join(name)).filter(|file| file.is_file()));
    }
    found.into_iter().collect()
}

/// The sorts of all files.
#[derive(Default)]
pub(crate) struct Layout {
    files: Vec<File>,
    /// The names of all files, without `.` and `..`.
    paths: Vec<PathBuf>,
    named: Kustomizations,
    filled: BTreeMap<usize, Filled>,
}

#[derive(Clone, Copy, Default)]
struct File {
    sort: Option<Sort>,
    in_chart: bool,
    in_templates: bool,
}

impl Layout {
    /// Determines the sorts of files by their names; `read` returns the text of a file. A file that the
    /// command line names is never left out because of its name alone.
    pub(crate) fn of(
        names: &[PathBuf],
        is_named: impl Fn(usize) -> bool,
        read: impl Fn(usize) -> Source,
    ) -> Layout {
        Layout::linked(names, &[], is_named, read)
    }

    /// The layout of files with `links`, each with the name under which its target is read.
    pub(crate) fn linked(
        names: &[PathBuf],
        links: &[(PathBuf, PathBuf)],
        is_named: impl Fn(usize) -> bool,
        read: impl Fn(usize) -> Source,
    ) -> Layout {
        let paths: Vec<PathBuf> =
            names.iter().map(|name| joined(Path::new(""), &name.to_string_lossy())).collect();
        let folder = |path: &PathBuf| path.parent().map(Path::to_owned).unwrap_or_default();
        // The name of a file suggests that it is a head, and its document decides.
        let mut heads = BTreeMap::new();
        let (mut charts, mut named, mut kustomized) =
            (BTreeSet::new(), Kustomizations::of(links), BTreeSet::new());
        let mut tested = BTreeSet::new();
        for (index, path) in paths.iter().enumerate() {
            if assertion::is_head(path) {
                tested.insert(folder(path));
            }
            if assertion::is_suite(path) {
                let documents = parse(&read(index)).0;
                let below = documents.iter().flat_map(assertion::folders);
                tested.extend(below.map(|below| joined(&folder(path), below)));
                continue;
            }
            let (is_chart, is_kustomization) = (chart::is_head(path), kustomization::is_one(path));
            if !is_chart && !is_kustomization {
                continue;
            }
            let documents = parse(&read(index)).0;
            if is_chart && documents.iter().all(chart::is_document) {
                heads.insert(index, Sort::Chart);
                charts.insert(folder(path));
            } else if is_kustomization && documents.iter().all(kustomization::is_document) {
                heads.insert(index, Sort::Kustomization);
                documents.iter().for_each(|document| named.add(&folder(path), document));
                kustomized.insert(folder(path));
            }
        }
        let file = |(index, path): (usize, &PathBuf)| {
            // A patch is in the folder of the kustomization, or in a folder such as `patches` there.
            let is_kustomized = || path.ancestors().skip(1).take(2).any(|folder| kustomized.contains(folder));
            let is_patch =
                || kustomization::is_patch_name(path) && !named.is_resource(path) && is_kustomized();
            let is_hidden = || path.file_name().and_then(|name| name.to_str()).is_some_and(is_hidden);
            let by_name = || {
                if assertion::is_one(path, &tested) {
                    Some(Sort::Test)
                } else if is_patch() {
                    Some(Sort::Patch)
                } else {
                    is_hidden().then_some(Sort::Hidden)
                }
            };
            let sort = heads.get(&index).copied();
            let sort = sort.or_else(|| named.sort(path)).or_else(|| chart::sort(path, &charts));
            let sort = if is_named(index) { sort } else { sort.or_else(by_name) };
            File {
                sort,
                in_chart: chart::is_in_one(path, &charts),
                in_templates: chart::is_template(path, &charts),
            }
        };
        let files = paths.iter().enumerate().map(file).collect();
        Layout { files, paths, named, filled: BTreeMap::new() }
    }

    /// Finds the fields that kustomizations set in objects, for which all texts are searched. `names` returns
    /// the names that a folder of the repository may have here.
    pub(crate) fn build<'s>(
        &mut self,
        names: impl Fn(&Path) -> Vec<PathBuf>,
        read: impl Fn(usize) -> Option<Cow<'s, Source>>,
    ) {
        let is_object = |index: usize| self.files.get(index).is_some_and(|file| file.sort.is_none());
        // The files below a folder come after the folder in the order.
        let objects: BTreeSet<&Path> = self
            .paths
            .iter()
            .enumerate()
            .filter(|(index, _)| is_object(*index))
            .map(|(_, path)| path.as_path())
            .collect();
        let all: BTreeSet<&Path> = self.paths.iter().map(PathBuf::as_path).collect();
        let is_there =
            |folder: &Path| all.range(folder..).next().is_some_and(|path| path.starts_with(folder));
        let mut built = Vec::new();
        for (index, path) in self.paths.iter().enumerate().filter(|(index, _)| is_object(*index)) {
            let Some(source) = read(index) else { continue };
            for kustomization in flux::kustomizations(&source) {
                let folders = kustomization.folders(path, names(&kustomization.path), is_there);
                built.push(Built { file: path.clone(), folders, kustomization });
            }
        }
        let below = |folder: &Path| -> Vec<PathBuf> {
            let from = objects.range(folder..);
            from.take_while(|path| path.starts_with(folder)).map(|path| (*path).to_owned()).collect()
        };
        let indices: HashMap<&Path, usize> =
            self.paths.iter().enumerate().map(|(index, path)| (path.as_path(), index)).collect();
        self.named.read_patches(|path| {
            let source = indices.get(path).and_then(|index| read(*index));
            source.map(|source| patches::read(&source)).unwrap_or_default()
        });
        builds::add_flux(&mut self.named, &built, below);
        self.filled = builds::filled(&self.named, &self.paths, read);
    }

    /// The sort of a file; `None` if it may be a manifest.
    pub(crate) fn sort(&self, index: usize) -> Option<Sort> {
        self.files.get(index).and_then(|file| file.sort)
    }

    /// The fields that kustomizations set in the objects of a file.
    pub(crate) fn filled(&self, index: usize) -> Option<&Filled> {
        self.filled.get(&index)
    }

    /// Whether a file is in the folder of a chart.
    pub(crate) fn in_chart(&self, index: usize) -> bool {
        self.files.get(index).is_some_and(|file| file.in_chart)
    }

    /// Whether a file is in the folder of templates of a chart.
    pub(crate) fn in_templates(&self, index: usize) -> bool {
        self.files.get(index).is_some_and(|file| file.in_templates)
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, Sort};
    use crdc_source::Source;
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

    fn sorts(texts: &[(&str, &str)], named: bool) -> Vec<Option<Sort>> {
        let names: Vec<PathBuf> = texts.iter().map(|(name, _)| PathBuf::from(name)).collect();
        let layout = Layout::of(&names, |_| named, |index| Source::new(texts[index].0, texts[index].1));
        (0..texts.len()).map(|index| layout.sort(index)).collect()
    }

    #[test]
    fn a_name_decides_only_beside_what_gives_it_its_meaning() {
        let (test, patch) = (Some(Sort::Test), Some(Sort::Patch));
        for (name, alone, beside) in [
            ("a/hard-assert.yaml", None, test),
            ("a/10-error-pages.yaml", None, test),
            ("a/b/errors.yaml", None, test),
            ("a/00-assert.yaml", test, test),
            ("test/error-pages.yaml", None, None),
            ("a/my_patch.yaml", None, patch),
            ("a/my_patch_2.yaml", None, patch),
            ("a/patch-web.yaml", None, patch),
            ("a/patches/web.yaml", None, patch),
            ("a/security-patch-cronjob.yaml", None, None),
            ("a/b/c/my_patch.yaml", None, None),
            ("a/.sops.yaml", Some(Sort::Hidden), Some(Sort::Hidden)),
        ] {
            let heads = [(name, ""), ("a/kustomization.yaml", "resources: []"), ("a/kuttl-test.yaml", "")];
            assert_eq!(sorts(&[(name, "")], false), [alone], "{name}");
            assert_eq!(sorts(&heads, false)[0], beside, "{name}");
            // Files that are named are checked.
            assert_eq!(sorts(&heads, true)[0], None, "{name}");
        }
    }

    #[test]
    fn a_suite_of_tests_names_their_folders() {
        let suite = "testDirs: [./tests/e2e, ../other]\nkind: TestSuite";
        for (name, expected) in [
            ("a/tests/e2e/one/hello-assert.yaml", Some(Sort::Test)),
            ("other/one/hello-assert.yaml", Some(Sort::Test)),
            ("a/deploy/x/y/hello-assert.yaml", None),
        ] {
            assert_eq!(sorts(&[(name, ""), ("a/kuttl-test.yaml", suite)], false)[0], expected, "{name}");
        }
    }

    #[test]
    fn only_texts_that_say_what_others_are_are_read() {
        let names = ["00-assert.yaml", "01-errors.yaml", "chainsaw-test.yaml", ".chainsaw.yaml", "a.yaml"];
        let names = names.map(PathBuf::from);
        let layout = Layout::of(&names, |_| false, |index| panic!("{} is read", names[index].display()));
        assert_eq!(layout.sort(0), Some(Sort::Test));
    }

    #[test]
    fn heads_are_what_their_documents_say() {
        let (head, chart) = (Some(Sort::Kustomization), Some(Sort::Chart));
        for (name, text, expected, beside) in [
            ("a/kustomization.yaml", "patches: [{path: values.yaml}]", head, Some(Sort::Patch)),
            ("a/kustomization.yaml", "", head, None),
            (
                "a/kustomization.yaml",
                "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Component",
                head,
                None,
            ),
            (
                "a/kustomization.yml",
                "kind: Kustomization\npatches: [{path: values.yaml}]",
                head,
                Some(Sort::Patch),
            ),
            (
                "a/kustomization.yaml",
                "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization",
                None,
                None,
            ),
            ("a/kustomization.yaml", "resources: []\n---\napiVersion: apps/v1\nkind: Deployment", None, None),
            ("a/kustomization.yaml", "kind: Deployment", None, None),
            ("a/Chart.yaml", "apiVersion: v2\nname: a", chart, Some(Sort::Values)),
            ("a/Chart.yaml", "apiVersion: helm.cattle.io/v1\nkind: HelmChart", None, None),
            ("a/Chart.yml", "apiVersion: v2\nname: a", None, None),
        ] {
            let found = sorts(&[(name, text), ("a/values.yaml", "")], false);
            assert_eq!(found, [expected, beside], "{name} {text}");
        }
    }
}
