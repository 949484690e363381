//! Writes views of objects: a struct for each object of a schema, with a method for each field, and an enum
//! for each `enum`.
//!
//! In: a plan, and the descriptions of its schema. Out: a module of the generated file, `object_views`, and
//! the function of the unit type that returns the view of the whole object. `structure` has names and shapes.
//! Code that does not depend on the schema is in the runtime (`runtime/src/views`).
//!
//! Generated code imports only a module, so that no type can shadow a name that the code uses.

mod enums;
mod objects;

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::file::spaced;
use super::module::Module;
use super::structure::shape::Shape;
use super::structure::{names, reached};
use super::type_name::type_name;
use crdc_plan::{Descriptions, NodeId, Plan};

/// The module of views, with the function that returns the view of the whole object.
pub(crate) fn views(plan: &Plan, descriptions: &Descriptions, runtime: &str) -> Result<String, syn::Error> {
    let path: syn::Path = syn::parse_str(runtime)?;
    // No type begins with a small letter.
    let runtime = quote!(view);
    let order = reached(plan);
    let names = names(plan, &order, &[]);
    let views = Views { plan, descriptions, names, runtime };
    let mut module = Module::public("object_views", " Views of objects: a method for each field.");
    module.push(quote!(use #path::__private::views as view;))?;
    module.push(views.entry())?;
    for &id in &order {
        match Shape::of(plan, id) {
            Shape::Object => module.push(views.object(id))?,
            Shape::Enum => module.push(views.enumeration(id))?,
            _ => {}
        }
    }
    Ok(spaced(&module.text(&[])?))
}

/// The state of writing the views of one plan.
struct Views<'p> {
    plan: &'p Plan,
    descriptions: &'p Descriptions,
    /// The types of nodes that have one.
    names: HashMap<NodeId, Ident>,
    runtime: TokenStream,
}

impl Views<'_> {
    /// The function that returns the view of the whole object.
    fn entry(&self) -> TokenStream {
        let (unit, runtime) = (type_name(&self.plan.kind), &self.runtime);
        let Some(name) = self.names.get(&self.plan.root) else { return TokenStream::new() };
        quote! {
            impl super::#unit {
                /// Reads the fields of an object of this kind by methods: `accepted.value()`, or the
                /// `old_value()` of an outcome.
                #[inline]
                pub fn view(value: #runtime::Value<'_>) -> #name<'_> {
                    <#name<'_> as #runtime::FromValue<'_>>::from_value(value)
                }
            }
        }
    }

    /// The type of the values of a node.
    fn r#type(&self, id: NodeId) -> TokenStream {
        let runtime = &self.runtime;
        let nullable = |id: NodeId| self.plan.nodes.get(id).is_some_and(|node| node.nullable);
        let inner = |id: NodeId| {
            let inner = self.r#type(id);
            if nullable(id) { quote!(::core::option::Option<#inner>) } else { inner }
        };
        match Shape::of(self.plan, id) {
            Shape::Value => quote!(#runtime::Value<'a>),
            Shape::String => quote!(&'a str),
            Shape::Integer => quote!(i64),
            Shape::Number => quote!(f64),
            Shape::Boolean => quote!(bool),
            Shape::IntOrString => quote!(#runtime::IntOrString<'a>),
            Shape::Object | Shape::Enum => match self.names.get(&id) {
                Some(name) => quote!(#name<'a>),
                None => quote!(#runtime::Value<'a>),
            },
            Shape::Map(each) => {
                let each = inner(each);
                quote!(#runtime::Map<'a, #each>)
            }
            Shape::List(Some(each)) => {
                let each = inner(each);
                quote!(#runtime::List<'a, #each>)
            }
            Shape::List(None) => quote!(#runtime::List<'a, #runtime::Value<'a>>),
        }
    }
}
