//! The plugins DefaultStorageClass and DefaultIngressClass. In: a new claim or Ingress that names no class,
//! and the classes of the server. Out: the object with the newest class that an annotation makes the default.
// kubernetes: plugin/pkg/admission/{storage/storageclass/setdefault,network/defaultingressclass}/admission.go

use std::cmp::Reverse;
use std::sync::Arc;

use crdc_admission::{Attributes, Mutator, Object, Operation, Refusal};

use crate::storage::history::History;

/// The plugin of one resource.
pub(super) struct DefaultClass {
    pub(super) name: &'static str,
    /// The resource of the classes.
    pub(super) classes: &'static str,
    /// The annotations that make a class the default.
    pub(super) marks: &'static [&'static str],
    /// The field that names the class, and the annotation that did so before there was a field.
    pub(super) field: &'static str,
    pub(super) annotation: &'static str,
    pub(super) history: Arc<History>,
}

/// The plugin for claims.
pub(super) fn of_claims(history: &Arc<History>) -> DefaultClass {
    DefaultClass {
        name: "DefaultStorageClass",
        classes: "storageclasses.storage.k8s.io",
        marks: &[
            "storageclass.kubernetes.io/is-default-class",
            "storageclass.beta.kubernetes.io/is-default-class",
        ],
        field: "storageClassName",
        annotation: "volume.beta.kubernetes.io/storage-class",
        history: history.clone(),
    }
}

/// The plugin for Ingresses.
pub(super) fn of_ingresses(history: &Arc<History>) -> DefaultClass {
    DefaultClass {
        name: "DefaultIngressClass",
        classes: "ingressclasses.networking.k8s.io",
        marks: &["ingressclass.kubernetes.io/is-default-class"],
        field: "ingressClassName",
        annotation: "kubernetes.io/ingress.class",
        history: history.clone(),
    }
}

impl DefaultClass {
    /// The name of the newest default class.
    fn default(&self) -> Option<String> {
        let all = self.history.snapshot(self.classes, None, None).ok()?.objects;
        let is_default = |class: &Object<'_>| {
            let is = |mark: &&str| {
                class.string(&["metadata", "annotations", *mark]).is_some_and(|is| is == "true")
            };
            self.marks.iter().any(is)
        };
        let classes =
            all.iter().map(|(key, text)| (key, Object::of(text))).filter(|(_, class)| is_default(class));
        // Times in this form are in order as texts.
        let age = |class: &Object<'_>| {
            class.string(&["metadata", "creationTimestamp"]).map(|time| time.into_owned()).unwrap_or_default()
        };
        let newest = classes.min_by_key(|((_, name), class)| (Reverse(age(class)), name.to_string()));
        newest.map(|((_, name), _)| name.to_string())
    }
}

impl Mutator for DefaultClass {
    fn name(&self) -> &str {
        self.name
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Create
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        let path = ["spec", self.field];
        let has_class = object.get(&path).is_some_and(|class| class != b"null")
            || object.get(&["metadata", "annotations", self.annotation]).is_some();
        // The validators refuse an object without a specification.
        if has_class || object.get(&["spec"]).is_none_or(|spec| !spec.starts_with(b"{")) {
            return Ok(());
        }
        if let Some(class) = self.default() {
            object.set_string(&path, &class);
        }
        Ok(())
    }
}
