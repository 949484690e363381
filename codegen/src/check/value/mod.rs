//! A value against a schema, as the server validates objects: for defaults, which are few and
//! small. Objects are validated by generated code, never by this.
//
// kube-openapi: pkg/validation/validate; apiextensions-apiserver: pkg/apiserver/validation

mod go;
mod junctors;
mod number;

pub(super) use go::go_json;

use super::path::quoted;
use crate::schema::{Schema, SchemaOrBool, same_value};
use crate::source::{Node, Span, Value};

/// Something wrong with a value.
pub(super) struct Wrong {
    /// From the value's root, as the server names it: `spec.users[0]`.
    pub(super) path: String,
    /// Where it stands.
    pub(super) span: Span,
    /// For people.
    pub(super) message: String,
    /// The server's words before the detail.
    pub(super) what: String,
    /// The server's detail.
    pub(super) detail: String,
}

/// What was found, and how much may still be done.
#[derive(Default)]
pub(super) struct Findings {
    /// In the server's order.
    pub(super) list: Vec<Wrong>,
    /// Every value times every keyword it is held against is too much for a hostile document.
    pub(super) steps: usize,
}

impl Findings {
    /// Takes steps; false if there are not enough of them left.
    pub(super) fn take(&mut self, steps: usize) -> bool {
        let left = self.steps.checked_sub(steps);
        self.steps = left.unwrap_or(0);
        left.is_some()
    }
}

/// Adds whatever is wrong with the value at `path`. Stops where the steps are used up.
pub(super) fn validate(node: &Node, schema: &Schema, path: &str, wrong: &mut Findings) {
    let width = match &node.value {
        Value::Object(members) => {
            let required = schema.required.as_ref().map_or(0, |at| at.value.len());
            members.len().saturating_mul(1 + schema.property_list().len() + required)
        }
        Value::String(text) => text.len() / 16,
        _ => 0,
    };
    let values = schema.enumeration.as_ref().map_or(0, |at| at.value.len());
    if !wrong.take(width.saturating_add(values).saturating_add(path.len() / 16 + 1)) {
        return;
    }
    let mut at = Validation { node, schema, path, wrong };
    at.types();
    at.junctors();
    match &node.value {
        Value::Null => {}
        Value::Bool(_) => {}
        Value::Int(_) | Value::Float(_) => at.number(),
        Value::String(text) => at.string(text),
        Value::Array(items) => at.array(items),
        Value::Object(_) => {}
    }
    at.enumeration();
    if let Value::Object(members) = &node.value {
        at.object(members);
    }
}

struct Validation<'v> {
    node: &'v Node,
    schema: &'v Schema,
    path: &'v str,
    wrong: &'v mut Findings,
}

