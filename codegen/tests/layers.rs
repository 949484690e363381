//! Modules import each other in one direction only: the stages of the compiler, and the files of `check/`.
//!
//! Imports are `use` items and paths in code, followed through re-exports to the module that defines the name.
//! Modules for tests do not count. A folder counts as one module together with everything in it.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The path of a module or of an item in it, without `crate`.
type Names = Vec<String>;

#[test]
fn stages_import_each_other_in_one_direction() {
    let sources = Sources::read();
    assert!(sources.modules.len() > 200, "{}", sources.modules.len());
    assert_eq!(sources.cycles(&[]).join("\n"), "");
}

#[test]
fn files_of_check_import_each_other_in_one_direction() {
    assert_eq!(Sources::read().cycles(&["check"]).join("\n"), "");
}

#[test]
fn cycles_are_found() {
    let sources = Sources::of(&[
        ("", "pub use a::A; use b::c;"),
        ("a", "use crate::b; #[cfg(test)] mod tests { use crate::e::E; } struct A;"),
        ("b", "pub(crate) use c::C; mod c; mod d;"),
        ("b::c", "fn f() { super::d::D::new(); }"),
        ("b::d", "// use crate::a::A;\nfn g() { let text = \"crate::a::A\"; }"),
        ("e", "use crate::{b::{self, C as D}, A};"),
    ]);
    assert!(sources.cycles(&[]).is_empty() && sources.cycles(&["b"]).is_empty());

    // Through a re-export of the root, by a path without `use`, and by a path in a macro.
    for import in ["use crate::A;", "fn f() { crate::a::A::new(); }", "print!(\"{}\", super::super::a::A);"] {
        let sources = Sources::of(&[
            ("", "pub use a::A;"),
            ("a", "use crate::b::{C, D}; pub struct A;"),
            ("b", "pub use c::C; mod c;"),
            ("b::c", import),
        ]);
        let found = sources.cycles(&[]);
        assert!(
            matches!(found.as_slice(), [a, b] if a.starts_with("a imports b: ") && b.starts_with("b imports a: ")),
            "{found:?}"
        );
    }

    // A file that takes from its folder what the folder itself defines.
    let sources = Sources::of(&[
        ("check", "mod a; mod b; fn run() { a::a(); b::b(); } type Rule = fn();"),
        ("check::a", "use super::b; fn a() { b::b(); }"),
        ("check::b", "use super::Rule;"),
    ]);
    let expected = [
        "a imports b: super::b, in check::a",
        "b imports mod: super::Rule, in check::b",
        "mod imports a: a::a, in check",
        "mod imports b: b::b, in check",
    ];
    assert_eq!(sources.cycles(&["check"]), expected);
}

/// The modules of the crate with their imports.
struct Sources {
    modules: BTreeMap<Names, Imports>,
}

#[derive(Default)]
struct Imports {
    /// Every path as written.
    paths: Vec<Names>,
    /// What `use` brings into scope: the name, and its path as written.
    names: BTreeMap<String, Names>,
}

impl Sources {
    fn read() -> Sources {
        let mut modules = BTreeMap::new();
        folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &[], &mut modules);
        Sources { modules }
    }

    fn of(texts: &[(&str, &str)]) -> Sources {
        let name = |path: &str| path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        Sources { modules: texts.iter().map(|(path, text)| (name(path), Imports::of(text))).collect() }
    }

    /// The imports between the modules directly in `folder` that are part of a cycle. `mod` is the folder's own
    /// file.
    fn cycles(&self, folder: &[&str]) -> Vec<String> {
        let unit = |module: &Names| -> Option<String> {
            let (head, rest) = module.split_at_checked(folder.len())?;
            let inside = head.iter().zip(folder).all(|(a, b)| a == b);
            // The root only declares modules and re-exports.
            let name = rest.first().map_or("mod", String::as_str);
            (inside && (name != "mod" || !folder.is_empty())).then(|| name.to_owned())
        };
        // Each import with the first place where it is written.
        let mut edges: BTreeMap<String, BTreeMap<String, String>> = BTreeMap::new();
        for (module, imports) in &self.modules {
            let Some(from) = unit(module) else { continue };
            for path in &imports.paths {
                let to = self.target(module, path, 0).and_then(|target| unit(&target));
                if let Some(to) = to.filter(|to| *to != from) {
                    let place = || format!("{}, in {}", path.join("::"), module.join("::"));
                    edges.entry(from.clone()).or_default().entry(to).or_insert_with(place);
                }
            }
        }
        let mut found = Vec::new();
        for (from, targets) in &edges {
            let back = |to: &&String| reached_from(to, &edges).contains(from.as_str());
            let targets = targets.iter().filter(|(to, _)| back(to));
            found.extend(targets.map(|(to, place)| format!("{from} imports {to}: {place}")));
        }
        found
    }

    /// The module that a path leads to from a module; `None` if it leads out of the crate.
    fn target(&self, from: &Names, path: &[String], depth: usize) -> Option<Names> {
        let mut module = from.clone();
        let mut rest = path;
        if rest.first()? == "crate" {
            module.clear();
            rest = &rest[1..];
        }
        while let [first, others @ ..] = rest
            && (first == "self" || first == "super")
        {
            if first == "super" {
                module.pop();
            }
            rest = others;
        }
        let explicit = rest.len() < path.len();
        let start = rest.len();
        while let [first, others @ ..] = rest {
            let mut inner = module.clone();
            inner.push(first.clone());
            if !self.modules.contains_key(&inner) {
                break;
            }
            module = inner;
            rest = others;
        }
        let found = explicit || rest.len() < start;
        let imported = rest.first().and_then(|name| self.modules.get(&module)?.names.get(name));
        match imported.filter(|imported| depth < 16 && imported.as_slice() != path) {
            Some(imported) => {
                let path: Names = imported.iter().chain(&rest[1..]).cloned().collect();
                self.target(&module, &path, depth + 1).or_else(|| found.then_some(module))
            }
            None => found.then_some(module),
        }
    }
}

