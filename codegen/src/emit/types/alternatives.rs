//! Objects that hold one of their fields, as enums. In: a node. Out: an item, if every value of the schema
//! fits.
//!
//! Easy to break: a value that no variant has could not be read. So every field is one of the alternatives,
//! none has a default or may be null, and nothing else is kept. Elsewhere the object stays a struct of
//! options.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Types;
use crate::emit::structure::docs::doc;
use crate::emit::structure::shape::{Shape, is_resource};
use crate::emit::structure::words::{Taken, pascal, snake};
use crate::emit::structure::{place_of, place_of_field};
use crdc_plan::{Field, Node, NodeId, Object, Others, Plan, Type, Union, UnionRules};

/// The way in which an object says which field it holds.
pub(super) enum Alternatives<'p> {
    /// A variant with that field alone.
    Alone,
    /// A variant that is selected by the discriminator, which the object always has.
    Selected(&'p Union),
}

impl<'p> Types<'p> {
    /// The way in which an object holds one of its fields, if it always does.
    pub(super) fn alternatives(&self, id: NodeId) -> Option<Alternatives<'p>> {
        let plan: &'p Plan = self.plan;
        let node = plan.nodes.get(id).filter(|_| Shape::of(plan, id) == Shape::Object)?;
        let is_open = node.object.others != Others::Unknown || node.preserve || is_resource(plan, id);
        let is_plain = |field: &Field| {
            plan.nodes.get(field.node).is_some_and(|below| below.default.is_none() && !below.nullable)
        };
        let is_told = node.types == [Type::Object] && node.object.fields.len() > 1;
        if is_open || !is_told || !node.object.fields.iter().all(is_plain) {
            return None;
        }
        match node.unions.as_slice() {
            [] => (has_one(node) || requires_one(plan, node)).then_some(Alternatives::Alone),
            [union] => selects_one(node, union).then_some(Alternatives::Selected(union)),
            _ => None,
        }
    }

    /// The enum of an object that holds one of its fields.
    pub(super) fn choice(&self, id: NodeId, name: &Ident, alternatives: &Alternatives<'_>) -> TokenStream {
        let Some(node) = self.plan.nodes.get(id) else { return TokenStream::new() };
        let docs = doc(place_of(self.plan, id), self.descriptions.node(id));
        let mut taken = Taken::default();
        let said = |field: &Field| {
            doc(&place_of_field(self.plan, id, &field.name), self.descriptions.field(id, &field.name))
        };
        let (tag, variants): (Option<TokenStream>, Vec<TokenStream>) = match alternatives {
            Alternatives::Alone => {
                let variant = |field: &Field| {
                    let (key, docs, of) = (&field.name, said(field), self.of(field.node));
                    let variant = taken.free(pascal(key), "Empty");
                    quote!(#[doc = #docs] #[serde(rename = #key)] #variant(#of))
                };
                (None, node.object.fields.iter().map(variant).collect())
            }
            Alternatives::Selected(union) => {
                let tag = &union.discriminator;
                let variant = |value: &String| {
                    let variant = taken.free(pascal(value), "Empty");
                    let member = union.members.iter().find(|member| member.value == *value);
                    let field = member.and_then(|member| Some((member, node.object.field(&member.name)?)));
                    let field = field.map(|(member, field)| {
                        let (key, docs) = (&field.name, said(field));
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

/// Whether an object has one member, and so one of its fields.
fn has_one(node: &Node) -> bool {
    node.object.min == Some(1) && node.object.max == Some(1) && node.object.required.is_empty()
}

/// Whether a `oneOf` requires each field in one of its branches.
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

/// Whether a union has all fields, and its discriminator is always one of the known values.
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
