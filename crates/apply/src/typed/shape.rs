//! Selects the type of a value among the types that an atom allows.
//
// structured-merge-diff: typed/helpers.go

use serde_json::Value;

use crate::schema::{List, Map, Relationship, Resolved, Scalar, Schema, TypeRef};

/// The type that decides how a value is merged.
#[derive(Clone, Copy)]
pub(super) enum Shape<'s> {
    Map(&'s Map, Relationship),
    Scalar(Scalar),
    List(&'s List, Relationship),
}

impl<'s> Resolved<'s> {
    /// The type of a value alone, if the atom allows it. For null, for an absent value, and for a value that
    /// the atom does not allow, all types of the atom.
    pub(super) fn deduce(self, value: Option<&Value>) -> Self {
        let nothing = Resolved { scalar: None, list: None, map: None };
        match value {
            Some(Value::Number(_) | Value::String(_) | Value::Bool(_)) if self.scalar.is_some() => {
                Resolved { scalar: self.scalar, ..nothing }
            }
            Some(Value::Array(_)) if self.list.is_some() => Resolved { list: self.list, ..nothing },
            Some(Value::Object(_)) if self.map.is_some() => Resolved { map: self.map, ..nothing },
            _ => self,
        }
    }

    /// Whether two results of [`Resolved::deduce`] from one atom have the same types.
    pub(super) fn same_as(&self, other: &Self) -> bool {
        let kinds =
            |resolved: &Self| (resolved.scalar.is_some(), resolved.list.is_some(), resolved.map.is_some());
        kinds(self) == kinds(other)
    }

    /// The first type of the atom, in the order map, scalar, list. An atom that allows nothing is an error.
    pub(super) fn shape(&self, schema: &Schema, type_ref: TypeRef) -> Result<Shape<'s>, String> {
        match self {
            Resolved { map: Some((map, relationship)), .. } => Ok(Shape::Map(map, *relationship)),
            Resolved { scalar: Some(scalar), .. } => Ok(Shape::Scalar(*scalar)),
            Resolved { list: Some((list, relationship)), .. } => Ok(Shape::List(list, *relationship)),
            _ => {
                let name =
                    schema.name(type_ref).map_or("inlined".to_owned(), |name| format!("named type: {name}"));
                Err(format!("schema error: invalid atom: {name}"))
            }
        }
    }
}

/// The atom that a reference names, or the server's message for a type that does not exist.
pub(super) fn resolve(schema: &Schema, type_ref: Option<TypeRef>) -> Result<Resolved<'_>, String> {
    // A field without a type has the empty type, which resolves and allows nothing.
    let Some(type_ref) = type_ref else { return Ok(Resolved { scalar: None, list: None, map: None }) };
    schema.resolve(type_ref).ok_or_else(|| {
        format!("schema error: no type found matching: {}", schema.name(type_ref).unwrap_or("inlined type"))
    })
}
