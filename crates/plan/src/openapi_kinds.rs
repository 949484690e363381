//! Checks kinds of OpenAPI documents, and plans them.

use crate::actions;
use crate::left_out;
use crate::{Plan, build};
use crdc_check::{CheckedCrd, Outcome, check_published};
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
    /// The kinds without errors.
    pub accepted: Vec<CheckedCrd>,
    /// The names of all kinds, with and without errors, in the form of CRD names.
    pub names: Vec<String>,
}

impl CheckedOpenapi {
    /// The plans of all kinds without errors, in the order of the request.
    #[must_use]
    pub fn plans(&self) -> Vec<Plan> {
        self.accepted.iter().flat_map(CheckedCrd::versions).map(build).collect()
    }
}

/// Reads and checks kinds of a published OpenAPI document, v3 or v2. Kinds are named `GROUP/VERSION/KIND`,
/// `VERSION/KIND` in the core group, or by their definitions. Without names, all resources are checked.
///
/// Native types are not structural, so the document is not validated like a CRD. What would make compiled
/// code wrong is an error.
///
/// ```
/// use crdc_plan::check_openapi;
/// use crdc_source::Source;
/// let source = Source::new("apps.json", r#"{"openapi": "3.0.0", "components": {"schemas": {}}}"#);
/// let checked = check_openapi(&source, &["apps/v1/Deployment".to_owned()]);
/// assert_eq!(checked.diagnostics[0].code.name(), "openapi-kind");
/// ```
#[must_use]
pub fn check_openapi(source: &Source, kinds: &[String]) -> CheckedOpenapi {
    check_openapi_with(source, kinds, false)
}

/// As [`check_openapi`]; `skip` is whether rules that have no form in Rust are left out.
#[must_use]
pub fn check_openapi_with(source: &Source, kinds: &[String], skip: bool) -> CheckedOpenapi {
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
                let (outcome, found) = check_published(crd, one.definitions);
                diagnostics.extend(found);
                if let Outcome::Accepted(checked) = outcome {
                    accepted.push(checked);
                }
            }
        }
    }
    let versions = accepted.iter().flat_map(CheckedCrd::versions);
    for version in versions.filter(|version| version.has_rules()) {
        let left_out = actions::uncompiled_rules(&build(version));
        let found = left_out::problems(&left_out, &diagnostics, skip);
        diagnostics.extend(found);
    }
    diag::arrange(&mut diagnostics);
    CheckedOpenapi { kinds: count, diagnostics, accepted, names }
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
