//! Compiles the inputs of the tests: the CRDs of the small record, of the keyword folders and of the tables,
//! and random CRDs with fixed seeds. Each becomes a module under `OUT_DIR`; one table lists all by name
//! (`plural.group/version`).
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "oracle/src/random/alternatives.rs"]
mod alternatives;
#[path = "oracle/src/escaping.rs"]
#[allow(unreachable_pub)]
mod escaping;
#[path = "oracle/src/random/formats.rs"]
#[allow(dead_code, unreachable_pub)]
mod formats;
#[path = "src/fragments.rs"]
mod fragments;
#[path = "oracle/src/json/mod.rs"]
#[allow(dead_code, unused_imports, unreachable_pub)]
mod json;
#[path = "oracle/src/random/marks.rs"]
#[allow(unreachable_pub)]
mod marks;
#[path = "oracle/src/random/resources.rs"]
#[allow(unreachable_pub)]
mod resources;
#[path = "oracle/src/random/rng.rs"]
#[allow(dead_code, unreachable_pub)]
mod rng;
#[path = "oracle/src/random/rules/mod.rs"]
#[allow(dead_code, unreachable_pub)]
mod rules;
#[path = "oracle/src/random/schema.rs"]
#[allow(unreachable_pub)]
mod schema;
#[path = "oracle/src/random/structs/mod.rs"]
#[allow(dead_code, unreachable_pub)]
mod structs;
#[path = "oracle/src/topologies.rs"]
#[allow(dead_code, unreachable_pub)]
mod topologies;
#[path = "oracle/src/random/unions.rs"]
#[allow(unreachable_pub)]
mod unions;

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

use crdc_codegen::{Dialect, Generated, Options, Ratcheting, generate, generate_openapi};
use crdc_source::Source;
use crdc_source::diag::Severity;
use crdc_source::render::{self, Format};
use structs::Style;

