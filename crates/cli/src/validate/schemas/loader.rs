//! Loads the validators. In: the CRDs among the inputs, and CRDs and OpenAPI documents that the command line
//! names. Out: a validator for each kind, and the diagnostics of the documents.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::thread;

use super::crd_values::{self, Substituted};
use crate::edit::member;
use crate::identity::Identity;
use crate::validate::folder::input::Input;
use crate::validate::folder::{Layout, template};
use crate::validate::manifests::manifest::{self, Manifest};
use crate::validate::schemas::catalogue::{Catalogued, CataloguedKind};
use crate::validate::schemas::conflicting_crds;
use crate::validate::schemas::duplicate_crds::Copies;
use crate::validate::schemas::field_names::Fields;
use crate::validate::schemas::kinds::Kinds;
use crate::validate::schemas::met_kinds::{CRD, MetKinds};
use crate::validate::schemas::native_kinds::{self, Natives};
use crate::validate::schemas::unmet::Unmet;
use crate::validate::variables::Values;
use crdc_check::Located;
use crdc_dynamic::{Validator, Validators};
use crdc_kubernetes::group_of;
use crdc_releases::may_pin;
use crdc_source::Source;
use crdc_source::diag::nearest;
use crdc_source::diag::{Code, Diagnostic, Severity};
use crdc_vocabulary::Minor;

/// The name of the finding about a kind without a schema.
pub(crate) const MISSING: &str = "missing-schema";

/// The number of similar kinds that advice names.
const MOST_KINDS: usize = 12;

/// Whether a text can be read and contains no CRD.
pub(crate) fn has_none(source: &Source) -> bool {
    !source.has_fault() && !source.text.contains(CRD)
}

/// The validators, and the diagnostics of their documents.
pub(crate) struct Schemas {
    pub(crate) validators: Validators,
    /// Kubernetes' own kinds.
    pub(crate) natives: Natives,
    /// The chosen server version, if it is not the newest.
    pub(crate) server: Option<Minor>,
    /// The names of fields, for suggestions.
    pub(crate) fields: Fields,
    /// Diagnostics of inputs, by the index of the input. An input without an entry contains no CRD.
    pub(crate) of_inputs: BTreeMap<usize, Vec<Diagnostic>>,
    /// Diagnostics of the other documents.
    pub(crate) of_others: Vec<Located>,
    /// The other documents.
    pub(crate) others: Vec<Source>,
    /// Notes about CRDs that occur several times.
    pub(crate) notes: Vec<String>,
    /// The kinds that CRDs and OpenAPI documents define.
    defined: Kinds,
    /// The kinds of CRDs with errors.
    broken: Kinds,
    /// The kinds of CRDs with unknown values.
    unknown: Kinds,
    /// The other documents whose kinds no object has.
    unmet: Unmet,
    /// The kinds of the catalogue, for objects that nothing else defines.
    pub(crate) catalogued: Catalogued,
}

/// The documents that validators are made of.
pub(crate) struct Documents<'v> {
    /// CRDs besides those of the inputs.
    pub(crate) crds: Vec<Source>,
    /// CRDs that are stored.
    pub(crate) old: Vec<Source>,
    /// The kinds of stored objects.
    pub(crate) stored: MetKinds,
    /// OpenAPI documents of a server.
    pub(crate) openapi: Vec<Source>,
    /// The values of variables in CRDs.
    pub(crate) values: &'v Values,
    /// CRDs of projects, by release.
    pub(crate) catalogued: Catalogued,
    /// Whether inputs say which releases are in use.
    pub(crate) reads_pins: bool,
    /// Files that are not validated, and say which releases are in use too.
    pub(crate) around: &'v [Input],
}

