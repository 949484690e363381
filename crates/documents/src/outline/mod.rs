//! The outline of a version: its fields as a tree, each with its type, its constraints in words, its marks
//! and its rules with their costs. For people and tools that show a document or ask what tests have reached.
//! In: a version of a checked CRD. Out: [`Field`]s that borrow its schema.
//!
//! Easy to break: **every keyword that can refuse an object is a constraint, a mark or a rule**, with the
//! place of its key, so a new keyword needs a line in `constraints.rs` (`fields!` asks for it).
//!
//! The page of `crdc explain --html` (`crates/cli/src/page`) and the coverage of `crdc test` read it.

mod constraints;
mod field;
mod marks;
mod rules;
#[cfg(test)]
mod tests;
mod type_name;

pub use constraints::Constraint;
pub use field::{Alternative, Field, Step};
pub use marks::{Mark, Member};
pub use rules::{Cost, OutlinedRule, RuleSummary};
pub use type_name::type_name;

use crdc_check::CheckedVersion;
use rules::Costs;

/// The outline of a version.
#[derive(Clone, Debug)]
pub struct Outline<'s> {
    /// The field of the object itself.
    pub root: Field<'s>,
    /// The cost of all rules together; `None` if there are no rules.
    pub rules: Option<RuleSummary>,
}

/// The outline of a version; `None` if it has no schema.
///
/// ```
/// use crdc_check::check_source;
/// use crdc_source::Source;
/// use crdc_documents::outline;
/// let crd = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
///     "metadata": {"name": "things.example.com"},
///     "spec": {"group": "example.com", "scope": "Namespaced",
///         "names": {"plural": "things", "singular": "thing", "kind": "Thing", "listKind": "ThingList"},
///         "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema":
///             {"type": "object", "properties": {"names": {"type": "array", "maxItems": 3, "items": {"type": "string"}}}}}}]}}"#;
/// let checked = check_source(&Source::new("crd.json", crd), None);
/// let version = checked.crds[0].accepted().unwrap().versions().next().unwrap();
/// let outline = outline::outline(version).unwrap();
/// let names = &outline.root.children[0];
/// assert_eq!((names.path.as_str(), names.type_name.as_str()), (".names", "[]string"));
/// assert_eq!(names.constraints[0].words, "at most 3 items");
/// ```
#[must_use]
pub fn outline(version: CheckedVersion<'_>) -> Option<Outline<'_>> {
    let schema = &*version.schema()?.value;
    let costs = Costs::of(schema);
    let rules = costs.summary();
    Some(Outline { root: field::root(schema, &costs), rules })
}
