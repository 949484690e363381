//! Discovery documents: the served groups, versions and resources.
// apiserver: pkg/endpoints/discovery

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::actions::{Action, actions};
use super::openapi;
use crate::handlers::request::call::Call;
use crate::handlers::request::url::Target;
use crate::handlers::state::Api;
use crate::kinds::{Kind, api_version};
use crate::response::negotiation::plain_encoding;
use crate::response::reply::Reply;

/// The minor version of the newest Kubernetes that crdc supports.
const MINOR: &str = "36";

/// The discovery document at a path, if the path has one.
pub(crate) fn answer(api: &Api, target: &Target, call: &Call<'_>) -> Option<Reply> {
    let is_aggregated = call.accept.split(',').any(|clause| {
        let has = |wanted| clause.split(';').any(|part| part.trim() == wanted);
        has("as=APIGroupDiscoveryList") && has("v=v2")
    });
    let value = match target {
        Target::Version => {
            let version = json!({
                "major": "1", "minor": MINOR, "gitVersion": format!("v1.{MINOR}.0+crdc"), "gitCommit": "", "gitTreeState": "clean",
                "buildDate": "1970-01-01T00:00:00Z", "goVersion": "", "compiler": "crdc", "platform": "linux/amd64"
            });
            return Some(Reply::document(format!("{version:#}")));
        }
        Target::CoreVersions if is_aggregated => return Some(aggregated(api, true)),
        Target::Groups if is_aggregated => return Some(aggregated(api, false)),
        Target::CoreVersions => {
            json!({"kind": "APIVersions", "versions": ["v1"], "serverAddressByClientCIDRs": []})
        }
        Target::Groups => {
            let groups: Vec<Value> =
                groups(api, false).iter().map(|(group, versions)| of_group(group, versions)).collect();
            json!({"kind": "APIGroupList", "apiVersion": "v1", "groups": groups})
        }
        Target::Group(name) => {
            let groups = groups(api, false);
            let mut group = of_group(name, groups.get(name)?);
            group["kind"] = json!("APIGroup");
            group["apiVersion"] = json!("v1");
            group
        }
        Target::Resources { group, version } => {
            let groups = groups(api, group.is_empty());
            let (_, kinds) = groups.get(group)?.iter().find(|(found, _)| found == version)?;
            let resources: Vec<Value> = kinds.iter().flat_map(|kind| resources(kind)).collect();
            let version = api_version(group, version);
            json!({"kind": "APIResourceList", "apiVersion": "v1", "groupVersion": version, "resources": resources})
        }
        Target::OlderDocument => {
            let (kinds, types) = (api.registry.all(), api.registry.native.get());
            return Some(openapi::older_document(&api.older, kinds, types, call.accept));
        }
        Target::Documents => return Some(Reply::document(openapi::index(&versions(api)).to_string())),
        Target::Document { group, version } => {
            let all = versions(api);
            let document =
                openapi::document(all.get(&api_version(group, version))?, api.registry.native.get());
            return Some(Reply::document(document.to_string()));
        }
        Target::Health | Target::Objects(_) | Target::Nowhere => return None,
    };
    Some(Reply::value(200, &value).encoded(plain_encoding(call.accept)))
}

/// All served kinds, by their API version.
fn versions(api: &Api) -> BTreeMap<String, Vec<Arc<Kind>>> {
    let mut versions: BTreeMap<String, Vec<Arc<Kind>>> = BTreeMap::new();
    for kind in api.registry.all() {
        versions.entry(kind.api_version()).or_default().push(kind);
    }
    versions
}

/// The versions of a group with their kinds. The preferred version is the first.
type Versions = Vec<(String, Vec<Arc<Kind>>)>;

fn groups(api: &Api, core: bool) -> BTreeMap<String, Versions> {
    let mut groups: BTreeMap<String, Versions> = BTreeMap::new();
    for kind in api.registry.all().into_iter().filter(|kind| kind.group.is_empty() == core) {
        let versions = groups.entry(kind.group.clone()).or_default();
        match versions.iter_mut().find(|(version, _)| *version == kind.version) {
            Some((_, kinds)) => kinds.push(kind),
            None => versions.push((kind.version.clone(), vec![kind])),
        }
    }
    for versions in groups.values_mut() {
        versions.sort_by(|(one, _), (other, _)| rank(other).cmp(&rank(one)).then_with(|| one.cmp(other)));
    }
    groups
}

