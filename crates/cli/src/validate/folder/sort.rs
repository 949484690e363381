//! The sorts of documents and files that are not objects for a server, with their names in reports.
//!
//! Easy to break: docs/validate.schema.json lists the sorts.

use serde::Serialize;

/// The sort of a document or a file that is not an object for a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Sort {
    /// A kustomization, a component, or a configuration file that a kustomization names.
    Kustomization,
    /// A strategic merge patch, or a JSON patch.
    Patch,
    /// A file that a generator of a kustomization puts into a ConfigMap or a Secret.
    GeneratedData,
    /// `Chart.yaml`
    Chart,
    /// Values of a Helm chart.
    Values,
    /// A template that is not rendered yet.
    Template,
    /// Objects that tests expect: of kuttl, chainsaw.
    Test,
    /// A configuration that a program reads from a file, such as a kubeconfig.
    Configuration,
    /// A document without `apiVersion` or without `kind` that is not meant to be an object.
    NoManifest,
    /// A file or a folder whose name begins with a dot.
    Hidden,
    /// A link that leads out of the folder.
    Outside,
    /// A file that a program found, and that contains no documents.
    OtherFile,
    /// A file that an option of the command line leaves out.
    Ignored,
}

impl Sort {
    /// The number with the name: `1 kustomization`, `2 kustomizations`.
    pub(crate) fn words(self, count: usize) -> String {
        let (one, many) = self.names();
        if count == 1 { format!("1 {one}") } else { format!("{count} {many}") }
    }

    /// The name, for one and for several.
    pub(crate) fn names(self) -> (&'static str, &'static str) {
        match self {
            Sort::Kustomization => ("kustomization", "kustomizations"),
            Sort::Patch => ("patch of kustomize", "patches of kustomize"),
            Sort::GeneratedData => ("file of data of a kustomization", "files of data of kustomizations"),
            Sort::Chart => ("Helm chart", "Helm charts"),
            Sort::Values => ("file of Helm values", "files of Helm values"),
            Sort::Template => ("template", "templates"),
            Sort::Test => ("file of tests", "files of tests"),
            Sort::Configuration => ("configuration of a program", "configurations of programs"),
            Sort::NoManifest => (
                "document that is no manifest (without apiVersion or kind)",
                "documents that are no manifests (without apiVersion or kind)",
            ),
            Sort::Hidden => (
                "file or folder whose name begins with a dot",
                "files or folders whose names begin with a dot",
            ),
            Sort::Outside => ("link that leads out of the folder", "links that lead out of the folder"),
            Sort::OtherFile => {
                ("file that is no .yaml, .yml or .json file", "files that are no .yaml, .yml or .json files")
            }
            Sort::Ignored => {
                ("file that fits --ignore-filename-pattern", "files that fit --ignore-filename-pattern")
            }
        }
    }
}
