//! Runs all stages for OpenAPI documents: kinds by name instead of whole CRDs.

use crate::actions;
use crate::allow;
use crate::check::{self, CheckedCrd, Outcome};
use crate::generate::{Generated, Located, Options, file};
use crate::left_out;
use crate::plan::{self, Plan};
use crdc_schema::openapi;
use crdc_source::Source;
use crdc_source::diag::{self, Diagnostic, Severity};

/// The result of checking kinds of an OpenAPI document.
#[derive(Clone, Debug, Default)]
pub struct CheckedOpenapi {
    /// The number of kinds checked.
    pub kinds: usize,
    /// All diagnostics, in document order.
    pub diagnostics: Vec<Diagnostic>,
    accepted: Vec<CheckedCrd>,
    /// The names of all kinds, with and without errors, in the form of CRD names.
    names: Vec<String>,
}

impl CheckedOpenapi {
    /// The kinds without errors.
    #[must_use]
    pub fn accepted(&self) -> &[CheckedCrd] {
        &self.accepted
    }

    /// The plans of all kinds without errors, in the order of the request.
    #[must_use]
    pub fn plans(&self) -> Vec<Plan> {
        self.accepted.iter().flat_map(CheckedCrd::versions).map(plan::build).collect()
    }
}

/// Reads and checks kinds of a published OpenAPI document, v3 or v2. Kinds are named `GROUP/VERSION/KIND`,
/// `VERSION/KIND` in the core group, or by their definitions. Without names, all resources are checked.
///
/// Native types are not structural, so the document is not validated like a CRD. What would make compiled
/// code wrong is an error.
///
/// ```
/// use crdc_codegen::check_openapi;
/// use crdc_source::Source;
/// let source = Source::new("apps.json", r#"{"openapi": "3.0.0", "components": {"schemas": {}}}"#);
/// let checked = check_openapi(&source, &["apps/v1/Deployment".to_owned()]);
/// assert_eq!(checked.diagnostics[0].code.name(), "openapi-kind");
/// ```
#[must_use]
pub fn check_openapi(source: &Source, kinds: &[String]) -> CheckedOpenapi {
    check_with(source, kinds, false)
}

/// Checks kinds; `skip` is whether rules that have no form in Rust are left out.
fn check_with(source: &Source, kinds: &[String], skip: bool) -> CheckedOpenapi {
    let (mut documents, mut diagnostics) = crdc_source::parse(source);
    let readable = !diag::has_errors(&diagnostics);
    let (mut count, mut accepted, mut names) = (0, Vec::new(), Vec::new());
    if readable {
        let (published, problems) = openapi::read(&mut documents, kinds);
        diagnostics.extend(problems);
        count = published.len();
        for one in published {
            // If references are invalid, the checks would only report errors that follow from them.
            let unresolved = diag::has_errors(&one.diagnostics);
            diagnostics.extend(one.diagnostics);
            let Some(crd) = one.crd else { continue };
            names.extend(crd.name.as_ref().map(|name| name.value.clone()));
            if !unresolved {
                let (outcome, found) = check::check_published(crd, one.definitions);
                diagnostics.extend(found);
                if let Outcome::Accepted(checked) = outcome {
                    accepted.push(checked);
                }
            }
        }
    }
    let versions = accepted.iter().flat_map(CheckedCrd::versions);
    for version in versions.filter(|version| version.has_rules()) {
        let left_out = actions::uncompiled_rules(&plan::build(version));
        let found = left_out::problems(&left_out, &diagnostics, skip);
        diagnostics.extend(found);
    }
    diag::arrange(&mut diagnostics);
    CheckedOpenapi { kinds: count, diagnostics, accepted, names }
}

/// Compiles kinds of a published OpenAPI document, v3 or v2. Kinds are named as for
/// [`check_openapi`]. A kind with errors yields no file. Does not touch the file system.
///
/// ```
/// use crdc_codegen::{generate_openapi, Options};
/// use crdc_source::Source;
/// let document = r##"{
///   "swagger": "2.0",
///   "definitions": {
///     "com.example.v1.Note": {
///       "type": "object",
///       "properties": {
///         "metadata": {"$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"},
///         "text": {"type": "string"}
///       },
///       "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Note"}]
///     }
///   }
/// }"##;
/// let source = Source::new("example.json", document);
/// let generated = generate_openapi(&source, &["example.com/v1/Note".to_owned()], &Options::default());
/// assert_eq!(generated.files[0].path, "notes.example.com/v1.rs");
/// assert_eq!(generated.diagnostics.len(), 1); // without paths the plural was guessed
/// ```
#[must_use]
pub fn generate_openapi(source: &Source, kinds: &[String], options: &Options) -> Generated {
    let checked = check_with(source, kinds, options.skip_uncompiled_rules);
    let mut problems = checked.diagnostics;
    let mut files = Vec::new();
    for crd in &checked.accepted {
        files.extend(crd.versions().filter_map(|version| file(version, source, options, &mut problems)));
    }
    allow::without(&mut problems, &options.allow);
    let diagnostics = problems.into_iter().map(|diagnostic| Located { source: 0, diagnostic }).collect();
    Generated { files, diagnostics, crds: checked.names, versions: Vec::new() }
}

/// The plans of kinds of a document as text, with the programs of their CEL rules, and the errors of kinds
/// without a plan.
#[must_use]
pub fn explain_openapi(source: &Source, kinds: &[String]) -> (String, Vec<Diagnostic>) {
    let checked = check_openapi(source, kinds);
    let plans = checked.plans();
    let texts: Vec<String> = plans.iter().map(|plan| plan.text() + &actions::programs(plan)).collect();
    let errors = checked.diagnostics.into_iter().filter(|problem| problem.severity() == Severity::Error);
    (texts.join("\n"), errors.collect())
}
