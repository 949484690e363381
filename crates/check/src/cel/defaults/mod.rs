//! Runs CEL rules on defaults. The server runs the rules on each default as it is written, first as an update
//! of an equal value and then as a new value, and refuses the document if a rule fails. All defaults of a
//! schema have one budget.
//!
//! In: a structural schema, and the paths of the defaults that do not fit it. Out: the server's errors.
//!
//! `value` visits the values in a default, `own` runs the rules of one value and words the server's errors,
//! `prepared` compiles each rule once, `items` finds the old items of lists. `site` is a value in a default,
//! `runs` counts the steps and costs that are left.
//
// apiextensions-apiserver: pkg/apiserver/schema/defaulting/validation.go,
// pkg/apiserver/schema/cel/validation.go

mod items;
mod own;
mod prepared;
mod runs;
mod site;
mod value;

use bumpalo::Bump;
use crdc_vocabulary::rules::COST_OF_OBJECT;

use crate::path::Path;
use crate::report::Report;
use crate::rule_compiler::SchemaValues;
use crdc_cel::compile::Evaluator;
use crdc_schema::{At, Schema};
use crdc_source::{Node, Value};
use prepared::Prepared;
use runs::{Budget, Runs, Walk};
use site::{Site, Sizes};

/// The most steps for all defaults of a schema. Visiting a value is a step, and so is running a rule.
const MOST_STEPS: usize = 1 << 20;

/// The defaults of a schema.
pub(crate) struct Defaults<'d> {
    /// The schema of a version.
    pub(crate) root: &'d Schema,
    /// The path of the schema in the server's errors.
    pub(crate) path: &'d Path<'d>,
    /// The paths of the server's errors for defaults that do not fit their schema; no rules run on those
    /// defaults.
    pub(crate) wrong: &'d [String],
}

/// Compiles and runs the rules that apply to defaults.
pub(crate) fn defaults(defaults: &Defaults<'_>, report: &mut Report) {
    if !is_concerned(defaults.root) {
        return;
    }
    let values = SchemaValues::of(defaults.root, true);
    let arena = Bump::new();
    let mut wrong: Vec<&str> = defaults.wrong.iter().map(String::as_str).collect();
    wrong.sort_unstable();
    let mut walk = Walk {
        values: &values,
        prepared: Prepared::new(defaults.root),
        wrong,
        evaluator: Evaluator::new(&arena, &values.types),
        left: MOST_STEPS,
        budget: Budget::new(COST_OF_OBJECT),
        not_run: false,
    };
    walk.schema(defaults.root, defaults.path, report);
}

/// Whether rules apply to a default: rules of its schema, or of a schema below.
fn is_concerned(root: &Schema) -> bool {
    // Whether a schema or one below has rules. The depth of documents bounds the recursion.
    fn rules(schema: &Schema, concerned: &mut bool) -> bool {
        let below = schema.children().into_iter().map(|child| rules(child, concerned));
        let any = below.fold(schema.x_validations.is_some(), |any, has| any | has);
        *concerned |= any && schema.default.is_some();
        any
    }
    let mut concerned = false;
    rules(root, &mut concerned);
    concerned
}

impl Walk<'_> {
    /// Visits the schemas with defaults in the server's order.
    fn schema(&mut self, schema: &Schema, path: &Path<'_>, report: &mut Report) {
        if let Some(default) = schema.default.as_ref().filter(|_| !schema.misread) {
            let path = path.child("default");
            let shown = path.shown();
            if default.value.value != Value::Null && !self.is_wrong(&shown) {
                self.default(schema, default, &path, report);
            }
        }
        if self.budget.is_over() {
            return;
        }
        if let Some((items, _)) = schema.one_item() {
            self.schema(items, &path.child("items"), report);
        }
        let properties = path.child("properties");
        for property in schema.property_list() {
            if self.budget.is_over() {
                return;
            }
            let path = properties.key(&property.name);
            self.schema(&property.schema, &path, report);
        }
    }

    /// Whether the default at a path, or a value in it, does not fit its schema.
    fn is_wrong(&self, path: &str) -> bool {
        let first = self.wrong.partition_point(|wrong| *wrong < path);
        self.wrong.get(first).is_some_and(|wrong| wrong.starts_with(path))
    }

    /// Runs the rules on one default: first with the default as its own old value, then without an old value.
    fn default(&mut self, schema: &Schema, default: &At<Node>, path: &Path<'_>, report: &mut Report) {
        let Some(of) = self.values.id(schema) else { return };
        let (start, before) = (self.budget, report.len());
        let sizes = Sizes::of(&default.value);
        let site =
            Site { schema, of: self.prepared.compiler.own(schema), node: &default.value, at: 0, old: None };
        let mut runs = Runs { walk: self, default, sizes: &sizes, of, loaded: false, again: false };
        runs.value(Site { old: Some((0, &default.value)), ..site }, path, report);
        let again = runs.again && report.len() == before && !runs.walk.budget.is_over();
        if again {
            // Rules with `optionalOldSelf` may hold for the update and fail for the new value.
            let update = runs.walk.budget;
            runs.walk.budget = start;
            runs.value(site, path, report);
            runs.walk.budget = runs.walk.budget.min(update);
        }
    }
}
