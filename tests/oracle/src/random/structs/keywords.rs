//! Writes markers for keywords. In: schema keywords. Out: markers. A keyword that no line here handles is an
//! error with its name, so that nothing is lost silently.

use super::super::formats::UNKNOWN;
use crate::json::Json;

/// Keywords that are expressed elsewhere, by the type or by other markers, or have no effect.
const ELSEWHERE: [&str; 18] = [
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
    "x-kubernetes-validations",
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
                ("format", Json::String(text))
                    if schema.get("type") == Some(&"string".into()) && text != UNKNOWN =>
                {
                    markers.push(kubebuilder("Format", &word(text)));
                }
                // Expressed by the type, or unknown; servers do not enforce it.
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

/// The markers of a schema's CEL rules.
pub(super) fn rules(schema: &Json) -> Vec<String> {
    let rules = schema.get("x-kubernetes-validations").and_then(Json::as_array);
    let marker = |rule: &Json| {
        let words = rule.as_object().into_iter().flatten().map(|(key, value)| {
            let value = value.as_str().map_or_else(|| value.to_string(), quoted);
            format!("{key}={value}")
        });
        format!("{RULE}{}", words.collect::<Vec<_>>().join(","))
    };
    let mut found: Vec<String> = Vec::new();
    for marker in rules.into_iter().flatten().map(marker) {
        // A repeated rule causes only one error.
        if !found.contains(&marker) {
            found.push(marker);
        }
    }
    found
}

/// Markers as `doc` attributes, which can contain any characters.
pub(super) fn docs(markers: &[String]) -> String {
    markers.iter().map(|marker| format!("#[doc = {:?}]\n", format!(" {marker}"))).collect()
}

/// The beginning of the marker of a CEL rule.
pub(super) const RULE: &str = "+kubebuilder:validation:XValidation:";

/// The marker for the values in a container, which is written on the container.
pub(super) fn held(marker: &str) -> String {
    format!("+k8s:eachVal={marker}")
}

/// The text of a marker's argument, quoted if needed.
pub(super) fn word(text: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || matches!(char, '_' | '-' | '.');
    if text.is_empty() || !text.chars().all(plain) { quoted(text) } else { text.to_owned() }
}

/// A text in quotes.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for char in text.chars() {
        match char {
            '"' | '\\' => out.extend(['\\', char]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            _ => out.push(char),
        }
    }
    out.push('"');
    out
}

/// A value of an enum as an argument.
fn literal(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), quoted)
}
