//! Visits the schemas with rules in the server's order: the schemas below a schema come before its own rules.

use super::account::Account;
use super::advice::Counted;
use super::lints::{Place as LintPlace, Places, lints};
use super::older;
use super::refused::{Place, as_json, no_type};
use super::uncompiled::uncompiled_part;
use super::version_rules::Rules;
use crate::path::Path;
use crate::report::Report;
use crate::rule_compiler::{RuleCompiler, RuleReport, Written};
use crdc_cel::compile::types::DeclaredId;
use crdc_schema::{At, Rule, Schema};
use crdc_source::Span;

/// A schema with rules, and the server's reports about them.
#[derive(Clone, Debug)]
pub struct RuleSite {
    /// The path of the values, such as `.spec.items[*]`.
    pub path: String,
    /// The rules of the document, each with its report.
    pub rules: Vec<(Rule, RuleReport)>,
}

/// Compiles all rules of a schema, without checking anything else.
#[must_use]
pub fn rule_sites(schema: &Schema) -> Vec<RuleSite> {
    let (written, mut compiler) = (Written::of(schema, true), RuleCompiler::of(schema, true, None));
    let sites = written.schemas().filter_map(|(id, schema)| {
        let (rules, own) = (schema.x_validations.as_ref()?, compiler.own(schema)?);
        let rules = rules.value.iter().map(|rule| (rule.clone(), compiler.rule(rule, own).0)).collect();
        Some(RuleSite { path: written.path(id), rules })
    });
    sites.collect()
}

/// A schema, and the facts about it that follow from the schemas around it.
#[derive(Clone, Copy)]
struct Context<'r, 'a> {
    schema: &'r Schema,
    path: &'a Path<'a>,
    /// Whether this schema or one around it has rules.
    within: bool,
    /// The CEL type of the values, if `within`.
    of: TypeInfo,
    /// The number of times that the value can be in an object; none if there is no limit.
    cardinality: Option<u64>,
    /// The list around the schema whose items have no old values.
    uncorrelatable: Option<&'a Path<'a>>,
    /// The list map, if this is the schema of its items.
    list: Option<&'r Schema>,
    /// Whether this is the schema of a key of a list map.
    is_key: bool,
    /// The name of the property, if this is the schema of a property.
    property: Option<&'r str>,
    /// The index among the schemas of the version.
    place: usize,
}

/// The CEL type of a schema's values on a server.
#[derive(Clone, Copy)]
enum TypeInfo {
    /// Neither the schema nor one around it has rules, so the type does not matter.
    None,
    /// The schema has no type.
    Missing,
    /// The type; none if the schema around has a form without such parts.
    Known(Option<DeclaredId>),
}

struct Walk<'r> {
    rules: &'r Rules<'r>,
    compiler: RuleCompiler,
    account: Account<'r>,
    wrong: Vec<&'r str>,
    /// The schemas so far, with their rules that compile.
    places: Vec<LintPlace<'r>>,
}

pub(super) fn check<'r>(rules: &'r Rules<'r>, report: &mut Report) {
    let compiler = RuleCompiler::of(rules.schema, true, rules.server);
    let mut wrong: Vec<&str> = rules.wrong.iter().map(String::as_str).collect();
    wrong.sort_unstable();
    let mut walk = Walk { rules, compiler, account: Account::new(rules), wrong, places: Vec::new() };
    let within = rules.schema.x_validations.as_ref().is_some_and(|rules| !rules.value.is_empty());
    let root = Context {
        schema: rules.schema,
        path: rules.path,
        within,
        of: if within { walk.own(rules.schema) } else { TypeInfo::None },
        cardinality: Some(1),
        uncorrelatable: None,
        list: None,
        is_key: false,
        property: None,
        place: 0,
    };
    walk.enter(&root, None, rules.key);
    walk.visit(&root, report);
    walk.account.finish(&mut walk.compiler, report);
    let (list, compiler) = (&walk.places, &walk.compiler);
    let left = Places::budget();
    let places = Places { list, resource: true, compiler, text: rules.text, server: rules.server, left };
    lints(&places, report);
}

