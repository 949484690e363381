//! Fields that are read once and used several times: those of `self` by all rules of a value, those of a loop's
//! variable by its body.
//!
//! Easy to break: a read is made even if nothing uses it, so only conversions that cost little are made early.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::code::{Code, rust_type};
use crate::cel::program::{Expr, Loop, Op, Repr};

/// The fields of an object that are read, by their numbers.
#[derive(Debug, Default)]
pub(super) struct Reads {
    fields: BTreeMap<u16, Read>,
}

#[derive(Debug)]
struct Read {
    name: String,
    /// The representation of its value, if that is used.
    value: Option<Repr>,
    /// Whether it is asked if it is present.
    presence: bool,
}

impl Reads {
    pub(super) fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }

    /// Reads the value of a field. False if it costs much to convert.
    pub(super) fn value(&mut self, number: u16, name: &str, repr: &Repr) -> bool {
        if matches!(repr, Repr::Bytes | Repr::Duration | Repr::Timestamp) {
            return false;
        }
        let read = self.field(number, name);
        // All uses have the type of the field.
        *read.value.get_or_insert_with(|| repr.clone()) == *repr
    }

    /// Looks a field up.
    pub(super) fn presence(&mut self, number: u16, name: &str) {
        self.field(number, name).presence = true;
    }

    fn field(&mut self, number: u16, name: &str) -> &mut Read {
        let new = || Read { name: name.to_owned(), value: None, presence: false };
        self.fields.entry(number).or_insert_with(new)
    }

    /// The type that holds the reads of `self`, with the function that makes it.
    pub(super) fn declaration(&self, name: &Ident) -> TokenStream {
        let members = self.fields.iter().flat_map(|(number, read)| {
            let value = read.value.as_ref().map(|repr| {
                let (member, of) = (value_of(*number), rust_type(repr));
                quote!(#member: Evaluated<#of>)
            });
            let presence = read.presence.then(|| {
                let member = place_of(*number);
                quote!(#member: Option<Node<'a>>)
            });
            value.into_iter().chain(presence)
        });
        let inits = self.fields.iter().flat_map(|(number, read)| {
            let (place, name) = (place_of(*number), &read.name);
            let value = read.value.as_ref().map(|_| {
                let member = value_of(*number);
                quote!(#member: cel::read(c, this, #place, #name))
            });
            value.into_iter().chain(read.presence.then(|| quote!(#place)))
        });
        let places = self.fields.keys().map(|number| place_of(*number));
        let numbers = self.fields.keys();
        // The object gives the type its lifetime, even if no rule asks whether a field is present.
        let looks_up = self.fields.values().any(|read| read.presence);
        let object = if looks_up { quote!(this) } else { quote!(_this: this) };
        let member = if looks_up { quote!(this) } else { quote!(_this) };
        let converts = self.fields.values().any(|read| read.value.is_some());
        let c = if converts { quote!(c) } else { quote!(_) };
        quote! {
            /// What the rules of a value read of it.
            struct #name<'a> { #member: Node<'a>, #(#members),* }

            impl<'a> #name<'a> {
                #[inline]
                fn new<M: Meter>(#c: Context<'a, M>, this: Node<'a>) -> Self {
                    let [#(#places),*] = cel::fields(this, &[#(#numbers),*]);
                    #name { #object, #(#inits),* }
                }
            }
        }
    }

    /// The variables that hold the reads of a loop's variable.
    pub(super) fn variables(&self, local: &Ident) -> TokenStream {
        let variables = self.fields.iter().map(|(number, read)| {
            let (place, name) = (local_place(local, *number), &read.name);
            let value = read.value.as_ref().map(|repr| {
                let (value, of) = (local_value(local, *number), rust_type(repr));
                quote!(let #value: Evaluated<#of> = cel::read(c, #local, #place, #name);)
            });
            quote!(let #place = #local.field(#number); #value)
        });
        quote!(#(#variables)*)
    }

    /// The reads that are worth a variable of a loop: fields that are used twice, or within another loop.
    pub(super) fn of_loop(number: impl Fn(&Expr) -> Option<u16>, local: usize, parts: &[&Expr]) -> Reads {
        let mut uses = Uses { local, number: &number, counts: BTreeMap::new(), reads: Reads::default() };
        parts.iter().for_each(|part| uses.add(part, 1));
        let Uses { counts, mut reads, .. } = uses;
        reads.fields.retain(|number, _| counts.get(number).is_some_and(|count| *count > 1));
        reads
    }

    /// The code that uses the value of a field, if it is read.
    pub(super) fn use_value(&self, holder: &Holder, number: u16, repr: &Repr) -> Option<Code> {
        let value = self.fields.get(&number)?.value.as_ref()?;
        let member = holder.value(number);
        (value == repr).then(|| Code::evaluated(quote!(cel::known(c, &#member)), repr.clone()))
    }

    /// The code that asks if a field is present, if it is looked up.
    pub(super) fn use_presence(&self, holder: &Holder, number: u16) -> Option<Code> {
        if !self.fields.get(&number)?.presence {
            return None;
        }
        let (object, member) = (holder.object(), holder.place(number));
        Some(Code::evaluated(quote!(cel::has_known(c, #object, #member)), Repr::Bool))
    }
}

/// What holds reads.
pub(super) enum Holder {
    /// The parameter of a rule.
    Rule,
    /// The variable of a loop, of which variables are named.
    Loop(Ident),
}

impl Holder {
    fn object(&self) -> TokenStream {
        match self {
            Holder::Rule => quote!(reads.this),
            Holder::Loop(local) => quote!(#local),
        }
    }

    fn value(&self, number: u16) -> TokenStream {
        match self {
            Holder::Rule => {
                let member = value_of(number);
                quote!(reads.#member)
            }
            Holder::Loop(local) => {
                let name = local_value(local, number);
                quote!(#name)
            }
        }
    }

    fn place(&self, number: u16) -> TokenStream {
        match self {
            Holder::Rule => {
                let member = place_of(number);
                quote!(reads.#member)
            }
            Holder::Loop(local) => {
                let name = local_place(local, number);
                quote!(#name)
            }
        }
    }
}

fn value_of(number: u16) -> Ident {
    format_ident!("value_{number}")
}

fn place_of(number: u16) -> Ident {
    format_ident!("place_{number}")
}

fn local_value(local: &Ident, number: u16) -> Ident {
    format_ident!("{local}_value_{number}")
}

fn local_place(local: &Ident, number: u16) -> Ident {
    format_ident!("{local}_place_{number}")
}

/// Counts how often the fields of a variable are used.
struct Uses<'f, N> {
    local: usize,
    number: &'f N,
    counts: BTreeMap<u16, usize>,
    reads: Reads,
}

impl<N: Fn(&Expr) -> Option<u16>> Uses<'_, N> {
    fn add(&mut self, expr: &Expr, weight: usize) {
        if let Op::Field { of, name, .. } | Op::HasField { of, name, .. } = &expr.op
            && matches!(of.op, Op::Local(local) if local == self.local)
        {
            let Some(number) = (self.number)(expr) else { return };
            let used = match &expr.op {
                Op::HasField { .. } => {
                    self.reads.presence(number, name);
                    true
                }
                _ => self.reads.value(number, name, &expr.repr),
            };
            if used {
                *self.counts.entry(number).or_default() += weight;
            }
            return;
        }
        if let Op::Loop(found) = &expr.op {
            let Loop { range, filter, body, .. } = &**found;
            self.add(range, weight);
            // A body may run any number of times.
            filter.iter().chain([body]).for_each(|part| self.add(part, 2));
            return;
        }
        expr.children().into_iter().for_each(|child| self.add(child, weight));
    }
}
