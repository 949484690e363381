//! The kinds that have rules, with the functions that check them. In: a group and a kind. Out: the rules of
//! new and changed objects, of updates, and of updates of the status.
//!
//! A kind without a line has no rules beyond its types and its metadata. `docs/validate.md` shows this table,
//! so it is sorted by group and kind.

use super::at::At;
use super::comparison::Comparison;
use super::immutable::{
    Change, classes, cluster, data, jobs as job_changes, pods as pod_changes, requests,
    services as service_changes, storage, text, whole, workloads as workload_changes,
};
use super::questions::Question;
use super::report::Report;
use super::status;
use super::{
    autoscaling, bodies, certificates, claims, config, coordination, csi, device_claims, device_slices,
    device_status, endpoints, events, flow_schemas, ingresses, jobs, mutations, others, persistent_volumes,
    pods, policies, priority_levels, questions, quotas, ranges, rbac, revisions, services, webhooks,
    workloads,
};

/// An object that is created or changed.
pub(super) struct Written<'a, 'n> {
    pub(super) root: At<'a, 'n>,
    /// The stored object, for an update.
    pub(super) old: Option<At<'a, 'n>>,
    /// The version of the group, such as `v1`.
    pub(super) version: &'a str,
    /// Whether a server completed the object, so that it has what the server allocates.
    pub(super) is_complete: bool,
}

impl<'a, 'n> Written<'a, 'n> {
    fn is_update(&self) -> bool {
        self.old.is_some()
    }

    fn old(&self) -> Option<&At<'a, 'n>> {
        self.old.as_ref()
    }
}

/// An update: the object and the stored one.
pub(super) struct Update<'a, 'n> {
    pub(super) now: At<'a, 'n>,
    pub(super) before: At<'a, 'n>,
    /// The subresource, such as `ephemeralcontainers`; empty for the object itself.
    pub(super) subresource: &'a str,
    pub(super) comparison: &'a Comparison<'a>,
}

impl<'a, 'n> Update<'a, 'n> {
    /// The object, to be compared with the stored one.
    fn object(&self) -> Change<'_, 'a, 'n> {
        self.part(&self.now, &self.before)
    }

    /// Compares the `spec` of the object with that of the stored one.
    fn spec(&self, rule: fn(Change<'_, '_, '_>, &mut Report), report: &mut Report) {
        let (spec, old) = self.specs();
        rule(self.part(&spec, &old), report);
    }

    /// A part of the object, to be compared with the same part of the stored one.
    fn part<'u, 'p>(&'u self, now: &'u At<'p, 'n>, before: &'u At<'p, 'n>) -> Change<'u, 'p, 'n> {
        Change { now, before, comparison: self.comparison }
    }

    /// The `spec` of both objects.
    fn specs<'s>(&'s self) -> (At<'s, 'n>, At<'s, 'n>) {
        (self.now.child("spec"), self.before.child("spec"))
    }

    /// A field of both objects.
    fn both<'s>(&'s self, field: &'s str) -> (At<'s, 'n>, At<'s, 'n>) {
        (self.now.child(field), self.before.child(field))
    }
}

/// Checks an object that is created or changed.
pub(super) type ObjectRule = fn(&Written<'_, '_>, &mut Report);
/// Compares an object with the stored one.
pub(super) type UpdateRule = fn(&Update<'_, '_>, &mut Report);

/// The rules of a kind.
pub(super) struct Rules {
    pub(super) group: &'static str,
    pub(super) kind: &'static str,
    /// The rules of objects that are created or changed.
    pub(super) object: Option<ObjectRule>,
    /// The rules of objects that are created only.
    pub(super) create: Option<ObjectRule>,
    /// What updates cannot change.
    pub(super) update: Option<UpdateRule>,
    /// The rules of updates of the subresource `status`.
    pub(super) status: Option<UpdateRule>,
}

const fn kind(group: &'static str, kind: &'static str) -> Rules {
    Rules { group, kind, object: None, create: None, update: None, status: None }
}

impl Rules {
    const fn object(self, rule: ObjectRule) -> Rules {
        Rules { object: Some(rule), ..self }
    }

    /// Rules of objects that are created, which updates do not check again.
    const fn create(self, rule: ObjectRule) -> Rules {
        Rules { create: Some(rule), ..self }
    }

    const fn status(self, rule: UpdateRule) -> Rules {
        Rules { status: Some(rule), ..self }
    }

    const fn update(self, rule: UpdateRule) -> Rules {
        Rules { update: Some(rule), ..self }
    }
}

/// The rules of a kind.
pub(super) fn rules_of(group: &str, kind: &str) -> Option<&'static Rules> {
    let found = KINDS.binary_search_by(|rules| (rules.group, rules.kind).cmp(&(group, kind)));
    found.ok().and_then(|index| KINDS.get(index))
}

