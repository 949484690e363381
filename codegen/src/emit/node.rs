//! Writes the function of a node.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::emitter::Emitter;
use super::number::{boolean, number};
use crdc_plan::NodeId;
use crdc_plan::actions::{Decoded, Form};

impl Emitter<'_> {
    /// The body of the function that decodes a node and validates its alternatives.
    pub(super) fn function(&self, id: NodeId, of: &Decoded) -> TokenStream {
        let body = self.value(id, of);
        let candidate = self.candidate(id).map(|number| quote!(d.candidate(#number);));
        // Every cycle passes through one of these.
        let deep = of.is_definition.then(|| quote!(d.nested()?;));
        let Some(alternatives) = &of.alternatives else { return quote!(#deep #candidate #body) };
        let alternatives = self.alternatives(alternatives, &quote!(alternative_functions::));
        quote! {
            #deep
            #candidate
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

    /// The number under which a value with rules is recorded; `None` for a value without rules.
    fn candidate(&self, id: NodeId) -> Option<Literal> {
        let candidates = &self.actions.rules.as_ref()?.candidates;
        candidates.binary_search(&id).ok().map(Literal::usize_unsuffixed)
    }

    /// The body of the function that decodes a node.
    fn value(&self, id: NodeId, of: &Decoded) -> TokenStream {
        let (shape, values) = (self.shape(id, &of.shape), &of.shape.values);
        match &of.form {
            Form::Object(objects) => self.object(&shape, objects),
            Form::Array(list) => self.array(&shape, list),
            Form::String(texts) => self.string(&shape, texts, values),
            Form::Number(numbers) => number(&shape, numbers, values),
            Form::Boolean => boolean(&shape, values),
            Form::Mixed(mixed) => self.mixed(&shape, mixed, values),
        }
    }
}
