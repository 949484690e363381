//! Writes the checks of strings: length, pattern, format, enum.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::emitter::Emitter;
use super::number::check_values;
use crdc_plan::actions::Texts;
use crdc_source::json::Json;
use crdc_tokens::one_of;
use crdc_tokens::pattern::function;

impl Emitter<'_> {
    /// The body of the function for a node whose values are strings, and of no other type.
    pub(super) fn string(&self, shape: &TokenStream, texts: &Texts, values: &[Json]) -> TokenStream {
        if texts.is_empty() && values.is_empty() {
            return quote! {
                #shape
                let _ = d.string(m, &SHAPE)?;
                Ok(())
            };
        }
        let Some(checks) = self.string_checks(texts, values) else {
            let values = check_values(values);
            return quote! {
                #shape
                if d.string(m, &SHAPE)? {
                    #values
                }
                Ok(())
            };
        };
        quote! {
            #shape
            let mut c = match d.text(m, &SHAPE)? {
                Some(c) => c,
                None => return Ok(()),
            };
            #checks
            Ok(())
        }
    }

    /// The checks of a string `c` that was just decoded; `None` if its content is not constrained.
    pub(super) fn string_checks(&self, texts: &Texts, values: &[Json]) -> Option<TokenStream> {
        if texts.is_empty() {
            return None;
        }
        let mut statics = TokenStream::new();
        let failures = self.text_checks(texts, &mut statics);
        let values = match &texts.values {
            Some(strings) => {
                let is_one = one_of(&strings.iter().map(String::as_str).collect::<Vec<_>>());
                quote!(if !(#is_one) { c.raise(&VALUES); })
            }
            None => check_values(values),
        };
        let format = self.format_check(texts);
        Some(quote! {
            #statics
            let s = c.bytes;
            #(#failures)else*
            #format
            #values
        })
    }

    /// Checks the format of a string `c` with content `s`, independent of length and pattern.
    // kube-openapi: pkg/validation/validate/formats.go
    fn format_check(&self, texts: &Texts) -> Option<TokenStream> {
        let written = texts.format.as_deref()?;
        let check = format_ident!("{}", crdc_vocabulary::format::find(written)?.name);
        let runtime = &self.runtime;
        Some(quote! {
            static FORMAT: Rule = Rule::Format(#written);
            if !#runtime::format::#check(s) {
                c.raise(&FORMAT);
            }
        })
    }

    /// The checks of length and pattern, of which the first that fails is reported.
    fn text_checks(&self, texts: &Texts, statics: &mut TokenStream) -> Vec<TokenStream> {
        let mut failures = Vec::new();
        if let Some(max) = texts.max {
            let limit = Literal::i64_unsuffixed(max);
            statics.extend(quote!(static MAX_LENGTH: Rule = Rule::MaxLength(#limit);));
            if max < 0 {
                // Every string is longer than a negative limit.
                return vec![quote!({
                    let _ = s;
                    c.raise(&MAX_LENGTH);
                })];
            }
            // A string has at most as many code points as bytes.
            let bytes = bytes(max);
            failures.push(quote!(if s.len() > #bytes && c.chars() > #limit { c.raise(&MAX_LENGTH); }));
        }
        match texts.min {
            Some(1) => {
                statics.extend(quote!(
                    static MIN_LENGTH: Rule = Rule::MinLength(1);
                ));
                failures.push(quote!(if s.is_empty() {
                    c.raise(&MIN_LENGTH);
                }));
            }
            Some(min) => {
                let limit = Literal::i64_unsuffixed(min);
                // A code point has at most four bytes.
                let bytes = bytes(min.saturating_mul(4));
                statics.extend(quote!(static MIN_LENGTH: Rule = Rule::MinLength(#limit);));
                failures.push(quote!(if s.len() < #bytes && c.chars() < #limit { c.raise(&MIN_LENGTH); }));
            }
            None => {}
        }
        if let Some((pattern, matcher)) = &texts.pattern {
            statics.extend(quote!(static PATTERN: Rule = Rule::Pattern(#pattern);));
            statics.extend(function(matcher, &format_ident!("matches"), &self.runtime));
            failures.push(quote!(if !matches(s) {
                c.raise(&PATTERN);
            }));
        }
        failures
    }
}

/// A number of bytes as a `usize` of any target. No string has more than the largest of 32 bits.
fn bytes(count: i64) -> Literal {
    Literal::u32_unsuffixed(u32::try_from(count).unwrap_or(u32::MAX))
}
