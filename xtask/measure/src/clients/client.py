"""Python's client asks `crdc serve`. In: KUBECONFIG. Out: 0 if each answer is as expected."""

import os
import threading
import time

from kubernetes import client, config, dynamic, watch
from kubernetes.client.rest import ApiException

config.load_kube_config(os.environ["KUBECONFIG"])
core, apps, custom = client.CoreV1Api(), client.AppsV1Api(), client.CustomObjectsApi()


def refused(code, call):
    try:
        call()
    except ApiException as error:
        assert error.status == code, error
    else:
        raise AssertionError(f"no {code}")


def named(name):
    return client.V1ObjectMeta(name=name)


assert client.VersionApi().get_code().git_version == "v1.36.0+crdc"
assert "default" in [item.metadata.name for item in core.list_namespace().items]

# Kubernetes' own kinds: created, refused, patched (a strategic patch), scaled.
core.create_namespaced_config_map("default", client.V1ConfigMap(metadata=named("m"), data={"a": "1"}))
refused(409, lambda: core.create_namespaced_config_map("default", client.V1ConfigMap(metadata=named("m"))))
assert core.patch_namespaced_config_map("m", "default", {"data": {"b": "2"}}).data == {"a": "1", "b": "2"}
template = client.V1PodTemplateSpec(
    metadata=client.V1ObjectMeta(labels={"a": "b"}),
    spec=client.V1PodSpec(containers=[client.V1Container(name="c", image="i")]),
)
spec = client.V1DeploymentSpec(selector={"matchLabels": {"a": "b"}}, template=template)
assert apps.create_namespaced_deployment("default", client.V1Deployment(metadata=named("d"), spec=spec)).spec.replicas == 1
assert apps.patch_namespaced_deployment_scale("d", "default", {"spec": {"replicas": 4}}).spec.replicas == 4
lease = client.V1Lease(metadata=named("l"), spec=client.V1LeaseSpec(holder_identity="x"))
assert client.CoordinationV1Api().create_namespaced_lease("default", lease).spec.holder_identity == "x"
core.delete_namespaced_config_map("m", "default", propagation_policy="Foreground")
refused(404, lambda: core.read_namespaced_config_map("m", "default"))

# Custom resources, also as the dynamic client sees them.
body = {"apiVersion": "example.com/v1", "kind": "Database", "metadata": {"name": "p"}, "spec": {"engine": "pg"}}
where = ("example.com", "v1", "default", "databases")
assert custom.create_namespaced_custom_object(*where, body)["spec"] == {"engine": "pg", "replicas": 1}
assert custom.patch_namespaced_custom_object(*where, "p", {"spec": {"engine": "mysql"}})["spec"]["engine"] == "mysql"
refused(422, lambda: custom.patch_namespaced_custom_object(*where, "p", {"spec": {"engine": "x"}}))
databases = dynamic.DynamicClient(client.ApiClient()).resources.get(api_version="example.com/v1", kind="Database")
applied = {**body, "metadata": {"name": "q"}}
assert databases.server_side_apply(body=applied, namespace="default", field_manager="python").spec.replicas == 1
assert sorted(item.metadata.name for item in databases.get(namespace="default").items) == ["p", "q"]


# A watch, while something changes.
def change():
    time.sleep(0.3)
    core.create_namespaced_config_map("default", client.V1ConfigMap(metadata=named("w")))
    core.delete_namespaced_config_map("w", "default")


threading.Thread(target=change).start()
seen = []
for event in watch.Watch().stream(core.list_namespaced_config_map, "default", timeout_seconds=10):
    seen.append((event["type"], event["object"].metadata.name))
    if len(seen) == 2:
        break
assert seen == [("ADDED", "w"), ("DELETED", "w")], seen
