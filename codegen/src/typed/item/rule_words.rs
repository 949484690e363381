//! What a CEL rule says, as Rust writes it: the expressions that kube turns into a `Rule`, and JSON of schemars. In: tokens. Out: the
//! words and the span of the rule's text.
//!
//! Easy to break: a macro sees no values. Whatever is not a literal is an error, with its span.
//
// kube-core: cel/mod.rs (Rule, Message, Reason)

use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};

use crate::typed::model::RuleWords;

type Found = (RuleWords, Span);

/// `"rule"`, `("rule", "message")`, `Rule::new("rule")` with methods, or `Rule { rule: "…".into(), … }`.
pub(super) fn of_kube(tokens: &TokenStream) -> syn::Result<Found> {
    rule.parse2(tokens.clone())
}

/// `[{"rule": "…", "message": "…"}]`
pub(super) fn of_json(tokens: &TokenStream) -> syn::Result<Vec<Found>> {
    list.parse2(tokens.clone())
}

impl RuleWords {
    /// Sets what a key of the schema says; `false` if there is no such key, or if it cannot have this value.
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

/// The reasons of servers.
const REASONS: [&str; 4] =
    ["FieldValueInvalid", "FieldValueForbidden", "FieldValueRequired", "FieldValueDuplicate"];

fn rule(input: ParseStream<'_>) -> syn::Result<Found> {
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
    let last = path(input)?;
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
            let (span, reason) = (value.span(), path(value)?);
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
    let (span, kind) = (input.span(), path(input)?);
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
fn fields(input: ParseStream<'_>) -> syn::Result<Found> {
    let (mut words, mut span) = (RuleWords::default(), input.span());
    while !input.is_empty() {
        if input.peek(syn::Token![..]) {
            // `..Default::default()`
            input.parse::<TokenStream>()?;
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

fn list(input: ParseStream<'_>) -> syn::Result<Vec<Found>> {
    let content;
    syn::bracketed!(content in input);
    let mut found = Vec::new();
    while !content.is_empty() {
        let object;
        syn::braced!(object in content);
        found.push(json(&object)?);
        content.parse::<Option<syn::Token![,]>>()?;
    }
    end(input).map(|()| found)
}

fn json(input: ParseStream<'_>) -> syn::Result<Found> {
    let (mut words, mut span) = (RuleWords::default(), input.span());
    while !input.is_empty() {
        let key: syn::LitStr = input.parse()?;
        input.parse::<syn::Token![:]>()?;
        if key.value() == "rule" {
            span = input.span();
        }
        let at = input.span();
        let value = match input.parse::<syn::Lit>()? {
            syn::Lit::Str(text) => text.value(),
            syn::Lit::Bool(flag) => flag.value.to_string(),
            _ => return Err(syn::Error::new(at, "not a string")),
        };
        if !words.set(&key.value(), value) {
            return Err(syn::Error::new(key.span(), "not a key of a rule"));
        }
        input.parse::<Option<syn::Token![,]>>()?;
    }
    if words.rule.is_empty() { Err(syn::Error::new(span, "no rule")) } else { Ok((words, span)) }
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
    path(&input.fork()).is_ok_and(|last| last == "from")
}

/// The last name of a path.
fn path(input: ParseStream<'_>) -> syn::Result<String> {
    input.parse::<Option<syn::Token![::]>>()?;
    let mut last = input.call(syn::Ident::parse_any)?;
    while input.parse::<Option<syn::Token![::]>>()?.is_some() {
        last = input.call(syn::Ident::parse_any)?;
    }
    Ok(last.to_string())
}

fn end(input: ParseStream<'_>) -> syn::Result<()> {
    if input.is_empty() { Ok(()) } else { Err(input.error("not a literal")) }
}
