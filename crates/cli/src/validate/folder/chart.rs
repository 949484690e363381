//! Recognizes files of Helm charts. In: paths. Out: the sort of each file that belongs to a chart.
//
// https://helm.sh/docs/topics/charts: the chart file structure; chart-testing: ci/*-values.yaml

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::Sort;
use crdc_source::Node;

/// Whether a file is the head file of a chart, by its name. Helm reads no file of another name.
// helm: pkg/chartutil/chartfile.go
pub(super) fn is_head(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "Chart.yaml")
}

/// Whether a document of such a file is the head of a chart, and not an object.
pub(super) fn is_document(document: &Node) -> bool {
    document.get("kind").is_none()
}

/// The sort of a file that belongs to a chart in one of these folders.
pub(super) fn sort(path: &Path, charts: &BTreeSet<PathBuf>) -> Option<Sort> {
    let folder = path.parent()?;
    let is_in_chart = charts.contains(folder)
        || (folder.file_name().is_some_and(|name| name == "ci") && charts.contains(folder.parent()?));
    let stem = path.file_stem()?.to_str()?;
    let is_values = stem.split(['-', '_', '.']).any(|word| word == "values");
    (is_in_chart && is_values).then_some(Sort::Values)
}

/// Whether a file is in the folder of a chart.
pub(super) fn is_in_one(path: &Path, charts: &BTreeSet<PathBuf>) -> bool {
    path.ancestors().skip(1).any(|folder| charts.contains(folder))
}

/// Whether a file is in the folder of templates of a chart.
pub(super) fn is_template(path: &Path, charts: &BTreeSet<PathBuf>) -> bool {
    path.ancestors().skip(1).any(|folder| {
        folder.file_name().is_some_and(|name| name == "templates")
            && folder.parent().is_some_and(|chart| charts.contains(chart))
    })
}

#[cfg(test)]
mod tests {
    use super::{Sort, is_template, sort};
    use std::collections::BTreeSet;
    use std::path::{Path, PathBuf};

    #[test]
    fn charts_have_heads_values_and_templates() {
        let charts: BTreeSet<PathBuf> = [PathBuf::from("a"), PathBuf::from("a/charts/b")].into();
        for (path, expected, in_templates) in [
            ("a/values.yaml", Some(Sort::Values), false),
            ("a/values-prod.yaml", Some(Sort::Values), false),
            ("a/prod.values.yml", Some(Sort::Values), false),
            ("a/ci/default-values.yaml", Some(Sort::Values), false),
            ("a/charts/b/values.yaml", Some(Sort::Values), false),
            ("a/templates/deployment.yaml", None, true),
            ("a/templates/tests/values.yaml", None, true),
            ("a/crds/values.yaml", None, false),
            ("b/values.yaml", None, false),
            ("templates/a.yaml", None, false),
            ("a/valuesets.yaml", None, false),
        ] {
            assert_eq!(sort(Path::new(path), &charts), expected, "{path}");
            assert_eq!(is_template(Path::new(path), &charts), in_templates, "{path}");
        }
    }
}