impl Validation<'_> {
    fn add(&mut self, what: String, detail: String, message: impl Into<String>) {
        let (path, span) = (self.path.to_owned(), self.node.span);
        self.wrong.list.push(Wrong { path, span, message: message.into(), what, detail });
    }

    /// Most findings: the value, and a detail that starts with the path.
    fn invalid(&mut self, detail: &str, message: impl Into<String>) {
        let bad = go_json(self.node);
        self.add(format!("Invalid value: {bad}"), format!("{} in body {detail}", self.path), message);
    }

    fn must_be(&mut self, wanted: &str, found: &str) {
        let detail = format!("{} in body must be of type {wanted}: {}", self.path, quoted(found));
        self.add(
            format!("Invalid value: {}", quoted(found)),
            detail,
            format!("it must be of type `{wanted}`"),
        );
    }

    fn types(&mut self) {
        let wanted = self.schema.type_name();
        let format = self.schema.format.as_ref().map_or("", |format| &format.value);
        let (found, own_format) = match &self.node.value {
            Value::Null => {
                if !wanted.is_empty() && wanted != "null" && !self.schema.is_nullable() {
                    self.must_be(wanted, "null");
                }
                return;
            }
            Value::Bool(_) => ("boolean", ""),
            Value::Int(_) => ("integer", "int64"),
            Value::Float(_) => ("number", "float64"),
            Value::String(_) => ("string", ""),
            Value::Array(_) => ("array", ""),
            Value::Object(_) => ("object", ""),
        };
        if wanted.is_empty() && format.is_empty() {
            return;
        }
        let whole =
            matches!(self.node.value, Value::Float(value) if value.fract() == 0.0 && value.abs() < 9e15);
        let fits =
            wanted == found || (whole && wanted == "integer") || (found == "integer" && wanted == "number");
        let text = found == "string" || found == "array";
        if !text && !format.is_empty() && !fits && own_format != format {
            self.must_be(format, own_format);
        } else if text && !format.is_empty() && wanted != "number" && wanted != "integer" {
            // kube-openapi: pkg/validation/validate/type.go leaves these to the format.
        } else if !fits {
            self.must_be(wanted, found);
        }
    }

    fn string(&mut self, text: &str) {
        let schema = self.schema;
        let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
        if let Some(most) = schema.max_length.as_ref().filter(|most| length > most.value) {
            let bytes = if most.value == 1 { "byte" } else { "bytes" };
            let detail = format!("may not be more than {} {bytes}", most.value);
            self.add(
                "Too long".to_owned(),
                detail,
                format!("it has {length} characters, {} are the most", most.value),
            );
        } else if let Some(least) = schema.min_length.as_ref().filter(|least| length < least.value) {
            let message = format!("it has {length} characters, {} are the least", least.value);
            self.invalid(&format!("should be at least {} chars long", least.value), message);
        } else if let Some(pattern) = schema.pattern.as_ref().filter(|pattern| !pattern.value.is_empty())
            && crate::pattern::compile(&pattern.value).is_ok_and(|matcher| !matcher.is_match(text.as_bytes()))
        {
            let message = format!("it must match `{}`", pattern.value);
            self.invalid(&format!("should match '{}'", pattern.value), message);
        }
        if let Some(written) = &schema.format
            && let Some(has) = crdc::format::find(&written.value).and_then(|format| format.check)
            && !has(text.as_bytes())
        {
            let detail = format!("{} in body must be of type {}: {}", self.path, written.value, quoted(text));
            let message = format!("it is no `{}`", written.value);
            self.add(format!("Invalid value: {}", quoted(text)), detail, message);
        }
    }

    fn array(&mut self, items: &[Node]) {
        if let Some((schema, _)) = self.schema.one_item() {
            for (index, item) in items.iter().enumerate() {
                validate(item, schema, &format!("{}[{index}]", self.path), self.wrong);
            }
        }
        let count = i64::try_from(items.len()).unwrap_or(i64::MAX);
        if let Some(least) = self.schema.min_items.as_ref().filter(|least| count < least.value) {
            let message = format!("it has {count} items, {} are the least", least.value);
            let detail = format!("{} in body should have at least {} items", self.path, least.value);
            self.add(format!("Invalid value: {count}"), detail, message);
        }
        if let Some(most) = self.schema.max_items.as_ref().filter(|most| count > most.value) {
            self.too_many(count, most.value, "items");
        }
    }

    fn too_many(&mut self, count: i64, most: i64, of: &str) {
        let items = if most == 1 { "item" } else { "items" };
        let message = format!("it has {count} {of}, {most} are the most");
        self.add(format!("Too many: {count}"), format!("must have at most {most} {items}"), message);
    }

    fn enumeration(&mut self) {
        let Some(values) = self.schema.enumeration.as_ref().filter(|values| !values.value.is_empty()) else {
            return;
        };
        if values.value.iter().any(|value| value.value != Value::Null && same_value(value, self.node)) {
            return;
        }
        let supported: Vec<String> = values
            .value
            .iter()
            .map(|value| match &value.value {
                Value::String(text) => quoted(text),
                _ => quoted(&go_json(value)),
            })
            .collect();
        let supported = supported.join(", ");
        let what = format!("Unsupported value: {}", go_json(self.node));
        self.add(what, format!("supported values: {supported}"), format!("it must be one of {supported}"));
    }

    fn object(&mut self, members: &[crate::source::Member]) {
        let count = i64::try_from(members.len()).unwrap_or(i64::MAX);
        if let Some(least) = self.schema.min_properties.as_ref().filter(|least| count < least.value) {
            let detail = format!("{} in body should have at least {} properties", self.path, least.value);
            self.add(
                format!("Invalid value: {count}"),
                detail,
                format!("it has {count} properties, {} are the least", least.value),
            );
        }
        if let Some(most) = self.schema.max_properties.as_ref().filter(|most| count > most.value) {
            self.too_many(count, most.value, "properties");
        }
        let additional = self.schema.additional_properties.as_ref().map(|at| &*at.value);
        for member in members {
            let below = format!("{}.{}", self.path, member.key);
            match (self.schema.property(&member.key), additional) {
                (Some(property), _) => {
                    let below = below.strip_prefix('.').filter(|_| self.path.is_empty()).unwrap_or(&below);
                    validate(&member.value, &property.schema, below, self.wrong);
                }
                (None, Some(SchemaOrBool::Schema(schema))) => {
                    validate(&member.value, schema, &below, self.wrong)
                }
                (None, Some(SchemaOrBool::Bool(false))) => {
                    let detail = format!("{below} in body is a forbidden property");
                    let message = format!("`{}` is not allowed", member.key);
                    self.add(format!("Invalid value: {}", quoted(&member.key)), detail, message);
                }
                _ => {}
            }
        }
        for name in self.schema.required.iter().flat_map(|list| &list.value) {
            if !members.iter().any(|member| member.key == name.value) {
                let path = format!("{}.{}", self.path, name.value);
                let message = format!("`{}` is missing", name.value);
                let (span, what) = (self.node.span, "Required value".to_owned());
                self.wrong.list.push(Wrong { path, span, message, what, detail: String::new() });
            }
        }
    }
}
