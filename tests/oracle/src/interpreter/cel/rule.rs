//! The parsed rules of a schema: a tree of those schemas that have rules, or have such schemas below.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go NewValidator

use std::borrow::Cow;

use crdc_schema::{At, Schema};

use super::object::{has_fields_of_resources, seen};
use super::{Expression, expression};
use crate::interpreter::Structural;

/// A rule as written.
#[derive(Clone, Debug, Default)]
pub struct Rule {
    /// `rule`
    pub rule: String,
    /// `message`
    pub message: String,
    /// `messageExpression`
    pub message_expression: String,
    /// `reason`
    pub reason: String,
    /// `fieldPath`
    pub field_path: String,
    /// `optionalOldSelf`
    pub optional_old_self: bool,
}

impl Rule {
    /// The rules of a schema.
    pub fn read(schema: &Schema) -> Vec<Rule> {
        let text = |at: &Option<At<String>>| at.as_ref().map(|at| at.value.clone()).unwrap_or_default();
        let rule = |rule: &crdc_schema::Rule| Rule {
            rule: text(&rule.rule),
            message: text(&rule.message),
            message_expression: text(&rule.message_expression),
            reason: text(&rule.reason),
            field_path: text(&rule.field_path),
            optional_old_self: rule.optional_old_self.as_ref().is_some_and(|at| at.value),
        };
        schema.x_validations.iter().flat_map(|at| &at.value).map(rule).collect()
    }
}

/// A schema with rules, or with such schemas below it.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The schema by which rules read the value.
    pub(super) seen: Structural,
    /// The rules of this schema.
    pub(super) own: Vec<Parsed>,
    pub(super) properties: Vec<(String, Rules)>,
    /// The rules below `additionalProperties`.
    pub(super) values: Option<Box<Rules>>,
    pub(super) items: Option<Box<Rules>>,
}

/// A rule and its expressions, or the reason why an expression is invalid.
#[derive(Clone, Debug)]
pub(super) struct Parsed {
    pub(super) rule: Rule,
    /// The expression of the rule itself.
    pub(super) holds: Result<Expression, String>,
    /// The message expression, if there is one.
    pub(super) message: Option<Result<Expression, String>>,
    /// Whether the rule uses `oldSelf`.
    pub(super) is_transition: bool,
}

impl Rules {
    /// The rules of a resource; `None` if it has no rules.
    pub fn of_resource(schema: &Structural) -> Option<Rules> {
        Rules::new(schema, true)
    }

    /// The rules of a schema; `None` if it and the schemas below have none. `resource` is whether its values
    /// are resources.
    fn new(schema: &Structural, resource: bool) -> Option<Rules> {
        let seen = seen(schema, resource);
        // Rules cannot read values without a type, or values in them.
        if !expression::has_type(&seen) {
            return None;
        }
        let below = |schema: &Structural| Rules::new(schema, schema.embedded);
        let named = |(name, property): &(String, Structural)| {
            let mut property = Cow::Borrowed(property);
            if name == "metadata" && resource && !has_fields_of_resources(schema) {
                // Rules have types only for these two fields of metadata.
                let is_name = |name: &str| matches!(name, "name" | "generateName");
                property.to_mut().properties.retain(|(name, _)| is_name(name));
            }
            Some((name.clone(), below(&property)?))
        };
        let properties: Vec<(String, Rules)> = schema.properties.iter().filter_map(named).collect();
        let values = schema.additional_schema().and_then(below).map(Box::new);
        let items = schema.items.as_deref().and_then(below).map(Box::new);
        let own: Vec<Parsed> = schema.rules.iter().map(|rule| Parsed::new(rule, &seen)).collect();
        let any = !own.is_empty() || !properties.is_empty() || values.is_some() || items.is_some();
        any.then_some(Rules { seen, own, properties, values, items })
    }
}

impl Parsed {
    /// Parses a rule for values of the schema `seen`.
    fn new(rule: &Rule, seen: &Structural) -> Parsed {
        let parse = |text: &str| Expression::new(text, seen, rule.optional_old_self);
        let holds = parse(&rule.rule);
        let message = Some(&rule.message_expression).filter(|text| !text.is_empty());
        Parsed {
            rule: rule.clone(),
            is_transition: holds.as_ref().is_ok_and(|holds| holds.names("oldSelf")),
            message: message.map(|text| parse(text)),
            holds,
        }
    }
}
