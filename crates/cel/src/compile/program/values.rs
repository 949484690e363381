//! The types by which interpreters of programs read values. Generated code has the same types as constants.
//
// apiserver: pkg/cel/common/{schemas,valuesunstructured}.go

use crate::document::schema::Form;

/// The types by which rules read the values of a schema. The types of items, values and fields come before
/// the type that refers to them.
#[derive(Clone, Debug, Default)]
pub struct ValueTypes {
    list: Vec<ValueType>,
}

/// The index of one of the [`ValueTypes`].
pub type ValueTypeId = usize;

/// The type of a value for rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueType {
    /// The form in which it is read.
    pub form: Form,
    /// Whether the value can be null.
    pub nullable: bool,
    /// The fields of an object.
    pub fields: Vec<ValueField>,
    /// The type of items, or of the values of a map.
    pub each: Option<ValueTypeId>,
    /// The keys of a list map, by their names in rules.
    pub keys: Vec<String>,
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueField {
    /// The name in the object.
    pub name: String,
    /// The name in rules; the same as `name` if rules cannot name it.
    pub in_rules: String,
    /// The type. `None` if the schema does not specify the field.
    pub of: Option<ValueTypeId>,
}

impl ValueTypes {
    /// Adds a type.
    pub fn add(&mut self, of: ValueType) -> ValueTypeId {
        self.list.push(of);
        self.list.len() - 1
    }

    /// All types.
    #[must_use]
    pub fn all(&self) -> &[ValueType] {
        &self.list
    }
}

impl ValueType {
    /// A type without children.
    #[must_use]
    pub fn of(form: Form) -> ValueType {
        ValueType { form, nullable: false, fields: Vec::new(), each: None, keys: Vec::new() }
    }
}
