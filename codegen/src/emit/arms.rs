//! Writes code for the fields of an object: arms of a `match` over length and bytes of keys, or a table for
//! very large objects.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::emitter::Emitter;
use crdc_plan::actions::{Known, MemberKind, Objects, Role};

/// The number of fields above which an object uses a table: rustc takes minutes for a `match` with thousands
/// of arms.
pub(super) const WIDE: usize = 256;

/// The number of bytes above which keys are compared in several steps.
const WORD: usize = 8;

/// For each length of more than a word that several keys have: the position whose bytes differ most between
/// them. A comparison of it is two instructions, one of a whole key ten.
fn telling_bytes<'k>(keys: impl Iterator<Item = &'k str>) -> BTreeMap<usize, usize> {
    let mut by_length: BTreeMap<usize, Vec<&[u8]>> = BTreeMap::new();
    for key in keys {
        by_length.entry(key.len()).or_default().push(key.as_bytes());
    }
    by_length.retain(|&length, keys| length > WORD && keys.len() > 1);
    let most_telling = |(length, keys): (usize, Vec<&[u8]>)| {
        let distinct = |at: usize| keys.iter().map(|key| key[at]).collect::<BTreeSet<u8>>().len();
        // The first of the best.
        let best = (0..length).rev().max_by_key(|&at| distinct(at))?;
        Some((length, best))
    };
    by_length.into_iter().filter_map(most_telling).collect()
}

impl Emitter<'_> {
    /// The arms for fields. Large objects also get the table of all fields except those that the server
    /// itself defines.
    pub(super) fn arms(&self, objects: &Objects) -> (TokenStream, Option<TokenStream>) {
        let wide = objects.count > WIDE;
        let telling =
            telling_bytes(objects.known.iter().filter(|known| !wide || known.own).map(|known| &*known.key));
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
                Role::Replicas => (quote!(Plain), quote!(replicas_field)),
            };
            if wide && !own {
                let decode = match value {
                    MemberKind::Emptied => quote!(|d, m| d.emptied(m)),
                    MemberKind::Node(node) => {
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
            let value = self.way(key, *value);
            let telling = telling.get(&key.len()).map(|&at| {
                let (index, byte) =
                    (Literal::usize_unsuffixed(at), Literal::byte_character(key.as_bytes()[at]));
                quote!(k[#index] == #byte &&)
            });
            arms.entry(key.len()).or_default().push(quote! {
                #length if #telling k == #bytes => {
                    let m = d.#note(&mut o, key, #number);
                    #value
                }
            });
        }
        let rows = table.into_values();
        let table = wide.then(|| quote!(static FIELDS: &[Field] = &[#(#rows),*];));
        (arms.into_values().flatten().collect(), table)
    }

    /// Decodes `apiVersion` or `kind` of the object itself: the expected one, or `other`.
    fn type_meta(&self, key: &str, other: &TokenStream) -> TokenStream {
        let wanted = if key == "kind" { self.plan.kind.clone() } else { self.plan.api_version() };
        let wanted = Literal::byte_string(format!("\"{wanted}\"").as_bytes());
        quote!(if !d.has_type_meta(m, #wanted) { #other })
    }

    /// The expression that decodes the value of a key.
    fn way(&self, key: &str, value: MemberKind) -> TokenStream {
        match value {
            MemberKind::Node(node) => {
                let function = self.names.of(node);
                quote!(#function(d, m)?)
            }
            MemberKind::Any => quote!(d.any(m)?),
            MemberKind::Emptied => quote!(d.emptied(m)?),
            MemberKind::ObjectMeta => quote!(d.object_meta(m)?),
            MemberKind::EmbeddedMeta => quote!(d.embedded_meta(m)?),
            MemberKind::EmbeddedMetaOrNone => quote!(d.embedded_meta_or_none(m)?),
            MemberKind::TypeMeta => self.type_meta(key, &quote!(d.any(m)?)),
            MemberKind::TypeMetaBy(node) => {
                let function = self.names.of(node);
                self.type_meta(key, &quote!(#function(d, m)?))
            }
            MemberKind::EmbeddedTypeMeta => quote!(d.embedded_type_meta(m)?),
            MemberKind::EmbeddedTypeMetaBy(node) => {
                let function = self.names.of(node);
                quote!(match d.peek() {
                    b'"' | b'n' => #function(d, m)?,
                    _ => d.embedded_type_meta(m)?,
                })
            }
        }
    }
}
