//! The constraints of values as constants of the runtime.
//!
//! In: a form with its [`Constraints`]. Out: a list of constraints in the order that the runtime expects,
//! with the matcher function of a pattern, which is compiled here.
//!
//! Easy to break: Rust numbers may exceed the range of their schema format, which the server reports.
// kube-openapi: pkg/validation/validate/validator.go numberValidator

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::Emitter;
use crate::tokens;
use crate::typed::item::model::{Constraints, Form, Scalar};

impl Emitter<'_> {
    /// The constraints of a form, or `None` if there are none.
    pub(super) fn constraints(&self, form: &Form) -> Option<TokenStream> {
        let runtime = &self.item.runtime;
        let questions = questions(form, runtime);
        if questions.is_empty() {
            return None;
        }
        let pattern =
            form.constraints().pattern.as_ref().and_then(|(text, _)| crate::pattern::compile(text).ok());
        let matches =
            pattern.map(|matcher| matcher.emit(&format_ident!("matches"), &quote!(#runtime::__private)));
        Some(quote! {{
            use #runtime::__private::typed::Constraint;
            use #runtime::__private::{Bound, Literal, Rule};
            #matches
            &[#(#questions),*]
        }})
    }
}

/// Whether a value has constraints.
pub(super) fn is_asked(form: &Form) -> bool {
    let constraints = form.constraints();
    !constraints.is_empty() || number(form, constraints).is_some_and(|number| number.may_be_beyond())
}

/// The constraints, in order.
fn questions(form: &Form, runtime: &syn::Path) -> Vec<TokenStream> {
    let constraints = form.constraints();
    let mut all = numbers(form, constraints);
    let limits = |limits: &[(Option<i64>, &str)]| -> Vec<TokenStream> {
        let markers = limits.iter().filter_map(|&(limit, name)| Some((limit?, format_ident!("{name}"))));
        markers
            .map(|(limit, name)| {
                let limit = Literal::i64_unsuffixed(limit);
                quote!(Constraint::Rule(Rule::#name(#limit)))
            })
            .collect()
    };
    all.extend(limits(&[(constraints.max_length, "MaxLength"), (constraints.min_length, "MinLength")]));
    // Invalid patterns and unknown formats were rejected earlier.
    let pattern = constraints.pattern.as_ref().map(|(text, _)| quote!(Constraint::Pattern(#text, matches)));
    let format = constraints.format.as_ref().and_then(|format| {
        let check =
            format_ident!("{}", crdc_vocabulary::format::find(format).filter(|f| f.check.is_some())?.name);
        Some(quote!(Constraint::Format(#format, #runtime::__private::format::#check)))
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
        all.push(quote!(Constraint::Rule(#values)));
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
    /// Whether a value of the Rust type may be outside the range of the format.
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

fn numbers(form: &Form, constraints: &Constraints) -> Vec<TokenStream> {
    let Constraints { minimum, maximum, multiple_of, .. } = constraints;
    let number = number(form, constraints);
    let (kind, format) = number.as_ref().map_or(("", ""), |number| (number.kind, number.format));
    let range =
        |what: &str| quote!(Constraint::Rule(Rule::Range { what: #what, types: #kind, format: #format }));
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
        rest.push(quote!(Constraint::Rule(Rule::MultipleOf { factor: #factor, native: #native })));
    }
    if let Some((limit, exclusive)) = *maximum {
        let bound = tokens::bound(limit, exclusive, holds("Maximum boundary", limit));
        rest.push(quote!(Constraint::Rule(Rule::Maximum(#bound))));
    }
    if let Some((limit, exclusive)) = *minimum {
        let bound = tokens::bound(limit, exclusive, holds("Minimum boundary", limit));
        rest.push(quote!(Constraint::Rule(Rule::Minimum(#bound))));
    }
    first.extend(rest);
    first
}
