//! Types of values: they determine which values have fields or items with owners of their own, and which
//! values are owned as one.
//!
//! Types refer to each other by [`TypeRef`]; a name may be referred to before it is defined, so types may be
//! recursive.
//
// structured-merge-diff: schema/elements.go

use std::collections::BTreeMap;

use serde_json::Value;

/// A set of types.
///
/// ```
/// use crdc_apply::{Atom, Keys, List, Map, Scalar, Schema};
///
/// let mut schema = Schema::new();
/// let string = schema.add(Atom::scalar(Scalar::String));
/// let port = schema.add(Atom::map(Map::new().field("name", string).field("port", Schema::DEDUCED)));
/// let ports = schema.add(Atom::list(List::keyed(port, ["name"])));
/// let root = schema.define("io.example.v1.Site", Atom::map(Map::new().field("ports", ports)));
/// assert_eq!(schema.find("io.example.v1.Site"), Some(root));
/// # let _: Keys = Vec::new();
/// ```
#[derive(Clone, Debug)]
pub struct Schema {
    types: Vec<Definition>,
    names: BTreeMap<String, usize>,
}

#[derive(Clone, Debug)]
struct Definition {
    name: Option<String>,
    atom: Option<Atom>,
}

/// A type of a [`Schema`], optionally with another relationship of its fields or items.
///
/// A reference is only valid with its own schema: in another one it refers to another type or to none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeRef {
    index: usize,
    relationship: Option<Relationship>,
}

impl TypeRef {
    /// The type, with its fields or items related as given here: `x-kubernetes-map-type` beside a
    /// `$ref`.
    pub fn with_relationship(self, relationship: Relationship) -> Self {
        TypeRef { relationship: Some(relationship), ..self }
    }
}

/// The ownership of fields or items: each on its own, or all as one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relationship {
    /// All fields or items are owned together, as one field.
    Atomic,
    /// Each field of a map has an owner of its own.
    Separable,
    /// Items of lists are owned each for itself, by value or by keys.
    Associative,
}

/// The types that a value may have. With several of them the value decides.
#[derive(Clone, Debug, Default)]
pub struct Atom {
    /// A scalar.
    pub scalar: Option<Scalar>,
    /// A list.
    pub list: Option<List>,
    /// A map or a struct.
    pub map: Option<Map>,
}

impl Atom {
    /// A scalar.
    pub fn scalar(scalar: Scalar) -> Self {
        Atom { scalar: Some(scalar), ..Atom::default() }
    }

    /// A list.
    pub fn list(list: List) -> Self {
        Atom { list: Some(list), ..Atom::default() }
    }

    /// A map or a struct.
    pub fn map(map: Map) -> Self {
        Atom { map: Some(map), ..Atom::default() }
    }
}

/// A type without parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// An integer or another number.
    Numeric,
    /// Text.
    String,
    /// True or false.
    Boolean,
    /// A scalar of any type.
    Untyped,
}

/// The names of the fields that identify an item of a list.
pub type Keys = Vec<String>;

/// A list.
#[derive(Clone, Debug)]
pub struct List {
    /// The type of its items.
    pub element: TypeRef,
    /// Atomic, or associative: a set without keys, a map with keys.
    pub relationship: Relationship,
    /// The fields of the items that are keys.
    pub keys: Keys,
}

impl List {
    /// A list that is owned as one: `x-kubernetes-list-type: atomic`, and every list without a list type.
    pub fn atomic(element: TypeRef) -> Self {
        List { element, relationship: Relationship::Atomic, keys: Vec::new() }
    }

    /// A set of scalars: `x-kubernetes-list-type: set`.
    pub fn set(element: TypeRef) -> Self {
        List { element, relationship: Relationship::Associative, keys: Vec::new() }
    }

    /// A list of objects with keys: `x-kubernetes-list-type: map`. The defaults of keys are the defaults of
    /// the fields of `element`.
    pub fn keyed(element: TypeRef, keys: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let keys = keys.into_iter().map(Into::into).collect();
        List { element, relationship: Relationship::Associative, keys }
    }
}

/// A map, or a struct with fields of their own types, or both.
#[derive(Clone, Debug)]
pub struct Map {
    fields: BTreeMap<String, Field>,
    /// The type of all other fields; without it they are refused.
    pub element: Option<TypeRef>,
    /// Separable unless it is atomic.
    pub relationship: Relationship,
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub struct Field {
    /// The type.
    pub type_ref: TypeRef,
    /// The default of the field, of use only if the field is a key of a list.
    pub default: Option<Value>,
}

impl Default for Map {
    fn default() -> Self {
        Map { fields: BTreeMap::new(), element: None, relationship: Relationship::Separable }
    }
}

impl Map {
    /// A map without fields.
    pub fn new() -> Self {
        Map::default()
    }

    /// A map of values of one type.
    pub fn of(element: TypeRef) -> Self {
        Map { element: Some(element), ..Map::default() }
    }

    /// Adds a field.
    #[must_use]
    pub fn field(self, name: &str, type_ref: TypeRef) -> Self {
        self.defaulted_field(name, type_ref, None)
    }

