//! Objects: their fields and their nodes, of structs and of enums with data.
//!
//! In: the fields of an [`Object`], or the variants of a [`Choice`]. Out: the constants of `Value`. An externally tagged variant is a
//! field with its name, an adjacently tagged one is the content field. The fields of an internally tagged one are beside the tag. A
//! union has a tag and a field for each variant.
//!
//! Easy to break: fields have the numbers of their place in the list. An object's own ones are first, those of flattened fields after
//! them. Of equal names, the variant decides which is meant.

use crdc_vocabulary::Immutability;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::emitter::Emitter;
use super::parts::number;
use super::spans::place;
use crate::json::{Json, escaped};
use crate::typed::model::{Choice, ChoiceVariant, Data, Field, Form, Object, Tagging};

/// What an object has.
#[derive(Default)]
pub(super) struct Members {
    /// Its own fields, and their names.
    pub(super) own: Vec<TokenStream>,
    pub(super) names: Vec<TokenStream>,
    /// The types of flattened fields, with the variants that have them.
    pub(super) flat: Vec<(TokenStream, TokenStream)>,
    /// The values of all other members.
    pub(super) others: Option<TokenStream>,
    /// Assertions.
    pub(super) shapes: TokenStream,
    /// Unions of fields.
    pub(super) unions: Vec<TokenStream>,
}

