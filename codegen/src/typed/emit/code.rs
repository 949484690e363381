//! The impls of the two traits.
//!
//! In: [`Code`], the bodies of functions, empty if there is nothing to do. Out: `impl Value` and
//! `impl Rules`. A function with an empty body has unnamed arguments, or is omitted if it has a default. Long
//! functions are `#[inline]`, so a crate that only defines a type does not compile them, as with serde.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::emitter::Emitter;
use super::forms::leads;

/// Bodies of functions.
#[derive(Default)]
pub(super) struct Code {
    /// JSON names of the fields; empty for a flattened one.
    pub(super) names: Vec<String>,
    /// Names of the immutable fields.
    pub(super) immutable: Vec<String>,
    /// Default values of the fields.
    pub(super) defaults: TokenStream,
    /// The strings of an enum.
    pub(super) texts: TokenStream,
    /// The strings of another type, which may be an enum.
    pub(super) inner_texts: TokenStream,
    /// Arms of the `match` over the index of a field.
    pub(super) fields: TokenStream,
    /// The scalar of a field, delegated to another value.
    pub(super) member: TokenStream,
    /// The number of serialized fields or items.
    pub(super) count: TokenStream,
    /// The value as a scalar.
    pub(super) scalar: TokenStream,
    /// Whether it is null or empty.
    pub(super) is_empty: TokenStream,
    /// The body of `compare`.
    pub(super) compare: TokenStream,
    /// The body of `keys`.
    pub(super) keys: TokenStream,
    /// The body of `validate`.
    pub(super) validate: TokenStream,
    /// The body of `normalize_value`.
    pub(super) normalize_value: TokenStream,
}

impl Emitter<'_> {
    /// `impl Value`
    pub(super) fn value(&self, code: &Code, fragment: &TokenStream) -> TokenStream {
        let Code { names, immutable, defaults, texts, inner_texts, fields, member, count, .. } = code;
        let Code { scalar, is_empty, compare, keys, validate, normalize_value, .. } = code;
        let list = |name: &str, texts: &[String]| {
            let name = quote::format_ident!("{name}");
            (!texts.is_empty()).then(|| quote!(const #name: &'static [&'static str] = &[#(#texts),*];))
        };
        let (names, immutable) = (list("FIELDS", names), list("IMMUTABLE", immutable));
        let defaults = some(
            defaults,
            |defaults| quote!(const DEFAULTS: &'static [_crdc::Option<_crdc::Literal>] = #defaults;),
        );
        let texts = some(texts, |texts| quote!(const TEXTS: &'static [&'static str] = #texts;));
        let inner_texts = some(inner_texts, |body| quote!(fn texts() -> &'static [&'static str] { #body }));
        // Types that contain such values do not visit them.
        let leads = (!leads(&self.item.body)).then(|| {
            quote!(
                const LEADS: bool = false;
            )
        });
        let validates = (validate.is_empty() && normalize_value.is_empty()).then(|| {
            quote!(
                const VALIDATES: bool = false;
            )
        });
        let field = some(fields, |arms| {
            quote! {
                fn field(&self, index: usize) -> _crdc::Scalar<'_> {
                    match index { #arms _ => _crdc::Scalar::Absent }
                }
            }
        });
        let member =
            some(member, |body| quote!(fn field(&self, index: usize) -> _crdc::Scalar<'_> { #body }));
        let count = some(count, |body| quote!(fn count(&self) -> usize { #body }));
        let scalar = some(scalar, |body| quote!(fn scalar(&self) -> _crdc::Scalar<'_> { #body }));
        let is_empty = some(is_empty, |body| quote!(fn is_empty(&self) -> bool { #body }));
        let compare = match compare.is_empty() {
            true => quote!(
                fn compare(&self, _: &Self, _: &mut _crdc::Compare<'_>) {}
            ),
            false => {
                quote!(#[inline] fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) { #compare })
            }
        };
        let keys = some(keys, |body| {
            quote! {
                fn keys(
                    new: _crdc::Option<&Self>,
                    old: _crdc::Option<&Self>,
                    marked: _crdc::Immutability,
                    at: &mut _crdc::Compare<'_>,
                ) { #body }
            }
        });
        let validate = match validate.is_empty() {
            true => quote!(
                fn validate(&self, _: _crdc::Option<&Self>, _: &mut _crdc::Validator<'_>) {}
            ),
            false => quote! {
                #[inline]
                fn validate(&self, old: _crdc::Option<&Self>, at: &mut _crdc::Validator<'_>) { #validate }
            },
        };
        let normalize_value = match normalize_value.is_empty() {
            true => quote!(
                fn normalize_value(&mut self, _: _crdc::Option<&Self>, _: _crdc::Normalization) {}
            ),
            false => quote! {
                #[inline]
                fn normalize_value(&mut self, old: _crdc::Option<&Self>, step: _crdc::Normalization) { #normalize_value }
            },
        };
        let (head, tail) = self.head(&quote!(_crdc::Value));
        quote! {
            #[automatically_derived]
            #head #tail {
                #names #leads #validates #immutable #defaults #texts #inner_texts
                #field #member #count #scalar #is_empty #compare #keys #validate #normalize_value
                fn schema() -> _crdc::Option<&'static _crdc::Fragment> { _crdc::Some(#fragment) }
                fn json(&self, out: &mut _crdc::String) { _crdc::json(_crdc::whole(self), out); }
            }
        }
    }

    /// `impl Rules`
    pub(super) fn rules(&self) -> TokenStream {
        let path = &self.item.path;
        let path = (!path.is_empty()).then(|| quote!(const PATH: &'static str = #path;));
        let runtime = &self.item.runtime;
        let (head, tail) = self.head(&quote!(#runtime::Rules));
        quote! {
            #[automatically_derived]
            #head #tail { #path }
        }
    }
}

fn some(body: &TokenStream, write: impl FnOnce(&TokenStream) -> TokenStream) -> Option<TokenStream> {
    (!body.is_empty()).then(|| write(body))
}

/// A number without the suffix of its type.
pub(super) fn number(value: usize) -> Literal {
    Literal::usize_unsuffixed(value)
}