/// Seeds of the random schemas; a failing property test names the seed.
const SEEDS: std::ops::Range<u64> = 0..40;
/// Those with unions.
const UNIONS: std::ops::Range<u64> = 1000..1020;
/// Those with embedded resources; the seed selects the ratcheting policy.
const RESOURCES: std::ops::Range<u64> = 2000..2018;
/// The same with random rules.
const RULES: std::ops::Range<u64> = 3000..3012;
/// Those that also become structs, with immutability and unions.
const STRUCTS: [u64; 12] = [2, 8, 14, 29, 32, 1001, 1002, 1004, 1010, 1013, 1016, 1019];
/// The forms of structs of `structs/`, which have what random schemas seldom have.
const WRITTEN: std::ops::Range<u64> = 1..6;

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap());
    let mut sources = Vec::new();
    for folder in ["record/crds", "keywords", "skeleton", "unions", "vectors"] {
        println!("cargo::rerun-if-changed={folder}");
        read(&root.join(folder), &root, &mut sources);
    }
    println!("cargo::rerun-if-changed=../docs/unions.md");
    sources.push(page(&fs::read_to_string(root.join("../docs/unions.md")).unwrap()));
    sources.sort_by(|a, b| a.name.cmp(&b.name));
    let mut seeds = String::from("&[");
    for seed in SEEDS {
        let text = schema::crd(seed);
        writeln!(seeds, "({seed}, {text:?}),").unwrap();
        sources.push(Source::new(format!("random{seed}.json"), text.as_str()));
    }
    seeds.push(']');
    fs::write(out.join("seeds.rs"), seeds).unwrap();
    let mut seeds = String::from("&[");
    for seed in UNIONS {
        let text = unions::crd(seed);
        writeln!(seeds, "({seed}, {text:?}),").unwrap();
        sources.push(Source::new(format!("unions{seed}.json"), text.as_str()));
    }
    seeds.push(']');
    fs::write(out.join("unions.rs"), seeds).unwrap();

    println!("cargo::rerun-if-changed=publish");
    fs::write(out.join("fragments.rs"), fragments::table(&root.join("publish"))).unwrap();

    let mut typed = Structs::default();
    typed.folders(&sources);
    let mut seeds = String::from("&[");
    for seed in STRUCTS {
        let text = if UNIONS.contains(&seed) { unions::crd(seed) } else { schema::crd(seed) };
        let crd = structs::restrict::crd(&text);
        let source = Source::new(format!("typed{seed}.json"), crd.to_string());
        // Some of them are asked to allocate nothing.
        typed.add(&source, "", &[("varied", Style { clones: false, ..Style::varied(seed) })]);
        writeln!(seeds, "({seed}, {:?}),", source.text).unwrap();
        sources.push(source);
    }
    seeds.push(']');
    fs::write(out.join("typed_seeds.rs"), seeds).unwrap();
    println!("cargo::rerun-if-changed=structs");
    let mut written = Vec::new();
    read(&root.join("structs"), &root, &mut written);
    for source in &written {
        for seed in WRITTEN {
            typed.add(source, "", &[("written", Style { enums: true, open: false, ..Style::varied(seed) })]);
        }
    }
    sources.append(&mut written);

    let mut tables = Tables { out: out.clone(), modules: String::new(), entries: String::new(), count: 0 };
    tables.add(&sources, &Options::default(), "");
    let mut seeded = |name: &str, seeds: std::ops::Range<u64>, crd: fn(u64) -> String| {
        let mut table = String::from("&[");
        for seed in seeds {
            let text = crd(seed);
            writeln!(table, "({seed}, {text:?}),").unwrap();
            let ratcheting = Ratcheting::ALL[seed as usize % Ratcheting::ALL.len()];
            let source = Source::new(format!("{name}{seed}.json"), text);
            tables.add(&[source], &Options { ratcheting, ..Options::default() }, "");
        }
        table.push(']');
        fs::write(out.join(format!("{name}.rs")), table).unwrap();
    };
    seeded("resources", RESOURCES, resources::crd);
    seeded("rules", RULES, |seed| rules::add(seed, &resources::crd(seed)).crd);
    println!("cargo::rerun-if-changed=openapi");
    tables.add_openapi(&root.join("openapi"));
    println!("cargo::rerun-if-changed=policies");
    let mut policies = Vec::new();
    read(&root.join("policies"), &root, &mut policies);
    for policy in Ratcheting::ALL {
        let suffix = if policy == Ratcheting::default() { "" } else { policy.as_str() };
        tables.add(&policies, &Options { ratcheting: policy, ..Options::default() }, suffix);
    }
    println!("cargo::rerun-if-changed=immutability");
    let mut marked = vec![Source::new("table.json", topologies::crd(&topologies::combinations()))];
    let every = [("plain", Style::PLAIN), ("written", Style::WRITTEN), ("open", Style::OPEN)];
    typed.add(&marked[0], "", &every);
    read(&root.join("immutability"), &root, &mut marked);
    println!("cargo::rerun-if-changed=../docs/immutability.md");
    let page = fs::read_to_string(root.join("../docs/immutability.md")).unwrap();
    let document = page.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    marked.push(Source::new("docs/immutability.md", document));
    for dialect in Dialect::ALL {
        let suffix = if dialect == Dialect::default() { "" } else { dialect.as_str() };
        tables.add(&marked, &Options { dialect, ..Options::default() }, suffix);
    }
    // A resource with hand-written structs (`tests/tests/typed/foreign_lists.rs`).
    println!("cargo::rerun-if-changed=foreign/crd.yaml");
    let mut foreign = Vec::new();
    read(&root.join("foreign"), &root, &mut foreign);
    tables.add(&foreign, &Options::default(), "");
    // One resource in the versions of two server releases.
    for release in ["older", "newer"] {
        println!("cargo::rerun-if-changed=skew/{release}.yaml");
        let path = root.join(format!("skew/{release}.yaml"));
        let source = Source::new(path.display().to_string(), fs::read_to_string(&path).unwrap());
        typed.add(&source, release, &[("plain", Style::PLAIN), ("open", Style::OPEN)]);
        tables.add(&[source], &Options::default(), release);
    }
    tables.write();
    typed.write(&out);
}

/// The generated structs.
#[derive(Default)]
struct Structs {
    modules: String,
    entries: String,
    count: usize,
}

impl Structs {
    /// The structs for the folders of `unions/`.
    fn folders(&mut self, sources: &[Source]) {
        for source in sources.iter().filter(|source| source.name.starts_with("unions/")) {
            self.add(source, "", &[("plain", Style::PLAIN), ("open", Style::OPEN), ("enums", Style::ENUMS)]);
        }
    }

    /// The structs of `spec` and `status` of each version of a document, in each of these styles.
    fn add(&mut self, source: &Source, suffix: &str, styles: &[(&str, Style)]) {
        let (documents, _) = crdc_source::parse(source);
        for crd in documents.iter().map(structs::tree) {
            let text =
                |json: &json::Json, key: &str| json.get(key).and_then(json::Json::as_str).map(str::to_owned);
            let spec = crd.get("spec").unwrap();
            let name = text(crd.get("metadata").unwrap(), "name").unwrap();
            for version in spec.get("versions").and_then(json::Json::as_array).into_iter().flatten() {
                let name = format!("{name}/{}{suffix}", text(version, "name").unwrap());
                let schema = version.get("schema").and_then(|schema| schema.get("openAPIV3Schema")).unwrap();
                for part in ["spec", "status"] {
                    let Some(schema) = schema.get("properties").and_then(|all| all.get(part)) else {
                        continue;
                    };
                    for (style, how) in styles {
                        self.part(&name, part, style, structs::structs(schema, part, how.clone()));
                    }
                }
            }
        }
    }

