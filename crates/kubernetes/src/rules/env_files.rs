//! The volumes with files from which environment variables are read. In: the spec of a pod. Out: an error for
//! each that is no empty directory of the pod.
//
// kubernetes: pkg/apis/core/validation/validation.go validateFileKeyRefVolumes

use std::collections::HashMap;

use super::at::At;
use super::container_lists::LISTS;
use super::report::Report;
use super::volumes::is_empty_dir;

/// Checks the volumes of a pod's environment variables. `claims` are the templates of the claims of a
/// StatefulSet, whose volumes replace others.
pub(super) fn file_keys<'n>(spec: &At<'_, 'n>, claims: Option<&At<'_, 'n>>, report: &mut Report) {
    // kube_features.go EnvFiles: on since 1.35. Before, the field is dropped.
    if report.version() < 35 {
        return;
    }
    let volumes = spec.child("volumes");
    // Whether a volume is an `emptyDir`. The last one of a name counts.
    let mut known: HashMap<&str, bool> =
        volumes.items().map(|volume| (volume.child("name").text(), is_empty_dir(&volume))).collect();
    for claim in claims.into_iter().flat_map(At::items) {
        let metadata = claim.child("metadata");
        known.insert(metadata.child("name").text(), false);
    }
    for list in LISTS {
        for container in spec.child(list).items() {
            for variable in container.child("env").items() {
                let from = variable.child("valueFrom");
                let file = from.child("fileKeyRef");
                let name = file.child("volumeName");
                match known.get(name.text()) {
                    _ if !file.is_set() => {}
                    None => report.not_found(&name, name.text()),
                    Some(false) => {
                        let detail = "referenced volume must be of type emptyDir";
                        report.bad_text(&name, name.text(), detail);
                    }
                    Some(true) => {}
                }
            }
        }
    }
}
