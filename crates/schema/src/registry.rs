//! The table of all schema keywords and the functions that read them. To add a keyword: a field in
//! `model.rs`, a function in its family's file, a line here.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/types_jsonschema.go

use super::keywords::{
    annotations, arrays, immutability, junctors, kubernetes, no_prune, numbers, objects, strings, unions,
    validations, values,
};
use super::model::Schema;
use super::reader::{MAX_DEPTH, Reader};
use crdc_source::diag::{Code, Diagnostic};
use crdc_source::{Member, Node};

type Read = for<'n> fn(&mut Reader<'n>, &'n Member, &mut Schema);

/// The keywords of `JSONSchemaProps`, in its order.
const KEYWORDS: &[(&str, Read)] = &[
    ("id", annotations::id),
    ("$schema", annotations::schema),
    ("$ref", annotations::reference),
    ("description", annotations::description),
    ("type", values::r#type),
    ("format", values::format),
    ("title", annotations::title),
    ("default", values::default),
    ("maximum", numbers::maximum),
    ("exclusiveMaximum", numbers::exclusive_maximum),
    ("minimum", numbers::minimum),
    ("exclusiveMinimum", numbers::exclusive_minimum),
    ("maxLength", strings::max_length),
    ("minLength", strings::min_length),
    ("pattern", strings::pattern),
    ("maxItems", arrays::max_items),
    ("minItems", arrays::min_items),
    ("uniqueItems", arrays::unique_items),
    ("multipleOf", numbers::multiple_of),
    ("enum", values::enumeration),
    ("maxProperties", objects::max_properties),
    ("minProperties", objects::min_properties),
    ("required", objects::required),
    ("items", arrays::items),
    ("allOf", junctors::all_of),
    ("oneOf", junctors::one_of),
    ("anyOf", junctors::any_of),
    ("not", junctors::not),
    ("properties", objects::properties),
    ("additionalProperties", objects::additional_properties),
    ("patternProperties", objects::pattern_properties),
    ("dependencies", objects::dependencies),
    ("additionalItems", arrays::additional_items),
    ("definitions", objects::definitions),
    ("externalDocs", annotations::external_docs),
    ("example", annotations::example),
    ("nullable", values::nullable),
    ("x-kubernetes-preserve-unknown-fields", kubernetes::preserve_unknown_fields),
    ("x-kubernetes-embedded-resource", kubernetes::embedded_resource),
    ("x-kubernetes-int-or-string", kubernetes::int_or_string),
    ("x-kubernetes-list-map-keys", kubernetes::list_map_keys),
    ("x-kubernetes-list-type", kubernetes::list_type),
    ("x-kubernetes-map-type", kubernetes::map_type),
    ("x-kubernetes-validations", validations::validations),
];

/// Extensions from design documents that no server implements.
const EXTENSIONS: &[(&str, Read)] = &[
    ("x-kubernetes-immutable", immutability::immutable),
    ("x-kubernetes-immutable-keys", immutability::immutable_keys),
    ("x-kubernetes-addition-only", immutability::addition_only),
    ("x-kubernetes-deletion-only", immutability::deletion_only),
    ("x-kubernetes-unions", unions::unions),
    ("x-kubernetes-normalize", immutability::normalize),
    ("x-crdc-dialect", immutability::dialect),
    ("x-kubernetes-no-prune", no_prune::no_prune),
    ("x-kubernetes-no-pruning", no_prune::no_prune),
    ("x-no-pruning", no_prune::no_prune),
];

/// Whether a keyword of a schema is an extension that crdc reads and no server implements.
///
/// ```
/// use crdc_schema::is_extension;
///
/// assert!(is_extension("x-kubernetes-unions") && !is_extension("x-kubernetes-validations"));
/// ```
#[must_use]
pub fn is_extension(keyword: &str) -> bool {
    extensions().any(|name| name == keyword)
}

/// The extensions that crdc reads and no server implements.
pub fn extensions() -> impl Iterator<Item = &'static str> {
    EXTENSIONS.iter().map(|(name, _)| *name)
}

