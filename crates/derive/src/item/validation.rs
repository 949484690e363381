//! Reads the attributes of validator, garde and schemars that stand for keywords. In: `#[schemars(…)]`,
//! `#[validate(…)]` and `#[garde(…)]`, as far as schemars translates them to keywords. Out: the same keywords
//! as from markers.
//!
//! Easy to break: `length` means the number of items of a list or of characters of a string. A limit may be a
//! constant, which the compiler reads; a pattern must be a literal, since it is compiled here.
//
// schemars_derive: attr/validation.rs, attr/parse_meta.rs

use super::attributes::{self, Entry, Value, ungrouped};
use super::tool_attributes::{self, Kind, TOOLS};
use crate::diag::{Diagnostics, Problem};
use crate::markers::{At, Constraint, MarkerSet};
use crate::model::{Constant, Form, Limit, Scalar};
use crdc_source::diag::Code;
use proc_macro2::TokenStream;
use syn::parse::Parser;

pub(super) fn validation(
    attributes: &[syn::Attribute],
    form: &Form,
    markers: &mut MarkerSet,
    problems: &mut Diagnostics,
) {
    for tool in TOOLS {
        for entry in attributes::entries(attributes, tool) {
            let mut reader = Reader { tool, problems };
            reader.entry(&entry, form, markers);
        }
    }
}

/// Reports the attributes of a field that is compared as a whole, because they are in the schema but would
/// not be checked.
pub(super) fn none(attributes: &[syn::Attribute], why: &str, help: &str, problems: &mut Diagnostics) {
    for tool in TOOLS {
        for entry in attributes::entries(attributes, tool) {
            if tool_attributes::validation(tool, &entry.name).is_some() {
                let message = format!("`#[{tool}({})]` is not checked here: {why}", entry.name);
                let help = format!("{help}; or check it yourself, and write `#[crdc(unchecked_schema)]`");
                problems.add(Problem::new(Code::SchemaUnchecked, entry.span, message, help));
            }
        }
    }
}

const UNSEEN: &str = "a type that crdc cannot look into";
const INSIDE: &str = "move it to the field inside that type";
const STRINGS_AND_LISTS: &str = "strings and lists";

/// A keyword with a count: as a constraint, and as a limit that is a constant.
type Count = (fn(i64) -> Constraint, Limit);

struct Reader<'p> {
    tool: &'static str,
    problems: &'p mut Diagnostics,
}

