//! The published document. In: a CRD and the rules of its versions by schema. Out: the CRD with the rules
//! after those that it has, and without the extensions, which are in an annotation: servers drop them, and
//! strict clients refuse them.

use super::super::{json, tree};
use crdc_schema::as_rules::Rules;
use crdc_schema::kept::{ANNOTATION, EXTENSIONS, each_schema, schema_of};
use crdc_source::{Member, Node, Span, Value};
use crdc_vocabulary::Minor;

const RULES: &str = "x-kubernetes-validations";

/// The document; none if the CRD has no extension.
pub(super) fn document(crd: &Node, versions: &[(String, Rules<'_>)], server: Minor) -> Option<Node> {
    let mut document = crd.clone();
    let mut kept = Vec::new();
    for (version, rules) in versions {
        let mut places = Vec::new();
        if let Some(schema) = schema_of(&mut document, version) {
            each_schema(schema, &mut String::new(), &mut |schema, pointer| {
                let extensions = take_extensions(schema);
                if !extensions.is_empty() {
                    places.push(member(pointer, Value::Object(extensions)));
                }
                if let Some(rules) = rules.get(pointer) {
                    add_rules(schema, rules.iter().map(|rule| rule.to_node(server)).collect());
                }
            });
        }
        if !places.is_empty() {
            kept.push(member(version, Value::Object(places)));
        }
    }
    if kept.is_empty() {
        return None;
    }
    let metadata = tree::member_or_object(&mut document, "metadata")?;
    if !matches!(metadata.get("annotations").map(|node| &node.value), Some(Value::Object(_))) {
        tree::set(metadata, "annotations", tree::object());
    }
    let annotations = tree::member_or_object(metadata, "annotations")?;
    tree::set(annotations, ANNOTATION, tree::text(&json::line(&tree::node(Value::Object(kept)))));
    Some(document)
}

fn member(key: &str, value: Value) -> Member {
    Member { key: key.to_owned(), key_span: Span::default(), value: tree::node(value) }
}

fn take_extensions(schema: &mut Node) -> Vec<Member> {
    let Value::Object(members) = &mut schema.value else { return Vec::new() };
    let is_extension = |member: &Member| EXTENSIONS.contains(&member.key.as_str());
    if !members.iter().any(is_extension) {
        return Vec::new();
    }
    let (extensions, others) = std::mem::take(members).into_iter().partition(is_extension);
    *members = others;
    extensions
}

fn add_rules(schema: &mut Node, mut added: Vec<Node>) {
    if !matches!(schema.get(RULES).map(|node| &node.value), Some(Value::Array(_))) {
        let span = added.first().map_or(schema.span, |rule| rule.span);
        let rules = Node { span, value: Value::Array(Vec::new()) };
        tree::set(schema, RULES, rules);
    }
    if let Some(Value::Array(rules)) = tree::get_mut(schema, RULES).map(|rules| &mut rules.value) {
        rules.append(&mut added);
    }
}
