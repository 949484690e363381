//! Unions of fields.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crdc_plan::{Member, Union};

/// A `Union` of the runtime with its rules. `number` returns the index of a field among the fields of the
/// object. `deduced` is for unions that deduce the discriminator: the positions of the discriminator with
/// each member's value in the constant text, as key, value and end.
pub(super) fn union(
    union: &Union,
    number: impl Fn(&str) -> Option<usize>,
    deduced: &[[u32; 3]],
) -> TokenStream {
    // A field that the object does not have is never present.
    let number = |name: &str| Literal::usize_unsuffixed(number(name).unwrap_or(usize::from(u16::MAX)));
    let discriminator = &union.discriminator;
    let field = number(discriminator);
    let members = union.members.iter().map(|Member { name, value, optional }| {
        let field = number(name);
        quote!(Member {
            field: #field,
            name: #name,
            value: #value,
            optional: #optional,
            refused: Rule::UnionRefused { member: #name, discriminator: #discriminator, value: #value },
            missing: Rule::UnionMissing { member: #name, discriminator: #discriminator, value: #value },
        })
    });
    let numbers = union.members.iter().map(|member| {
        let (number, name) = (number(&member.name), &member.name);
        quote!((#number, #name))
    });
    let others = union.others();
    let (mut unknown, mut absent, mut older) = (quote!(None), quote!(None), quote!(None));
    if union.reports_unknown() {
        let values = &union.values;
        unknown = quote! {
            Some(Rule::UnionUnknown { discriminator: #discriminator, values: &[#(#values),*] })
        };
    }
    if union.reports_absent() {
        absent = quote!(Some(Rule::UnionAbsent(#discriminator)));
    }
    if union.is_older() {
        let deduced = deduced.iter().map(|place| {
            let place = place.map(Literal::u32_unsuffixed);
            quote!([#(#place),*])
        });
        older = quote!(Some(Older { deduced: &[#(#deduced),*] }));
    }
    quote!(Union {
        discriminator: #field,
        members: &[#(#members),*],
        others: &[#(#others),*],
        several: Rule::UnionSeveral { discriminator: #discriminator, members: &[#(#numbers),*] },
        unknown: #unknown,
        absent: #absent,
        older: #older,
    })
}
