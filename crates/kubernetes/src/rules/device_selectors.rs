//! Checks selectors of devices: CEL expressions on `device`. In: a list of selectors. Out: the server's
//! errors.
//!
//! The cost of an expression is not estimated: the sizes of a device's attributes are not declared here.
//
// kubernetes: pkg/apis/resource/validation/validation.go validateCELSelector; dynamic-resource-allocation:
// cel/compile.go

use std::cell::OnceCell;

use crdc_cel::compile::types::Type;
use crdc_cel::compile::{Environment, Scope, Text};
use crdc_vocabulary::Minor;

use super::at::At;
use super::report::Report;

/// The most bytes of an expression.
const LONGEST: usize = 10 * 1024;
/// The most selectors of a request or a class.
const MOST: usize = 32;
/// The first version whose rules have all functions of semantic versions, which selectors always have.
const SEMVER: u8 = 34;
/// The version since which a device may say that several claims share it.
// kube_features.go DRAConsumableCapacity
const SHARED: u8 = 36;

/// The functions and types of selectors, which are made for the first expression.
#[derive(Default)]
pub(super) struct Selectors {
    environment: OnceCell<Environment>,
}

impl Selectors {
    /// Checks a list of selectors. Those that are stored may stay, whatever functions they use.
    pub(super) fn check(&self, list: &At<'_, '_>, is_stored: bool, report: &mut Report) {
        if list.len() > MOST {
            return report.too_many(list, MOST);
        }
        for selector in list.items() {
            let cel = selector.child("cel");
            match cel.is_set() {
                false => report.required(&cel, ""),
                true if is_stored => {}
                true => self.expression(&cel.child("expression"), report),
            }
        }
    }

    fn expression(&self, at: &At<'_, '_>, report: &mut Report) {
        if at.text().len() > LONGEST {
            return report.too_long(at, LONGEST);
        }
        let version = report.version();
        let environment = self.environment.get_or_init(|| {
            Environment::new(Minor(version.max(SEMVER))).with_costs_of(Minor(version)).with_bind()
        });
        let mut scope = Scope::default();
        let name = if version < SHARED { "kubernetes.DRADevice" } else { "kubernetes.DRADevice#36" };
        let device = scope.types.object(name);
        scope.variables.declare("device", device);
        let text = Text::new(at.text());
        match environment.check(&text, &mut scope) {
            Ok(checked) if [Type::BOOL, Type::ANY, Type::DYN].contains(&checked.result) => {}
            Ok(checked) => {
                let found = scope.types.type_name(checked.result, &scope.declarations);
                let detail = format!("must evaluate to bool or the unknown type, not {found}");
                report.bad_text(at, at.text(), &detail);
            }
            Err(issues) => {
                let detail = format!("compilation failed: {}", issues.display(&text));
                report.bad_text(at, at.text(), &detail);
                if let Some(offset) = issues.sorted().first().and_then(|issue| issue.at) {
                    report.inside(at.text(), offset);
                }
            }
        }
    }
}
