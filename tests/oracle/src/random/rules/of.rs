//! The types of a schema for random rules.

use crate::escaping::escape;
use crate::json::Json;

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Of {
    Bool,
    Int,
    Double,
    String,
    Bytes,
    Duration,
    Time,
    /// An integer or a string.
    Dyn,
    List(Box<Of>),
    Map(Box<Of>),
    /// An object with fields, by their names in rules. Two objects have the same type only if they have the
    /// same schema: `id` is the text of the schema.
    Object {
        id: String,
        fields: Vec<(String, Of)>,
    },
}

impl Of {
    /// The type of a schema; `None` if rules cannot use its values.
    pub(super) fn new(schema: &Json, resource: bool) -> Option<Of> {
        if schema.get("x-kubernetes-int-or-string").is_some() {
            return Some(Of::Dyn);
        }
        let embedded = |schema: &Json| schema.get("x-kubernetes-embedded-resource").is_some();
        let below = |schema: &Json| Of::new(schema, embedded(schema));
        Some(match schema.get("type").and_then(Json::as_str)? {
            "boolean" => Of::Bool,
            "integer" => Of::Int,
            "number" => Of::Double,
            "string" => match schema.get("format").and_then(Json::as_str) {
                Some("byte") => Of::Bytes,
                Some("duration") => Of::Duration,
                Some("date" | "date-time") => Of::Time,
                _ => Of::String,
            },
            "array" => Of::List(Box::new(below(schema.get("items")?)?)),
            "object" => {
                if let Some(values @ Json::Object(_)) = schema.get("additionalProperties") {
                    return Some(Of::Map(Box::new(below(values)?)));
                }
                let mut fields = Vec::new();
                for (name, property) in
                    schema.get("properties").and_then(Json::as_object).into_iter().flatten()
                {
                    let known = resource && matches!(name.as_str(), "apiVersion" | "kind" | "metadata");
                    if let (false, Some(name), Some(of)) = (known, escape(name), below(property)) {
                        fields.push((name, of));
                    }
                }
                if resource {
                    fields.push(("apiVersion".to_owned(), Of::String));
                    fields.push(("kind".to_owned(), Of::String));
                    let names = ["name", "generateName"].map(|name| (name.to_owned(), Of::String));
                    let metadata = Of::Object { id: "metadata".to_owned(), fields: names.into() };
                    fields.push(("metadata".to_owned(), metadata));
                }
                Of::Object { id: schema.to_string(), fields }
            }
            _ => return None,
        })
    }
}
