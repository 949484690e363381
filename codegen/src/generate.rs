//! Runs all stages in memory. In: sources. Out: files and diagnostics.

use std::collections::BTreeMap;

use crate::emit;
use crate::emit::printable;
use crate::versions;
use crdc_check::{
    CheckOptions, Checked, CheckedCrd, CheckedVersion, Located, Outcome, check_each, check_source, without,
};
use crdc_plan::actions::{self, Actions};
use crdc_plan::{Descriptions, Plan, build, left_out};
use crdc_source::diag::{self, Diagnostic, Severity};
use crdc_source::{Source, Span};
use crdc_vocabulary::{Dialect, Ratcheting};

/// Options of code generation. By default, every option follows the server's behaviour.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the runtime crate in generated code.
    pub runtime_path: String,
    /// The existing errors that updates may keep.
    pub ratcheting: Ratcheting,
    /// The ratcheting of single CRDs, by name: `databases.example.com`.
    pub ratcheting_of: BTreeMap<String, Ratcheting>,
    /// The dialect of immutability for schemas that do not set one.
    pub dialect: Dialect,
    /// Whether CEL rules that have no form in Rust are left out, instead of being errors.
    pub skip_uncompiled_rules: bool,
    /// Whether tests record which CEL rules and conditions were true and false.
    pub rule_coverage: bool,
    /// Whether objects get views: a method for each field of the schema.
    pub views: bool,
    /// Whether objects get owned types that serde reads and writes.
    pub types: bool,
    /// Whether the types are for programs that use kube: they have its traits, and types of `k8s-openapi`
    /// where those match. It implies `types`.
    pub kube_types: bool,
    /// The warnings that are left out: [`allowed`](crdc_check::allowed). Errors are never left out.
    pub allow: Vec<diag::Code>,
    /// The versions that are compiled; an empty list means all. A document that has none of them is an error.
    pub versions: Vec<String>,
}

impl Options {
    /// The errors that updates of a CRD's objects may keep.
    pub fn ratcheting_of(&self, crd: &str) -> Ratcheting {
        self.ratcheting_of.get(crd).copied().unwrap_or(self.ratcheting)
    }
}

impl Options {
    /// Whether there are owned types.
    fn has_types(&self) -> bool {
        self.types || self.kube_types
    }

    /// The choices for owned types.
    fn choices(&self) -> emit::types::Choices {
        emit::types::Choices { kube: self.kube_types }
    }

    fn policies_of(&self, crd: &str) -> actions::Policies {
        actions::Policies { ratcheting: self.ratcheting_of(crd), dialect: self.dialect }
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            runtime_path: "::crdc".to_owned(),
            ratcheting: Ratcheting::default(),
            ratcheting_of: BTreeMap::new(),
            dialect: Dialect::default(),
            skip_uncompiled_rules: false,
            rule_coverage: false,
            views: false,
            types: false,
            kube_types: false,
            allow: Vec::new(),
            versions: Vec::new(),
        }
    }
}

/// The result of compiling some sources.
#[derive(Clone, Debug, Default)]
pub struct Generated {
    /// One file for every version of every CRD without errors, in the order of the sources.
    pub files: Vec<GeneratedFile>,
    /// All diagnostics of the sources, in their order.
    pub diagnostics: Vec<Located>,
    /// The names of all CRDs found, with and without errors.
    pub crds: Vec<String>,
    /// All versions of the documents, with and without files: `databases.example.com/v1`.
    pub versions: Vec<String>,
}

/// A Rust file to be included in a module.
#[derive(Clone, Debug)]
pub struct GeneratedFile {
    /// The path of the file: `<plural>.<group>/<version>.rs`.
    pub path: String,
    /// The text of the file.
    pub text: String,
    /// The unit type it defines.
    pub type_name: String,
    /// The CRD's name.
    pub crd: String,
    /// The version.
    pub version: String,
}

