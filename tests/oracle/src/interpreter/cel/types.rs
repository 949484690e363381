//! Declares the types of a schema for the checker: they can determine the overload of a call.
//
// apiserver: pkg/cel/common/schemas.go SchemaDeclType

use std::collections::BTreeMap;

use crdc_cel::compile::types::{Declarations, Declared, DeclaredId, Shape};

use crate::escaping::escape;
use crate::interpreter::Structural;

/// Declares the type that values of a schema have in rules; `None` if they have none.
pub(super) fn declare(schema: &Structural, all: &mut Declarations) -> Option<DeclaredId> {
    let shape = if schema.int_or_string {
        Shape::Dyn
    } else {
        match schema.type_name.as_str() {
            "array" => Shape::List(declare(schema.items.as_deref()?, all)?),
            "object" => match schema.additional_schema() {
                Some(values) => Shape::Map(declare(values, all)?),
                None => {
                    let mut fields = BTreeMap::new();
                    for (name, property) in &schema.properties {
                        if let (Some(name), Some(of)) = (escape(name), declare(property, all)) {
                            fields.insert(name, of);
                        }
                    }
                    Shape::Object(fields)
                }
            },
            "string" => match schema.format.as_str() {
                "byte" => Shape::Bytes,
                "duration" => Shape::Duration,
                "date" | "date-time" => Shape::Timestamp,
                _ => Shape::String,
            },
            "boolean" => Shape::Bool,
            "number" => Shape::Double,
            "integer" => Shape::Int,
            _ => return None,
        }
    };
    // Limits matter only for costs.
    Some(all.add(Declared { shape, nullable: false, max_elements: 0, min_size: 0 }))
}
