//! Hostile manifests of Kubernetes' own kinds. In: the number of repetitions. Out: the text of the manifests.
//!
//! Easy to break: the message of an error may list all that would be right, and the search for the position
//! of an error may visit all members; with many errors, both are quadratic.

use crdc_kubernetes::{Kinds, Request, validate};
use crdc_source::{Node, Source, parse};

use crate::documents::{Family, many};

/// Validates all manifests of a text, each as an update of the one at the same place of another text, if it
/// has one.
pub fn work(kinds: &Kinds, new: &Source, old: Option<&Source>) {
    let (documents, stored) = (parse(new).0, old.map(|old| parse(old).0).unwrap_or_default());
    let mut found = 0;
    for (index, document) in documents.iter().enumerate() {
        let word = |key: &str| document.get(key).and_then(Node::as_str).unwrap_or_default();
        let definition = kinds.find(word("apiVersion"), word("kind")).unwrap();
        let request = match stored.get(index) {
            Some(old) => Request::update(document, old),
            None => Request::create(document),
        };
        found += validate(kinds, definition, request).len();
    }
    std::hint::black_box(found);
}

/// A manifest of a kind, with these members.
fn of(api_version: &str, kind: &str, members: &str) -> String {
    format!("apiVersion: {api_version}\nkind: {kind}\nmetadata: {{name: a}}\n{members}\n")
}

/// A ConfigMap with these members of its metadata.
fn named(metadata: &str) -> String {
    format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: a, {metadata}}}\n")
}

/// The template of pods with these labels and this spec.
fn template(labels: &str, spec: &str) -> String {
    format!("template: {{metadata: {{labels: {{{labels}}}}}, spec: {{{spec}}}}}")
}

/// A Deployment of pods with this spec.
fn pods(spec: &str) -> String {
    let template = template("app: a", spec);
    of("apps/v1", "Deployment", &format!("spec: {{selector: {{matchLabels: {{app: a}}}}, {template}}}"))
}

/// A Deployment of pods whose only container has these members.
fn container(members: &str) -> String {
    pods(&format!("containers: [{{name: a, image: a, {members}}}]"))
}

/// A member that is a list of `n` pieces.
fn list(name: &str, n: usize, piece: impl Fn(usize) -> String) -> String {
    format!("{name}: [{}]", many(n, piece))
}

/// A member that is a map of `n` pieces.
fn map(name: &str, n: usize, piece: impl Fn(usize) -> String) -> String {
    format!("{name}: {{{}}}", many(n, piece))
}

