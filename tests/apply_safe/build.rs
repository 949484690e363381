//! Compiles random CRDs with immutability and unions under the dialect `cel`, which is what lowered rules
//! say, and the CRD of `docs/apply-safe.md` under the default dialect.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "../oracle/src/random/alternatives.rs"]
mod alternatives;
#[path = "../oracle/src/random/formats.rs"]
#[allow(dead_code, unreachable_pub)]
mod formats;
#[path = "../oracle/src/json/mod.rs"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod json;
#[path = "../oracle/src/random/marks.rs"]
#[allow(unreachable_pub)]
mod marks;
#[path = "../oracle/src/random/rng.rs"]
#[allow(dead_code, unreachable_pub)]
mod rng;
#[path = "../oracle/src/random/schema.rs"]
#[allow(unreachable_pub)]
mod schema;
#[path = "../oracle/src/topologies.rs"]
#[allow(dead_code, unreachable_pub)]
mod topologies;
#[path = "../oracle/src/random/unions.rs"]
#[allow(unreachable_pub)]
mod unions;

use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

use crdc_codegen::{Dialect, Options, generate};
use crdc_source::Source;

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    println!("cargo::rerun-if-changed=build.rs");
    let mut sources: Vec<Source> = Vec::new();
    for seed in (0..36).filter(|seed| seed % 3 == 2) {
        sources.push(Source::new(format!("marks{seed}.json"), schema::crd(seed)));
    }
    for seed in 1000..1012 {
        sources.push(Source::new(format!("unions{seed}.json"), unions::crd(seed)));
    }
    sources.push(Source::new("table.json", topologies::crd(&topologies::combinations())));
    println!("cargo::rerun-if-changed=../../docs/apply-safe.md");
    let page = fs::read_to_string("../../docs/apply-safe.md").unwrap();
    let crd = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    sources.push(Source::new("docs/apply-safe.md", crd));
    let (mut modules, mut entries) = (String::new(), String::new());
    for (index, source) in sources.iter().enumerate() {
        let dialect = if source.name.ends_with(".md") { Dialect::default() } else { Dialect::Cel };
        let options = Options { dialect, ..Options::default() };
        let generated = generate(std::slice::from_ref(source), &options);
        assert!(!generated.has_errors(), "{:?}", generated.diagnostics);
        for (version, file) in generated.files.iter().enumerate() {
            let module = format!("crd{index}_{version}");
            let path = out.join(format!("{module}.rs"));
            fs::write(&path, &file.text).unwrap();
            writeln!(
                modules,
                "#[doc(hidden)] pub mod {module} {{ include!(concat!(env!(\"OUT_DIR\"), \"/{module}.rs\")); }}"
            )
            .unwrap();
            let (name, version, text) = (&source.name, &file.version, &source.text);
            writeln!(
                entries,
                "    Entry {{ name: {name:?}, version: {version:?}, crd: {text:?}, compiled: <{module}::{} as ::crdc::Resource>::compiled }},",
                file.type_name
            )
            .unwrap();
        }
    }
    let text = format!("{modules}/// All of them.\npub static ENTRIES: &[Entry] = &[\n{entries}];\n");
    fs::write(out.join("entries.rs"), text).unwrap();
}
