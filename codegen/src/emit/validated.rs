//! Writes the branches of `allOf`, `anyOf`, `oneOf`, `not` as functions over decoded values, which count
//! matches as the server does.

use std::collections::BTreeMap;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::arms::WIDE;
use super::emitter::Emitter;
use super::limits::Limits;
use super::number::number_checks;
use super::object::mask;
use super::option::option;
use super::shape::{bits, values_constant};
use crdc_plan::NodeId;
use crdc_plan::actions::{Alternatives, Branch, Branches, NamedMember};

impl Emitter<'_> {
    /// The constant `static ALTERNATIVES` of a node. `path` is the path of the functions of branches.
    pub(super) fn alternatives(&self, data: &Alternatives, path: &TokenStream) -> TokenStream {
        let mut alternatives = quote!(Alternatives::NONE);
        let functions = |ids: &[NodeId]| {
            let names = ids.iter().map(|id| self.names.of(*id));
            quote!(#(Validate::Function(#path #names)),*)
        };
        for branches in &data.branches {
            match branches {
                Branches::AnyOf(ids) => {
                    let branches = functions(ids);
                    alternatives.extend(quote!(.any_of(&[#branches])));
                }
                Branches::OneOf(ids) => {
                    let branches = functions(ids);
                    alternatives.extend(quote!(.one_of(&[#branches])));
                }
                Branches::AllOf(ids, merged) => {
                    let branches = functions(ids);
                    alternatives.extend(match merged {
                        true => quote!(.all_of_merged(&[#branches])),
                        false => quote!(.all_of(&[#branches])),
                    });
                }
                Branches::Not(ids) => {
                    let branches = functions(ids);
                    alternatives.extend(quote!(.not(#branches)));
                }
            }
        }
        if !data.settled.is_empty() {
            let settled = data.settled.iter().map(|names| bits(names));
            alternatives.extend(quote!(.settled_for(#(#settled)|*)));
        }
        quote!(static ALTERNATIVES: Alternatives = #alternatives;)
    }

    /// The body of the function that validates a branch, or a schema nested in one.
    pub(super) fn validated(&self, id: NodeId, of: &Branch) -> TokenStream {
        let shape = of.shape.as_ref().map(|shape| self.shape(id, shape));
        let Branch { typed, formatted, .. } = of;
        let checks = self.validated_checks(of);
        if checks.is_empty() {
            return quote! {
                #shape
                let _ = d.open(&SHAPE, #typed, #formatted);
            };
        }
        quote! {
            #shape
            if !d.open(&SHAPE, #typed, #formatted) {
                return;
            }
            #checks
        }
    }

    /// The body of the function that validates the whole object.
    pub(super) fn whole(&self, of: &Branch) -> TokenStream {
        let (values, checks) = (values_constant(&of.values), self.validated_checks(of));
        quote!(#values #checks)
    }

    /// The checks of a value that is not null and whose type was validated.
    fn validated_checks(&self, of: &Branch) -> TokenStream {
        let mut out = TokenStream::new();
        if let Some(alternatives) = &of.alternatives {
            let alternatives = self.alternatives(alternatives, &TokenStream::new());
            out.extend(quote!({ #alternatives d.alternatives(&ALTERNATIVES); }));
        }
        let numbers = number_checks(&of.numbers);
        if !numbers.is_empty() {
            out.extend(quote!(if let Some(n) = d.number() { #numbers }));
        }
        let [min, max] = of.items_limits;
        let limits = Limits { of: "Items", min, max };
        if of.items.is_some() || !of.positions.is_empty() || !limits.is_empty() {
            let limits = limits.checks(&quote!(d.count()), |rule| quote!(d.raise(&#rule);));
            let items = of.items.map(|items| self.names.of(items));
            let items = match (of.positions.as_slice(), items) {
                ([], items) => items.map(|function| quote!(d.items(#function);)),
                (positions, after_positions) => {
                    let positions = positions.iter().map(|id| self.names.of(*id));
                    let after_positions =
                        option(after_positions.map(|function| quote!(Validate::Function(#function))));
                    Some(quote!(d.positions(&[#(Validate::Function(#positions)),*], #after_positions);))
                }
            };
            out.extend(quote!(if d.is_list() { #items #limits }));
        }
        out.extend(self.validated_object(of));
        let otherwise = (!of.values.is_empty()).then(|| quote!(d.check_scalar(&VALUES);));
        match self.string_checks(&of.texts, &of.values) {
            // The check also has the `enum` of strings.
            Some(checks) => {
                let otherwise = otherwise.map(|otherwise| quote!(else { #otherwise }));
                out.extend(quote!(if let Some(mut c) = d.text() { #checks } #otherwise));
            }
            None => out.extend(otherwise),
        }
        out
    }

    fn validated_object(&self, of: &Branch) -> TokenStream {
        let Branch { named, each, required, members, .. } = of;
        let limits = Limits { of: "Properties", min: members.min, max: members.max };
        let limits = limits.checks(&quote!(d.count()), |rule| quote!(d.raise(&#rule);));
        if named.is_empty() && each.is_none() {
            return if limits.is_empty() { limits } else { quote!(if d.is_object() { #limits }) };
        }
        let each = each.map(|each| self.names.of(each));
        let bits = required.len();
        let rows = required.iter().zip(0..).map(|(name, number)| {
            let number = Literal::usize_unsuffixed(number);
            quote!((#number, Rule::Required(#name)))
        });
        let wide = named.len() > WIDE;
        let mut table: BTreeMap<&str, TokenStream> = BTreeMap::new();
        let mut arms = Vec::new();
        for NamedMember { key: escaped, required: bit, node } in named {
            let (bit, validate) = (*bit, node.map(|node| self.names.of(node)));
            let key = Literal::byte_string(escaped.as_bytes());
            if wide {
                let required = option(bit.map(Literal::usize_unsuffixed));
                let validate = option(validate.map(|validate| quote!(Validate::Function(#validate))));
                table.insert(escaped, quote!(Field { key: #key, required: #required, validate: #validate }));
                continue;
            }
            let seen = bit.map(|bit| {
                let (word, bit) =
                    (Literal::usize_unsuffixed(bit / 64), Literal::u64_unsuffixed(1 << (bit % 64)));
                quote!(seen[#word] |= #bit;)
            });
            let validate = validate.map(|validate| quote!(d.member(at, #validate);));
            arms.push(quote!(#key => { #seen #validate }));
        }
        let others = each.map(|each| quote!(d.member(at, #each)));
        let others = others.unwrap_or_else(|| quote!({}));
        let validates = each.is_some() || named.iter().any(|member| member.node.is_some());
        let at = if validates || wide { quote!(at) } else { quote!(_) };
        let (table, dispatch) = if wide {
            let (rows, seen) = (table.into_values(), if bits == 0 { quote!([]) } else { quote!(seen) });
            let others = each.map(|each| quote!(if !known { d.member(at, #each); }));
            let known = if others.is_some() { quote!(known) } else { quote!(_) };
            (
                Some(quote!(static FIELDS: &[Field] = &[#(#rows),*];)),
                quote!(let #known = d.named(FIELDS, key, at, &mut #seen); #others),
            )
        } else {
            (None, quote!(match key { #(#arms)* _ => #others, }))
        };
        let words = Literal::usize_unsuffixed(bits.div_ceil(64));
        let (seen, missing) = if bits == 0 {
            (None, None)
        } else {
            let mask = mask(bits, &(0..bits).collect::<Vec<_>>());
            let missing = quote! {
                static REQUIRED: &[(u16, Rule)] = &[#(#rows),*];
                if seen != #mask {
                    d.missing(&seen, REQUIRED);
                }
            };
            (Some(quote!(let mut seen = [0u64; #words];)), Some(missing))
        };
        quote! {
            if let Some(mut members) = d.members() {
                #table
                #seen
                while let Some((key, #at)) = d.next_member(&mut members) {
                    #dispatch
                }
                #missing
                #limits
            }
        }
    }
}