/// Manifests with many of something; the name of a family is of what.
pub const WIDE: &[Family] = &[
    ("documents", |n| vec![container("env: [{name: A, value: b}]"); n].join("---\n")),
    ("documents with errors", |n| vec![container("imagePullPolicy: Never2"); n].join("---\n")),
    ("items of a list", |n| {
        let item = "{metadata: {name: a}, spec: {selector: {}, template: {}}}";
        of("apps/v1", "DeploymentList", &list("items", n, |_| item.to_owned()))
    }),
    ("keys of data", |n| of("v1", "ConfigMap", &map("data", n, |i| format!("k{i}: v{i}")))),
    ("bad keys of data", |n| of("v1", "ConfigMap", &map("data", n, |i| format!("k {i}: v{i}")))),
    ("keys of both data", |n| {
        let [data, binary] = ["data", "binaryData"].map(|name| map(name, n, |i| format!("k{i}: YQ==")));
        of("v1", "ConfigMap", &format!("{data}\n{binary}"))
    }),
    ("values of another type", |n| of("v1", "ConfigMap", &map("data", n, |i| format!("k{i}: {i}")))),
    ("values that are not base64", |n| of("v1", "Secret", &map("data", n, |i| format!("k{i}: '?'")))),
    ("unknown fields", |n| of("v1", "ConfigMap", &many(n, |i| format!("\nz{i}: 1")).replace(",\n", "\n"))),
    ("unknown fields of a pod", |n| container(&many(n, |i| format!("replica{i}: 1")))),
    ("labels", |n| named(&map("labels", n, |i| format!("k{i}: v{i}")))),
    ("bad labels", |n| named(&map("labels", n, |i| format!("k {i}: v {i}")))),
    ("annotations", |n| named(&map("annotations", n, |i| format!("k{i}: v{i}")))),
    ("bad annotations", |n| named(&map("annotations", n, |i| format!("k {i}: v")))),
    ("finalizers", |n| named(&list("finalizers", n, |i| format!("orphan{i}")))),
    ("owners", |n| {
        named(&list("ownerReferences", n, |i| format!("{{kind: A, name: a{i}, controller: true}}")))
    }),
    ("containers", |n| pods(&list("containers", n, |i| format!("{{name: a{i}, image: a}}")))),
    ("containers of one name", |n| pods(&list("containers", n, |_| "{name: a, image: a}".to_owned()))),
    ("empty containers", |n| pods(&list("containers", n, |_| "{}".to_owned()))),
    ("initContainers", |n| pods(&list("initContainers", n, |i| format!("{{name: a{i}, lifecycle: {{}}}}")))),
    ("env", |n| container(&list("env", n, |i| format!("{{name: a{i}, value: b}}")))),
    ("env of one name", |n| container(&list("env", n, |_| "{name: a, value: b}".to_owned()))),
    ("env of nothing", |n| container(&list("env", n, |i| format!("{{name: a{i}, valueFrom: {{}}}}")))),
    ("ports of one number", |n| container(&list("ports", n, |_| "{containerPort: 80}".to_owned()))),
    ("ports of the host", |n| {
        container(&list("ports", n, |i| format!("{{containerPort: {}, hostPort: 80}}", i % 60_000 + 1)))
    }),
    ("limits below requests", |n| {
        let [limits, requests] =
            [("limits", 1), ("requests", 2)].map(|(name, of)| map(name, n, |i| format!("a.b/c{i}: {of}")));
        container(&format!("resources: {{{limits}, {requests}}}"))
    }),
    ("claims that are missing", |n| {
        let claims = list("claims", n, |i| format!("{{name: b{i}}}"));
        let container = format!("{{name: a, image: a, resources: {{{claims}}}}}");
        let has = list("resourceClaims", n, |i| format!("{{name: a{i}, resourceClaimName: a}}"));
        pods(&format!("containers: [{container}], {has}"))
    }),
    ("volumes and mounts", |n| {
        let mounts = list("volumeMounts", n, |i| format!("{{name: a{i}, mountPath: /a{i}}}"));
        let volumes = list("volumes", n, |i| format!("{{name: a{i}, emptyDir: {{}}}}"));
        pods(&format!("containers: [{{name: a, image: a, {mounts}}}], {volumes}"))
    }),
    ("mounts of missing volumes at one path", |n| {
        container(&list("volumeMounts", n, |i| format!("{{name: a{i}, mountPath: /a}}")))
    }),
    // The names are so long that the errors reach their limit at the smallest size.
    ("volumes and paths below long names", |n| {
        let items = list("items", n, |_| "{key: a, path: a}".to_owned());
        let name = "a".repeat(1_000 * n);
        let paths =
            format!("{{name: a, projected: {{sources: [{{configMap: {{name: {name}, {items}}}}}]}}}}");
        let volumes = many(n, |i| format!("{{name: a{i}, ephemeral: {{}}}}"));
        format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{volumes: [{paths}, {volumes}]}}\n"
        )
    }),
    ("volumes of one name", |n| pods(&list("volumes", n, |_| "{name: a}".to_owned()))),
    ("secrets of one name", |n| pods(&list("imagePullSecrets", n, |_| "{name: a}".to_owned()))),
    ("aliases of one address", |n| pods(&list("hostAliases", n, |_| "{ip: 1.2.3.4}".to_owned()))),
    ("tolerations", |n| pods(&list("tolerations", n, |i| format!("{{key: a{i}, operator: Is}}")))),
    ("spread constraints", |n| {
        pods(&list("topologySpreadConstraints", n, |_| "{topologyKey: a}".to_owned()))
    }),
    ("labels that are not selected", |n| {
        let (labels, other) = (many(n, |i| format!("k{i}: a")), many(n, |i| format!("k{i}: b")));
        let template = template(&labels, "containers: []");
        of("apps/v1", "Deployment", &format!("spec: {{selector: {{matchLabels: {{{other}}}}}, {template}}}"))
    }),
    ("requirements of a selector", |n| {
        let all = list("matchExpressions", n, |i| format!("{{key: k{i}, operator: In, values: [a]}}"));
        let labels = many(n, |i| format!("k{i}: a"));
        let template = template(&labels, "containers: []");
        of("apps/v1", "Deployment", &format!("spec: {{selector: {{{all}}}, {template}}}"))
    }),
    ("claims of a StatefulSet", |n| {
        let claims = list("volumeClaimTemplates", n, |i| format!("{{metadata: {{name: a{i}}}}}"));
        let template = template("app: a", "containers: [{}]");
        let selector = "selector: {matchLabels: {app: a}}";
        of("apps/v1", "StatefulSet", &format!("spec: {{{selector}, {claims}, {template}}}"))
    }),
    ("ports of a Service", |n| {
        of("v1", "Service", &format!("spec: {{{}}}", list("ports", n, |_| "{port: 80}".to_owned())))
    }),
    ("paths of an Ingress", |n| {
        let paths = list("paths", n, |i| format!("{{path: a{i}, pathType: A, backend: {{}}}}"));
        of("networking.k8s.io/v1", "Ingress", &format!("spec: {{rules: [{{http: {{{paths}}}}}]}}"))
    }),
    ("peers of a NetworkPolicy", |n| {
        let peers = list("from", n, |i| format!("{{ipBlock: {{cidr: 1.2.3.{i}}}}}"));
        of("networking.k8s.io/v1", "NetworkPolicy", &format!("spec: {{ingress: [{{{peers}}}]}}"))
    }),
    ("rules of a Role", |n| {
        of("rbac.authorization.k8s.io/v1", "Role", &list("rules", n, |i| format!("{{resources: [a{i}]}}")))
    }),
    ("resources of a quota", |n| {
        of("v1", "ResourceQuota", &format!("spec: {{{}}}", map("hard", n, |i| format!("k{i}: -1"))))
    }),
    ("scopes of a quota", |n| {
        of("v1", "ResourceQuota", &format!("spec: {{{}}}", list("scopes", n, |i| format!("A{i}"))))
    }),
    ("limits of a LimitRange", |n| {
        let [least, most] =
            [("min", 2), ("max", 1)].map(|(name, of)| map(name, n, |i| format!("k{i}: {of}")));
        of("v1", "LimitRange", &format!("spec: {{limits: [{{type: Container, {least}, {most}}}]}}"))
    }),
    ("metrics", |n| {
        let metrics = list("metrics", n, |i| format!("{{type: A{i}}}"));
        let spec = format!("spec: {{maxReplicas: 1, scaleTargetRef: {{}}, {metrics}}}");
        of("autoscaling/v2", "HorizontalPodAutoscaler", &spec)
    }),
    ("webhooks of one name", |n| {
        let api_version = "admissionregistration.k8s.io/v1";
        of(api_version, "MutatingWebhookConfiguration", &list("webhooks", n, |_| "{name: a}".to_owned()))
    }),
    ("endpoints", |n| {
        let members = list("endpoints", n, |i| format!("{{addresses: [1.2.3.{i}]}}"));
        of("discovery.k8s.io/v1", "EndpointSlice", &format!("addressType: IPv4\n{members}"))
    }),
    ("taints of a Node", |n| {
        of("v1", "Node", &format!("spec: {{{}}}", list("taints", n, |_| "{key: a, effect: A}".to_owned())))
    }),
];

