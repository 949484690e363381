//! Owned types of objects: a struct of serde for each object of a schema, and an enum for each `enum` and
//! each object that holds one of its fields.
//!
//! In: a plan, and the descriptions in its schema. Out: the module `object_types` of the generated file, or
//! its items for a separate file. `fields` selects the type of a field. `objects`, `alternatives` and `enums`
//! write items, `defaults` writes defaults as expressions, `shared` has the types that all modules share.
//! `kubernetes` selects types of `k8s-openapi`, `kube` writes the traits of `kube`. Views have the same names
//! and shapes (`structure`).
//!
//! Easy to break: an accepted object must not change when it is read and written again, except as
//! `docs/reading.md` lists.

mod alternatives;
mod defaults;
mod enums;
mod fields;
mod known;
mod kube;
mod kubernetes;
mod objects;
mod shared;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::file::spaced;
use super::module::Module;
use super::structure::shape::Shape;
use super::structure::words::{Taken, snake};
use super::structure::{names, reached};
use crdc_plan::{Descriptions, NodeId, Plan};
use known::{FOR_KUBE, Known, NAMES};

/// The options that the user selects.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Choices {
    /// Types of `k8s-openapi` where they fit, and the traits of `kube`.
    pub(crate) kube: bool,
}

/// The module of types.
pub(crate) fn module(
    plan: &Plan,
    descriptions: &Descriptions,
    choices: Choices,
) -> Result<String, syn::Error> {
    let mut module = Module::public(
        "object_types",
        " Types of objects: they own what they read, and are written as JSON again.",
    );
    for item in items(plan, descriptions, choices) {
        module.push(item)?;
    }
    Ok(spaced(&module.text(&[])?))
}

/// The types as the text of a file.
pub(crate) fn file(plan: &Plan, descriptions: &Descriptions, choices: Choices) -> Result<String, syn::Error> {
    let mut out = String::new();
    for item in items(plan, descriptions, choices) {
        out.push_str(&prettyplease::unparse(&syn::parse2(item)?));
    }
    Ok(spaced(&out))
}

/// Names of the modules of several versions: no two are equal.
#[derive(Default)]
pub(crate) struct ModuleNames(Taken);

impl ModuleNames {
    /// The name of the module for the types of a plan.
    pub(crate) fn of(&mut self, plan: &Plan) -> Ident {
        self.0.free(snake(&format!("{}_{}", plan.plural, plan.version)), "types")
    }
}

/// A text inside of a module.
pub(crate) fn indented(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("    {line}\n") };
    text.lines().map(line).collect()
}

/// The items, in the order of the document.
fn items(plan: &Plan, descriptions: &Descriptions, choices: Choices) -> Vec<TokenStream> {
    let order = reached(plan);
    let mut taken = NAMES.to_vec();
    taken.extend(FOR_KUBE.iter().filter(|_| choices.kube));
    let names = names(plan, &order, &taken);
    let mut types =
        Types { plan, descriptions, choices, names, without_required: HashSet::new(), used: Used::default() };
    types.without_required = order.iter().copied().filter(|&id| types.has_no_required(id)).collect();
    let mut items: Vec<TokenStream> = choices.kube.then(|| types.known_items(&order)).into_iter().collect();
    for &id in &order {
        match Shape::of(plan, id) {
            Shape::Object => items.push(types.object(id)),
            Shape::Enum => items.push(types.enumeration(id)),
            _ => {}
        }
    }
    items.extend(types.shared_items(&order));
    items.insert(0, types.imports());
    items
}

/// The state of writing the types of one plan.
struct Types<'p> {
    plan: &'p Plan,
    descriptions: &'p Descriptions,
    choices: Choices,
    /// The names of the types of nodes.
    names: HashMap<NodeId, Ident>,
    /// The objects whose types have a `Default`: each required field has a default.
    without_required: HashSet<NodeId>,
    used: Used,
}

/// The imports that were used so far.
#[derive(Default)]
struct Used {
    value: Cell<bool>,
    map: Cell<bool>,
}

impl Types<'_> {
    /// The imports that the items use.
    fn imports(&self) -> TokenStream {
        let value = self.used.value.get().then(|| {
            quote!(
                use ::serde_json::Value;
            )
        });
        let map = self.used.map.get().then(|| {
            quote!(
                use ::std::collections::BTreeMap;
            )
        });
        quote! {
            use ::serde::{Deserialize, Serialize};
            #value
            #map
        }
    }

    /// The type of any value.
    fn value(&self) -> TokenStream {
        self.used.value.set(true);
        quote!(Value)
    }

    /// The type of a map with values of the type `each`.
    fn map(&self, each: &TokenStream) -> TokenStream {
        self.used.map.set(true);
        quote!(BTreeMap<String, #each>)
    }

    /// The type of the values of a node, without the `Option` of a nullable node.
    fn of(&self, id: NodeId) -> TokenStream {
        let node = self.plan.nodes.get(id);
        let inner = |id: NodeId| {
            let inner = self.of(id);
            let nullable = self.plan.nodes.get(id).is_some_and(|node| node.nullable);
            if nullable { quote!(Option<#inner>) } else { inner }
        };
        match self.known(id) {
            Some(Known::IntOrString) => return quote!(IntOrString),
            Some(Known::Quantity) => return quote!(Quantity),
            None => {}
        }
        match Shape::of(self.plan, id) {
            Shape::Value => self.value(),
            Shape::String => quote!(String),
            Shape::Integer => quote!(i64),
            Shape::Number => quote!(f64),
            Shape::Boolean => quote!(bool),
            Shape::IntOrString => self.own_int_or_string(),
            Shape::Object | Shape::Enum => match self.names.get(&id) {
                // Only types of definitions can be recursive.
                Some(name) if node.is_some_and(|node| node.definition.is_some()) => {
                    quote!(Box<#name>)
                }
                Some(name) => quote!(#name),
                None => self.value(),
            },
            Shape::Map(each) => {
                let each = inner(each);
                self.map(&each)
            }
            Shape::List(Some(each)) => {
                let each = inner(each);
                quote!(Vec<#each>)
            }
            Shape::List(None) => {
                let each = self.value();
                quote!(Vec<#each>)
            }
        }
    }
}
