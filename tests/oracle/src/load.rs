//! Loads the versions of a CRD text into interpreters with crdc's front end, which is tested against the
//! record elsewhere.

use crdc_check::{Mode, mode};
use crdc_dynamic::validators::Validators;
use crdc_schema::Crd;
use crdc_source::{Source, parse};
use crdc_vocabulary::Ratcheting;

use crate::interpreter::cel::Rules;
use crate::interpreter::scale::Scale;
use crate::interpreter::{Server, Structural};

/// An interpreter for every version of every CRD in a text. Panics on an invalid text, since tests provide
/// it.
pub fn servers(name: &str, text: &str) -> Vec<Server> {
    let (documents, _) = parse(&Source::new(name, text));
    let (crds, _) = crdc_schema::read(&documents);
    assert!(!crds.is_empty(), "{name}: no CRD in it");
    crds.iter().flat_map(versions).collect()
}

/// Loads a CRD text into plans that are interpreted by the runtime, instead of interpreters. Panics on an
/// invalid text too.
pub fn validators(name: &str, text: &str, ratcheting: Ratcheting) -> Validators {
    let loader = Validators::loader().crds(&[Source::new(name, text)]).ratcheting(ratcheting);
    loader.leave_defaults().load().unwrap_or_else(|error| panic!("{error}"))
}

/// An interpreter for one version of a CRD. Panics if there is none.
pub fn server(name: &str, text: &str, version: &str) -> Server {
    servers(name, text)
        .into_iter()
        .find(|server| server.version == version)
        .unwrap_or_else(|| panic!("{name}: no version {version}"))
}

/// An interpreter for each version of a CRD.
fn versions(crd: &Crd) -> Vec<Server> {
    let text =
        |at: &Option<crdc_schema::At<String>>| at.as_ref().map(|at| at.value.clone()).unwrap_or_default();
    let kind = crd.names.as_ref().map(|names| text(&names.value.kind)).unwrap_or_default();
    crd.versions
        .iter()
        .map(|version| {
            let schema = crd.schema(version);
            let keeps_null = schema.is_some_and(|at| mode(crd, &at.value) == Mode::Skeleton);
            let schema = schema.map(|at| Structural::new(&at.value)).unwrap_or_default();
            let subresources = version.parts.subresources.as_ref();
            let status = subresources.is_some_and(|subresources| subresources.value.status.is_some());
            let scale = subresources.and_then(|subresources| subresources.value.scale.as_ref());
            let scale = scale.map(|scale| Scale {
                spec: text(&scale.value.spec_replicas_path),
                status: text(&scale.value.status_replicas_path),
                selector: scale.value.label_selector_path.as_ref().map(|path| path.value.clone()),
            });
            Server {
                group: text(&crd.group),
                version: text(&version.name),
                kind: kind.clone(),
                namespaced: text(&crd.scope) == "Namespaced",
                status,
                scale,
                keeps_null,
                ratcheting: Ratcheting::default(),
                rules: Rules::of_resource(&schema),
                schema,
            }
            .prune_defaults()
        })
        .collect()
}