/// Everything that a name leads to.
fn reached_from<'e>(
    from: &'e str,
    edges: &'e BTreeMap<String, BTreeMap<String, String>>,
) -> BTreeSet<&'e str> {
    let mut seen = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(name) = waiting.pop() {
        let next = edges.get(name).into_iter().flat_map(BTreeMap::keys).map(String::as_str);
        waiting.extend(next.filter(|name| seen.insert(*name)));
    }
    seen
}

fn folder(path: &Path, module: &[String], modules: &mut BTreeMap<Names, Imports>) {
    for entry in fs::read_dir(path).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut inner = module.to_vec();
        if !["mod", "lib"].contains(&stem.as_str()) {
            inner.push(stem.clone());
        }
        if stem == "tests" {
            continue;
        }
        if path.is_dir() {
            folder(&path, &inner, modules);
        } else {
            modules.insert(inner, Imports::of(&fs::read_to_string(&path).unwrap()));
        }
    }
}

impl Imports {
    fn of(text: &str) -> Imports {
        let mut imports = Imports::default();
        imports.scan(text.parse().unwrap());
        imports
    }

    fn scan(&mut self, tokens: TokenStream) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            at += 1;
            match token {
                // An item for tests: skipped up to its end.
                TokenTree::Group(group)
                    if is_test(group.stream()) && is_punct(tokens.get(at.wrapping_sub(2)), '#') =>
                {
                    while let Some(token) = tokens.get(at) {
                        at += 1;
                        let body =
                            matches!(token, TokenTree::Group(body) if body.delimiter() == Delimiter::Brace);
                        if body || is_punct(Some(token), ';') {
                            break;
                        }
                    }
                }
                TokenTree::Group(group) => self.scan(group.stream()),
                // The scope of `pub(in crate::check)`.
                TokenTree::Ident(ident) if *ident == "pub" => {
                    at += usize::from(matches!(tokens.get(at), Some(TokenTree::Group(_))));
                }
                TokenTree::Ident(ident) if *ident == "use" => {
                    let end = tokens.iter().skip(at).position(|token| is_punct(Some(token), ';'));
                    let end = at + end.unwrap_or(0);
                    self.tree(&[], &tokens[at..end]);
                    at = end;
                }
                TokenTree::Ident(_) => {
                    let (path, next) = path(&tokens, at - 1);
                    if path.len() > 1 {
                        self.paths.push(path);
                    }
                    at = next;
                }
                _ => {}
            }
        }
    }

    /// Reads a tree of `use`.
    fn tree(&mut self, head: &[String], tokens: &[TokenTree]) {
        for tree in tokens.split(|token| is_punct(Some(token), ',')).filter(|tree| !tree.is_empty()) {
            let (names, next) = path(tree, 0);
            let mut whole: Names = head.iter().cloned().chain(names).collect();
            let last = tree.last();
            if let Some(TokenTree::Group(group)) = last {
                self.tree(&whole, &group.stream().into_iter().collect::<Vec<_>>());
                continue;
            }
            if whole.last().is_some_and(|name| name == "self") && whole.len() > 1 {
                whole.pop();
            }
            let alias = tree.get(next).is_some_and(|token| token.to_string() == "as");
            let name = if alias { last.map(ToString::to_string) } else { whole.last().cloned() };
            if let Some(name) = name {
                self.names.insert(name, whole.clone());
                self.paths.push(whole);
            }
        }
    }
}

/// The path that begins here, and the index of the token after it.
fn path(tokens: &[TokenTree], mut at: usize) -> (Names, usize) {
    let mut names = Names::new();
    while let Some(TokenTree::Ident(ident)) = tokens.get(at) {
        names.push(ident.to_string());
        at += 1;
        if !(is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')) {
            break;
        }
        at += 2;
    }
    (names, at)
}

fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

/// Whether these are the tokens of `cfg(test)`, alone or with other conditions.
fn is_test(attribute: TokenStream) -> bool {
    let text = attribute.to_string().replace(' ', "");
    text.starts_with("cfg(test)") || text.starts_with("cfg(all(test,")
}
