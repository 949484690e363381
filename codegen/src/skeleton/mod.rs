//! A schema in, its skeleton out: what pruning has to know of it and nothing else. Junctors are
//! gone, and what they specified stands where it applies. In the order of use: `build` walks the
//! schema, `drop` takes what is its own, `merge` lays branches over each other, `print` writes the
//! result as a schema, `complete` puts it into a schema for the plan, `mode` says when.
//!
//! Easy to break: a skeleton specifies every field that any branch specifies, `not` included, and
//! never asks for a type that a branch does not ask for.
//
// The pruning design (KEP 24), skeleton schema.

mod build;
mod complete;
mod drop;
mod merge;
mod mode;
mod print;
#[cfg(all(test, feature = "documents"))]
mod tests;

pub use build::skeleton;
pub use complete::complete;
pub use merge::merge;
pub(crate) use mode::rests_on_structure;
pub use mode::{Mode, is_no_prune, mode};

use crate::schema::{At, Property};
use crate::source::Span;

/// What of a schema decides which fields of a value are known.
///
/// It prints itself (`to_string`) as a schema in YAML, the skeleton of which is itself.
///
/// ```
/// use crdc_codegen::skeleton::{Keep, skeleton};
/// use crdc_codegen::{schema, source::{Source, parse}};
///
/// let text = "anyOf: [{properties: {a: {type: string}}}, {properties: {a: {type: integer}}}]";
/// let (documents, _) = parse(&Source::new("schema.yaml", text));
/// let (schema, _) = schema::read_schema(&documents[0]);
/// assert_eq!(skeleton(&schema, Keep::All).to_string(), "properties:\n  a: {}\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    /// The type that all branches agree on.
    pub r#type: Option<String>,
    /// What holds for items at all positions.
    pub items: Option<Box<Skeleton>>,
    /// What holds position by position: the array form of `items`.
    pub positions: Vec<Skeleton>,
    /// `additionalItems`: what holds behind the last of `positions`. Without any, nothing.
    pub additional_items: Option<Box<Skeleton>>,
    /// `properties`, in the order in which they are met. Never present and empty.
    pub properties: Option<At<Vec<Field>>>,
    /// `patternProperties`, the same.
    pub patterns: Option<At<Vec<Field>>>,
    /// `additionalProperties`; `true` is a skeleton that says nothing, `false` is none.
    pub additional: Option<At<Box<Skeleton>>>,
    /// What stays though it is not specified.
    pub keep: Keep,
    /// Where that was said first.
    pub kept: Option<Span>,
    /// `x-kubernetes-embedded-resource`: apiVersion, kind and metadata are known.
    pub embedded: bool,
}

/// A property, or a pattern of properties.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name or the pattern.
    pub name: String,
    /// Where it stands first.
    pub key: Span,
    /// What is known of its values.
    pub skeleton: Skeleton,
}

/// What stays though it is not specified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keep {
    /// Nothing: unknown fields are pruned.
    #[default]
    Nothing,
    /// Unknown fields of this value; known ones are pruned by what is specified. This is what
    /// `x-kubernetes-preserve-unknown-fields` means to today's servers.
    Unknown,
    /// Everything, all the way down. This is what `x-kubernetes-no-prune` means.
    All,
}

/// How the extension is spelled in the design document, all three with one meaning.
pub const NO_PRUNE: [&str; 3] = ["x-kubernetes-no-prune", "x-kubernetes-no-pruning", "x-no-pruning"];

impl Skeleton {
    /// What is known of the item at a position: the skeletons that apply together.
    #[must_use]
    pub fn item(&self, index: usize) -> Option<Skeleton> {
        let positional = match self.positions.get(index) {
            Some(own) => Some(own),
            None if self.positions.is_empty() => None,
            None => self.additional_items.as_deref(),
        };
        let parts: Vec<Skeleton> = self.items.as_deref().into_iter().chain(positional).cloned().collect();
        (!parts.is_empty()).then(|| merge(parts))
    }

    /// The fields by name.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        self.properties.as_ref().map_or(&[], |at| &at.value)
    }

    /// The fields by pattern.
    #[must_use]
    pub fn pattern_fields(&self) -> &[Field] {
        self.patterns.as_ref().map_or(&[], |at| &at.value)
    }

    /// Whether it says nothing at all.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        Skeleton { kept: None, ..self.clone() } == Skeleton::default()
    }
}

impl Field {
    fn of(property: &Property, skeleton: Skeleton) -> Field {
        Field { name: property.name.clone(), key: property.key, skeleton }
    }
}
