//! Code for the fields of an object: arms of a `match` over length and bytes of keys, or a table for very
//! large objects.

use std::collections::BTreeMap;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::actions::{Known, Objects, Role, Way};

/// An object with more fields uses a table: rustc takes minutes for a `match` with thousands of arms.
pub(super) const WIDE: usize = 256;

impl Emitter<'_> {
    /// The arms for fields. For large objects, also the table, which has all fields except those that the
    /// server itself defines.
    pub(super) fn arms(&self, objects: &Objects) -> (TokenStream, Option<TokenStream>) {
        let wide = objects.count > WIDE;
        let mut arms: BTreeMap<usize, Vec<TokenStream>> = BTreeMap::new();
        let mut table: BTreeMap<&str, TokenStream> = BTreeMap::new();
        for Known { key, number, role, value, own } in &objects.known {
            let bytes = Literal::byte_string(key.as_bytes());
            let length = Literal::usize_unsuffixed(key.len());
            let number = Literal::usize_unsuffixed(*number);
            let (role, note) = match role {
                Role::Plain => (quote!(Plain), quote!(field)),
                Role::ListKey => (quote!(ListKey), quote!(key_field)),
                Role::MapKey => (quote!(MapKey), quote!(required_key)),
            };
            if wide && !own {
                let decode = match value {
                    Way::Emptied => quote!(|d, m| d.emptied(m)),
                    Way::Node(node) => {
                        let function = self.names.of(*node);
                        quote!(#function)
                    }
                    _ => quote!(|d, m| d.any(m)),
                };
                let decode = quote!(Decode::Function(#decode));
                let row = quote!(Field { key: #bytes, number: #number, role: Role::#role, decode: #decode });
                table.insert(key, row);
                continue;
            }
            let value = self.way(*value);
            arms.entry(key.len()).or_default().push(quote! {
                #length if k == #bytes => {
                    let m = d.#note(&mut o, key, #number);
                    #value
                }
            });
        }
        let rows = table.into_values();
        let table = wide.then(|| quote!(static FIELDS: &[Field] = &[#(#rows),*];));
        (arms.into_values().flatten().collect(), table)
    }

    /// The expression that decodes a value.
    fn way(&self, value: Way) -> TokenStream {
        match value {
            Way::Node(node) => {
                let function = self.names.of(node);
                quote!(#function(d, m)?)
            }
            Way::Any => quote!(d.any(m)?),
            Way::Emptied => quote!(d.emptied(m)?),
            Way::ObjectMeta => quote!(d.object_meta(m)?),
            Way::EmbeddedMeta => quote!(d.embedded_meta(m)?),
            Way::EmbeddedMetaOrNone => quote!(d.embedded_meta_or_none(m)?),
            Way::TypeMeta => quote!(d.type_meta(m)?),
            Way::EmbeddedTypeMeta => quote!(d.embedded_type_meta(m)?),
            Way::EmbeddedTypeMetaBy(node) => {
                let function = self.names.of(node);
                quote!(match d.peek() {
                    b'"' | b'n' => #function(d, m)?,
                    _ => d.embedded_type_meta(m)?,
                })
            }
        }
    }
}
