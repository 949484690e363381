//! Runs all stages, from sources to files, in memory.

use crate::actions::{self, Actions};
use crate::allow;
use crate::check::{self, CheckedCrd, CheckedVersion, Mode, Old, Origin, Outcome, RuleOptions};
use crate::counterparts::Counterparts;
use crate::emit;
use crate::emit::printable;
use crate::left_out;
use crate::plan::{self, Descriptions, Plan};
use crate::taken_names::TakenNames;
use crate::versions;
use crdc_schema::Crd;
use crdc_schema::skeleton::{self, Keep};
use crdc_source::diag::{self, Diagnostic, Severity};
use crdc_source::{Source, Span};
use crdc_vocabulary::Minor;
use crdc_vocabulary::{Dialect, Ratcheting};
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};

/// Options of code generation. By default, every option follows the server's behaviour.
#[derive(Clone, Debug)]
pub struct Options {
    /// The path of the runtime crate in generated code.
    pub runtime_path: String,
    /// The existing errors that updates may keep.
    pub ratcheting: Ratcheting,
    /// The same for single CRDs, by name: `databases.example.com`.
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
    /// Whether these types are for kube: they have its traits, and types of `k8s-openapi` where those fit. It
    /// implies `types`.
    pub kube_types: bool,
    /// The warnings that are left out: [`allowed`](crate::allowed). Errors are never left out.
    pub allow: Vec<diag::Code>,
    /// The versions that are compiled; all if there are none. A document that has none of them is an error.
    pub versions: Vec<String>,
}

impl Options {
    /// The errors that updates of a CRD's objects may keep.
    pub fn ratcheting_of(&self, crd: &str) -> Ratcheting {
        self.ratcheting_of.get(crd).copied().unwrap_or(self.ratcheting)
    }
}

impl Options {
    fn rules(&self) -> RuleOptions {
        RuleOptions { skip_uncompiled: self.skip_uncompiled_rules, ..RuleOptions::default() }
    }

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
    /// All their versions, with and without files: `databases.example.com/v1`.
    pub versions: Vec<String>,
}

/// A Rust file to be included in a module.
#[derive(Clone, Debug)]
pub struct GeneratedFile {
    /// `<plural>.<group>/<version>.rs`
    pub path: String,
    /// The code.
    pub text: String,
    /// The unit type it defines.
    pub type_name: String,
    /// The CRD's name.
    pub crd: String,
    /// The version.
    pub version: String,
}

impl GeneratedFile {
    /// The features of the runtime that the code needs, beside those that are on by default.
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

/// A diagnostic and its source.
#[derive(Clone, Debug)]
pub struct Located {
    /// Index in the sources given.
    pub source: usize,
    /// The problem.
    pub diagnostic: Diagnostic,
}

impl Generated {
    /// Adds the result of another source, with index `source`. A file that already exists is reported and not
    /// replaced.
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

