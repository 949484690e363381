//! The tree of fields. In: a schema and the costs of its rules. Out: a [`Field`] for each schema in it,
//! parents before children, in document order.
//!
//! Recursion is bounded by the depth of documents. Easy to break: a path must not grow without bound, since
//! every field below a long key repeats it.

use super::constraints::{Constraint, constraints};
use super::marks::{Mark, marks};
use super::rules::{Costs, OutlinedRule};
use super::type_name::type_name;
use crdc_check::is_int_or_string;
use crdc_schema::{Items, Schema, SchemaOrBool};
use crdc_source::cut_path;

/// A schema of a version, with its constraints, marks and rules.
#[derive(Clone, Debug)]
pub struct Field<'s> {
    /// The step from the enclosing field to this field.
    pub step: Step<'s>,
    /// The path of the field's values: `.spec.items[*].labels.*`, empty for the object itself. Very long
    /// paths are cut.
    pub path: String,
    /// The schema.
    pub schema: &'s Schema,
    /// The type, such as `[]string`.
    pub type_name: String,
    /// Whether the enclosing object must have the field.
    pub required: bool,
    /// The constraints.
    pub constraints: Vec<Constraint>,
    /// The other restrictions of the values.
    pub marks: Vec<Mark>,
    /// The CEL rules.
    pub rules: Vec<OutlinedRule<'s>>,
    /// The fields below this one.
    pub children: Vec<Field<'s>>,
}

/// The step from a schema to one below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<'s> {
    /// The object itself.
    Root,
    /// A property.
    Property(&'s str),
    /// Each item of a list.
    Items,
    /// The item of a list at a position. Only schemas that are not structural have such a step.
    Position(usize),
    /// Each value of a map.
    Values,
    /// A branch of alternatives, and its index.
    Branch(Alternative, usize),
}

/// The keywords with branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternative {
    /// `allOf`
    AllOf,
    /// `anyOf`
    AnyOf,
    /// `oneOf`
    OneOf,
    /// `not`
    Not,
}

impl Alternative {
    /// The keyword.
    #[must_use]
    pub fn keyword(self) -> &'static str {
        match self {
            Alternative::AllOf => "allOf",
            Alternative::AnyOf => "anyOf",
            Alternative::OneOf => "oneOf",
            Alternative::Not => "not",
        }
    }
}

impl Field<'_> {
    /// Whether the field is a branch of alternatives. The constraints of a branch are errors of the enclosing
    /// value.
    #[must_use]
    pub fn is_branch(&self) -> bool {
        matches!(self.step, Step::Branch(..))
    }

    /// The description, if it has one.
    #[must_use]
    pub fn description(&self) -> Option<&str> {
        let text = self.schema.description.as_ref()?.value.trim();
        (!text.is_empty()).then_some(text)
    }
}

/// The field of the object itself.
pub(super) fn root<'s>(schema: &'s Schema, costs: &Costs) -> Field<'s> {
    field(schema, Step::Root, String::new(), false, costs)
}

fn field<'s>(schema: &'s Schema, step: Step<'s>, path: String, required: bool, costs: &Costs) -> Field<'s> {
    let mut children = Vec::new();
    let below = |step: &str| cut_path(format!("{path}{step}"));
    let names = schema.required.iter().flat_map(|at| &at.value).map(|at| at.value.as_str());
    let required_names: std::collections::BTreeSet<&str> = names.collect();
    for property in schema.property_list() {
        let name = property.name.as_str();
        let path = below(&format!(".{name}"));
        let required = required_names.contains(name);
        children.push(field(&property.schema, Step::Property(name), path, required, costs));
    }
    match schema.items.as_ref().map(|at| &at.value) {
        Some(Items::One(items)) => children.push(field(items, Step::Items, below("[*]"), false, costs)),
        Some(Items::Each(list)) => {
            for (index, item) in list.iter().enumerate() {
                children.push(field(item, Step::Position(index), below(&format!("[{index}]")), false, costs));
            }
        }
        None => {}
    }
    if let Some(SchemaOrBool::Schema(values)) = schema.additional_properties.as_ref().map(|at| &*at.value) {
        children.push(field(values, Step::Values, below(".*"), false, costs));
    }
    for (alternative, index, branch) in branches(schema) {
        children.push(field(branch, Step::Branch(alternative, index), path.clone(), false, costs));
    }
    Field {
        step,
        type_name: type_name(schema),
        constraints: constraints(schema, matches!(step, Step::Branch(..))),
        marks: marks(schema),
        rules: super::rules::rules(schema, &path, costs),
        path,
        schema,
        required,
        children,
    }
}

fn branches(schema: &Schema) -> impl Iterator<Item = (Alternative, usize, &Schema)> {
    let lists = [
        (Alternative::AllOf, &schema.all_of),
        // The branches of an int-or-string are its types.
        (Alternative::AnyOf, if is_int_or_string(schema) { &None } else { &schema.any_of }),
        (Alternative::OneOf, &schema.one_of),
    ];
    let listed = lists.into_iter().flat_map(|(alternative, list)| {
        let branches = list.iter().flat_map(|at| &at.value).enumerate();
        branches.map(move |(index, branch)| (alternative, index, branch))
    });
    listed.chain(schema.not.iter().map(|at| (Alternative::Not, 0, &*at.value)))
}
