//! Compiles the views of the tests, without the code that decodes: objects are decoded by plans that are not compiled. For each
//! view it also writes what compares every field with the same one of `serde_json`.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../oracle/src/random/alternatives.rs"]
mod alternatives;
#[path = "../oracle/src/escaping.rs"]
#[allow(dead_code, unreachable_pub)]
mod escaping;
#[path = "../oracle/src/random/formats.rs"]
#[allow(dead_code, unreachable_pub)]
mod formats;
#[path = "../oracle/src/json/mod.rs"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod json;
#[path = "../oracle/src/random/marks.rs"]
#[allow(dead_code, unreachable_pub)]
mod marks;
#[path = "../oracle/src/random/rng.rs"]
#[allow(dead_code, unreachable_pub)]
mod rng;
#[path = "../oracle/src/random/schema.rs"]
#[allow(unreachable_pub)]
mod schema;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crdc_codegen::{Options, generate, generate_openapi};
use crdc_source::Source;

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    println!("cargo::rerun-if-changed=views");
    println!("cargo::rerun-if-changed=../record/crds");
    let mut sources = Vec::new();
    for path in listed(&root.join("views")) {
        let crd = path.join("crd.yaml");
        if crd.is_file() {
            sources.push(read(&crd));
        }
    }
    sources.extend(listed(&root.join("../record/crds")).iter().map(|path| read(path)));
    let random = |seed| Source::new(format!("random{seed}.json"), schema::crd(seed));
    // Types of kube take as long to compile as the others: fewer of random schemas.
    let mut for_kube = sources.clone();
    for_kube.extend((0..10).map(random));
    sources.extend((0..40).map(random));
    let options = Options { views: true, types: true, skip_uncompiled_rules: true, ..Options::default() };
    let mut files = generate(&sources, &options).files;
    let document = root.join("views/openapi/document.yaml");
    let kinds = ["views.example.com/v1/Tree".to_owned()];
    files.extend(generate_openapi(&read(&document), &kinds, &options).files);
    let options = Options { views: false, kube_types: true, ..options };
    let mut kube_files = generate(&for_kube, &options).files;
    kube_files.extend(generate_openapi(&read(&document), &kinds, &options).files);
    let (mut modules, mut entries, mut named) = (String::new(), String::new(), String::new());
    let (mut typed, mut typed_kube) = (String::new(), String::new());
    for (index, file) in files.iter().enumerate() {
        let views = &file.text[file.text.find("/// Views of objects").unwrap()..];
        let (views, types) = views.split_at(views.find("/// Types of objects").unwrap());
        let unit = &file.type_name;
        let begun = checks(views, index);
        writeln!(
            modules,
            "pub mod kind{index} {{\n#[derive(Clone, Copy, Debug)]\npub struct {unit};\n{views}\n{types}\n}}\n{begun}"
        )
        .unwrap();
        if file.crd.ends_with(".views.example.com") {
            writeln!(named, "pub use super::kind{index}::{unit};").unwrap();
        }
        let name = format!("{}/{}", file.crd, file.version);
        let root = root_of(types);
        writeln!(typed, "    ({name:?}, again::<kind{index}::object_types::{root}>),").unwrap();
        writeln!(
            entries,
            "    ({name:?}, |value, found, mode| kind{index}::{unit}::view(value).check(Some(found), mode)),"
        )
        .unwrap();
        let Some(kube) = kube_files.iter().find(|kube| kube.path == file.path) else { continue };
        let kube = &kube.text[kube.text.find("/// Types of objects").unwrap()..];
        let root = root_of(kube);
        writeln!(modules, "pub mod kube{index} {{\n{kube}\n}}").unwrap();
        writeln!(typed_kube, "    ({name:?}, again_listed::<kube{index}::object_types::{root}>),").unwrap();
    }
    let text = format!(
        "{modules}\n/// The kinds of `views/`, by their names.\npub mod named {{\n{named}}}\n/// By name: compares every field.\npub const VIEWS: &[(&str, Compare)] = &[\n{entries}];\n/// By name: reads an object as its type, and writes it again.\npub const TYPES: &[(&str, Again)] = &[\n{typed}];\n/// The same with types for kube.\npub const KUBE_TYPES: &[(&str, Again)] = &[\n{typed_kube}];\n"
    );
    fs::write(out.join("views.rs"), text).unwrap();
}

/// The type of an object, the first of a module.
fn root_of(types: &str) -> &str {
    types.split("pub struct ").nth(1).unwrap().split(' ').next().unwrap()
}

fn read(path: &Path) -> Source {
    Source::new(path.display().to_string(), fs::read_to_string(path).unwrap())
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Implementations of `Check` for the types of a module of views.
fn checks(views: &str, index: usize) -> String {
    let module: syn::ItemMod = syn::parse_str(views).unwrap();
    let mut out = String::new();
    for item in module.content.unwrap().1 {
        match item {
            syn::Item::Enum(item) => {
                let name = item.ident;
                writeln!(
                    out,
                    "impl<'a> Check<'a> for kind{index}::object_views::{name}<'a> {{
                        fn check(self, found: Option<&Json>, mode: Mode) -> Checked {{ self.as_str().check(found, mode) }}
                    }}"
                )
                .unwrap();
            }
            syn::Item::Impl(item) if item.trait_.is_none() => {
                let syn::Type::Path(of) = &*item.self_ty else { continue };
                let name = &of.path.segments.last().unwrap().ident;
                let methods: Vec<(String, String)> = item.items.iter().filter_map(method).collect();
                let is_entry = of.path.segments.len() > 1;
                let is_enum = item
                    .items
                    .iter()
                    .any(|item| matches!(item, syn::ImplItem::Fn(f) if f.sig.ident == "as_str"));
                if is_entry || is_enum {
                    continue;
                }
                let lines: String = methods
                    .iter()
                    .map(|(method, key)| format!("count += field({key}, self.{method}(), found, mode)?;\n"))
                    .collect();
                writeln!(
                    out,
                    "impl<'a> Check<'a> for kind{index}::object_views::{name}<'a> {{
                        fn check(self, found: Option<&Json>, mode: Mode) -> Checked {{
                            let Some(found) = object(self.as_value(), found, mode)? else {{ return Ok(0) }};
                            let mut count = 0;
                            {lines}
                            Ok(count)
                        }}
                    }}"
                )
                .unwrap();
            }
            _ => {}
        }
    }
    out
}

/// The name of a method and the key of its field, as a literal.
fn method(item: &syn::ImplItem) -> Option<(String, String)> {
    let syn::ImplItem::Fn(function) = item else { return None };
    let [syn::Stmt::Expr(syn::Expr::Call(call), None)] = function.block.stmts.as_slice() else { return None };
    let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(key), .. }) = call.args.get(1)? else { return None };
    Some((function.sig.ident.to_string(), format!("{:?}", key.value())))
}
