//! Validates a value against a schema, as the server does. Only for defaults, which are few and small;
//! objects are validated by generated code.
//
// kube-openapi: pkg/validation/validate; apiextensions-apiserver: pkg/apiserver/validation

mod integers;
mod junctors;
mod number;
mod printed;

pub use printed::bad_value;

use crate::pattern::{Matcher, PatternError};
use crate::{Schema, SchemaOrBool, fields};
use crdc_source::diag::{BadValue, ErrorType};
use crdc_source::{Member, Node, Span, Value};
use crdc_vocabulary::{Wording, messages};
use std::collections::{HashMap, HashSet};

/// Limit of validation steps for all defaults of a schema: a thousand times what the largest known schema
/// needs.
pub const STEPS: usize = 1 << 22;

/// Returns whether the server would accept a value, apart from CEL rules. A value that is too large to check
/// counts as valid.
#[must_use]
pub fn fits(value: &Node, schema: &Schema) -> bool {
    validate(value, schema, &mut Steps::new(STEPS)).list.is_empty()
}

/// A validation error.
pub struct Wrong {
    /// The path from the value's root, as the server writes it: `spec.users[0]`.
    pub path: String,
    /// The location of the value.
    pub span: Span,
    /// crdc's message.
    pub message: String,
    /// The server's error.
    pub kind: ErrorType,
    /// The value that the server shows.
    pub bad: BadValue,
    /// The detail of the server's error.
    pub detail: String,
    /// The detail as data, if servers of other versions word it otherwise.
    pub wording: Option<Wording>,
    /// The field that is missing, and its own default, if it has one.
    pub missing: Option<(String, BadValue)>,
}

/// The result of validating a value.
#[derive(Default)]
pub struct Outcome {
    /// Errors in the server's order.
    pub list: Vec<Wrong>,
    /// The number of passed checks, as the server counts them. If all branches of a junctor fail, the
    /// branch with the most is reported.
    matches: usize,
}

impl Outcome {
    fn merge(&mut self, other: Outcome) {
        self.list.extend(other.list);
        self.matches += other.matches;
    }
}

/// Remaining validation steps. Bounds the cost for hostile documents, where every value may be compared
/// with every keyword.
pub struct Steps {
    /// The number of steps that are left.
    pub left: usize,
    /// Compiled patterns: compiling is slow, and each item of a list or value of an enum has the same one.
    patterns: HashMap<String, Result<Matcher, PatternError>>,
}

impl Steps {
    /// A budget of this many steps.
    #[must_use]
    pub fn new(left: usize) -> Steps {
        Steps { left, patterns: HashMap::new() }
    }

    /// Takes steps; returns false if not enough are left.
    fn take(&mut self, steps: usize) -> bool {
        let left = self.left.checked_sub(steps);
        self.left = left.unwrap_or(0);
        left.is_some()
    }

    /// Whether a text matches a pattern, or why the pattern is invalid.
    fn matches(&mut self, pattern: &str, text: &str) -> Result<bool, &PatternError> {
        if !self.patterns.contains_key(pattern) {
            self.patterns.insert(pattern.to_owned(), crate::pattern::compile(pattern));
        }
        match self.patterns.get(pattern) {
            Some(Ok(matcher)) => Ok(matcher.is_match(text.as_bytes())),
            Some(Err(error)) => Err(error),
            None => Ok(true),
        }
    }
}

/// Validates a value. Stops when the steps are used up.
pub fn validate(node: &Node, schema: &Schema, steps: &mut Steps) -> Outcome {
    at(node, schema, "", false, steps)
}

fn at(node: &Node, schema: &Schema, path: &str, nested: bool, steps: &mut Steps) -> Outcome {
    fields!(schema =>
        required enumeration;
        // Methods of `Validation` read these.
        ignored: r#type format nullable x_int_or_string maximum exclusive_maximum minimum exclusive_minimum
        multiple_of max_length min_length pattern max_items min_items items max_properties min_properties
        properties additional_properties all_of one_of any_of not
        // The server does not validate defaults with these, or rejects them.
        span misread misread_here id schema reference description title default unique_items
        pattern_properties dependencies additional_items definitions external_docs example
        x_preserve_unknown_fields x_embedded_resource x_list_map_keys x_list_type x_map_type x_validations
        marks unions normalize dialect no_prune
    );
    let width = match &node.value {
        Value::Object(members) => {
            let required = required.as_ref().map_or(0, |at| at.value.len());
            members.len().saturating_add(required)
        }
        Value::String(text) => text.len() / 16,
        _ => 0,
    };
    let values = enumeration.as_ref().map_or(0, |at| at.value.len());
    if !steps.take(width.saturating_add(values).saturating_add(path.len() / 16 + 1)) {
        return Outcome::default();
    }
    let mut at = Validation { node, schema, path, nested, steps, out: Outcome::default() };
    // Every validator that applies to a value counts as a check, and so does the value.
    let typed = !schema.type_name().is_empty() || at.format_name().is_some();
    if node.value == Value::Null {
        at.types();
        at.enumeration();
        return at.out;
    }
    if typed {
        at.types();
        at.out.matches += 1;
    }
    at.junctors();
    at.out.matches += 1;
    match &node.value {
        Value::Null | Value::Bool(_) | Value::Object(_) => {}
        Value::Int(_) | Value::Float(_) => {
            at.number();
            at.out.matches += 1;
        }
        Value::String(text) => at.string(text),
        Value::Array(items) => {
            at.array(items);
            at.out.matches += 2;
        }
    }
    at.enumeration();
    at.out.matches += 1;
    if let Value::Object(members) = &node.value {
        at.object(members);
        at.out.matches += 1;
    }
    at.out.matches += 1;
    at.out
}