impl Emitter<'_> {
    /// A struct with named fields.
    pub(super) fn object(&mut self, object: &Object) -> Members {
        let mut members = Members::default();
        if let Some((name, _)) = &object.tag {
            members.tag(name);
        }
        for field in &object.fields {
            self.field(field, &[], &mut members);
        }
        members.unions = object.unions.iter().filter_map(|union| self.union(object, union)).collect();
        members
    }

    /// An enum with data; `None` if its variant cannot be told from its values.
    pub(super) fn choice(&mut self, choice: &Choice) -> Option<Members> {
        let written: Vec<&ChoiceVariant> =
            choice.variants.iter().filter(|variant| !variant.variant.skipped).collect();
        if choice.tagging == Tagging::Untagged || written.iter().any(|variant| variant.untagged) {
            return None;
        }
        let mut members = Members::default();
        if let Tagging::Internal { tag: name }
        | Tagging::Adjacent { tag: name, .. }
        | Tagging::Union { tag: name } = &choice.tagging
        {
            members.tag(name);
        }
        // Equal fields of several variants are one field.
        let mut shared: Vec<(String, &Field, Vec<&str>)> = Vec::new();
        for variant in written {
            let name = variant.variant.name.as_str();
            let only = quote!(.of(&[#name]));
            let (held, only) = match &choice.tagging {
                Tagging::Internal { .. } => {
                    match &variant.data {
                        Data::Newtype(field) => members.flat.push((self.flattened(field), quote!(&[#name]))),
                        Data::Object(object) => {
                            object.fields.iter().for_each(|field| merge(field, name, &mut shared))
                        }
                        Data::Unit | Data::Leaf(_) => {}
                    }
                    continue;
                }
                Tagging::Adjacent { content, .. } => (content, only),
                Tagging::Union { .. } => (&variant.member, quote!()),
                Tagging::External | Tagging::Untagged => (&variant.variant.name, quote!()),
            };
            let key = key(held);
            let part = match &variant.data {
                Data::Unit => continue,
                Data::Newtype(field) => {
                    members.shapes.extend(self.shaped(field));
                    self.part_of(field)
                }
                Data::Leaf(_) => quote!(_crdc::Part::own(_crdc::Node::LEAF)),
                Data::Object(object) => self.inner(object),
            };
            members.own.push(quote!(_crdc::Field::new(#held, #key, #part) #only));
            members.names.push(quote!((#held, false)));
        }
        for (_, field, variants) in shared {
            self.field(field, &variants, &mut members);
        }
        Some(members)
    }

    /// The object in a variant.
    fn inner(&mut self, object: &Object) -> TokenStream {
        let members = self.object(object);
        let (fields, shapes, others) = (self.fields(&members), &members.shapes, self.others(&members));
        let node = node(&members, &quote!(const { #shapes #fields }), &others);
        quote!(_crdc::Part::own(const { &#node }))
    }

    fn field(&mut self, field: &Field, variants: &[&str], members: &mut Members) {
        members.shapes.extend(self.shaped(field));
        if field.flatten {
            if let Form::Map { values, mark, .. } = field.form.core() {
                let part = self.part(values, *mark);
                members.others.get_or_insert(part);
            } else if !self.is_itself(&field.form) {
                let ty = self.flattened(field);
                members.flat.push((ty, quote!(&[#(#variants),*])));
            }
            return;
        }
        let (name, part, span) = (&field.name, self.part_of(field), place(field));
        let may_lack = field.skip_if.is_some() || matches!(field.form, Form::Optional(_));
        let required =
            (field.required && may_lack).then(|| quote!(.required(const { &_crdc::Rule::Required(#name) })));
        let only = (!variants.is_empty()).then(|| quote!(.of(&[#(#variants),*])));
        let default = default(field).map(|value| quote!(.or(#value)));
        let key = key(name);
        let held = matches!(field.mark, Some((Immutability::Immutable, _)));
        members
            .own
            .push(quote_spanned!(span=> _crdc::Field::new(#name, #key, #part) #required #default #only));
        members.names.push(quote!((#name, #held)));
    }

    /// The type of a flattened field, which has rules.
    fn flattened(&self, field: &Field) -> TokenStream {
        let ty = match field.form.core() {
            Form::Other(ty, _) => quote!(#ty),
            _ => {
                let ty = &field.ty;
                quote!(#ty)
            }
        };
        quote_spanned!(place(field)=> <#ty as _crdc::Value>)
    }

    /// Whether a flattened type is the item itself, whose fields are known.
    fn is_itself(&self, form: &Form) -> bool {
        let Form::Other(ty, _) = form.core() else { return false };
        let syn::Type::Path(path) = &**ty else { return false };
        path.path.get_ident().is_some_and(|ident| *ident == self.item.ident || ident == "Self")
    }

    /// The list of all fields.
    pub(super) fn fields(&self, members: &Members) -> TokenStream {
        let Members { own, flat, .. } = members;
        if flat.is_empty() {
            return quote!(&[#(#own),*]);
        }
        let (types, variants): (Vec<_>, Vec<_>) = flat.iter().cloned().unzip();
        let count = count(members);
        quote!(&_crdc::joined::<{ #count }>(&[(&[#(#own),*], &[]), #((#types::FIELDS, #variants)),*]))
    }

    /// The list of their names.
    pub(super) fn names(&self, members: &Members) -> TokenStream {
        let Members { names, flat, .. } = members;
        if flat.is_empty() {
            return quote!(&[#(#names),*]);
        }
        let (types, count) = (flat.iter().map(|(ty, _)| ty), count(members));
        quote!(&_crdc::names::<{ #count }>(&[&[#(#names),*], #(#types::NAMES),*]))
    }

    /// The values of other members.
    pub(super) fn others(&self, members: &Members) -> TokenStream {
        let types = members.flat.iter().map(|(ty, _)| ty);
        match &members.others {
            Some(part) => quote!(_crdc::Some(const { &#part })),
            None if members.flat.is_empty() => quote!(_crdc::None),
            None => quote!(_crdc::first(&[#(#types::OTHERS),*])),
        }
    }
}

/// The number of fields.
fn count(members: &Members) -> TokenStream {
    let (own, types) = (number(members.own.len()), members.flat.iter().map(|(ty, _)| ty));
    quote!(#own #(+ #types::NAMES.len())*)
}

/// The node of an object with these fields.
pub(super) fn node(members: &Members, fields: &TokenStream, others: &TokenStream) -> TokenStream {
    let (count, unions) = (count(members), &members.unions);
    quote! {
        _crdc::Node::object(
            #fields,
            const { &_crdc::edges::<{ #count }>(#fields) },
            #others,
            const { &[#(#unions),*] },
        )
    }
}

impl Members {
    /// Adds the field that names the variant.
    fn tag(&mut self, name: &str) {
        let key = key(name);
        self.own.push(quote!(_crdc::Field::new(#name, #key, _crdc::Part::own(_crdc::Node::SCALAR))));
        self.names.push(quote!((#name, false)));
    }
}

/// A name as a key of JSON.
fn key(name: &str) -> String {
    format!("\"{}\":", escaped(name))
}

fn merge<'o>(field: &'o Field, variant: &'o str, shared: &mut Vec<(String, &'o Field, Vec<&'o str>)>) {
    let (ty, skip, mark) = (&field.ty, &field.skip_if, field.mark.map(|(marked, _)| marked));
    let same = format!("{:?}{}{}{mark:?}{}", field.name, quote!(#ty), quote!(#skip), field.flatten);
    match shared.iter_mut().find(|(known, ..)| *known == same) {
        Some((.., variants)) => variants.push(variant),
        None => shared.push((same, field, vec![variant])),
    }
}

/// The default of a field, if it is a scalar.
fn default(field: &Field) -> Option<TokenStream> {
    let value = field.default_value.as_ref()?;
    let scalar = matches!(value, Json::Bool(_) | Json::Int(_) | Json::Float(_) | Json::String(_));
    let value = crate::tokens::literals(std::slice::from_ref(value));
    scalar.then(|| {
        quote!({
            use _crdc::Literal;
            #(#value)*
        })
    })
}
