//! The options of `crdc validate`. In: the command line. Out: what it asks for, and how that is shown.
//!
//! Easy to break: people see this file as `crdc validate --help`.

use std::num::NonZero;
use std::path::PathBuf;
use std::thread::available_parallelism;

use super::download::Download;
use crate::baseline::BaselineOptions;
use crate::field_validation::FieldValidation;
use crate::kubernetes_version::Wanted;
use crate::output::{Diagnostics, Terminal};
use crate::place::not_a_format;
use crate::validate::findings::finding::Level;
use crate::validate::locations::Location;
use crate::validate::manifests::kind_filter::KindFilter;
use crate::validate::report::ReportFormat;
use crate::validate::report::shown_object::Show;
use crate::validate::variables;
use crdc_source::Trust;

/// Checks objects as a server would: pruning, defaults, unions, immutable fields, validation, rules,
/// ratcheting
///
/// Kubernetes' own kinds are built in, and CRDs among the files are used too. Options of kubeconform are
/// understood, with one dash or two. Exit code 1 if a server would refuse an object, 2 if the command itself
/// fails. Objects without a schema are counted, and errors only with --require-schemas.
// Wrappers append options of kubeconform to those that are there: the last one counts.
#[derive(clap::Args)]
pub(in crate::command) struct Validate {
    /// Files, folders of .yaml, .yml and .json files, or - for the standard input, which is read too if no
    /// FILE is named
    #[arg(value_name = "FILE")]
    pub(in crate::command) files: Vec<PathBuf>,
    /// Whether the standard input is read because no FILE is named.
    #[arg(skip)]
    pub(super) without_files: bool,
    /// The version of Kubernetes that answers, such as 1.34, or a file of crdc kubernetes: its kinds, and
    /// what it does with CRDs and their objects [default: the newest that is built in, or what .crdc.yaml
    /// says]
    #[arg(help_heading = "What is validated with", long, value_name = "VERSION", value_parser = Wanted::parse, overrides_with = "kubernetes")]
    pub(super) kubernetes: Option<Wanted>,
    /// More CRDs: files, folders, or a commit: git:main:crds/
    #[arg(help_heading = "What is validated with", long, alias = "crds", value_name = "FILE")]
    pub(super) crd: Vec<PathBuf>,
    /// More kinds of a server: its OpenAPI documents, v2 or v3, files or folders
    #[arg(help_heading = "What is validated with", long, value_name = "FILE")]
    pub(super) openapi: Vec<PathBuf>,
    /// The release of a project that is in use, such as cert-manager=1.16, for kinds of the catalogue
    /// [default: what .crdc.yaml says]
    #[arg(help_heading = "What is validated with", long, value_name = "NAME=VERSION", value_parser = release)]
    pub(in crate::command) release: Vec<(String, String)>,
    /// More CRDs of projects by release: files that crdc catalogue add made
    #[arg(help_heading = "What is validated with", long, value_name = "FILE")]
    pub(super) catalogue: Vec<PathBuf>,
    /// Do not use the catalogue that is built in
    #[arg(help_heading = "What is validated with", long, overrides_with = "no_catalogue")]
    pub(super) no_catalogue: bool,
    /// JSON Schemas for kinds that nothing else knows, in this order: folders, or http and https addresses,
    /// with {{.Group}} {{.ResourceKind}} {{.ResourceAPIVersion}} {{.KindSuffix}}
    /// {{.NormalizedKubernetesVersion}} {{.StrictSuffix}}. default is what crdc knows itself
    #[arg(help_heading = "What is validated with", long, value_name = "LOCATION", value_parser = Location::parse)]
    pub(super) schema_location: Vec<Location>,
    #[command(flatten)]
    pub(super) download: Download,
    /// Folders around files that are named: their files are not validated, but say which releases are in use,
    /// and what kustomizations fill in
    #[arg(
        help_heading = "What is validated with",
        long,
        value_name = "FOLDER",
        conflicts_with = "untrusted"
    )]
    pub(super) around: Vec<PathBuf>,
    /// What unknown fields and duplicate keys are, as for kubectl
    #[arg(
        help_heading = "What is validated with",
        long,
        value_enum,
        value_name = "HOW",
        default_value_t,
        ignore_case = true
    )]
    pub(super) field_validation: FieldValidation,
    /// The same as --field-validation strict
    #[arg(
        help_heading = "What is validated with",
        long,
        conflicts_with = "field_validation",
        overrides_with = "strict"
    )]
    pub(super) strict: bool,
    /// As kubectl apply --server-side: metadata.managedFields and items of lists that are there twice are
    /// errors
    #[arg(help_heading = "What is validated with", long)]
    pub(super) server_side: bool,
    /// An object without a schema is an error, instead of a warning
    #[arg(help_heading = "What is validated with", long, overrides_with_all = ["ignore_missing_schemas", "require_schemas"])]
    pub(super) require_schemas: bool,
    /// The namespace of objects that name none
    #[arg(help_heading = "What is validated with", long, value_name = "NAME")]
    pub(super) namespace: Option<String>,
    /// Only count objects of groups of which nothing is known, instead of a warning; a kind that is gone or
    /// misspelt stays an error
    #[arg(help_heading = "What is left out", long, overrides_with_all = ["ignore_missing_schemas", "require_schemas"])]
    pub(super) ignore_missing_schemas: bool,
    /// Kinds that are left out: Secret, v1/Secret, apps/v1/Deployment
    #[arg(help_heading = "What is left out", long, value_name = "KIND", value_delimiter = ',', value_parser = KindFilter::parse)]
    pub(super) skip: Vec<Option<KindFilter>>,
    /// Kinds that are errors
    #[arg(help_heading = "What is left out", long, value_name = "KIND", value_delimiter = ',', value_parser = KindFilter::parse)]
    pub(super) reject: Vec<Option<KindFilter>>,
    /// Leave out files whose paths match this regular expression
    #[arg(help_heading = "What is left out", long, value_name = "REGEX", value_parser = filename_pattern)]
    pub(super) ignore_filename_pattern: Vec<regex::Regex>,
    /// Treat files that are named as those of folders: what is no manifest, or no .yaml, .yml or .json file,
    /// is left out
    #[arg(help_heading = "What is left out", long)]
    pub(super) as_found: bool,
    /// For files of strangers: nothing that the files say leaves anything out. No ignores, no .crdc.yaml, no
    /// chart and no kustomization counts, and what cannot be checked is an error
    #[arg(help_heading = "What is left out", long)]
    pub(in crate::command) untrusted: bool,
    /// The file of the report; - is the standard output, which is the default
    #[arg(help_heading = "The report", short, long, value_name = "FILE", value_parser = not_a_format, conflicts_with = "watch")]
    pub(super) output: Option<PathBuf>,
    /// The format of the report; kubeconform writes -output, with one dash
    #[arg(help_heading = "The report", long = "format", value_enum, default_value_t, value_name = "FORMAT")]
    pub(super) report: ReportFormat,
    /// Count objects by verdict: valid, invalid, without a schema, skipped
    #[arg(help_heading = "The report", long, overrides_with = "summary")]
    pub(super) summary: bool,
    /// Also show objects without findings
    #[arg(help_heading = "The report", long, overrides_with = "verbose")]
    pub(super) verbose: bool,
    /// Stop at the first file with an error
    #[arg(help_heading = "The report", long, overrides_with = "exit_on_error")]
    pub(in crate::command) exit_on_error: bool,
    /// The number of threads; one for each core if not given
    #[arg(help_heading = "The report", short = 'n', long, value_name = "NUMBER", overrides_with = "threads")]
    pub(super) threads: Option<NonZero<usize>>,
    /// Validate again whenever files change, until interrupted
    #[arg(help_heading = "The report", long)]
    pub(in crate::command) watch: bool,
    /// Check objects as updates of those in OLD with the same group, kind, namespace and name: files,
    /// folders, or a commit: git:main (FILE as it is there), git:main:deploy/
    #[arg(help_heading = "More questions", long, value_name = "OLD")]
    pub(in crate::command) old: Vec<PathBuf>,
    /// The value of a variable ${NAME}; values with other variables are not checked
    #[arg(help_heading = "More questions", long, value_name = "NAME=VALUE", value_parser = variables::pair)]
    pub(super) substitute: Vec<(String, String)>,
    /// Files with the values of variables, a line NAME=VALUE for each
    #[arg(help_heading = "More questions", long, value_name = "FILE")]
    pub(super) substitute_file: Vec<PathBuf>,
    /// Print objects as they would be stored, or only what changes: --show diff
    #[arg(help_heading = "More questions", long, value_enum, value_name = "WHAT", num_args = 0..=1, require_equals = true, default_missing_value = "stored")]
    pub(in crate::command) show: Option<Show>,
    /// Findings that are ignored, each with a reason [default: .crdc.yaml in the working folder, if there is
    /// one]
    #[arg(help_heading = "More questions", long, value_name = "FILE")]
    pub(super) config: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::command) baseline: BaselineOptions,
    #[command(flatten)]
    pub(super) terminal: Terminal,
}