impl<'r> Walk<'r> {
    fn own(&self, schema: &Schema) -> TypeInfo {
        match self.compiler.own(schema) {
            Some(of) => TypeInfo::Known(Some(of)),
            None => TypeInfo::Missing,
        }
    }

    /// Adds a schema; returns its index.
    fn enter(&mut self, context: &Context<'r, '_>, around: Option<usize>, key: Span) -> usize {
        let Context { schema, property, list, is_key, .. } = *context;
        self.places.push(LintPlace { schema, key, around, property, list, is_key, rules: Vec::new() });
        self.places.len() - 1
    }

    fn visit(&mut self, context: &Context<'r, '_>, report: &mut Report) {
        let schema = context.schema;
        if let Some((values, key)) = schema.additional_schema() {
            let path = context.path.child("additionalProperties");
            let of = self.element(context, values);
            let inner = Context {
                schema: values,
                path: &path,
                of,
                is_key: false,
                list: None,
                property: None,
                ..*context
            };
            self.child(context, inner, key, report);
        }
        let properties = context.path.child("properties");
        let map_type = schema.x_map_type.as_ref().map(|at| at.value.as_str());
        let correlates = map_type.is_none_or(|name| ["granular", "atomic"].contains(&name));
        let here = context.uncorrelatable.or((!correlates).then_some(context.path));
        for property in schema.property_list() {
            let of = self.field(context, &property.schema, &property.name);
            let path = &properties.key(&property.name);
            let is_key = context.list.is_some_and(|list| has_key(list, &property.name));
            let (schema, key) = (&property.schema, property.key);
            let property = Some(property.name.as_str());
            let inner =
                Context { schema, path, of, uncorrelatable: here, is_key, list: None, property, ..*context };
            self.child(context, inner, key, report);
        }
        if let Some((items, key)) = schema.one_item() {
            let correlates = schema.x_list_type.as_ref().is_some_and(|at| at.value == "map");
            let here = context.uncorrelatable.or((!correlates).then_some(context.path));
            let of = self.element(context, items);
            let path = &context.path.child("items");
            let list = correlates.then_some(context.schema);
            let inner = Context {
                schema: items,
                path,
                of,
                uncorrelatable: here,
                is_key: false,
                list,
                property: None,
                ..*context
            };
            self.child(context, inner, key, report);
        }
        self.own_rules(context, report);
    }

    fn child(&mut self, context: &Context<'r, '_>, inner: Context<'r, '_>, key: Span, report: &mut Report) {
        let schema = inner.schema;
        let has = schema.x_validations.as_ref().is_some_and(|rules| !rules.value.is_empty());
        let within = context.within || has;
        let of = match inner.of {
            TypeInfo::None if within => self.own(schema),
            of => of,
        };
        let cardinality = context
            .cardinality
            .zip(most_elements(context.schema))
            .map(|(around, elements)| if around == 0 { 0 } else { around.saturating_mul(elements) });
        let place = self.enter(&inner, Some(context.place), key);
        self.visit(&Context { within, of, cardinality, place, ..inner }, report);
    }

    /// The CEL type of a property, looked up in the type of the object.
    fn field(&self, context: &Context<'r, '_>, schema: &Schema, name: &str) -> TypeInfo {
        match context.of {
            TypeInfo::Known(Some(of)) => match self.compiler.field(of, name) {
                Some(field) => TypeInfo::Known(Some(field)),
                // The type of the object omits fields that rules cannot name. The server types these by their
                // schema.
                None => self.own(schema),
            },
            TypeInfo::Known(None) => self.own(schema),
            other => other,
        }
    }

    fn element(&self, context: &Context<'r, '_>, schema: &Schema) -> TypeInfo {
        match context.of {
            TypeInfo::Known(Some(of)) => TypeInfo::Known(self.compiler.element(of)),
            TypeInfo::Known(None) => self.own(schema),
            other => other,
        }
    }

    /// Whether the schema, or a schema below it, has errors.
    fn is_wrong(&self, path: &str) -> bool {
        let from = self.wrong.partition_point(|field| *field < path);
        let inside = |field: &&&str| field.starts_with(path);
        self.wrong[from..].iter().take_while(inside).any(|field| {
            let rest = &field[path.len()..];
            rest.is_empty() || rest.starts_with(['.', '['])
        })
    }