impl Schemas {
    /// Loads the CRDs of the inputs and of `documents`, as updates of the old CRDs, and the kinds of OpenAPI
    /// documents that `natives` does not contain. The CRDs of `documents` whose kinds neither an input nor a
    /// stored object has are left out, with their problems: there may be hundreds of them.
    pub(crate) fn load(
        inputs: &mut [Input],
        layout: &Layout,
        Documents { mut crds, mut old, stored, openapi, values, mut catalogued, reads_pins, around }: Documents<'_>,
        natives: Natives,
        threads: usize,
    ) -> Schemas {
        let Among { crds: found, mut met, tell } = crds_among(inputs, layout, threads);
        if reads_pins && catalogued.has_any(&met) {
            catalogued.add_releases((inputs, &tell), around, threads, values);
        }
        let (places, documents): (Vec<usize>, Vec<Source>) = found.into_iter().unzip();
        met.extend(stored);
        let unmet = Unmet::among(&mut crds, &met);
        let mut all: Vec<Source> = documents.into_iter().chain(crds).collect();
        let substituted: Vec<Option<Substituted>> =
            all.iter_mut().map(|source| crd_values::substitute(source, values)).collect();
        old.iter_mut().for_each(|source| drop(crd_values::substitute(source, values)));
        let substituted_at = |source: usize| substituted.get(source).and_then(Option::as_ref);
        let server = natives.server().filter(|server| *server != Minor::NEWEST);
        let (mut validators, mut found) = load(&all, &old, &openapi, server);
        let mut notes = Vec::new();
        // Only names that occur twice are compared.
        if found.iter().any(|located| located.diagnostic.code == Code::NameDuplicate) {
            notes = conflicting_crds::resolve(&mut all, places.len());
            if !notes.is_empty() {
                (validators, found) = load(&all, &old, &openapi, server);
            }
        }
        let mut of_inputs: BTreeMap<usize, Vec<Diagnostic>> =
            places.iter().map(|index| (*index, Vec::new())).collect();
        let mut of_others = Vec::new();
        let (mut broken, mut unknown) = (BTreeSet::new(), BTreeSet::new());
        // The loader reads only the text that replaces them.
        let texts = (0..).zip(&substituted).filter_map(|(source, one)| Some((source, one.as_ref()?)));
        let mut placed: Vec<Located> = texts
            .flat_map(|(source, one)| one.problems.iter().map(move |problem| (source, problem.clone())))
            .map(|(source, diagnostic)| Located { source, diagnostic })
            .collect();
        let copies = LazyCell::new(|| Copies::among(all.iter()));
        for Located { source, diagnostic } in found {
            // The other documents of the text are objects.
            if matches!(diagnostic.code, Code::DocumentSkipped | Code::KustomizeSkipped)
                || (diagnostic.code == Code::NameDuplicate && copies.contains(source, diagnostic.span))
            {
                continue;
            }
            let is_error = diagnostic.severity() == Severity::Error;
            let found = match substituted_at(source) {
                Some(written) => written.placed(diagnostic),
                None => Some(diagnostic),
            };
            match found {
                Some(diagnostic) => placed.push(Located { source, diagnostic }),
                None if is_error => drop(unknown.insert(source)),
                None => {}
            }
        }
        if substituted.iter().any(Option::is_some) {
            placed.sort_by_key(|found| (found.source, found.diagnostic.span));
        }
        for Located { source, diagnostic } in placed {
            if diagnostic.severity() == Severity::Error {
                broken.insert(source);
            }
            match places.get(source) {
                Some(index) => of_inputs.entry(*index).or_default().push(diagnostic),
                None => of_others.push(Located { source: source - places.len(), diagnostic }),
            }
        }
        let of_sources = |sources: BTreeSet<usize>| -> Kinds {
            let sources = sources.into_iter().filter_map(|source| all.get(source));
            sources.flat_map(kinds_of).collect()
        };
        let (broken, unknown) = (of_sources(broken), of_sources(unknown));
        let defined = validators.all().map(|found| (group_of(found.api_version()), found.kind())).collect();
        // Sources that are not inputs are shown only with their errors.
        let others = all.get(places.len()..).filter(|_| !of_others.is_empty()).unwrap_or_default();
        let written = |(source, other)| substituted_at(source).map_or(other, |one| &one.written).clone();
        let others = (places.len()..).zip(others).map(written).chain(openapi).collect();
        let fields = Fields::of(all);
        Schemas {
            validators,
            natives,
            server,
            fields,
            of_inputs,
            of_others,
            others,
            notes,
            defined,
            broken,
            unknown,
            unmet,
            catalogued,
        }
    }