/// A project and its version.
fn release(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, version)) if !name.is_empty() && !version.is_empty() => {
            Ok((name.to_owned(), version.to_owned()))
        }
        _ => Err("write NAME=VERSION, such as cert-manager=1.16".to_owned()),
    }
}

/// A pattern of names of files. An empty one fits all of them.
fn filename_pattern(text: &str) -> Result<regex::Regex, String> {
    if text.is_empty() {
        return Err("an empty pattern fits all files".to_owned());
    }
    text.parse().map_err(|error: regex::Error| error.to_string())
}

impl Validate {
    /// The format of problems of schemas and old objects.
    pub(super) fn diagnostics(&self) -> Diagnostics {
        Diagnostics::new(self.report.shape().unwrap_or_default(), self.terminal)
    }

    /// The trust in the author of the files.
    pub(super) fn trust(&self) -> Trust {
        if self.untrusted { Trust::Nobody } else { Trust::Tree }
    }

    /// The level of a missing schema; `None` if it is not reported.
    pub(super) fn missing_schema(&self) -> Option<Level> {
        // What cannot be checked of a stranger's file is an error, unless the command line says otherwise.
        match (self.ignore_missing_schemas, self.require_schemas || self.untrusted) {
            (true, _) => None,
            (false, true) => Some(Level::Error),
            (false, false) => Some(Level::Warning),
        }
    }

    /// The number of threads that validate.
    pub(super) fn threads(&self) -> usize {
        self.threads.or_else(|| available_parallelism().ok()).map_or(1, NonZero::get)
    }
}