impl GeneratedFile {
    /// The features of the runtime that the code needs, in addition to the default features.
    ///
    /// ```
    /// use crdc_codegen::{Options, generate};
    /// use crdc_source::Source;
    /// let generated = generate(&[Source::new("crd.yaml", "kind: ConfigMap\n")], &Options::default());
    /// assert!(generated.files.iter().all(|file| file.features().is_empty()));
    /// ```
    #[must_use]
    pub fn features(&self) -> Vec<&'static str> {
        // `rule_program` writes this path for a pattern that is not compiled with the schema.
        let is_searched = self.text.contains("program::Search::");
        if is_searched { vec!["cel-regex"] } else { Vec::new() }
    }
}

impl Generated {
    /// Adds the result of another source, with index `source`. A file that already exists is not replaced; it
    /// is reported unless its text is the same.
    pub fn merge(&mut self, source: usize, other: Generated) {
        let place = |diagnostic: Diagnostic| Located { source, diagnostic };
        self.diagnostics.extend(other.diagnostics.into_iter().map(|found| place(found.diagnostic)));
        self.crds.extend(other.crds);
        self.versions.extend(other.versions);
        for file in other.files {
            match self.files.iter().find(|known| known.path == file.path) {
                None => self.files.push(file),
                Some(known) if known.text == file.text => {}
                Some(_) => {
                    let message =
                        format!("`{}/{}` is compiled twice, from two sources", file.crd, file.version);
                    let problem = Diagnostic::new(diag::Code::NameDuplicate, Span::default(), message);
                    self.diagnostics.push(place(problem.help("compile it from one of them")));
                }
            }
        }
    }

    /// The CRDs named in `options.ratcheting_of` that no source defines.
    #[must_use]
    pub fn unknown_names<'o>(&self, options: &'o Options) -> Vec<&'o str> {
        let names = options.ratcheting_of.keys().map(String::as_str);
        names.filter(|name| !self.crds.iter().any(|known| known == name)).collect()
    }

    /// The versions in `options` that no source defines.
    #[must_use]
    pub fn unknown_versions<'o>(&self, options: &'o Options) -> Vec<&'o str> {
        let is = |known: &String, name: &str| known.rsplit_once('/').is_some_and(|(_, known)| known == name);
        let names = options.versions.iter().map(String::as_str);
        names.filter(|name| !self.versions.iter().any(|known| is(known, name))).collect()
    }

    /// Whether at least one document could not be compiled.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(|located| located.diagnostic.severity() == Severity::Error)
    }
}

/// Reads, checks and compiles all CRDs of some sources.
///
/// A document with errors yields no file. The other documents are still compiled, and all problems of all
/// documents are reported at once. This function does not access the file system.
///
/// ```
/// use crdc_codegen::{generate, Options};
/// use crdc_source::Source;
/// let source = Source::new("crd.yaml", "kind: ConfigMap\n");
/// let generated = generate(&[source], &Options::default());
/// assert!(generated.files.is_empty());
/// assert_eq!(generated.diagnostics.len(), 1); // the document was skipped
/// ```
pub fn generate(sources: &[Source], options: &Options) -> Generated {
    let mut generated = Generated::default();
    let rules = CheckOptions { skip_uncompiled: options.skip_uncompiled_rules, ..CheckOptions::default() };
    check_each(sources, &[], rules, |index, source, checked| {
        let Checked { crds, diagnostics: mut problems, .. } = checked;
        let named = crds.iter().filter_map(|outcome| outcome.crd().name.as_ref());
        generated.crds.extend(named.map(|name| name.value.clone()));
        for crd in crds.iter().map(Outcome::crd) {
            generated.versions.extend(versions::names(crd));
            problems.extend(versions::none(crd, &options.versions));
        }
        let accepted = crds.iter().filter_map(Outcome::accepted).flat_map(CheckedCrd::versions);
        for version in accepted.filter(|one| versions::is_chosen(one.version(), &options.versions)) {
            generated.files.extend(file(version, source, options, &mut problems));
        }
        diag::arrange(&mut problems);
        without(&mut problems, &options.allow);
        generated
            .diagnostics
            .extend(problems.into_iter().map(|diagnostic| Located { source: index, diagnostic }));
    });
    generated
}

