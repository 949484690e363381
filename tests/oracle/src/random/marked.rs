//! Adds random markers to CRDs of other projects. In: a document, as JSON. Out: the same document, with
//! markers where the design allows them.

use super::marks;
use super::rng::Rng;
use crate::json::{Json, read};

/// A CRD with random markers in `spec` and `status`; `None` if the text is not JSON or has no versions.
pub fn document(crd: &str, seed: u64) -> Option<String> {
    let mut crd = read(crd.as_bytes()).ok()?.value;
    let Some(Json::Array(versions)) = crd.get_mut("spec")?.get_mut("versions") else { return None };
    for version in versions {
        let schema = version.get_mut("schema").and_then(|schema| schema.get_mut("openAPIV3Schema"));
        let Some(Json::Object(properties)) = schema.and_then(|schema| schema.get_mut("properties")) else {
            continue;
        };
        // Versions with the same selectable fields must have the same schema.
        let mut rng = Rng::new(seed);
        for (_, property) in
            properties.iter_mut().filter(|(name, _)| ["spec", "status"].contains(&name.as_str()))
        {
            marks::below(&mut rng, property);
        }
    }
    Some(crd.to_string())
}
