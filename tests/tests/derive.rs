//! Goldens of the derive: `tests/derive/<name>/item.rs` and what becomes of it, `expanded.rs`, formatted.
//!
//! `BLESS=1` writes them.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::{env, fs};

use quote::ToTokens;

#[test]
fn expansions_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("derive");
    let mut failed = Vec::new();
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 2);
    for path in names {
        let text = fs::read_to_string(path.join("item.rs")).unwrap();
        let expanded = expanded(&text);
        let golden = path.join("expanded.rs");
        if env::var_os("BLESS").is_some() {
            fs::write(&golden, &expanded).unwrap();
        } else if fs::read_to_string(&golden).unwrap_or_default() != expanded {
            failed.push(path);
        }
    }
    assert!(failed.is_empty(), "these expand to something else now (BLESS=1 writes them): {failed:?}");
}

/// What the items of a file are expanded to, formatted.
fn expanded(text: &str) -> String {
    let mut file = syn::parse_file(text).unwrap();
    let mut items = Vec::new();
    for item in &file.items {
        let (syn::Item::Struct(syn::ItemStruct { attrs, .. }) | syn::Item::Enum(syn::ItemEnum { attrs, .. })) =
            item
        else {
            continue;
        };
        let derives: String = attrs
            .iter()
            .filter(|a| a.path().is_ident("derive"))
            .map(|a| a.to_token_stream().to_string())
            .collect();
        if derives.contains("Rules") {
            let code = crdc_codegen::typed::derive(item.to_token_stream());
            items.extend(syn::parse2::<syn::File>(code).unwrap().items);
        }
    }
    file.items = items;
    file.attrs.clear();
    prettyplease::unparse(&file)
}
