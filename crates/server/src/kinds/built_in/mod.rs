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
mod tolerations;
mod users;

use std::sync::Arc;

use crdc_admission::{Attributes, Mutator, Object, Refusal, Validator};

use crate::storage::history::History;

pub(crate) use priority::is_system_class;
pub(super) use priority::{CLASSES, system_classes};
pub(crate) use protection::{CLAIMS, PODS, VOLUME_CLASSES, VOLUMES, released, uses_of};
pub(crate) use users::Users;

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

/// Changes a copy of the specification of an object, and puts it back: so the metadata before it, which may be
/// long, are read once. The text of an error is that of the refusal.
fn edit_spec(
    attributes: &mut Attributes<'_>,
    edit: impl FnOnce(&mut Object<'_>) -> Result<(), String>,
) -> Result<(), Refusal> {
    // The validators refuse an object without a specification.
    let spec = attributes.object().and_then(|object| object.get(&["spec"]));
    let Some(text) = spec.filter(|spec| spec.starts_with(b"{")).map(<[u8]>::to_vec) else { return Ok(()) };
    let mut spec = Object::of(&text);
    edit(&mut spec).map_err(|why| attributes.forbidden(why))?;
    if let Some(object) = attributes.object_mut().filter(|_| spec.is_changed()) {
        object.set(&["spec"], spec.bytes());
    }
    Ok(())
}
