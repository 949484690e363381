//! Compiles the CRDs of target `json`, those of the keyword folders and `everything.yaml`, to one table by
//! name (`plural.group/version`).

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crdc_codegen::{Options, generate};
use crdc_source::Source;

fn main() {
    let tests = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../tests");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed={}", tests.join("keywords").display());
    println!("cargo::rerun-if-changed={}", tests.join("vectors/everything.yaml").display());
    let folders = fs::read_dir(tests.join("keywords")).expect("a folder");
    let mut paths: Vec<PathBuf> =
        folders.map(|entry| entry.expect("an entry").path().join("crd.yaml")).collect();
    paths.retain(|path| path.is_file());
    paths.push(tests.join("vectors/everything.yaml"));
    paths.sort();
    let (mut modules, mut entries) = (String::new(), String::new());
    for path in paths {
        let source = Source::read(&path).unwrap_or_else(|_| panic!("{}", path.display()));
        for file in generate(&[source], &Options::default()).files {
            let module = format!("crd{}", modules.lines().count());
            fs::write(out.join(format!("{module}.rs")), &file.text).expect("a file in OUT_DIR");
            let include = format!("include!(concat!(env!(\"OUT_DIR\"), \"/{module}.rs\"));");
            writeln!(modules, "mod {module} {{ {include} }}").expect("a string");
            let (name, version, type_name) = (file.crd, file.version, file.type_name);
            let compiled = format!("<{module}::{type_name} as ::crdc::Resource>::compiled");
            writeln!(entries, "    (\"{name}/{version}\", {compiled}),").expect("a string");
        }
    }
    let table = format!(
        "{modules}/// Names, and what the runtime runs.\nstatic ALL: &[(&str, fn() -> &'static ::crdc::Compiled)] = \
         &[\n{entries}];\n"
    );
    fs::write(out.join("compiled.rs"), table).expect("a file in OUT_DIR");
}
