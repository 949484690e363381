//! The types of servers that documents of CRDs refer to. In: their names. Out: their schemas in one form,
//! with everything that they refer to. `meta_types.json` has fields, types, formats and extensions as servers
//! publish them; the descriptions are shorter, and two defaults that lack required fields are left out.
//
// kubernetes: api/openapi-spec/v3; apimachinery: pkg/apis/meta/v1/types.go; api: autoscaling/v1/types.go

use std::collections::BTreeMap;

use super::super::meta::path;
use super::super::options::OpenApi;
use crate::publish::tree;
use crdc_source::{Node, Source, Value, parse};

/// `ObjectMeta`, `Status` and others of `meta/v1`.
const META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1";

/// The types of every document.
const ALWAYS: [&str; 5] = ["ObjectMeta", "ListMeta", "DeleteOptions", "Patch", "Status"];

/// The type of the scale subresource.
pub(super) const SCALE: &str = "io.k8s.api.autoscaling.v1.Scale";

/// The name of a type of `meta/v1`.
pub(super) fn meta(kind: &str) -> String {
    format!("{META}.{kind}")
}

/// The schemas of the types that every document has, and that of scale if a resource has it.
pub(super) fn schemas(form: OpenApi, scale: bool) -> BTreeMap<String, Node> {
    let all = all();
    let mut found = BTreeMap::new();
    let mut waiting: Vec<String> = ALWAYS.map(meta).into();
    waiting.extend(scale.then(|| SCALE.to_owned()));
    while let Some(name) = waiting.pop() {
        let Some(schema) = all.get(&name).filter(|_| !found.contains_key(&name)) else { continue };
        let mut schema = (*schema).clone();
        convert(&mut schema, form, &mut waiting);
        found.insert(name, schema);
    }
    found
}

fn all() -> BTreeMap<String, Node> {
    let source = Source::new("meta_types.json", include_str!("meta_types.json"));
    let (mut documents, _) = parse(&source);
    let members = documents.pop().map(|document| match document.value {
        Value::Object(members) => members,
        _ => Vec::new(),
    });
    members.into_iter().flatten().map(|member| (member.key, member.value)).collect()
}

/// Completes references, and notes them. In v2 a reference may have a description beside it, and servers
/// publish no defaults of these types.
fn convert(schema: &mut Node, form: OpenApi, referred: &mut Vec<String>) {
    if form == OpenApi::V2 {
        tree::remove(schema, &["default"]);
        let first = schema.get("allOf").and_then(|all| tree::items(all).first()?.get("$ref").cloned());
        if let Some(reference) = first {
            tree::remove(schema, &["allOf"]);
            tree::push(schema, "$ref", reference);
        }
    }
    let name = schema.get("$ref").and_then(Node::as_str).map(str::to_owned);
    if let Some(name) = name {
        tree::set(schema, "$ref", tree::text(&path(form, &name)));
        referred.push(name);
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = tree::get_mut(schema, key) {
            convert(inner, form, referred);
        }
    }
    if let Some(branches) = tree::get_mut(schema, "allOf") {
        tree::items_mut(branches).iter_mut().for_each(|branch| convert(branch, form, referred));
    }
    if let Some(Value::Object(fields)) = tree::get_mut(schema, "properties").map(|node| &mut node.value) {
        fields.iter_mut().for_each(|field| convert(&mut field.value, form, referred));
    }
}

#[cfg(test)]
mod tests {
    use super::{OpenApi, SCALE, all, meta, schemas};
    use crate::publish::json;

    #[test]
    fn documents_have_what_they_refer_to() {
        let all = all();
        assert_eq!(all.len(), 15);
        for form in [OpenApi::V2, OpenApi::V3] {
            let found = schemas(form, true);
            assert!(found.keys().eq(all.keys()), "each type is reached");
            assert!(!schemas(form, false).contains_key(SCALE));
            let text: String = found.values().map(json::line).collect();
            assert_eq!(text.contains("allOf"), form == OpenApi::V3);
            assert_eq!(text.contains("\"default\""), form == OpenApi::V3);
            for reference in text.split("\"$ref\": \"").skip(1) {
                let name = reference.split('"').next().unwrap_or_default();
                let (prefix, name) = name.rsplit_once('/').unwrap_or_default();
                assert_eq!(
                    prefix,
                    if form == OpenApi::V2 { "#/definitions" } else { "#/components/schemas" }
                );
                assert!(found.contains_key(name), "{name}");
            }
        }
        let time = schemas(OpenApi::V2, false);
        assert!(json::line(&time[&meta("Time")]).contains("\"format\": \"date-time\""));
    }
}
