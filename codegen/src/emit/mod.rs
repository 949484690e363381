//! Plan to Rust: one function per node, with rules and constants, formatted.
//!
//! In: a [`Plan`] of a checked document. Out: the text of a file to be included in a module. Everything that
//! does not depend on the schema is a call into the runtime crate. Generated code refers to the runtime only
//! by its configured path, uses nothing from the prelude that a user could shadow, and contains no paths of
//! this machine.

pub mod actions;
mod arms;
mod array;
mod constants;
mod extensions;
mod file;
mod format;
mod known;
mod limits;
mod mixed;
mod module;
mod names;
mod number;
mod object;
mod places;
mod root;
mod rules;
mod scalar_name;
mod shape;
mod string;
mod topology;
mod type_name;
mod validated;
mod whole;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crdc_vocabulary::{Dialect, Ratcheting};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::plan::{NodeId, Others, Plan, Type};
use constants::Constants;
use known::Fields;
use names::Names;

pub(crate) use actions::UncompiledRule;
pub(crate) use file::{EmittedFile, bound_expressions, emit, emit_expressions, programs, uncompiled_rules};
pub(crate) use rules::Places;
pub(crate) use rules::program_table;
pub use rules::{CallCandidate, CallCode, ResolvedCall, resolve_call};
pub(crate) use type_name::type_name;

/// The state for emitting the functions of one plan.
struct Emitter<'p> {
    plan: &'p Plan,
    names: Names,
    /// By node.
    fields: Rc<[Fields<'p>]>,
    /// Fields that are the only key of a list map.
    keys: BTreeSet<(NodeId, &'p str)>,
    constants: Constants,
    /// Path of the runtime crate.
    runtime: TokenStream,
    policies: Policies,
    /// The nodes with rules whose values are noted as they are decoded, ascending. Their indices are their numbers.
    noted: Vec<NodeId>,
    /// For some of them the fields, by number, without which all their rules hold.
    settled: BTreeMap<NodeId, Vec<usize>>,
    /// Where rules are in the document, if tests record them.
    coverage: Option<Places<'p>>,
}

/// Options that a schema does not specify.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Policies {
    /// Which existing errors updates may keep.
    pub(crate) ratcheting: Ratcheting,
    /// The dialect of immutability rules that name none.
    pub(crate) dialect: Dialect,
}

impl<'p> Emitter<'p> {
    /// The fields of a node.
    fn fields(&self, id: NodeId) -> &Fields<'p> {
        &self.fields[id]
    }

    /// The body of the function that decodes a node and validates its alternatives.
    fn function(&mut self, id: NodeId) -> TokenStream {
        let body = self.value(id);
        if id == self.plan.root {
            return body;
        }
        let noted = self.note(id).filter(|_| !self.settled.contains_key(&id));
        let noted = noted.map(|number| quote!(d.ruled(#number);));
        // Every cycle passes through one of these.
        let deep = self.plan.nodes[id].definition.as_ref().map(|_| quote!(d.nested()?;));
        let Some(alternatives) = self.alternatives(&self.plan.nodes[id], &quote!(alternative_functions::))
        else {
            return quote!(#deep #noted #body);
        };
        quote! {
            #deep
            #noted
            #alternatives
            fn value(d: &mut Decoder<'_, '_>, m: Member) -> DecodeResult {
                #body
            }
            let at = d.here();
            value(d, m)?;
            d.alternatives(at, &ALTERNATIVES);
            Ok(())
        }
    }

    /// The number under which a value with rules is noted.
    fn note(&self, id: NodeId) -> Option<Literal> {
        self.noted.binary_search(&id).ok().map(Literal::usize_unsuffixed)
    }

    /// The body of the function that decodes a node.
    fn value(&mut self, id: NodeId) -> TokenStream {
        let node = &self.plan.nodes[id];
        match node.types.as_slice() {
            _ if id == self.plan.root => self.object(id),
            _ if node.looks_elsewhere() => self.mixed(id),
            [Type::Object] => self.object(id),
            [Type::Array] => self.array(id),
            [Type::String] => self.string(id),
            [Type::Integer | Type::Number] => self.number(id),
            [Type::Boolean] => self.boolean(id),
            _ => self.mixed(id),
        }
    }

    /// Nodes that the root reaches without passing through alternatives; in the order of the plan, last
    /// first.
    fn reached(&self) -> Vec<NodeId> {
        let mut reached = vec![false; self.plan.nodes.len()];
        let mut todo = vec![self.plan.root];
        while let Some(id) = todo.pop() {
            let (Some(flag), Some(node)) = (reached.get_mut(id), self.plan.nodes.get(id)) else {
                continue;
            };
            if std::mem::replace(flag, true) {
                continue;
            }
            let special = id == self.plan.root || node.embedded;
            for field in &node.object.fields {
                if special && field.name == "metadata" {
                    // Decoded by the runtime; generated code only checks the constraints on its strings.
                    let fields =
                        self.plan.nodes.get(field.node).into_iter().flat_map(|node| &node.object.fields);
                    todo.extend(
                        fields
                            .filter(|field| root::meta_field(&field.name).is_some())
                            .map(|field| field.node),
                    );
                } else {
                    todo.push(field.node);
                }
            }
            if let Others::Each(each) = node.object.others {
                todo.push(each);
            }
            todo.extend(node.array.items);
            todo.extend(&node.array.positions);
        }
        let ids = reached.iter().enumerate().rev();
        ids.filter(|(_, reached)| **reached).map(|(id, _)| id).collect()
    }
}
