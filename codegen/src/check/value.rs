//! A value against a schema, as the server validates objects: for defaults, which are few and
//! small. Objects are validated by generated code, never by this.
//
// kube-openapi: pkg/validation/validate; apiextensions-apiserver: pkg/apiserver/validation

use super::format;
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

/// Adds whatever is wrong with the value at `path`.
pub(super) fn validate(node: &Node, schema: &Schema, path: &str, wrong: &mut Vec<Wrong>) {
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
    wrong: &'v mut Vec<Wrong>,
}

impl Validation<'_> {
    fn add(&mut self, what: String, detail: String, message: impl Into<String>) {
        let (path, span) = (self.path.to_owned(), self.node.span);
        self.wrong.push(Wrong { path, span, message: message.into(), what, detail });
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

    fn number(&mut self) {
        let schema = self.schema;
        let integer = schema.type_name() == "integer";
        #[allow(clippy::cast_precision_loss)]
        let value = match self.node.value {
            Value::Int(value) => value as f64,
            Value::Float(value) => value,
            _ => return,
        };
        self.range(value, integer, "Checked");
        if let Some(factor) = &schema.multiple_of {
            let good = self.range(factor.value, integer, "MultipleOf");
            let multiple = match (&self.node.value, good && factor.value.abs() >= 1.0) {
                #[allow(clippy::cast_possible_truncation)]
                (Value::Int(value), true) if factor.value > 0.0 => value % (factor.value as i64).max(1) == 0,
                _ => {
                    (if factor.value < 1.0 { value * (1.0 / factor.value) } else { value / factor.value })
                        .fract()
                        == 0.0
                }
            };
            if factor.value <= 0.0 {
                let detail = format!(
                    "factor MultipleOf declared for {} must be positive: {}",
                    self.path,
                    go_float(factor.value)
                );
                self.add(
                    format!("Invalid value: {}", go_float(factor.value)),
                    detail,
                    "`multipleOf` must be positive",
                );
            } else if !multiple {
                let factor = go_float(factor.value);
                self.invalid(
                    &format!("should be a multiple of {factor}"),
                    format!("it must be a multiple of {factor}"),
                );
            }
        }
        if let Some(maximum) = &schema.maximum {
            self.range(maximum.value, integer, "Maximum boundary");
            let exclusive = schema.exclusive_maximum.as_ref().is_some_and(|at| at.value);
            if value > maximum.value || (exclusive && value >= maximum.value) {
                let words = if exclusive { "less than" } else { "less than or equal to" };
                let limit = go_float(maximum.value);
                self.invalid(&format!("should be {words} {limit}"), format!("it must be {words} {limit}"));
            }
        }
        if let Some(minimum) = &schema.minimum {
            self.range(minimum.value, integer, "Minimum boundary");
            let exclusive = schema.exclusive_minimum.as_ref().is_some_and(|at| at.value);
            if value < minimum.value || (exclusive && value <= minimum.value) {
                let words = if exclusive { "greater than" } else { "greater than or equal to" };
                let limit = go_float(minimum.value);
                self.invalid(&format!("should be {words} {limit}"), format!("it must be {words} {limit}"));
            }
        }
    }

    /// Whether a value or a limit fits the type itself.
    fn range(&mut self, value: f64, integer: bool, prefix: &str) -> bool {
        let format = self.schema.format.as_ref().map_or("", |format| &format.value);
        let limit = match format {
            "int32" => f64::from(i32::MAX),
            _ => 9_223_372_036_854_775_807.0,
        };
        if !integer || (value.fract() == 0.0 && -limit - 1.0 <= value && value <= limit) {
            return true;
        }
        let of = match format {
            "int32" | "int64" => format!("with format {format}"),
            _ => "(default format)".to_owned(),
        };
        let detail = format!("{prefix} value must be of type integer {of} in {}", self.path);
        let (span, message) = (self.node.span, format!("{} is no integer {of}", go_float(value)));
        self.wrong.push(Wrong {
            path: String::new(),
            span,
            message,
            what: "Invalid value: \"\"".to_owned(),
            detail,
        });
        false
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
            && format::matches(&written.value, text) == Some(false)
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
                self.wrong.push(Wrong { path, span, message, what, detail: String::new() });
            }
        }
    }

    fn junctors(&mut self) {
        let (node, path) = (self.node, self.path);
        let fine = |schema: &Schema| {
            let mut wrong = Vec::new();
            validate(node, schema, path, &mut wrong);
            wrong.is_empty()
        };
        let here = quoted(path);
        let mut found = Vec::new();
        if let Some(any_of) = self.schema.any_of.as_ref().filter(|list| !list.value.is_empty())
            && !any_of.value.iter().any(fine)
        {
            found.push((
                format!("{here} must validate at least one schema (anyOf)"),
                "it fits none under `anyOf`",
            ));
        }
        if let Some(one_of) = self.schema.one_of.as_ref().filter(|list| !list.value.is_empty()) {
            let count = one_of.value.iter().filter(|schema| fine(schema)).count();
            let words = match count {
                1 => None,
                0 => Some("Found none valid".to_owned()),
                _ => Some(format!("Found {count} valid alternatives")),
            };
            if let Some(words) = words {
                let detail = format!("{here} must validate one and only one schema (oneOf). {words}");
                found.push((detail, "it must fit exactly one under `oneOf`"));
            }
        }
        if self.schema.not.as_ref().is_some_and(|not| fine(&not.value)) {
            found.push((
                format!("{here} must not validate the schema (not)"),
                "it fits what stands under `not`",
            ));
        }
        for (detail, message) in found {
            self.wrong.push(Wrong {
                path: String::new(),
                span: node.span,
                message: message.to_owned(),
                what: "Invalid value: \"\"".to_owned(),
                detail,
            });
        }
        if let Some(all_of) = &self.schema.all_of {
            let before = self.wrong.len();
            let mut good = 0;
            for schema in &all_of.value {
                let start = self.wrong.len();
                validate(node, schema, path, self.wrong);
                good += usize::from(self.wrong.len() == start);
            }
            if self.wrong.len() > before {
                let none = if good == 0 { ". None validated" } else { "" };
                self.wrong.push(Wrong {
                    path: String::new(),
                    span: node.span,
                    message: "it must fit all under `allOf`".to_owned(),
                    what: "Invalid value: \"\"".to_owned(),
                    detail: format!("{here} must validate all the schemas (allOf){none}"),
                });
            }
        }
    }
}

/// A number as Go's `%v` prints a float64.
pub(super) fn go_float(value: f64) -> String {
    if value != 0.0 && (value.abs() < 1e-4 || value.abs() >= 1e21) {
        let text = format!("{value:e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
        return format!("{digits}e{sign}{exponent:0>2}");
    }
    format!("{value}")
}

/// A value as compact JSON, keys sorted, as Go writes it; cut where it is long.
pub(super) fn go_json(node: &Node) -> String {
    const MOST: usize = 200;
    let mut out = String::new();
    write(node, &mut out, MOST);
    out
}

fn write(node: &Node, out: &mut String, most: usize) {
    if out.len() > most {
        if !out.ends_with('…') {
            out.push('…');
        }
        return;
    }
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => out.push_str(&value.to_string()),
        Value::Float(value) => out.push_str(&go_float(*value)),
        Value::String(text) => out.push_str(&quoted(text)),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(item, out, most);
            }
            out.push(']');
        }
        Value::Object(members) => {
            out.push('{');
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by(|a, b| a.key.cmp(&b.key));
            for (index, member) in sorted.into_iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                out.push_str(&quoted(&member.key));
                out.push(':');
                write(&member.value, out, most);
            }
            out.push('}');
        }
    }
}
