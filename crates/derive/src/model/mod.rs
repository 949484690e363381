//! The derive's model of an item: its serialized form and its markers.
//!
//! `item/read.rs` builds it from syn's tree, `rules/` validates it, `emit/` and `schema/` translate it. Every
//! part keeps the span for diagnostics about it.
//!
//! Easy to break: names, order and presence describe what serde **serializes**. Fields that are never
//! serialized are not included, and their markers are errors.

mod cel_rule;
mod constraints;

use crdc_source::json::Json;
use crdc_vocabulary::Immutability;
use proc_macro2::Span;

#[cfg(feature = "rules")]
pub(crate) use cel_rule::Compiled;
pub use cel_rule::{CelRule, RuleWords};
pub use constraints::{Constant, Constraints, Limit};

/// A struct or an enum under the derive.
pub struct Item {
    /// The Rust name.
    pub ident: syn::Ident,
    /// Generics as written.
    pub generics: syn::Generics,
    /// The path of the runtime crate: `::crdc`, or that of `#[crdc(crate = "…")]`.
    pub runtime: syn::Path,
    /// The prefix of error paths: `spec`, `status` or empty.
    pub path: String,
    /// The type of the status, if the item is the spec of a resource.
    pub status: Option<syn::Path>,
    /// The paths of the scale subresource of that resource.
    pub scale: Option<ScalePaths>,
    /// Whether a field of a type without the derive is an error (`#[crdc(strict)]`).
    pub strict: bool,
    /// Whether serde writes another type in its place (`#[serde(into)]`), which is the only field of its
    /// body.
    pub is_converted: bool,
    /// Types that serde only reads in its place: `#[serde(from)]`, `#[serde(try_from)]`.
    pub read_as: Vec<syn::Type>,
    /// The path of schemars in `#[crdc(schemars)]` on a union, for which `JsonSchema` is implemented too.
    pub schemars: Option<syn::Path>,
    /// Its serialized form.
    pub body: Body,
    /// CEL rules of its values, in the order of the schema.
    pub rules: Vec<CelRule>,
}

/// The paths of a scale subresource, as kube writes them into the CRD: `.spec.replicas`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalePaths {
    /// `specReplicasPath`
    pub spec: String,
    /// `statusReplicasPath`
    pub status: String,
    /// `labelSelectorPath`
    pub selector: Option<String>,
}

/// The serialized form of an item.
pub enum Body {
    /// An object with fields.
    Object(Object),
    /// The form of the only field: newtypes and `#[serde(transparent)]`.
    Transparent(Box<Field>),
    /// A string: an enum of unit variants. Includes variants under `#[serde(skip)]`, with `skipped`.
    Text(Vec<Variant>),
    /// An enum with data, in one of serde's representations or as a union.
    Choice(Choice),
    /// A type that is compared as a whole: a unit struct, a tuple struct or `#[serde(into)]`, with the fields
    /// or the type that serde writes.
    Leaf(Vec<Field>),
}

/// An object with fields.
#[derive(Default)]
pub struct Object {
    /// Serialized fields in order, including flattened ones.
    pub fields: Vec<Field>,
    /// Unions of fields, by their indices in `fields`.
    pub unions: Vec<Union>,
    /// `#[serde(tag = "…")]` on a struct: the name and the constant value of an additional first field.
    pub tag: Option<(String, String)>,
    /// `+mapType=atomic` on the struct; affects only the schema.
    pub atomic: bool,
    /// The CEL rules that markers of its fields stand for, until they are moved to the rules of the item.
    pub lowered: Vec<(RuleWords, Span)>,
}

