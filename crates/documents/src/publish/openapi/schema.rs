//! A schema as the server publishes it in OpenAPI v3: with the keywords that it knows, without those that say
//! nothing.
//
// apiextensions-apiserver: pkg/apiserver/schema/{convert,unfold,kubeopenapi}.go

use super::super::tree;
use super::keywords::{generic, known_extensions, structure, validation};
use super::options::Options;
use super::{extensions, nested};
use crdc_check::is_int_or_string;
use crdc_schema::{Schema, SchemaOrBool};
use crdc_source::Node;

/// The schema of values, with everything below it.
pub(super) fn published(schema: &Schema, options: Options) -> Node {
    whole(schema, options.extensions, true)
}

/// The schema as a CRD has it, with all extensions.
pub(in crate::publish) fn written(schema: &Schema) -> Node {
    whole(schema, true, false)
}

/// The schema as a CRD has it, with what servers know.
pub(in crate::publish) fn stock(schema: &Schema) -> Node {
    whole(schema, false, false)
}

/// `serves` is whether what servers add for other tools is added.
fn whole(schema: &Schema, extensions: bool, serves: bool) -> Node {
    let mut out = tree::object();
    generic(schema, &mut out);
    validation(schema, &mut out, nested::published);
    structure(schema, &mut out, &|inner| whole(inner, extensions, serves));
    if let Some(at) = &schema.additional_properties {
        let value = match &*at.value {
            SchemaOrBool::Schema(values) => whole(values, extensions, serves),
            SchemaOrBool::Bool(value) => tree::flag(*value),
        };
        tree::push(&mut out, "additionalProperties", value);
    }
    if serves {
        int_or_string(schema, &mut out);
    }
    known_extensions(schema, &mut out);
    if extensions {
        extensions::write(schema, &mut out);
    }
    out
}

/// `x-kubernetes-int-or-string` becomes `anyOf`, which other tools read: the only one, or within `allOf`.
fn int_or_string(schema: &Schema, out: &mut Node) {
    let first_of_all = || schema.all_of.as_ref().and_then(|at| at.value.first());
    let is_said = is_int_or_string(schema) || first_of_all().is_some_and(is_int_or_string);
    if !schema.is_int_or_string() || is_said {
        return;
    }
    let types = ["integer", "string"].map(|name| tree::with(&[("type", tree::text(name))]));
    let any_of = tree::list(types.into());
    if out.get("anyOf").is_none() {
        tree::push(out, "anyOf", any_of);
        return;
    }
    let mut all = vec![tree::with(&[("anyOf", any_of)])];
    all.extend(out.get("allOf").map(tree::items).unwrap_or_default().iter().cloned());
    tree::put(out, "allOf", None);
    tree::push(out, "allOf", tree::list(all));
}