/// JSON Schema keywords that CRDs do not have, and what to write instead.
const ELSEWHERE: &[(&str, &str)] = &[
    ("const", "write `enum` with the one value"),
    ("examples", "write `example` with one value"),
    ("$defs", "CRDs have no definitions: inline the schema where it is used"),
    ("oneof", "write `oneOf`"),
    ("if", "write a rule under `x-kubernetes-validations`"),
    ("then", "write a rule under `x-kubernetes-validations`"),
    ("else", "write a rule under `x-kubernetes-validations`"),
    ("contains", "write a rule under `x-kubernetes-validations`, such as `self.exists(x, …)`"),
    ("propertyNames", "write a rule under `x-kubernetes-validations`, such as `self.all(key, …)`"),
    ("prefixItems", "CRDs have one schema for all items: write `items`"),
    ("$comment", "write `description`, or a YAML comment"),
    ("readOnly", "write a rule under `x-kubernetes-validations`, such as `self == oldSelf`"),
    ("deprecated", "say so in `description`; only a whole version can be `deprecated`"),
];

/// Reads one schema into `schema`, which must be blank.
pub(super) fn schema<'n>(reader: &mut Reader<'n>, node: &'n Node, schema: &mut Schema) {
    schema.span = node.span;
    let (before, outside) = (reader.misread.count(), std::mem::take(&mut reader.misread_in_schemas));
    members(reader, node, schema);
    let found = reader.misread.count() - before;
    schema.misread = found > 0;
    schema.misread_here = found > reader.misread_in_schemas;
    reader.misread_in_schemas = outside + found;
}

fn members<'n>(reader: &mut Reader<'n>, node: &'n Node, schema: &mut Schema) {
    if reader.depth >= MAX_DEPTH {
        too_deep(reader, node);
        return;
    }
    let Some(members) = reader.object(node, "v1.JSONSchemaProps") else {
        return;
    };
    reader.depth += 1;
    for member in members {
        match find(&member.key) {
            Some((name, read)) => {
                reader.enter("JSONSchemaProps", name);
                read(reader, member, schema);
                reader.leave();
            }
            None if reader.foreign.is_some_and(|foreign| foreign(&member.key)) => {}
            None => unknown(reader, member),
        }
    }
    reader.depth -= 1;
}

fn find(key: &str) -> Option<(&'static str, Read)> {
    KEYWORDS.iter().chain(EXTENSIONS).find(|(name, _)| *name == key).copied()
}

#[inline(never)]
fn too_deep(reader: &mut Reader<'_>, node: &Node) {
    reader.diagnostics.push(Diagnostic {
        code: Code::SchemaTooDeep,
        message: format!("schemas are nested more than {MAX_DEPTH} deep"),
        span: node.span,
        label: "everything below is left out".to_owned(),
        notes: Vec::new(),
        help: Some("cut the recursion with `x-kubernetes-preserve-unknown-fields: true`".to_owned()),
        server: Vec::new(),
        refused: false,
    });
}

#[inline(never)]
fn unknown(reader: &mut Reader<'_>, member: &Member) {
    let known = KEYWORDS.iter().chain(EXTENSIONS).map(|(name, _)| *name);
    reader.unknown_key(member, Code::SchemaUnknownKeyword, "a schema", known);
    if let Some((_, instead)) = ELSEWHERE.iter().find(|(name, _)| *name == member.key)
        && let Some(last) = reader.diagnostics.last_mut()
    {
        last.help = Some((*instead).to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::{EXTENSIONS, KEYWORDS};
    use std::collections::HashSet;

    /// The `json` tags of `JSONSchemaProps` in types_jsonschema.go of v0.36.3.
    const TAGS: &str = "id $schema $ref description type format title default maximum \
        exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems \
        uniqueItems multipleOf enum maxProperties minProperties required items allOf oneOf anyOf \
        not properties additionalProperties patternProperties dependencies additionalItems \
        definitions externalDocs example nullable x-kubernetes-preserve-unknown-fields \
        x-kubernetes-embedded-resource x-kubernetes-int-or-string x-kubernetes-list-map-keys \
        x-kubernetes-list-type x-kubernetes-map-type x-kubernetes-validations";

    #[test]
    fn every_keyword_of_the_server_is_read_and_no_other() {
        let tags: Vec<&str> = TAGS.split_whitespace().collect();
        let read: Vec<&str> = KEYWORDS.iter().map(|(name, _)| *name).collect();
        assert_eq!(read, tags);
    }

    #[test]
    fn no_keyword_stands_twice() {
        let mut seen = HashSet::new();
        assert!(KEYWORDS.iter().chain(EXTENSIONS).all(|(name, _)| seen.insert(*name)));
    }
}
