//! The generics of an item, for its impls and the declared structs.
//!
//! In: the generics as written, and the types of the fields. Out: heads of impls, with bounds on the
//! parameters.
//!
//! Easy to break: constants and functions next to the impls cannot use the parameters.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Generics};

use super::emitter::Emitter;
use crate::model::{Body, Choice, Data, Field, Item, Object};

impl Emitter<'_> {
    /// `impl<…> Trait for` and `Item<…> where …`.
    pub(super) fn head(&self, of: &TokenStream) -> (TokenStream, TokenStream) {
        let (ident, generics) = (&self.item.ident, bounded(self.item));
        let (parameters, arguments, condition) = generics.split_for_impl();
        (quote!(impl #parameters #of for), quote!(#ident #arguments #condition))
    }

    /// Whether a type is a parameter of the item.
    pub(super) fn is_parameter(&self, ty: &syn::Type) -> bool {
        let syn::Type::Path(path) = ty else { return false };
        path.path
            .get_ident()
            .is_some_and(|ident| self.item.generics.type_params().any(|param| param.ident == *ident))
    }

    /// Whether a type mentions the item's parameters or `Self`, so it cannot be used outside the impls.
    pub(super) fn is_generic(&self, ty: &syn::Type) -> bool {
        let names = parameters(&self.item.generics);
        mentions(ty.to_token_stream(), &names)
    }
}

/// The generics with the bounds that the fields require.
pub(super) fn bounded(item: &Item) -> Generics {
    let mut generics = item.generics.clone();
    let names: HashSet<Ident> = generics.type_params().map(|param| param.ident.clone()).collect();
    if names.is_empty() {
        return generics;
    }
    let mut fields = Vec::new();
    all_fields(&item.body, &mut fields);
    for name in item.generics.type_params().map(|param| &param.ident) {
        let alone = HashSet::from([name.clone()]);
        let used = |field: &&&Field| mentions(field.ty.to_token_stream(), &alone);
        let bound: TokenStream = if fields.iter().filter(used).any(|field| !field.is_whole()) {
            quote!(_crdc::Value + _crdc::serde::Serialize)
        } else if fields.iter().filter(used).any(|field| field.leaf) {
            quote!(_crdc::serde::Serialize)
        } else {
            continue;
        };
        generics.make_where_clause().predicates.push(syn::parse_quote!(#name: #bound));
    }
    // serde may require other bounds (`#[serde(bound)]`).
    let (ident, (_, arguments, _)) = (&item.ident, item.generics.split_for_impl());
    let whole: syn::WherePredicate = syn::parse_quote!(#ident #arguments: _crdc::serde::Serialize);
    generics.make_where_clause().predicates.push(whole);
    generics
}

/// `impl<…> Trait for Item<…> where …` for a foreign trait, with a bound on every type parameter.
/// `Deserialize` has a lifetime.
pub(super) fn foreign_head(
    item: &Item,
    of: &TokenStream,
    bound: &TokenStream,
    lifetime: Option<&str>,
) -> TokenStream {
    let generics = with_bound(item, bound, lifetime);
    let (parameters, _, condition) = generics.split_for_impl();
    let (ident, (_, arguments, _)) = (&item.ident, item.generics.split_for_impl());
    quote!(impl #parameters #of for #ident #arguments #condition)
}

/// The generics with a bound on every type parameter, and optionally a first lifetime that outlives all
/// others.
fn with_bound(item: &Item, bound: &TokenStream, lifetime: Option<&str>) -> Generics {
    let mut generics = item.generics.clone();
    let types: Vec<Ident> = generics.type_params().map(|param| param.ident.clone()).collect();
    for name in types {
        generics.make_where_clause().predicates.push(syn::parse_quote!(#name: #bound));
    }
    if let Some(name) = lifetime {
        let name = syn::Lifetime::new(name, proc_macro2::Span::call_site());
        let others: Vec<syn::Lifetime> = generics.lifetimes().map(|param| param.lifetime.clone()).collect();
        for other in others {
            generics.make_where_clause().predicates.push(syn::parse_quote!(#name: #other));
        }
        generics.params.insert(0, syn::parse_quote!(#name));
    }
    generics
}

/// Names of parameters, and `Self`.
fn parameters(generics: &Generics) -> HashSet<Ident> {
    let names = generics.params.iter().map(|param| match param {
        GenericParam::Type(param) => param.ident.clone(),
        GenericParam::Const(param) => param.ident.clone(),
        GenericParam::Lifetime(param) => param.lifetime.ident.clone(),
    });
    names.chain([Ident::new("Self", Span::call_site())]).collect()
}

/// Whether the tokens contain one of the names.
pub(super) fn mentions(tokens: TokenStream, names: &HashSet<Ident>) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => names.contains(&ident),
        TokenTree::Group(group) => mentions(group.stream(), names),
        _ => false,
    })
}

pub(super) fn all_fields<'i>(body: &'i Body, out: &mut Vec<&'i Field>) {
    let object = |object: &'i Object, out: &mut Vec<&'i Field>| out.extend(&object.fields);
    match body {
        Body::Object(fields) => object(fields, out),
        Body::Transparent(field) => out.push(field),
        Body::Choice(Choice { variants, .. }) => {
            for variant in variants {
                match &variant.data {
                    Data::Newtype(field) => out.push(field),
                    Data::Object(fields) => object(fields, out),
                    Data::Unit => {}
                    Data::Leaf(fields) => out.extend(fields),
                }
            }
        }
        Body::Text(_) => {}
        Body::Leaf(fields) => out.extend(fields),
    }
}
