//! The text form of a plan: for golden tests, for `crdc explain`, and as the identity of nodes.

use std::fmt::Write;

use super::node::{Array, Node, Number, Object, Others, Text};
use super::resource::Plan;
use crdc_source::json::Json;

impl Plan {
    /// The plan as text, the same in every run.
    pub fn text(&self) -> String {
        plan(self)
    }
}

/// The whole plan: a header, then every node that the root reaches, parents first, each with the path of its
/// first occurrence.
fn plan(plan: &Plan) -> String {
    let mut out = String::new();
    let _ = writeln!(
        out,
        "{}/{} {} ({}, {}{})",
        plan.group,
        plan.version,
        plan.kind,
        plan.plural,
        if plan.namespaced { "namespaced" } else { "cluster" },
        if plan.status_subresource { ", status" } else { "" },
    );
    if let Some(scale) = &plan.scale {
        let selector = scale.label_selector.iter().map(|path| format!(", selector {path}"));
        let _ = writeln!(
            out,
            "scale: spec {}, status {}{}",
            scale.spec_replicas,
            scale.status_replicas,
            selector.collect::<String>()
        );
    }
    for (id, node) in plan.nodes.iter().enumerate().rev() {
        let place = plan.places.get(id).map(String::as_str).unwrap_or_default();
        let _ =
            write!(out, "\n#{id} {}\n{}", if place.is_empty() { "(root)" } else { place }, self::node(node));
    }
    out
}

/// One node, one line for each property. Equal text means equal meaning.
pub(crate) fn node(node: &Node) -> String {
    // Without `..`: what is not printed is not part of a node's identity.
    let Node {
        types: _,
        format: _,
        nullable: _,
        keeps_null: _,
        preserve: _,
        embedded: _,
        default: _,
        values: _,
        object: Object { fields: _, others: _, others_guard: _, required: _, min: _, max: _, map_type: _ },
        array:
            Array { items: _, items_guard: _, positions: _, min: _, max: _, unique: _, list_type: _, keys: _ },
        string: Text { min: _, max: _, pattern: _ },
        number: Number { min: _, max: _, multiple_of: _ },
        junctors: _,
        rules: _,
        unions: _,
        definition: _,
    } = node;
    let mut lines = vec![types(node)];
    let mut line = |text: String| lines.push(text);
    if let Some(name) = &node.definition {
        line(format!("definition {name}"));
    }
    if node.keeps_null {
        line("keep null".into());
    }
    if node.embedded {
        line("embedded resource".into());
    }
    if let Some(default) = &node.default {
        line(format!("default {}", default.text()));
    }
    if !node.values.is_empty() {
        line(format!("enum {}", node.values.iter().map(Json::text).collect::<Vec<_>>().join(" | ")));
    }
    range(&mut line, "length", node.string.min, node.string.max);
    if let Some(pattern) = &node.string.pattern {
        line(format!("pattern {}", Json::String(pattern.clone()).text()));
    }
    if let Some((min, exclusive)) = node.number.min {
        line(format!("{} {min:?}", if exclusive { ">" } else { ">=" }));
    }
    if let Some((max, exclusive)) = node.number.max {
        line(format!("{} {max:?}", if exclusive { "<" } else { "<=" }));
    }
    if let Some(factor) = node.number.multiple_of {
        line(format!("multiple of {factor:?}"));
    }
    range(&mut line, "items", node.array.min, node.array.max);
    if node.array.unique {
        line("unique items".into());
    }
    if let Some(kind) = &node.array.list_type {
        line(format!("list {kind} {}", node.array.keys.join(", ")).trim_end().to_owned());
    }
    for (index, items) in node.array.positions.iter().enumerate() {
        line(format!("[{index}] -> #{items}"));
    }
    if let Some(items) = node.array.items {
        line(format!("[] -> #{items}{}", node.array.items_guard.text()));
    }
    range(&mut line, "properties", node.object.min, node.object.max);
    if !node.object.required.is_empty() {
        line(format!("required {}", node.object.required.join(", ")));
    }
    if let Some(kind) = &node.object.map_type {
        line(format!("map {kind}"));
    }
    for field in &node.object.fields {
        line(format!(".{} -> #{}{}", field.name, field.node, field.guard.text()));
    }
    match node.object.others {
        Others::Unknown if node.preserve => line("others kept".into()),
        Others::Unknown => {}
        Others::PruneNested => line("others emptied".into()),
        Others::Each(each) => line(format!("{{}} -> #{each}{}", node.object.others_guard.text())),
    }
    if node.preserve && node.object.others != Others::Unknown {
        line("preserve".into());
    }
    for junctor in &node.junctors {
        let branches: Vec<_> = junctor.branches.iter().map(|id| format!("#{id}")).collect();
        line(format!("{} {}", junctor.keyword, branches.join(", ")));
    }
    for rule in &node.rules {
        line(format!("rule {}", Json::String(rule.rule.clone()).text()));
        for (name, text) in [
            ("message", &rule.message),
            ("messageExpression", &rule.message_expression),
            ("reason", &rule.reason),
            ("fieldPath", &rule.field_path),
        ] {
            if let Some(text) = text {
                line(format!("  {name} {}", Json::String(text.clone()).text()));
            }
        }
        if rule.optional_old_self {
            line("  optionalOldSelf".into());
        }
    }
    for union in &node.unions {
        line(union.text());
    }
    lines.iter().map(|line| format!("  {line}\n")).collect()
}

fn types(node: &Node) -> String {
    let mut out = match node.types.as_slice() {
        [] => "any".to_owned(),
        types => types.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(" | "),
    };
    if let Some(format) = &node.format {
        out.push_str(&format!(" ({format})"));
    }
    if node.nullable {
        out.push_str(" | null");
    }
    out
}

fn range(line: &mut impl FnMut(String), what: &str, min: Option<i64>, max: Option<i64>) {
    match (min, max) {
        (None, None) => {}
        (Some(min), None) => line(format!("{what} {min}..")),
        (None, Some(max)) => line(format!("{what} ..={max}")),
        (Some(min), Some(max)) => line(format!("{what} {min}..={max}")),
    }
}
