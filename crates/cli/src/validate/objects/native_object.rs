//! Validates an object of Kubernetes' own kinds. In: the object and its definition. Out: the findings that a
//! server would report, and the object that is shown as stored.
//!
//! Easy to break: defaults of these kinds are written in Go and are not known here, so an object is shown as
//! it is written.

use crate::edit::{edit_metadata, metadata, set, take, text};
use crate::field_validation::FieldValidation;
use crate::identity::Identity;
use crate::validate::context::Context;
use crate::validate::findings::answer::Answered;
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::schemas::native_kinds::{Native, scope};
use crate::validate::storage::resource_version;
use crdc::Scope;
use crdc_kubernetes::{Kinds, Problem, Request, Said, deprecation, validate};
use crdc_source::{Node, Span, Value};

/// Validates an object as a create, or as an update of the stored object `old`.
pub(crate) fn answer(
    node: &Node,
    old: Option<&Node>,
    identity: &Identity,
    native: Native<'_>,
    Context { settings, .. }: Context<'_>,
) -> Answered {
    let scope = scope(identity.group(), &identity.kind);
    let request = match old {
        Some(old) => Request::update(node, old),
        None => Request::create(node),
    };
    let request = if settings.server_side { request.server_side() } else { request };
    let problems = validate(native.kinds, native.definition, request);
    let is_ended = problems.iter().any(Problem::is_undecodable);
    let mut findings: Vec<Finding> =
        problems.into_iter().filter_map(|problem| finding(problem, settings.field_validation)).collect();
    if let Some(message) = deprecation(native.kinds, &identity.api_version, &identity.kind) {
        let span = node.get("apiVersion").map_or(node.span, |at| at.span);
        findings.push(Finding::new("deprecated-kind", Level::Warning, span, message));
    }
    let refused =
        resource_version::refused(node, old, || resource(identity), &identity.name, settings.server_side);
    findings.extend(refused);
    let is_accepted = findings.iter().all(|finding| finding.level != Level::Error);
    let stored = settings.show.filter(|_| is_accepted);
    let stored =
        stored.map(|_| as_written(node, scope, settings.namespace.as_deref()).to_json().into_bytes());
    Answered { findings, stored, is_ended }
}

/// A problem as a finding; `None` for an unknown field if unknown fields are ignored.
fn finding(problem: Problem, fields: FieldValidation) -> Option<Finding> {
    let level = match problem.level {
        crdc_kubernetes::Level::Warning => Level::Warning,
        crdc_kubernetes::Level::Error => Level::Error,
    };
    let is_of_fields = problem.is_unknown_field();
    let level = match fields {
        FieldValidation::Ignore if is_of_fields => return None,
        _ if is_of_fields => fields.level().min(level),
        _ => level,
    };
    let message = match &problem.said {
        // A warning has no prefix about the whole request.
        Said::UnknownField { error, .. } if level == Level::Warning => error.clone(),
        _ => problem.message(),
    };
    let mut finding = Finding::new(problem.id, level, problem.span, message);
    finding.field = Some(problem.path).filter(|path| !path.is_empty());
    finding.help = problem.help;
    finding.inside = problem.inside;
    finding.expected = problem.expected.map(Into::into);
    Some(finding)
}

/// The finding for a kind that the chosen version does not have; `None` if nothing is known about its group.
pub(crate) fn unknown_kind(kinds: &Kinds, identity: &Identity, span: Span) -> Option<Finding> {
    let Identity { api_version, kind, .. } = identity;
    let advice = crdc_kubernetes::unknown_kind(kinds, api_version, kind)?;
    let mut finding = Finding::new("unknown-kind", Level::Error, span, advice.message);
    finding.help = advice.help;
    // kubectl's message.
    finding.server.push(format!("no matches for kind \"{kind}\" in version \"{api_version}\""));
    Some(finding)
}

/// The resource of a kind, as clients guess it from the kind.
// apimachinery: pkg/api/meta/restmapper.go UnsafeGuessKindToResource
fn resource(identity: &Identity) -> String {
    let kind = identity.kind.to_lowercase();
    let plural = match kind.as_bytes().last() {
        _ if kind == "endpoints" => kind,
        Some(b's') => kind + "es",
        Some(b'y') => format!("{}ies", &kind[..kind.len() - 1]),
        _ => kind + "s",
    };
    match identity.group() {
        "" => plural,
        group => format!("{plural}.{group}"),
    }
}

/// The object as written, without nulls, in the namespace of the request.
fn as_written(node: &Node, scope: Scope, namespace: Option<&str>) -> Node {
    let mut object = without_null(node);
    let is_set = metadata(&object, "namespace").is_some_and(|namespace| !namespace.is_empty());
    edit_metadata(&mut object, |metadata| match scope {
        Scope::Cluster => drop(take(metadata, "namespace")),
        Scope::Namespaced if is_set => {}
        Scope::Namespaced => set(metadata, "namespace", text(namespace.unwrap_or("default"))),
    });
    object
}

fn without_null(node: &Node) -> Node {
    let mut node = node.clone();
    strip(&mut node);
    node
}

fn strip(node: &mut Node) {
    match &mut node.value {
        Value::Object(members) => {
            members.retain(|member| member.value.value != Value::Null);
            members.iter_mut().for_each(|member| strip(&mut member.value));
        }
        Value::Array(items) => items.iter_mut().for_each(strip),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{Identity, as_written, resource};
    use crdc::Scope;
    use crdc_source::{Source, parse};

    #[test]
    fn objects_are_shown_as_they_are_written() {
        for (text, scope, expected) in [
            ("{metadata: {name: a}}", Scope::Cluster, r#"{"metadata":{"name":"a"}}"#),
            ("{metadata: {name: a, namespace: b}}", Scope::Cluster, r#"{"metadata":{"name":"a"}}"#),
            (
                "{metadata: {name: a}}",
                Scope::Namespaced,
                r#"{"metadata":{"name":"a","namespace":"default"}}"#,
            ),
            ("{metadata: {namespace: b}}", Scope::Namespaced, r#"{"metadata":{"namespace":"b"}}"#),
            (
                "{metadata: {namespace: b, labels: null}, a: [{b: null, c: 0.5}, null]}",
                Scope::Namespaced,
                r#"{"metadata":{"namespace":"b"},"a":[{"c":0.5},null]}"#,
            ),
        ] {
            let node = parse(&Source::new("a.yaml", text)).0.remove(0);
            assert_eq!(as_written(&node, scope, None).to_json(), expected, "{text}");
        }
    }

    #[test]
    fn resources_are_guessed() {
        for (api_version, kind, expected) in [
            ("apps/v1", "Deployment", "deployments.apps"),
            ("v1", "Endpoints", "endpoints"),
            ("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies.networking.k8s.io"),
            ("networking.k8s.io/v1", "Ingress", "ingresses.networking.k8s.io"),
        ] {
            let identity =
                Identity { api_version: api_version.into(), kind: kind.into(), ..Identity::default() };
            assert_eq!(resource(&identity), expected);
        }
    }
}
