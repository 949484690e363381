//! Typed values, with all operations on a value that depend on its schema.
//!
//! A typed value is validated when it is created; results of operations are not validated again.
//
// structured-merge-diff: typed/typed.go

use std::borrow::Cow;

use serde_json::Value;

use super::compare::{self, Comparison};
use super::error::ValidationErrors;
use super::validate::{self, Duplicates};
use super::{merge, reconcile, remove, to_fields};
use crate::depth;
use crate::fields::FieldSet;
use crate::schema::{Schema, TypeRef};

/// A value with its type.
#[derive(Clone, Debug)]
pub struct Typed<'a> {
    schema: &'a Schema,
    type_ref: TypeRef,
    value: Cow<'a, Value>,
}

impl<'a> Typed<'a> {
    /// Validates a value.
    ///
    /// # Errors
    ///
    /// The value does not match the schema. The errors are the server's messages. After an undeclared field,
    /// its siblings are not checked.
    pub fn new(
        value: Cow<'a, Value>,
        schema: &'a Schema,
        type_ref: TypeRef,
        duplicates: Duplicates,
    ) -> Result<Self, ValidationErrors> {
        if depth::is_too_deep(&value) {
            return Err(ValidationErrors::one(depth::too_deep()));
        }
        validate::validate(schema, type_ref, &value, duplicates)?;
        Ok(Typed { schema, type_ref, value })
    }

    fn with_value(&self, value: Value) -> Self {
        Typed { value: Cow::Owned(value), ..*self }
    }

    /// The value.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The value without its type.
    pub fn into_value(self) -> Value {
        self.value.into_owned()
    }

    /// The schema with which the value was validated.
    pub fn schema(&self) -> &'a Schema {
        self.schema
    }

    /// The type.
    pub fn type_ref(&self) -> TypeRef {
        self.type_ref
    }

    /// The fields and items that it has: leaves, items of lists, empty maps and nulls.
    ///
    /// # Errors
    ///
    /// A type that is not defined.
    pub fn to_fields(&self) -> Result<FieldSet, ValidationErrors> {
        to_fields::to_fields(self.schema, self.type_ref, &self.value)
    }

    /// This value with all that the other one has. Nothing is removed; changed lists have the order of the
    /// other one.
    ///
    /// # Errors
    ///
    /// Duplicates in the other one.
    pub fn merge(&self, other: &Typed<'_>) -> Result<Typed<'a>, ValidationErrors> {
        let merged = merge::merge(self.schema, self.type_ref, &self.value, &other.value)?;
        Ok(self.with_value(merged))
    }

    /// Compares the other value with this one.
    ///
    /// # Errors
    ///
    /// Items of lists without keys.
    pub fn compare(&self, other: &Typed<'_>) -> Result<Comparison, ValidationErrors> {
        compare::compare(self.schema, self.type_ref, &self.value, &other.value)
    }

    /// The value without these fields and items. A container that becomes empty is null, unless it is removed
    /// itself.
    #[must_use]
    pub fn without(&self, fields: &FieldSet) -> Typed<'a> {
        self.with_value(remove::walk(self.schema, self.type_ref, &self.value, fields, remove::Keep::Others))
    }

    /// The value with only these fields and items.
    #[must_use]
    pub fn extract(&self, fields: &FieldSet) -> Typed<'a> {
        self.with_value(remove::walk(self.schema, self.type_ref, &self.value, fields, remove::Keep::These))
    }

    /// Adapts a set of fields to types that became atomic since; `None` if the set stays the same.
    ///
    /// # Errors
    ///
    /// A type is not defined.
    pub fn reconcile(&self, fields: &FieldSet) -> Result<Option<FieldSet>, ValidationErrors> {
        reconcile::reconcile(self.schema, self.type_ref, fields)
    }
}
