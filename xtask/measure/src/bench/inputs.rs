//! Writes the inputs of the bench crates. In: the bench objects and their CRDs. Out: generated code, JSON
//! Schemas and tables of them, in the directory that the bench crates include from.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};
use crdc_codegen::{GeneratedFile, Options};
use crdc_source::Source;
use serde::Deserialize;

use super::{json_schema, marked, structs};
use places::write_if_changed;

/// One line of `bench/index.json`.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Object {
    pub(super) file: String,
    crd: String,
    version: String,
}

impl Object {
    /// The name, such as `httproute-20k`.
    pub(super) fn name(&self) -> &str {
        self.file.trim_end_matches(".json")
    }

    /// The kind, such as `httproute`.
    pub(super) fn kind(&self) -> &str {
        self.file.split('-').next().unwrap_or_default()
    }
}

/// The inputs of the bench crates.
pub(crate) struct Inputs {
    /// `shared/bench`.
    objects_home: PathBuf,
    pub(super) objects: Vec<Object>,
    /// The CRD and the version of each kind of the objects.
    pub(super) kinds: BTreeMap<String, (PathBuf, String)>,
    /// Whether the build of this kind is measured.
    pub(super) weighed_crd: PathBuf,
    generated: PathBuf,
    build: PathBuf,
    native: bool,
}

/// The CRD whose build is measured (P8).
const WEIGHED: &str = "prometheus";
/// The number of copies of each side that are compiled to measure immutability: see
/// `xtask/measure/bench/marks`.
const COPIES: usize = 3;
/// Only the measured methods: each compiles a validator of its own, which takes minutes.
const MACRO_OPTIONS: &str =
    "draft = Draft4, methods = { is_valid = true, validate = false, iter_errors = false }";
/// The baseline for the measured module: uses the whole runtime with a trivial schema.
const TRIVIAL: &str = "\
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: trifles.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: trifles, singular: trifle, kind: Trifle, listKind: TrifleList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: {type: object, properties: {count: {type: integer, minimum: 1, default: 2}}}
          status: {type: object, properties: {name: {type: string, enum: [a, b]}}}
";

impl Inputs {
    pub(super) fn prepare(shared: &Path, home: &Path, only: Option<&str>, native: bool) -> Result<Self> {
        let objects_home = shared.join("bench");
        let index = objects_home.join("index.json");
        let index = std::fs::read(&index).with_context(|| index.display().to_string())?;
        let mut objects: Vec<Object> = serde_json::from_slice(&index)?;
        let kinds: BTreeMap<String, Object> =
            objects.iter().map(|object| (object.kind().to_owned(), object.clone())).collect();
        objects.retain(|object| only.is_none_or(|only| object.name().contains(only)));

        let generated = home.join("generated");
        let crds = shared.join("corpus/crds");
        let weighed_crd = crds.join(&kinds.get(WEIGHED).context(WEIGHED)?.crd);
        let of_kind = |object: &Object| (crds.join(&object.crd), object.version.clone());
        let inputs = Self {
            objects_home,
            objects,
            kinds: kinds.iter().map(|(kind, object)| (kind.clone(), of_kind(object))).collect(),
            weighed_crd,
            generated,
            build: home.join("build"),
            native,
        };
        for (kind, object) in &kinds {
            inputs.write_kind(kind, &crds.join(&object.crd), &object.version)?;
        }
        let trivial = generate(&Source::new("trivial.yaml", TRIVIAL), "v1")?;
        inputs.write("trivial.rs", &as_kind(&trivial))?;
        inputs.write("structs.rs", &structs::source())?;
        inputs.write_tables(kinds.keys())?;
        for object in &inputs.objects {
            inputs.write_stored(object)?;
        }
        Ok(inputs)
    }

    pub(super) fn write(&self, file: &str, text: &str) -> Result<bool> {
        write_if_changed(&self.generated.join(file), text.as_bytes())
    }

    fn write_kind(&self, kind: &str, crd: &Path, version: &str) -> Result<()> {
        let text = std::fs::read_to_string(crd).with_context(|| crd.display().to_string())?;
        let source = Source::new(format!("{kind}.yaml"), text);
        self.write(&format!("{kind}.crd.yaml"), &source.text)?;
        let file = generate(&source, version)?;
        let schema = json_schema::of_crd(&source, version).context("the schema")?;
        self.write(&format!("{kind}.json"), &schema.to_string())?;
        self.write(&format!("{kind}.rs"), &as_kind(&file))?;
        let (marked, ..) = marked::marked(&source)?;
        self.write(&format!("{kind}_marked.rs"), &as_kind(&generate(&marked, version)?))?;
        let plain = marked::plain(&source)?;
        self.write(&format!("{kind}_plain.rs"), &as_kind(&generate(&plain, version)?))?;
        if kind == WEIGHED {
            self.write("weighed.rs", &as_kind(&file))?;
        }
        Ok(())
    }

    /// The object as a client sends it back in an update.
    fn write_stored(&self, object: &Object) -> Result<()> {
        let mut stored: serde_json::Value = serde_json::from_slice(&std::fs::read(self.path(object))?)?;
        let metadata = &mut stored["metadata"];
        metadata["uid"] = "3d6f6a1e-5c1f-4b5e-9d0f-6a3c7a1f2b10".into();
        metadata["resourceVersion"] = "7".into();
        metadata["generation"] = 3.into();
        metadata["creationTimestamp"] = "2024-01-01T00:00:00Z".into();
        self.write(&format!("{}.stored.json", object.name()), &stored.to_string())?;
        Ok(())
    }

