//! In: schema keywords. Out: markers. **A keyword without a line here is reported with a reason**, so that
//! nothing is lost silently.

use crate::json::Json;

/// Keywords that are expressed by the structure, or have no effect.
const ELSEWHERE: [&str; 17] = [
    "type",
    "properties",
    "additionalProperties",
    "items",
    "required",
    "nullable",
    "default",
    "description",
    "title",
    "example",
    "externalDocs",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-map-type",
    "x-kubernetes-unions",
    "x-kubernetes-normalize",
];

/// Keywords with a number, and their markers.
const NUMBERS: [(&str, &str); 9] = [
    ("minLength", "MinLength"),
    ("maxLength", "MaxLength"),
    ("minItems", "MinItems"),
    ("maxItems", "MaxItems"),
    ("minProperties", "MinProperties"),
    ("maxProperties", "MaxProperties"),
    ("minimum", "Minimum"),
    ("maximum", "Maximum"),
    ("multipleOf", "MultipleOf"),
];

/// Immutability markers.
const MARKS: [(&str, &str); 4] = [
    ("x-kubernetes-immutable", "+immutable"),
    ("x-kubernetes-immutable-keys", "+immutable=keys"),
    ("x-kubernetes-addition-only", "+additionOnly"),
    ("x-kubernetes-deletion-only", "+deletionOnly"),
];

/// The markers of a schema's own keywords; the enum only if `with_enum`.
pub(super) fn markers(schema: &Json, with_enum: bool) -> Result<Vec<String>, String> {
    let mut markers = Vec::new();
    let kubebuilder = |name: &str, value: &str| format!("+kubebuilder:validation:{name}={value}");
    for (keyword, value) in schema.as_object().into_iter().flatten() {
        let keyword = keyword.as_str();
        if let Some((_, marker)) = NUMBERS.iter().find(|(known, _)| *known == keyword) {
            markers.push(kubebuilder(marker, &value.to_string()));
        } else if let Some((_, marker)) = MARKS.iter().find(|(known, _)| *known == keyword) {
            markers.push((*marker).to_owned());
        } else {
            match (keyword, value) {
                ("exclusiveMinimum", Json::Bool(value)) => {
                    markers.push(kubebuilder("ExclusiveMinimum", &value.to_string()));
                }
                ("exclusiveMaximum", Json::Bool(value)) => {
                    markers.push(kubebuilder("ExclusiveMaximum", &value.to_string()));
                }
                ("pattern", Json::String(text)) => markers.push(kubebuilder("Pattern", &quoted(text))),
                ("format", Json::String(text)) if schema.get("type") == Some(&"string".into()) => {
                    markers.push(kubebuilder("Format", &word(text)));
                }
                // Expressed by the type; servers do not enforce it.
                ("format", _) => {}
                ("enum", Json::Array(values)) => {
                    if with_enum {
                        let values: Vec<String> = values.iter().map(literal).collect();
                        markers.push(kubebuilder("Enum", &values.join(";")));
                    }
                }
                _ if ELSEWHERE.contains(&keyword) => {}
                _ => return Err(format!("no marker says {keyword}")),
            }
        }
    }
    Ok(markers)
}

/// A marker for what a value contains, written on the container.
pub(super) fn held(marker: &str) -> String {
    format!("+k8s:eachVal={marker}")
}

/// A word, quoted if needed.
pub(super) fn word(text: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | '.');
    if text.is_empty() || !text.chars().all(plain) { quoted(text) } else { text.to_owned() }
}

fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for char in text.chars() {
        match char {
            '"' | '\\' => out.extend(['\\', char]),
            '\n' => out.push_str("\\n"),
            _ => out.push(char),
        }
    }
    out.push('"');
    out
}

fn literal(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), quoted)
}
