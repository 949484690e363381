//! The grace period of Pods that are deleted. In: a Pod, and the requested period. Out: how long the
//! Pod stays, marked as deleted, for a kubelet to end it: a deletion with the period 0 removes it.
// kubernetes: pkg/registry/core/pod/strategy.go CheckGracefulDelete

use crdc_admission::Object;

use crate::storage::history::History;

/// The resource of Pods.
pub(super) const PODS: &str = "pods";

/// The grace period of a Pod: none if it is on no node, or has ended.
///
/// A Pod on a node that does not exist has none either: in a cluster, the garbage collector of Pods removes
/// it.
// kubernetes: pkg/controller/podgc/gc_controller.go gcOrphaned
pub(super) fn of_pod(history: &History, pod: &Object<'_>, requested: Option<i64>) -> i64 {
    let node = pod.string(&["spec", "nodeName"]).unwrap_or_default();
    let has_ended =
        pod.string(&["status", "phase"]).is_some_and(|phase| matches!(&*phase, "Failed" | "Succeeded"));
    if node.is_empty() || has_ended || history.get("nodes", "", &node).is_none() {
        return 0;
    }
    match requested.or_else(|| pod.integer(&["spec", "terminationGracePeriodSeconds"])) {
        Some(..0) => 1,
        period => period.unwrap_or(0),
    }
}