    /// The path of the object as a client sends it back in an update.
    pub(super) fn stored(&self, object: &Object) -> PathBuf {
        self.generated.join(format!("{}.stored.json", object.name()))
    }

    /// A function that looks code up by name.
    fn write_tables<'a>(&self, kinds: impl Iterator<Item = &'a String> + Clone) -> Result<()> {
        let mut validators = String::new();
        for kind in kinds.clone() {
            let schema = self.generated.join(format!("{kind}.json"));
            let attribute = format!("#[jsonschema::validator(path = {schema:?}, {MACRO_OPTIONS})]");
            writeln!(validators, "mod {kind}_schema {{\n    {attribute}\n    pub struct Validator;\n}}")?;
        }
        validators.push_str("\npub const VALIDATORS: &[(&str, fn(&serde_json::Value) -> bool)] = &[\n");
        for kind in kinds.clone() {
            writeln!(validators, "    ({kind:?}, {kind}_schema::Validator::is_valid),")?;
        }
        self.write("validators.rs", &format!("{validators}];\n"))?;
        let by_name = kinds.clone().map(|kind| (kind.clone(), kind.clone()));
        self.write_entries("kinds.rs", by_name.clone(), "answer")?;
        self.write_entries("compiled.rs", by_name, "compiled")?;
        let sides = kinds.flat_map(|kind| ["plain", "marked"].map(|side| format!("{kind}_{side}")));
        let copies =
            sides.flat_map(|side| (0..COPIES).map(move |copy| (format!("{side}_{copy}"), side.clone())));
        self.write_entries("marks.rs", copies, "answer")?;
        Ok(())
    }

    /// A table of generated modules from names to files, with one function of each kind.
    pub(super) fn write_entries(
        &self,
        table: &str,
        modules: impl Iterator<Item = (String, String)>,
        function: &str,
    ) -> Result<bool> {
        let (mut declared, mut entries) = (String::new(), String::new());
        for (module, file) in modules {
            writeln!(declared, "mod {module} {{\n    include!(\"{file}.rs\");\n}}")?;
            writeln!(entries, "    ({module:?}, <{module}::Kind as crdc::Resource>::{function}),")?;
        }
        self.write(table, &format!("{declared}\nconst KINDS: &[(&str, Entry)] = &[\n{entries}];\n"))
    }

    pub(super) fn schemas(&self) -> &Path {
        &self.generated
    }

    pub(super) fn path(&self, object: &Object) -> PathBuf {
        self.objects_home.join(&object.file)
    }

    /// cargo, configured to build a bench crate with these rustc flags.
    pub(super) fn cargo_with(&self, command: &str, package: &str, flags: &str) -> Command {
        let mut cargo = places::cargo();
        cargo.args([command, "--package", &format!("crdc-bench-{package}")]);
        cargo.arg("--manifest-path").arg(places::repository().join("xtask/measure/bench/Cargo.toml"));
        let folder = if flags.is_empty() { self.build.clone() } else { self.build.join("flags") };
        cargo.arg("--target-dir").arg(folder);
        cargo.env("CRDC_BENCH_GENERATED", &self.generated);
        let native = if self.native { "-C target-cpu=native " } else { "" };
        let flags = format!("{native}{flags}");
        if !flags.is_empty() {
            cargo.env("RUSTFLAGS", flags);
        }
        cargo
    }

    /// cargo, configured to build a bench crate.
    pub(super) fn cargo(&self, command: &str, package: &str) -> Command {
        self.cargo_with(command, package, "")
    }

    /// Builds a bench crate with these rustc flags and returns the path of its binary.
    pub(super) fn binary(&self, package: &str, profile: &str, flags: &str) -> Result<PathBuf> {
        let mut cargo = self.cargo_with("build", package, flags);
        cargo.args(["--profile", profile]);
        if !cargo.status()?.success() {
            bail!("crdc-bench-{package} does not compile");
        }
        let directory = if profile == "dev" { "debug" } else { profile };
        let folder = if flags.is_empty() { self.build.clone() } else { self.build.join("flags") };
        Ok(folder.join(directory).join(format!("crdc-bench-{package}")))
    }
}

/// The stdout of a command.
pub(crate) fn output(command: &mut Command) -> Result<String> {
    let output = command.stderr(std::process::Stdio::inherit()).output()?;
    ensure!(output.status.success(), "{:?}: {}", command.get_program(), output.status);
    Ok(String::from_utf8(output.stdout)?)
}

pub(super) fn generate(source: &Source, version: &str) -> Result<GeneratedFile> {
    let generated = crdc_codegen::generate(std::slice::from_ref(source), &Options::default());
    let mut files = generated.files.into_iter();
    files.find(|file| file.version == version).with_context(|| {
        let said = generated.diagnostics.iter().map(|located| located.diagnostic.message.as_str());
        format!("{}: no code for {version}: {}", source.name, said.collect::<Vec<_>>().join("; "))
    })
}

/// Includes the code under a name that does not depend on the CRD.
pub(super) fn as_kind(file: &GeneratedFile) -> String {
    if file.type_name == "Kind" {
        return file.text.clone();
    }
    format!("{}\n/// The kind of this file.\npub type Kind = {};\n", file.text, file.type_name)
}
