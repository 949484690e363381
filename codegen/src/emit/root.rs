//! `apiVersion`, `kind` and `metadata`, of the object itself and of embedded resources.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Emitter;
use super::known::Known;
use crate::plan::NodeId;

/// Numbers of the metadata fields that a schema may constrain (the runtime's `decode/meta.rs`).
const META_FIELDS: [(&str, u16); 2] = [("name", 0), ("generateName", 1)];

/// The number of a metadata field that a schema may constrain.
pub(super) fn meta_field(name: &str) -> Option<u16> {
    META_FIELDS.iter().find(|(known, _)| *known == name).map(|(_, number)| *number)
}

impl Emitter<'_> {
    /// Decodes one of the three.
    pub(super) fn meta(&self, id: NodeId, name: &str, node: Option<NodeId>) -> TokenStream {
        let own = id == self.plan.root;
        match (name, own, node) {
            ("metadata", true, _) => quote!(d.object_meta(m)?),
            ("metadata", false, Some(node)) if self.drops_null(node) => quote!(d.embedded_meta_or_none(m)?),
            ("metadata", false, _) => quote!(d.embedded_meta(m)?),
            // A schema for them can only narrow: anything except a string is rejected before.
            (_, true, Some(node)) => {
                let function = self.names.of(node);
                quote!(#function(d, m)?)
            }
            (_, true, None) => quote!(d.type_meta(m)?),
            (_, false, None) => quote!(d.embedded_type_meta(m)?),
            (_, false, Some(node)) => {
                let function = self.names.of(node);
                quote!(match d.peek() {
                    b'"' | b'n' => #function(d, m)?,
                    _ => d.embedded_type_meta(m)?,
                })
            }
        }
    }

    /// The function for the root's `metadata.name`, where the schema has constraints on it.
    pub(super) fn generated_name(&self) -> Option<&Ident> {
        let field = |id: NodeId, name: &str| {
            let fields = &self.plan.nodes[id].object.fields;
            fields.iter().find(|field| field.name == name).map(|field| field.node)
        };
        let name = field(field(self.plan.root, "metadata")?, "name")?;
        Some(self.names.of(name))
    }

    /// Whether null is dropped where a field has this node.
    fn drops_null(&self, id: NodeId) -> bool {
        let node = &self.plan.nodes[id];
        !node.nullable && !node.keeps_null && node.default.is_none()
    }

    /// Checks the schema's constraints on `metadata.name` and `metadata.generateName`, once the metadata has
    /// its stored form.
    pub(super) fn metadata_checks(&self, id: NodeId, known: &[Known<'_>]) -> TokenStream {
        if id != self.plan.root && !self.plan.nodes[id].embedded {
            return TokenStream::new();
        }
        let Some(metadata) = known.iter().find(|known| known.name == "metadata").and_then(|known| known.node)
        else {
            return TokenStream::new();
        };
        let fields = &self.plan.nodes[metadata].object.fields;
        let checks = fields.iter().filter_map(|field| {
            let number = meta_field(&field.name)?;
            let function = self.names.of(field.node);
            Some(quote!(o.check_metadata(d, 2, #number, #function)?;))
        });
        checks.collect()
    }
}
