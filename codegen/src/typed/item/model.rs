//! An item as the derive understands it: what its serialised form is, and what its markers say.
//!
//! In: nothing, this is data. Made by `item/read.rs` from syn's tree, validated by `rules/`, written out by
//! `emit/` and `schema.rs`. Every part keeps the span that a diagnostic about it shows.
//!
//! Easy to break: names, order and presence are those of what serde **writes**; what is never written has no
//! place here, and its markers are errors.

use crate::plan::Json;
use crdc_vocabulary::Immutability;
use proc_macro2::Span;

/// A struct or an enum under the derive.
pub struct Item {
    /// The Rust name.
    pub ident: syn::Ident,
    /// Generics as written.
    pub generics: syn::Generics,
    /// The path of the runtime crate: `::crdc`, or what `#[crdc(crate = "…")]` says.
    pub runtime: syn::Path,
    /// Where paths of errors begin: `spec`, `status`, or nothing.
    pub path: String,
    /// A field of a type without the derive is an error (`#[crdc(strict)]`).
    pub strict: bool,
    /// `#[crdc(schemars)]`, of a union: the path of schemars, whose trait is implemented as well.
    pub schemars: Option<syn::Path>,
    /// What it is when it is serialised.
    pub body: Body,
}

/// What an item is when it is serialised.
pub enum Body {
    /// An object with fields.
    Object(Object),
    /// What its only field is: newtypes, and `#[serde(transparent)]`.
    Transparent(Box<Field>),
    /// A string: an enum of unit variants. What `#[serde(skip)]` is said of is among them, `skipped`.
    Text(Vec<Variant>),
    /// An enum with data, in one of serde's forms.
    Choice(Choice),
    /// What nobody can look into, as `#[serde(into)]`, a unit struct or a tuple: compared as a whole.
    Leaf(Span),
}

/// An object with fields.
#[derive(Default)]
pub struct Object {
    /// Fields that are serialised, in order; flattened ones among them.
    pub fields: Vec<Field>,
    /// Unions of fields, by their indices in `fields`.
    pub unions: Vec<Union>,
    /// `#[serde(tag = "…")]` on a struct: a first field of this name that is always this text.
    pub tag: Option<(String, String)>,
    /// `+mapType=atomic` at the struct: it only says so in the schema.
    pub atomic: bool,
}

/// A field.
pub struct Field {
    /// How Rust calls it.
    pub member: syn::Member,
    /// How JSON calls it; of a flattened or transparent field, nothing.
    pub name: String,
    /// Its type as written.
    pub ty: syn::Type,
    /// The type as far as it is understood, with what markers say of it.
    pub form: Form,
    /// `#[serde(flatten)]`
    pub flatten: bool,
    /// `#[serde(skip_serializing_if = "…")]`
    pub skip_if: Option<syn::Path>,
    /// `#[serde(default)]`, on the field or the item: it may be absent when it is read.
    pub default: bool,
    /// `#[serde(with, serialize_with)]`: the function that serialises it. Its form is then `Other`, and nobody
    /// looks into what it writes: it is compared by what it writes.
    pub serialize_with: Option<syn::Path>,
    /// `#[serde(skip_deserializing)]`: written and never read, so that no schema has it.
    pub unread: bool,
    /// `#[schemars(with, schema_with)]`: its schema is another's, and its fragment that of a leaf.
    pub foreign_schema: bool,
    /// `#[crdc(leaf)]`: compared as a whole although the type has rules. Its form is then `Other`.
    pub leaf: bool,
    /// `+required`, `+optional`, or what the type says: whether the schema requires it. Of an `Option` that is
    /// required, only `Some` counts as there, and null is not admitted.
    pub required: bool,
    /// `+default`
    pub default_value: Option<Json>,
    /// What updates may not do to it.
    pub mark: Option<(Immutability, Span)>,
    /// `+normalize=undefined`
    pub normalize: Option<Span>,
    /// The field itself.
    pub span: Span,
}

