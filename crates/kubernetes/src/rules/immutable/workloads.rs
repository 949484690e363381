//! What cannot change in kinds that create pods from a template.
//
// kubernetes: pkg/registry/apps/*/strategy.go ValidateUpdate; pkg/apis/apps/validation/validation.go
// ValidateStatefulSetUpdate

use super::Change;
use crate::rules::at::At;
use crate::rules::report::Report;
use crate::rules::shown;

/// The selector of a Deployment, a ReplicaSet or a DaemonSet.
pub(in crate::rules) fn selector(update: Change<'_, '_, '_>, report: &mut Report) {
    if update.differs("selector") {
        let at = update.now.child("selector");
        report.immutable(&at, shown::selector(&at, report.version()));
        report.help("delete it and create it again, or keep the selector");
    }
}

/// The fields of a StatefulSet that can change.
const FREE: [&str; 7] = [
    "replicas",
    "ordinals",
    "template",
    "updateStrategy",
    "revisionHistoryLimit",
    "persistentVolumeClaimRetentionPolicy",
    "minReadySeconds",
];

/// The spec of a StatefulSet.
pub(in crate::rules) fn stateful(update: Change<'_, '_, '_>, report: &mut Report) {
    let (spec, old) = (update.now, update.before);
    // Since 1.33 the limit of revisions can change.
    let is_free =
        |field: &str| FREE.contains(&field) && (report.version() >= 33 || field != "revisionHistoryLimit");
    let changed = match update.is_complete() {
        true => {
            let is_checked = |field: &str| is_free(field) || field == "volumeClaimTemplates";
            update.comparison.field(spec, old, is_checked).is_some() || templates_differ(update)
        }
        false => {
            ["selector", "volumeClaimTemplates", "podManagementPolicy"]
                .iter()
                .any(|field| update.differs(field))
                || spec.child("serviceName").text() != old.child("serviceName").text()
                || spec.child("volumeClaimTemplates").len() != old.child("volumeClaimTemplates").len()
        }
    };
    if changed {
        let detail = match report.version() {
            ..33 => {
                "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', \
                 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"
            }
            _ => {
                "updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', \
                 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden"
            }
        };
        report.forbidden_change(&spec.at_key(), detail);
    }
}

/// Whether templates of claims differ. Servers set their `apiVersion` and `kind`.
fn templates_differ(update: Change<'_, '_, '_>) -> bool {
    let [now, before] = [update.now, update.before].map(|spec| spec.child("volumeClaimTemplates"));
    let differ = |now: &At<'_, '_>, before: &At<'_, '_>| {
        update.comparison.field(now, before, |field| ["apiVersion", "kind"].contains(&field)).is_some()
    };
    now.len() != before.len() || now.items().zip(before.items()).any(|(now, before)| differ(&now, &before))
}
