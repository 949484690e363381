//! A skeleton: the part of a schema that decides which fields of a value are known.

use crate::{At, Property};
use crdc_source::Span;

/// The part of a schema that decides which fields of a value are known.
///
/// Its `Display` is a schema in YAML whose skeleton is the same skeleton.
///
/// ```
/// use crdc_schema::skeleton::{Keep, skeleton};
/// use crdc_source::{Source, parse};
///
/// let text = "anyOf: [{properties: {a: {type: string}}}, {properties: {a: {type: integer}}}]";
/// let (documents, _) = parse(&Source::new("schema.yaml", text));
/// let (schema, _) = crdc_schema::read_schema(&documents[0]);
/// assert_eq!(skeleton(&schema, Keep::All).to_string(), "properties:\n  a: {}\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    /// The type that all branches agree on.
    pub r#type: Option<String>,
    /// The skeleton of items at all positions.
    pub items: Option<Box<Skeleton>>,
    /// The skeletons by position: the array form of `items`.
    pub positions: Vec<Skeleton>,
    /// `additionalItems`: the skeleton after the last of `positions`. Without positions, it has no effect.
    pub additional_items: Option<Box<Skeleton>>,
    /// `properties`, in order of appearance. Never present and empty.
    pub properties: Option<At<Vec<Field>>>,
    /// `patternProperties`, likewise.
    pub patterns: Option<At<Vec<Field>>>,
    /// `additionalProperties`; `true` is an empty skeleton, `false` is `None`.
    pub additional: Option<At<Box<Skeleton>>>,
    /// The unspecified fields that are kept.
    pub keep: Keep,
    /// The span of the first extension that says so.
    pub kept: Option<Span>,
    /// `x-kubernetes-embedded-resource`: apiVersion, kind and metadata are known.
    pub embedded: bool,
}

/// A property, or a pattern of properties.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The name or the pattern.
    pub name: String,
    /// The span of its first occurrence.
    pub key: Span,
    /// The skeleton of its values.
    pub skeleton: Skeleton,
}

/// The unknown fields that are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Keep {
    /// No unknown fields are kept.
    #[default]
    Nothing,
    /// Unknown fields of this value; known fields are pruned as specified. This is the meaning of
    /// `x-kubernetes-preserve-unknown-fields` on today's servers.
    Unknown,
    /// Everything, recursively. This is the meaning of `x-kubernetes-no-prune`.
    All,
}

/// The spellings of the extension in the design document, which are equivalent.
pub const NO_PRUNE: [&str; 3] = ["x-kubernetes-no-prune", "x-kubernetes-no-pruning", "x-no-pruning"];

impl Skeleton {
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

    /// Whether the skeleton is empty.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        Skeleton { kept: None, ..self.clone() } == Skeleton::default()
    }
}

impl Field {
    /// The field of a property.
    #[must_use]
    pub fn of(property: &Property, skeleton: Skeleton) -> Field {
        Field { name: property.name.clone(), key: property.key, skeleton }
    }
}