impl Field {
    /// Whether nobody looks into it: it is compared as a whole, or by what a function writes.
    pub fn is_whole(&self) -> bool {
        self.leaf || self.serialize_with.is_some()
    }
}

/// A type as far as it is understood syntactically, by the last segment of its path.
#[derive(Clone)]
pub enum Form {
    /// A bool, number, string or character of std.
    Scalar(Scalar, Constraints),
    /// Another type: with the derive, or a leaf. Rust tells which.
    Other(Box<syn::Type>, Constraints),
    /// `Option<T>`
    Optional(Box<Form>),
    /// `Box<T>`, `Rc<T>`, `Arc<T>`
    Boxed(Box<Form>),
    /// A list.
    List {
        /// How items are found again.
        kind: ListKind,
        /// The items.
        items: Box<Form>,
        /// What updates may not do to the items (`+k8s:eachVal=`).
        mark: Option<(Immutability, Span)>,
        /// What the list is asked.
        constraints: Constraints,
    },
    /// A map with text for keys.
    Map {
        /// What the keys are.
        keys: Keys,
        /// The values.
        values: Box<Form>,
        /// `+mapType=atomic`
        atomic: bool,
        /// What updates may not do to the values (`+k8s:eachVal=`).
        mark: Option<(Immutability, Span)>,
        /// What the map is asked.
        constraints: Constraints,
    },
}

/// Keys of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keys {
    /// Scalars of std: two are the same where their text is.
    Scalars,
    /// Any others: only their text counts.
    Others,
}

/// A scalar of std.
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

/// How items of a list are found again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ListKind {
    /// Nothing said, of a type that is no set: by their index.
    Plain,
    /// `+listType=atomic`
    Atomic,
    /// `+listType=set`, or a set of std: by what they are.
    Set,
    /// `+listType=map`: by the JSON names of these keys, `+listMapKey`, each with the place of its marker.
    Map(Vec<Key>),
}

/// A key of a list map.
#[derive(Debug, Clone)]
pub struct Key {
    /// The JSON name of a field of the items.
    pub name: String,
    /// Its `+listMapKey`.
    pub span: Span,
}

impl PartialEq for Key {
    fn eq(&self, other: &Key) -> bool {
        self.name == other.name
    }
}

impl Eq for Key {}

/// Keywords that validate values, as markers say them.
#[derive(Debug, Clone, Default)]
pub struct Constraints {
    /// `minLength`, in code points.
    pub min_length: Option<i64>,
    /// `maxLength`, in code points.
    pub max_length: Option<i64>,
    /// `pattern`, RE2; it compiles.
    pub pattern: Option<(String, Span)>,
    /// `format`
    pub format: Option<String>,
    /// `minimum`, and whether it is exclusive.
    pub minimum: Option<(f64, bool)>,
    /// `maximum`, and whether it is exclusive.
    pub maximum: Option<(f64, bool)>,
    /// `multipleOf`
    pub multiple_of: Option<f64>,
    /// `enum`; empty: none.
    pub values: Vec<Json>,
    /// `minItems`
    pub min_items: Option<i64>,
    /// `maxItems`
    pub max_items: Option<i64>,
    /// `minProperties`
    pub min_properties: Option<i64>,
    /// `maxProperties`
    pub max_properties: Option<i64>,
    /// `+mapType=atomic` on a type of its own: it only says so in the schema.
    pub atomic: bool,
}

/// A union of fields of one object.
#[derive(Debug)]
pub struct Union {
    /// Index of the discriminator in the object's fields.
    pub discriminator: usize,
    /// The members.
    pub members: Vec<Member>,
    /// Values of the discriminator that select no member, where they are known here: of the `enum` of a text, and the
    /// empty one where an empty discriminator is not written.
    pub others: Vec<String>,
    /// The discriminator's type is its own: all its values are known there, and those that are no member's select nothing.
    pub of_type: bool,
    /// The discriminator's own span of the marker.
    pub span: Span,
}

