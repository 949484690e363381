//! Writes the impls of the two traits, `Value` and `Rules`.
//!
//! In: the constants and the body of `normalize_value`. Out: `impl Value` and `impl Rules`. Constants that
//! equal their defaults are left out.
//!
//! Easy to break: types may be recursive. So `node` is a function, which is not called in constants.

use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::Emitter;
use super::members::{Members, node};
use crate::model::{Body, Data, Field, Form};

/// Items of `impl Value`.
#[derive(Default)]
pub(super) struct Code {
    /// The names of the fields, and the fields.
    pub(super) names: TokenStream,
    pub(super) fields: TokenStream,
    /// The values of members that are not fields.
    pub(super) others: TokenStream,
    /// The strings of an enum.
    pub(super) texts: TokenStream,
    /// Whether the derive inspects the contents of the type.
    pub(super) is_derived: bool,
    /// Whether the type is an enum of strings. Empty if it cannot be one.
    pub(super) is_enum: TokenStream,
    /// Whether the type may have checks. Empty if it cannot have any.
    pub(super) is_ruled: TokenStream,
    /// Whether the type has rules or unions of the whole object. Empty if it cannot have any.
    pub(super) of_whole: TokenStream,
    /// The node of the type.
    pub node: TokenStream,
    /// The body of `normalize_value`.
    pub(super) normalize: TokenStream,
}

