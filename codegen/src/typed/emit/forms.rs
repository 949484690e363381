//! The JSON form of a type, as an expression of the runtime's forms.
//!
//! In: a [`Form`] with its markers. Out: a zero-sized value such as `Optional(Scalars)`, which the calls for
//! a field take in addition to the field. A longer one is declared as a constant, if its type can be named:
//! the form of an unknown type is chosen by the traits it implements and has no type that could be written.
//!
//! Easy to break: `Constrained` is outside of `Optional`, since null is checked against `enum`.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::constraints::is_asked;
use super::emitter::Emitter;
use super::spans::located;
use crate::tokens::immutability;
use crate::typed::model::{Body, Data, Field, Form, Keys, ListKind};
use crdc_vocabulary::Immutability;

/// An expression, with its type if that can be written.
struct Written {
    expression: TokenStream,
    ty: Option<TokenStream>,
}

impl Written {
    /// Wraps the form in another one.
    fn around(self, name: &str) -> Written {
        let (name, inner) = (format_ident!("{name}"), self.expression);
        let ty = self.ty.map(|ty| quote!(_crdc::#name<#ty>));
        Written { expression: quote!(_crdc::#name(#inner)), ty }
    }
}

impl Emitter<'_> {
    /// The form of a field.
    pub(super) fn form_of(&mut self, field: &Field) -> TokenStream {
        let whole = match &field.serialize_with {
            Some(path) => Some(self.written(field, path)),
            None => {
                let span = located(field.ty.span());
                field.leaf.then(|| quote_spanned!(span=> _crdc::Leaf))
            }
        };
        if let Some(expression) = whole {
            return self.asked(Written { expression, ty: None }, &field.form).expression;
        }
        self.form(&field.form, &field.member)
    }

    /// The form of a type, for the field `member`.
    pub(super) fn form(&mut self, form: &Form, member: &syn::Member) -> TokenStream {
        let written = self.write(form);
        let long = is_asked(form) || matches!(form.core(), Form::List { .. } | Form::Map { .. });
        match written.ty {
            Some(ty) if long => self.constant(member, &ty, &written.expression),
            _ => written.expression,
        }
    }

    fn write(&mut self, form: &Form) -> Written {
        let bare = self.bare(form);
        self.asked(bare, form)
    }

    fn asked(&self, bare: Written, form: &Form) -> Written {
        let Some(constraints) = self.constraints(form) else { return bare };
        let (form, ty) = (bare.expression, bare.ty);
        let expression = quote!(_crdc::Constrained { form: #form, constraints: #constraints });
        Written { expression, ty: ty.map(|ty| quote!(_crdc::Constrained<#ty>)) }
    }

    /// The form of a type, without the constraints on the value itself.
    fn bare(&mut self, form: &Form) -> Written {
        match form {
            Form::Scalar(..) => {
                Written { expression: quote!(_crdc::Scalars), ty: Some(quote!(_crdc::Scalars)) }
            }
            Form::Other(ty, _) => self.pick(ty),
            Form::Optional(inner) => self.bare(inner).around("Optional"),
            Form::Boxed(inner) => self.bare(inner).around("Boxed"),
            Form::List { kind: ListKind::Map(keys), items, mark, .. } => {
                let (item, edge) = (self.item(items), edge(*mark));
                let (keys, constant) = self.keys(items, keys);
                let (items, ty) = (item.expression, item.ty.filter(|_| constant));
                let expression = quote!(_crdc::ListMap { items: #items, edge: #edge, keys: #keys });
                Written { expression, ty: ty.map(|ty| quote!(_crdc::ListMap<#ty>)) }
            }
            Form::List { kind, items, mark, .. } => {
                let (item, edge) = (self.write(items), edge(*mark));
                let name = format_ident!("{}", if *kind == ListKind::Set { "Set" } else { "List" });
                let (items, ty) = (item.expression, item.ty);
                let expression = quote!(_crdc::#name { items: #items, edge: #edge });
                Written { expression, ty: ty.map(|ty| quote!(_crdc::#name<#ty>)) }
            }
            Form::Map { keys, values, mark, .. } => {
                let (value, edge) = (self.write(values), edge(*mark));
                let (values, ty) = (value.expression, value.ty);
                // For other types, `==` may not match their serialized form.
                let keys = if *keys == Keys::Scalars { quote!(_crdc::Scalars) } else { quote!(_crdc::Leaf) };
                let expression = quote!(_crdc::Map { keys: #keys, values: #values, edge: #edge });
                Written { expression, ty: ty.map(|ty| quote!(_crdc::Map<#keys, #ty>)) }
            }
        }
    }

    /// The form of the items of a list map, which are structs since they have keys.
    fn item(&mut self, form: &Form) -> Written {
        let written = match form {
            Form::Optional(inner) => self.item(inner).around("Optional"),
            Form::Boxed(inner) => self.item(inner).around("Boxed"),
            Form::Other(ty, _) if !self.is_generic(ty) => {
                let listed = self.listed(ty);
                let ty = quote!(_crdc::ItemsOf<#listed>);
                Written { expression: quote!(_crdc::ItemsOf::new()), ty: Some(ty) }
            }
            other => {
                let span = match other {
                    Form::Other(ty, _) => located(ty.span()),
                    _ => Span::call_site(),
                };
                let nested = quote_spanned!(span=> _crdc::Nested);
                Written { expression: nested.clone(), ty: Some(nested) }
            }
        };
        match form {
            Form::Other(..) => self.asked(written, form),
            _ => written,
        }
    }

    /// The form of a type, chosen by the traits it implements.
    fn pick(&mut self, ty: &syn::Type) -> Written {
        // Errors about the type are shown at its span.
        if self.is_parameter(ty) {
            let span = located(ty.span());
            let nested = quote_spanned!(span=> _crdc::Nested);
            return Written { expression: nested.clone(), ty: Some(nested) };
        }
        Written { expression: self.picked(ty), ty: None }
    }

    /// The expression that chooses the form of a type.
    pub(super) fn picked(&mut self, ty: &syn::Type) -> TokenStream {
        if self.item.strict && !self.is_generic(ty) {
            self.ruled(ty);
        }
        self.picks = true;
        let span = located(ty.span());
        quote_spanned!(span=> (&&&_crdc::Pick::<#ty>::new()).pick())
    }

    /// Asserts once that a type has rules. An assertion at every use would repeat the error.
    fn ruled(&mut self, ty: &syn::Type) {
        self.assert(&quote_spanned!(ty.span()=> _crdc::ruled::<#ty>()));
    }

    /// Declares a form as a constant named after its field. Returns the name.
    fn constant(&mut self, member: &syn::Member, ty: &TokenStream, expression: &TokenStream) -> TokenStream {
        let text = quote!(#ty #expression).to_string();
        if let Some((_, name)) = self.constants.iter().find(|(known, _)| *known == text) {
            return quote!(#name);
        }
        let field = match member {
            syn::Member::Named(ident) => ident.unraw().to_string().to_uppercase(),
            syn::Member::Unnamed(index) => index.index.to_string(),
        };
        let mut name = format_ident!("_{field}");
        let mut count = 1;
        while self.constants.iter().any(|(_, known)| *known == name) {
            count += 1;
            name = format_ident!("_{field}_{count}");
        }
        self.beside.push(quote!(const #name: #ty = #expression;));
        self.constants.push((text, name.clone()));
        quote!(#name)
    }
}

/// The `Edge` to items and values.
fn edge(mark: Option<(Immutability, Span)>) -> TokenStream {
    match mark {
        Some((marked, _)) => {
            let marked = immutability(marked);
            quote!(&_crdc::Edge { mark: _crdc::Some(_crdc::Immutability::#marked) })
        }
        None => quote!(_crdc::Edge::ITEMS),
    }
}

/// Whether a value can be invalid.
pub(super) fn is_validated(field: &Field) -> bool {
    is_asked(&field.form) || !field.is_whole() && form_is_validated(&field.form)
}

fn form_is_validated(form: &Form) -> bool {
    is_asked(form)
        || match form {
            Form::Scalar(..) => false,
            Form::Other(..) => true,
            Form::Optional(inner) | Form::Boxed(inner) => form_is_validated(inner),
            Form::List { kind, items, .. } => {
                matches!(kind, ListKind::Set | ListKind::Map(_)) || form_is_validated(items)
            }
            Form::Map { values, .. } => form_is_validated(values),
        }
}

/// Whether a value may contain something that is normalized.
pub(super) fn is_decided(field: &Field) -> bool {
    !field.is_whole() && form_is_settled(&field.form)
}

fn form_is_settled(form: &Form) -> bool {
    match form {
        Form::Scalar(..) => false,
        Form::Other(..) => true,
        Form::Optional(inner) | Form::Boxed(inner) => form_is_settled(inner),
        Form::List { kind, items, .. } => *kind != ListKind::Set && form_is_settled(items),
        Form::Map { values, .. } => form_is_settled(values),
    }
}

/// Whether the values of an item may contain immutable fields.
pub(super) fn leads(body: &Body) -> bool {
    let field = |field: &Field| field.mark.is_some() || !field.is_whole() && form_leads(&field.form);
    match body {
        Body::Object(object) => object.fields.iter().any(field),
        Body::Transparent(inner) => field(inner),
        Body::Text(_) | Body::Leaf(_) => false,
        Body::Choice(choice) => choice.variants.iter().any(|variant| match &variant.data {
            Data::Unit | Data::Leaf(_) => false,
            Data::Newtype(inner) => field(inner),
            Data::Object(object) => object.fields.iter().any(field),
        }),
    }
}

fn form_leads(form: &Form) -> bool {
    match form {
        Form::Scalar(..) => false,
        Form::Other(..) => true,
        Form::Optional(inner) | Form::Boxed(inner) => form_leads(inner),
        Form::List { items: inner, mark, .. } | Form::Map { values: inner, mark, .. } => {
            mark.is_some() || form_leads(inner)
        }
    }
}
