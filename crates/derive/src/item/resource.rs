//! Reads `#[kube(…)]` as far as it concerns values: the type of the status, and the paths of the scale.
//!
//! In: the attributes of a type. Out: what kube writes into the CRD. Anything that cannot be read is an error
//! of kube's derive.
//
// kube-derive: custom_resource/attrs/{mod,scale}.rs

use proc_macro2::TokenStream;

use super::attributes::{self, Entry, Value};
use super::literal;
use crate::model::ScalePaths;
use crdc_source::json::Json;

/// The attributes of a resource for kube.
#[derive(Default)]
pub(super) struct Resource {
    /// Whether the type is the spec of a resource.
    pub(super) is_spec: bool,
    /// The type of the status.
    pub(super) status: Option<syn::Path>,
    /// The paths of the scale subresource.
    pub(super) scale: Option<ScalePaths>,
}

impl Resource {
    pub(crate) fn of(attributes: &[syn::Attribute]) -> Resource {
        let kube = attributes::entries(attributes, "kube");
        let named = |name: &'static str| kube.iter().find(move |entry| entry.name == name);
        let is_spec = named("kind").or_else(|| named("group")).is_some();
        let no_spec = named("no_spec").is_some();
        if !is_spec || no_spec {
            return Resource { is_spec: is_spec && !no_spec, ..Resource::default() };
        }
        Resource {
            is_spec,
            status: named("status").and_then(Entry::path),
            scale: named("scale").and_then(scale),
        }
    }
}

/// The paths, as a list of arguments or, as in kube before 0.98, as JSON in a string.
fn scale(entry: &Entry) -> Option<ScalePaths> {
    match &entry.value {
        Value::Has(_, entries) => {
            let path = |name: &str| entries.iter().find(|entry| entry.name == name)?.text();
            Some(ScalePaths {
                spec: path("spec_replicas_path")?,
                status: path("status_replicas_path")?,
                selector: path("label_selector_path"),
            })
        }
        Value::Is(_) => {
            let json: TokenStream = entry.text()?.parse().ok()?;
            let Some(Json::Object(members)) = literal::json(&json) else { return None };
            let path = |name: &str| match members.iter().find(|(known, _)| known == name) {
                Some((_, Json::String(path))) => Some(path.clone()),
                _ => None,
            };
            Some(ScalePaths {
                spec: path("specReplicasPath")?,
                status: path("statusReplicasPath")?,
                selector: path("labelSelectorPath"),
            })
        }
        Value::Nothing => None,
    }
}
