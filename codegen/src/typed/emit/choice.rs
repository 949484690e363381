//! Enums with data: objects whose fields depend on the variant.
//!
//! In: a [`Choice`]. Out: the bodies of `compare`, `validate` and `normalize_value`. An externally tagged
//! variant is a field with its name, an adjacently tagged one is the content field. The fields of an
//! internally tagged one are next to the tag. A union has a tag and a field for each variant.
//!
//! Easy to break: for values of different variants, the runtime compares the JSON if everything must be
//! equal. If it only looks for immutable fields, each variant is compared and is absent on the side with the
//! other variant.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};

use super::access::{Access, Side, bound, flat, normalized};
use super::code::{Code, number};
use super::emitter::Emitter;
use super::forms::{is_decided, is_validated};
use super::object::{compared, required};
use super::spans::place;
use crate::typed::model::{Choice, ChoiceVariant, Data, Field, Form, Object, Tagging};

/// The position of the data of a variant.
enum Stand<'c> {
    /// In a field of this name.
    Member(&'c str),
    /// In the object of the enum, next to the tag.
    Beside,
}

impl Emitter<'_> {
    /// An enum with data.
    pub(super) fn choice(&mut self, choice: &Choice) -> Code {
        let written: Vec<&ChoiceVariant> =
            choice.variants.iter().filter(|variant| !variant.variant.skipped).collect();
        if choice.tagging == Tagging::Untagged || written.iter().any(|variant| variant.untagged) {
            return self.leaf();
        }
        let mut code = Code { compare: other(), ..Code::default() };
        match tag(&choice.tagging) {
            Some(tag) => {
                let texts = texts(&choice.variants, &quote!(self));
                code.names.push(tag.to_owned());
                code.fields = quote!(0 => _crdc::Scalar::Text(#texts),);
                code.compare.extend(tagged(tag, &choice.variants));
            }
            None => code.scalar = units(&written),
        }
        if let Tagging::Internal { .. } = choice.tagging {
            // The other fields depend on the variant.
            code.names.push(String::new());
        }
        let (mut validated, mut settled) = (TokenStream::new(), TokenStream::new());
        for variant in written {
            let stand = match &choice.tagging {
                Tagging::External | Tagging::Untagged => Stand::Member(&variant.variant.name),
                Tagging::Union { .. } => Stand::Member(&variant.member),
                Tagging::Adjacent { content, .. } => Stand::Member(content),
                Tagging::Internal { .. } => Stand::Beside,
            };
            let ident = &variant.variant.ident;
            if let (Stand::Member(name), false) = (&stand, matches!(variant.data, Data::Unit)) {
                let known = code.names.iter().position(|known| known == name);
                let index = number(known.unwrap_or(code.names.len()));
                if known.is_none() {
                    code.names.push((*name).to_owned());
                }
                code.fields.extend(
                    quote!(#index if ::core::matches!(self, Self::#ident { .. }) => _crdc::Scalar::Other,),
                );
            }
            match &variant.data {
                Data::Unit => {}
                Data::Leaf(types) => code.compare.extend(tuple(ident, types.len(), &stand)),
                Data::Newtype(field) => {
                    let absent = variant.optional && matches!(choice.tagging, Tagging::Union { .. });
                    self.newtype(
                        ident,
                        field,
                        &stand,
                        absent,
                        [&mut code.compare, &mut validated, &mut settled],
                    );
                }
                Data::Object(object) => {
                    self.fields_of(ident, object, &stand, [&mut code.compare, &mut validated, &mut settled]);
                }
            }
        }
        if let Tagging::Internal { .. } = choice.tagging {
            code.compare.extend(self.shared(choice));
        }
        let arms =
            |arms: TokenStream| if arms.is_empty() { arms } else { quote!(match self { #arms _ => {} }) };
        Code { validate: arms(validated), normalize_value: arms(settled), ..code }
    }

    /// A variant with one value. `absent`: a `None` in it is skipped.
    fn newtype(
        &mut self,
        ident: &Ident,
        field: &Field,
        stand: &Stand<'_>,
        absent: bool,
        [compare, validate, normalize_value]: [&mut TokenStream; 3],
    ) {
        let span = place(field);
        let chosen = |value: TokenStream| quote!(match #value { Self::#ident(value) => _crdc::Some(value), _ => _crdc::None });
        let (new, old) = (chosen(quote!(self)), chosen(quote!(old)));
        let before =
            quote!(match old { _crdc::Some(Self::#ident(old)) => _crdc::Some(old), _ => _crdc::None });
        let Stand::Member(name) = stand else {
            compare.extend(quote_spanned!(span=> at.flatten(_crdc::Pair::of(#new, #old));));
            if is_validated(field) {
                validate.extend(quote_spanned!(span=> Self::#ident(new) => at.flatten(new, #before),));
            }
            if is_decided(field) {
                let form = self.form_of(field);
                normalize_value
                    .extend(quote_spanned!(span=> Self::#ident(new) => step.field(#form, new, #before),));
            }
            return;
        };
        let inner = match &field.form {
            Form::Optional(inner) if absent => Some(&**inner),
            _ => None,
        };
        let form = match inner {
            Some(inner) => self.form(inner, &syn::Member::Named(ident.clone())),
            None => self.form_of(field),
        };
        let inside = inner.map(|_| quote!(.and_then(_crdc::Option::as_ref)));
        compare.extend(compared(name, field, &form, &quote!(_crdc::Pair::of(#new #inside, #old #inside))));
        if is_validated(field) {
            let new =
                if inner.is_some() { quote!(_crdc::Option::as_ref(new)) } else { quote!(_crdc::Some(new)) };
            validate.extend(quote_spanned! {span=>
                Self::#ident(new) => at.field(#name, #form, #new, #before #inside),
            });
        }
        if is_decided(field) {
            let form = self.form_of(field);
            normalize_value
                .extend(quote_spanned!(span=> Self::#ident(new) => step.field(#form, new, #before),));
        }
    }

    /// Compares the fields of internally tagged variants. Equal fields of several variants are one field of
    /// the object.
    fn shared(&mut self, choice: &Choice) -> TokenStream {
        let written = choice.variants.iter().filter(|variant| !variant.variant.skipped);
        let mut lines: Vec<(String, &Field, Vec<TokenStream>)> = Vec::new();
        for variant in written {
            let Data::Object(object) = &variant.data else { continue };
            let ident = &variant.variant.ident;
            for field in &object.fields {
                let (member, ty, skip) = (&field.member, &field.ty, &field.skip_if);
                let mark = field.mark.map(|(marked, _)| marked);
                let same =
                    format!("{:?}{}{}{mark:?}{}", field.name, quote!(#ty), quote!(#skip), field.flatten);
                let pattern = quote!(Self::#ident { #member: value, .. });
                match lines.iter_mut().find(|(known, ..)| *known == same) {
                    Some((.., patterns)) => patterns.push(pattern),
                    None => lines.push((same, field, vec![pattern])),
                }
            }
        }
        let mut code = TokenStream::new();
        for (_, field, patterns) in lines {
            let form = self.form_of(field);
            let chosen = |side: TokenStream| {
                let value = if field.flatten {
                    flat(&field.form, &quote!(value))
                } else {
                    normalized(field, &form, &quote!(value))
                };
                quote!(match #side { #(#patterns)|* => #value, _ => _crdc::None })
            };
            let (new, old) = (chosen(quote!(self)), chosen(quote!(old)));
            code.extend(if field.flatten {
                self.flattened(field, &new, &old)
            } else {
                compared(&field.name, field, &form, &quote!(_crdc::Pair::of(#new, #old)))
            });
        }
        code
    }

    /// A variant with fields.
    fn fields_of(
        &mut self,
        ident: &Ident,
        object: &Object,
        stand: &Stand<'_>,
        [compare, validate, normalize_value]: [&mut TokenStream; 3],
    ) {
        let (new, old) = (pattern(ident, object, Side::New), pattern(ident, object, Side::Old));
        match stand {
            Stand::Member(name) => {
                let lines = self.compare(object, Access::Bound);
                let chosen = |value: TokenStream| quote!(_crdc::Some(#value).filter(|value| ::core::matches!(value, Self::#ident { .. })));
                let (self_chosen, old_chosen) = (chosen(quote!(self)), chosen(quote!(old)));
                compare.extend(quote! {
                    at.inner(#name, _crdc::Pair::of(#self_chosen, #old_chosen), |at| {
                        if let (#new, #old) = (self, old) { #lines }
                    });
                });
            }
            // Compared in `shared`, since fields with the same name are one field.
            Stand::Beside => {}
        }
        let mut lines = required(object, Access::Bound);
        lines.extend(self.validate(object, Access::Bound));
        if !lines.is_empty() {
            let before = before(ident, object);
            validate.extend(match stand {
                Stand::Member(name) => quote! {
                    #new => {
                        #before
                        let old = old.filter(|old| ::core::matches!(old, Self::#ident { .. }));
                        at.inner(#name, self, old, |at| { #lines });
                    }
                },
                Stand::Beside => quote!(#new => { #before #lines }),
            });
        }
        let lines = self.normalize_value(object, Access::Bound);
        if !lines.is_empty() {
            let before = before(ident, object);
            normalize_value.extend(quote!(#new => { #before #lines }));
        }
    }
}

/// Compares values of different variants by their JSON, unless only looking for immutable fields.
fn other() -> TokenStream {
    quote! {
        if ::core::mem::discriminant(self) != ::core::mem::discriminant(old) && at.other_variant(self, old) {
            return;
        }
    }
}

fn tag(tagging: &Tagging) -> Option<&str> {
    match tagging {
        Tagging::Internal { tag } | Tagging::Adjacent { tag, .. } | Tagging::Union { tag } => Some(tag),
        Tagging::External | Tagging::Untagged => None,
    }
}

/// The value of the tag.
fn texts(variants: &[ChoiceVariant], value: &TokenStream) -> TokenStream {
    let arms = variants.iter().map(|variant| {
        let (ident, name) = (&variant.variant.ident, &variant.variant.name);
        quote!(Self::#ident { .. } => #name)
    });
    quote!(match #value { #(#arms),* })
}

/// Compares the tag.
fn tagged(tag: &str, variants: &[ChoiceVariant]) -> TokenStream {
    let texts = texts(variants, &quote!(value));
    quote! {
        let tag = |value: &Self| #texts;
        at.field(#tag, _crdc::Scalars, _crdc::Pair::always(tag(self), tag(old)));
    }
}

/// The strings of unit variants.
fn units(variants: &[&ChoiceVariant]) -> TokenStream {
    let units = variants.iter().filter(|variant| matches!(variant.data, Data::Unit)).map(|variant| {
        let (ident, name) = (&variant.variant.ident, &variant.variant.name);
        quote!(Self::#ident => _crdc::Scalar::Text(#name),)
    });
    let units: TokenStream = units.collect();
    if units.is_empty() { units } else { quote!(match self { #units _ => _crdc::Scalar::Other }) }
}

/// Compares a variant with several values as a whole.
fn tuple(ident: &Ident, count: usize, stand: &Stand<'_>) -> TokenStream {
    let Stand::Member(name) = stand else { return TokenStream::new() };
    let names: Vec<Ident> = (0..count).map(|index| quote::format_ident!("value_{index}")).collect();
    let chosen = |value: TokenStream| quote!(match #value { Self::#ident(#(#names),*) => _crdc::Some((#(#names,)*)), _ => _crdc::None });
    let (new, old) = (chosen(quote!(self)), chosen(quote!(old)));
    quote!(at.field(#name, _crdc::Leaf, _crdc::Pair::of(#new.as_ref(), #old.as_ref()));)
}

/// A pattern that binds the fields of a variant.
fn pattern(ident: &Ident, object: &Object, side: Side) -> TokenStream {
    let fields = object.fields.iter().map(|field| {
        let (member, name) = (&field.member, bound(side, &field.member));
        quote!(#member: #name)
    });
    quote!(Self::#ident { #(#fields,)* .. })
}

/// Binds the fields of the old value, each as an `Option`.
fn before(ident: &Ident, object: &Object) -> TokenStream {
    let names: Vec<TokenStream> = object.fields.iter().map(|field| bound(Side::Old, &field.member)).collect();
    let pattern = pattern(ident, object, Side::Old);
    let none = names.iter().map(|_| quote!(_crdc::None));
    quote! {
        let (#(#names,)*) = match old {
            _crdc::Some(#pattern) => (#(_crdc::Some(#names),)*),
            _ => (#(#none,)*),
        };
    }
}
