//! Reads `#[x_kube(merge_strategy = …)]`. In: the attributes of a field. Out: the list types and map types
//! that they declare.
//
// kube-core: cel/mod.rs (MergeStrategy)

use super::attributes::{self, Value};
use crate::markers::{At, ListType, MapType, MarkerSet};
use proc_macro2::{TokenStream, TokenTree};

pub(super) fn merge_strategy(attributes: &[syn::Attribute], markers: &mut MarkerSet) {
    let kube = attributes::entries(attributes, "x_kube");
    for entry in kube.iter().filter(|entry| entry.name == "merge_strategy") {
        if let Value::Is(tokens) = &entry.value {
            let at = At { span: entry.span, text: "#[x_kube(merge_strategy)]".to_owned() };
            strategy(&Tokens::of(tokens.clone()), markers, &at);
        }
    }
}

/// The identifiers and strings of an expression, at any depth: `ListMerge::Map(vec!["name".into()])`.
#[derive(Default)]
struct Tokens {
    words: Vec<String>,
    texts: Vec<String>,
}

impl Tokens {
    fn of(tokens: TokenStream) -> Tokens {
        let mut found = Tokens::default();
        for token in tokens {
            match token {
                TokenTree::Ident(word) => found.words.push(word.to_string()),
                TokenTree::Literal(literal) => {
                    let text = syn::parse2::<syn::LitStr>(TokenTree::Literal(literal).into());
                    found.texts.extend(text.ok().map(|text| text.value()));
                }
                TokenTree::Group(group) => {
                    let Tokens { words, texts } = Tokens::of(group.stream());
                    found.words.extend(words);
                    found.texts.extend(texts);
                }
                TokenTree::Punct(_) => {}
            }
        }
        found
    }

    fn has(&self, word: &str) -> bool {
        self.words.iter().any(|found| found == word)
    }
}

fn strategy(found: &Tokens, markers: &mut MarkerSet, at: &At) {
    if found.has("ListMerge") {
        let types = [("Atomic", ListType::Atomic), ("Set", ListType::Set), ("Map", ListType::Map)];
        for (_, list_type) in types.into_iter().filter(|(word, _)| found.has(word)) {
            markers.list_type.get_or_insert((list_type, at.clone()));
        }
        markers.keys.extend(found.texts.iter().map(|key| (key.clone(), at.clone())));
    } else if ["MapMerge", "StructMerge"].iter().any(|word| found.has(word)) && found.has("Atomic") {
        markers.map_type.get_or_insert((MapType::Atomic, at.clone()));
    }
}
