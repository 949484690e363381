//! Constants for the runtime's `extensions`, and the steps that they need.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::actions::{Edge, ExtensionNode, Extensions, ItemKind, Mark, Step, Union};
use super::emitter::Emitter;
use crate::plan::NodeId;
use crate::tokens;

impl Emitter<'_> {
    /// All places, the last nodes first, the expression for that of the root, and the steps that they need.
    pub(super) fn extensions(&mut self) -> Option<(Vec<TokenStream>, TokenStream, TokenStream)> {
        let Extensions { nodes, steps } = self.decided_extensions()?;
        let nodes = nodes.iter().enumerate().rev();
        let places = nodes.filter_map(|(id, node)| Some(self.place(id, node.as_ref()?))).collect();
        let runtime = &self.runtime;
        let steps = steps.into_iter().map(|step| {
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
        let name = self.place_name(self.plan.root);
        Some((places, quote!(&super::extension_places::#name), quote!(#(#steps)*)))
    }

    fn place_name(&self, id: NodeId) -> Ident {
        format_ident!("{}", self.names.of(id).to_string().to_uppercase())
    }

    fn place(&self, id: NodeId, node: &ExtensionNode) -> TokenStream {
        let fields = node.fields.iter().map(|edge| self.edge_constant(edge));
        let option = |edge: &Option<Edge>| match edge {
            Some(edge) => {
                let edge = self.edge_constant(edge);
                quote!(Some(&#edge))
            }
            None => quote!(None),
        };
        let (each, items) = (option(&node.each), option(&node.items));
        let list = match &node.list {
            ItemKind::Value => quote!(ItemKind::Value),
            ItemKind::Keys(keys) => {
                let keys = self.list_keys_of(keys);
                quote!(ItemKind::Keys(&[#(#keys),*]))
            }
            ItemKind::Index => quote!(ItemKind::Index),
        };
        let known = self.fields(id);
        let unions = node.unions.iter();
        let unions =
            unions.map(|Union { of, deduced, .. }| tokens::union(of, |name| known.number(name), deduced));
        let name = self.place_name(id);
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
                let name = self.place_name(*id);
                quote!(&#name)
            }
            None => quote!(ExtensionNode::NONE),
        };
        let mark = match mark {
            Some(Mark { marked, dialect, presence }) => {
                let mark = tokens::mark(*marked, *dialect, *presence);
                quote!(Some(#mark))
            }
            None => quote!(None),
        };
        quote!(Edge { field: #field, name: #name, place: #place, mark: #mark, normalize: #normalize, below: #bits })
    }
}
