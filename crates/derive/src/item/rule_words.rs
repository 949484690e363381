//! Reads the texts of CEL rules in Rust: the expressions that kube converts to a `Rule`, and JSON of
//! schemars. In: tokens. Out: the texts of a rule (expression, message, reason, path), and the span of its
//! expression.
//!
//! Easy to break: a macro cannot evaluate expressions, so a text that is not a literal is an error, with its
//! span.
//
// kube-core: cel/mod.rs (Rule, Message, Reason)

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};

use crate::diag::Problem;
use crate::model::RuleWords;
use crdc_schema::REASONS;
use crdc_source::diag::Code;
use crdc_source::diag::{meant_or, nearest};

type PlacedWords = (RuleWords, Span);

/// `"rule"`, `("rule", "message")`, `Rule::new("rule")` with methods, or `Rule { rule: "…".into(), … }`.
pub(super) fn of_kube(tokens: &TokenStream) -> syn::Result<PlacedWords> {
    rule.parse2(tokens.clone())
}

/// `[{"rule": "…", "message": "…"}]`: each rule, or what is wrong with it.
pub(super) fn of_json(tokens: &TokenStream) -> syn::Result<Vec<Result<PlacedWords, Problem>>> {
    list.parse2(tokens.clone())
}

/// The error of a rule that cannot be read.
pub(super) fn unreadable(span: Span, help: &str) -> Problem {
    let message = "this CEL rule cannot be read: the derive sees only what is written here";
    Problem::new(
        Code::RuleInvalid,
        span,
        message,
        format!("{help}; or check it yourself, and write `#[crdc(unchecked_rules)]`"),
    )
}

impl RuleWords {
    /// Sets the value of a key of `x-kubernetes-validations`. Returns `false` if there is no such key, or if
    /// it cannot have this value.
    pub(crate) fn set(&mut self, key: &str, value: String) -> bool {
        match key {
            "rule" => self.rule = value,
            "message" => self.message = Some(value),
            "messageExpression" => self.expression = Some(value),
            "fieldPath" => self.field_path = Some(value),
            "reason" if REASONS.contains(&value.as_str()) => self.reason = Some(value),
            "optionalOldSelf" if value == "true" => self.optional_old_self = true,
            "optionalOldSelf" if value == "false" => self.optional_old_self = false,
            _ => return false,
        }
        true
    }
}

/// The help that shows how rules are written as JSON.
pub(super) const AS_JSON: &str =
    "write a list of objects with the keys of the CRD and literals, as in `[{\"rule\": \"self > 1\"}]`";

/// The keys of rules.
const KEYS: [&str; 6] = ["rule", "message", "messageExpression", "reason", "fieldPath", "optionalOldSelf"];

fn rule(input: ParseStream<'_>) -> syn::Result<PlacedWords> {
    let mut words = RuleWords::default();
    let span = input.span();
    if input.peek(syn::LitStr) {
        words.rule = text(input)?;
        return Ok((words, span));
    }
    if input.peek(syn::token::Paren) {
        let content;
        syn::parenthesized!(content in input);
        let span = content.span();
        words.rule = text(&content)?;
        content.parse::<syn::Token![,]>()?;
        words.message = Some(text(&content)?);
        content.parse::<Option<syn::Token![,]>>()?;
        return end(&content).map(|()| (words, span));
    }
    let [_, last] = path(input)?;
    if last == "Rule" && input.peek(syn::token::Brace) {
        let content;
        syn::braced!(content in input);
        return fields(&content);
    }
    if last != "new" {
        return Err(syn::Error::new(span, "not a rule"));
    }
    let content;
    syn::parenthesized!(content in input);
    let span = content.span();
    words.rule = text(&content)?;
    end(&content)?;
    while input.parse::<Option<syn::Token![.]>>()?.is_some() {
        let method = input.call(syn::Ident::parse_any)?;
        let content;
        syn::parenthesized!(content in input);
        part(&mut words, &method, &content)?;
        end(&content)?;
    }
    end(input).map(|()| (words, span))
}

/// A method of `Rule`, or a field of it.
fn part(words: &mut RuleWords, name: &syn::Ident, value: ParseStream<'_>) -> syn::Result<()> {
    match name.to_string().as_str() {
        "message" => message(words, value),
        "reason" => {
            let (span, [_, reason]) = (value.span(), path(value)?);
            if words.set("reason", reason) { Ok(()) } else { Err(syn::Error::new(span, "not a reason")) }
        }
        "field_path" => text(value).map(|path| words.field_path = Some(path)),
        "optional_old_self" => value.parse::<syn::LitBool>().map(|flag| words.optional_old_self = flag.value),
        _ => Err(syn::Error::new(name.span(), "not a part of a rule")),
    }
}

/// `"message"`, `Message::Message("…".into())`, `Message::Expression("…".into())`
fn message(words: &mut RuleWords, input: ParseStream<'_>) -> syn::Result<()> {
    let is_path = input.peek(syn::Ident)
        && !(input.peek2(syn::Token![::]) && input.peek3(syn::Ident) && is_string(input));
    if !is_path {
        words.message = Some(text(input)?);
        return Ok(());
    }
    let (span, [_, kind]) = (input.span(), path(input)?);
    let content;
    syn::parenthesized!(content in input);
    let said = text(&content)?;
    end(&content)?;
    match kind.as_str() {
        "Message" => words.message = Some(said),
        "Expression" => words.expression = Some(said),
        _ => return Err(syn::Error::new(span, "not a message")),
    }
    Ok(())
}

