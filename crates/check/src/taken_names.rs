//! Finds names that two CRDs of a group claim. In: the CRDs of all sources, in their order. Out: a warning
//! for each name that an earlier CRD has.
//!
//! A server accepts both CRDs, and gives the name to the first one; the other is not served until the name is
//! free. Easy to break: names of resources and those of kinds do not conflict, and a CRD may have one name in
//! several places.
// apiextensions-apiserver: pkg/controller/status/naming_controller.go

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crdc_schema::{At, Crd};
use crdc_source::diag::{Code, Diagnostic};
use crdc_source::{Source, Span};

/// The names that the CRDs so far claim.
#[derive(Default)]
pub(crate) struct TakenNames(HashMap<(bool, String, String), Holder>);

/// The holder of a name, and the place of the name.
struct Holder {
    crd: String,
    file: String,
    span: Span,
}

impl TakenNames {
    /// Adds the names of a CRD, and reports names that another CRD has.
    pub(crate) fn take(&mut self, crd: &Crd, source: &Source, diagnostics: &mut Vec<Diagnostic>) {
        let (Some(name), Some(group), Some(names)) = (&crd.name, &crd.group, &crd.names) else { return };
        let names = &names.value;
        let resources = [("plural", &names.plural), ("singular", &names.singular)];
        let kinds = [("kind", &names.kind), ("list kind", &names.list_kind)];
        let written = |of_kind: bool| {
            move |(field, at): (&'static str, &Option<At<String>>)| {
                at.as_ref().map(|at| (of_kind, field, at.value.clone(), at.span))
            }
        };
        let mut all: Vec<(bool, &str, String, Span)> =
            resources.into_iter().filter_map(written(false)).collect();
        let short = names.short_names.iter().flat_map(|at| &at.value);
        all.extend(short.map(|at| (false, "short name", at.value.clone(), at.span)));
        all.extend(kinds.into_iter().filter_map(written(true)));
        // Missing names follow from the kind.
        if let Some(kind) = &names.kind {
            if names.singular.is_none() {
                all.push((false, "singular", kind.value.to_lowercase(), kind.span));
            }
            if names.list_kind.is_none() {
                all.push((true, "list kind", format!("{}List", kind.value), kind.span));
            }
        }
        // Other names may be derived from the kind.
        let mut reported: HashSet<u32> = HashSet::new();
        for (of_kind, field, asked, span) in all.into_iter().filter(|(_, _, asked, _)| !asked.is_empty()) {
            match self.0.entry((of_kind, group.value.clone(), asked.clone())) {
                Entry::Vacant(entry) => {
                    let (crd, file) = (name.value.clone(), source.name.clone());
                    entry.insert(Holder { crd, file, span });
                }
                Entry::Occupied(entry) if entry.get().crd != name.value && reported.insert(span.start) => {
                    let Holder { crd, file, span: first } = entry.get();
                    let message =
                        format!("`{crd}` has the {field} `{asked}` in the group `{}`, too", group.value);
                    let found = Diagnostic::new(Code::NameTaken, span, message)
                        .help("write another name, or remove one of the two: a server does not serve the one that comes later");
                    diagnostics.push(match *file == source.name {
                        true => found.note(*first, "the first"),
                        false => found.label(format!("the first is in {file}")),
                    });
                }
                Entry::Occupied(_) => {}
            }
        }
    }
}