    /// The names in `options` that no source defines.
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
/// A document with errors yields no file; the others are still compiled, and all problems of all documents
/// are reported at once. Does not touch the file system.
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
    let mut names = Names::default();
    for (index, source) in sources.iter().enumerate() {
        let Checked { crds, diagnostics: mut problems, .. } =
            names.check(source, &Counterparts::new(&[]), false, options.rules());
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
        allow::without(&mut problems, &options.allow);
        generated
            .diagnostics
            .extend(problems.into_iter().map(|diagnostic| Located { source: index, diagnostic }));
    }
    generated
}

/// The file of a version. Fails only if the options are invalid, or a rule has no form in Rust.
pub(crate) fn file(
    version: CheckedVersion<'_>,
    source: &Source,
    options: &Options,
    problems: &mut Vec<Diagnostic>,
) -> Option<GeneratedFile> {
    let plan = plan::build(version);
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

/// The code that reads objects of a version: views and types, if they are asked for.
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

/// Generated text. Text that is no Rust is a fault of crdc: it becomes a `compile_error!` that says so.
fn rust(text: Result<String, syn::Error>) -> String {
    text.unwrap_or_else(|error| {
        format!("compile_error!({:?});\n", format!("crdc generated no Rust: {error}"))
    })
}

/// The plans of all accepted CRDs of some sources as text, with the programs of their CEL rules; of one
/// version only, if given.
pub fn explain(sources: &[Source], version: Option<&str>) -> String {
    let mut texts = Vec::new();
    for source in sources {
        let crds = check_source(source, None).crds;
        for one in crds.iter().filter_map(Outcome::accepted).flat_map(CheckedCrd::versions) {
            let plan = plan::build(one);
            if version.is_none_or(|version| version == plan.version) {
                texts.push(plan.text() + &actions::programs(&plan));
            }
        }
    }
    texts.join("\n")
}

/// The owned types of all accepted CRDs of some sources, as one file; with `version`, only those of that one.
/// A comment before each version names it. Several versions are modules. `options` says what types are for.
pub fn types(sources: &[Source], version: Option<&str>, options: &Options) -> String {
    let (mut found, mut names) = (Vec::new(), emit::types::ModuleNames::default());
    for source in sources {
        let crds = check_source(source, None).crds;
        for one in crds.iter().filter_map(Outcome::accepted).flat_map(CheckedCrd::versions) {
            let plan = plan::build(one);
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

/// The result of checking one source.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The number of documents of any kind, without those of kustomize.
    pub documents: usize,
    /// The CustomResourceDefinitions; those that are accepted can be compiled.
    pub crds: Vec<Outcome>,
    /// All diagnostics in document order: what a server rejects or warns about, and what compiled code leaves
    /// out.
    pub diagnostics: Vec<Diagnostic>,
}

/// Options of checking sources.
#[derive(Clone, Copy, Default)]
pub struct CheckOptions<'o> {
    /// Whether rules do not run on the defaults that they apply to: random documents of tests break them.
    #[doc(hidden)]
    pub leaves_defaults: bool,
    /// The guidelines of style that are reported, a part of [`check::style_codes`]. By default none.
    pub style: &'o [diag::Code],
    /// The oldest server that the documents are applied to: rules that it refuses are errors, what it drops
    /// or ignores are warnings. By default the newest that is known.
    pub server: Option<Minor>,
    /// Whether old documents are told apart by their names alone, as a server does. Otherwise a single
    /// document is an update of a single old one, whatever they are named.
    pub by_name: bool,
}

/// Reads and checks all CRDs of some sources, each like [`check_source`], as updates of those in the old
/// sources. Two documents with the same name are an error, even in different sources. An old document without
/// conditions in its status counts as established, see [`check::Origin::File`].
#[must_use]
pub fn check_sources(sources: &[Source], old: &[Source]) -> Vec<Checked> {
    check_sources_with(sources, old, CheckOptions::default())
}

/// As [`check_sources`], with options.
#[must_use]
pub fn check_sources_with(sources: &[Source], old: &[Source], options: CheckOptions<'_>) -> Vec<Checked> {
    let old: Vec<Crd> = old.iter().flat_map(|old| crdc_schema::read(&crdc_source::parse(old).0).0).collect();
    let (counterparts, mut names) = (Counterparts::new(&old), Names::default());
    let CheckOptions { leaves_defaults, server, .. } = options;
    let rules = RuleOptions { leaves_defaults, server, skip_uncompiled: false };
    let only = sources.len() == 1 && !options.by_name;
    let check = |source| {
        let mut checked = names.check(source, &counterparts, only, rules);
        let alone = only && checked.crds.len() == 1;
        for crd in checked.crds.iter().map(Outcome::crd).filter(|_| !options.style.is_empty()) {
            checked.diagnostics.extend(check::style(crd, counterparts.of(crd, alone), options.style));
        }
        diag::arrange(&mut checked.diagnostics);
        checked
    };
    sources.iter().map(check).collect()
}

/// Reads and checks all CRDs of a source. Those that `old` has under the same name are checked as updates of
/// the old document.
///
/// ```
/// use crdc_codegen::check_source;
/// use crdc_source::Source;
/// let checked = check_source(&Source::new("crd.yaml", "kind: ConfigMap\n"), None);
/// assert_eq!((checked.documents, checked.crds.len()), (1, 0));
/// ```
pub fn check_source(source: &Source, old: Option<&Source>) -> Checked {
    check_sources(std::slice::from_ref(source), old.map(std::slice::from_ref).unwrap_or_default())
        .pop()
        .unwrap_or_default()
}

/// The names of documents and their sources.
#[derive(Default)]
struct Names {
    first: HashMap<String, (String, Span)>,
    taken: TakenNames,
}

impl Names {
    /// Checks one source. If it is the only one and has a single document, that document replaces the only
    /// old one.
    fn check(&mut self, source: &Source, old: &Counterparts<'_>, only: bool, rules: RuleOptions) -> Checked {
        let Checked { documents, crds, mut diagnostics } = check_against(source, old, only, rules);
        let unique = |outcome: Outcome| {
            let Some(name) = outcome.crd().name.as_ref().filter(|name| !name.value.is_empty()) else {
                return outcome;
            };
            match self.first.entry(name.value.clone()) {
                Entry::Vacant(entry) => {
                    entry.insert((source.name.clone(), name.span));
                    self.taken.take(outcome.crd(), source, &mut diagnostics);
                    outcome
                }
                Entry::Occupied(entry) => {
                    let (file, span) = entry.get();
                    let message = format!("another document is named `{}`", name.value);
                    let problem = Diagnostic::new(diag::Code::NameDuplicate, name.span, message)
                        .help("remove one of the two, or give it another plural or group");
                    diagnostics.push(if *file == source.name {
                        problem.note(*span, "the first")
                    } else {
                        problem.label(format!("the first is in {file}"))
                    });
                    outcome.reject()
                }
            }
        };
        let crds = crds.into_iter().map(unique).collect();
        diag::arrange(&mut diagnostics);
        Checked { documents, crds, diagnostics }
    }
}

fn check_against(
    source: &Source,
    counterparts: &Counterparts<'_>,
    only: bool,
    rules: RuleOptions,
) -> Checked {
    let (documents, mut diagnostics) = crdc_source::parse(source);
    let unreadable = diag::has_errors(&diagnostics);
    let (crds, more) = crdc_schema::read(&documents);
    let skipped = more.iter().filter(|found| found.code == diag::Code::KustomizeSkipped).count();
    diagnostics.extend(more);
    let (count, alone) = (documents.len().saturating_sub(skipped), only && crds.len() == 1);
    let validate = |crd: Crd| {
        let old = counterparts.of(&crd, alone).map(|crd| Old { crd, origin: Origin::File });
        let (outcome, found) = check::check_in(crd, old, &source.text, rules);
        let refused = diag::has_errors(&found);
        diagnostics.extend(found);
        if !refused {
            diagnostics.extend(check::unsupported(outcome.crd()));
        }
        if unreadable { outcome.reject() } else { outcome }
    };
    let crds = crds.into_iter().map(validate).collect();
    Checked { documents: count, crds, diagnostics }
}

/// The skeletons of all CRDs of some sources as text; of one version only, if given. One YAML document per
/// version, with a comment that names it and says how objects are pruned.
pub fn skeletons(sources: &[Source], version: Option<&str>) -> String {
    let mut texts = Vec::new();
    for source in sources {
        for crd in &check_source(source, None).crds {
            let crd = crd.crd();
            for one in &crd.versions {
                let name = one.name.as_ref().map_or("", |at| &at.value);
                let Some(schema) = crd.schema(one).filter(|_| version.is_none_or(|version| version == name))
                else {
                    continue;
                };
                let crd_name = crd.name.as_ref().map_or("", |at| &at.value);
                let mode = check::mode(crd, &schema.value);
                let (keep, pruned) = match mode {
                    Mode::Off => (Keep::All, "objects are not pruned"),
                    Mode::Structural => (Keep::Unknown, "structural"),
                    Mode::Skeleton => (Keep::All, "objects are pruned by this"),
                };
                let skeleton = skeleton::skeleton(&schema.value, keep);
                texts.push(format!("# {crd_name} {name}: {pruned}\n{skeleton}"));
            }
        }
    }
    texts.join("---\n")
}
