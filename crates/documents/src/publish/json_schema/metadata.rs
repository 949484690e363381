//! `apiVersion`, `kind` and `metadata` of objects and of embedded resources.
//!
//! Servers decode metadata as Go does: null counts as absent, unknown fields are dropped.
//
// apimachinery: pkg/apis/meta/v1/types.go

use super::document::Options;
use crate::publish::tree;
use crdc_source::{Node, Value};

/// A type in `FIELDS`.
enum Is {
    Text,
    Time,
    Number,
    Flag,
    Texts,
    Map,
    Owners,
    Managers,
}

const FIELDS: &[(&str, Is)] = &[
    ("annotations", Is::Map),
    ("creationTimestamp", Is::Time),
    ("deletionGracePeriodSeconds", Is::Number),
    ("deletionTimestamp", Is::Time),
    ("finalizers", Is::Texts),
    ("generateName", Is::Text),
    ("generation", Is::Number),
    ("labels", Is::Map),
    ("managedFields", Is::Managers),
    ("name", Is::Text),
    ("namespace", Is::Text),
    ("ownerReferences", Is::Owners),
    ("resourceVersion", Is::Text),
    ("selfLink", Is::Text),
    ("uid", Is::Text),
];

const OWNER: &[(&str, Is)] = &[
    ("apiVersion", Is::Text),
    ("blockOwnerDeletion", Is::Flag),
    ("controller", Is::Flag),
    ("kind", Is::Text),
    ("name", Is::Text),
    ("uid", Is::Text),
];

/// The schema of `metadata`.
pub(super) fn metadata(options: Options) -> Node {
    object(FIELDS, options)
}

fn object(fields: &[(&str, Is)], options: Options) -> Node {
    let mut properties = tree::object();
    fields.iter().for_each(|(name, is)| tree::push(&mut properties, name, field(is, options)));
    let mut out = tree::with(&[("type", tree::text("object")), ("properties", properties)]);
    if options.strict {
        tree::push(&mut out, "additionalProperties", tree::node(Value::Bool(false)));
    }
    out
}

fn field(is: &Is, options: Options) -> Node {
    let (kind, of) = match is {
        Is::Text => ("string", None),
        Is::Time => ("string", Some(("format", tree::text("date-time")))),
        Is::Number => ("integer", None),
        Is::Flag => ("boolean", None),
        Is::Texts => ("array", Some(("items", or_null("string")))),
        Is::Map => ("object", Some(("additionalProperties", or_null("string")))),
        Is::Owners => ("array", Some(("items", object(OWNER, options)))),
        Is::Managers => ("array", Some(("items", tree::with(&[("type", tree::text("object"))])))),
    };
    let mut out = or_null(kind);
    if let Some((key, value)) = of {
        tree::push(&mut out, key, value);
    }
    out
}

/// A schema of values of a type and null.
fn or_null(kind: &str) -> Node {
    tree::with(&[("type", tree::list([kind, "null"].map(tree::text).into()))])
}

/// The schema of `apiVersion` and `kind` of an embedded resource: not empty.
pub(super) fn type_field() -> Node {
    tree::with(&[("type", tree::text("string")), ("minLength", tree::node(Value::Int(1)))])
}
