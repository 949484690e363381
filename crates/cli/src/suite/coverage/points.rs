//! Collects the constraints of a version that a test can make fail: rules, enums, patterns, formats, limits,
//! alternatives, list types, marks and members of unions. In: the outline of the version. Out: its points,
//! and its fields in a form in which a path can be followed.
//!
//! Required fields, types and int-or-string are not counted: tests for them would show little. Constraints
//! in branches belong to the alternative around them, since servers do not always show them.

use std::collections::HashMap;

use crdc_check::CheckedVersion;
use crdc_documents::outline::{Constraint, Field, Outline, Step, outline};
use crdc_schema::Schema;
use crdc_source::{Lines, Source, Span};

/// A version and its points.
pub(super) struct Table {
    /// The text with the CRD.
    pub(super) file: String,
    pub(super) crd: String,
    pub(super) api_version: String,
    pub(super) kind: String,
    pub(super) version: String,
    pub(super) fields: Vec<Flat>,
    pub(super) points: Vec<Point>,
}

/// A field, with the numbers of the fields in it.
#[derive(Default)]
pub(super) struct Flat {
    pub(super) properties: HashMap<String, usize>,
    pub(super) items: Option<usize>,
    pub(super) values: Option<usize>,
    pub(super) parent: Option<usize>,
    pub(super) points: Vec<usize>,
    /// Whether the field or one within it has rules.
    pub(super) has_rules: bool,
}

/// A constraint that a test can make fail.
pub(super) struct Point {
    pub(super) what: String,
    pub(super) path: String,
    pub(super) words: String,
    /// Line and column, from 1.
    pub(super) place: (usize, usize),
    pub(super) sign: Sign,
    pub(super) hit: bool,
    /// Whether a test has an accepted object for which the rule held; for rules only.
    pub(super) held: bool,
}

impl Point {
    pub(super) fn is_rule(&self) -> bool {
        matches!(self.sign, Sign::Rule { .. })
    }
}

/// The sign by which a failed constraint is recognized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// An error of this keyword.
    Keyword(&'static str),
    /// Two equal items.
    Duplicate,
    /// The rule of this index. A transition compares a value with its old one, so that only updates run it.
    Rule { index: u32, is_transition: bool },
    /// An immutability mark.
    Immutable,
    /// A member of a union, by its name.
    Member(String),
}

impl Table {
    /// The points of a version; none if it has no schema.
    pub(super) fn of(version: CheckedVersion<'_>, source: &Source, lines: &Lines<'_>) -> Option<Table> {
        let Outline { root, .. } = outline(version)?;
        let crd = version.crd();
        let text = |at: &Option<crdc_schema::At<String>>| {
            at.as_ref().map_or_else(String::new, |at| at.value.clone())
        };
        let name = text(&version.version().name);
        let mut table = Table {
            file: source.name.clone(),
            crd: text(&crd.name),
            api_version: format!("{}/{name}", text(&crd.group)),
            kind: crd.names.as_ref().map_or_else(String::new, |names| text(&names.value.kind)),
            version: name,
            fields: Vec::new(),
            points: Vec::new(),
        };
        table.field(&root, None, lines);
        Some(table)
    }

    /// Adds a field and those in it; returns its number.
    fn field(&mut self, field: &Field<'_>, parent: Option<usize>, lines: &Lines<'_>) -> usize {
        let number = self.fields.len();
        self.fields.push(Flat { parent, ..Flat::default() });
        let mut add = |what: &str, words: String, span: Span, sign: Sign| {
            self.fields[number].points.push(self.points.len());
            self.points.push(Point {
                what: what.to_owned(),
                path: field.path.clone(),
                words,
                place: lines.line_column(span.start),
                sign,
                hit: false,
                held: false,
            });
        };
        for constraint in field.constraints.iter().filter(|constraint| constraint.refuses) {
            if let Some(sign) = sign(constraint, field) {
                add(constraint.keyword, constraint.words.clone(), constraint.span, sign);
            }
        }
        for (index, rule) in (0..).zip(&field.rules) {
            let (text, span) = match &rule.rule.rule {
                Some(at) => (at.value.split_whitespace().collect::<Vec<_>>().join(" "), at.span),
                None => (String::new(), rule.rule.span),
            };
            let is_transition = rule.rule.uses_old_self() && !rule.rule.has_optional_old_self();
            add("rule", text, span, Sign::Rule { index, is_transition });
        }
        for mark in field.marks.iter().filter(|mark| mark.refuses) {
            if mark.members.is_empty() {
                add(&mark.name, mark.words.clone(), mark.span, Sign::Immutable);
            }
            for member in &mark.members {
                if let Some(name) = &member.field {
                    let words = format!("`{name}`, selected by \"{}\"", member.value);
                    add("union member", words, member.span, Sign::Member(name.clone()));
                }
            }
        }
        self.fields[number].has_rules = !field.rules.is_empty();
        for child in &field.children {
            if child.is_branch() {
                continue;
            }
            let of = self.field(child, Some(number), lines);
            let has_rules = self.fields[of].has_rules;
            let flat = &mut self.fields[number];
            flat.has_rules |= has_rules;
            match child.step {
                Step::Property(name) => drop(flat.properties.insert(name.to_owned(), of)),
                Step::Items => flat.items = Some(of),
                Step::Values => flat.values = Some(of),
                Step::Root | Step::Position(_) | Step::Branch(..) => {}
            }
        }
        number
    }
}

/// The pattern that controller-gen writes for `resource.Quantity`, a type of Kubernetes that no author tests.
const QUANTITY: &str = r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$";

fn is_quantity(schema: &Schema) -> bool {
    schema.is_int_or_string() && schema.pattern.as_ref().is_some_and(|at| at.value == QUANTITY)
}

/// The sign by which the failure of a constraint is recognized; none if it is not counted.
fn sign(constraint: &Constraint, field: &Field<'_>) -> Option<Sign> {
    match constraint.keyword {
        // These branches only say the type: an integer or a string.
        "anyOf" | "allOf" if field.schema.is_int_or_string() => None,
        "format" if field.schema.type_name() != "string" => None,
        "pattern" if is_quantity(field.schema) => None,
        "x-kubernetes-list-type" => Some(Sign::Duplicate),
        "enum" | "minimum" | "maximum" | "multipleOf" | "minLength" | "maxLength" | "pattern"
        | "minItems" | "maxItems" | "minProperties" | "maxProperties" | "format" | "allOf" | "anyOf"
        | "oneOf" | "not" => Some(Sign::Keyword(constraint.keyword)),
        _ => None,
    }
}
