//! Writes the places of extensions as constants for the runtime's `extensions`, and the steps that process
//! them.

use std::collections::HashMap;

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::emitter::Emitter;
use super::option::option;
use super::union::union as union_rule;
use crdc_plan::NodeId;
use crdc_plan::actions::{Edge, ExtensionNode, Extensions, ItemKind, Mark, Step, Union};
use crdc_tokens as tokens;

impl Emitter<'_> {
    /// The constants of all places, the last nodes first, the expression for the place of the root, and the
    /// steps.
    pub(super) fn extensions(
        &self,
        Extensions { nodes, steps }: &Extensions,
    ) -> (Vec<TokenStream>, TokenStream, TokenStream) {
        let nodes = nodes.iter().enumerate().rev();
        let places = nodes.filter_map(|(id, node)| Some(self.place(id, node.as_ref()?))).collect();
        let runtime = &self.runtime;
        let steps = steps.iter().map(|step| {
            let name = format_ident!(
                "{}",
                match step {
                    Step::NormalizeFields => "normalize_fields",
                    Step::NormalizeUnions => "normalize_unions",
                    Step::NormalizeNumbers => "normalize_numbers",
                    Step::Immutability => "immutability",
                    Step::Unions => "unions",
                }
            );
            quote!(#name: Some(#runtime::extensions::#name),)
        });
        let name = self.names.constant(self.plan.root);
        (places, quote!(&super::extension_places::#name), quote!(#(#steps)*))
    }

    fn place(&self, id: NodeId, node: &ExtensionNode) -> TokenStream {
        let fields = node.fields.iter().map(|edge| self.edge_constant(edge));
        let edge = |edge: &Option<Edge>| {
            let edge = edge.as_ref().map(|edge| self.edge_constant(edge));
            option(edge.map(|edge| quote!(&#edge)))
        };
        let (each, items) = (edge(&node.each), edge(&node.items));
        let list = match &node.list {
            ItemKind::Value => quote!(ItemKind::Value),
            ItemKind::Keys(keys) => {
                let keys = self.list_keys_of(keys);
                quote!(ItemKind::Keys(&[#(#keys),*]))
            }
            ItemKind::Index => quote!(ItemKind::Index),
        };
        let unions = node.unions.iter().map(union);
        let name = self.names.constant(id);
        quote! {
            pub(super) static #name: ExtensionNode = ExtensionNode {
                fields: &[#(#fields),*],
                each: #each,
                items: #items,
                list: #list,
                unions: &[#(#unions),*],
            };
        }
    }

    fn edge_constant(&self, edge: &Edge) -> TokenStream {
        let Edge { field, name, node, mark, normalize, below } = edge;
        let (field, bits) = (Literal::usize_unsuffixed(*field), Literal::u8_unsuffixed(*below));
        let place = match node {
            Some(id) => {
                let name = self.names.constant(*id);
                quote!(&#name)
            }
            None => quote!(ExtensionNode::NONE),
        };
        let mark = mark.map(|Mark { marked, dialect, presence }| tokens::mark(marked, dialect, presence));
        let mark = option(mark);
        quote!(Edge { field: #field, name: #name, place: #place, mark: #mark, normalize: #normalize, below: #bits })
    }
}

fn union(Union { of, discriminator, members, deduced }: &Union) -> TokenStream {
    let members = of.members.iter().map(|member| &*member.name).zip(members.iter().copied());
    let numbers: HashMap<_, _> = members.chain([(&*of.discriminator, *discriminator)]).collect();
    union_rule(of, |name| numbers.get(name).copied().flatten(), deduced)
}
