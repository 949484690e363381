//! Checks all CRDs of whole sources. In: new sources, and the old sources that they replace. Out: for each
//! new source its checked CRDs, and all diagnostics in their order.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use crate::counterparts::Counterparts;
use crate::taken_names::TakenNames;
use crate::{Old, Origin, Outcome, RuleOptions};
use crdc_schema::Crd;
use crdc_source::diag::{self, Diagnostic};
use crdc_source::{Source, Span};
use crdc_vocabulary::Minor;

/// A diagnostic and its source.
#[derive(Clone, Debug)]
pub struct Located {
    /// The index of the source in the list of sources.
    pub source: usize,
    /// The problem.
    pub diagnostic: Diagnostic,
}

/// The result of checking one source.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The number of documents of any kind, without those of kustomize.
    pub documents: usize,
    /// The CustomResourceDefinitions; those that are accepted can be compiled.
    pub crds: Vec<Outcome>,
    /// All diagnostics in document order: parts that a server rejects or warns about, and parts that compiled
    /// code leaves out.
    pub diagnostics: Vec<Diagnostic>,
}

/// Options of checking sources.
#[derive(Clone, Copy, Default)]
pub struct CheckOptions<'o> {
    /// Whether rules are not evaluated on defaults. For random documents of tests, whose defaults break
    /// rules.
    #[doc(hidden)]
    pub leaves_defaults: bool,
    /// The guidelines of style that are reported, a part of [`crate::style_codes`]. By default no guidelines.
    pub style: &'o [diag::Code],
    /// Whether rules that have no form in Rust are warnings, because they are left out.
    pub skip_uncompiled: bool,
    /// The oldest server that the documents are applied to: rules that it refuses are errors, what it drops
    /// or ignores are warnings. By default the newest known version.
    pub server: Option<Minor>,
    /// Whether old documents are told apart by their names alone, as a server does. Otherwise a single
    /// document is an update of a single old one, whatever they are named.
    pub by_name: bool,
}

/// Reads and checks all CRDs of some sources, each like [`check_source`], as updates of those in the old
/// sources. Two documents with the same name are an error, even in different sources. An old document without
/// conditions in its status counts as established, see [`crate::Origin::File`].
#[must_use]
pub fn check_sources(sources: &[Source], old: &[Source]) -> Vec<Checked> {
    check_sources_with(sources, old, CheckOptions::default())
}

/// As [`check_sources`], with options.
#[must_use]
pub fn check_sources_with(sources: &[Source], old: &[Source], options: CheckOptions<'_>) -> Vec<Checked> {
    let mut all = Vec::with_capacity(sources.len());
    check_each(sources, old, options, |_, _, checked| all.push(checked));
    all
}

/// As [`check_sources_with`], but passes each result to `then`, with the index of its source and the source,
/// before the next source is read: memory has the documents of one source at a time.
pub fn check_each<'s>(
    sources: &'s [Source],
    old: &[Source],
    options: CheckOptions<'_>,
    mut then: impl FnMut(usize, &'s Source, Checked),
) {
    let old: Vec<Crd> = old.iter().flat_map(|old| crdc_schema::read(&crdc_source::parse(old).0).0).collect();
    let counterparts = Counterparts::new(&old);
    let mut names = Names::default();
    let CheckOptions { leaves_defaults, skip_uncompiled, server, .. } = options;
    let rules = RuleOptions { leaves_defaults, server, skip_uncompiled };
    let is_only_source = sources.len() == 1 && !options.by_name;
    for (index, source) in sources.iter().enumerate() {
        let mut checked = names.check(source, &counterparts, is_only_source, rules);
        let alone = is_only_source && checked.crds.len() == 1;
        for crd in checked.crds.iter().map(Outcome::crd).filter(|_| !options.style.is_empty()) {
            checked.diagnostics.extend(crate::style(crd, counterparts.of(crd, alone), options.style));
        }
        diag::arrange(&mut checked.diagnostics);
        then(index, source, checked);
    }
}

/// Reads and checks all CRDs of a source. A CRD that has the same name as one in `old` is checked as an
/// update of it.
///
/// ```
/// use crdc_check::check_source;
/// use crdc_source::Source;
/// let checked = check_source(&Source::new("crd.yaml", "kind: ConfigMap\n"), None);
/// assert_eq!((checked.documents, checked.crds.len()), (1, 0));
/// ```
pub fn check_source(source: &Source, old: Option<&Source>) -> Checked {
    check_sources(std::slice::from_ref(source), old.map(std::slice::from_ref).unwrap_or_default())
        .pop()
        .unwrap_or_default()
}

/// The names that the documents of all sources have.
#[derive(Default)]
struct Names {
    /// The first document with each name.
    documents: HashMap<String, NamePlace>,
    /// The names of resources and kinds.
    taken: TakenNames,
}

/// The place of a document's name.
struct NamePlace {
    file: String,
    span: Span,
}

impl Names {
    /// Checks one source, and rejects its CRDs whose names an earlier one has. A single CRD of the only
    /// source replaces the only old one. The diagnostics are not sorted.
    fn check(
        &mut self,
        source: &Source,
        old: &Counterparts<'_>,
        is_only_source: bool,
        rules: RuleOptions,
    ) -> Checked {
        let Checked { documents, crds, mut diagnostics } = check_against(source, old, is_only_source, rules);
        let unique = |outcome: Outcome| {
            let Some(name) = outcome.crd().name.as_ref().filter(|name| !name.value.is_empty()) else {
                return outcome;
            };
            match self.documents.entry(name.value.clone()) {
                Entry::Vacant(entry) => {
                    entry.insert(NamePlace { file: source.name.clone(), span: name.span });
                    self.taken.take(outcome.crd(), source, &mut diagnostics);
                    outcome
                }
                Entry::Occupied(entry) => {
                    let NamePlace { file, span } = entry.get();
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
        Checked { documents, crds, diagnostics }
    }
}

/// Checks one source against the documents that it replaces.
fn check_against(
    source: &Source,
    counterparts: &Counterparts<'_>,
    is_only_source: bool,
    rules: RuleOptions,
) -> Checked {
    let (documents, mut diagnostics) = crdc_source::parse(source);
    let unreadable = diag::has_errors(&diagnostics);
    let (crds, problems) = crdc_schema::read(&documents);
    let skipped =
        problems.iter().filter(|diagnostic| diagnostic.code == diag::Code::KustomizeSkipped).count();
    diagnostics.extend(problems);
    let count = documents.len().saturating_sub(skipped);
    let alone = is_only_source && crds.len() == 1;
    let validate = |crd: Crd| {
        let old = counterparts.of(&crd, alone).map(|crd| Old { crd, origin: Origin::File });
        let (outcome, problems) = crate::check_in(crd, old, &source.text, rules);
        let is_refused = diag::has_errors(&problems);
        diagnostics.extend(problems);
        if !is_refused {
            diagnostics.extend(crate::unsupported(outcome.crd()));
        }
        if unreadable { outcome.reject() } else { outcome }
    };
    let crds = crds.into_iter().map(validate).collect();
    Checked { documents: count, crds, diagnostics }
}
