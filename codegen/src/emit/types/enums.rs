//! Writes the Rust enum for strings with an `enum`. In: a node. Out: an item.
//!
//! Easy to break: an update may keep a string that the schema no longer lists, so there is a variant for all
//! other strings.

use proc_macro2::TokenStream;
use quote::quote;

use super::Types;
use crate::emit::structure::docs::doc;
use crate::emit::structure::shape::strings;
use crate::emit::structure::words::variants;
use crdc_plan::NodeId;

impl Types<'_> {
    /// The enum of a node.
    pub(super) fn enumeration(&self, id: NodeId) -> TokenStream {
        let (Some(node), Some(name)) = (self.plan.nodes.get(id), self.names.get(&id)) else {
            return TokenStream::new();
        };
        let docs = doc(self.plan.places.get(id).map_or("", String::as_str), self.descriptions.node(id));
        let strings = strings(node).unwrap_or_default();
        let variants = variants(&strings);
        let said = strings.iter().map(|text| doc(text, None));
        quote! {
            #[doc = #docs]
            #[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
            pub enum #name {
                #(
                    #[doc = #said]
                    #[serde(rename = #strings)]
                    #variants,
                )*
                /// A string that the schema does not list: of an object that is older than the schema.
                #[serde(untagged)]
                Unlisted(String),
            }
        }
    }
}