/// A field.
pub struct Field {
    /// Its name in Rust.
    pub member: syn::Member,
    /// Its name in JSON; empty for a flattened or transparent field.
    pub name: String,
    /// Its type as written.
    pub ty: syn::Type,
    /// The type as far as it is known, with its markers.
    pub form: Form,
    /// `#[serde(flatten)]`
    pub flatten: bool,
    /// `#[serde(skip_serializing_if = "…")]`
    pub skip_if: Option<syn::Path>,
    /// `#[serde(default)]` on the field or the item: it may be absent in the input.
    pub default: bool,
    /// `#[serde(with, serialize_with)]`: the function that serializes it. Its form is then `Other`, and
    /// values are compared by the function's output.
    pub serialize_with: Option<syn::Path>,
    /// `#[serde(skip_deserializing)]`: serialized but never deserialized, so it is not in the schema.
    pub unread: bool,
    /// `#[schemars(with, schema_with)]`: its schema is not that of its type; its fragment is that of a leaf.
    pub foreign_schema: bool,
    /// `#[crdc(leaf)]`: compared as a whole although the type has rules. Its form is then `Other`.
    pub leaf: bool,
    /// `#[crdc(unchecked_rules)]`: others run the rules of the type, where it is flattened.
    pub unchecked: bool,
    /// Whether the schema requires it, according to `+required`, `+optional` or the type. A required `Option`
    /// must be `Some`: null is not allowed.
    pub required: bool,
    /// `+nullable`: null is allowed nevertheless.
    pub nullable: bool,
    /// `+default`
    pub default_value: Option<Json>,
    /// Its immutability marker.
    pub mark: Option<(Immutability, Span)>,
    /// `+normalize=undefined`
    pub normalize: Option<Span>,
    /// CEL rules of its value, after those of its type.
    pub rules: Vec<CelRule>,
    /// The CEL rules of each item of a list, or of each value of a map.
    pub each: Vec<CelRule>,
    /// The span of the field.
    pub span: Span,
}

impl Field {
    /// Whether it is compared as a whole, or by the output of a function.
    pub fn is_whole(&self) -> bool {
        self.leaf || self.serialize_with.is_some()
    }

    /// Whether `None` is written as null and may be: not if the field is required, nor if its schema is
    /// unrelated to its type.
    #[must_use]
    pub fn writes_null(&self) -> bool {
        let is_seen = !self.unread && !self.is_whole() && !self.foreign_schema && !self.unchecked;
        is_seen && self.form.is_optional() && self.skip_if.is_none() && !self.required && !self.flatten
    }
}

/// A type as far as it is known syntactically, from the last segment of its path.
#[derive(Clone)]
pub enum Form {
    /// A bool, number, string or character of `std`.
    Scalar(Scalar, Constraints),
    /// Another type: one with the derive, or a leaf. The compiler decides which.
    Other(Box<syn::Type>, Constraints),
    /// `Option<T>`
    Optional(Box<Form>),
    /// `Box<T>`, `Rc<T>`, `Arc<T>`
    Boxed(Box<Form>),
    /// A list.
    List {
        /// The identity of items.
        kind: ListKind,
        /// The items.
        items: Box<Form>,
        /// The immutability marker of the items (`+k8s:eachVal=`).
        mark: Option<(Immutability, Span)>,
        /// The constraints of the list.
        constraints: Constraints,
    },
    /// A map with keys that are serialized as strings.
    Map {
        /// The kind of keys.
        keys: Keys,
        /// The values.
        values: Box<Form>,
        /// `+mapType=atomic`
        atomic: bool,
        /// The immutability marker of the values (`+k8s:eachVal=`).
        mark: Option<(Immutability, Span)>,
        /// The constraints of the map.
        constraints: Constraints,
    },
}

/// Keys of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// Scalars of `std`: two are equal if and only if their strings are equal.
    Scalars,
    /// Any other type: keys are compared by their strings.
    Others,
}

/// A scalar of `std`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    /// `bool`
    Bool,
    /// An integer, with the `format` that schemars gives it.
    Integer {
        /// `int32`, `uint8`, …
        format: &'static str,
        /// Never below zero.
        unsigned: bool,
    },
    /// `f32`, `f64`
    Number {
        /// `float`, `double`
        format: &'static str,
    },
    /// `String`, `str`, `Cow<str>`
    Text,
    /// `char`
    Char,
}

/// The identity of a list's items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListKind {
    /// No marker, and not a set: by index.
    Plain,
    /// `+listType=atomic`
    Atomic,
    /// `+listType=set`, or a set of `std`: by value.
    Set,
    /// `+listType=map`: by these keys of `+listMapKey`.
    Map(Vec<Key>),
}

/// A key of a list map.
#[derive(Debug, Clone)]
pub struct Key {
    /// The JSON name of a field of the items.
    pub name: String,
    /// The span of its `+listMapKey`.
    pub span: Span,
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.name == other.name
    }
}

impl Eq for Key {}

