//! Writes the values at a position as constants of the runtime: a `Part` for each form.
//!
//! In: a [`Form`] with its markers. Out: an expression for constants of the impl. What is inside of it is in
//! constants of its own (`const { &… }`), which live for ever.
//!
//! Easy to break: whether another type has rules is decided by the compiler, where the expression stands.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::emitter::Emitter;
use super::spans::{located, place};
use crate::model::{CelRule, Constraints, Field, Form, ListKind, Scalar};
use crate::types;
use crdc_tokens::immutability;
use crdc_vocabulary::Immutability;

impl Emitter<'_> {
    /// The `Part` of a field.
    pub(super) fn part_of(&mut self, field: &Field) -> TokenStream {
        let ruled = self.ruled(&field.rules);
        self.part_with(field, ruled)
    }

    /// The `Part` of a field, with a call that adds rules.
    pub(super) fn part_with(&mut self, field: &Field, ruled: TokenStream) -> TokenStream {
        let bare = if field.is_whole() { leaf() } else { self.bare(&field.form, &field.each) };
        let mut part = self.asked(bare, &field.form);
        part.extend(ruled);
        part.extend(mark(field.mark));
        if field.normalize.is_some() {
            part.extend(quote!(.normalized()));
        }
        part
    }

    /// The `Part` of the items of a list.
    fn item(&mut self, form: &Form, marked: Option<(Immutability, Span)>, rules: &[CelRule]) -> TokenStream {
        match form.core() {
            Form::Scalar(Scalar::Number { .. }, _) if !form.is_optional() => {
                self.ruled_part(quote!(_crdc::Part::own(_crdc::Node::DOUBLE_ITEM)), form, marked, rules)
            }
            _ => self.part(form, marked, rules),
        }
    }

    /// The `Part` of a form, with CEL rules.
    pub(super) fn part(
        &mut self,
        form: &Form,
        marked: Option<(Immutability, Span)>,
        rules: &[CelRule],
    ) -> TokenStream {
        let mut bare = self.bare(form, &[]);
        // A field that is null is absent; an item is null.
        if form.is_optional() {
            bare = quote!(_crdc::Part::own(const { &_crdc::Node::or_null(&#bare) }));
        }
        self.ruled_part(bare, form, marked, rules)
    }

    fn ruled_part(
        &self,
        bare: TokenStream,
        form: &Form,
        marked: Option<(Immutability, Span)>,
        rules: &[CelRule],
    ) -> TokenStream {
        let mut part = self.asked(bare, form);
        part.extend(self.ruled(rules));
        part.extend(mark(marked));
        part
    }

    fn asked(&self, bare: TokenStream, form: &Form) -> TokenStream {
        match self.constraints(form) {
            Some(constraints) => quote!(#bare.constrained(const { #constraints })),
            None => bare,
        }
    }

    /// Without the feature there are no rules.
    #[cfg(not(feature = "rules"))]
    pub(super) fn ruled<'r>(&self, _: impl IntoIterator<Item = &'r CelRule>) -> TokenStream {
        TokenStream::new()
    }

    /// The `Part` of a form, without the constraints on the value itself. `each` are the CEL rules of items
    /// or values.
    fn bare(&mut self, form: &Form, each: &[CelRule]) -> TokenStream {
        match form {
            Form::Scalar(scalar, constraints) => {
                let node = scalar_node(*scalar, constraints);
                quote!(_crdc::Part::own(_crdc::Node::#node))
            }
            Form::Other(ty, _) => self.other(ty),
            Form::Optional(inner) | Form::Boxed(inner) => self.bare(inner, each),
            Form::List { kind: ListKind::Map(keys), items, mark, .. } => {
                let names = keys.iter().map(|key| in_rules(&key.name));
                let names = quote!(const { &[#(#names),*] });
                let (part, keys) = (self.item(items, *mark, each), self.keys(items, keys));
                quote!(_crdc::Part::own(const { &_crdc::Node::list_map(const { &#part }, #keys, #names) }))
            }
            Form::List { kind: ListKind::Set, items, mark, .. } => {
                let part = self.item(items, *mark, each);
                quote!(_crdc::Part::own(const { &_crdc::Node::set(const { &#part }) }))
            }
            Form::List { items, mark, .. } => {
                let part = self.item(items, *mark, each);
                quote!(_crdc::Part::own(const { &_crdc::Node::list(const { &#part }) }))
            }
            Form::Map { values, mark, .. } => {
                let part = self.part(values, *mark, each);
                quote!(_crdc::Part::own(const { &_crdc::Node::map(const { &#part }) }))
            }
        }
    }

    /// The `Part` of another type: a type with rules, or a leaf.
    fn other(&mut self, ty: &syn::Type) -> TokenStream {
        if self.item.strict && !self.is_generic(ty) {
            self.assert(&quote_spanned!(ty.span()=> _crdc::ruled::<#ty>()));
        }
        self.given_rules(ty);
        let picked = self.picked(ty);
        let known = known(ty);
        quote_spanned!(located(ty.span())=> _crdc::Part::of(<#picked>::LINK #known))
    }

    /// The type whose constants describe a type.
    pub(super) fn picked(&mut self, ty: &syn::Type) -> TokenStream {
        let span = located(ty.span());
        if self.is_parameter(ty) {
            return quote_spanned!(span=> #ty as _crdc::Value);
        }
        self.picks = true;
        quote_spanned!(span=> _crdc::Pick<#ty>)
    }

    /// Asserts that types have the shapes that their names suggest, and that the types in tuples have no
    /// rules.
    pub(super) fn shaped(&mut self, field: &Field) -> TokenStream {
        if field.is_whole() {
            return TokenStream::new();
        }
        let mut asserted = if field.unchecked { TokenStream::new() } else { self.tuples(&field.form) };
        let (ty, span) = (&field.ty, place(field));
        if let Some(shape) = shape(&field.form, span) {
            asserted.extend(quote_spanned!(span=> _crdc::shaped::<#shape, #ty>();));
        }
        asserted
    }
}

fn leaf() -> TokenStream {
    quote!(_crdc::Part::own(_crdc::Node::LEAF))
}

/// The call for an immutability marker.
pub(super) fn mark(marked: Option<(Immutability, Span)>) -> TokenStream {
    match marked {
        Some((marked, _)) => {
            let marked = immutability(marked);
            quote!(.marked(_crdc::Immutability::#marked))
        }
        None => TokenStream::new(),
    }
}

/// The shape that a type must have; `None` if it may be anything. An error about it is shown at `span`.
fn shape(form: &Form, span: Span) -> Option<TokenStream> {
    let (name, inner) = match form {
        Form::Scalar(..) => return Some(quote_spanned!(span=> _crdc::shape::Scalar)),
        Form::Other(..) => return None,
        Form::Optional(inner) => ("Optional", inner),
        Form::Boxed(inner) => ("Boxed", inner),
        Form::List { items, .. } => ("List", items),
        Form::Map { values, .. } => ("Map", values),
    };
    let name = Ident::new(name, span);
    let inner = shape(inner, span).unwrap_or_else(|| quote_spanned!(span=> _crdc::shape::Any));
    Some(quote_spanned!(span=> _crdc::shape::#name<#inner>))
}

/// The literal of a number without a type suffix.
pub(super) fn number(value: usize) -> Literal {
    Literal::usize_unsuffixed(value)
}

/// The node of scalars, by the form in which CEL rules read them.
// apiserver: pkg/cel/common/schemas.go
fn scalar_node(scalar: Scalar, constraints: &Constraints) -> Ident {
    let name = match (scalar, constraints.format.as_deref()) {
        (Scalar::Bool, _) => "BOOL",
        (Scalar::Integer { .. }, _) => "INT",
        (Scalar::Number { .. }, _) => "DOUBLE",
        (_, Some("date-time")) => "TIME",
        (_, Some("date")) => "DATE",
        (_, Some("duration")) => "DURATION",
        (_, Some("byte")) => "BYTES",
        _ => "TEXT",
    };
    Ident::new(name, Span::call_site())
}

/// Guesses the node of a type from its name. The schema of types of chrono, jiff and k8s-openapi is probably
/// a string with a time; other known types are an integer or a string, or have no schema, such as
/// `serde_json::Value`.
fn known(ty: &syn::Type) -> Option<TokenStream> {
    let is = |name: &&str| types::is_named(ty, name);
    if ["DateTime", "Timestamp", "Time", "MicroTime"].iter().any(is) {
        return Some(quote!(.or_time()));
    }
    if types::is_any_json(ty) {
        return Some(quote!(.or_free()));
    }
    is(&"IntOrString").then(|| quote!(.or_int_or_string()))
}

/// The name of a field in CEL rules; the same if rules cannot name it.
pub(super) fn in_rules(name: &str) -> String {
    #[cfg(feature = "rules")]
    if let Some(escaped) = crdc_cel::compile::escape(name) {
        return escaped;
    }
    name.to_owned()
}
