//! Writes the `Shape` of a node: what the runtime does with a value before its type matters, such as null, a
//! wrong type, the default, `enum`.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::emitter::Emitter;
use crdc_plan::NodeId;
use crdc_plan::actions::Shape;
use crdc_source::json::Json;
use crdc_tokens::enumeration;

/// The constant `static VALUES` of a node with an `enum`.
pub(super) fn values_constant(values: &[Json]) -> TokenStream {
    if values.is_empty() {
        return TokenStream::new();
    }
    let values = enumeration(values);
    quote!(static VALUES: Rule = #values;)
}

impl Emitter<'_> {
    /// The constants `static VALUES` and `static SHAPE` of a node.
    pub(super) fn shape(&self, id: NodeId, of: &Shape) -> TokenStream {
        let Shape { accepts, types, format, nullable, keeps_null, preserve, default, values } = of;
        let (accepts, values) = (bits(accepts), values_constant(values));
        let mut shape = quote!(Shape::new(#accepts, #types, #format));
        if *nullable {
            shape.extend(quote!(.nullable()));
        }
        if *keeps_null {
            shape.extend(quote!(.keeping_null()));
        }
        if *preserve {
            shape.extend(quote!(.preserving()));
        }
        if let Some(place) = default {
            let function = self.names.of(id);
            let (start, end) = (Literal::u32_unsuffixed(place.value), Literal::u32_unsuffixed(place.end));
            shape.extend(quote!(.default_at(#start, #end, #function)));
        }
        if !values.is_empty() {
            shape.extend(quote!(.one_of(&VALUES)));
        }
        quote! {
            #values
            static SHAPE: Shape = #shape;
        }
    }
}

/// The bits of kinds, by their names; all bits if there are no names.
pub(super) fn bits(names: &[&str]) -> TokenStream {
    if names.is_empty() {
        return quote!(255);
    }
    let names = names.iter().map(|name| format_ident!("{name}"));
    quote!(#(kinds::#names)|*)
}