    /// Adds a field with a default. A default of null counts as absent.
    #[must_use]
    pub fn defaulted_field(mut self, name: &str, type_ref: TypeRef, default: Option<Value>) -> Self {
        let default = default.filter(|default| !default.is_null());
        self.fields.insert(name.to_owned(), Field { type_ref, default });
        self
    }

    /// Allows other fields, of this type.
    #[must_use]
    pub fn others(mut self, element: TypeRef) -> Self {
        self.element = Some(element);
        self
    }

    /// Makes the map owned as one: `x-kubernetes-map-type: atomic`.
    #[must_use]
    pub fn atomic(mut self) -> Self {
        self.relationship = Relationship::Atomic;
        self
    }

    /// A field, if it is declared.
    pub fn find(&self, name: &str) -> Option<&Field> {
        self.fields.get(name)
    }

    pub(crate) fn has_fields(&self) -> bool {
        !self.fields.is_empty()
    }

    /// The type of a field, declared or not.
    pub(crate) fn type_of(&self, name: &str) -> Option<TypeRef> {
        self.find(name).map(|field| field.type_ref).or(self.element)
    }
}

impl Default for Schema {
    fn default() -> Self {
        Schema::new()
    }
}

impl Schema {
    /// The type of any value, owned as one: the type of values below an atomic list without a schema.
    pub const ATOMIC: TypeRef = TypeRef { index: 0, relationship: None };
    /// The type of any value, with granular maps and atomic lists: for
    /// `x-kubernetes-preserve-unknown-fields`, and for objects without a schema.
    pub const DEDUCED: TypeRef = TypeRef { index: 1, relationship: None };

    /// With the two types that every schema has, [`Schema::ATOMIC`] and [`Schema::DEDUCED`].
    pub fn new() -> Self {
        let mut schema = Schema { types: Vec::new(), names: BTreeMap::new() };
        let any = |map: Map| Atom {
            scalar: Some(Scalar::Untyped),
            list: Some(List::atomic(Schema::ATOMIC)),
            map: Some(map),
        };
        schema.define("__untyped_atomic_", any(Map::of(Schema::ATOMIC).atomic()));
        schema.define("__untyped_deduced_", any(Map::of(Schema::DEDUCED)));
        schema
    }

    /// Adds a type without a name.
    pub fn add(&mut self, atom: Atom) -> TypeRef {
        self.types.push(Definition { name: None, atom: Some(atom) });
        TypeRef { index: self.types.len() - 1, relationship: None }
    }

    /// A reference to a type by name. The type may be defined later.
    pub fn named(&mut self, name: &str) -> TypeRef {
        let index = match self.names.get(name) {
            Some(index) => *index,
            None => {
                self.types.push(Definition { name: Some(name.to_owned()), atom: None });
                self.names.insert(name.to_owned(), self.types.len() - 1);
                self.types.len() - 1
            }
        };
        TypeRef { index, relationship: None }
    }

    /// Defines a type by name; a second definition takes the place of the first.
    pub fn define(&mut self, name: &str, atom: Atom) -> TypeRef {
        let type_ref = self.named(name);
        if let Some(definition) = self.types.get_mut(type_ref.index) {
            definition.atom = Some(atom);
        }
        type_ref
    }

    /// A defined type by name.
    pub fn find(&self, name: &str) -> Option<TypeRef> {
        let index = *self.names.get(name)?;
        self.types.get(index)?.atom.as_ref()?;
        Some(TypeRef { index, relationship: None })
    }

    /// The name of a type, if it has one.
    pub fn name(&self, type_ref: TypeRef) -> Option<&str> {
        self.types.get(type_ref.index)?.name.as_deref()
    }

    /// The type with its relationship; `None` if the type is not defined, or if a scalar is given a
    /// relationship.
    pub(crate) fn resolve(&self, type_ref: TypeRef) -> Option<Resolved<'_>> {
        let atom = self.types.get(type_ref.index)?.atom.as_ref()?;
        let mut resolved = Resolved {
            scalar: atom.scalar,
            list: atom.list.as_ref().map(|list| (list, list.relationship)),
            map: atom.map.as_ref().map(|map| (map, map.relationship)),
        };
        if let Some(relationship) = type_ref.relationship {
            match (&mut resolved.map, &mut resolved.list) {
                (Some(map), _) => map.1 = relationship,
                (None, Some(list)) => list.1 = relationship,
                (None, None) => return None,
            }
        }
        Some(resolved)
    }

    /// Whether values of the type are not followed when types change from granular to atomic.
    pub(crate) fn is_untyped(&self, type_ref: TypeRef) -> bool {
        let Some(definition) = self.types.get(type_ref.index) else { return false };
        match &definition.name {
            Some(_) => type_ref.index == Schema::DEDUCED.index,
            None => definition.atom.as_ref().is_some_and(|atom| atom.scalar == Some(Scalar::Untyped)),
        }
    }
}

/// A type as it is used at one place.
#[derive(Clone, Copy)]
pub(crate) struct Resolved<'s> {
    pub(crate) scalar: Option<Scalar>,
    pub(crate) list: Option<(&'s List, Relationship)>,
    pub(crate) map: Option<(&'s Map, Relationship)>,
}
