//! Checks `selectableFields`: at most eight paths to fields of a scalar type.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go

use super::columns::text;
use super::layout::Layout;
use super::path::Path;
use super::report::Report;
use super::structural;
use crdc_schema::field_path::{Fields, Notation};
use crdc_schema::{At, Schema, same_value};
use crdc_source::diag::{Code, ErrorType};
use crdc_source::{Node, Value};
use crdc_vocabulary::Minor;
use crdc_vocabulary::Wording;
use std::collections::{HashMap, HashSet};

const MOST_FIELDS: usize = 8;
const TOO_MANY: Wording = Wording::MaxItems(MOST_FIELDS as i64);

pub(super) fn selectable_fields(layout: &Layout<'_>, report: &mut Report) {
    if !layout.is_from(Minor::SELECTABLE_FIELDS) {
        dropped(layout, report);
        return;
    }
    let spec = Path::new("spec");
    let versions = spec.child("versions");
    for index in 0..layout.crd.versions.len() {
        if let Some(fields) = layout.selectable_of(index) {
            let version = versions.index(index);
            let name = layout.crd.versions[index].name.as_ref().map_or("", |name| &name.value);
            let path = version.child("selectableFields");
            let schema = version.child("schema");
            list(
                fields,
                layout.schema_of(index),
                (&schema, &path),
                (Wording::FieldsWithoutSchema, layout.allows_many(name)),
                report,
            );
        }
    }
    if let Some(fields) = layout.selectable {
        let path = spec.child("selectableFields");
        // The server reports `spec.schema`, a path that no document has.
        list(
            fields,
            layout.validation,
            (&spec.child("schema"), &path),
            (Wording::FieldsWithoutValidation, layout.allows_many("")),
            report,
        );
    }
}

/// Reports selectable fields that an older server drops before it checks them.
fn dropped(layout: &Layout<'_>, report: &mut Report) {
    let since = Minor::SELECTABLE_FIELDS;
    let each = (0..layout.crd.versions.len()).filter_map(|index| layout.selectable_of(index));
    for fields in layout.selectable.into_iter().chain(each) {
        if !matches!(&fields.value.value, Value::Array(nodes) if !nodes.is_empty()) {
            continue;
        }
        let label = match layout.is_from(Minor::SELECTABLE_FIELDS_GATED) {
            true => "requests that select objects by these fields are refused",
            false => "an unknown field: clients that ask for strict validation are refused",
        };
        report
            .add(Code::FieldServer, fields.key, format!("servers before {since} drop `selectableFields`"))
            .label(label)
            .help(format!("require servers from {since} on, or do without field selectors"))
            .done();
    }
}

/// Returns the versions with too many selectable fields in the old document that the new one does not change;
/// the empty name stands for all versions.
pub(super) fn unchanged_many(new: &Layout<'_>, old: &Layout<'_>) -> HashSet<String> {
    fn many<'a>(old: Option<&'a At<Node>>, new: Option<&'a At<Node>>) -> bool {
        let (Some(old), Some(new)) = (old, new) else {
            return false;
        };
        matches!(&old.value.value, Value::Array(list) if list.len() > MOST_FIELDS)
            && same_value(&old.value, &new.value)
    }
    let mut found = HashSet::new();
    if many(old.selectable, new.selectable) {
        found.insert(String::new());
    }
    let named = |layout: &Layout<'_>| -> Vec<(String, usize)> {
        let names = layout.crd.versions.iter().map(|version| version.name.as_ref());
        names.map(|name| name.map_or(String::new(), |name| name.value.clone())).zip(0..).collect()
    };
    let before: HashMap<String, usize> = named(old).into_iter().collect();
    for (name, index) in named(new) {
        let before = before.get(&name).and_then(|before| old.selectable_of(*before));
        if many(before, new.selectable_of(index)) {
            found.insert(name);
        }
    }
    found
}

