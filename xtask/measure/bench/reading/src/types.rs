//! Types of the bench objects, as an operator would write them: they keep every field that the objects have.
#![allow(dead_code)]

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Object<S> {
    api_version: String,
    kind: String,
    metadata: Metadata,
    spec: S,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Metadata {
    name: Option<String>,
    namespace: Option<String>,
    labels: Option<BTreeMap<String, String>>,
    annotations: Option<BTreeMap<String, String>>,
    generation: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HttpRoute {
    parent_refs: Option<Vec<ParentRef>>,
    hostnames: Option<Vec<String>>,
    rules: Option<Vec<Rule>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ParentRef {
    group: Option<String>,
    kind: Option<String>,
    name: String,
    namespace: Option<String>,
    section_name: Option<String>,
    port: Option<i32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Rule {
    name: Option<String>,
    matches: Option<Vec<Match>>,
    filters: Option<Vec<Filter>>,
    backend_refs: Option<Vec<BackendRef>>,
    timeouts: Option<Timeouts>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Match {
    path: Option<PathMatch>,
    headers: Option<Vec<Named>>,
    query_params: Option<Vec<Named>>,
    method: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PathMatch {
    #[serde(rename = "type")]
    kind: Option<String>,
    value: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    #[serde(rename = "type")]
    kind: Option<String>,
    name: String,
    value: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Filter {
    #[serde(rename = "type")]
    kind: FilterType,
    request_header_modifier: Option<HeaderModifier>,
    response_header_modifier: Option<HeaderModifier>,
}

#[derive(Deserialize)]
enum FilterType {
    RequestHeaderModifier,
    ResponseHeaderModifier,
    RequestMirror,
    RequestRedirect,
    #[serde(rename = "URLRewrite")]
    UrlRewrite,
    ExtensionRef,
    #[serde(rename = "CORS")]
    Cors,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HeaderModifier {
    set: Option<Vec<Header>>,
    add: Option<Vec<Header>>,
    remove: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    name: String,
    value: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct BackendRef {
    group: Option<String>,
    kind: Option<String>,
    name: String,
    namespace: Option<String>,
    port: Option<i32>,
    weight: Option<i32>,
    filters: Option<Vec<Filter>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Timeouts {
    request: Option<String>,
    backend_request: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Certificate {
    secret_name: String,
    duration: Option<String>,
    renew_before: Option<String>,
    subject: Option<Subject>,
    common_name: Option<String>,
    #[serde(rename = "isCA")]
    is_ca: Option<bool>,
    private_key: Option<PrivateKey>,
    usages: Option<Vec<String>>,
    dns_names: Option<Vec<String>>,
    issuer_ref: IssuerRef,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Subject {
    organizations: Option<Vec<String>>,
    countries: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PrivateKey {
    algorithm: Option<String>,
    encoding: Option<String>,
    size: Option<i64>,
    rotation_policy: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IssuerRef {
    name: String,
    kind: Option<String>,
    group: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Prometheus {
    replicas: Option<i32>,
    shards: Option<i32>,
    retention: Option<String>,
    version: Option<String>,
    service_account_name: Option<String>,
    service_monitor_selector: Option<Selector>,
    evaluation_interval: Option<String>,
    scrape_interval: Option<String>,
    port_name: Option<String>,
    resources: Option<Resources>,
    containers: Option<Vec<Container>>,
    volumes: Option<Vec<Volume>>,
    remote_write: Option<Vec<RemoteWrite>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Selector {
    match_labels: Option<BTreeMap<String, String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Resources {
    requests: Option<BTreeMap<String, Quantity>>,
    limits: Option<BTreeMap<String, Quantity>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Quantity {
    Int(i64),
    String(String),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Container {
    name: String,
    image: Option<String>,
    env: Option<Vec<Variable>>,
    ports: Option<Vec<Port>>,
    resources: Option<Resources>,
    liveness_probe: Option<Probe>,
    security_context: Option<SecurityContext>,
    volume_mounts: Option<Vec<VolumeMount>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Variable {
    name: String,
    value: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Port {
    name: Option<String>,
    container_port: i32,
    protocol: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Probe {
    http_get: Option<HttpGet>,
    period_seconds: Option<i32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HttpGet {
    path: Option<String>,
    port: Quantity,
    scheme: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SecurityContext {
    run_as_non_root: Option<bool>,
    capabilities: Option<Capabilities>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Capabilities {
    add: Option<Vec<String>>,
    drop: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct VolumeMount {
    name: String,
    mount_path: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Volume {
    name: String,
    config_map: Option<ConfigMap>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConfigMap {
    name: Option<String>,
    items: Option<Vec<KeyToPath>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct KeyToPath {
    key: String,
    path: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RemoteWrite {
    url: String,
    name: Option<String>,
    queue_config: Option<QueueConfig>,
    write_relabel_configs: Option<Vec<RelabelConfig>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct QueueConfig {
    capacity: Option<i64>,
    max_shards: Option<i64>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RelabelConfig {
    source_labels: Option<Vec<String>>,
    regex: Option<String>,
    action: Option<String>,
}
