//! Writes topologies as constants, which the runtime's `correlate` reads.

use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::Emitter;
use super::option::option;
use crdc_plan::NodeId;
use crdc_plan::actions::{Counterparts, Topology};

impl Emitter<'_> {
    /// The constants of all nodes with a topology, the last nodes of the plan first.
    pub(super) fn topologies(&self) -> Vec<TokenStream> {
        let topologies = self.actions.topologies.iter().enumerate().rev();
        topologies.filter_map(|(id, of)| Some(self.topology(id, of.as_ref()?))).collect()
    }

    fn topology(&self, id: NodeId, of: &Topology) -> TokenStream {
        let expression = |found: &Counterparts| self.counterparts(*found);
        let fields = of.fields.iter().map(expression);
        let [each, items] = [&of.each, &of.items].map(|found| option(found.as_ref().map(expression)));
        let keys = &of.keys;
        let name = self.names.constant(id);
        quote! {
            pub(super) static #name: Topology = Topology {
                fields: &[#(#fields),*],
                each: #each,
                items: #items,
                keys: &[#(#keys),*],
                whole: false,
                known: true,
            };
        }
    }

    /// The expression for the values with which new values are compared.
    pub(super) fn counterparts(&self, found: Counterparts) -> TokenStream {
        match found {
            Counterparts::Whole => quote!(Topology::WHOLE),
            Counterparts::Leaf => quote!(Topology::LEAF),
            Counterparts::Unknown => quote!(Topology::UNKNOWN),
            Counterparts::Node(id) => {
                let name = self.names.constant(id);
                quote!(&#name)
            }
            Counterparts::Metadata(known) => {
                let fields = known.map(|known| match known {
                    true => quote!(Topology::LEAF),
                    false => quote!(Topology::UNKNOWN),
                });
                quote!(&Topology { fields: &[#(#fields),*], each: None, items: None, keys: &[], whole: false, known: true })
            }
        }
    }
}