const ADMISSION: &str = "admissionregistration.k8s.io";
const CERTIFICATES: &str = "certificates.k8s.io";
const FLOW: &str = "flowcontrol.apiserver.k8s.io";
const NETWORK: &str = "networking.k8s.io";
const RESOURCE: &str = "resource.k8s.io";
const STORAGE: &str = "storage.k8s.io";

/// All kinds with rules, sorted.
pub(super) const KINDS: &[Rules] = &[
    kind("", "Binding").create(|of, report| bodies::binding(&of.root, report)),
    kind("", "ConfigMap")
        .object(|of, report| config::config_map(&of.root, report))
        .update(|of, report| data::config_map(of.object(), report)),
    kind("", "Endpoints").create(|of, report| endpoints::endpoints(&of.root, report)),
    kind("", "Event").object(|of, report| events::event(&of.root, false, of.is_update(), report)),
    kind("", "LimitRange").object(|of, report| quotas::limits(&of.root, report)),
    kind("", "Namespace")
        .object(|of, report| others::namespace(&of.root, report))
        .status(|of, report| status::others::namespace(&of.now, report)),
    kind("", "Node")
        .object(|of, report| others::node(&of.root, report))
        .update(|of, report| of.spec(cluster::node, report))
        .status(|of, report| status::others::node(&of.now.child("status"), report)),
    kind("", "PersistentVolume")
        .object(|of, report| persistent_volumes::volume(&of.root, report))
        .update(|of, report| storage::volume(of.object(), report)),
    kind("", "PersistentVolumeClaim")
        .object(|of, report| claims::claim(&of.root, of.old(), report))
        .update(|of, report| storage::claim(of.object(), report))
        .status(|of, report| status::claims::claim(&of.now.child("status"), report)),
    kind("", "Pod")
        .object(|of, report| pods::pod(&of.root, report))
        .update(|of, report| match of.subresource {
            "ephemeralcontainers" => {
                let (spec, old) = of.specs();
                pod_changes::of_ephemeral(of.part(&spec, &old), report)
            }
            _ => pod_changes::changes(of.object(), report),
        })
        .status(|of, report| status::pods::pod(&of.now, &of.before, report)),
    kind("", "PodTemplate").object(|of, report| pods::template(&of.root.child("template"), report)),
    kind("", "ReplicationController")
        .object(|of, report| workloads::controller(&of.root, report))
        .status(|of, report| status::workloads::replicas(&of.now.child("status"), report)),
    kind("", "ResourceQuota")
        .object(|of, report| quotas::quota(&of.root, report))
        .update(|of, report| of.spec(cluster::quota, report))
        .status(|of, report| status::others::quota(&of.now.child("status"), report)),
    kind("", "Secret")
        .object(|of, report| config::secret(&of.root, report))
        .update(|of, report| data::secret(of.object(), report)),
    kind("", "Service")
        .object(|of, report| services::service(&of.root, of.old(), of.is_complete, report))
        .update(|of, report| of.spec(service_changes::service, report))
        .status(|of, report| status::others::service(&of.now, &of.before.child("status"), report)),
    kind(ADMISSION, "MutatingAdmissionPolicy")
        .object(|of, report| mutations::policy(&of.root, of.old(), report)),
    kind(ADMISSION, "MutatingAdmissionPolicyBinding")
        .object(|of, report| mutations::binding(&of.root, report)),
    kind(ADMISSION, "MutatingWebhookConfiguration")
        .object(|of, report| webhooks::configuration(&of.root, of.old(), true, report)),
    kind(ADMISSION, "ValidatingAdmissionPolicy")
        .object(|of, report| policies::policy(&of.root, of.old(), report))
        .status(policy_status),
    kind(ADMISSION, "ValidatingAdmissionPolicyBinding")
        .object(|of, report| policies::binding(&of.root, report)),
    kind(ADMISSION, "ValidatingWebhookConfiguration")
        .object(|of, report| webhooks::configuration(&of.root, of.old(), false, report)),
    kind("apiregistration.k8s.io", "APIService")
        .object(|of, report| others::api_service(&of.root, report))
        .status(|of, report| status::others::api_service(&of.now.child("status"), report)),
    kind("apps", "ControllerRevision")
        .object(|of, report| revisions::revision(&of.root, of.is_update(), report))
        .update(|of, report| whole(of.object(), "data", report)),
    kind("apps", "DaemonSet")
        .object(|of, report| workloads::daemons(&of.root, report))
        .update(selector)
        .status(|of, report| {
            let (status, old) = of.both("status");
            status::workloads::daemons(&status, &old, report)
        }),
    kind("apps", "Deployment")
        .object(|of, report| workloads::replicas(&of.root, true, report))
        .update(selector)
        .status(|of, report| {
            let (status, old) = of.both("status");
            status::workloads::deployment(&status, &old, report)
        }),
    kind("apps", "ReplicaSet")
        .object(|of, report| workloads::replicas(&of.root, false, report))
        .update(selector)
        .status(|of, report| status::workloads::replicas(&of.now.child("status"), report)),
    kind("apps", "StatefulSet")
        .object(|of, report| workloads::stateful(&of.root, of.old(), report))
        .update(|of, report| of.spec(workload_changes::stateful, report))
        .status(|of, report| {
            let (status, old) = of.both("status");
            status::workloads::stateful(&status, &old, report)
        }),
    kind("authentication.k8s.io", "TokenRequest").create(|of, report| bodies::token(&of.root, report)),
    kind(questions::GROUP, "LocalSubjectAccessReview")
        .create(|of, report| questions::review(&of.root, Question::Local, report)),
    kind(questions::GROUP, "SelfSubjectAccessReview")
        .create(|of, report| questions::review(&of.root, Question::Own, report)),
    kind(questions::GROUP, "SubjectAccessReview")
        .create(|of, report| questions::review(&of.root, Question::Other, report)),
    kind("autoscaling", "HorizontalPodAutoscaler")
        .object(|of, report| autoscaling::autoscaler(&of.root, of.old(), of.version == "v2", report))
        .status(|of, report| {
            let status = of.now.child("status");
            for field in ["currentReplicas", "desiredReplicas"] {
                report.not_negative(&status.child(field));
            }
        }),
    kind("batch", "CronJob")
        .object(|of, report| jobs::cron_job(&of.root, of.old(), report))
        .update(|of, report| of.spec(job_changes::cron_job, report)),
    kind("batch", "Job")
        .object(|of, report| jobs::job(&of.root, of.is_update(), report))
        .update(|of, report| {
            let (spec, old) = of.specs();
            job_changes::job(of.part(&spec, &old), &of.before, report)
        })
        .status(|of, report| status::jobs::job(&of.now, &of.before, of.comparison, report)),
    kind(CERTIFICATES, "CertificateSigningRequest")
        .create(|of, report| certificates::request(&of.root, report))
        .update(|of, report| requests::request(of.object(), of.subresource, report))
        .status(|of, report| requests::request(of.object(), of.subresource, report)),
    kind(CERTIFICATES, "ClusterTrustBundle")
        .object(|of, report| certificates::bundle(&of.root, of.old(), report))
        .update(|of, report| certificates::bundle_update(&of.now, &of.before, report)),
    kind(CERTIFICATES, "PodCertificateRequest")
        .create(|of, report| certificates::pod_request(&of.root, report))
        .update(|of, report| whole(of.object(), "spec", report)),
    kind("coordination.k8s.io", "Lease").object(|of, report| coordination::lease(&of.root, report)),
    kind("coordination.k8s.io", "LeaseCandidate")
        .object(|of, report| coordination::candidate(&of.root, of.is_update(), report))
        .update(|of, report| coordination::candidate_update(&of.now, &of.before, report)),
    kind("discovery.k8s.io", "EndpointSlice")
        .object(|of, report| endpoints::slice(&of.root, of.old(), report))
        .update(|of, report| text_of(of, "addressType", "", report)),
    kind("events.k8s.io", "Event")
        .object(|of, report| events::event(&of.root, true, of.is_update(), report))
        .update(|of, report| events::update(of.object(), report)),
    kind(FLOW, "FlowSchema")
        .object(|of, report| flow_schemas::schema(&of.root, report))
        .status(|of, report| flow_schemas::status(&of.now, report)),
    kind(FLOW, "PriorityLevelConfiguration")
        .object(|of, report| priority_levels::level(&of.root, of.version, report))
        .status(|of, report| flow_schemas::status(&of.now, report)),
    kind(NETWORK, "IPAddress")
        .object(|of, report| ranges::address(&of.root, report))
        .update(|of, report| ranges::address_update(&of.now, &of.before, report)),
    kind(NETWORK, "Ingress")
        .object(|of, report| ingresses::ingress(&of.root, of.is_update(), report))
        .status(|of, report| {
            let (status, old) = of.both("status");
            status::others::ingress(&status, &old, report)
        }),
    kind(NETWORK, "IngressClass").object(|of, report| ingresses::class(&of.root, report)).update(
        |of, report| {
            let (spec, old) = of.specs();
            text(&spec.child("controller"), &old.child("controller"), "", report)
        },
    ),
    kind(NETWORK, "NetworkPolicy").object(|of, report| ingresses::policy(&of.root, of.old(), report)),
    kind(NETWORK, "ServiceCIDR")
        .create(|of, report| ranges::service_range(&of.root, report))
        .update(|of, report| ranges::service_range_update(&of.now, &of.before, report)),
    kind("node.k8s.io", "RuntimeClass")
        .object(|of, report| others::runtime_class(&of.root, report))
        .update(|of, report| text_of(of, "handler", "", report)),
    kind("policy", "PodDisruptionBudget")
        .object(|of, report| autoscaling::budget(&of.root, report))
        .status(budget_status),
    kind(rbac::GROUP, "ClusterRole").object(|of, report| rbac::role(&of.root, false, report)),
    kind(rbac::GROUP, "ClusterRoleBinding")
        .object(|of, report| rbac::binding(&of.root, false, report))
        .update(|of, report| cluster::role_reference(&of.now, &of.before, report)),
    kind(rbac::GROUP, "Role").object(|of, report| rbac::role(&of.root, true, report)),
    kind(rbac::GROUP, "RoleBinding")
        .object(|of, report| rbac::binding(&of.root, true, report))
        .update(|of, report| cluster::role_reference(&of.now, &of.before, report)),
    kind(RESOURCE, "DeviceClass").object(|of, report| device_claims::class(&of.root, of.old(), report)),
    kind(RESOURCE, "DeviceTaintRule")
        .object(|of, report| device_slices::taint_rule(&of.root, of.old(), report)),
    kind(RESOURCE, "ResourceClaim")
        .create(|of, report| device_claims::claim(&of.root, of.version, report))
        .update(|of, report| whole(of.object(), "spec", report))
        .status(|of, report| device_status::claim(&of.now, &of.before, of.comparison, report)),
    kind(RESOURCE, "ResourceClaimTemplate")
        .create(|of, report| device_claims::template(&of.root, of.version, report))
        .update(|of, report| whole(of.object(), "spec", report)),
    kind(RESOURCE, "ResourceSlice")
        .object(|of, report| device_slices::slice(&of.root, of.version, of.old(), report)),
    kind("scheduling.k8s.io", "PriorityClass")
        .object(|of, report| others::priority_class(&of.root, report))
        .update(|of, report| classes::priority(&of.now, &of.before, report)),
    kind(STORAGE, "CSIDriver")
        .object(|of, report| csi::csi_driver(&of.root, of.old(), report))
        .update(|of, report| of.spec(classes::driver, report)),
    kind(STORAGE, "CSINode")
        .object(|of, report| csi::csi_node(&of.root, report))
        .update(|of, report| classes::drivers_of_node(of.object(), report)),
    kind(STORAGE, "CSIStorageCapacity")
        .object(|of, report| csi::capacity(&of.root, of.is_update(), report))
        .update(|of, report| classes::capacity(of.object(), report)),
    kind(STORAGE, "StorageClass")
        .object(|of, report| persistent_volumes::class(&of.root, report))
        .update(|of, report| classes::storage(of.object(), report)),
    kind(STORAGE, "VolumeAttachment")
        .object(|of, report| csi::attachment(&of.root, of.is_update(), report))
        .update(|of, report| whole(of.object(), "spec", report))
        .status(|of, report| csi::attachment_status(&of.now, report)),
    kind(STORAGE, "VolumeAttributesClass")
        .object(|of, report| csi::attributes_class(&of.root, report))
        .update(|of, report| classes::attributes(of.object(), report)),
    kind("storagemigration.k8s.io", "StorageVersionMigration")
        .object(|of, report| revisions::migration(&of.root, report))
        .update(|of, report| revisions::migration_update(of.object(), report)),
];

/// The selector of a workload.
fn selector(of: &Update<'_, '_>, report: &mut Report) {
    let (spec, old) = of.specs();
    workload_changes::selector(of.part(&spec, &old), report);
}

fn policy_status(of: &Update<'_, '_>, report: &mut Report) {
    let status = of.now.child("status");
    status::conditions::conditions(&status.child("conditions"), report);
}

fn budget_status(of: &Update<'_, '_>, report: &mut Report) {
    let status = of.now.child("status");
    status::conditions::conditions(&status.child("conditions"), report);
    for field in ["disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods"] {
        report.not_negative(&status.child(field));
    }
}

/// A text that cannot change, with its default.
fn text_of(of: &Update<'_, '_>, field: &str, default: &str, report: &mut Report) {
    let (now, before) = of.both(field);
    text(&now, &before, default, report);
}

#[cfg(test)]
mod tests {
    use super::KINDS;

    #[test]
    fn kinds_are_sorted_and_each_is_there_once() {
        assert!(KINDS.is_sorted_by(|one, next| (one.group, one.kind) < (next.group, next.kind)));
    }
}
