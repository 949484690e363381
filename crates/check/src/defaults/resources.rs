//! Checks `apiVersion`, `kind` and `metadata` of the resources in a default: of the value itself, and of all
//! parts whose schemas are marked as embedded resources. In: a value and its schema. Out: the server's
//! errors.
//!
//! Easy to break: the server first decodes all resources, and stops at the first that it cannot; only if all
//! are decoded it validates them.
//
// apiextensions-apiserver: pkg/apiserver/schema/objectmeta/{algorithm,validation}.go

use super::super::{dns, path::Path};
use super::metadata;
use crdc_schema::Schema;
use crdc_schema::value::bad_value;
use crdc_source::diag::FieldError;
use crdc_source::{Member, Node, Span, Value};

/// The fault of a resource.
pub(super) struct Fault {
    /// The place in the document.
    pub(super) span: Span,
    /// The field that is wrong: `apiVersion`, `kind` or `metadata`.
    pub field: &'static str,
    /// The server's message. `None` after the first resource that cannot be decoded.
    pub(super) error: Option<FieldError>,
}

/// The faults of the resources in a value. `path` is the path of the value, or `None` if the value is the
/// root of the server's paths.
pub(super) fn faults(value: &Node, schema: &Schema, resource: bool, path: Option<&Path<'_>>) -> Vec<Fault> {
    let mut found = Vec::new();
    each(value, schema, resource, path, &mut |members, _, path| undecodable(members, path, &mut found));
    if found.is_empty() {
        each(value, schema, resource, path, &mut |members, span, path| {
            invalid(members, span, path, &mut found)
        });
    } else {
        found.iter_mut().skip(1).for_each(|fault| fault.error = None);
    }
    found
}

/// A function that is called with the members of a resource, its span and its path.
type See<'s> = dyn FnMut(&[Member], Span, Option<&Path<'_>>) + 's;

/// Visits the resources in a value, outer before inner.
fn each(value: &Node, schema: &Schema, resource: bool, path: Option<&Path<'_>>, see: &mut See<'_>) {
    match &value.value {
        Value::Object(members) => {
            if resource {
                see(members, value.span, path);
            }
            for member in members {
                let name = &member.key;
                let (inner, path) = match (schema.property(name), schema.additional_schema(), path) {
                    (Some(property), _, path) => (&property.schema, child(path, name)),
                    (None, Some((values, _)), Some(path)) => (values, path.key(name)),
                    (None, Some((values, _)), None) => (values, Path::new(name)),
                    (None, None, _) => continue,
                };
                each(&member.value, inner, inner.is_embedded_resource(), Some(&path), see);
            }
        }
        Value::Array(items) => {
            let Some((schema, _)) = schema.one_item() else { return };
            for (index, item) in items.iter().enumerate() {
                let path = path.map(|path| path.index(index));
                each(item, schema, schema.is_embedded_resource(), path.as_ref(), see);
            }
        }
        _ => {}
    }
}

/// A field of the value at a path.
pub(super) fn child<'a>(path: Option<&'a Path<'a>>, name: &'a str) -> Path<'a> {
    path.map_or_else(|| Path::new(name), |path| path.child(name))
}

fn undecodable(members: &[Member], path: Option<&Path<'_>>, found: &mut Vec<Fault>) {
    for Member { key, value, .. } in members {
        let (field, why) = match key.as_str() {
            "apiVersion" if value.as_str().is_none() => ("apiVersion", "must be a string".to_owned()),
            "kind" if value.as_str().is_none() => ("kind", "must be a string".to_owned()),
            "metadata" => match metadata::undecodable(value) {
                Some(why) => ("metadata", why),
                None => continue,
            },
            _ => continue,
        };
        let error = child(path, key).invalid(bad_value(value), &why);
        found.push(Fault { span: value.span, field, error: Some(error) });
    }
}

fn invalid(members: &[Member], span: Span, path: Option<&Path<'_>>, found: &mut Vec<Fault>) {
    let member = |name: &str| members.iter().find(|member| member.key == name).map(|member| &member.value);
    for field in ["apiVersion", "kind"] {
        let path = child(path, field);
        let value = member(field);
        let error = match value.map(|value| value.as_str().unwrap_or_default()) {
            None => path.required(""),
            Some("") => path.invalid("", "must not be empty"),
            Some(text) if field == "kind" => {
                let errors = dns::label(&text.to_lowercase());
                if errors.is_empty() {
                    continue;
                }
                let detail = format!("may have mixed case, but should otherwise match: {}", errors.join(","));
                path.invalid(text, &detail)
            }
            Some(text) if text.matches('/').count() > 1 => {
                path.invalid(text, &format!("unexpected GroupVersion string: {text}"))
            }
            Some(_) => continue,
        };
        found.push(Fault { span: value.map_or(span, |value| value.span), field, error: Some(error) });
    }
    if let Some(value) = member("metadata") {
        let path = child(path, "metadata");
        metadata::invalid(value, &path, &mut |span, error| {
            found.push(Fault { span, field: "metadata", error: Some(error) });
        });
    }
}