    fn part(&mut self, name: &str, part: &str, style: &str, structs: Result<structs::Structs, String>) {
        let structs = match structs {
            Ok(structs) => structs,
            Err(why) => {
                writeln!(self.entries, "    // {name} {part} {style}: {why}").unwrap();
                return;
            }
        };
        let (fields, enums) =
            (structs.text.contains("+unionDiscriminator"), structs.text.contains("::crdc::Union"));
        if (style == "enums" && !enums) || (name.contains(".unions.example") && !fields && !enums) {
            return;
        }
        let module = format!("structs{}", self.count);
        self.count += 1;
        writeln!(
            self.modules,
            "#[allow(unreachable_pub, non_snake_case)]\nmod {module} {{\n{}}}",
            structs.text
        )
        .unwrap();
        writeln!(
            self.entries,
            "    Entry {{ style: {style:?}, left_out: &{:?}, ..Entry::of::<{module}::Whole>({name:?}, {part:?}, crate::compiled::find) }},",
            structs.left_out
        )
        .unwrap();
    }

    fn write(self, out: &Path) {
        let text = format!(
            "{}/// All of them.\npub static ENTRIES: &[Entry] = &[\n{}];\n",
            self.modules, self.entries
        );
        fs::write(out.join("structs.rs"), text).unwrap();
    }
}

/// The generated files that the tests include.
struct Tables {
    out: PathBuf,
    modules: String,
    entries: String,
    count: usize,
}

impl Tables {
    /// Compiles some sources; `suffix` is added to the names of their entries.
    fn add(&mut self, sources: &[Source], options: &Options, suffix: &str) {
        self.write_files(sources, generate(sources, options), suffix);
    }

    /// Compiles documents with the options of their folders.
    fn add_openapi(&mut self, root: &Path) {
        let mut folders: Vec<PathBuf> =
            fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
        folders.sort();
        for folder in folders {
            let names = ["document.yaml", "document.json"].map(|name| folder.join(name));
            let Some(path) = names.iter().find(|path| path.is_file()) else { continue };
            let source = Source::new(path.display().to_string(), fs::read_to_string(path).unwrap());
            let kinds = fs::read_to_string(folder.join("kinds.txt")).unwrap();
            let kinds: Vec<String> = kinds.lines().map(str::to_owned).collect();
            let generated = generate_openapi(&source, &kinds, &Options::default());
            self.write_files(&[source], generated, "");
        }
    }

    fn write_files(&mut self, sources: &[Source], generated: Generated, suffix: &str) {
        let mut errors = String::new();
        for found in &generated.diagnostics {
            if found.diagnostic.severity() == Severity::Error {
                let one = std::slice::from_ref(&found.diagnostic);
                errors.push_str(&render::render(&sources[found.source], one, Format::Human));
            }
        }
        assert!(errors.is_empty(), "{errors}");
        for file in &generated.files {
            let module = format!("crd{}", self.count);
            self.count += 1;
            let path = self.out.join(format!("{module}.rs"));
            fs::write(&path, &file.text).unwrap();
            writeln!(
                self.modules,
                "#[doc(hidden)] pub mod {module} {{ include!(concat!(env!(\"OUT_DIR\"), \"/{module}.rs\")); }}"
            )
            .unwrap();
            let (name, version, text) = (&file.crd, &file.version, path.display().to_string());
            writeln!(
                self.entries,
                "    Entry {{ name: \"{name}/{version}{suffix}\", compiled: <{module}::{} as ::crdc::Resource>::compiled, code: include_str!({text:?}) }},",
                file.type_name
            )
            .unwrap();
        }
    }

    fn write(self) {
        let (modules, entries) = (self.modules, self.entries);
        let table =
            format!("{modules}/// Every compiled version.\npub static ALL: &[Entry] = &[\n{entries}];\n");
        fs::write(self.out.join("compiled.rs"), table).unwrap();
    }
}

/// The schemas of a documentation page, as fields of one `spec`.
fn page(text: &str) -> Source {
    let blocks = text.split("```yaml\n").skip(1).map(|block| block.split("```").next().unwrap());
    let lines = blocks.flat_map(str::lines).map(|line| format!("                {line}\n"));
    let names = "names: {plural: pages, singular: page, kind: Page, listKind: PageList}";
    let crd = format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: pages.docs.example.com}}
spec:
  group: docs.example.com
  scope: Namespaced
  {names}
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec:
              type: object
              properties:
{}",
        lines.collect::<String>()
    );
    Source::new("docs/unions.md", crd)
}

/// The CRDs of a folder and its subfolders.
fn read(folder: &Path, root: &Path, sources: &mut Vec<Source>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            read(&path, root, sources);
        } else if path.extension().is_some_and(|extension| extension == "yaml") {
            let name = path.strip_prefix(root).unwrap().display().to_string();
            sources.push(Source::new(name, fs::read_to_string(&path).unwrap()));
        }
    }
}
