//! Writes an object as an enum if its schema allows exactly one of its fields. In: a node. Out: an item; none
//! if some accepted value fits no variant.
//!
//! Easy to break: a value that fits no variant could not be read. So every field must be one of the
//! alternatives, no field may have a default or be null, and unknown fields must not be kept. Otherwise the
//! object becomes a struct of options.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Types;
use crate::emit::structure::docs::doc;
use crate::emit::structure::shape::{Shape, is_resource};
use crate::emit::structure::words::{Taken, pascal, snake};
use crate::emit::structure::{place_of, place_of_field};
use crdc_plan::{Field, Node, NodeId, Object, Others, Plan, Type, Union, UnionRules};

/// The form in which an object has one of its fields.
pub(super) enum Alternatives<'p> {
    /// The object has this field and no other: `{"s3": {…}}`.
    OneField,
    /// The object also has a discriminator, which selects the field: `{"type": "S3", "s3": {…}}`.
    Discriminated(&'p Union),
}

impl<'p> Types<'p> {
    /// The form in which an object has one of its fields; none if some accepted value has another form.
    pub(super) fn alternatives(&self, id: NodeId) -> Option<Alternatives<'p>> {
        let plan: &'p Plan = self.plan;
        let node = plan.nodes.get(id).filter(|_| Shape::of(plan, id) == Shape::Object)?;
        let is_open = node.object.others != Others::Unknown || node.preserve || is_resource(plan, id);
        let is_plain = |field: &Field| {
            plan.nodes.get(field.node).is_some_and(|below| below.default.is_none() && !below.nullable)
        };
        let has_choice = node.types == [Type::Object] && node.object.fields.len() > 1;
        if is_open || !has_choice || !node.object.fields.iter().all(is_plain) {
            return None;
        }
        match node.unions.as_slice() {
            [] => (has_one(node) || requires_one(plan, node)).then_some(Alternatives::OneField),
            [union] => selects_one(node, union).then_some(Alternatives::Discriminated(union)),
            _ => None,
        }
    }

    /// The enum of an object that has one of its fields.
    pub(super) fn choice(&self, id: NodeId, name: &Ident, alternatives: &Alternatives<'_>) -> TokenStream {
        let Some(node) = self.plan.nodes.get(id) else { return TokenStream::new() };
        let docs = doc(place_of(self.plan, id), self.descriptions.node(id));
        let mut taken = Taken::default();
        let docs_of = |field: &Field| {
            doc(&place_of_field(self.plan, id, &field.name), self.descriptions.field(id, &field.name))
        };
        let (tag, variants): (Option<TokenStream>, Vec<TokenStream>) = match alternatives {
            Alternatives::OneField => {
                let variant = |field: &Field| {
                    let (key, docs, of) = (&field.name, docs_of(field), self.of(field.node));
                    let variant = taken.free(pascal(key), "Empty");
                    quote!(#[doc = #docs] #[serde(rename = #key)] #variant(#of))
                };
                (None, node.object.fields.iter().map(variant).collect())
            }
            Alternatives::Discriminated(union) => {
                let tag = &union.discriminator;
                let variant = |value: &String| {
                    let variant = taken.free(pascal(value), "Empty");
                    let member = union.members.iter().find(|member| member.value == *value);
                    let field = member.and_then(|member| Some((member, node.object.field(&member.name)?)));
                    let field = field.map(|(member, field)| {
                        let (key, docs) = (&field.name, docs_of(field));
                        let ident = Taken::default().free(snake(key), "field");
                        let of = self.of(field.node);
                        match member.optional {
                            true => quote! {
                                #[doc = #docs]
                                #[serde(rename = #key, default, skip_serializing_if = "Option::is_none")]
                                #ident: Option<#of>,
                            },
                            false => quote!(#[doc = #docs] #[serde(rename = #key)] #ident: #of,),
                        }
                    });
                    let docs = doc(value, None);
                    quote!(#[doc = #docs] #[serde(rename = #value)] #variant { #field })
                };
                (Some(quote!(#[serde(tag = #tag)])), union.values.iter().map(variant).collect())
            }
        };
        quote! {
            #[doc = #docs]
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            #[allow(clippy::large_enum_variant)]
            #tag
            pub enum #name {
                #(#variants,)*
            }
        }
    }
}

/// Whether an object has exactly one member, by `minProperties` and `maxProperties`.
fn has_one(node: &Node) -> bool {
    node.object.min == Some(1) && node.object.max == Some(1) && node.object.required.is_empty()
}

/// Whether a `oneOf` selects one field: it has a branch for each field, which requires this field and nothing
/// else.
fn requires_one(plan: &Plan, node: &Node) -> bool {
    let only = |&branch: &NodeId| {
        let branch = plan.nodes.get(branch)?;
        let [required] = branch.object.required.as_slice() else { return None };
        let object = Object { required: vec![required.clone()], ..Object::default() };
        let Node { preserve, keeps_null, ref types, .. } = *branch;
        let plain = Node { types: types.clone(), preserve, keeps_null, object, ..Node::default() };
        (*branch == plain).then_some(required.as_str())
    };
    let covers = |branches: &[NodeId]| {
        let required: Option<Vec<&str>> = branches.iter().map(only).collect();
        let Some(required) = required else { return false };
        let distinct: HashSet<&str> = required.iter().copied().collect();
        let fields = &node.object.fields;
        distinct.len() == required.len()
            && distinct.len() == fields.len()
            && fields.iter().all(|field| distinct.contains(field.name.as_str()))
    };
    node.junctors.iter().any(|junctor| junctor.keyword == "oneOf" && covers(&junctor.branches))
        && node.object.required.is_empty()
}

/// Whether a union has all fields as members, and its discriminator is required and always a listed value.
fn selects_one(node: &Node, union: &Union) -> bool {
    let listed = matches!(union.rules, UnionRules::Seed { listed: true, required: true });
    let members: HashSet<&str> = union.members.iter().map(|member| member.name.as_str()).collect();
    let values: HashSet<&str> = union.members.iter().map(|member| member.value.as_str()).collect();
    let is_known = |field: &Field| field.name == union.discriminator || members.contains(field.name.as_str());
    listed
        && node.object.required == [union.discriminator.clone()]
        && members.len() == union.members.len()
        && values.len() == union.members.len()
        && node.object.fields.len() == members.len() + 1
        && node.object.fields.iter().all(is_known)
}
