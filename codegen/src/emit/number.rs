//! Writes the checks of numbers and booleans: limits, multiples, and the range of their format.
// kube-openapi: pkg/validation/validate/validator.go numberValidator

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crdc_plan::actions::{Bound, Fits, Numbers};
use crdc_source::json::Json;
use crdc_tokens::{bound, float};

/// The body of the function for a node whose values are numbers, and of no other type.
pub(super) fn number(shape: &TokenStream, numbers: &Numbers, values: &[Json]) -> TokenStream {
    let (checks, values) = (number_checks(numbers), check_values(values));
    if checks.is_empty() && values.is_empty() {
        return quote! {
            #shape
            let _ = d.number(m, &SHAPE)?;
            Ok(())
        };
    }
    let name = if checks.is_empty() { quote!(_) } else { quote!(n) };
    quote! {
        #shape
        let #name = match d.number(m, &SHAPE)? {
            Some(n) => n,
            None => return Ok(()),
        };
        #checks
        #values
        Ok(())
    }
}

/// The body of the function for a node whose values are booleans, and of no other type.
pub(super) fn boolean(shape: &TokenStream, values: &[Json]) -> TokenStream {
    let values = check_values(values);
    if values.is_empty() {
        return quote! {
            #shape
            let _ = d.boolean(m, &SHAPE)?;
            Ok(())
        };
    }
    quote! {
        #shape
        if d.boolean(m, &SHAPE)?.is_none() {
            return Ok(());
        }
        #values
        Ok(())
    }
}

/// Checks the `enum` of a scalar that was just decoded.
pub(super) fn check_values(values: &[Json]) -> TokenStream {
    if values.is_empty() { TokenStream::new() } else { quote!(d.check_scalar(&VALUES);) }
}

/// The checks of a number `n` that was just decoded.
pub(super) fn number_checks(of: &Numbers) -> TokenStream {
    let Numbers { kind, format, fits, misfits, multiple_of, max, min } = of;
    let mut out = TokenStream::new();
    if let Some(fits) = fits {
        let fits = match fits {
            Fits::I32 => format_ident!("fits_i32"),
            Fits::I64 => format_ident!("fits_i64"),
            Fits::F32 => format_ident!("fits_f32"),
        };
        out.extend(quote! {
            static CHECKED: Rule = Rule::Range { what: "Checked", types: #kind, format: #format };
            if !n.#fits() {
                d.raise(&CHECKED);
            }
        });
    }
    for what in misfits {
        let name = format_ident!("{}", what.replace(' ', "_").to_uppercase());
        out.extend(quote! {
            static #name: Rule = Rule::Range { what: #what, types: #kind, format: #format };
            d.raise(&#name);
        });
    }
    if let Some((factor, native)) = multiple_of {
        let factor = float(*factor);
        out.extend(quote! {
            static MULTIPLE_OF: Rule = Rule::MultipleOf { factor: #factor, native: #native };
            if !n.is_multiple_of(#factor, #native) {
                d.raise(&MULTIPLE_OF);
            }
        });
    }
    if let Some(Bound { limit, exclusive, native }) = max {
        let bound = bound(*limit, *exclusive, *native);
        out.extend(quote! {
            const MAXIMUM: Bound = #bound;
            static OVER: Rule = Rule::Maximum(MAXIMUM);
            if n.above(&MAXIMUM) {
                d.raise(&OVER);
            }
        });
    }
    if let Some(Bound { limit, exclusive, native }) = min {
        let bound = bound(*limit, *exclusive, *native);
        out.extend(quote! {
            const MINIMUM: Bound = #bound;
            static UNDER: Rule = Rule::Minimum(MINIMUM);
            if n.below(&MINIMUM) {
                d.raise(&UNDER);
            }
        });
    }
    out
}