struct Validation<'v> {
    node: &'v Node,
    schema: &'v Schema,
    path: &'v str,
    /// Whether the schema is below a junctor.
    nested: bool,
    steps: &'v mut Steps,
    out: Outcome,
}

impl Validation<'_> {
    fn add(&mut self, kind: ErrorType, bad: BadValue, detail: String, message: impl Into<String>) {
        let (path, span) = (self.path.to_owned(), self.node.span);
        let message = message.into();
        self.out.list.push(Wrong { path, span, message, kind, bad, detail, wording: None, missing: None });
    }

    /// Adds an error that servers word in different ways.
    fn add_worded(&mut self, kind: ErrorType, bad: BadValue, wording: Wording, message: String) {
        self.add(kind, bad, wording.to_string(), message);
        if let Some(added) = self.out.list.last_mut() {
            added.wording = Some(wording);
        }
    }

    /// Adds an error with the value and a detail that starts with the path.
    fn invalid(&mut self, detail: &str, message: impl Into<String>) {
        let detail = format!("{} in body {detail}", self.path);
        self.add(ErrorType::Invalid, bad_value(self.node), detail, message);
    }

    /// Adds an error that reports `bad` as the invalid value.
    fn bad(&mut self, bad: BadValue, detail: String, message: impl Into<String>) {
        self.add(ErrorType::Invalid, bad, detail, message);
    }

    /// Adds an error that the server reports for the default as a whole.
    fn nowhere(&mut self, detail: String, message: &str) {
        let (path, span, message) = (String::new(), self.node.span, message.to_owned());
        let (kind, bad) = (ErrorType::Invalid, "".into());
        self.out.list.push(Wrong { path, span, message, kind, bad, detail, wording: None, missing: None });
    }

    fn must_be(&mut self, wanted: &str, found: &str) {
        let detail = format!("{} in body {}", self.path, messages::of_type(wanted, found));
        let message = format!("it must be of type `{wanted}`");
        self.add(ErrorType::TypeInvalid, found.into(), detail, message);
    }

    fn format_name(&self) -> Option<&str> {
        self.schema.format.as_ref().map(|format| format.value.as_str()).filter(|format| !format.is_empty())
    }

    fn types(&mut self) {
        let schema = self.schema;
        let wanted = schema.type_name();
        let format = schema.format.as_ref().map_or("", |format| &format.value);
        let (found, own_format) = match &self.node.value {
            Value::Null => {
                if !wanted.is_empty() && wanted != "null" && !schema.is_nullable() {
                    self.must_be(wanted, "null");
                } else {
                    self.out.matches += 1;
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
        let whole = matches!(self.node.value, Value::Float(value) if integers::is_json_integer(value));
        let fits =
            wanted == found || (whole && wanted == "integer") || (found == "integer" && wanted == "number");
        let text = found == "string" || found == "array";
        if !text && !format.is_empty() && !fits && own_format != format {
            self.must_be(format, own_format);
        } else if (text && !format.is_empty() && wanted != "number" && wanted != "integer") || fits {
            // kube-openapi: pkg/validation/validate/type.go leaves strings with a format to the format check.
            self.out.matches += 1;
        } else {
            self.must_be(wanted, found);
        }
    }

    fn string(&mut self, text: &str) {
        let schema = self.schema;
        let length = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
        if let Some(most) = schema.max_length.as_ref().filter(|most| length > most.value) {
            let message = format!("it has {length} characters; the maximum is {}", most.value);
            self.add_worded(
                ErrorType::TooLong,
                "<value omitted>".into(),
                Wording::MaxBytes(most.value),
                message,
            );
        } else if let Some(least) = schema.min_length.as_ref().filter(|least| length < least.value) {
            let message = format!("it has {length} characters; the minimum is {}", least.value);
            self.invalid(&messages::min_length(least.value), message);
        } else if let Some(pattern) = schema.pattern.as_ref().filter(|pattern| !pattern.value.is_empty()) {
            self.pattern(&pattern.value, text);
        }
        self.out.matches += 1;
        if let Some(written) = &schema.format
            && let Some(fits) = crdc_vocabulary::format::find(&written.value).and_then(|format| format.check)
        {
            if !fits(text.as_bytes()) {
                let detail = format!("{} in body {}", self.path, messages::of_type(&written.value, text));
                let message = format!("it is not a valid `{}`", written.value);
                self.add(ErrorType::TypeInvalid, text.into(), detail, message);
            }
            self.out.matches += 1;
        }
    }

    fn pattern(&mut self, pattern: &str, text: &str) {
        let why = match self.steps.matches(pattern, text) {
            Ok(true) => return,
            Ok(false) => String::new(),
            Err(error) => format!(", but pattern is invalid: {error}"),
        };
        let detail = messages::pattern(&format!("{pattern}{why}"));
        self.invalid(&detail, format!("it must match `{pattern}`"));
    }

    fn array(&mut self, items: &[Node]) {
        if let Some((schema, _)) = self.schema.one_item() {
            for (index, item) in items.iter().enumerate() {
                self.below(item, schema, &format!("{}[{index}]", self.path));
            }
        }
        let count = i64::try_from(items.len()).unwrap_or(i64::MAX);
        if let Some(least) = self.schema.min_items.as_ref().filter(|least| count < least.value) {
            let message = format!("it has {count} items; the minimum is {}", least.value);
            let detail = format!("{} in body {}", self.path, messages::min_items(least.value));
            self.bad(count.into(), detail, message);
        }
        if let Some(most) = self.schema.max_items.as_ref().filter(|most| count > most.value) {
            self.too_many(count, most.value, "items");
        }
    }

    fn below(&mut self, node: &Node, schema: &Schema, path: &str) {
        let found = at(node, schema, path, self.nested, self.steps);
        self.out.merge(found);
    }

    fn too_many(&mut self, count: i64, most: i64, of: &str) {
        let message = format!("it has {count} {of}; the maximum is {most}");
        self.add_worded(ErrorType::TooMany, count.into(), Wording::MaxItems(most), message);
    }

    fn enumeration(&mut self) {
        let Some(values) = self.schema.enumeration.as_ref().filter(|values| !values.value.is_empty()) else {
            return;
        };
        if values.value.iter().any(|value| printed::is_enum_value(self.node, value)) {
            return;
        }
        let supported = printed::supported(&values.value);
        let detail = format!("supported values: {supported}");
        let message = format!("it must be one of {supported}");
        self.add(ErrorType::NotSupported, bad_value(self.node), detail, message);
    }

    fn object(&mut self, members: &[Member]) {
        let count = i64::try_from(members.len()).unwrap_or(i64::MAX);
        if let Some(least) = self.schema.min_properties.as_ref().filter(|least| count < least.value) {
            let detail = format!("{} in body {}", self.path, messages::min_properties(least.value));
            let message = format!("it has {count} properties; the minimum is {}", least.value);
            self.bad(count.into(), detail, message);
        }
        if let Some(most) = self.schema.max_properties.as_ref().filter(|most| count > most.value) {
            self.too_many(count, most.value, "properties");
        }
        // apiextensions-apiserver: pkg/apiserver/schema/kubeopenapi.go: it is dropped from nested schemas.
        let additional = self.schema.additional_properties.as_ref().filter(|_| !self.nested);
        let additional = additional.map(|at| &*at.value);
        for member in members {
            let below = format!("{}.{}", self.path, member.key);
            match (self.schema.property(&member.key), additional) {
                (Some(property), _) => {
                    let below = below.strip_prefix('.').filter(|_| self.path.is_empty()).unwrap_or(&below);
                    self.below(&member.value, &property.schema, below);
                }
                (None, Some(SchemaOrBool::Schema(schema))) => self.below(&member.value, schema, &below),
                (None, Some(SchemaOrBool::Bool(false))) => {
                    let detail = format!("{below} in body is a forbidden property");
                    let message = format!("`{}` is not allowed", member.key);
                    self.bad(BadValue::from(&member.key), detail, message);
                }
                _ => {}
            }
        }
        let Some(required) = self.schema.required.as_ref().filter(|list| !list.value.is_empty()) else {
            return;
        };
        let present: HashSet<&str> = members.iter().map(|member| member.key.as_str()).collect();
        for name in &required.value {
            if !present.contains(name.value.as_str()) {
                let path = format!("{}.{}", self.path, name.value);
                let message = format!("`{}` is missing", name.value);
                let (span, kind) = (self.node.span, ErrorType::Required);
                let (bad, detail) = ("".into(), String::new());
                let own = self.schema.property(&name.value).and_then(|found| found.schema.default.as_ref());
                let missing = own.map(|own| (name.value.clone(), bad_value(&own.value)));
                self.out.list.push(Wrong { path, span, message, kind, bad, detail, wording: None, missing });
            }
        }
    }
}