/// The stability rank of a version: `v2` before `v1`, `v1` before `v2beta1`, any other name last.
// apimachinery: pkg/version/helpers.go
fn rank(version: &str) -> (u8, u64, u64) {
    let read = || -> Option<(u8, u64, u64)> {
        let rest = version.strip_prefix('v')?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let major = rest[..end].parse().ok()?;
        let (stage, minor) = match &rest[end..] {
            "" => return Some((3, major, 0)),
            rest => match (rest.strip_prefix("beta"), rest.strip_prefix("alpha")) {
                (Some(minor), _) => (2, minor),
                (_, Some(minor)) => (1, minor),
                _ => return None,
            },
        };
        Some((stage, major, minor.parse().ok()?))
    };
    read().unwrap_or_default()
}

fn of_group(name: &str, versions: &Versions) -> Value {
    let versions: Vec<Value> = versions
        .iter()
        .map(|(version, _)| json!({"groupVersion": api_version(name, version), "version": version}))
        .collect();
    json!({"name": name, "versions": versions, "preferredVersion": versions.first()})
}

const VERBS: [&str; 8] = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];

/// The verbs that a kind supports.
fn verbs(kind: &Kind) -> Vec<&'static str> {
    if kind.is_review() {
        return vec!["create"];
    }
    let has = |verb: &&str| *verb != "deletecollection" || kind.has_collection_deletes();
    VERBS.into_iter().filter(has).collect()
}

/// The resources of a kind: its own, and its subresources.
fn resources(kind: &Kind) -> Vec<Value> {
    let names = &kind.names;
    let mut main = json!({"name": names.plural, "singularName": names.singular, "namespaced": kind.namespaced, "kind": names.kind,
        "verbs": verbs(kind), "storageVersionHash": ""});
    if !names.short.is_empty() {
        main["shortNames"] = json!(names.short);
    }
    if !names.categories.is_empty() {
        main["categories"] = json!(names.categories);
    }
    let mut all = vec![main];
    let of = |name: &str, kind_name: &str| {
        json!({"name": format!("{}/{name}", names.plural), "singularName": "", "namespaced": kind.namespaced, "kind": kind_name,
            "verbs": kind.subresource_verbs(name)})
    };
    all.extend(kind.of_status().chain(kind.parts()).map(|name| of(name, &names.kind)));
    if kind.scale.is_some() {
        let mut scale = of("scale", "Scale");
        scale["group"] = json!("autoscaling");
        scale["version"] = json!("v1");
        all.push(scale);
    }
    for action in actions(kind) {
        let is_other = (action.group, action.version) != (&*kind.group, &*kind.version);
        let Action { name, kind, group, version, .. } = action;
        let mut action = of(name, kind);
        if is_other {
            action["group"] = json!(group);
            action["version"] = json!(version);
        }
        action["verbs"] = json!(["create"]);
        all.push(action);
    }
    all
}

/// All groups in one aggregated document.
// api: apidiscovery/v2/types.go
fn aggregated(api: &Api, core: bool) -> Reply {
    let items: Vec<Value> = groups(api, core)
        .iter()
        .map(|(group, versions)| {
            let versions: Vec<Value> = versions
                .iter()
                .map(|(version, kinds)| {
                    let resources: Vec<Value> = kinds.iter().map(|kind| discovered(kind)).collect();
                    json!({"version": version, "resources": resources, "freshness": "Current"})
                })
                .collect();
            json!({"metadata": {"name": group, "creationTimestamp": null}, "versions": versions})
        })
        .collect();
    let list = json!({"kind": "APIGroupDiscoveryList", "apiVersion": "apidiscovery.k8s.io/v2", "metadata": {}, "items": items});
    Reply::value(200, &list).media("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList")
}

fn discovered(kind: &Kind) -> Value {
    let names = &kind.names;
    let of = |name: &str| json!({"group": kind.group, "version": kind.version, "kind": name});
    let mut subresources = Vec::new();
    for name in kind.of_status().chain(kind.parts()) {
        subresources.push(
            json!({"subresource": name, "responseKind": of(&names.kind), "verbs": kind.subresource_verbs(name)}),
        );
    }
    if kind.scale.is_some() {
        let scale = json!({"group": "autoscaling", "version": "v1", "kind": "Scale"});
        let verbs = kind.subresource_verbs("scale");
        subresources.push(json!({"subresource": "scale", "responseKind": scale, "verbs": verbs}));
    }
    for Action { name, kind, group, version, .. } in actions(kind) {
        let response = json!({"group": group, "version": version, "kind": kind});
        subresources.push(json!({"subresource": name, "responseKind": response, "verbs": ["create"]}));
    }
    let mut resource = json!({"resource": names.plural, "responseKind": of(&names.kind),
        "scope": if kind.namespaced { "Namespaced" } else { "Cluster" }, "singularResource": names.singular, "verbs": verbs(kind)});
    for (field, list) in [("shortNames", &names.short), ("categories", &names.categories)] {
        if !list.is_empty() {
            resource[field] = json!(list);
        }
    }
    if !subresources.is_empty() {
        resource["subresources"] = json!(subresources);
    }
    resource
}