impl Reader<'_> {
    fn entry(&mut self, entry: &Entry, form: &Form, markers: &mut MarkerSet) {
        let at = At { span: entry.span, text: format!("#[{}({})]", self.tool, entry.name) };
        match tool_attributes::validation(self.tool, &entry.name) {
            Some(Kind::Length) => self.length(entry, form.core(), markers, &at),
            Some(Kind::Range) => self.range(entry, form.core(), markers, &at),
            Some(Kind::Pattern) => self.pattern(entry, markers, at),
            Some(Kind::Contains) => self.contains(entry, markers, at),
            Some(Kind::Format(format)) => {
                markers.constraints.push((Constraint::Format(format.to_owned()), at));
            }
            Some(Kind::Required) => markers.is_some |= matches!(entry.value, Value::Nothing),
            Some(Kind::Inner) => self.inner(entry, form, markers, &at),
            None => {}
        }
    }

    fn inner(&mut self, entry: &Entry, form: &Form, markers: &mut MarkerSet, at: &At) {
        match form.core() {
            Form::List { items, .. } => {
                for entry in entry.entries() {
                    self.entry(entry, items, markers.each_mut());
                }
            }
            Form::Other(..) => self.unread(at, UNSEEN, INSIDE),
            Form::Map { .. } => self.ineffective(at, "lists", "write `+k8s:eachVal=` and a marker"),
            _ => self.ineffective(at, "lists", "remove it"),
        }
    }

    /// Reports a keyword on a type for which schemars writes nothing. Other tools may check the attribute
    /// themselves.
    fn ineffective(&mut self, at: &At, types: &str, help: &str) {
        if self.tool == "schemars" {
            let message = format!("`{}` has no effect: schemars writes it for {types} only", at.text);
            self.problems.add(Problem::new(Code::AttributeInvalid, at.span, message, help));
        }
    }

    fn length(&mut self, entry: &Entry, form: &Form, markers: &mut MarkerSet, at: &At) {
        let (least, most): (Count, Count) = match form {
            Form::Scalar(Scalar::Text | Scalar::Char, _) => {
                ((Constraint::MinLength, Limit::MinLength), (Constraint::MaxLength, Limit::MaxLength))
            }
            Form::List { .. } => {
                ((Constraint::MinItems, Limit::MinItems), (Constraint::MaxItems, Limit::MaxItems))
            }
            Form::Other(..) => return self.unread(at, UNSEEN, INSIDE),
            Form::Map { .. } => {
                let help = "write `+kubebuilder:validation:MinProperties=` and `+kubebuilder:validation:MaxProperties=`";
                return self.ineffective(at, STRINGS_AND_LISTS, help);
            }
            _ => return self.ineffective(at, STRINGS_AND_LISTS, "remove it"),
        };
        for bound in entry.entries() {
            let constraints: &[Count] = match bound.name.as_str() {
                "min" => &[least],
                "max" => &[most],
                "equal" => &[least, most],
                _ => continue,
            };
            match number(bound).filter(|number| number.fract() == 0.0 && (0.0..9e15).contains(number)) {
                Some(count) => {
                    let asked = constraints.iter().map(|(ask, _)| (ask(count as i64), at.clone()));
                    markers.constraints.extend(asked);
                }
                None => self.constant(bound, constraints.iter().map(|(_, limit)| *limit), markers, at),
            }
        }
    }

    fn range(&mut self, entry: &Entry, form: &Form, markers: &mut MarkerSet, at: &At) {
        if !matches!(form, Form::Scalar(Scalar::Integer { .. } | Scalar::Number { .. }, _) | Form::Other(..))
        {
            return self.ineffective(at, "numbers", "remove it");
        }
        for bound in entry.entries() {
            let least: (fn(f64) -> Constraint, Limit) = (Constraint::Minimum, Limit::Minimum);
            let most: (fn(f64) -> Constraint, Limit) = (Constraint::Maximum, Limit::Maximum);
            let constraints: &[_] = match bound.name.as_str() {
                "min" => &[least],
                "max" => &[most],
                "equal" => &[least, most],
                _ => continue,
            };
            match number(bound) {
                Some(number) => {
                    markers.constraints.extend(constraints.iter().map(|(ask, _)| (ask(number), at.clone())))
                }
                None => self.constant(bound, constraints.iter().map(|(_, limit)| *limit), markers, at),
            }
        }
    }

    /// A limit that is an expression, such as the path of a constant.
    fn constant(
        &mut self,
        bound: &Entry,
        limits: impl Iterator<Item = Limit>,
        markers: &mut MarkerSet,
        at: &At,
    ) {
        let expression = match &bound.value {
            Value::Is(tokens) if !is_literal(tokens) && is_expression(tokens) => ungrouped(tokens),
            _ => return self.unread(at, "this value", "write a number, or a constant"),
        };
        let span = expression.clone().into_iter().next().map_or(bound.span, |first| first.span());
        markers.constraints.extend(limits.map(|limit| {
            let constant = Constant { limit, expression: expression.clone(), span, exclusive: false };
            (Constraint::Constant(constant), at.clone())
        }));
    }

    fn pattern(&mut self, entry: &Entry, markers: &mut MarkerSet, at: At) {
        match literal(entry, &["pattern"]) {
            Some(text) => markers.constraints.push((Constraint::Pattern(text), at)),
            None => self.unread(&at, "a pattern that is not a literal", "write `regex(pattern = \"…\")`"),
        }
    }

    fn contains(&mut self, entry: &Entry, markers: &mut MarkerSet, at: At) {
        match literal(entry, &["pattern"]) {
            Some(text) => markers.constraints.push((Constraint::Pattern(escaped(&text)), at)),
            None => self.unread(&at, "a string that is not a literal", "write `contains(pattern = \"…\")`"),
        }
    }

    fn unread(&mut self, at: &At, what: &str, help: &str) {
        let message = format!("`{}` is not supported for {what}", at.text);
        self.problems.add(Problem::new(Code::AttributeInvalid, at.span, message, help));
    }
}

/// Whether tokens are one expression. Attributes of other tools may have any.
fn is_expression(tokens: &TokenStream) -> bool {
    syn::parse2::<syn::Expr>(ungrouped(tokens)).is_ok()
}

/// The string in `name = "…"`, `name("…")` or `name(key = "…")`.
fn literal(entry: &Entry, keys: &[&str]) -> Option<String> {
    match &entry.value {
        Value::Is(_) => entry.text(),
        Value::Has(tokens, entries) => {
            let named =
                entries.iter().find(|entry| keys.contains(&entry.name.as_str())).and_then(Entry::text);
            named.or_else(|| syn::parse2::<syn::LitStr>(tokens.clone()).ok().map(|text| text.value()))
        }
        Value::Nothing => None,
    }
}

/// The number in `name = 3`, `name = -1.5`, or `name = "3"`.
fn number(entry: &Entry) -> Option<f64> {
    let Value::Is(tokens) = &entry.value else { return None };
    let literal = |input: syn::parse::ParseStream<'_>| {
        let minus = input.parse::<Option<syn::Token![-]>>()?.is_some();
        input.parse::<syn::Lit>().map(|literal| (minus, literal))
    };
    let (minus, literal) = literal.parse2(ungrouped(tokens)).ok()?;
    let number: f64 = match literal {
        syn::Lit::Int(number) => number.base10_digits().parse().ok()?,
        syn::Lit::Float(number) => number.base10_digits().parse().ok()?,
        syn::Lit::Str(text) => text.value().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then_some(if minus { -number } else { number })
}

/// Whether the tokens are one literal, perhaps with a sign.
fn is_literal(tokens: &TokenStream) -> bool {
    let literal = |input: syn::parse::ParseStream<'_>| {
        input.parse::<Option<syn::Token![-]>>()?;
        input.parse::<syn::Lit>()
    };
    literal.parse2(ungrouped(tokens)).is_ok()
}

/// A pattern that matches this string literally.
// regex-syntax: is_meta_character
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}
