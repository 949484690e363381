//! A private module of a generated file, formatted item by item: a syntax tree of all items would take
//! kilobytes per line.

use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

/// A module being written.
pub(super) struct Module {
    name: &'static str,
    docs: &'static str,
    /// The formatted items.
    items: String,
    /// Identifiers that the items use.
    used: HashSet<String>,
    /// Whether the module is public, because users refer to its items.
    public: bool,
}

impl Module {
    /// An empty module.
    pub(super) fn new(name: &'static str, docs: &'static str) -> Module {
        Module { name, docs, items: String::new(), used: HashSet::new(), public: false }
    }

    /// A module whose items users name.
    pub(super) fn public(name: &'static str, docs: &'static str) -> Module {
        Module { public: true, ..Module::new(name, docs) }
    }

    /// Adds items.
    pub(super) fn push(&mut self, items: TokenStream) -> Result<(), syn::Error> {
        note(&items, &mut self.used);
        self.items.push_str(&inside(items)?);
        Ok(())
    }

    /// Whether the module has no items.
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The text of the module. `names` lists importable names by path; only the used ones are imported.
    pub(super) fn text(self, names: &[(TokenStream, &[&str])]) -> Result<String, syn::Error> {
        let uses = names.iter().filter_map(|(path, names)| {
            let used = names.iter().filter(|name| self.used.contains(**name));
            let used: Vec<_> = used.map(|name| quote::format_ident!("{name}")).collect();
            match used.as_slice() {
                [] => None,
                [one] => Some(quote!(use #path::#one;)),
                several => Some(quote!(use #path::{#(#several),*};)),
            }
        });
        let (name, docs) = (quote::format_ident!("{}", self.name), self.docs);
        // A comparison with the largest limit is never true.
        let comparisons =
            self.items.contains(&i64::MAX.to_string()).then(|| quote!(#[allow(unused_comparisons)]));
        // A program uses only some of the items, and descriptions are not Markdown of rustdoc.
        let public = self.public.then(|| quote!(pub));
        let unused = self.public.then(|| {
            quote! {
                #[allow(dead_code, unreachable_pub, non_camel_case_types)]
                #[allow(rustdoc::bare_urls, rustdoc::broken_intra_doc_links, rustdoc::invalid_html_tags)]
            }
        });
        let empty = quote! {
            #[doc = #docs]
            #[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
            #comparisons
            #unused
            #public mod #name { #(#uses)* }
        };
        let empty = prettyplease::unparse(&syn::parse2(empty)?);
        let start = empty.trim_end().trim_end_matches('}');
        // A module without imports has its opening brace on one line.
        Ok(format!("{}\n{}}}\n", start.trim_end(), self.items))
    }
}

/// Items as formatted inside a module.
fn inside(items: TokenStream) -> Result<String, syn::Error> {
    let text = prettyplease::unparse(&syn::parse2(quote!(mod m { #items }))?);
    let body = text.strip_prefix("mod m {\n").and_then(|rest| rest.strip_suffix("}\n"));
    Ok(body.unwrap_or_default().to_owned())
}

fn note(tokens: &TokenStream, used: &mut HashSet<String>) {
    for token in tokens.clone() {
        match token {
            TokenTree::Ident(name) => {
                used.insert(name.to_string());
            }
            TokenTree::Group(group) => note(&group.stream(), used),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
