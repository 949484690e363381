//! Writes `allOf`, `anyOf`, `oneOf` and `not` as JSON Schema. In: a branch, and the schema of the same value
//! around it, which has its defaults and says which nulls are removed. Out: a JSON Schema.
//!
//! Easy to break: a keyword that a branch cannot express makes the branch wider. A wider `not` would refuse
//! what servers accept, so it is left out; of wider branches of a `oneOf` several may match, so it becomes an
//! `anyOf`.
//
// apiextensions-apiserver: pkg/apiserver/schema/defaulting: before validation, defaults are applied and nulls
// removed

use super::keywords;
use super::nulls::{accepts_null, has_default, is_nullable, types, values};
use super::unexpressed::Topic;
use super::writer::Writer;
use crate::publish::tree;
use crdc_schema::{Items, Schema, SchemaOrBool};
use crdc_source::{Node, Value};
use std::collections::HashSet;

impl Writer {
    /// The junctors of a schema. `around` is the schema of the value: the schema itself, or that around a
    /// branch.
    pub(super) fn junctors(&mut self, schema: &Schema, around: Option<&Schema>, out: &mut Node) {
        let lists = [("allOf", &schema.all_of), ("anyOf", &schema.any_of), ("oneOf", &schema.one_of)];
        for (keyword, branches) in lists {
            if let Some(branches) = branches.as_ref().filter(|at| !at.value.is_empty()) {
                let widened = self.widened;
                let written = branches.value.iter().map(|one| self.branch(one, around, false));
                let written: Vec<Node> = written.collect();
                match keyword {
                    "oneOf" if self.widened > widened => {
                        all_of(out, tree::with(&[("anyOf", tree::list(written))]))
                    }
                    "allOf" => written.into_iter().for_each(|one| all_of(out, one)),
                    _ => tree::push(out, keyword, tree::list(written)),
                }
            }
        }
        if let Some(not) = &schema.not {
            let widened = self.widened;
            let written = self.branch(&not.value, around, false);
            match out.get("not") {
                _ if self.widened > widened => {}
                None => tree::push(out, "not", written),
                // A negative limit uses the keyword.
                Some(_) => all_of(out, tree::with(&[("not", written)])),
            }
        }
    }

    /// A branch. `takes_null`: whether null is the same as an absent value there, or allowed: a server then
    /// skips the branch. The recursion is bounded by the depth of documents.
    fn branch(&mut self, branch: &Schema, around: Option<&Schema>, takes_null: bool) -> Node {
        let mut out = tree::object();
        if let Some(kind) = branch.r#type.as_ref().filter(|at| !at.value.is_empty()) {
            tree::push(&mut out, "type", types(&kind.value, takes_null));
        }
        self.constraints(branch, takes_null, &mut out);
        let needed = self.required(branch, around, &mut out);
        let names: HashSet<&str> = needed.iter().copied().collect();
        let said: HashSet<&str> =
            branch.property_list().iter().map(|property| property.name.as_str()).collect();
        let mut properties = tree::object();
        for property in branch.property_list() {
            let own = around.and_then(|around| field(around, &property.name));
            let is_needed = names.contains(property.name.as_str());
            let takes_null = own.is_none_or(|own| is_nullable(own) || has_default(own) || !is_needed);
            self.enter(&property.name);
            let written = self.branch(&property.schema, own, takes_null);
            self.leave();
            tree::push(&mut properties, &property.name, written);
        }
        // A required field that is null counts as absent.
        for name in needed {
            let own = around.and_then(|around| field(around, name));
            if !said.contains(name) && own.is_some_and(|own| !is_nullable(own)) {
                let null = tree::with(&[("type", tree::text("null"))]);
                tree::push(&mut properties, name, tree::with(&[("not", null)]));
            }
        }
        if !tree::members(&properties).is_empty() {
            tree::push(&mut out, "properties", properties);
        }
        if let Some(Items::One(items)) = branch.items.as_ref().map(|at| &at.value) {
            let own = match around.and_then(|around| around.items.as_ref()).map(|at| &at.value) {
                Some(Items::One(own)) => Some(&**own),
                _ => None,
            };
            self.enter_items();
            let written = self.branch(items, own, own.is_none_or(|own| is_nullable(own) || has_default(own)));
            self.leave();
            tree::push(&mut out, "items", written);
        }
        if let Some(SchemaOrBool::Schema(each)) = branch.additional_properties.as_ref().map(|at| &*at.value) {
            let written = self.branch(each, around.and_then(values), true);
            tree::push(&mut out, "additionalProperties", written);
        }
        self.junctors(branch, around, &mut out);
        if takes_null && !accepts_null(&out) {
            let null = tree::with(&[("type", tree::text("null"))]);
            return tree::with(&[("anyOf", tree::list(vec![null, out]))]);
        }
        out
    }

    /// Writes `required` without fields that have defaults, and returns those names.
    pub(super) fn required<'s>(
        &mut self,
        schema: &'s Schema,
        around: Option<&Schema>,
        out: &mut Node,
    ) -> Vec<&'s str> {
        let names = schema.required.iter().flat_map(|at| &at.value);
        let names = names.map(|name| name.value.as_str());
        let is_missing =
            |name: &&str| around.and_then(|around| field(around, name)).is_none_or(|own| !has_default(own));
        let names: Vec<&str> = names.filter(is_missing).collect();
        if !names.is_empty() {
            let list = names.iter().map(|name| tree::text(name)).collect();
            tree::push(out, "required", tree::list(list));
        }
        names
    }

    /// The constraints of a value itself, and its enum.
    pub(super) fn constraints(&mut self, schema: &Schema, takes_null: bool, out: &mut Node) {
        if let Some(pattern) = keywords::write(schema, out) {
            self.widened(Topic::Pattern, pattern);
        }
        self.format(schema, out);
        if let Some(list) = schema.enumeration.as_ref().filter(|at| !at.value.is_empty()) {
            let mut list = list.value.clone();
            if takes_null && !list.iter().any(|value| value.value == Value::Null) {
                list.push(tree::node(Value::Null));
            }
            tree::push(out, "enum", tree::list(list));
        }
    }
}

/// Adds a schema that all values must match.
pub(super) fn all_of(out: &mut Node, one: Node) {
    match tree::get_mut(out, "allOf").map(|all| &mut all.value) {
        Some(Value::Array(all)) => all.push(one),
        _ => tree::push(out, "allOf", tree::list(vec![one])),
    }
}

/// The schema of a field: a property, or that of all values.
fn field<'s>(schema: &'s Schema, name: &str) -> Option<&'s Schema> {
    schema.property(name).map(|property| &property.schema).or_else(|| values(schema))
}
