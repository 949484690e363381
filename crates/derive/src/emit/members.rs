//! Writes the fields and nodes of objects: of structs and of enums with data.
//!
//! In: the fields of an [`Object`], or the variants of a [`Choice`]. Out: the constants of `Value`. An
//! externally tagged variant is a field with its name, an adjacently tagged one is the content field. The
//! fields of an internally tagged one are beside the tag. A union has a tag and a field for each variant.
//!
//! Easy to break: the number of a field is its index in the list. The object's own fields are first, the
//! fields of flattened types after them. Of fields with the same name, the variant decides which one applies.

use crdc_vocabulary::Immutability;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::emitter::Emitter;
use super::keys::words;
use super::parts::{in_rules, number};
use super::spans::place;
use crate::model::{Choice, ChoiceVariant, Data, Field, Form, ListKind, Object, Scalar, Tagging};
use crate::types::{is_any_json, shown};
use crdc_source::diag::Code;
use crdc_source::json::{Json, escaped};

/// The members of an object.
#[derive(Default)]
pub(super) struct Members {
    /// The object's own fields, and their names.
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
    /// The members of a struct with named fields.
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

    /// The members of an enum with data. `None` if a value does not determine its variant.
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
        let mut shared: Vec<Shared<'_>> = Vec::new();
        for variant in written {
            let name = variant.variant.name.as_str();
            let only = quote!(.of(&[#name]));
            let (held, only) = match &choice.tagging {
                Tagging::Internal { .. } => {
                    match &variant.data {
                        Data::Newtype(field) => members.flat.push((self.flattened(field), quote!(&[#name]))),
                        Data::Object(object) => {
                            object.fields.iter().for_each(|field| self.merge(field, name, &mut shared));
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
                Data::Leaf(fields) => {
                    members.shapes.extend(self.whole(&fields.iter().collect::<Vec<_>>()));
                    quote!(_crdc::Part::own(_crdc::Node::LEAF))
                }
                Data::Object(object) => self.inner(object),
            };
            members.own.push(quote!(_crdc::Field::new(#held, #key, #part) #only));
            members.names.push(quote!((#held, false)));
        }
        let mut numbers: Vec<(String, usize)> = Vec::new();
        for Shared { field, variants, .. } in shared {
            let number = members.own.len();
            self.field(field, &variants, &mut members);
            // Fields whose values are correlated in the same way are one field, even if the variants have
            // different constraints.
            let correlated = correlated(field);
            match numbers.iter().find(|(known, _)| *known == correlated) {
                Some((_, first)) if !field.flatten => {
                    let before = self::number(number - first);
                    members.own.iter_mut().skip(number).for_each(|own| own.extend(quote!(.same(#before))));
                }
                _ => numbers.push((correlated, number)),
            }
        }
        Some(members)
    }

    /// Adds a field of a variant to the fields of the other variants. A field with the same constraints is
    /// shared.
    fn merge<'o>(&mut self, field: &'o Field, variant: &'o str, shared: &mut Vec<Shared<'o>>) {
        let mut alone = Members::default();
        self.field(field, &[], &mut alone);
        let Members { own, names, flat, others, shapes, .. } = alone;
        let flat = flat.into_iter().map(|(ty, _)| ty);
        let asked = quote!(#(#own)* #(#names)* #(#flat)* #others #shapes).to_string();
        match shared.iter_mut().find(|known| known.asked == asked) {
            Some(known) => known.variants.push(variant),
            None => shared.push(Shared { asked, field, variants: vec![variant] }),
        }
    }

    /// The node of the object in a variant.
    fn inner(&mut self, object: &Object) -> TokenStream {
        let members = self.object(object);
        let (fields, shapes, others) = (self.fields(&members), &members.shapes, self.others(&members));
        let node = node(&members, &quote!(const { #shapes #fields }), &others);
        quote!(_crdc::Part::own(const { &#node }))
    }

    fn field(&mut self, field: &Field, variants: &[&str], members: &mut Members) {
        self.null_of_enum(field);
        members.shapes.extend(self.shaped(field));
        if field.flatten {
            if let Form::Map { values, mark, .. } = field.form.core() {
                let part = self.part(values, *mark, &[]);
                members.others.get_or_insert(part);
            } else {
                let ty = self.flattened(field);
                members.flat.push((ty, quote!(&[#(#variants),*])));
            }
            return;
        }
        let (name, part, span) = (&field.name, self.part_of(field), place(field));
        // Infinite floats and NaN are serialized as null, and arbitrary JSON may be null.
        let may_be_null = match field.form.core() {
            Form::Scalar(scalar, _) => matches!(scalar, Scalar::Number { .. }),
            Form::Other(ty, _) => is_any_json(ty),
            _ => false,
        };
        let may_lack = field.skip_if.is_some() || may_be_null || field.form.is_optional();
        let required =
            (field.required && may_lack).then(|| quote!(.required(const { &_crdc::Rule::Required(#name) })));
        let nullable = (field.required && field.nullable).then(|| quote!(.or_null()));
        let only = (!variants.is_empty()).then(|| quote!(.of(&[#(#variants),*])));
        let default = default(field).map(|value| quote!(.or(#value)));
        let key = key(name);
        let in_rules = in_rules(name);
        let named = (in_rules != *name).then(|| quote!(.named(#in_rules)));
        let held = matches!(field.mark, Some((Immutability::Immutable, _)));
        members.own.push(
            quote_spanned!(span=> _crdc::Field::new(#name, #key, #part) #required #nullable #default #named #only),
        );
        members.names.push(quote!((#name, #held)));
    }

    /// The type of a flattened field, which has rules. The rules of its whole object are not run.
    fn flattened(&mut self, field: &Field) -> TokenStream {
        let ty = match field.form.core() {
            Form::Other(ty, _) => quote!(#ty),
            _ => {
                let ty = &field.ty;
                quote!(#ty)
            }
        };
        // A flattened type parameter does not compile anyway.
        if !field.unchecked && !self.is_generic(&field.ty) {
            let words = words(
                &format!(
                    "`{}` has rules or unions of its whole value, which are not run where it is flattened",
                    shown(&field.ty)
                ),
                "move its fields here; or check them yourself, and write `#[crdc(unchecked_rules)]` on the field",
                Code::RuleUnchecked,
            );
            let must = quote_spanned!(place(field)=> _crdc::must(!<#ty as _crdc::Value>::OF_WHOLE, #words));
            self.assert(&must);
        }
        quote_spanned!(place(field)=> <#ty as _crdc::Value>)
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

    /// The values of members that are not fields.
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
pub(crate) fn node(members: &Members, fields: &TokenStream, others: &TokenStream) -> TokenStream {
    let (count, unions) = (count(members), &members.unions);
    quote! {
        _crdc::Node::object(
            #fields,
            const { &_crdc::edges::<{ #count }>(#fields) },
            #others,
            const { &[#(#unions),*] },
            const { &_crdc::seen::<{ #count }>(#fields) },
        )
    }
}

impl Members {
    /// Whether there may be members that are not fields.
    pub(super) fn has_others(&self) -> bool {
        self.others.is_some() || !self.flat.is_empty()
    }

    /// Adds the field that names the variant.
    fn tag(&mut self, name: &str) {
        let key = key(name);
        self.own.push(quote!(_crdc::Field::new(#name, #key, _crdc::Part::own(_crdc::Node::TEXT))));
        self.names.push(quote!((#name, false)));
    }
}

/// A name as a key of JSON.
fn key(name: &str) -> String {
    format!("\"{}\":", escaped(name))
}

/// A field of several variants.
struct Shared<'o> {
    /// The constraints of the field, as text.
    asked: String,
    field: &'o Field,
    variants: Vec<&'o str>,
}

/// The properties by which the values of a field are correlated and compared, as text: constraints do not.
fn correlated(field: &Field) -> String {
    let (ty, mark) = (&field.ty, field.mark.map(|(marked, _)| marked));
    let (whole, form) = (field.is_whole(), kinds(&field.form));
    format!("{:?} {} {mark:?} {} {whole} {form}", field.name, quote!(#ty), field.normalize.is_some())
}

/// The kinds of the lists and maps of a form.
fn kinds(form: &Form) -> String {
    let marked = |mark: &Option<(Immutability, Span)>| mark.map(|(marked, _)| marked);
    match form {
        Form::Scalar(..) | Form::Other(..) => String::new(),
        Form::Optional(inner) | Form::Boxed(inner) => kinds(inner),
        Form::List { kind, items, mark, .. } => {
            let kind = match kind {
                ListKind::Plain => "plain".to_owned(),
                ListKind::Atomic => "atomic".to_owned(),
                ListKind::Set => "set".to_owned(),
                ListKind::Map(keys) => format!("{:?}", keys.iter().map(|key| &key.name).collect::<Vec<_>>()),
            };
            format!("[{kind} {:?} {}]", marked(mark), kinds(items))
        }
        Form::Map { values, atomic, mark, .. } => {
            format!("{{{atomic} {:?} {}}}", marked(mark), kinds(values))
        }
    }
}

/// The default of a field; null is no default.
fn default(field: &Field) -> Option<TokenStream> {
    field.default_value.as_ref().filter(|value| **value != Json::Null).map(given)
}

fn given(value: &Json) -> TokenStream {
    match value {
        Json::Null => quote!(_crdc::Given::Null),
        Json::Bool(value) => quote!(_crdc::Given::Bool(#value)),
        Json::Int(value) => quote!(_crdc::Given::Int(#value)),
        // Go writes it into the document like an integer, and from then on it is one.
        Json::Float(value) if value.fract() == 0.0 && value.abs() < 9.2e18 => {
            let whole = *value as i64;
            quote!(_crdc::Given::Int(#whole))
        }
        Json::Float(value) => quote!(_crdc::Given::Float(#value)),
        Json::String(text) => quote!(_crdc::Given::Text(#text)),
        Json::Array(items) => {
            let items = items.iter().map(given);
            quote!(_crdc::Given::List(&[#(#items),*]))
        }
        Json::Object(members) => {
            let members = members.iter().map(|(name, value)| {
                let value = given(value);
                quote!((#name, #value))
            });
            quote!(_crdc::Given::Object(&[#(#members),*]))
        }
    }
}
