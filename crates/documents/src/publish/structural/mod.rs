//! Makes the schema of schemars structural. In: the schema that schemars has for a type. Out: the structural
//! schema for a CustomResourceDefinition: the same as kube's where kube can write it, and also for enums
//! whose variants share fields, which make kube panic (kube-rs/kube#1279).
//!
//! Definitions are inlined, null becomes `nullable`, fields of variants (`variants.rs`) become fields of the
//! whole. Easy to break: what cannot be expressed is a problem at its position, **never silently replaced**.
//
// kube-core: schema.rs; schemars: transform.rs

mod variants;

use super::problem::{CUT, Problem, Step, field};
use super::tree;
use crdc_source::diag::{Code, quoted};
use crdc_source::{Node, Value};

/// The maximum number of inlined values: far more than a server accepts.
const MOST_VALUES: usize = 1 << 20;

/// Keywords that have no meaning for a server, or that no server accepts.
const DROPPED: [&str; 8] =
    ["$schema", "$defs", "definitions", "$id", "$comment", "title", "uniqueItems", "unevaluatedProperties"];

/// The structural schema of a schemars root schema, for the position at `steps`.
pub(super) fn structural(root: &Node, steps: Vec<Step>, problems: &mut Vec<Problem>) -> Node {
    let mut rewriter = Rewriter { root, problems, steps, open: Vec::new(), left: MOST_VALUES };
    rewriter.schema(root)
}

struct Rewriter<'a> {
    root: &'a Node,
    problems: &'a mut Vec<Problem>,
    /// The path of the value in the document.
    steps: Vec<Step>,
    /// The definitions that are being inlined.
    open: Vec<String>,
    left: usize,
}

impl Rewriter<'_> {
    fn schema(&mut self, node: &Node) -> Node {
        let depth = self.open.len();
        let mut schema = self.inlined(node);
        while let Some(keyword) = optional(&mut schema) {
            // An `Option` may contain another one, or a newtype of one.
            self.only_branch(&mut schema, keyword);
        }
        constant(&mut schema);
        if let Some(first) = schema.get("examples").and_then(|all| tree::items(all).first()).cloned() {
            tree::set(&mut schema, "example", first);
        }
        tree::put(&mut schema, "examples", None);
        for keyword in DROPPED {
            tree::put(&mut schema, keyword, None);
        }
        self.below(&mut schema);
        self.open.truncate(depth);
        self.hoist(&mut schema);
        super::keywords::drop_null(&mut schema);
        free_fields(&mut schema);
        sort(&mut schema);
        schema
    }

    /// The schema with its references inlined and the siblings of references overlaid. The definitions stay
    /// open.
    fn inlined(&mut self, node: &Node) -> Node {
        match &node.value {
            Value::Bool(false) => {
                let mut nothing = tree::object();
                tree::set(&mut nothing, "not", tree::object());
                return nothing;
            }
            Value::Object(_) => {}
            // `true`, which accepts any value.
            _ => return tree::object(),
        }
        let mut schema = node.clone();
        let Some(reference) = schema.get("$ref").cloned() else {
            return schema;
        };
        tree::put(&mut schema, "$ref", None);
        let text = reference.as_str().unwrap_or_default();
        let name = text.rsplit('/').next().unwrap_or_default().to_owned();
        let definition = ["$defs", "definitions"].iter().find_map(|all| self.root.get(all)?.get(&name));
        let Some(definition) = definition else {
            self.problem(
                Code::PublishFragment,
                format!("refers to {}, which does not exist", quoted(text)),
                "pass the complete output of `schemars::schema_for!`",
            );
            return schema;
        };
        if self.open.contains(&name) {
            self.problem(Code::PublishRecursive, format!("is of type `{name}`, which is recursive"), CUT);
            return schema;
        }
        self.left = self.left.saturating_sub(size(definition));
        if self.left == 0 {
            self.problem(
                Code::PublishStructural,
                "is too large with all definitions inlined".to_owned(),
                "cut it with `x-kubernetes-preserve-unknown-fields: true`",
            );
            return schema;
        }
        self.open.push(name);
        let definition = definition.clone();
        let base = self.inlined(&definition);
        over(base, &schema)
    }

    /// An `Option`: a single remaining alternative becomes the schema itself.
    fn only_branch(&mut self, schema: &mut Node, keyword: &str) {
        let Some([only]) = schema.get(keyword).map(tree::items) else { return };
        let only = only.clone();
        tree::put(schema, keyword, None);
        let base = self.inlined(&only);
        *schema = over(base, schema);
    }

    fn below(&mut self, schema: &mut Node) {
        for keyword in ["properties", "patternProperties"] {
            let Some(all) = tree::get_mut(schema, keyword) else { continue };
            let mut all = std::mem::replace(all, tree::object());
            if let Value::Object(members) = &mut all.value {
                for member in members.iter_mut() {
                    member.value = self.at([keyword, &member.key], &member.value);
                }
                members.sort_by(|a, b| a.key.cmp(&b.key));
            }
            tree::set(schema, keyword, all);
        }
        for keyword in ["items", "additionalProperties", "not"] {
            if let Some(inner) = schema.get(keyword).filter(|inner| matches!(inner.value, Value::Object(_))) {
                let inner = self.at([keyword], &inner.clone());
                tree::set(schema, keyword, inner);
            } else if keyword == "items" && schema.get("items").is_some() {
                // Items of any type.
                tree::set(schema, "items", tree::object());
            }
        }
        for keyword in ["allOf", "anyOf", "oneOf"] {
            let Some(all) = schema.get(keyword).cloned() else { continue };
            let branches = tree::items(&all).iter().map(|branch| self.schema(branch)).collect();
            tree::set(schema, keyword, tree::list(branches));
        }
    }

    fn at<const N: usize>(&mut self, keys: [&str; N], node: &Node) -> Node {
        let depth = self.steps.len();
        self.steps.extend(keys.map(|key| Step::Key(key.to_owned())));
        let schema = self.schema(node);
        self.steps.truncate(depth);
        schema
    }

    fn problem(&mut self, code: Code, what: String, help: &str) {
        let message = format!("`{}` {what}", field(&self.steps));
        self.problems.push(Problem::new(code, &self.steps, message).help(help));
    }
}

