//! Writes the types by which rules read values, as constants.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::writer::RuleWriter;
use crate::emit::option::option;
use crdc_cel::Form;
use crdc_cel::compile::program::{ValueField, ValueType, ValueTypeId};
use crdc_check::rule_compiler::Seen;
use crdc_plan::NodeId;

impl RuleWriter<'_> {
    /// The expression that refers to a type. Its constant is written later.
    pub(super) fn type_of(&mut self, of: ValueTypeId) -> TokenStream {
        // Most values have one of these types. The runtime has constants for them, which saves compile time.
        match self.types.all.all()[of] {
            ValueType { form: Form::String, nullable: false, .. } => return quote!(&cel::TEXT),
            ValueType { form: Form::Int, nullable: false, .. } => return quote!(&cel::INT),
            ValueType { form: Form::Bool, nullable: false, .. } => return quote!(&cel::BOOL),
            _ => {}
        }
        let seen = self.types.seen[of];
        let id = match seen {
            Seen::Text | Seen::Name(..) => return quote!(&cel::TEXT),
            Seen::Metadata(_) => return quote!(&cel::METADATA),
            Seen::Node(id) | Seen::Resource(id) => id,
        };
        self.named.insert(seen, of);
        let name = self.emitter.names.constant(id);
        if self.within_types { quote!(&#name) } else { quote!(&super::rule_types::#name) }
    }

    /// The constants of all types that were referred to, and of the types that these refer to.
    pub(super) fn type_constants(&mut self) -> Vec<TokenStream> {
        self.within_types = true;
        let (mut constants, mut done) = (Vec::new(), BTreeSet::new());
        while let Some((seen, of)) = self.named.pop_first() {
            if let (true, Seen::Node(id) | Seen::Resource(id)) = (done.insert(of), seen) {
                constants.push(self.type_constant(id, of));
            }
        }
        constants
    }

    fn type_constant(&mut self, id: NodeId, of: ValueTypeId) -> TokenStream {
        let types = self.types;
        let ValueType { form, nullable, fields, each, keys } = &types.all.all()[of];
        let fields: Vec<_> = fields
            .iter()
            .map(|ValueField { name, in_rules, of }| {
                let of = option(of.map(|of| self.type_of(of)));
                quote!(RuleField { name: #name, escaped: #in_rules, of: #of })
            })
            .collect();
        let (form, each) = (format_ident!("{form:?}"), option(each.map(|each| self.type_of(each))));
        let name = self.emitter.names.constant(id);
        quote! {
            pub(super) static #name: RuleType = RuleType {
                form: Form::#form,
                nullable: #nullable,
                fields: &[#(#fields),*],
                each: #each,
                keys: &[#(#keys),*],
            };
        }
    }
}