    /// Whether a CRD defines the kind, even if the CRD has errors.
    pub(crate) fn defines(&self, identity: &Identity) -> bool {
        self.validators.find(&identity.api_version, &identity.kind).is_some()
            || self.is_broken(identity)
            || self.catalogued(identity).is_some()
    }

    /// The kind of the catalogue that an object has. CRDs that are given count more, whatever versions they
    /// have, and with errors too.
    pub(crate) fn catalogued(&self, identity: &Identity) -> Option<&CataloguedKind> {
        let (group, kind) = (identity.group(), identity.kind.as_str());
        if self.is_given(group, kind) { None } else { self.catalogued.find(group, kind) }
    }

    /// Whether a CRD or an OpenAPI document that is given has a kind, even with errors.
    pub(crate) fn is_given(&self, group: &str, kind: &str) -> bool {
        [&self.defined, &self.broken, &self.unknown].into_iter().any(|kinds| kinds.has(group, kind))
    }

    /// Whether any kind of a group is known.
    pub(crate) fn knows_group(&self, group: &str) -> bool {
        self.defined.has_group(group) || self.broken.has_group(group) || self.unmet.has_group(group)
    }

    /// Whether the CRD of a kind has errors.
    pub(crate) fn is_broken(&self, identity: &Identity) -> bool {
        self.broken.has(identity.group(), &identity.kind)
    }

    /// Whether the CRD of a kind defines it in other versions.
    pub(crate) fn has_other_versions(&self, identity: &Identity) -> bool {
        let group = identity.group();
        !group.is_empty() && self.defined.has(group, &identity.kind)
    }

    /// Advice about a kind that has no schema.
    pub(crate) fn advice(&self, identity: &Identity) -> String {
        let Identity { api_version, kind, .. } = identity;
        let group = identity.group();
        let served = self.validators.all().filter(|found| found.kind() == kind && found.is_served());
        let served: Vec<&str> = served.map(|found| found.api_version()).collect();
        let of_group = |is_meant: &dyn Fn(&str) -> bool| -> Vec<&str> {
            served.iter().copied().filter(|version| is_meant(group_of(version))).collect()
        };
        let versions = of_group(&|other| other == group);
        if !versions.is_empty() {
            return format!("write `apiVersion: {}`", versions.join("`, or `"));
        }
        if self.has_other_versions(identity) {
            return "its CRD serves no version".to_owned();
        }
        if self.is_broken(identity) {
            return "its CRD has errors: correct them first".to_owned();
        }
        if self.unknown.has(group, kind) {
            return "its CRD needs values that nobody knows: give them with --substitute NAME=value"
                .to_owned();
        }
        // Kinds of unrelated products may have the same name.
        let others = of_group(&|other| nearest(group, [other].into_iter()).is_some());
        if !others.is_empty() {
            return format!("did you mean `apiVersion: {}`?", others.join("`, or `"));
        }
        if let Some(why) = self.natives.missing(api_version) {
            return why;
        }
        let of_version = |found: &Validator<'_>| found.api_version() == api_version;
        let mut kinds: Vec<&str> =
            self.validators.all().filter(of_version).map(|found| found.kind()).collect();
        kinds.extend(self.unmet.of_version(api_version));
        kinds.sort_unstable();
        let way_out = |kind: &str| {
            format!("give its CRD with --crd FILE, or leave such objects out with --skip {kind}")
        };
        let catalogued = self.catalogued.of_group(group);
        if let Some(meant) = nearest(kind, kinds.iter().chain(&catalogued).copied()) {
            return format!("did you mean `{meant}`? If not, {}", way_out(kind));
        }
        // Several kinds may need the same advice, which is reported once.
        let way_out = way_out("KIND");
        if (1..=MOST_KINDS).contains(&kinds.len()) {
            return format!("{way_out}; known of {api_version}: {}", kinds.join(", "));
        }
        // With --ignore-missing-schemas, these kinds are errors too.
        if self.knows_group(group) {
            return way_out;
        }
        "give its CRD with --crd FILE (kubectl get crds -o yaml > crds.yaml writes those of a cluster; if a server adds the group itself, \
         its schemas with --openapi FILE), or only count such objects with --ignore-missing-schemas"
            .to_owned()
    }
}

