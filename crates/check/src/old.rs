//! The old document of an update, with the status that it would have on a server. Easy to break: documents in
//! git never have a status, while a document on a server is established a moment after its creation.
//
// apiextensions-apiserver: pkg/controller/establish/establishing_controller.go;
// pkg/apis/apiextensions/helpers.go (IsCRDConditionPresentAndEqual)

use crdc_schema::Crd;
use crdc_source::{Node, Value};

/// The document that an update replaces.
///
/// ```
/// use crdc_check::{Old, Origin};
/// let text = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {group: example.com}\n";
/// let crd = crdc_schema::read(&crdc_source::parse(&crdc_source::Source::new("crd.yaml", text)).0).0.remove(0);
/// assert!(Old { crd: &crd, origin: Origin::File }.is_established());
/// assert!(!Old { crd: &crd, origin: Origin::Server }.is_established());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Old<'a> {
    /// The document.
    pub crd: &'a Crd,
    /// The origin of the document.
    pub origin: Origin,
}

/// The origin of an old document: it decides what a missing status means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A server. Without a status the document is not established, and objects are stored only in its storage
    /// version.
    Server,
    /// A file, which usually has no status. It represents the document on a server, which is established, and
    /// may have had other storage versions. A status in the file is used as given.
    File,
}

impl<'a> Old<'a> {
    /// Returns whether the document is established: its kind and scope can no longer change.
    #[must_use]
    pub fn is_established(&self) -> bool {
        let has = |node: &Node, key: &str, text: &str| node.get(key).and_then(Node::as_str) == Some(text);
        match self.conditions() {
            [] => self.origin == Origin::File,
            // The first condition of the type decides, whatever a later one says.
            list => list
                .iter()
                .find(|condition| has(condition, "type", "Established"))
                .is_some_and(|condition| has(condition, "status", "True")),
        }
    }

    /// Returns whether the document counts as established although its status does not say so.
    #[must_use]
    pub fn is_assumed_established(&self) -> bool {
        self.conditions().is_empty() && self.is_established()
    }

    fn conditions(&self) -> &'a [Node] {
        let list = self.crd.status.as_ref().and_then(|status| status.value.get("conditions"));
        match list.map(|list| &list.value) {
            Some(Value::Array(list)) => list,
            _ => &[],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Old, Origin};

    #[test]
    fn the_first_condition_of_the_type_decides() {
        for (conditions, expected) in [
            ("{type: Established, status: 'True'}", true),
            ("{type: Established, status: 'False'}", false),
            ("{type: Established, status: 'True'}, {type: Established, status: 'False'}", true),
            ("{type: Established, status: 'False'}, {type: Established, status: 'True'}", false),
            ("{type: Established}, {type: Established, status: 'True'}", false),
            ("{type: NamesAccepted, status: 'False'}, {type: Established, status: 'True'}", true),
            ("{status: 'True'}, {type: NamesAccepted, status: 'True'}", false),
            ("null, {type: Established, status: 'True'}", true),
        ] {
            let text = format!(
                "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec: {{group: example.com}}\n\
                 status: {{conditions: [{conditions}]}}\n"
            );
            let crd = crdc_schema::read(&crdc_source::parse(&crdc_source::Source::new("crd.yaml", text)).0)
                .0
                .remove(0);
            for origin in [Origin::File, Origin::Server] {
                assert_eq!(Old { crd: &crd, origin }.is_established(), expected, "{conditions}");
            }
        }
    }
}
