//! Checks that the options of a list or a watch do not contradict each other. In: the query. Out: a refusal
//! that names all contradictions.
// apimachinery: pkg/apis/meta/internalversion/validation/validation.go

use crdc::Cause;
use crdc_admission::Refusal;
use crdc_vocabulary::go::quote;

use crate::handlers::request::url::Query;

/// Refuses contradicting options of a list, or of the deletion of a collection.
pub(crate) fn check_list(query: &Query) -> Result<(), Refusal> {
    query.number("timeoutSeconds")?;
    let mut causes = Vec::new();
    let version = query.get("resourceVersion");
    if let Some(matching) = query.get("resourceVersionMatch") {
        if version.is_none() {
            let why = "resourceVersionMatch is forbidden unless resourceVersion is provided";
            causes.push(forbidden("resourceVersionMatch", why));
        }
        if query.get("continue").is_some() {
            let why = "resourceVersionMatch is forbidden when continue is provided";
            causes.push(forbidden("resourceVersionMatch", why));
        }
        causes.extend(unknown(matching, &["Exact", "NotOlderThan", ""]));
        if matching == "Exact" && version == Some("0") {
            let why = "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"";
            causes.push(forbidden("resourceVersionMatch", why));
        }
    }
    if query.get("sendInitialEvents").is_some() {
        causes.push(forbidden("sendInitialEvents", "sendInitialEvents is forbidden for list"));
    }
    refuse(causes)
}

/// Refuses contradicting options of a watch.
pub(crate) fn check_watch(query: &Query) -> Result<(), Refusal> {
    let mut causes = Vec::new();
    let (initial, matching) = (query.get("sendInitialEvents"), query.get("resourceVersionMatch"));
    match (initial, matching) {
        (Some(_), matching) if matching != Some("NotOlderThan") => {
            let why = "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan";
            causes.push(forbidden("resourceVersionMatch", why));
        }
        (None, Some(_)) => {
            let why = "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided";
            causes.push(forbidden("resourceVersionMatch", why));
        }
        _ => {}
    }
    if let Some(matching) = matching {
        causes.extend(unknown(matching, &["NotOlderThan"]));
        if query.get("continue").is_some() {
            let why = "resourceVersionMatch is forbidden when continue is provided";
            causes.push(forbidden("resourceVersionMatch", why));
        }
    }
    refuse(causes)
}

fn refuse(causes: Vec<Cause>) -> Result<(), Refusal> {
    if causes.is_empty() {
        return Ok(());
    }
    Err(Refusal::invalid(["meta.k8s.io", "ListOptions", ""], causes))
}

fn forbidden(field: &str, why: &str) -> Cause {
    Cause::new("FieldValueForbidden", format!("Forbidden: {why}"), field)
}

/// The error for an unknown `resourceVersionMatch`.
fn unknown(matching: &str, known: &[&str]) -> Option<Cause> {
    if known.contains(&matching) {
        return None;
    }
    let known: Vec<String> = known.iter().map(|known| quote(known)).collect();
    let why = format!("Unsupported value: {}: supported values: {}", quote(matching), known.join(", "));
    Some(Cause::new("FieldValueNotSupported", why, "resourceVersionMatch"))
}