    fn own_rules(&mut self, context: &Context<'r, '_>, report: &mut Report) {
        let Some(rules) = context.schema.x_validations.as_ref().filter(|rules| !rules.value.is_empty())
        else {
            return;
        };
        if context.schema.misread || self.is_wrong(&context.path.shown()) {
            return;
        }
        let path = context.path.child("x-kubernetes-validations");
        let of = match context.of {
            TypeInfo::Known(Some(of)) => of,
            TypeInfo::Known(None) => {
                no_type(rules.key, &path, "failed to convert to declType for CEL validation rules", report);
                return;
            }
            TypeInfo::Missing | TypeInfo::None => {
                let failed = "internal error: failed to construct type information for x-kubernetes-validations rules: unable to convert structural schema to CEL declarations";
                no_type(rules.key, &path, failed, report);
                return;
            }
        };
        let mut accepted = Vec::new();
        for (index, rule) in rules.value.iter().enumerate() {
            let (found, checked) = self.compiler.rule(rule, of);
            self.rule(rule, (of, &found), &path.index(index), context, report);
            accepted.extend(checked.map(|checked| (rule, checked)));
        }
        if let Some(server) = self.rules.server {
            let text = self.rules.text;
            let server = older::Server { minor: server, kept: self.rules.kept };
            older::rules(server, &rules.value, &accepted, (of, &path), &mut self.compiler, text, report);
        }
        if let Some(place) = self.places.get_mut(context.place) {
            place.rules = accepted;
        }
    }

    fn rule(
        &mut self,
        rule: &'r Rule,
        (of, found): (DeclaredId, &RuleReport),
        path: &Path<'_>,
        context: &Context<'r, '_>,
        report: &mut Report,
    ) {
        let span = rule.rule.as_ref().map_or(rule.span, |at| at.span);
        let cost = match found.cost {
            0 => 0,
            cost => cost.saturating_mul(context.cardinality.unwrap_or(found.cardinality)),
        };
        let counted = Counted { schema: context.schema, rule, of, message: false };
        self.cost(counted, cost, span, &path.child("rule"), report);
        let Context { schema, property, uncorrelatable, .. } = *context;
        let place = Place { schema, property, uncorrelatable, text: self.rules.text };
        if let Some(error) = &found.error {
            let shown = path.child("rule").invalid(as_json(rule), &error.detail);
            place.refused(error, (rule.rule.as_ref(), span), shown, report);
        }
        let message = rule.message_expression.as_ref();
        if let Some(error) = &found.message_error {
            let shown = path.child("messageExpression").invalid(as_json(rule), &error.detail);
            let span = message.map_or(rule.span, |at| at.span);
            place.refused(error, (message, span), shown, report);
        }
        if let (Some(cost), Some(at)) = (found.message_cost, message) {
            let counted = Counted { message: true, ..counted };
            self.cost(counted, cost, at.span, &path.child("messageExpression"), report);
        }
        let parts = [(&found.program, rule.rule.as_ref()), (&found.message, message)];
        for (part, at) in parts {
            if let (Some(Err(part)), Some(at)) = (part, at) {
                report.push(uncompiled_part(part, at, self.rules.text, self.rules.skip_uncompiled));
            }
        }
        place.old_self(rule, found.uses_old_self, span, path, report);
    }

    fn cost(&mut self, counted: Counted<'r>, cost: u64, span: Span, path: &Path<'_>, report: &mut Report) {
        self.account.add(counted, cost, span, path, &mut self.compiler, report);
    }
}

fn has_key(list: &Schema, name: &str) -> bool {
    list.x_list_map_keys.iter().flat_map(|keys| &keys.value).any(|key| key.value == name)
}

/// The factor by which a schema multiplies the number of its children in an object; none if there is no
/// limit.
pub(super) fn most_elements(schema: &Schema) -> Option<u64> {
    let limit = |at: &Option<At<i64>>| at.as_ref().map(|at| u64::try_from(at.value).unwrap_or_default());
    match schema.type_name() {
        "object" if schema.additional_properties.is_some() => limit(&schema.max_properties),
        "array" => limit(&schema.max_items),
        _ => Some(1),
    }
}
