//! The table of all types in use, by number.
//!
//! Easy to break: the number of a simple type is its index in `SIMPLE`.
//
// cel-go: common/types/types.go

use std::collections::HashMap;

use super::declared::{Declarations, DeclaredId, Shape};

/// The number of a type in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Type(u32);

/// The kind of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Any value; checked when the expression is evaluated.
    Dyn,
    /// A message of any type.
    Any,
    /// The type of an expression with an error.
    Error,
    /// `null_type`
    Null,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `uint`
    Uint,
    /// `double`
    Double,
    /// `string`
    String,
    /// `bytes`
    Bytes,
    /// `google.protobuf.Duration`
    Duration,
    /// `google.protobuf.Timestamp`
    Timestamp,
    /// One of the simple types, or null.
    Nullable(Type),
    /// A list.
    List(Type),
    /// A map from keys to values.
    Map(Type, Type),
    /// An optional.
    Optional(Type),
    /// A type without fields, such as `net.IP`.
    Opaque(&'static str),
    /// An object type of a library, such as `kubernetes.URL`.
    Object(&'static str),
    /// An object of the schema.
    Declared(DeclaredId),
    /// An object of a mutation, such as `Object.spec`: the number of its name. It has all fields, of any
    /// type.
    Patch(u32),
    /// A type parameter: a type that is not known yet.
    Param(u32),
    /// The type of a type. `None` for the type of any type.
    TypeOf(Option<Type>),
}

/// All types in use.
#[derive(Clone, Debug)]
pub struct Types {
    kinds: Vec<Kind>,
    /// For each type, whether it contains a type parameter.
    open: Vec<bool>,
    index: HashMap<Kind, Type>,
    params: u32,
    /// The names of objects of mutations, and their numbers.
    names: Vec<String>,
    numbers: HashMap<String, u32>,
}

/// The types that every expression can have, in the order of their numbers.
const SIMPLE: [Kind; 12] = [
    Kind::Dyn,
    Kind::Any,
    Kind::Error,
    Kind::Null,
    Kind::Bool,
    Kind::Int,
    Kind::Uint,
    Kind::Double,
    Kind::String,
    Kind::Bytes,
    Kind::Duration,
    Kind::Timestamp,
];

impl Type {
    /// Any value.
    pub const DYN: Type = Type(0);
    /// A message of any type.
    pub const ANY: Type = Type(1);
    /// The type of an expression with an error.
    pub const ERROR: Type = Type(2);
    /// `null_type`.
    pub const NULL: Type = Type(3);
    /// `bool`.
    pub const BOOL: Type = Type(4);
    /// `int`.
    pub const INT: Type = Type(5);
    /// `uint`.
    pub const UINT: Type = Type(6);
    /// `double`.
    pub const DOUBLE: Type = Type(7);
    /// `string`.
    pub const STRING: Type = Type(8);
    /// `bytes`.
    pub const BYTES: Type = Type(9);
    /// A duration.
    pub const DURATION: Type = Type(10);
    /// A timestamp.
    pub const TIMESTAMP: Type = Type(11);
}

/// Type parameters of signatures, which are replaced before use.
pub(in crate::compile) const FIRST_PARAM: u32 = 2;

/// The number of nested lists and maps to which the type of a policy's variable is known.
const DEEPEST_VARIABLE: u32 = 64;

impl Default for Types {
    fn default() -> Types {
        let mut types = Types {
            kinds: Vec::new(),
            open: Vec::new(),
            index: HashMap::new(),
            params: 0,
            names: Vec::new(),
            numbers: HashMap::new(),
        };
        for kind in SIMPLE {
            types.of(kind);
        }
        types
    }
}

impl Types {
    /// Returns the type of this kind, and adds it if it is new.
    pub(in crate::compile) fn of(&mut self, kind: Kind) -> Type {
        if let Some(found) = self.index.get(&kind) {
            return *found;
        }
        // There are at most a few types for each node of an expression.
        let new = Type(u32::try_from(self.kinds.len()).unwrap_or(u32::MAX));
        let open = match &kind {
            Kind::Param(_) => true,
            kind => parts(kind).into_iter().flatten().any(|part| self.is_open(part)),
        };
        self.open.push(open);
        self.kinds.push(kind.clone());
        self.index.insert(kind, new);
        new
    }

    /// The kind of a type.
    #[must_use]
    pub fn kind(&self, of: Type) -> &Kind {
        &self.kinds[of.0 as usize]
    }

    /// Whether the type contains a type parameter.
    pub(in crate::compile) fn is_open(&self, of: Type) -> bool {
        self.open[of.0 as usize]
    }

    pub(in crate::compile) fn list(&mut self, of: Type) -> Type {
        self.of(Kind::List(of))
    }

    pub(in crate::compile) fn map(&mut self, key: Type, value: Type) -> Type {
        self.of(Kind::Map(key, value))
    }

    pub(in crate::compile) fn optional(&mut self, of: Type) -> Type {
        self.of(Kind::Optional(of))
    }

    pub(in crate::compile) fn type_of(&mut self, of: Type) -> Type {
        self.of(Kind::TypeOf(Some(of)))
    }

    /// The object type that servers declare under a name, such as `kubernetes.AdmissionRequest`.
    pub fn object(&mut self, name: &'static str) -> Type {
        self.of(Kind::Object(name))
    }

    /// The type of an object of a mutation with a name such as `Object.spec`.
    pub fn patch(&mut self, name: &str) -> Type {
        let number = match self.numbers.get(name) {
            Some(number) => *number,
            None => {
                // There are fewer names than characters in an expression.
                let number = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
                self.names.push(name.to_owned());
                self.numbers.insert(name.to_owned(), number);
                number
            }
        };
        self.of(Kind::Patch(number))
    }

    /// The name of an object of a mutation.
    pub(in crate::compile) fn patch_name(&self, number: u32) -> &str {
        self.names.get(number as usize).map_or("Object", String::as_str)
    }

    /// The type that servers declare for a policy's variable: simple types, and lists and maps of them. Any
    /// other type is `dyn`. Here the type of a part that nests too deep is `dyn` as well, since each variable
    /// can be deeper than the one before.
    // apiserver: pkg/admission/plugin/cel/composition.go convertCelTypeToDeclType
    pub fn of_variable(&mut self, of: Type) -> Type {
        self.as_deep_as(of, DEEPEST_VARIABLE)
    }

    fn as_deep_as(&mut self, of: Type, most: u32) -> Type {
        match *self.kind(of) {
            Kind::Any
            | Kind::Bool
            | Kind::Bytes
            | Kind::Double
            | Kind::Duration
            | Kind::Int
            | Kind::Null
            | Kind::String
            | Kind::Timestamp
            | Kind::Uint => of,
            Kind::List(item) if most > 0 => {
                let item = self.as_deep_as(item, most - 1);
                self.list(item)
            }
            Kind::Map(key, value) if most > 0 => {
                let (key, value) = (self.as_deep_as(key, most - 1), self.as_deep_as(value, most - 1));
                self.map(key, value)
            }
            _ => Type::DYN,
        }
    }

    /// A list with items of a type.
    pub fn list_of(&mut self, of: Type) -> Type {
        self.list(of)
    }

    /// An optional with values of a type.
    pub fn optional_of(&mut self, of: Type) -> Type {
        self.optional(of)
    }

    /// The type of the values of a declared type.
    pub fn declared(&mut self, id: DeclaredId, declarations: &Declarations) -> Type {
        match &declarations.get(id).shape {
            Shape::Dyn => Type::DYN,
            Shape::Bool => Type::BOOL,
            Shape::Int => Type::INT,
            Shape::Double => Type::DOUBLE,
            Shape::String => Type::STRING,
            Shape::Bytes => Type::BYTES,
            Shape::Duration => Type::DURATION,
            Shape::Timestamp => Type::TIMESTAMP,
            Shape::List(of) => {
                let of = self.declared(*of, declarations);
                self.list(of)
            }
            Shape::Map(of) => {
                let of = self.declared(*of, declarations);
                self.map(Type::STRING, of)
            }
            Shape::Object(_) => self.of(Kind::Declared(id)),
        }
    }

    /// Prepares the table for another expression, whose type parameters are numbered from zero.
    pub(in crate::compile) fn restart(&mut self) {
        self.params = 0;
    }

    /// Creates a new type parameter.
    pub(in crate::compile) fn fresh(&mut self) -> Type {
        self.params += 1;
        self.of(Kind::Param(FIRST_PARAM + self.params - 1))
    }

    pub(in crate::compile) fn is_dyn(&self, of: Type) -> bool {
        matches!(of, Type::DYN | Type::ANY)
    }

    pub(in crate::compile) fn is_dyn_or_error(&self, of: Type) -> bool {
        self.is_dyn(of) || of == Type::ERROR
    }

    /// The type of the content of an optional, and whether the type is an optional. Other types are returned
    /// as they are.
    pub(in crate::compile) fn unwrap_optional(&self, of: Type) -> (Type, bool) {
        match self.kind(of) {
            Kind::Optional(inner) => (*inner, true),
            _ => (of, false),
        }
    }

    /// The simple type of a nullable one.
    pub(in crate::compile) fn without_null(&self, of: Type) -> Type {
        match self.kind(of) {
            Kind::Nullable(inner) => *inner,
            _ => of,
        }
    }
}

/// The types that a type contains.
pub(in crate::compile) fn parts(kind: &Kind) -> [Option<Type>; 2] {
    match kind {
        Kind::List(of) | Kind::Optional(of) => [Some(*of), None],
        Kind::Map(key, value) => [Some(*key), Some(*value)],
        Kind::TypeOf(of) => [*of, None],
        _ => [None, None],
    }
}
