//! The admission plugins of a server that change what clients read back, apart from those of `plugins`. In: a
//! resource. Out: its mutators and validators, in the order of a server.
//!
//! Easy to break: they run after field owners are tracked, so that nobody owns what they set, and before
//! webhooks.
// kubernetes: pkg/kubeapiserver/options/plugins.go AllOrderedPlugins

mod classes;
mod limits;
mod priority;
mod protection;
mod spec;
mod tolerations;
mod users;
mod uses;

use std::sync::Arc;

use crdc_admission::{Mutator, Validator};

use crate::storage::history::History;

pub(crate) use priority::is_system_class;
pub(super) use priority::{CLASSES, system_classes};
pub(crate) use protection::released;
pub(crate) use users::Users;
pub(crate) use uses::{CLAIMS, PODS, VOLUME_CLASSES, VOLUMES, uses_of};

/// The mutators of a resource of Kubernetes' own kinds.
pub(super) fn mutators(resource: &str, history: &Arc<History>) -> Vec<Arc<dyn Mutator>> {
    match resource {
        PODS => vec![
            Arc::new(limits::LimitRanger(history.clone())),
            Arc::new(priority::Priority(history.clone())),
            Arc::new(tolerations::DefaultTolerationSeconds),
        ],
        CLAIMS => vec![Arc::new(classes::of_claims(history)), Arc::new(protection::Protection(CLAIMS))],
        VOLUMES => vec![Arc::new(protection::Protection(VOLUMES))],
        VOLUME_CLASSES => vec![Arc::new(protection::Protection(VOLUME_CLASSES))],
        "ingresses.networking.k8s.io" => vec![Arc::new(classes::of_ingresses(history))],
        _ => Vec::new(),
    }
}

/// The validators of a resource of Kubernetes' own kinds.
pub(super) fn validators(resource: &str, history: &Arc<History>) -> Vec<Arc<dyn Validator>> {
    match resource {
        PODS | CLAIMS => vec![Arc::new(limits::LimitRanger(history.clone()))],
        priority::CLASSES => vec![Arc::new(priority::OneDefault(history.clone()))],
        _ => Vec::new(),
    }
}
