//! Types that crdc generates for kube: its client reads and writes objects as them. Their text is a golden of
//! `tests/reading`.
#![allow(clippy::unwrap_used)]

use crdc_server::TestServer;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::Condition;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use kube::Client;
use kube::api::{Api, ListParams, Patch, PatchParams, PostParams};
use kube::core::object::{HasSpec, HasStatus};
use object_types::{Status, StatusConditionsItem, Store};

include!("../../../tests/reading/views/kube/types.rs");

const CRD: &str = include_str!("../../../tests/reading/views/kube/crd.yaml");

#[tokio::test]
async fn the_client_of_kube_reads_and_writes_generated_types() {
    let server = TestServer::new().crd_text(CRD).start().unwrap();
    let stores: Api<Store> = Api::default_namespaced(Client::new(server.service(), "default"));
    let spec = serde_json::json!({ "begin": "2024-05-01T10:00:00.5+02:00", "port": 80 });
    let store = Store::new("a", serde_json::from_value(spec).unwrap());
    let mut created = stores.create(&PostParams::default(), &store).await.unwrap();
    assert_eq!(created.spec().size, Quantity("1Gi".to_owned()));
    assert_eq!(created.spec.unavailable, IntOrString::String("25%".to_owned()));
    assert_eq!(created.spec.begin, store.spec.begin);

    created.spec_mut().surge = IntOrString::Int(2);
    let replaced = stores.replace("a", &PostParams::default(), &created).await.unwrap();
    assert_eq!((replaced.spec.surge.clone(), replaced.status()), (IntOrString::Int(2), None));

    let condition = serde_json::json!({
        "lastTransitionTime": "2024-05-01T10:00:00.5Z", "message": "m", "reason": "R", "status": "True", "type": "Ready"
    });
    let status = serde_json::json!({ "status": { "conditions": [condition] } });
    let (how, patch) = (PatchParams::default(), Patch::Merge(status));
    let mut patched = stores.patch_status("a", &how, &patch).await.unwrap();
    let own = patched.status().unwrap().conditions.clone().unwrap().remove(0);
    let known = Condition::from(own.clone());
    assert_eq!((&*known.status, &*known.type_, known.observed_generation), ("True", "Ready", None));
    assert_eq!(serde_json::to_value(StatusConditionsItem::from(known)).unwrap(), condition);
    *patched.status_mut() = Some(Status { phase: Some("p".to_owned()), conditions: None, others: None });

    let list = stores.list(&ListParams::default()).await.unwrap();
    let phases: Vec<_> = list.iter().map(|store| store.status().unwrap().phase.clone()).collect();
    assert_eq!((phases, list.items[0].metadata.name.as_deref()), (vec![None], Some("a")));
}
