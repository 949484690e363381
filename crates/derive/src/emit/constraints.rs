//! Writes the constraints of values as constants of the runtime.
//!
//! In: a form with its [`Constraints`]. Out: a list of constraints in the order that the runtime expects,
//! with the matcher function of a pattern, which is compiled here.
//!
//! Easy to break: Rust numbers may exceed the range of their schema format, which the server reports.
// kube-openapi: pkg/validation/validate/validator.go numberValidator

use proc_macro2::{Group, Ident, Literal, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::emitter::Emitter;
use super::spans::located;
use crate::model::{Constant, Constraints, Form, Limit, Scalar};
use crdc_schema::constants::holds;
use crdc_tokens as tokens;
use crdc_tokens::pattern::function;

impl Emitter<'_> {
    /// The constraints of a form, or `None` if there are none.
    pub(super) fn constraints(&self, form: &Form) -> Option<TokenStream> {
        let runtime = &self.item.runtime;
        let questions = questions(form, runtime);
        let constants = self.constants(form);
        if questions.is_empty() {
            return None;
        }
        let pattern = form
            .constraints()
            .pattern
            .as_ref()
            .and_then(|(text, _)| crdc_schema::pattern::compile(text).ok());
        let matches = pattern
            .map(|matcher| function(&matcher, &format_ident!("matches"), &quote!(#runtime::__private)));
        let list = quote! {{
            use #runtime::__private::typed::Constraint;
            use #runtime::__private::{Bound, Literal, Rule};
            #matches
            &[#(#questions),*]
        }};
        if constants.is_empty() {
            return Some(list);
        }
        // Outside of the block whose imports could have the names of the user's constants.
        Some(quote!({ #(#constants)* #list }))
    }

    /// The limits that are constants of the user's code. A constant that is not a number, or a number that
    /// the type cannot have, is a compile error at the expression.
    fn constants(&self, form: &Form) -> Vec<TokenStream> {
        let constraints = form.constraints();
        let number = number(form, constraints);
        let (kind, format) = number.as_ref().map_or(("", ""), |number| (number.kind, number.format));
        let of = |constant: &Constant| {
            let span = located(constant.span);
            let (name, expression) = (name_of(constant.limit), self.of_type(constant.expression.clone()));
            if !matches!(constant.limit, Limit::Minimum | Limit::Maximum) {
                return quote_spanned! {span=>
                    const #name: i64 = {
                        let given = #expression;
                        let count = given as i64;
                        let [given, back] = [given, count as _];
                        ::core::assert!(given == back && count >= 0, "a limit of a length must be a whole number, 0 or more");
                        count
                    };
                };
            }
            let fits = match (kind, format) {
                ("integer", "int32") => quote_spanned!(span=> limit == limit as i32 as f64),
                ("integer", _) => {
                    quote_spanned!(span=> limit == limit as i64 as f64 && limit < 9_223_372_036_854_775_808.0)
                }
                ("number", "float") => quote_spanned!(span=> (limit as f32) - (limit as f32) == 0.0),
                _ => quote_spanned!(span=> limit - limit == 0.0),
            };
            quote_spanned! {span=>
                const #name: f64 = {
                    let given = #expression;
                    let limit = given as f64;
                    ::core::assert!(#fits, "the limit must be a number that the field can have");
                    limit
                };
            }
        };
        let mut constants: Vec<TokenStream> = constraints.constants.iter().map(of).collect();
        constants.extend(in_order(constraints));
        constants
    }

    /// An expression in which `Self` is the type, since a constant has no `Self`.
    fn of_type(&self, expression: TokenStream) -> TokenStream {
        let replaced = expression.into_iter().map(|token| match token {
            TokenTree::Ident(word) if word == "Self" => {
                let mut name = self.item.ident.clone();
                name.set_span(word.span());
                TokenTree::Ident(name)
            }
            TokenTree::Group(group) => {
                let mut replaced = Group::new(group.delimiter(), self.of_type(group.stream()));
                replaced.set_span(group.span());
                TokenTree::Group(replaced)
            }
            token => token,
        });
        replaced.collect()
    }
}

/// Assertions that a limit which is a constant does not contradict the other one. Literals were compared when
/// they were read.
fn in_order(constraints: &Constraints) -> Vec<TokenStream> {
    let Constraints { min_length, max_length, min_items, max_items, minimum, maximum, .. } = constraints;
    let count =
        |count: &Option<i64>| count.map(|count| (Literal::i64_suffixed(count).into_token_stream(), false));
    let number =
        |limit: &Option<(f64, bool)>| limit.map(|(limit, exclusive)| (tokens::float(limit), exclusive));
    let pairs = [
        ((Limit::MinLength, count(min_length)), (Limit::MaxLength, count(max_length))),
        ((Limit::MinItems, count(min_items)), (Limit::MaxItems, count(max_items))),
        ((Limit::Minimum, number(minimum)), (Limit::Maximum, number(maximum))),
    ];
    let given = |limit: Limit| constraints.constants.iter().find(|constant| constant.limit == limit);
    let either = |limit: Limit, literal: Option<(TokenStream, bool)>| match given(limit) {
        Some(constant) => Some((name_of(limit).into_token_stream(), constant.exclusive)),
        None => literal,
    };
    let asserted = pairs.into_iter().filter_map(|((low, least), (high, most))| {
        let constant = given(low).or_else(|| given(high))?;
        let ((least, below), (most, above)) = (either(low, least)?, either(high, most)?);
        let words = format!("no value is valid: `{}` is above `{}`", low.keyword(), high.keyword());
        let compared = if below || above { quote!(<) } else { quote!(<=) };
        Some(quote_spanned!(located(constant.span)=>
            const _: () = ::core::assert!(#least #compared #most, #words);
        ))
    });
    asserted.collect()
}

/// The name of the constant with a limit.
fn name_of(limit: Limit) -> Ident {
    format_ident!("_CRDC_{}", limit.keyword().to_uppercase())
}

/// The list of constraints, in the order of the runtime.
fn questions(form: &Form, runtime: &syn::Path) -> Vec<TokenStream> {
    let constraints = form.constraints();
    let mut all = numbers(form, constraints);
    let constant = |name: &str| {
        let mut limits = constraints.constants.iter().map(|constant| constant.limit);
        limits.find(|limit| limit.keyword().eq_ignore_ascii_case(name)).map(name_of)
    };
    let limits = |limits: &[(Option<i64>, &str)]| -> Vec<TokenStream> {
        let markers = limits.iter().filter_map(|&(limit, name)| {
            let limit = match limit {
                Some(limit) => Literal::i64_unsuffixed(limit).into_token_stream(),
                None => constant(name)?.into_token_stream(),
            };
            let name = format_ident!("{name}");
            Some(quote!(Constraint::of(Rule::#name(#limit))))
        });
        markers.collect()
    };
    all.extend(limits(&[(constraints.max_length, "MaxLength"), (constraints.min_length, "MinLength")]));
    // Invalid patterns and unknown formats were rejected earlier.
    let pattern = constraints
        .pattern
        .as_ref()
        .map(|(text, _)| quote!(Constraint::matching(Rule::Pattern(#text), matches)));
    let format = constraints.format.as_ref().and_then(|format| {
        let check =
            format_ident!("{}", crdc_vocabulary::format::find(format).filter(|f| f.check.is_some())?.name);
        Some(quote!(Constraint::matching(Rule::Format(#format), #runtime::__private::format::#check)))
    });
    all.extend(pattern);
    all.extend(format);
    all.extend(limits(&[
        (constraints.min_items, "MinItems"),
        (constraints.max_items, "MaxItems"),
        (constraints.min_properties, "MinProperties"),
        (constraints.max_properties, "MaxProperties"),
    ]));
    if !constraints.values.is_empty() {
        let values = tokens::enumeration(&constraints.values);
        all.push(quote!(Constraint::of(#values)));
    }
    all
}

/// The schema of a number.
struct Number {
    /// `integer`, `number`
    kind: &'static str,
    /// The format that the server supports, or empty.
    format: &'static str,
    /// The format of the Rust type.
    own: &'static str,
}

fn number(form: &Form, constraints: &Constraints) -> Option<Number> {
    let markers = constraints.format.as_deref();
    let known = |known: [&'static str; 2], own: &'static str| {
        known.into_iter().find(|known| *known == markers.unwrap_or(own)).unwrap_or("")
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
    /// Whether a value of the Rust type may be an integer of more than 64 bits, which is a float on a server.
    fn may_be_float(&self) -> bool {
        ["uint64", "uint", "int128", "uint128"].contains(&self.own)
    }

    /// Whether a value of the Rust type may be outside the range of the format.
    fn may_be_beyond(&self) -> bool {
        let narrow = ["int8", "int16", "int32", "uint8", "uint16"].contains(&self.own);
        match (self.kind, self.format) {
            ("integer", "int32") => !narrow,
            ("integer", _) => self.may_be_float(),
            (_, format) => format == "float" && self.own != "float",
        }
    }
}

fn numbers(form: &Form, constraints: &Constraints) -> Vec<TokenStream> {
    let Constraints { minimum, maximum, multiple_of, .. } = constraints;
    let number = number(form, constraints);
    let (kind, format) = number.as_ref().map_or(("", ""), |number| (number.kind, number.format));
    let range =
        |what: &str| quote!(Constraint::of(Rule::Range { what: #what, types: #kind, format: #format }));
    let mut first = Vec::new();
    if number.as_ref().is_some_and(Number::may_be_float) {
        first.push(quote!(Constraint::of(Rule::Type { types: #kind, format: #format })));
    }
    if number.is_some_and(|number| number.may_be_beyond()) {
        first.push(range("Checked"));
    }
    let mut rest = Vec::new();
    let mut holds = |what: &str, value: f64| {
        let holds = holds(kind, format, value);
        if !holds {
            first.push(range(what));
        }
        holds
    };
    if let Some(factor) = *multiple_of {
        let (native, factor) = (holds("MultipleOf", factor), tokens::float(factor));
        rest.push(quote!(Constraint::of(Rule::MultipleOf { factor: #factor, native: #native })));
    }
    if let Some((limit, exclusive)) = *maximum {
        let bound = tokens::bound(limit, exclusive, holds("Maximum boundary", limit));
        rest.push(quote!(Constraint::of(Rule::Maximum(#bound))));
    }
    rest.extend(
        constant(constraints, Limit::Maximum).map(|bound| quote!(Constraint::of(Rule::Maximum(#bound)))),
    );
    if let Some((limit, exclusive)) = *minimum {
        let bound = tokens::bound(limit, exclusive, holds("Minimum boundary", limit));
        rest.push(quote!(Constraint::of(Rule::Minimum(#bound))));
    }
    rest.extend(
        constant(constraints, Limit::Minimum).map(|bound| quote!(Constraint::of(Rule::Minimum(#bound)))),
    );
    first.extend(rest);
    first
}

/// A bound that is a constant, whose value the type can have.
fn constant(constraints: &Constraints, limit: Limit) -> Option<TokenStream> {
    let constant = constraints.constants.iter().find(|constant| constant.limit == limit)?;
    let (name, exclusive) = (name_of(limit), constant.exclusive);
    Some(quote!(Bound { limit: #name, exclusive: #exclusive, native: true }))
}
