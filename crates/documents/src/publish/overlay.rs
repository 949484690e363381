//! Overlays the rules of a type on its schema in a document, keyword by keyword, through fields, items, map
//! values and references.
//!
//! In: a schema of the document and a type's number. Out: the schema with all rules, and a problem for every
//! rule that has no counterpart in the schema or contradicts it. Easy to break: **no rule is dropped
//! silently**.

use super::problem::{CUT, Problem, Step, field};
use super::rules::{Items, Target};
use super::unchecked::{self, Leaf};
use super::{contradictions, descriptions, keywords, patterns, tree, unions, variants};
use crdc_source::diag::Code;
use crdc_source::{Member, Node, Value};

/// Overlays rules on schemas.
pub(super) struct Overlay<'a> {
    items: &'a Items,
    problems: &'a mut Vec<Problem>,
    /// The path of the value in the document.
    steps: Vec<Step>,
    /// The types around the value, outermost first.
    above: Vec<usize>,
    /// Whether schemas that the rules mention and the document lacks are created, so that the result is the
    /// schema of the rules alone.
    alone: bool,
    /// Whether the schemas of types without rules have only the keywords of the document that follow from the
    /// type itself.
    checked: bool,
}

/// The types whose rules apply to the same value: a newtype may have a type as its only field.
type Here = Vec<usize>;