/// A union of fields of one object.
#[derive(Debug)]
pub struct Union {
    /// Index of the discriminator in the object's fields.
    pub discriminator: usize,
    /// The members.
    pub members: Vec<Member>,
    /// Known values of the discriminator that select no member: those of the `enum` of a string, and the
    /// empty string if an empty discriminator is skipped.
    pub others: Vec<String>,
    /// Whether the discriminator has another type, which defines all its values. Values without a member
    /// select no member.
    pub of_type: bool,
    /// The span of the discriminator's marker.
    pub span: Span,
}

/// A member of a union.
#[derive(Debug)]
pub struct Member {
    /// The index in the object's fields.
    pub field: usize,
    /// The value that selects it.
    pub value: String,
    /// Whether it may be absent while it is selected.
    pub optional: bool,
    /// The span of its marker.
    pub span: Span,
}

/// A variant of an enum.
#[derive(Debug)]
pub struct Variant {
    /// The Rust name.
    pub ident: syn::Ident,
    /// Its serialized name.
    pub name: String,
    /// `#[serde(skip)]`, `#[serde(skip_serializing)]`: it cannot be serialized and is not in the schema.
    pub skipped: bool,
    /// The span of the variant.
    pub span: Span,
}

/// An enum with data.
pub struct Choice {
    /// The way in which the variant is represented.
    pub tagging: Tagging,
    /// The variants in order.
    pub variants: Vec<ChoiceVariant>,
}

/// The representation of a variant in JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tagging {
    /// `{"variant": data}`; unit variants are strings.
    External,
    /// The tag is a field next to the fields of the data.
    Internal {
        /// The name of the tag.
        tag: String,
    },
    /// The tag and the data are two fields.
    Adjacent {
        /// The field that names the variant.
        tag: String,
        /// The field with the data; absent for units.
        content: String,
    },
    /// No tag: only the data; unit variants are null.
    Untagged,
    /// The Kubernetes convention: a `type` and a member named after the variant (`#[crdc(union)]`,
    /// `#[crdc(union = "…")]`), as serialized by `#[derive(crdc::Union)]`.
    Union {
        /// The discriminator's name.
        tag: String,
    },
}

/// A variant with its data.
pub struct ChoiceVariant {
    /// The variant.
    pub variant: Variant,
    /// Its data.
    pub data: Data,
    /// `#[serde(untagged)]` on this variant.
    pub untagged: bool,
    /// With `Tagging::Union`: the field that holds its data.
    pub member: String,
    /// Whether the member may be absent: `+unionMember,optional`.
    pub optional: bool,
}

/// The data of a variant.
pub enum Data {
    /// No data.
    Unit,
    /// One value.
    Newtype(Box<Field>),
    /// Named fields.
    Object(Object),
    /// Fields that are compared as a whole: the items of a tuple, or the fields of an enum whose values do
    /// not determine the variant.
    Leaf(Vec<Field>),
}

impl Form {
    /// The form inside options and boxes.
    #[must_use]
    pub fn core(&self) -> &Form {
        match self {
            Form::Optional(inner) | Form::Boxed(inner) => inner.core(),
            core => core,
        }
    }

    /// Mutable version of [`Form::core`].
    pub(crate) fn core_mut(&mut self) -> &mut Form {
        match self {
            Form::Optional(inner) | Form::Boxed(inner) => inner.core_mut(),
            core => core,
        }
    }

    /// Whether it can be null: an `Option`, boxed or not.
    #[must_use]
    pub fn is_optional(&self) -> bool {
        match self {
            Form::Optional(_) => true,
            Form::Boxed(inner) => inner.is_optional(),
            _ => false,
        }
    }

    /// The constraints of the value inside boxes and options.
    #[must_use]
    pub fn constraints(&self) -> &Constraints {
        match self {
            Form::Optional(inner) | Form::Boxed(inner) => inner.constraints(),
            Form::Scalar(_, constraints)
            | Form::Other(_, constraints)
            | Form::List { constraints, .. }
            | Form::Map { constraints, .. } => constraints,
        }
    }

    /// Mutable version of [`Form::constraints`].
    pub(crate) fn asks_mut(&mut self) -> &mut Constraints {
        match self {
            Form::Optional(inner) | Form::Boxed(inner) => inner.asks_mut(),
            Form::Scalar(_, constraints)
            | Form::Other(_, constraints)
            | Form::List { constraints, .. }
            | Form::Map { constraints, .. } => constraints,
        }
    }
}
