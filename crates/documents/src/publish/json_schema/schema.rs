//! A schema of a CRD as JSON Schema, with everything below it.
//
// apiextensions-apiserver: pkg/apiserver/schema/{pruning,defaulting,objectmeta}; kube-openapi:
// pkg/validation/validate

use super::document::{Draft, JsonSchema};
use super::metadata;
use super::nulls::{accepts_null, has_default, is_nullable, types};
use super::unexpressed::Topic;
use super::writer::Writer;
use crate::publish::tree;
use crdc_check::is_structural;
use crdc_schema::{Items, Schema, SchemaOrBool};
use crdc_source::{Node, Value};
use std::collections::HashSet;

/// The fields of all objects.
const TYPE_FIELDS: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// The values that a place allows besides those of its schema.
#[derive(Clone, Copy)]
struct SchemaPlace {
    /// Whether null is the same as an absent value, or replaced by a default.
    takes_null: bool,
    /// Whether null is the same as an absent value that is required.
    refuses_null: bool,
    /// Whether unknown fields are kept as in the list around it.
    preserves: bool,
}

impl Writer {
    /// The schema of objects of a version.
    pub(super) fn root(&mut self, schema: Option<&Schema>, names: &JsonSchema) -> Node {
        let draft = match self.options.draft {
            Draft::Draft202012 => "https://json-schema.org/draft/2020-12/schema",
            Draft::Draft7 => "http://json-schema.org/draft-07/schema#",
        };
        let mut out = tree::with(&[("$schema", tree::text(draft)), ("title", tree::text(&names.kind))]);
        self.prunes &= schema.is_some_and(is_structural);
        let empty = Schema::default();
        let schema = schema.unwrap_or(&empty);
        let body =
            self.schema(schema, SchemaPlace { takes_null: false, refuses_null: false, preserves: false });
        for member in tree::members(&body) {
            tree::set(&mut out, &member.key, member.value.clone());
        }
        tree::set(&mut out, "type", tree::text("object"));
        let mut properties = tree::object();
        let fixed = |text: &str| {
            tree::with(&[("type", tree::text("string")), ("enum", tree::list(vec![tree::text(text)]))])
        };
        let api_version = format!("{}/{}", names.group, names.version);
        for (name, value) in [
            ("apiVersion", fixed(&api_version)),
            ("kind", fixed(&names.kind)),
            ("metadata", self.metadata(schema)),
        ] {
            let description =
                out.get("properties").and_then(|all| all.get(name)?.get("description").cloned());
            let mut value = value;
            tree::put(&mut value, "description", description);
            tree::push(&mut properties, name, value);
        }
        for member in out.get("properties").map(tree::members).unwrap_or_default() {
            if !TYPE_FIELDS.contains(&member.key.as_str()) {
                tree::push(&mut properties, &member.key, member.value.clone());
            }
        }
        tree::set(&mut out, "properties", properties);
        let mut required = TYPE_FIELDS.map(tree::text).to_vec();
        for name in out.get("required").map(tree::items).unwrap_or_default() {
            if name.as_str().is_some_and(|name| !TYPE_FIELDS.contains(&name)) {
                required.push(name.clone());
            }
        }
        tree::set(&mut out, "required", tree::list(required));
        self.unexpressed(
            Topic::Metadata,
            "names, labels, annotations and owners are checked by servers".to_owned(),
        );
        if self.has_integers {
            self.unexpressed(Topic::Number, "integers of more than 64 bits are refused".to_owned());
        }
        out
    }

    /// `metadata` of an object, with what its schema says of the name.
    fn metadata(&mut self, schema: &Schema) -> Node {
        let mut out = metadata::metadata(self.options);
        let own = schema.property("metadata").map(|property| &property.schema);
        for own in own.into_iter().flat_map(Schema::property_list) {
            self.enter("metadata");
            self.enter(&own.name);
            let mut more = tree::object();
            self.constraints(&own.schema, true, &mut more);
            self.junctors(&own.schema, Some(&own.schema), &mut more);
            self.leave();
            self.leave();
            if let Some(field) =
                tree::get_mut(&mut out, "properties").and_then(|all| tree::get_mut(all, &own.name))
            {
                for member in tree::members(&more) {
                    tree::set(field, &member.key, member.value.clone());
                }
            }
        }
        out
    }

