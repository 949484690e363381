//! The lists of containers of a pod.

/// The fields of a pod's spec, in the order in which the server visits all containers.
// kubernetes: pkg/apis/core/pods/helpers.go VisitContainersWithPath
pub(super) const LISTS: [&str; 3] = ["initContainers", "containers", "ephemeralContainers"];
