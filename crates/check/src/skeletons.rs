//! Skeletons of documents as text.

use crate::{Mode, check_source, mode};
use crdc_schema::skeleton::{self, Keep};
use crdc_source::Source;

/// The skeletons of all CRDs of some sources as text; of one version only, if given. One YAML document per
/// version, with a comment that names it and says how objects are pruned.
pub fn skeletons(sources: &[Source], version: Option<&str>) -> String {
    let mut texts = Vec::new();
    for source in sources {
        for crd in &check_source(source, None).crds {
            let crd = crd.crd();
            for one in &crd.versions {
                let name = one.name.as_ref().map_or("", |at| &at.value);
                let Some(schema) = crd.schema(one).filter(|_| version.is_none_or(|version| version == name))
                else {
                    continue;
                };
                let crd_name = crd.name.as_ref().map_or("", |at| &at.value);
                let how = mode(crd, &schema.value);
                let (keep, pruned) = match how {
                    Mode::Off => (Keep::All, "objects are not pruned"),
                    Mode::Structural => (Keep::Unknown, "structural"),
                    Mode::Skeleton => (Keep::All, "objects are pruned by this"),
                };
                let skeleton = skeleton::skeleton(&schema.value, keep);
                texts.push(format!("# {crd_name} {name}: {pruned}\n{skeleton}"));
            }
        }
    }
    texts.join("---\n")
}
