//! The validators: CRDs among the inputs, and those that the command line names.

use std::collections::BTreeMap;

use super::input::Input;
use super::manifest::Identity;
use crdc_codegen::Located;
use crdc_codegen::diag::{Code, Diagnostic};
use crdc_codegen::source::Source;
use crdc_dynamic::validators::{Validator, Validators};

/// Only CRDs have this word, so other texts need not be parsed to know that they have none.
const KIND: &str = "CustomResourceDefinition";

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
    pub(crate) fn load(inputs: &[Input], crds: Vec<Source>, openapi: Vec<Source>) -> Schemas {
        let mut places = Vec::new();
        let mut documents = Vec::new();
        for (index, input) in inputs.iter().enumerate() {
            let source = input.read();
            if source.text.contains(KIND) {
                places.push(index);
                documents.push(source);
            }
        }
        let mut loader = Validators::loader().crds(&documents).crds(&crds);
        for document in &openapi {
            loader = loader.openapi(document, &[]);
        }
        let (validators, found) = loader.load_valid();
        let mut of_inputs: BTreeMap<usize, Vec<Diagnostic>> =
            places.iter().map(|index| (*index, Vec::new())).collect();
        let mut of_others = Vec::new();
        for Located { source, diagnostic } in found {
            match places.get(source) {
                // The other documents of the text are objects.
                _ if diagnostic.code == Code::DocumentSkipped => {}
                Some(index) => of_inputs.entry(*index).or_default().push(diagnostic),
                None => of_others.push(Located { source: source - places.len(), diagnostic }),
            }
        }
        Schemas { validators, of_inputs, of_others, others: crds.into_iter().chain(openapi).collect() }
    }

    /// What to do about a kind that has no schema.
    pub(crate) fn advice(&self, identity: &Identity) -> String {
        let same_kind = |found: &Validator<'_>| found.compiled().kind == identity.kind;
        let known: Vec<&str> =
            self.validators.all().filter(same_kind).map(|found| found.compiled().api_version).collect();
        if !known.is_empty() {
            return format!("{} is known in {}", identity.kind, known.join(", "));
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