/// Overlays the siblings of a reference on its definition: fields of both are kept, otherwise the siblings
/// take precedence.
fn over(mut base: Node, beside: &Node) -> Node {
    for member in tree::members(beside) {
        match (member.key.as_str(), tree::get_mut(&mut base, &member.key)) {
            ("properties", Some(all)) => {
                for field in tree::members(&member.value) {
                    tree::set(all, &field.key, field.value.clone());
                }
            }
            ("required", Some(names)) => {
                for name in tree::items(&member.value).iter().filter_map(Node::as_str) {
                    tree::add_name(names, name);
                }
            }
            _ => tree::set(&mut base, &member.key, member.value.clone()),
        }
    }
    base
}

/// Turns null among the types or alternatives into `nullable`. Returns the keyword whose alternatives
/// contained it.
fn optional(schema: &mut Node) -> Option<&'static str> {
    let is_null = |node: &Node| {
        let says = |key: &str, value: &Node| node.get(key).is_some_and(|said| tree::same(said, value));
        let null = tree::node(Value::Null);
        says("type", &tree::text("null")) || says("const", &null) || says("enum", &tree::list(vec![null]))
    };
    let (mut nullable, mut fewer) = (false, None);
    if let Some(types) = tree::get_mut(schema, "type")
        && let Value::Array(list) = &mut types.value
    {
        let count = list.len();
        list.retain(|name| name.as_str() != Some("null"));
        nullable = list.len() < count;
        if let [only] = &list[..] {
            *types = only.clone();
        }
    }
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(branches)) = tree::get_mut(schema, keyword).map(|node| &mut node.value)
            && branches.len() > 1
        {
            let count = branches.len();
            branches.retain(|branch| !is_null(branch));
            if branches.len() < count {
                (nullable, fewer) = (true, Some(keyword));
            }
        }
    }
    if nullable {
        tree::set(schema, "nullable", tree::node(Value::Bool(true)));
    }
    fewer
}

/// Turns `const` into an `enum` of one value.
fn constant(schema: &mut Node) {
    if let Some(value) = schema.get("const").cloned() {
        tree::put(schema, "const", None);
        tree::set(schema, "enum", tree::list(vec![value]));
    }
}

/// Fields next to a flattened map: a structural schema preserves unknown fields instead.
fn free_fields(schema: &mut Node) {
    let fields = schema.get("properties").is_some_and(|all| !tree::members(all).is_empty());
    if let (true, Some(Value::Bool(free))) =
        (fields, schema.get("additionalProperties").map(|node| node.value.clone()))
    {
        tree::put(schema, "additionalProperties", None);
        if free {
            let keeps = tree::node(Value::Bool(true));
            tree::set(schema, "x-kubernetes-preserve-unknown-fields", keeps);
        }
    }
}

/// Sorts keywords and names as kube does.
fn sort(schema: &mut Node) {
    if let Some(Value::Array(names)) = tree::get_mut(schema, "required").map(|node| &mut node.value) {
        names.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
    }
    if let Value::Object(members) = &mut schema.value {
        members.sort_by(|a, b| a.key.cmp(&b.key));
    }
}

/// The number of values in a tree.
fn size(node: &Node) -> usize {
    let items = tree::items(node).iter().map(size).sum::<usize>();
    1 + items + tree::members(node).iter().map(|member| size(&member.value)).sum::<usize>()
}
