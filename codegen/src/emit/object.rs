//! Writes the checks of objects and maps: fields by name, other members, required names, limits.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::emitter::Emitter;
use super::limits::Limits;
use crdc_plan::actions::{DefaultField, Members, Objects, Others};

impl Emitter<'_> {
    /// The body of the function for a node whose values are objects, and of no other type.
    pub(super) fn object(&self, shape: &TokenStream, objects: &Objects) -> TokenStream {
        let words = words(objects.count);
        let first = quote!(match d.object(&mut o, m, &SHAPE)? {
            Some(first) => first,
            None => return Ok(()),
        });
        let body = self.object_body(objects, &first);
        quote! {
            #shape
            let mut o = Object::<#words>::new();
            #body
            Ok(())
        }
    }

    /// The members of an object `o` and its constraints; `first` reads the first key.
    pub(super) fn object_body(&self, objects: &Objects, first: &TokenStream) -> TokenStream {
        let (arms, table) = self.arms(objects);
        let mut others = self.others(objects.others);
        if table.is_some() {
            others = quote!(match Field::find(FIELDS, k) {
                Some(field) => {
                    let m = d.listed_field(&mut o, key, field);
                    field.decode.run(d, m)?
                }
                None => #others,
            });
        }
        let body = if arms.is_empty() && table.is_none() {
            quote!(#others;)
        } else {
            quote! {
                let k = key.bytes;
                match k.len() {
                    #arms
                    _ => #others,
                };
            }
        };
        let defaults = self.defaults(objects);
        let reserved = objects.reserved.iter().map(|(number, key)| {
            let (number, key) = (Literal::usize_unsuffixed(*number), Literal::u32_unsuffixed(*key));
            quote!(if !o.has(#number) { d.reserve(#number, #key); })
        });
        let reserved = quote!(#(#reserved)*);
        let meta = objects.metadata.iter().map(|(number, node)| {
            let function = self.names.of(*node);
            quote!(o.check_metadata(d, 2, #number, #function)?;)
        });
        let meta = quote!(#(#meta)*);
        let checks = object_checks(objects);
        let close = if !objects.is_root && defaults.is_empty() && reserved.is_empty() {
            quote!(d.finish(&mut o);)
        } else {
            let (end, close) = match objects.is_root {
                true => (quote!(end_root), quote!(close_root)),
                false => (quote!(end), quote!(close)),
            };
            quote! {
                d.#end(&mut o);
                #defaults
                #reserved
                d.#close(&o);
            }
        };
        let embedded = objects.embedded.then(|| quote!(d.embedded(&o);));
        quote! {
            #table
            let mut next = #first;
            #embedded
            while let Some(key) = next {
                #body
                next = d.next_key()?;
            }
            #close
            #meta
            #checks
        }
    }

    fn others(&self, others: Others) -> TokenStream {
        match others {
            Others::Each(each) => {
                let function = self.names.of(each);
                quote!({
                    let m = d.entry(&mut o, key)?;
                    #function(d, m)?
                })
            }
            Others::Kept => quote!(d.preserve(&mut o, key)?),
            Others::Emptied => quote!({
                let m = d.entry(&mut o, key)?;
                d.emptied(m)?
            }),
            Others::Pruned => quote!(d.unknown(&mut o, key)?),
        }
    }

    /// Writes the code that adds absent fields with a default.
    fn defaults(&self, objects: &Objects) -> TokenStream {
        if objects.defaults.is_empty() {
            return TokenStream::new();
        }
        let table = objects.defaults.iter().map(|DefaultField { number, text, node }| {
            let function = self.names.of(*node);
            let (key, value) = (Literal::u32_unsuffixed(text.key), Literal::u32_unsuffixed(text.value));
            let index = Literal::usize_unsuffixed(*number);
            quote!(Default { field: #index, key: #key, value: #value, decode: Decode::Function(#function) })
        });
        let numbers: Vec<usize> = objects.defaults.iter().map(|default| default.number).collect();
        let mask = mask(objects.count, &numbers);
        quote! {
            static DEFAULTED: &[Default] = &[#(#table),*];
            if !o.has_all(#mask) {
                d.defaults(&mut o, DEFAULTED)?;
            }
        }
    }
}

fn object_checks(objects: &Objects) -> TokenStream {
    let mut checks = TokenStream::new();
    if !objects.required.is_empty() {
        let numbers: Vec<usize> = objects.required.iter().map(|(number, _)| *number).collect();
        let mask = mask(objects.count, &numbers);
        let rows = objects.required.iter().map(|(number, name)| {
            let number = Literal::usize_unsuffixed(*number);
            quote!((#number, Rule::Required(#name)))
        });
        checks.extend(quote! {
            static REQUIRED: &[(u16, Rule)] = &[#(#rows),*];
            if !o.has_all(#mask) {
                o.missing(d, REQUIRED);
            }
        });
    }
    let Members { min, max, has_values } = objects.members;
    let limits = Limits { of: "Properties", min, max };
    if !limits.is_empty() {
        checks.extend(quote!(let count = d.count(&o);));
    }
    checks.extend(limits.checks(&quote!(count), |rule| quote!(o.raise(d, &#rule);)));
    if has_values {
        checks.extend(quote!(o.check_values(d, &VALUES);));
    }
    checks
}

/// The number of words for one bit per field.
pub(super) fn words(fields: usize) -> Literal {
    Literal::usize_unsuffixed(fields.div_ceil(64).max(1))
}

/// Words with the bits of the given fields set.
pub(super) fn mask(fields: usize, numbers: &[usize]) -> TokenStream {
    let mut words = vec![0u64; fields.div_ceil(64).max(1)];
    for number in numbers {
        words[number / 64] |= 1 << (number % 64);
    }
    let words = words.iter().map(|word| Literal::u64_unsuffixed(*word));
    quote!([#(#words),*])
}