impl<'a> Overlay<'a> {
    pub(super) fn new(items: &'a Items, problems: &'a mut Vec<Problem>, steps: Vec<Step>) -> Overlay<'a> {
        Overlay { items, problems, steps, above: Vec::new(), alone: false, checked: false }
    }

    /// Overlays a type's rules on the schema of the document.
    pub(super) fn over(&mut self, schema: &mut Node, id: usize) {
        self.item(schema, None, id, &mut Vec::new());
    }

    /// The schema that a type's rules define on their own. For types without rules, and for defaults that
    /// only serde knows, the published schema is used.
    pub(super) fn alone(&mut self, id: usize, published: &Node) -> Node {
        self.alone = true;
        let mut schema = tree::object();
        self.item(&mut schema, Some(published), id, &mut Vec::new());
        // The type does not know whether the field itself may be null, such as kube's `status`.
        if tree::is_true(published, "nullable") {
            tree::put(&mut schema, "nullable", published.get("nullable").cloned());
        }
        schema
    }

    /// The schema that the derive checks: the rules of a type, and the keywords that follow from the types
    /// without rules in it.
    pub(super) fn checked(&mut self, id: usize, published: &Node) -> Node {
        self.checked = true;
        self.alone(id, published)
    }

    fn item(&mut self, schema: &mut Node, published: Option<&Node>, id: usize, here: &mut Here) {
        let items = self.items;
        let Some(item) = items.get(id).filter(|_| !here.contains(&id)) else {
            return;
        };
        if self.alone && published.is_none_or(is_cut) && items.is_recursive(id) {
            // The document cuts off the schema of a recursive type here.
            return;
        }
        if !self.alone && schema.get("$ref").is_some() {
            let name = item.name;
            let message = format!("`{}` is of type `{name}`, which is recursive", field(&self.steps));
            let problem =
                Problem::new(Code::PublishRecursive, &contradictions::step(&self.steps, "$ref"), message);
            self.problems.push(problem.label("a CustomResourceDefinition has no references").help(CUT));
            return;
        }
        if !self.alone && is_cut(schema) && items.is_recursive(id) {
            let (name, place) = (item.name, field(&self.steps));
            let message = format!("the rules of `{name}` for fields below `{place}` are not published");
            let problem = Problem::new(Code::PublishCut, &self.steps, message);
            let label = "the document preserves unknown fields here";
            self.problems.push(
                problem.label(label).help("publish one more level, or check the rules in the operator"),
            );
            return;
        }
        here.push(id);
        self.above.push(id);
        self.schema(schema, published, id, &item.schema, here);
        self.above.pop();
    }

    fn schema(
        &mut self,
        schema: &mut Node,
        published: Option<&Node>,
        id: usize,
        rules: &Node,
        here: &mut Here,
    ) {
        if !self.alone {
            // The markers of this type are already part of the rules.
            descriptions::own(schema);
            let conflicts = variants::conflicts(self.items, id, rules);
            let name = self.items.name(id);
            self.problems
                .extend(conflicts.iter().map(|found| contradictions::variants(&self.steps, name, found)));
        }
        for member in tree::members(rules) {
            match member.key.as_str() {
                "$ref" => self.reference(schema, published, id, &member.value, here),
                "x-crdc-flatten" => self.flattened(schema, published, id, &member.value, here),
                "x-crdc-leaf" if rules.get("x-crdc-foreign").is_some() => {
                    self.leaf(schema, published, Leaf::Foreign);
                }
                "x-crdc-leaf" => self.leaf(schema, published, Leaf::Own),
                _ => {}
            }
        }
        for member in tree::members(rules) {
            self.keyword(schema, published, id, member, rules);
        }
        if let (Some(_), None) = (rules.get("properties"), rules.get("required")) {
            self.required(schema, id, &tree::list(Vec::new()), rules);
        }
        if let Some(unions) = rules.get("x-kubernetes-unions") {
            let complete = unions::complete(unions, schema);
            self.say("x-kubernetes-unions", schema, id, &complete);
        }
        keywords::drop_null(schema);
        if !self.alone && tree::is_true(rules, "x-crdc-null") && schema.get("enum").is_some() {
            self.problems.push(contradictions::null_among(&self.steps));
        }
        let validations = published.and_then(|node| node.get(RULES_IN_CEL));
        if let (true, false, Some(validations)) = (self.alone, self.checked, validations) {
            // The derive does not see all of them.
            tree::set(schema, RULES_IN_CEL, validations.clone());
        }
    }

    fn keyword(
        &mut self,
        schema: &mut Node,
        published: Option<&Node>,
        id: usize,
        member: &Member,
        rules: &Node,
    ) {
        let (key, value) = (member.key.as_str(), &member.value);
        match key {
            // Handled elsewhere, or documentation.
            "$ref"
            | "x-crdc-flatten"
            | "x-crdc-leaf"
            | "x-crdc-null"
            | "x-crdc-foreign"
            | "x-crdc-variant"
            | "x-crdc-variants"
            | "x-kubernetes-unions"
            | "description"
            | "title" => {}
            // `Option` is nullable for schemars, also where null is refused.
            "nullable" if value.value == Value::Bool(false) => tree::put(schema, key, None),
            RULES_IN_CEL => add_rules(schema, value),
            "x-crdc-held" => self.held(schema, id, value),
            "x-crdc-atomic" => {
                let key = match schema.get("type").and_then(Node::as_str) {
                    Some("array") => "x-kubernetes-list-type",
                    Some("object") => "x-kubernetes-map-type",
                    // Scalars are items of sets as they are.
                    _ => return,
                };
                self.say(key, schema, id, &tree::text("atomic"));
            }
            "x-crdc-default" => {
                if let (true, Some(default)) = (self.alone, published.and_then(|node| node.get("default"))) {
                    tree::set(schema, "default", default.clone());
                }
            }
            "x-crdc-constants" => self.constants(schema, published, id, value),
            "properties" => self.properties(schema, published, id, value),
            "items" | "additionalProperties" if !tree::members(value).is_empty() => {
                self.below(schema, published, id, key, value);
            }
            "required" => self.required(schema, id, value, rules),
            "oneOf" | "anyOf" => self.junctor(key, schema, published, id, value),
            _ => match keywords::tighten(schema, key, rules) {
                keywords::Tightened::Done => {}
                keywords::Tightened::NoLimit => self.say(key, schema, id, value),
            },
        }
    }

    /// Keywords whose values only the compiler knows, which schemars has written as well.
    fn constants(&mut self, schema: &mut Node, published: Option<&Node>, id: usize, keywords: &Node) {
        for key in tree::items(keywords).iter().filter_map(Node::as_str) {
            let written = if self.alone { published } else { Some(&*schema) };
            match written.and_then(|node| node.get(key).cloned()) {
                Some(value) => tree::set(schema, key, value),
                None if self.alone => {}
                None => {
                    let message = format!(
                        "{} give `{key}` as a constant: its value must be in the document, which has none",
                        self.rules_of(id)
                    );
                    self.contradiction(key, &message);
                }
            }
        }
    }

    fn reference(
        &mut self,
        schema: &mut Node,
        published: Option<&Node>,
        id: usize,
        to: &Node,
        here: &mut Here,
    ) {
        match self.items.target(id, to) {
            Target::Item(target) => self.item(schema, published, target, here),
            Target::Leaf => {
                if !self.alone {
                    unchecked::lenient(schema, &self.steps, self.problems);
                }
                self.leaf(schema, published, Leaf::Own);
            }
            Target::Nowhere => {
                let name = self.items.name(id);
                let message = format!("a reference in the rules of `{name}` cannot be resolved");
                let help = "this is a bug in the derive, or in a fragment written by hand";
                self.problems.push(Problem::new(Code::PublishFragment, &self.steps, message).help(help));
            }
        }
    }

    /// For a leaf, which is compared as a whole, the published schema is used.
    fn leaf(&mut self, schema: &mut Node, published: Option<&Node>, leaf: Leaf) {
        let Some(published) = published.filter(|_| self.alone) else { return };
        let by_type;
        let published = if self.checked {
            by_type = unchecked::of_type(published, leaf);
            &by_type
        } else {
            published
        };
        for member in tree::members(published) {
            tree::set(schema, &member.key, member.value.clone());
        }
    }

    /// Overlays the rules of flattened fields. A flattened field that may be absent requires no fields.
    fn flattened(
        &mut self,
        schema: &mut Node,
        published: Option<&Node>,
        id: usize,
        all: &Node,
        here: &mut Here,
    ) {
        for one in tree::items(all) {
            let required = schema.get("required").cloned();
            let mut fields = one.clone();
            tree::put(&mut fields, "nullable", None);
            self.schema(schema, published, id, &fields, here);
            if tree::is_true(one, "nullable") {
                tree::put(schema, "required", required);
            }
        }
    }

    fn properties(&mut self, schema: &mut Node, published: Option<&Node>, id: usize, rules: &Node) {
        let mut missing = Vec::new();
        for member in tree::members(rules) {
            let known = schema.get("properties").is_some_and(|all| all.get(&member.key).is_some());
            if !known && !self.alone {
                missing.push(format!("`{}`", member.key));
                continue;
            }
            let published = published.and_then(|node| node.get("properties")?.get(&member.key));
            let all = tree::member_or_object(schema, "properties");
            let Some(inner) = all.and_then(|all| tree::member_or_object(all, &member.key)) else { continue };
            let depth = self.steps.len();
            self.steps.extend([Step::Key("properties".to_owned()), Step::Key(member.key.clone())]);
            self.schema(inner, published, id, &member.value, &mut Vec::new());
            self.steps.truncate(depth);
        }
        if !missing.is_empty() {
            self.no_place(id, &format!("the document has no field {}", missing.join(", ")));
        }
    }

    /// The schema of items or of map values.
    fn below(&mut self, schema: &mut Node, published: Option<&Node>, id: usize, key: &str, rules: &Node) {
        if let Some(pattern) = (key == "additionalProperties").then(|| patterns::free_keys(schema)).flatten()
        {
            self.problems.push(contradictions::any_key(&self.steps, &pattern));
        }
        if !self.alone && schema.get(key).is_none_or(|inner| tree::members(inner).is_empty()) {
            if !self.is_leaf(id, rules) {
                self.no_place(id, &format!("the document has no `{key}`"));
            }
            return;
        }
        let published = published.and_then(|node| node.get(key));
        if let Some(inner) = tree::member_or_object(schema, key) {
            self.steps.push(Step::Key(key.to_owned()));
            self.schema(inner, published, id, rules, &mut Vec::new());
            self.steps.pop();
        }
    }

    /// Whether the rules have no constraints, because they are those of a type that is compared as a whole.
    fn is_leaf(&self, id: usize, rules: &Node) -> bool {
        tree::members(rules).iter().all(|member| match member.key.as_str() {
            "$ref" => matches!(self.items.target(id, &member.value), Target::Leaf),
            key => ["x-crdc-leaf", "nullable"].contains(&key),
        })
    }

    /// Marks fields as immutable. The fields of a type with rules are already marked.
    fn held(&mut self, schema: &mut Node, id: usize, names: &Node) {
        let Some(properties) = tree::get_mut(schema, "properties") else { return };
        for name in tree::items(names).iter().filter_map(Node::as_str) {
            if let Some(property) = tree::get_mut(properties, name) {
                self.say("x-kubernetes-immutable", property, id, &tree::node(Value::Bool(true)));
            }
        }
    }

    /// Requires the fields that the rules require, and reports fields that only the document requires.
    fn required(&mut self, schema: &mut Node, id: usize, names: &Node, rules: &Node) {
        let said = |name: &str| tree::items(names).iter().any(|item| item.as_str() == Some(name));
        let known = |name: &str| rules.get("properties").is_some_and(|all| all.get(name).is_some());
        let demanded = schema.get("required").map(tree::items).unwrap_or_default().iter();
        let more: Vec<&str> =
            demanded.filter_map(Node::as_str).filter(|name| known(name) && !said(name)).collect();
        if !more.is_empty() && !self.alone {
            let message =
                format!("the document requires `{}`, but {} do not", more.join("`, `"), self.rules_of(id));
            self.contradiction("required", &message);
        }
        if tree::items(names).is_empty() {
            return;
        }
        if schema.get("required").is_none() {
            tree::set(schema, "required", tree::list(Vec::new()));
        }
        let Some(list) = tree::get_mut(schema, "required") else { return };
        for name in tree::items(names).iter().filter_map(Node::as_str) {
            tree::add_name(list, name);
        }
    }

    /// Overlays alternatives. A variant in the published schema may require more, from a type without rules.
    fn junctor(&mut self, key: &str, schema: &mut Node, published: Option<&Node>, id: usize, value: &Node) {
        match published.filter(|_| self.alone).and_then(|node| node.get(key)) {
            Some(documented) if keywords::agree(key, documented, value) => {
                tree::set(schema, key, documented.clone())
            }
            _ => self.say(key, schema, id, value),
        }
    }

    /// Sets a keyword verbatim: if absent, it is added; if different, a problem is reported.
    fn say(&mut self, key: &str, schema: &mut Node, id: usize, value: &Node) {
        match schema.get(key) {
            None => tree::set(schema, key, value.clone()),
            Some(said) if keywords::agree(key, said, value) => {}
            Some(said) => {
                let show = super::json::line;
                let (said, value) = (show(said), show(value));
                let message = format!(
                    "{} have `{key}: {value}`, but the document has `{key}: {said}`",
                    self.rules_of(id)
                );
                self.contradiction(key, &message);
            }
        }
    }

    fn rules_of(&self, id: usize) -> String {
        format!("the rules of `{}`", self.items.name(id))
    }

    fn contradiction(&mut self, key: &str, message: &str) {
        self.problems.push(contradictions::contradiction(&self.steps, key, message));
    }

    fn no_place(&mut self, id: usize, what: &str) {
        self.problems.push(contradictions::no_place(&self.steps, self.items.name(id), what));
    }
}

const RULES_IN_CEL: &str = "x-kubernetes-validations";

/// Adds the CEL rules that a schema does not have yet. kube has written the rules of its attributes.
fn add_rules(schema: &mut Node, rules: &Node) {
    let own = schema.get(RULES_IN_CEL).map(tree::items).unwrap_or_default();
    let mut known = unchecked::Rules::of(own);
    let mut new = Vec::new();
    for rule in tree::items(rules) {
        if !known.contain(rule) {
            known.add(rule);
            new.push(rule);
        }
    }
    let all = own.iter().chain(new).cloned().collect();
    tree::set(schema, RULES_IN_CEL, tree::list(all));
}

/// Whether a schema preserves unknown fields and specifies nothing.
fn is_cut(schema: &Node) -> bool {
    tree::is_true(schema, "x-kubernetes-preserve-unknown-fields")
        && ["properties", "additionalProperties", "items"].iter().all(|key| schema.get(key).is_none())
}