/// The file of a version. Fails only if the options are invalid, or a rule has no form in Rust.
pub(crate) fn file(
    version: CheckedVersion<'_>,
    source: &Source,
    options: &Options,
    problems: &mut Vec<Diagnostic>,
) -> Option<GeneratedFile> {
    let plan = build(version);
    // Without its folder, so that it does not depend on the machine.
    let name = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
    let lines = options.rule_coverage.then(|| source.lines());
    let line = |at: Span| lines.as_ref().map_or(0, |lines| lines.line_of(at.start as usize));
    let place = |at: Span| format!("{name}:{}", line(at) + 1);
    let coverage = options.rule_coverage.then_some(&place as emit::Places<'_>);
    let actions = Actions::of(&plan, options.policies_of(&plan.crd));
    let emitted = emit::file::emit(&plan, &actions, &options.runtime_path, coverage);
    match emitted {
        Ok(mut text) => {
            text.push_str(&reading(version, &plan, options));
            let (uncompiled, skip) = (actions.uncompiled(), options.skip_uncompiled_rules);
            problems.extend(left_out::problems(uncompiled, problems, skip));
            // Objects that break such a rule would be accepted.
            (skip || uncompiled.is_empty()).then(|| GeneratedFile {
                path: format!("{}/{}.rs", plan.crd, plan.version),
                text,
                type_name: emit::type_name(&plan.kind).to_string(),
                crd: plan.crd,
                version: plan.version,
            })
        }
        Err(error) => {
            problems.push(Diagnostic::new(
                diag::Code::RuntimePath,
                version.crd().span,
                format!("`{}` is not a valid crate path: {error}", options.runtime_path),
            ));
            None
        }
    }
}

/// The code that reads objects of a version: views and types, if `options` include them.
fn reading(version: CheckedVersion<'_>, plan: &Plan, options: &Options) -> String {
    let mut text = String::new();
    if options.views || options.has_types() {
        let descriptions = Descriptions::of(version, plan);
        if options.views {
            text.push_str(&rust(emit::views::views(plan, &descriptions, &options.runtime_path)));
        }
        if options.has_types() {
            text.push_str(&rust(emit::types::module(plan, &descriptions, options.choices())));
        }
    }
    text
}

/// The generated text. Text that is not valid Rust is a fault of crdc: it becomes a `compile_error!` with
/// that message.
fn rust(text: Result<String, syn::Error>) -> String {
    text.unwrap_or_else(|error| {
        format!("compile_error!({:?});\n", format!("crdc generated no Rust: {error}"))
    })
}

/// The owned types of all accepted CRDs of some sources, as one file. With `version`, only the types of that
/// version are written. A comment before each version names it. Several versions are modules. `options`
/// selects the form of the types.
pub fn types(sources: &[Source], version: Option<&str>, options: &Options) -> String {
    let (mut found, mut names) = (Vec::new(), emit::types::ModuleNames::default());
    for source in sources {
        let crds = check_source(source, None).crds;
        for one in crds.iter().filter_map(Outcome::accepted).flat_map(CheckedCrd::versions) {
            let plan = build(one);
            if version.is_some_and(|version| version != plan.version) {
                continue;
            }
            let text = rust(emit::types::file(&plan, &Descriptions::of(one, &plan), options.choices()));
            let (crd, version) = (printable(&plan.crd), printable(&plan.version));
            let head = format!("// Types of {crd}, version {version}, by crdc types.\n\n");
            found.push((head, names.of(&plan), text));
        }
    }
    let several = found.len() > 1;
    let texts = found.into_iter().map(|(head, module, text)| match several {
        true => format!("{head}pub mod {module} {{\n{}}}\n", emit::types::indented(&text)),
        false => head + &text,
    });
    texts.collect::<Vec<_>>().join("\n")
}
