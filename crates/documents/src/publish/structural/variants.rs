//! Variants of an enum. In: branches of a schema. Out: fields of the whole, with only what distinguishes the
//! branches left in them. Easy to break: a field that several variants have is one field. Its schemas must be
//! equal, except for the variant name: the field of the whole accepts every name, and each branch specifies
//! its own.

use super::{Rewriter, sort};
use crate::publish::problem::Step;
use crate::publish::{json, tree};
use crdc_source::diag::Code;
use crdc_source::{Node, Value};

const HELP: &str =
    "rename the fields or give them the same type: a structural schema has one schema per field";

impl Rewriter<'_> {
    /// Moves fields and values of variants up to the schema.
    pub(super) fn hoist(&mut self, schema: &mut Node) {
        for keyword in ["oneOf", "anyOf"] {
            let Some(Value::Array(mut branches)) = schema.get(keyword).map(|node| node.value.clone()) else {
                continue;
            };
            self.fields(schema, &mut branches, keyword == "oneOf");
            if keyword == "oneOf" {
                self.values(schema, &mut branches);
            }
            branches.iter_mut().for_each(sort);
            tree::put(schema, keyword, (!branches.is_empty()).then(|| tree::list(branches)));
        }
    }

    /// `describe`: the description of a variant becomes that of its only field.
    fn fields(&mut self, schema: &mut Node, branches: &mut [Node], describe: bool) {
        let tags = tags(branches);
        for branch in branches.iter_mut() {
            let Some(fields) = branch.get("properties").cloned() else {
                plain(branch);
                continue;
            };
            let description = branch.get("description").cloned();
            tree::put(branch, "description", None);
            let alone = tree::members(&fields).len() == 1;
            let mut own = tree::object();
            for field in tree::members(&fields) {
                let mut value = field.value.clone();
                if let (true, Some(description)) = (alone && describe, &description) {
                    tree::set(&mut value, "description", description.clone());
                }
                if tags.contains(&field.key) {
                    let mut name = tree::object();
                    tree::put(&mut name, "enum", value.get("enum").cloned());
                    tree::set(&mut own, &field.key, name);
                    tree::put(&mut value, "description", None);
                }
                self.field(schema, &field.key, value, tags.contains(&field.key));
            }
            self.same_type(schema, branch);
            tree::put(branch, "additionalProperties", None);
            tree::put(branch, "properties", (!tree::members(&own).is_empty()).then_some(own));
        }
        // The name of the variant is always present.
        let requires = |branch: &Node, name: &String| {
            branch
                .get("required")
                .is_some_and(|all| tree::items(all).iter().any(|one| one.as_str() == Some(name)))
        };
        for tag in tags.iter().filter(|tag| branches.iter().all(|branch| requires(branch, tag))) {
            if schema.get("required").is_none() {
                tree::set(schema, "required", tree::list(Vec::new()));
            }
            if let Some(names) = tree::get_mut(schema, "required") {
                tree::add_name(names, tag);
            }
        }
    }

    fn field(&mut self, schema: &mut Node, name: &str, value: Node, tag: bool) {
        let Some(all) = tree::member_or_object(schema, "properties") else { return };
        let Some(known) = tree::get_mut(all, name) else {
            tree::set(all, name, value);
            return;
        };
        if tag {
            if let (Some(Value::Array(values)), Some(more)) =
                (tree::get_mut(known, "enum").map(|node| &mut node.value), value.get("enum"))
            {
                for value in tree::items(more) {
                    if !values.iter().any(|known| tree::same(known, value)) {
                        values.push(value.clone());
                    }
                }
            }
            return;
        }
        let silent = |node: &Node| {
            let mut node = node.clone();
            tree::put(&mut node, "description", None);
            node
        };
        let (one, other) = (silent(known), silent(&value));
        if !tree::same(&one, &other) {
            let (one, other) = (json::line(&one), json::line(&other));
            let depth = self.steps.len();
            self.steps.extend(["properties", name].map(|key| Step::Key(key.to_owned())));
            let what = format!("is `{one}` in one variant and `{other}` in another");
            self.problem(Code::PublishStructural, what, HELP);
            self.steps.truncate(depth);
        }
    }

    /// Variants without fields, each with its description, become values of one enum.
    fn values(&mut self, schema: &mut Node, branches: &mut Vec<Node>) {
        let mut values: Vec<Node> = schema.get("enum").map(tree::items).unwrap_or_default().to_vec();
        let before = values.len();
        let (simple, rest): (Vec<Node>, Vec<Node>) =
            branches.drain(..).partition(|branch| branch.get("enum").is_some());
        *branches = rest;
        for mut branch in simple {
            values.extend(branch.get("enum").map(tree::items).unwrap_or_default().iter().cloned());
            self.same_type(schema, &mut branch);
        }
        if values.len() > before {
            tree::set(schema, "enum", tree::list(values));
        }
    }

    /// Moves the type of a branch to the whole.
    fn same_type(&mut self, schema: &mut Node, branch: &mut Node) {
        let Some(of_branch) = branch.get("type").cloned() else { return };
        tree::put(branch, "type", None);
        match schema.get("type") {
            None => tree::set(schema, "type", of_branch),
            Some(known) if tree::same(known, &of_branch) => {}
            Some(known) => {
                let (known, other) = (json::line(known), json::line(&of_branch));
                let what = format!("has variants of type {known} and of type {other}");
                let help = "add data to the variants without data, or write `#[serde(tag = \"type\")]`";
                self.problem(Code::PublishStructural, what, help);
            }
        }
    }
}

/// Fields that contain the variant name: strings that differ from branch to branch.
fn tags(branches: &[Node]) -> Vec<String> {
    let single = |branch: &Node, name: &str| -> Option<String> {
        match branch.get("properties")?.get(name)?.get("enum").map(tree::items)? {
            [one] => one.as_str().map(str::to_owned),
            _ => None,
        }
    };
    let Some(first) = branches.first().and_then(|branch| branch.get("properties")) else {
        return Vec::new();
    };
    let names = tree::members(first).iter().map(|field| field.key.clone());
    let differs = |name: &String| {
        let values: Option<Vec<String>> = branches.iter().map(|branch| single(branch, name)).collect();
        values.is_some_and(|values| values.len() > 1 && values.iter().any(|value| *value != values[0]))
    };
    names.filter(differs).collect()
}

/// Reduces a branch that only has a type: the whole already has it.
fn plain(branch: &mut Node) {
    let silent = ["type", "description"];
    if tree::members(branch).iter().all(|member| silent.contains(&member.key.as_str())) {
        silent.iter().for_each(|key| tree::put(branch, key, None));
    }
}
