//! The objects that are stored, for updates. In: texts. Out: objects by group, kind, namespace and name.
//!
//! Versions may differ: the server converts what it stored to the version of the request.

use std::collections::HashMap;

use super::input::Input;
use super::manifest::{self, Identity};
use crdc_codegen::diag::{Diagnostic, Severity};
use crdc_codegen::source::{Node, Source};

/// Group, kind, namespace, name.
type Key = (String, String, String, String);

/// All stored objects.
#[derive(Default)]
pub(crate) struct Stored {
    objects: HashMap<Key, Node>,
    /// Texts that cannot be read.
    pub(crate) unreadable: Vec<(Source, Vec<Diagnostic>)>,
}

impl Stored {
    pub(crate) fn read(inputs: &[Input]) -> Stored {
        let mut stored = Stored::default();
        for input in inputs {
            let source = input.read();
            let (manifests, mut problems) = manifest::read(&source);
            for manifest in manifests {
                let key = key(&manifest.identity());
                stored.objects.insert(key, manifest.node);
            }
            problems.retain(|problem| problem.severity() == Severity::Error);
            if !problems.is_empty() {
                stored.unreadable.push((source, problems));
            }
        }
        stored
    }

    /// The stored object with this identity.
    pub(crate) fn get(&self, identity: &Identity) -> Option<&Node> {
        if self.objects.is_empty() { None } else { self.objects.get(&key(identity)) }
    }
}

/// Objects without a namespace are in `default`, or in none: kubectl does not care.
fn key(identity: &Identity) -> Key {
    let namespace = if identity.namespace == "default" { "" } else { &identity.namespace };
    (identity.group().to_owned(), identity.kind.clone(), namespace.to_owned(), identity.name.clone())
}