/// Manifests with one long text.
pub const LONG: &[Family] = &[
    ("name", |n| format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: {}}}\n", "A".repeat(n))),
    ("label", |n| named(&format!("labels: {{{}: {}}}", "k".repeat(n), "v-".repeat(n)))),
    ("key of data", |n| of("v1", "ConfigMap", &format!("data:\n  ? {}\n  : a", "k".repeat(n)))),
    ("text", |n| of("v1", "ConfigMap", &format!("data:\n  a: |\n{}", "    a line of text\n".repeat(n)))),
    ("base64", |n| of("v1", "Secret", &format!("data: {{a: {}}}", "YWFh".repeat(n)))),
    ("unknown field", |n| format!("apiVersion: v1\nkind: Pod\n? {}\n: a\n", "A".repeat(n))),
    ("quantity", |n| container(&format!("resources: {{limits: {{cpu: '{}'}}}}", "1".repeat(n)))),
    ("schedule", |n| of("batch/v1", "CronJob", &format!("spec: {{schedule: '{}'}}", "1,".repeat(n)))),
    ("path", |n| container(&format!("volumeMounts: [{{name: a, mountPath: '{}'}}]", "/a".repeat(n)))),
    ("image", |n| container(&format!("imagePullPolicy: {}", "a".repeat(n)))),
];

/// Manifests that nest deep; the reader has a limit of depth.
pub const DEEP: &[Family] = &[
    ("values of another type", |n| {
        of("v1", "ConfigMap", &format!("data: {}1{}", "{a: ".repeat(n), "}".repeat(n)))
    }),
    ("unknown field", |n| of("v1", "ConfigMap", &format!("z: {}1{}", "[".repeat(n), "]".repeat(n)))),
    ("schema of a CustomResourceDefinition", |n| {
        let schema = format!("{}z: 1{}", "not: {".repeat(n), "}".repeat(n));
        let version = format!("{{name: v1, schema: {{openAPIV3Schema: {{{schema}}}}}}}");
        of("apiextensions.k8s.io/v1", "CustomResourceDefinition", &format!("spec: {{versions: [{version}]}}"))
    }),
];
