//! Objects: created, read, listed, replaced, deleted.

use crdc_server::{Fault, TestServer};
use http::Method;
use k8s_openapi::api::core::v1::{ConfigMap, Namespace, Secret};
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::api::{Api, DeleteParams, ListParams, ObjectMeta, PostParams};
use kube::discovery::Discovery;
use kube::{Error, ResourceExt};
use serde_json::{Value, json};

use crate::native::Native;
use crate::{Database, client, database, databases, server};

fn code(error: Error) -> (u16, String) {
    match error {
        Error::Api(status) => (status.code, status.message.clone()),
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn an_object_is_created_read_replaced_and_deleted() {
    let server = server();
    let api = databases(&server);
    let created = api.create(&PostParams::default(), &database("a", "pg")).await.unwrap();
    assert!(created.uid().is_some() && created.creation_timestamp().is_some());
    assert_eq!(created.metadata.generation, Some(1));
    let mut read = api.get("a").await.unwrap();
    assert_eq!(read, created);
    read.spec.engine = "mysql".to_owned();
    let replaced = api.replace("a", &PostParams::default(), &read).await.unwrap();
    assert_eq!((&*replaced.spec.engine, replaced.metadata.generation), ("mysql", Some(2)));
    assert_ne!(replaced.resource_version(), created.resource_version());
    // The version is that of the former state.
    let (code_of, message) = code(api.replace("a", &PostParams::default(), &read).await.unwrap_err());
    assert_eq!(code_of, 409);
    assert!(message.contains("the object has been modified"), "{message}");
    let (code_of, message) =
        code(api.create(&PostParams::default(), &database("a", "pg")).await.unwrap_err());
    assert_eq!((code_of, &*message), (409, "databases.example.com \"a\" already exists"));
    let gone = api.delete("a", &DeleteParams::default()).await.unwrap().right().unwrap();
    assert_eq!(gone.details.unwrap().uid, created.uid().unwrap());
    let (code_of, message) = code(api.get("a").await.unwrap_err());
    assert_eq!((code_of, &*message), (404, "databases.example.com \"a\" not found"));
}

#[tokio::test]
async fn what_does_not_fit_is_refused_in_the_words_of_a_server() {
    let server = server();
    let api: Api<serde_json_object::Object> =
        Api::default_namespaced_with(client(&server), &serde_json_object::resource());
    let mut object = serde_json_object::object("a");
    object.data = json!({"spec": {"engine": 5}});
    let (code_of, message) = code(api.create(&PostParams::default(), &object).await.unwrap_err());
    assert_eq!(code_of, 422);
    assert_eq!(
        message,
        "Database.example.com \"a\" is invalid: spec.engine: Invalid value: \"integer\": spec.engine in body must be of type string: \"integer\""
    );
    // Defaults are those of the schema, and what it does not know is pruned.
    object.data = json!({"spec": {"engine": "pg", "other": 1}});
    let created = api.create(&PostParams::default(), &object).await.unwrap();
    assert_eq!(created.data["spec"], json!({"engine": "pg", "replicas": 1}));
}

mod serde_json_object {
    pub(super) use kube::api::DynamicObject as Object;
    use kube::core::{ApiResource, GroupVersionKind};

    pub(super) fn resource() -> ApiResource {
        ApiResource::from_gvk(&GroupVersionKind::gvk("example.com", "v1", "Database"))
    }

    pub(super) fn object(name: &str) -> Object {
        Object::new(name, &resource())
    }
}

#[tokio::test]
async fn lists_are_selected_and_come_in_parts() {
    let server = server();
    let api = databases(&server);
    for index in 0..5 {
        let mut object = database(&format!("db-{index}"), if index % 2 == 0 { "pg" } else { "mysql" });
        object.labels_mut().insert("index".to_owned(), index.to_string());
        api.create(&PostParams::default(), &object).await.unwrap();
    }
    let names = async |params: ListParams| -> Vec<String> {
        api.list(&params).await.unwrap().items.iter().map(ResourceExt::name_any).collect()
    };
    assert_eq!(names(ListParams::default().labels("index in (1,3),index!=3")).await, ["db-1"]);
    assert_eq!(names(ListParams::default().fields("spec.engine=mysql")).await, ["db-1", "db-3"]);
    assert_eq!(names(ListParams::default().fields("metadata.name=db-4")).await, ["db-4"]);
    let first = api.list(&ListParams::default().limit(2)).await.unwrap();
    assert_eq!((first.items.len(), first.metadata.remaining_item_count), (2, Some(3)));
    // The rest is that of the same version.
    api.delete("db-3", &DeleteParams::default()).await.unwrap();
    let token = first.metadata.continue_.unwrap();
    let second = api.list(&ListParams::default().limit(9).continue_token(&token)).await.unwrap();
    assert_eq!(second.items.iter().map(ResourceExt::name_any).collect::<Vec<_>>(), ["db-2", "db-3", "db-4"]);
    server.compact();
    assert_eq!(code(api.list(&ListParams::default().continue_token(&token)).await.unwrap_err()).0, 410);
    assert_eq!(code(api.list(&ListParams::default().fields("spec.replicas=1")).await.unwrap_err()).0, 400);
    let metadata = api.list_metadata(&ListParams::default()).await.unwrap();
    assert_eq!(metadata.items.len(), 4);
}

#[tokio::test]
async fn kinds_of_kubernetes_are_served() {
    let server = TestServer::new().start().unwrap();
    let api: Api<ConfigMap> = Api::default_namespaced(client(&server));
    let named = |name: &str| ObjectMeta { name: Some(name.to_owned()), ..ObjectMeta::default() };
    let map = ConfigMap {
        metadata: named("a"),
        data: Some([("k".to_owned(), "v".to_owned())].into()),
        ..ConfigMap::default()
    };
    let created = api.create(&PostParams::default(), &map).await.unwrap();
    assert_eq!(created.data, map.data);
    let map = ConfigMap { metadata: named("a b"), ..ConfigMap::default() };
    assert_eq!(code(api.create(&PostParams::default(), &map).await.unwrap_err()).0, 422);
    let secrets: Api<Secret> = Api::namespaced(client(&server), "nowhere");
    let (code_of, message) = code(
        secrets
            .create(&PostParams::default(), &Secret { metadata: named("s"), ..Secret::default() })
            .await
            .unwrap_err(),
    );
    assert_eq!((code_of, &*message), (404, "namespaces \"nowhere\" not found"));
    let namespaces: Api<Namespace> = Api::all(client(&server));
    let all = namespaces.list(&ListParams::default()).await.unwrap();
    assert_eq!(
        all.items.iter().map(ResourceExt::name_any).collect::<Vec<_>>(),
        ["default", "kube-node-lease", "kube-public", "kube-system"]
    );
}

#[tokio::test]
async fn dependents_and_contents_go_with_what_they_belong_to() {
    let server = server();
    let api = databases(&server);
    let owner = api.create(&PostParams::default(), &database("a", "pg")).await.unwrap();
    let maps: Api<ConfigMap> = Api::default_namespaced(client(&server));
    let reference = kube::Resource::controller_owner_ref(&owner, &()).unwrap();
    let metadata = ObjectMeta {
        name: Some("m".to_owned()),
        owner_references: Some(vec![reference]),
        ..ObjectMeta::default()
    };
    maps.create(&PostParams::default(), &ConfigMap { metadata, ..ConfigMap::default() }).await.unwrap();
    api.delete("a", &DeleteParams::default()).await.unwrap();
    assert!(maps.get_opt("m").await.unwrap().is_none());
    let namespaces: Api<Namespace> = Api::all(client(&server));
    let metadata = ObjectMeta { name: Some("team".to_owned()), ..ObjectMeta::default() };
    namespaces.create(&PostParams::default(), &Namespace { metadata, ..Namespace::default() }).await.unwrap();
    let api: Api<Database> = Api::namespaced(client(&server), "team");
    api.create(&PostParams::default(), &database("b", "pg")).await.unwrap();
    namespaces.delete("team", &DeleteParams::default()).await.unwrap();
    assert!(api.get_opt("b").await.unwrap().is_none());
    assert_eq!(code(namespaces.delete("default", &DeleteParams::default()).await.unwrap_err()).0, 403);
}

#[tokio::test]
async fn definitions_come_and_go_at_run_time() {
    let server = TestServer::new().start().unwrap();
    let crds: Api<CustomResourceDefinition> = Api::all(client(&server));
    let api = databases(&server);
    let missing = api.create(&PostParams::default(), &database("a", "pg")).await.unwrap_err();
    assert_eq!(code(missing).0, 404);
    let crd: CustomResourceDefinition = <Database as kube::CustomResourceExt>::crd();
    crds.create(&PostParams::default(), &crd).await.unwrap();
    let established = kube::runtime::conditions::is_crd_established();
    kube::runtime::wait::await_condition(crds.clone(), "databases.example.com", established).await.unwrap();
    api.create(&PostParams::default(), &database("a", "pg")).await.unwrap();
    let discovery = Discovery::new(client(&server)).run().await.unwrap();
    let group = discovery.get("example.com").unwrap();
    let (resource, _) = group.versioned_resources("v1").into_iter().next().unwrap();
    assert_eq!((&*resource.plural, &*resource.version), ("databases", "v1"));
    crds.delete("databases.example.com", &DeleteParams::default()).await.unwrap();
    assert!(crds.get_opt("databases.example.com").await.unwrap().is_none());
    assert_eq!(code(api.list(&ListParams::default()).await.unwrap_err()).0, 404);
}

#[tokio::test]
async fn faults_answer_instead() {
    let server = server();
    let api = databases(&server);
    server.fail(Fault::new(500).method("POST").times(2));
    for _ in 0..2 {
        assert_eq!(code(api.create(&PostParams::default(), &database("a", "pg")).await.unwrap_err()).0, 500);
    }
    api.create(&PostParams::default(), &database("a", "pg")).await.unwrap();
    let codes: Vec<u16> = server.received().iter().map(|request| request.code).collect();
    assert_eq!(codes, [500, 500, 201]);
}

/// Each owns the next: what follows from a deletion takes no stack.
#[tokio::test]
async fn a_long_chain_of_owners_goes_with_the_first() {
    let server = TestServer::new().start().unwrap();
    let maps: Api<ConfigMap> = Api::default_namespaced(client(&server));
    let mut owner: Option<ConfigMap> = None;
    for index in 0..1_000 {
        let owner_references =
            owner.as_ref().map(|owner| vec![kube::Resource::owner_ref(owner, &()).unwrap()]);
        let metadata =
            ObjectMeta { name: Some(format!("m{index}")), owner_references, ..ObjectMeta::default() };
        owner = Some(
            maps.create(&PostParams::default(), &ConfigMap { metadata, ..ConfigMap::default() })
                .await
                .unwrap(),
        );
    }
    maps.delete("m0", &DeleteParams::default()).await.unwrap();
    assert!(maps.list(&ListParams::default()).await.unwrap().items.is_empty());
}

/// Every client adds one; none is lost.
#[tokio::test(flavor = "multi_thread")]
async fn strategic_patches_at_once_lose_nothing() {
    let server = TestServer::new().start().unwrap();
    let maps: Api<ConfigMap> = Api::default_namespaced(client(&server));
    let metadata = ObjectMeta { name: Some("m".to_owned()), ..ObjectMeta::default() };
    maps.create(&PostParams::default(), &ConfigMap { metadata, ..ConfigMap::default() }).await.unwrap();
    let mut patches = tokio::task::JoinSet::new();
    for index in 0..40 {
        let maps = maps.clone();
        patches.spawn(async move {
            let patch = json!({"metadata": {"finalizers": [format!("example.com/f{index}")]}});
            maps.patch("m", &Default::default(), &kube::api::Patch::Strategic(patch)).await.unwrap()
        });
    }
    patches.join_all().await;
    assert_eq!(maps.get("m").await.unwrap().metadata.finalizers.unwrap().len(), 40);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_definition_goes_while_clients_write() {
    let server = server();
    let api = databases(&server);
    let crds: Api<CustomResourceDefinition> = Api::all(client(&server));
    let writers = tokio::spawn({
        let api = api.clone();
        async move {
            for index in 0..200 {
                // It is refused once the definition goes.
                let _ = api.create(&PostParams::default(), &database(&format!("d{index}"), "pg")).await;
                tokio::task::yield_now().await;
            }
        }
    });
    tokio::task::yield_now().await;
    crds.delete("databases.example.com", &DeleteParams::default()).await.unwrap();
    writers.await.unwrap();
    assert!(crds.get_opt("databases.example.com").await.unwrap().is_none());
    let left = server.snapshot().into_iter().filter(|(resource, _)| resource == "databases.example.com");
    assert_eq!(left.count(), 0);
}

/// Nothing follows from what is not done.
#[tokio::test]
async fn a_dry_run_deletes_nothing() {
    let server = server();
    let api = databases(&server);
    api.create(&PostParams::default(), &database("a", "pg")).await.unwrap();
    let crds: Api<CustomResourceDefinition> = Api::all(client(&server));
    let dry = DeleteParams { dry_run: true, ..DeleteParams::default() };
    crds.delete("databases.example.com", &dry).await.unwrap();
    api.delete("a", &dry).await.unwrap();
    assert!(api.get_opt("a").await.unwrap().is_some());
    assert!(crds.get("databases.example.com").await.unwrap().metadata.deletion_timestamp.is_none());
}

#[tokio::test]
async fn updates_of_definitions_are_compared_with_the_stored_ones() {
    let server = server();
    let crds: Api<CustomResourceDefinition> = Api::all(client(&server));
    let patch = |patch: serde_json::Value| {
        let crds = crds.clone();
        async move {
            let patch = kube::api::Patch::Merge(patch);
            crds.patch("databases.example.com", &Default::default(), &patch).await
        }
    };
    for (change, field) in [
        (json!({"spec": {"scope": "Cluster"}}), "spec.scope"),
        (json!({"spec": {"names": {"kind": "Base", "listKind": "BaseList"}}}), "spec.names.kind"),
    ] {
        let (code_of, message) = code(patch(change).await.unwrap_err());
        assert_eq!(code_of, 422);
        assert!(message.contains(field) && message.contains("field is immutable"), "{message}");
    }
    patch(json!({"metadata": {"labels": {"a": "b"}}})).await.unwrap();
    databases(&server).create(&PostParams::default(), &database("a", "pg")).await.unwrap();
}

#[tokio::test]
async fn texts_of_secrets_become_data() {
    let server = TestServer::new().start().unwrap();
    let secrets: Api<Secret> = Api::default_namespaced(client(&server));
    let secret =
        json!({"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "stringData": {"k": "v"}});
    let secret: Secret = serde_json::from_value(secret).unwrap();
    let created = secrets.create(&PostParams::default(), &secret).await.unwrap();
    assert_eq!(created.string_data, None);
    assert_eq!(created.data.unwrap()["k"].0, b"v");
    let owned = serde_json::to_value(&created.metadata.managed_fields.unwrap()[0]).unwrap();
    assert_eq!(owned["fieldsV1"]["f:data"], json!({".": {}, "f:k": {}}));
    let patch = kube::api::Patch::Merge(json!({"stringData": {"a": 1}}));
    let error = secrets.patch("s", &Default::default(), &patch).await.unwrap_err();
    // apiserver: pkg/endpoints/handlers/patch.go applyPatchToCurrentObject
    assert_eq!(code(error).0, 422);
}

#[tokio::test]
async fn bodies_of_the_wrong_form_are_refused() {
    let server = TestServer::new().start().unwrap();
    let maps: Api<ConfigMap> = Api::default_namespaced(client(&server));
    let metadata = ObjectMeta { name: Some("m".to_owned()), ..ObjectMeta::default() };
    maps.create(&PostParams::default(), &ConfigMap { metadata, ..ConfigMap::default() }).await.unwrap();
    for patch in [json!({"metadata": "x"}), json!({"metadata": null}), json!([]), json!({"metadata": []})] {
        let patch = kube::api::Patch::Strategic(patch);
        assert_eq!(code(maps.patch("m", &Default::default(), &patch).await.unwrap_err()).0, 400);
    }
    assert!(maps.get_opt("m").await.unwrap().is_some());
}

#[tokio::test]
async fn pages_of_a_selection_are_the_whole_selection() {
    let server = server();
    let api = databases(&server);
    for index in 0..40 {
        let mut object = database(&format!("d{index:02}"), if index % 3 == 0 { "pg" } else { "mysql" });
        object.metadata.labels = Some([("of".to_owned(), (index % 20).to_string())].into());
        api.create(&Default::default(), &object).await.unwrap();
    }
    let selections = [
        ListParams::default().labels("of=7"),
        ListParams::default().labels("of!=7"),
        ListParams::default().labels("of=none"),
        ListParams::default().fields("spec.engine=pg"),
        ListParams::default(),
    ];
    for selection in selections {
        let whole = api.list(&selection).await.unwrap();
        for limit in [1, 2, 3, 7, 40, 41] {
            let (mut params, mut found) = (selection.clone().limit(limit), Vec::new());
            loop {
                let page = api.list(&params).await.unwrap();
                assert!(page.items.len() <= limit as usize);
                assert_eq!(page.metadata.resource_version, whole.metadata.resource_version);
                found.extend(page.items);
                match page.metadata.continue_.filter(|token| !token.is_empty()) {
                    Some(token) => params = params.continue_token(&token),
                    None => break,
                }
            }
            assert_eq!(found, whole.items, "{selection:?} by {limit}");
        }
    }
}

#[tokio::test]
async fn warnings_name_the_unknown_field() {
    let server = TestServer::new().start().unwrap();
    let path = "/api/v1/namespaces/default/configmaps";
    for (validation, expected) in [("Strict", 400), ("Warn", 201), ("Ignore", 201)] {
        let body = json!({"metadata": {"name": validation.to_lowercase()}, "bogus": 1, "other": 2});
        let request = http::Request::post(format!("{path}?fieldValidation={validation}"));
        let request = request.body(http_body_util::Full::new(bytes::Bytes::from(body.to_string()))).unwrap();
        let Ok(response) = tower_service::Service::call(&mut server.service(), request).await;
        assert_eq!(response.status().as_u16(), expected, "{validation}");
        let warnings: Vec<_> = response.headers().get_all("warning").iter().collect();
        let both = [r#"299 - "unknown field \"bogus\"""#, r#"299 - "unknown field \"other\"""#];
        assert_eq!(warnings, if validation == "Warn" { &both[..] } else { &[] }, "{validation}");
    }
}

#[tokio::test]
async fn a_status_that_was_made_from_another_version_is_a_conflict() {
    let native = Native::of(server());
    let template =
        json!({"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [{"name": "a", "image": "a"}]}});
    let deployment = json!({"selector": {"matchLabels": {"a": "b"}}, "template": template});
    let database = json!({"engine": "pg"});
    // Only a status of Kubernetes' own kinds may replace any.
    for (path, api_version, kind, spec, without) in [
        ("/apis/example.com/v1/namespaces/default/databases", "example.com/v1", "Database", database, 422),
        ("/apis/apps/v1/namespaces/default/deployments", "apps/v1", "Deployment", deployment, 200),
    ] {
        let object =
            json!({"apiVersion": api_version, "kind": kind, "metadata": {"name": "a"}, "spec": spec});
        let mut object = native.create(path, object).await;
        let (url, metadata) = (format!("{path}/a/status"), object["metadata"].clone());
        let version = &metadata["resourceVersion"];
        object["status"] = json!({"replicas": 1});
        let first = native.put(&url, &object).await;
        assert_eq!(first["status"]["replicas"], 1);
        let ask = async |method, media, body: &Value| {
            native.ask(method, &url, media, body).await.map_or_else(|error| code(error).0, |_| 200)
        };
        assert_eq!(ask(Method::PUT, "application/json", &object).await, 409);
        for (version, expected) in [(version, 409), (&first["metadata"]["resourceVersion"], 200)] {
            let patch = json!({"metadata": {"resourceVersion": version}, "status": {"replicas": 2}});
            assert_eq!(ask(Method::PATCH, "application/merge-patch+json", &patch).await, expected);
            let patch = json!({"apiVersion": api_version, "kind": kind, "metadata": {"resourceVersion": version}, "status": {"replicas": 2}});
            let apply = format!("{url}?fieldManager=a&force=true");
            let applied = native.ask(Method::PATCH, &apply, "application/apply-patch+yaml", &patch).await;
            // The patch before was another version.
            assert_eq!(applied.map_or_else(|error| code(error).0, |_| 200), 409);
        }
        object["metadata"].as_object_mut().unwrap().remove("resourceVersion");
        assert_eq!(ask(Method::PUT, "application/json", &object).await, without);
    }
}
