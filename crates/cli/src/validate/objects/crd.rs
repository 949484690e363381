//! Validates a CRD: reports findings about its storage, and changes by `kubectl apply`. The loader has
//! checked the CRD itself, as an update if there is a stored one. In: the CRD and the stored CRD. Out:
//! findings.

use std::collections::HashSet;

use crate::edit::{member, set};
use crate::identity::Identity;
use crate::validate::context::Context;
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::storage::client_side_apply::{self, ID};
use crate::validate::storage::resource_version;
use crdc::Scope;
use crdc_check::{CheckOptions, check_sources_with};
use crdc_source::diag::{Diagnostic, Severity};
use crdc_source::{Node, Source, Value};

/// The field that v1beta1 sets by default. `kubectl apply` does not remove such a default.
const PRESERVES: &str = "preserveUnknownFields";

/// The findings of storage and kubectl, which the loader does not have.
pub(crate) fn answer(node: &Node, identity: &Identity, context: Context<'_>) -> Vec<Finding> {
    let old = context.stored.get(identity, Scope::Cluster).map(|old| &old.node);
    let resource = || "customresourcedefinitions.apiextensions.k8s.io".to_owned();
    let server_side = context.settings.server_side;
    let mut findings =
        Vec::from_iter(resource_version::refused(node, old, resource, &identity.name, server_side));
    if let Some(old) = old.filter(|_| !server_side) {
        findings.extend(of_kept(node, old, context));
    }
    findings
}

/// The errors of the CRD that client-side apply makes of the new and the stored one. If the new CRD may have
/// lost a member, the error is a warning.
fn of_kept(node: &Node, old: &Node, context: Context<'_>) -> Vec<Finding> {
    let at = node.get("kind").map_or(node.span, |kind| kind.span);
    let kept = client_side_apply::kept(node, old, at);
    let is_sure = kept.is_some() || is_default(old);
    let mut sent = kept.unwrap_or_else(|| node.clone());
    let is_set = |node: &Node| node.get("spec").is_some_and(|spec| spec.get(PRESERVES).is_some());
    let is_lost = preserves(old) && !is_set(&sent);
    if let Some(spec) = spec_of(&mut sent).filter(|_| is_lost) {
        set(spec, PRESERVES, Node { span: at, value: Value::Bool(true) });
    } else if !is_sure {
        return Vec::new();
    }
    // The stored form of the CRD.
    let mut stored = old.clone();
    if let Some(spec) = spec_of(&mut stored).filter(|_| is_default(old)) {
        set(spec, PRESERVES, Node { span: at, value: Value::Bool(true) });
    }
    let checked = |node: &Node| {
        let [new, old] = [node, &stored].map(|node| [Source::new("crd.json", node.to_json())]);
        let options = CheckOptions { server: context.schemas.server, ..CheckOptions::default() };
        let checked = check_sources_with(&new, &old, options);
        let errors = checked.into_iter().flat_map(|checked| checked.diagnostics);
        errors.filter(|error| error.severity() == Severity::Error).collect::<Vec<Diagnostic>>()
    };
    let known: HashSet<(&str, String)> =
        checked(node).into_iter().map(|error| (error.code.name(), error.message)).collect();
    let is_new = |error: &Diagnostic| !known.contains(&(error.code.name(), error.message.clone()));
    let finding = |error: Diagnostic| {
        let error = Finding { notes: Vec::new(), span: at, ..Finding::from(error) };
        let help = "kubectl apply keeps what the stored object has and this one does not say: write it, as `preserveUnknownFields: false`";
        match is_sure {
            true => error.help(help),
            false => Finding { id: ID, level: Level::Warning, ..error }
                .help("unless kubectl apply made the stored object, it keeps the field: write `preserveUnknownFields: false`"),
        }
    };
    checked(&sent).into_iter().filter(is_new).map(finding).collect()
}

/// Whether a stored CRD preserves unknown fields.
fn preserves(old: &Node) -> bool {
    let written = old.get("spec").and_then(|spec| spec.get(PRESERVES)).map(|node| &node.value);
    is_default(old) || written == Some(&Value::Bool(true))
}

/// Whether the stored CRD preserves unknown fields by the default of v1beta1.
fn is_default(old: &Node) -> bool {
    let is_written = old.get("spec").is_some_and(|spec| spec.get(PRESERVES).is_some());
    member(old, "apiVersion") == "apiextensions.k8s.io/v1beta1" && !is_written
}

fn spec_of(node: &mut Node) -> Option<&mut Node> {
    let Value::Object(members) = &mut node.value else { return None };
    members.iter_mut().find(|member| member.key == "spec").map(|member| &mut member.value)
}
