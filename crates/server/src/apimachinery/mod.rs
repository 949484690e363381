//! Parts of Kubernetes' library apimachinery: durations, JSON paths, selectors, YAML, strategic merge
//! patches, lists of texts, the definitions of Kubernetes' own kinds, what Go writes for a definition, Go's
//! names of types, the resources of Pods, and a clock. These modules do not depend on a server.

pub(crate) mod clock;
pub(crate) mod duration;
pub(crate) mod go_types;
pub(crate) mod json_path;
pub(crate) mod label_selector;
pub(crate) mod native_kinds;
pub(crate) mod pod_resources;
pub(crate) mod quantities;
pub(crate) mod strategic_patch;
pub(crate) mod texts;
pub(crate) mod written;
pub(crate) mod yaml;
