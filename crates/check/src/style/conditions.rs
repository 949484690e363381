//! Warns of conditions that are not merged by their type, or whose schema differs from `metav1.Condition`.
//
// openshift/crd-schema-checker: ConditionsMustHaveProperSSATags

use super::place::Place;
use crdc_schema::Schema;
use crdc_source::Value;
use crdc_source::diag::{Code, Diagnostic};

/// The schema of a field of a condition.
enum FieldSchema {
    Type(&'static str),
    Format(&'static str),
    Pattern(&'static str),
    MaxLength(i64),
    Minimum(f64),
    Enum(&'static [&'static str]),
}

// apimachinery: pkg/apis/meta/v1/types.go (Condition)
const FIELDS: &[(&str, &[FieldSchema])] = &[
    (
        "type",
        &[
            FieldSchema::Pattern(
                r"^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$",
            ),
            FieldSchema::MaxLength(316),
        ],
    ),
    ("status", &[FieldSchema::Enum(&["True", "False", "Unknown"])]),
    ("observedGeneration", &[FieldSchema::Minimum(0.0)]),
    ("lastTransitionTime", &[FieldSchema::Type("string"), FieldSchema::Format("date-time")]),
    (
        "reason",
        &[FieldSchema::Pattern("^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$"), FieldSchema::MaxLength(1024)],
    ),
    ("message", &[FieldSchema::MaxLength(32768)]),
];

/// Whether a value is a list of conditions: a list named `conditions` in the status, or elsewhere such a list
/// of objects with a type and a status. Upstream matches every list at or below a field whose name begins
/// like this, such as a list of match conditions.
pub(super) fn are(place: &Place<'_>) -> bool {
    let schema = place.schema;
    let alike = || {
        let item = schema.one_item().map(|(items, _)| items);
        item.is_some_and(|item| item.property("type").is_some() && item.property("status").is_some())
    };
    schema.type_name() == "array" && place.name == Some("conditions") && (place.in_status || alike())
}

/// Warns of conditions that are not a list map with the key `type`.
pub(super) fn merged(place: &Place<'_>) -> Option<Diagnostic> {
    if !are(place) {
        return None;
    }
    let (kind, keys) = (&place.schema.x_list_type, &place.schema.x_list_map_keys);
    let span = match (kind, keys) {
        (Some(kind), _) if kind.value != "map" => kind.span,
        (Some(_), Some(keys)) if matches!(keys.value.as_slice(), [key] if key.value == "type") => {
            return None;
        }
        (Some(_), Some(keys)) => keys.span,
        _ => place.key,
    };
    let message =
        format!("{place} is not a map by `type`: controllers that apply it replace each other's conditions");
    Some(
        Diagnostic::new(Code::StyleConditions, span, message)
            .help("write `x-kubernetes-list-type: map` and `x-kubernetes-list-map-keys: [type]`"),
    )
}

/// Warns of conditions whose fields are not those of Kubernetes.
pub(super) fn fields(place: &Place<'_>) -> Option<Diagnostic> {
    let (items, key) = place.schema.one_item().filter(|_| are(place))?;
    let (mut differ, mut write) = (Vec::new(), Vec::new());
    for (name, parts) in FIELDS {
        let property = items.property(name);
        let lacks = |part: &&FieldSchema| property.is_none_or(|property| !part.is_of(&property.schema));
        let lacking: Vec<&FieldSchema> = parts.iter().filter(lacks).collect();
        let keywords: Vec<&str> = lacking.iter().map(|part| part.keyword()).collect();
        match property {
            None => differ.push(format!("`{name}` (missing)")),
            Some(_) if lacking.is_empty() => continue,
            Some(_) => differ.push(format!("`{name}` ({})", keywords.join(", "))),
        }
        let values: Vec<String> = lacking.iter().map(|part| format!("`{part}`")).collect();
        write.push(format!("{} in `{name}`", values.join(" and ")));
    }
    (!differ.is_empty()).then(|| {
        let message = format!("the items of {place} differ from `metav1.Condition` in {}", differ.join(", "));
        Diagnostic::new(Code::StyleConditions, key, message)
            .help(format!("use that type in Go, or write {}", write.join(", ")))
    })
}

impl FieldSchema {
    fn is_of(&self, schema: &Schema) -> bool {
        match self {
            FieldSchema::Type(name) => schema.type_name() == *name,
            FieldSchema::Format(name) => schema.format.as_ref().is_some_and(|at| at.value == *name),
            FieldSchema::Pattern(text) => schema.pattern.as_ref().is_some_and(|at| at.value == *text),
            FieldSchema::MaxLength(most) => schema.max_length.as_ref().is_some_and(|at| at.value == *most),
            FieldSchema::Minimum(least) => {
                schema.minimum.as_ref().is_some_and(|at| at.value.total_cmp(least).is_eq())
            }
            FieldSchema::Enum(names) => schema.enumeration.as_ref().is_some_and(|at| {
                let has = |name: &&str| {
                    at.value.iter().any(|node| matches!(&node.value, Value::String(text) if text == name))
                };
                at.value.len() == names.len() && names.iter().all(has)
            }),
        }
    }

    fn keyword(&self) -> &'static str {
        match self {
            FieldSchema::Type(_) => "type",
            FieldSchema::Format(_) => "format",
            FieldSchema::Pattern(_) => "pattern",
            FieldSchema::MaxLength(_) => "maxLength",
            FieldSchema::Minimum(_) => "minimum",
            FieldSchema::Enum(_) => "enum",
        }
    }
}

impl std::fmt::Display for FieldSchema {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.keyword())?;
        match self {
            FieldSchema::Type(text) | FieldSchema::Format(text) | FieldSchema::Pattern(text) => {
                f.write_str(text)
            }
            FieldSchema::MaxLength(most) => write!(f, "{most}"),
            FieldSchema::Minimum(least) => write!(f, "{least}"),
            FieldSchema::Enum(names) => write!(f, "[{}]", names.join(", ")),
        }
    }
}
