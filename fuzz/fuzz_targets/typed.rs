//! Input: any text as Rust. Both derives give Rust that parses for each struct and enum in it, including
//! error messages.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quote::ToTokens;

/// Types can nest, and syn recurses like rustc.
const LONGEST: usize = 2048;

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if text.len() > LONGEST {
        return;
    }
    let Ok(file) = syn::parse_file(text) else { return };
    for item in file.items {
        if !matches!(item, syn::Item::Struct(_) | syn::Item::Enum(_)) {
            continue;
        }
        let item = item.into_token_stream();
        for derive in [crdc_derive::derive, crdc_derive::derive_union] {
            let expanded = derive(item.clone());
            if let Err(error) = syn::parse2::<syn::File>(expanded.clone()) {
                panic!("{error}\n{expanded}");
            }
        }
    }
});