/// A member of a union.
#[derive(Debug)]
pub struct Member {
    /// Its index in the object's fields.
    pub field: usize,
    /// The value that selects it.
    pub value: String,
    /// It may be absent while it is selected.
    pub optional: bool,
    /// Its marker.
    pub span: Span,
}

/// A variant of an enum.
#[derive(Debug)]
pub struct Variant {
    /// The Rust name.
    pub ident: syn::Ident,
    /// Its serialised name.
    pub name: String,
    /// `#[serde(skip)]`, `#[serde(skip_serializing)]`: it cannot be written, and no schema has it.
    pub skipped: bool,
    /// The variant itself.
    pub span: Span,
}

/// An enum with data.
pub struct Choice {
    /// How variants are told from one another.
    pub tagging: Tagging,
    /// All of them, in order.
    pub variants: Vec<ChoiceVariant>,
}

/// How serde tells variants from one another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tagging {
    /// `{"variant": data}`, units a string.
    External,
    /// The tag among the data's own fields.
    Internal {
        /// The field's name.
        tag: String,
    },
    /// Two fields.
    Adjacent {
        /// The field that names the variant.
        tag: String,
        /// The field with the data; absent for units.
        content: String,
    },
    /// Nothing: the data alone, units null.
    Untagged,
    /// The Kubernetes convention: a `type` beside one member named after the variant (`#[crdc(union)]`,
    /// `#[crdc(union = "…")]`; `#[derive(crdc::Union)]` serialises it).
    Union {
        /// The discriminator's name.
        tag: String,
    },
}

/// A variant with what it holds.
pub struct ChoiceVariant {
    /// The variant.
    pub variant: Variant,
    /// What it holds.
    pub data: Data,
    /// `#[serde(untagged)]` on this variant alone.
    pub untagged: bool,
    /// Under `Tagging::Union`: the field that holds its data.
    pub member: String,
    /// The member may be absent: `+unionMember,optional`.
    pub optional: bool,
}

/// What a variant holds.
pub enum Data {
    /// Nothing.
    Unit,
    /// One value.
    Newtype(Box<Field>),
    /// Fields by name.
    Object(Object),
    /// Several values: a list, compared as a whole. The types, in order.
    Leaf(Vec<syn::Type>),
}

impl Constraints {
    /// Whether nothing is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let Constraints {
            min_length,
            max_length,
            pattern,
            format,
            minimum,
            maximum,
            multiple_of,
            values,
            ..
        } = self;
        let Constraints { min_items, max_items, min_properties, max_properties, .. } = self;
        let counts = [min_length, max_length, min_items, max_items, min_properties, max_properties];
        let texts = pattern.is_none() && format.is_none() && values.is_empty();
        texts
            && minimum.is_none()
            && maximum.is_none()
            && multiple_of.is_none()
            && counts.iter().all(|c| c.is_none())
    }
}

impl Form {
    /// The form without what only holds it: options and boxes.
    #[must_use]
    pub fn core(&self) -> &Form {
        match self {
            Form::Optional(inner) | Form::Boxed(inner) => inner.core(),
            core => core,
        }
    }

    /// The same, to be changed.
    pub(crate) fn core_mut(&mut self) -> &mut Form {
        match self {
            Form::Optional(inner) | Form::Boxed(inner) => inner.core_mut(),
            core => core,
        }
    }

    /// Whether there is a way to write null: `Option`, boxed or not.
    #[must_use]
    pub fn is_optional(&self) -> bool {
        match self {
            Form::Optional(_) => true,
            Form::Boxed(inner) => inner.is_optional(),
            _ => false,
        }
    }

    /// What the value is asked, boxes and options aside.
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

    /// The same, to be changed.
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
