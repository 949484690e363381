//! Owned types of objects: a struct of serde for each object of a schema, and an enum for each `enum`.
//!
//! In: a plan, and what its schema says in words. Out: a module of the generated file, `object_types`, or its items for a file
//! of their own. `fields` decides what a field is, `objects` and `enums` write items, `defaults` says which defaults have a form in
//! Rust, `shared` has what is the same in all modules. Names and shapes are those of views (`structure`).
//!
//! Easy to break: an accepted object that is read and written again is the same, but for what `docs/reading.md` lists.

mod defaults;
mod enums;
mod fields;
mod objects;
mod shared;

use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::file::spaced;
use super::module::Module;
use super::structure::shape::Shape;
use super::structure::{names, reached};
use crate::plan::{Descriptions, NodeId, Plan};

/// The module of types.
pub(crate) fn module(plan: &Plan, descriptions: &Descriptions) -> Result<String, syn::Error> {
    let mut module = Module::public(
        "object_types",
        " Types of objects: they own what they read, and are written as JSON again.",
    );
    module.push(imports())?;
    for item in items(plan, descriptions) {
        module.push(item)?;
    }
    Ok(spaced(&module.text(&[])?))
}

/// The types as the text of a file.
pub(crate) fn file(plan: &Plan, descriptions: &Descriptions) -> Result<String, syn::Error> {
    let mut out = prettyplease::unparse(&syn::parse2(imports())?);
    for item in items(plan, descriptions) {
        out.push_str(&prettyplease::unparse(&syn::parse2(item)?));
    }
    Ok(spaced(&out))
}

/// What all modules use.
fn imports() -> TokenStream {
    quote! {
        use ::serde::{Deserialize, Serialize};
        use ::serde_json::Value;
        use ::std::collections::BTreeMap;
    }
}

/// The items, in the order of the document.
fn items(plan: &Plan, descriptions: &Descriptions) -> Vec<TokenStream> {
    let order = reached(plan);
    let names = names(plan, &order, &shared::NAMES);
    let mut types = Types { plan, descriptions, names, without_required: HashSet::new() };
    types.without_required = order.iter().copied().filter(|&id| types.has_no_required(id)).collect();
    let mut items: Vec<TokenStream> = Vec::new();
    for &id in &order {
        match Shape::of(plan, id) {
            Shape::Object => items.push(types.object(id)),
            Shape::Enum => items.push(types.enumeration(id)),
            _ => {}
        }
    }
    items.extend(shared::items(&order, |id| Shape::of(plan, id)));
    items
}

/// What the types of one plan need.
struct Types<'p> {
    plan: &'p Plan,
    descriptions: &'p Descriptions,
    /// The types of nodes that have one.
    names: HashMap<NodeId, Ident>,
    /// Objects without required fields, which have a `Default`.
    without_required: HashSet<NodeId>,
}

impl Types<'_> {
    /// The type of the values of a node, null or not.
    fn of(&self, id: NodeId) -> TokenStream {
        let node = self.plan.nodes.get(id);
        let inner = |id: NodeId| {
            let inner = self.of(id);
            let nullable = self.plan.nodes.get(id).is_some_and(|node| node.nullable);
            if nullable { quote!(Option<#inner>) } else { inner }
        };
        match Shape::of(self.plan, id) {
            Shape::Value => quote!(Value),
            Shape::String => quote!(String),
            Shape::Integer => quote!(i64),
            Shape::Number => quote!(f64),
            Shape::Boolean => quote!(bool),
            Shape::IntOrString => quote!(IntOrString),
            Shape::Object | Shape::Enum => match self.names.get(&id) {
                // Only a definition can lead back to itself.
                Some(name) if node.is_some_and(|node| node.definition.is_some()) => {
                    quote!(Box<#name>)
                }
                Some(name) => quote!(#name),
                None => quote!(Value),
            },
            Shape::Map(each) => {
                let each = inner(each);
                quote!(BTreeMap<String, #each>)
            }
            Shape::List(Some(each)) => {
                let each = inner(each);
                quote!(Vec<#each>)
            }
            Shape::List(None) => quote!(Vec<Value>),
        }
    }
}
