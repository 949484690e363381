//! What values are asked: the keywords that markers say, as constants of the runtime.
//!
//! In: a form, with its [`Asks`]. Out: a list of questions, in the order in which the runtime takes them,
//! with the function of a pattern, which is compiled here.
//!
//! Easy to break: numbers of Rust may be larger than what their schema admits, and the server says so.
// kube-openapi: pkg/validation/validate/validator.go numberValidator

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::Emitter;
use crate::tokens;
use crate::typed::item::model::{Asks, Form, Scalar};

impl Emitter<'_> {
    /// What values of a form are asked; nothing where they are asked nothing.
    pub(super) fn asks(&self, form: &Form) -> Option<TokenStream> {
        let runtime = &self.item.runtime;
        let questions = questions(form, runtime);
        if questions.is_empty() {
            return None;
        }
        let pattern = form.asks().pattern.as_ref().and_then(|(text, _)| crate::pattern::compile(text).ok());
        let matches = pattern.map(|matcher| matcher.emit(&format_ident!("matches"), &quote!(#runtime)));
        Some(quote! {{
            use #runtime::typed::Ask;
            use #runtime::{Bound, Literal, Rule};
            #matches
            &[#(#questions),*]
        }})
    }
}

/// Whether a value is asked anything.
pub(super) fn is_asked(form: &Form) -> bool {
    let asks = form.asks();
    !asks.is_empty() || number(form, asks).is_some_and(|number| number.may_be_beyond())
}

/// The questions, in order.
fn questions(form: &Form, runtime: &syn::Path) -> Vec<TokenStream> {
    let asks = form.asks();
    let mut all = numbers(form, asks);
    let limits = |limits: &[(Option<i64>, &str)]| -> Vec<TokenStream> {
        let said = limits.iter().filter_map(|&(limit, name)| Some((limit?, format_ident!("{name}"))));
        said.map(|(limit, name)| {
            let limit = Literal::i64_unsuffixed(limit);
            quote!(Ask::Rule(Rule::#name(#limit)))
        })
        .collect()
    };
    all.extend(limits(&[(asks.max_length, "MaxLength"), (asks.min_length, "MinLength")]));
    // A pattern that does not compile was refused, and so was a format that is none.
    let pattern = asks.pattern.as_ref().map(|(text, _)| quote!(Ask::Pattern(#text, matches)));
    let format = asks.format.as_ref().and_then(|format| {
        let check =
            format_ident!("{}", crdc_vocabulary::format::find(format).filter(|f| f.check.is_some())?.name);
        Some(quote!(Ask::Format(#format, #runtime::format::#check)))
    });
    all.extend(pattern);
    all.extend(format);
    all.extend(limits(&[
        (asks.min_items, "MinItems"),
        (asks.max_items, "MaxItems"),
        (asks.min_properties, "MinProperties"),
        (asks.max_properties, "MaxProperties"),
    ]));
    if !asks.values.is_empty() {
        let values = tokens::enumeration(&asks.values);
        all.push(quote!(Ask::Rule(#values)));
    }
    all
}

/// What a number is in its schema.
struct Number {
    /// `integer`, `number`
    kind: &'static str,
    /// The format that the server knows, or nothing.
    format: &'static str,
    /// The format of the Rust type.
    own: &'static str,
}

fn number(form: &Form, asks: &Asks) -> Option<Number> {
    let said = asks.format.as_deref();
    let known = |known: [&'static str; 2], own: &'static str| {
        known.into_iter().find(|known| *known == said.unwrap_or(own)).unwrap_or("")
    };
    match form.core() {
        Form::Scalar(Scalar::Integer { format: own, .. }, _) => {
            Some(Number { kind: "integer", format: known(["int32", "int64"], own), own })
        }
        Form::Scalar(Scalar::Number { format: own }, _) => {
            Some(Number { kind: "number", format: known(["float", "double"], own), own })
        }
        _ => None,
    }
}

impl Number {
    /// Whether a value of the Rust type may be one that the format does not admit.
    fn may_be_beyond(&self) -> bool {
        let narrow = ["int8", "int16", "int32", "uint8", "uint16"].contains(&self.own);
        let wide = ["uint64", "uint", "int128", "uint128"].contains(&self.own);
        match (self.kind, self.format) {
            ("integer", "int32") => !narrow,
            ("integer", _) => wide,
            (_, format) => format == "float" && self.own != "float",
        }
    }
}

fn numbers(form: &Form, asks: &Asks) -> Vec<TokenStream> {
    let Asks { minimum, maximum, multiple_of, .. } = asks;
    let number = number(form, asks);
    let (kind, format) = number.as_ref().map_or(("", ""), |number| (number.kind, number.format));
    let range = |what: &str| quote!(Ask::Rule(Rule::Range { what: #what, types: #kind, format: #format }));
    let mut first = Vec::new();
    if number.is_some_and(|number| number.may_be_beyond()) {
        first.push(range("Checked"));
    }
    let mut rest = Vec::new();
    let mut holds = |what: &str, value: f64| {
        let holds = tokens::holds(kind, format, value);
        if !holds {
            first.push(range(what));
        }
        holds
    };
    if let Some(factor) = *multiple_of {
        let (native, factor) = (holds("MultipleOf", factor), tokens::float(factor));
        rest.push(quote!(Ask::Rule(Rule::MultipleOf { factor: #factor, native: #native })));
    }
    if let Some((limit, exclusive)) = *maximum {
        let bound = tokens::bound(limit, exclusive, holds("Maximum boundary", limit));
        rest.push(quote!(Ask::Rule(Rule::Maximum(#bound))));
    }
    if let Some((limit, exclusive)) = *minimum {
        let bound = tokens::bound(limit, exclusive, holds("Minimum boundary", limit));
        rest.push(quote!(Ask::Rule(Rule::Minimum(#bound))));
    }
    first.extend(rest);
    first
}
