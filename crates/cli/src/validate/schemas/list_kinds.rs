//! Lists of objects, such as `List` and `ConfigMapList`. In: a list without its items. Out: whether its kind
//! is unknown.
//!
//! Servers have no resource of lists: kubectl sends their items. It looks up the kind of the list first, and
//! accepts `List` in any served version. Dumps of a server have a list of each kind, so lists of known kinds
//! are read too.
//
// cli-runtime: pkg/resource/mapper.go infoForData; client-go: restmapper/discovery.go NewDiscoveryRESTMapper

use crate::identity::Identity;
use crate::validate::manifests::manifest::Manifest;
use crate::validate::schemas::loader::Schemas;

/// Whether the kind of a list and the kind of its items are both unknown.
pub(crate) fn is_unknown(list: &Manifest, schemas: &Schemas) -> bool {
    let identity = list.identity();
    let item = Identity {
        kind: identity.kind.strip_suffix("List").unwrap_or_default().to_owned(),
        ..identity.clone()
    };
    let api_version = identity.api_version.as_str();
    if api_version.is_empty() {
        return false;
    }
    if item.kind.is_empty() {
        // The core group has only one version.
        return match identity.group() {
            "" => api_version != "v1",
            group => !schemas.knows_group(group) && schemas.natives.near(api_version).is_none(),
        };
    }
    let is_known = |identity: &Identity| {
        schemas.defines(identity) || schemas.natives.find(api_version, &identity.kind).is_some()
    };
    !(is_known(&item) || is_known(&identity) || item.is_crd())
}