/// The fields of `Rule { … }`.
fn fields(input: ParseStream<'_>) -> syn::Result<PlacedWords> {
    let (mut words, mut span) = (RuleWords::default(), input.span());
    while !input.is_empty() {
        if input.peek(syn::Token![..]) {
            default(input)?;
            break;
        }
        let name = input.call(syn::Ident::parse_any)?;
        input.parse::<syn::Token![:]>()?;
        if name == "rule" {
            span = input.span();
            words.rule = text(input)?;
        } else if input.fork().call(syn::Ident::parse_any).is_ok_and(|found| found == "None") {
            input.call(syn::Ident::parse_any)?;
        } else {
            let some = input.call(syn::Ident::parse_any)?;
            if some != "Some" {
                return Err(syn::Error::new(some.span(), "not a literal"));
            }
            let content;
            syn::parenthesized!(content in input);
            part(&mut words, &name, &content)?;
            end(&content)?;
        }
        if !input.is_empty() {
            input.parse::<syn::Token![,]>()?;
        }
    }
    if words.rule.is_empty() { Err(syn::Error::new(span, "no rule")) } else { Ok((words, span)) }
}

/// Reads `..Default::default()` or `..Rule::default()`: any other base may set further fields.
fn default(input: ParseStream<'_>) -> syn::Result<()> {
    input.parse::<syn::Token![..]>()?;
    let (span, [of, function]) = (input.span(), path(input)?);
    let arguments;
    syn::parenthesized!(arguments in input);
    if !["Default", "Rule"].contains(&of.as_str()) || function != "default" {
        return Err(syn::Error::new(span, "not a literal"));
    }
    end(&arguments)?;
    end(input)
}

fn list(input: ParseStream<'_>) -> syn::Result<Vec<Result<PlacedWords, Problem>>> {
    let content;
    syn::bracketed!(content in input);
    let rules = content.parse_terminated(json, syn::Token![,])?;
    end(input).map(|()| rules.into_iter().collect())
}

fn json(input: ParseStream<'_>) -> syn::Result<Result<PlacedWords, Problem>> {
    let (span, object) = (input.span(), input);
    let content;
    syn::braced!(content in object);
    let members = content.parse_terminated(member, syn::Token![,])?;
    let mut found = (RuleWords::default(), span);
    for (key, value) in members {
        if let Err(problem) = set(&mut found, &key, &value) {
            return Ok(Err(problem));
        }
    }
    Ok(if found.0.rule.is_empty() { Err(unreadable(found.1, AS_JSON)) } else { Ok(found) })
}

fn member(input: ParseStream<'_>) -> syn::Result<(syn::LitStr, syn::Lit)> {
    let key = input.parse()?;
    input.parse::<syn::Token![:]>()?;
    Ok((key, input.parse()?))
}

fn set((words, span): &mut PlacedWords, key: &syn::LitStr, value: &syn::Lit) -> Result<(), Problem> {
    let name = key.value();
    let is_set = match value {
        syn::Lit::Bool(flag) if name == "optionalOldSelf" => {
            words.optional_old_self = flag.value;
            true
        }
        syn::Lit::Str(text) if name != "optionalOldSelf" => words.set(&name, text.value()),
        _ => false,
    };
    if name == "rule" {
        *span = value.span();
    }
    if is_set {
        return Ok(());
    }
    if KEYS.contains(&name.as_str()) {
        return Err(unreadable(value.span(), AS_JSON));
    }
    let help = meant_or(nearest(&name, KEYS.into_iter()), || format!("the keys are {}", KEYS.join(", ")));
    Err(Problem::new(Code::RuleInvalid, key.span(), format!("unknown key `{name}`"), help))
}

/// `"…"`, `"…".into()`, `"…".to_string()`, `"…".to_owned()`, `String::from("…")`
fn text(input: ParseStream<'_>) -> syn::Result<String> {
    if is_string(input) {
        path(input)?;
        let content;
        syn::parenthesized!(content in input);
        let found = content.parse::<syn::LitStr>()?;
        return end(&content).map(|()| found.value());
    }
    let found: syn::LitStr = input.parse()?;
    while input.parse::<Option<syn::Token![.]>>()?.is_some() {
        let method = input.call(syn::Ident::parse_any)?;
        if !["into", "to_string", "to_owned"].iter().any(|known| method == known) {
            return Err(syn::Error::new(method.span(), "not a literal"));
        }
        let content;
        syn::parenthesized!(content in input);
        end(&content)?;
    }
    Ok(found.value())
}

/// Whether `String::from` follows.
fn is_string(input: ParseStream<'_>) -> bool {
    path(&input.fork()).is_ok_and(|[_, last]| last == "from")
}

/// The last two names of a path. The first is empty if the path has only one name.
fn path(input: ParseStream<'_>) -> syn::Result<[String; 2]> {
    input.parse::<Option<syn::Token![::]>>()?;
    let mut names = [String::new(), input.call(syn::Ident::parse_any)?.to_string()];
    while input.parse::<Option<syn::Token![::]>>()?.is_some() {
        let [_, before] = names;
        names = [before, input.call(syn::Ident::parse_any)?.to_string()];
    }
    Ok(names)
}

fn end(input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() { Ok(()) } else { Err(input.error("not a literal")) }
}