impl Emitter<'_> {
    /// The items of the impl, with assertions about the types that serde reads in place of the item.
    pub(super) fn code(&mut self) -> Code {
        let (mut code, asserted) = (self.code_of_body(), self.read_as());
        if !asserted.is_empty() {
            let node = &code.node;
            code.node = if node.is_empty() {
                quote!({ #asserted *_crdc::Node::LEAF })
            } else {
                quote!({ #asserted #node })
            };
        }
        code
    }

    fn code_of_body(&mut self) -> Code {
        match &self.item.body {
            Body::Object(object) => {
                object.fields.iter().for_each(|field| self.held(field));
                let members = self.object(object);
                let ruled = self.ruled(&self.item.rules);
                let normalize = self.normalize_object(object, |field| {
                    let member = &field.member;
                    quote::quote_spanned!(super::spans::place(field)=> &mut self.#member)
                });
                let mut code = Code { normalize, ..self.with_members(&members) };
                code.node.extend(ruled);
                code
            }
            Body::Transparent(field) => self.transparent(field),
            Body::Text(variants) => {
                let texts = variants.iter().filter(|variant| !variant.skipped).map(|variant| &variant.name);
                let texts = quote!(&[#(#texts),*]);
                let literals =
                    variants.iter().filter(|variant| !variant.skipped).map(|variant| &variant.name);
                let rule = quote!(_crdc::Rule::Enum(&[#(_crdc::Literal::String(#literals)),*]));
                let ruled = self.ruled(&self.item.rules);
                let is_ruled = if ruled.is_empty() { TokenStream::new() } else { quote!(true) };
                let is_derived = !ruled.is_empty();
                Code {
                    texts,
                    is_enum: quote!(true),
                    is_derived,
                    is_ruled,
                    node: quote!(_crdc::Node::texts(const { &#rule }) #ruled),
                    ..Code::default()
                }
            }
            Body::Choice(choice) => match self.choice(choice) {
                Some(members) => {
                    let ruled = self.ruled(&self.item.rules);
                    let mut code =
                        Code { normalize: self.normalize_choice(choice), ..self.with_members(&members) };
                    code.node.extend(ruled);
                    code
                }
                None => {
                    let variants = choice.variants.iter().filter(|variant| !variant.variant.skipped);
                    let fields = variants.filter_map(|variant| match &variant.data {
                        Data::Leaf(fields) => Some(fields),
                        _ => None,
                    });
                    self.leaf(fields.flatten().collect())
                }
            },
            Body::Leaf(fields) => self.leaf(fields.iter().collect()),
        }
    }

    /// The code of a value that is compared as a whole, with assertions.
    fn leaf(&mut self, fields: Vec<&Field>) -> Code {
        let asserted = self.whole(&fields);
        let node = match asserted.is_empty() {
            true => TokenStream::new(),
            false => quote!({ #asserted *_crdc::Node::LEAF }),
        };
        let is_ruled = self.whole_is_ruled(&fields);
        Code { node, of_whole: is_ruled.clone(), is_ruled, ..Code::default() }
    }

    fn with_members(&mut self, members: &Members) -> Code {
        let (fields, shapes, others) = (self.fields(members), &members.shapes, self.others(members));
        let of_self = |constant: TokenStream| quote!(<Self as _crdc::Value>::#constant);
        let is_ruled = self.is_ruled();
        let (has_others, has_rules) = (members.has_others(), !self.item.rules.is_empty());
        let all = if has_others { of_self(quote!(OTHERS)) } else { quote!(_crdc::None) };
        Code {
            names: self.names(members),
            fields: if shapes.is_empty() { fields } else { quote!({ #shapes #fields }) },
            others: if has_others { others } else { TokenStream::new() },
            is_derived: true,
            is_ruled,
            of_whole: if has_rules || !members.unions.is_empty() { quote!(true) } else { TokenStream::new() },
            node: node(members, &of_self(quote!(FIELDS)), &all),
            ..Code::default()
        }
    }

    /// The code of a newtype, which equals that of its field.
    fn transparent(&mut self, field: &Field) -> Code {
        self.held(field);
        // The rules of the field are those of the type.
        let ruled = self.ruled(field.rules.iter().chain(&self.item.rules));
        let part = self.part_with(field, TokenStream::new());
        let (shape, member) = (self.shaped(field), &field.member);
        let of_whole = match field.form.core() {
            _ if !ruled.is_empty() => quote!(true),
            // A struct that flattens it does not see the fields of the type in it.
            Form::Other(ty, _) => {
                let picked = self.picked(ty);
                quote!(<#picked>::IS_RULED)
            }
            _ => TokenStream::new(),
        };
        let is_enum = self.is_enum(field);
        let normalize = self.inside(field).map(|inside| quote!(let value = &mut self.#member; #inside));
        Code {
            is_derived: true,
            is_enum,
            is_ruled: self.is_ruled(),
            of_whole,
            node: quote!({ #shape _crdc::Node::like(&#part) #ruled }),
            normalize: normalize.unwrap_or_default(),
            ..Code::default()
        }
    }

    /// Whether a newtype is a string of an enum, as its field is.
    fn is_enum(&mut self, field: &Field) -> TokenStream {
        match &field.form {
            form if !form.constraints().values.is_empty() => quote!(true),
            // A list or an option of the type itself may be in it; the type itself cannot.
            Form::Other(ty, _) if !field.is_whole() => {
                let picked = self.picked(ty);
                quote!(<#picked>::IS_ENUM)
            }
            _ => TokenStream::new(),
        }
    }

    /// `impl Value`
    pub(super) fn value(&self, code: &Code, fragment: &TokenStream) -> TokenStream {
        let Code { names, fields, others, texts, is_derived, is_enum, is_ruled, of_whole, node, normalize } =
            code;
        let constant = |name: &str, ty: TokenStream, value: &TokenStream| {
            let name = quote::format_ident!("{name}");
            (!value.is_empty()).then(|| quote!(const #name: #ty = #value;))
        };
        let names = constant("NAMES", quote!(&'static [_crdc::Name]), names);
        let fields = constant("FIELDS", quote!(&'static [_crdc::Field]), fields);
        let others = constant("OTHERS", quote!(_crdc::Option<&'static _crdc::Part>), others);
        let texts = constant("TEXTS", quote!(&'static [&'static str]), texts);
        let is_derived = is_derived.then(|| quote!(true)).unwrap_or_default();
        let is_derived = constant("IS_DERIVED", quote!(bool), &is_derived);
        let is_enum = constant("IS_ENUM", quote!(bool), is_enum);
        let is_ruled = constant("IS_RULED", quote!(bool), is_ruled);
        let of_whole = constant("OF_WHOLE", quote!(bool), of_whole);
        let node = if node.is_empty() { quote!(_crdc::Node::LEAF) } else { quote!(const { &#node }) };
        let normalize = (!normalize.is_empty()).then(|| {
            quote! {
                #[inline]
                fn normalize_value(&mut self, step: _crdc::Normalization<'_>) { #normalize }
            }
        });
        let (head, tail) = self.head(&quote!(_crdc::Value));
        quote! {
            #[automatically_derived]
            #head #tail {
                #names #fields #others #texts #is_derived #is_enum #is_ruled #of_whole
                fn node() -> &'static _crdc::Node { #node }
                fn schema() -> _crdc::Option<&'static _crdc::Fragment> { _crdc::Some(#fragment) }
                #normalize
            }
        }
    }

    /// `impl Derived`, if a type argument of the item may have no rules.
    pub(super) fn derived(&mut self) -> TokenStream {
        if self.item.generics.type_params().next().is_none() {
            return TokenStream::new();
        }
        let asks = self.is_ruled_anyway();
        let asks = if asks.is_empty() { quote!(false) } else { asks };
        let generics = &self.item.generics;
        let (ident, (parameters, arguments, condition)) = (&self.item.ident, generics.split_for_impl());
        quote! {
            #[automatically_derived]
            impl #parameters _crdc::Derived for #ident #arguments #condition {
                const ASKS: bool = #asks;
            }
        }
    }

    /// `impl Rules`
    pub(super) fn rules(&self) -> TokenStream {
        let path = &self.item.path;
        let path = (!path.is_empty()).then(|| quote!(const PATH: &'static str = #path;));
        let runtime = &self.item.runtime;
        let (head, tail) = self.head(&quote!(#runtime::Rules));
        let scale = self.scale();
        quote! {
            #[automatically_derived]
            #head #tail { #path #scale }
        }
    }
}
