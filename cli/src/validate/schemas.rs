//! The validators: CRDs among the inputs, and those that the command line names.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::thread;

use super::copies::Copies;
use super::input::Input;
use super::manifest::Identity;
use crdc_codegen::Located;
use crdc_codegen::diag::{Code, Diagnostic};
use crdc_codegen::source::Source;
use crdc_dynamic::{Validator, Validators};

/// Only CRDs have this word, so other texts need not be parsed to know that they have none.
const KIND: &str = "CustomResourceDefinition";

/// How many kinds are named when another one was meant.
const MOST_KINDS: usize = 12;

/// Whether a text could be read and has no CRD.
pub(crate) fn has_none(source: &Source) -> bool {
    !source.has_fault() && !source.text.contains(KIND)
}

/// The validators, and what is wrong with their documents.
pub(crate) struct Schemas {
    pub(crate) validators: Validators,
    /// Diagnostics of inputs, by their index. An input that is not here has no CRD.
    pub(crate) of_inputs: BTreeMap<usize, Vec<Diagnostic>>,
    /// Diagnostics of the other documents.
    pub(crate) of_others: Vec<Located>,
    /// The other documents.
    pub(crate) others: Vec<Source>,
}

impl Schemas {
    /// Loads the CRDs of the inputs and of `crds`, and the kinds of OpenAPI documents.
    pub(crate) fn load(
        inputs: &mut [Input],
        crds: Vec<Source>,
        openapi: Vec<Source>,
        threads: usize,
    ) -> Schemas {
        let (places, documents): (Vec<usize>, Vec<Source>) = crds_among(inputs, threads).into_iter().unzip();
        let mut loader = Validators::loader().crds(&documents).crds(&crds);
        for document in &openapi {
            loader = loader.openapi(document, &[]);
        }
        let (validators, found) = loader.load_valid();
        let mut of_inputs: BTreeMap<usize, Vec<Diagnostic>> =
            places.iter().map(|index| (*index, Vec::new())).collect();
        let mut of_others = Vec::new();
        // Only names that are there twice ask for it.
        let copies = LazyCell::new(|| Copies::among(documents.iter().chain(&crds)));
        for Located { source, diagnostic } in found {
            match places.get(source) {
                // The other documents of the text are objects.
                _ if matches!(diagnostic.code, Code::DocumentSkipped | Code::KustomizeSkipped) => {}
                _ if diagnostic.code == Code::NameDuplicate && copies.contains(source, diagnostic.span) => {}
                Some(index) => of_inputs.entry(*index).or_default().push(diagnostic),
                None => of_others.push(Located { source: source - places.len(), diagnostic }),
            }
        }
        Schemas { validators, of_inputs, of_others, others: crds.into_iter().chain(openapi).collect() }
    }

    /// What to do about a kind that has no schema.
    pub(crate) fn advice(&self, identity: &Identity) -> String {
        let same_kind = |found: &Validator<'_>| found.kind() == identity.kind;
        let known: Vec<&str> =
            self.validators.all().filter(same_kind).map(|found| found.api_version()).collect();
        if !known.is_empty() {
            return format!("{} is known in {}", identity.kind, known.join(", "));
        }
        let of_version = |found: &Validator<'_>| found.api_version() == identity.api_version;
        let kinds: Vec<&str> = self.validators.all().filter(of_version).map(|found| found.kind()).collect();
        if (1..=MOST_KINDS).contains(&kinds.len()) {
            return format!(
                "{} has {}: correct the kind, or give its CRD with --crd FILE",
                identity.api_version,
                kinds.join(", ")
            );
        }
        if identity.group().contains('.') && !identity.group().ends_with(".k8s.io") {
            return "give its CRD with --crd FILE, or leave such objects out with --ignore-missing-schemas"
                .to_owned();
        }
        "give the schemas of a server with --openapi FILE (kubectl get --raw /openapi/v2), or leave such objects out with \
         --ignore-missing-schemas"
            .to_owned()
    }
}

/// How much of the texts of small files is kept, so that they are read once. Memory does not grow with their number.
const KEPT: usize = 256 << 20;

/// The inputs that may have CRDs, with their indices. Looks at all of them, on all cores.
fn crds_among(inputs: &mut [Input], threads: usize) -> Vec<(usize, Source)> {
    let size = inputs.len().div_ceil(threads.max(1)).max(1);
    let look = |first: usize, inputs: &mut [Input]| {
        let (mut found, mut kept) = (Vec::new(), 0);
        for (index, input) in (first..).zip(inputs) {
            let source = input.read();
            if source.text.contains(KIND) {
                found.push((index, source.clone()));
            }
            kept += source.text.len();
            if kept < KEPT / threads.max(1) {
                *input = Input::Text(source);
            }
        }
        found
    };
    thread::scope(|scope| {
        let parts = inputs.chunks_mut(size).zip(0..);
        let started: Vec<_> = parts.map(|(part, at)| scope.spawn(move || look(at * size, part))).collect();
        // A panic in a thread is one here.
        let joined =
            started.into_iter().map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        joined.flatten().collect()
    })
}