    /// The recursion is bounded by the depth of documents.
    fn schema(&mut self, schema: &Schema, place: SchemaPlace) -> Node {
        let takes_null = place.takes_null || is_nullable(schema);
        let preserves = place.preserves || schema.preserves_unknown_fields();
        let mut out = tree::object();
        for (key, at) in [("title", &schema.title), ("description", &schema.description)] {
            if let Some(at) = at.as_ref().filter(|at| !at.value.is_empty()) {
                tree::push(&mut out, key, tree::text(&at.value));
            }
        }
        if schema.is_int_or_string() {
            let mut both = ["integer", "string"].map(tree::text).to_vec();
            both.extend(takes_null.then(|| tree::text("null")));
            tree::push(&mut out, "type", tree::list(both));
        } else if let Some(kind) = schema.r#type.as_ref().filter(|at| !at.value.is_empty()) {
            tree::push(&mut out, "type", types(&kind.value, takes_null));
        } else if place.refuses_null {
            let all = ["array", "boolean", "number", "object", "string"].map(tree::text);
            tree::push(&mut out, "type", tree::list(all.into()));
        }
        self.has_integers |= schema.is_int_or_string() || schema.type_name() == "integer";
        if let Some(default) = schema.default.as_ref().filter(|at| at.value.value != Value::Null) {
            tree::push(&mut out, "default", default.value.clone());
        }
        if let Some(example) = &schema.example {
            tree::push(&mut out, "examples", tree::list(vec![example.value.clone()]));
        }
        self.constraints(schema, takes_null, &mut out);
        self.list(schema, preserves, &mut out);
        self.object(schema, place.preserves, &mut out);
        self.junctors(schema, Some(schema), &mut out);
        self.extensions(schema);
        if takes_null && !accepts_null(&out) {
            return or_null(out);
        }
        out
    }

    fn list(&mut self, schema: &Schema, preserves: bool, out: &mut Node) {
        if let Some(Items::One(items)) = schema.items.as_ref().map(|at| &at.value) {
            // Servers treat the items of a list that preserves unknown fields as if they preserved them too.
            let place = SchemaPlace { takes_null: has_default(items), refuses_null: false, preserves };
            self.enter_items();
            let written = self.schema(items, place);
            self.leave();
            tree::push(out, "items", written);
            let kind = schema.x_list_type.as_ref().map_or("", |at| &at.value);
            let is_scalar = ["string", "integer", "number", "boolean"].contains(&items.type_name());
            match kind {
                "set" if is_scalar => tree::push(out, "uniqueItems", tree::node(Value::Bool(true))),
                "set" => self.unexpressed(Topic::ListType, "set".to_owned()),
                "map" => {
                    let keys = schema.x_list_map_keys.iter().flat_map(|at| &at.value);
                    let keys: Vec<&str> = keys.map(|key| key.value.as_str()).collect();
                    self.unexpressed(Topic::ListType, format!("map by {}", keys.join(", ")));
                }
                _ => {}
            }
        }
    }

    fn object(&mut self, schema: &Schema, inherited: bool, out: &mut Node) {
        let required = self.required(schema, Some(schema), out);
        let mut properties = tree::object();
        let is_embedded = schema.is_embedded_resource();
        if is_embedded {
            for name in ["apiVersion", "kind"] {
                tree::push(&mut properties, name, metadata::type_field());
            }
            let mut metadata = self.metadata(schema);
            tree::set(&mut metadata, "type", types("object", true));
            tree::push(&mut properties, "metadata", metadata);
            self.unexpressed(Topic::Metadata, "of an embedded resource".to_owned());
            let mut names: Vec<&str> = required.clone();
            names.extend(["apiVersion", "kind"].iter().filter(|name| !required.contains(name)));
            tree::put(out, "required", Some(tree::list(names.into_iter().map(tree::text).collect())));
        }
        let names: HashSet<&str> = required.iter().copied().collect();
        for property in schema.property_list() {
            if self.path.is_empty() && TYPE_FIELDS.contains(&property.name.as_str()) {
                // The fields of all resources are written for all kinds.
                let description = property.schema.description.as_ref().map(|at| tree::text(&at.value));
                let mut field = tree::object();
                tree::put(&mut field, "description", description);
                tree::push(&mut properties, &property.name, field);
                continue;
            }
            if is_embedded && property.name == "metadata" {
                continue;
            }
            let is_required = names.contains(property.name.as_str());
            let takes_null = has_default(&property.schema) || !is_required;
            let refuses_null = !takes_null && !is_nullable(&property.schema);
            let place = SchemaPlace { takes_null, refuses_null, preserves: false };
            self.enter(&property.name);
            let written = self.schema(&property.schema, place);
            self.leave();
            // An embedded resource already has its type fields.
            if is_embedded && TYPE_FIELDS.contains(&property.name.as_str()) {
                tree::set_last(&mut properties, &property.name, written);
            } else {
                tree::push(&mut properties, &property.name, written);
            }
        }
        if !tree::members(&properties).is_empty() {
            tree::push(out, "properties", properties);
        }
        let is_object = schema.type_name() == "object" || schema.properties.is_some();
        match schema.additional_properties.as_ref().map(|at| &*at.value) {
            Some(SchemaOrBool::Schema(values)) => {
                self.enter("*");
                let written = self
                    .schema(values, SchemaPlace { takes_null: true, refuses_null: false, preserves: false });
                self.leave();
                tree::push(out, "additionalProperties", written);
            }
            Some(SchemaOrBool::Bool(true)) => {}
            _ if !self.options.strict || !self.prunes || !is_object => {}
            _ if inherited || schema.preserves_unknown_fields() => {}
            _ => tree::push(out, "additionalProperties", tree::node(Value::Bool(false))),
        }
        if schema.min_properties.is_some() || schema.max_properties.is_some() {
            self.unexpressed(Topic::Count, "nulls and pruned fields do not count, defaults do".to_owned());
        }
    }

    fn extensions(&mut self, schema: &Schema) {
        let rules = schema.x_validations.iter().flat_map(|at| &at.value);
        let rules: Vec<String> =
            rules.map(|rule| rule.rule.as_ref().map_or_else(String::new, |at| at.value.clone())).collect();
        rules.into_iter().for_each(|rule| self.unexpressed(Topic::Rules, rule));
        let marks: Vec<&str> = schema.marks.written().map(|(mark, _)| mark.keyword()).collect();
        let more = [
            ("x-kubernetes-unions", schema.unions.is_some()),
            ("x-kubernetes-normalize", schema.normalize.is_some()),
        ];
        let more = more.into_iter().filter(|(_, is_written)| *is_written).map(|(keyword, _)| keyword);
        for keyword in marks.into_iter().chain(more) {
            self.unexpressed(Topic::Extension, keyword.to_owned());
        }
    }
}

fn or_null(out: Node) -> Node {
    let null = tree::with(&[("type", tree::text("null"))]);
    let mut whole = tree::object();
    let mut rest = tree::object();
    for member in tree::members(&out) {
        // Keywords that editors show stay outside.
        let is_shown = ["title", "description", "default", "examples"].contains(&member.key.as_str());
        tree::push(if is_shown { &mut whole } else { &mut rest }, &member.key, member.value.clone());
    }
    tree::push(&mut whole, "anyOf", tree::list(vec![null, rest]));
    whole
}