fn list(
    fields: &At<Node>,
    schema: Option<&At<Box<Schema>>>,
    (beside, path): (&Path<'_>, &Path<'_>),
    (without, many): (Wording, bool),
    report: &mut Report,
) {
    let nodes = match &fields.value.value {
        Value::Array(nodes) if !nodes.is_empty() => nodes,
        _ => return,
    };
    let Some(schema) = schema else {
        report
            .add(Code::SelectableField, fields.key, "`selectableFields` require a schema beside them")
            .help("if versions share their selectable fields, they must share their schema too")
            .server(path.worded(ErrorType::Invalid, "", without));
        return;
    };
    if schema.value.misread {
        return;
    }
    let unusable = structural::unusable(&schema.value);
    if let Some((words, key)) = unusable {
        report
            .add(
                Code::SelectableField,
                fields.key,
                "`selectableFields` require a schema that the server can convert to a structural one",
            )
            .note(key, "this keyword is not supported")
            .help("remove the keyword")
            .server(beside.child("openAPIV3Schema").invalid("", words));
    }
    let mut seen = HashSet::new();
    let mut fields_of = Fields::default();
    for (index, node) in nodes.iter().enumerate() {
        let mut one = |report: &mut Report| {
            field(node, &schema.value, path, index, (&mut seen, &mut fields_of), report);
        };
        // Without a schema, the server's path resolution fails at the first name.
        if unusable.is_some() && text(node, "jsonPath").0.starts_with('.') {
            report.without_server_message(one);
        } else {
            one(report);
        }
    }
    let count = i64::try_from(seen.len()).unwrap_or(i64::MAX);
    if seen.len() > MOST_FIELDS && !many {
        report
            .add(
                Code::SelectableField,
                fields.key,
                format!("{} selectable fields; the maximum is {MOST_FIELDS}", seen.len()),
            )
            .help("remove the fields that are not used in field selectors")
            .server(path.worded(ErrorType::TooMany, count, TOO_MANY));
    }
}

fn field<'s>(
    node: &Node,
    schema: &'s Schema,
    path: &Path<'_>,
    index: usize,
    (seen, fields): (&mut HashSet<String>, &mut Fields<'s>),
    report: &mut Report,
) {
    let entry = path.index(index);
    let path = entry.child("jsonPath");
    let (json_path, span) = text(node, "jsonPath");
    if json_path.is_empty() {
        report
            .add(Code::SelectableField, span, "a selectable field needs a path")
            .help("write a path such as `jsonPath: .spec.engine`")
            .server(path.required(""));
        return;
    }
    let found = match fields.resolve(json_path, schema, Notation::DotsOnly) {
        Ok(found) => found,
        Err(error) => {
            report
                .add(Code::SelectableField, span, format!("`{json_path}` is not a valid path: {error}"))
                .help(if json_path.starts_with('.') {
                    "write a path to a field of the schema, such as `.spec.engine`".to_owned()
                } else {
                    format!("write `.{json_path}`")
                })
                .server(path.invalid(json_path, &format!("is an invalid path: {error}")));
            return;
        }
    };
    if found.first.as_deref() == Some("metadata") {
        report
            .add(Code::SelectableField, span, "fields of `metadata` cannot be selectable fields")
            .help("remove it; `metadata.name` and `metadata.namespace` are always selectable")
            .server(path.invalid(json_path, "must not point to fields in metadata"));
    }
    if !["string", "boolean", "integer"].contains(&found.schema.map_or("", Schema::type_name)) {
        report
            .add(Code::SelectableField, span, format!("`{json_path}` is not a string, boolean or integer"))
            .help("use a field of one of these types")
            .server(path.invalid(json_path,
                "must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.",
            ));
    }
    if !seen.insert(found.canonical) {
        report
            .add(Code::SelectableField, span, format!("duplicate path `{json_path}`"))
            .help("remove it")
            .server(path.duplicate(json_path));
    }
}