/// The validators of CRDs, as updates of old CRDs, and of OpenAPI documents, and their diagnostics for a
/// server version.
fn load(
    crds: &[Source],
    old: &[Source],
    openapi: &[Source],
    server: Option<Minor>,
) -> (Validators, Vec<Located>) {
    let mut loader = Validators::loader().crds(crds).old_crds(old);
    if let Some(server) = server {
        loader = loader.server(server);
    }
    for document in openapi {
        match native_kinds::others(document) {
            Some(kinds) if kinds.is_empty() => {}
            kinds => loader = loader.openapi(document, &kinds.unwrap_or_default()),
        }
    }
    loader.load_valid()
}

/// The groups and kinds of the CRDs of a text.
fn kinds_of(source: &Source) -> Vec<(String, String)> {
    let crds = manifest::read(source).0.into_iter().filter(|manifest| manifest.identity().is_crd());
    let kind = |crd: Manifest| {
        let spec = crd.node.get("spec")?;
        Some((member(spec, "group").to_owned(), member(spec.get("names")?, "kind").to_owned()))
    };
    crds.filter_map(kind).collect()
}

/// The total size of the texts of small files that stay in memory, so that these files are read once. Memory
/// does not grow with the number of files.
const KEPT: usize = 64 << 20;

/// A text with CRDs, without templates among its documents; `None` if no CRD is left.
pub(crate) fn rendered(source: Source, in_templates: bool) -> Option<Source> {
    let rest = template::without(&source, in_templates).map_or(source, |rest| rest.source);
    (rest.has_fault() || rest.text.contains(CRD)).then_some(rest)
}

/// What inputs contain besides objects.
pub(crate) struct Among {
    /// The inputs that may contain CRDs, with their indices.
    pub(crate) crds: Vec<(usize, Source)>,
    /// The kinds in all inputs.
    pub(crate) met: MetKinds,
    /// The indices of inputs that may say which releases are in use.
    pub(crate) tell: Vec<usize>,
}

/// Searches all inputs, on all cores.
pub(crate) fn crds_among(inputs: &mut [Input], layout: &Layout, threads: usize) -> Among {
    let size = inputs.len().div_ceil(threads.max(1)).max(1);
    let look = |first: usize, inputs: &mut [Input]| {
        let (mut found, mut met, mut tell, mut kept) = (Vec::new(), MetKinds::default(), Vec::new(), 0);
        for (index, input) in (first..).zip(inputs) {
            if input.left_out.is_some() || layout.sort(index).is_some() {
                tell.push(index);
                continue;
            }
            let source = input.read();
            if may_pin(&input.name(), &source.text) {
                tell.push(index);
            }
            met.add(&source.text);
            if source.text.contains(CRD)
                && let Some(rest) = rendered(source.clone().into_owned(), layout.in_templates(index))
            {
                found.push((index, rest));
            }
            kept += source.text.len();
            let read = match source {
                Cow::Owned(source) if kept < KEPT / threads.max(1) => Some(source),
                Cow::Owned(_) | Cow::Borrowed(_) => None,
            };
            input.keep(read);
        }
        Among { crds: found, met, tell }
    };
    thread::scope(|scope| {
        let parts = inputs.chunks_mut(size).zip(0..);
        let started: Vec<_> = parts.map(|(part, at)| scope.spawn(move || look(at * size, part))).collect();
        let mut all = Among { crds: Vec::new(), met: MetKinds::default(), tell: Vec::new() };
        for thread in started {
            // A panic in a thread is passed on.
            let Among { crds, met, tell } = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
            all.crds.extend(crds);
            all.met.extend(met);
            all.tell.extend(tell);
        }
        all
    })
}
