//! Reads the imports of a crate. In: the sources of a crate. Out: the module to which each path in them
//! leads.
//!
//! The paths of `use` items and the paths in code are followed through re-exports to the module that defines
//! the name. Modules for tests do not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The path of a module or of an item in it, without `crate`.
pub(super) type Names = Vec<String>;

/// The modules of a crate with their imports.
pub(super) struct Sources {
    modules: BTreeMap<Names, Imports>,
}

/// An import, as written.
pub(super) struct Import<'s> {
    /// The module that imports.
    pub(super) from: &'s Names,
    pub(super) path: &'s Names,
    /// The module that the path leads to.
    pub(super) to: Names,
}

/// The imports of a module.
#[derive(Default)]
struct Imports {
    /// The paths as written.
    paths: Vec<Names>,
    /// The names that `use` brings into scope, with their paths as written.
    names: BTreeMap<String, Names>,
    /// The modules of which `use` brings everything into scope.
    globs: Vec<Names>,
    /// The names of the items.
    items: BTreeSet<String>,
}

impl Sources {
    /// Reads the sources in a folder.
    pub(super) fn read(root: &Path) -> Result<Sources> {
        let mut modules = BTreeMap::new();
        folder(root, &[], &mut modules)?;
        Ok(Sources { modules })
    }

    #[cfg(test)]
    pub(super) fn of(texts: &[(&str, &str)]) -> Sources {
        let name = |path: &str| path.split("::").filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let imports = |text: &str| Imports::of(text).expect("tokens of Rust");
        Sources { modules: texts.iter().map(|(path, text)| (name(path), imports(text))).collect() }
    }

    /// The modules: one for each file.
    pub(super) fn modules(&self) -> impl Iterator<Item = &Names> {
        self.modules.keys()
    }

    /// The imports that lead to a module of the crate.
    pub(super) fn imports<'s>(&'s self) -> impl Iterator<Item = Import<'s>> {
        self.modules.iter().flat_map(move |(from, imports)| {
            let lead = move |path: &'s Names| self.target(from, path, 0).map(|to| Import { from, path, to });
            imports.paths.iter().filter_map(lead)
        })
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
        let imported =
            rest.first().filter(|_| depth < 16).and_then(|name| self.imported(&module, name, depth));
        match imported.filter(|imported| imported.as_slice() != path) {
            Some(imported) => {
                let path: Names = imported.iter().chain(&rest[1..]).cloned().collect();
                self.target(&module, &path, depth + 1).or_else(|| found.then_some(module))
            }
            None => found.then_some(module),
        }
    }

    /// The path by which a module imports a name, alone or with everything of another module.
    fn imported(&self, module: &Names, name: &String, depth: usize) -> Option<Names> {
        let imports = self.modules.get(module)?;
        if let Some(path) = imports.names.get(name) {
            return Some(path.clone());
        }
        // A module can import everything of itself by another name.
        if imports.items.contains(name) || depth > 3 {
            return None;
        }
        let has_name = |glob: &&Names| {
            let of = self.target(module, glob, depth + 1).filter(|of| of != module);
            of.is_some_and(|of| {
                self.modules.get(&of).is_some_and(|imports| imports.items.contains(name))
                    || self.imported(&of, name, depth + 1).is_some()
            })
        };
        let glob = imports.globs.iter().find(has_name)?;
        Some(glob.iter().chain([name]).cloned().collect())
    }
}

/// Adds the modules in a folder to `modules`.
fn folder(path: &Path, module: &[String], modules: &mut BTreeMap<Names, Imports>) -> Result<()> {
    for entry in fs::read_dir(path).with_context(|| path.display().to_string())? {
        let path = entry?.path();
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let mut inner = module.to_vec();
        if stem != "mod" && !(module.is_empty() && ["lib", "main"].contains(&stem.as_str())) {
            inner.push(stem.clone());
        }
        if stem == "tests" {
            continue;
        }
        if path.is_dir() {
            folder(&path, &inner, modules)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let imports = fs::read_to_string(&path).map_err(Into::into).and_then(|text| Imports::of(&text));
            modules.insert(inner, imports.with_context(|| path.display().to_string())?);
        }
    }
    Ok(())
}

impl Imports {
    fn of(text: &str) -> Result<Imports> {
        let mut imports = Imports::default();
        let tokens: TokenStream = text.parse().map_err(|error| anyhow::anyhow!("{error}"))?;
        imports.items = items(tokens.clone());
        imports.scan(tokens);
        Ok(imports)
    }

    /// Adds the paths in these tokens.
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

    /// Adds the names that a tree of `use` brings into scope. `head` is the path before the tree.
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
            if is_punct(last, '*') {
                self.globs.push(whole.clone());
                self.paths.push(whole);
                continue;
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

/// The names of the items of a module.
fn items(tokens: TokenStream) -> BTreeSet<String> {
    const KEYWORDS: [&str; 8] = ["fn", "struct", "enum", "union", "trait", "type", "const", "static"];
    let word = |token| if let TokenTree::Ident(ident) = token { ident.to_string() } else { String::new() };
    let tokens: Vec<String> = tokens.into_iter().map(word).collect();
    let named = tokens.windows(2).filter(|pair| KEYWORDS.contains(&pair[0].as_str()));
    named.map(|pair| pair[1].clone()).collect()
}

/// The path that begins at a token, and the index of the token after it.
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

/// Whether a token is this character.
fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

/// Whether these are the tokens of `cfg(test)`, alone or with other conditions.
fn is_test(attribute: TokenStream) -> bool {
    let text = attribute.to_string().replace(' ', "");
    text.starts_with("cfg(test)") || text.starts_with("cfg(all(test,")
}
