//! Completes the fields of IP families of a Service. In: a Service, and the Service that it replaces. Out:
//! the Service with its policy and its families, or the errors of a cluster that has addresses of IPv4 alone.
//!
//! Easy to break: a headless Service without a selector may have both families in any cluster.
// kubernetes: pkg/registry/core/service/storage/alloc.go initIPFamilyFields; pkg/apis/core/validation
// ValidateServiceClusterIPsRelatedFields

use std::net::IpAddr;

use crdc::Cause;
use crdc_vocabulary::go::quote;
use serde_json::{Value, json};

use super::fields::{Spec, list, text};

const SINGLE: &str = "SingleStack";

/// Whether the fields fit to each other, as far as the rest depends on it. If they do not, validation says
/// why.
pub(super) fn are_consistent(spec: &Spec) -> bool {
    let (addresses, families) = (list(spec, "clusterIPs"), list(spec, "ipFamilies"));
    let is_list_of_texts = |field: &str, length: usize| match spec.get(field) {
        None | Some(Value::Null) => true,
        Some(Value::Array(items)) => items.len() == length && length <= 2,
        Some(_) => false,
    };
    let is_named = text(spec, "type") == "ExternalName";
    let is_first = addresses.first().copied().unwrap_or_default() == text(spec, "clusterIP");
    let is_address = |(index, text): (usize, &&str)| {
        let family = families.get(index).copied();
        match (*text, text.parse::<IpAddr>()) {
            ("None", _) => addresses.len() == 1,
            (_, Ok(IpAddr::V4(_))) => family.is_none_or(|family| family == "IPv4"),
            (_, Ok(IpAddr::V6(_))) => family.is_none_or(|family| family == "IPv6"),
            _ => false,
        }
    };
    is_list_of_texts("clusterIPs", addresses.len())
        && is_list_of_texts("ipFamilies", families.len())
        && families.iter().all(|family| matches!(*family, "IPv4" | "IPv6"))
        && !(families.len() == 2 && families[0] == families[1])
        && matches!(text(spec, "ipFamilyPolicy"), "" | SINGLE | "PreferDualStack" | "RequireDualStack")
        && (is_named || is_first && addresses.iter().enumerate().all(is_address))
}

/// Completes the policy and the families, and returns the errors.
pub(super) fn complete(spec: &mut Spec, old: Option<&Spec>) -> Vec<Cause> {
    if text(spec, "type") == "ExternalName" || old.is_some_and(|old| is_preferred(spec, old)) {
        return Vec::new();
    }
    let is_headless = text(spec, "clusterIP") == "None"
        && spec.get("selector").and_then(Value::as_object).is_none_or(|selector| selector.is_empty());
    if text(spec, "ipFamilyPolicy").is_empty() {
        let before = old.map(|old| text(old, "ipFamilyPolicy")).filter(|policy| !policy.is_empty());
        let policy = before.unwrap_or(if is_headless { "RequireDualStack" } else { SINGLE });
        spec.insert("ipFamilyPolicy".to_owned(), json!(policy));
    }
    let policy = text(spec, "ipFamilyPolicy").to_owned();
    let mut causes = Vec::new();
    let mut of_policy =
        |why: &str| causes.push(invalid("spec.ipFamilyPolicy".to_owned(), quote(&policy), why));
    if let Some(old) = old {
        for (field, what) in [("clusterIPs", "cluster IP"), ("ipFamilies", "IP family")] {
            let (now, before) = (list(spec, field), list(old, field));
            if policy == SINGLE && now == before && now.len() > 1 {
                let first = json!([now[0]]);
                spec.insert(field.to_owned(), first);
            } else if policy != SINGLE && !now.is_empty() && now.len() < before.len() {
                of_policy(&format!("must be 'SingleStack' to release the secondary {what}"));
            }
        }
    }
    if policy == SINGLE {
        for (field, what) in [("clusterIPs", "cluster IPs"), ("ipFamilies", "IP families")] {
            if list(spec, field).len() == 2 {
                let why = format!(
                    "must be 'RequireDualStack' or 'PreferDualStack' when multiple {what} are specified"
                );
                of_policy(&why);
            }
        }
    }
    causes.extend(infer(spec));
    if !causes.is_empty() {
        return causes;
    }
    let mut families: Vec<String> = list(spec, "ipFamilies").into_iter().map(str::to_owned).collect();
    if is_headless {
        if families.is_empty() {
            families.push("IPv4".to_owned());
        }
        if families.len() < 2 && policy != SINGLE {
            families.push(if families[0] == "IPv4" { "IPv6" } else { "IPv4" }.to_owned());
        }
        spec.insert("ipFamilies".to_owned(), json!(families));
        return Vec::new();
    }
    if policy == "RequireDualStack" {
        let why = "this cluster is not configured for dual-stack services";
        causes.push(invalid("spec.ipFamilyPolicy".to_owned(), quote(&policy), why));
    }
    for (index, family) in families.iter().enumerate().filter(|(_, family)| *family != "IPv4") {
        let field = format!("spec.ipFamilies[{index}]");
        causes.push(invalid(field, quote(family), "not configured on this cluster"));
    }
    if causes.is_empty() && families.is_empty() {
        spec.insert("ipFamilies".to_owned(), json!(["IPv4"]));
    }
    causes
}

/// Adds the families of addresses that have none.
fn infer(spec: &mut Spec) -> Vec<Cause> {
    let (mut causes, addresses) = (Vec::new(), list(spec, "clusterIPs"));
    let mut families = list(spec, "ipFamilies");
    for (index, address) in addresses.iter().enumerate() {
        if *address == "None" {
            break;
        }
        if index < families.len() {
            continue;
        }
        match address.parse() {
            Ok(IpAddr::V4(_)) => families.push("IPv4"),
            _ => {
                let field = format!("spec.clusterIPs[{index}]");
                let why = "IPv6 is not configured on this cluster";
                causes.push(invalid(field, json!(addresses).to_string(), why));
            }
        }
    }
    let families = json!(families);
    if families.as_array().is_some_and(|families| !families.is_empty()) {
        spec.insert("ipFamilies".to_owned(), families);
    }
    causes
}

/// Whether a Service that prefers two families stays as it is.
fn is_preferred(spec: &Spec, old: &Spec) -> bool {
    let is_same = |field: &str| list(spec, field) == list(old, field);
    text(spec, "type") == text(old, "type")
        && text(spec, "ipFamilyPolicy") == "PreferDualStack"
        && matches!(text(old, "ipFamilyPolicy"), "" | "PreferDualStack")
        && is_same("clusterIPs")
        && is_same("ipFamilies")
}

fn invalid(field: String, value: String, why: &str) -> Cause {
    Cause::new("FieldValueInvalid", format!("Invalid value: {value}: {why}"), field)
}
