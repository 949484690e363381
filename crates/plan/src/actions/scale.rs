//! Builds the paths of the scale subresource. They are split as on the server, where brackets have no special
//! meaning.
// apiextensions-apiserver: registry/customresource/validator.go ValidateScaleSpec

use super::builder::Builder;
use crdc_source::json::escaped;

/// The paths of the scale subresource: to the replicas in spec and status, and to the selector.
#[derive(Clone, Debug)]
pub struct Scale {
    /// `specReplicasPath`
    pub spec: ScalePath,
    /// `statusReplicasPath`
    pub status: ScalePath,
    /// `labelSelectorPath`
    pub selector: Option<ScalePath>,
}

/// A path of the scale subresource.
#[derive(Clone, Debug)]
pub struct ScalePath {
    /// The path as the CRD spells it.
    pub path: String,
    /// The keys, as written between quotes.
    pub keys: Vec<String>,
    /// The numbers of the fields, as far as the schema has them.
    pub fields: Vec<usize>,
}

impl Builder<'_> {
    /// The paths of the scale subresource.
    pub(super) fn scale(&self) -> Option<Scale> {
        let scale = self.plan.scale.as_ref()?;
        let path = |path: &String| {
            let keys: Vec<&str> = path.strip_prefix('.').unwrap_or(path).split('.').collect();
            let fields = self.numbers(&keys);
            ScalePath { path: path.clone(), keys: keys.into_iter().map(escaped).collect(), fields }
        };
        Some(Scale {
            spec: path(&scale.spec_replicas),
            status: path(&scale.status_replicas),
            selector: scale.label_selector.as_ref().map(path),
        })
    }

    /// The numbers of the fields on the path `keys` from the root, as far as the schema has them.
    fn numbers(&self, keys: &[&str]) -> Vec<usize> {
        let mut numbers = Vec::new();
        let mut id = self.plan.root;
        for key in keys {
            let fields = self.fields(id);
            let found =
                fields.number(key).and_then(|number| Some((number, fields.list().get(number)?.node?)));
            // A required name without a field may be a key of a map, or of a value without a schema.
            let Some((number, node)) = found else { break };
            numbers.push(number);
            id = node;
        }
        numbers
    }
}
