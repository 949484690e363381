//! Requests that a server passes to a kubelet or into a network of pods: logs, commands, ports, proxies.
//! There is neither. In: a request. Out: the refusal of a pod that runs nowhere, with the reason in a
//! sentence.
// kubernetes: pkg/registry/core/pod/strategy.go LogLocation, streamLocation; pkg/registry/core/{node,service}

use crdc::Status;
use crdc_admission::Refusal;
use http::Method;
use serde_json::Value;

use crate::handlers::request::call::{Request, not_allowed};
use crate::response::reply::Reply;

/// The reason for all refusals.
const WHY: &str =
    "this server has no kubelet, so containers do not run: there are no logs, commands, ports or proxies";

/// A subresource that needs a kubelet or the network of pods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Remote {
    Log,
    /// A command or a terminal in a container.
    Container,
    Ports,
    Proxy,
}

impl Request<'_> {
    /// Refuses a request for a subresource of a pod, a Service or a node that needs a kubelet; `None` if the
    /// subresource is none of these.
    pub(crate) fn remote(&self, subresource: &str) -> Option<Result<Reply, Refusal>> {
        let remote = match (&*self.kind.resource, subresource) {
            ("pods", "log") => Remote::Log,
            ("pods", "exec" | "attach") => Remote::Container,
            ("pods", "portforward") => Remote::Ports,
            ("pods" | "services" | "nodes", "proxy") => Remote::Proxy,
            _ => return None,
        };
        let is_allowed = match remote {
            Remote::Log => matches!(*self.call.method, Method::GET | Method::HEAD),
            Remote::Container | Remote::Ports => matches!(*self.call.method, Method::GET | Method::POST),
            Remote::Proxy => true,
        };
        Some(Err(if is_allowed { self.refused_remotely(remote) } else { not_allowed() }))
    }

    fn refused_remotely(&self, remote: Remote) -> Refusal {
        // A proxy may name a scheme and a port: `https:a:443`.
        let parts: Vec<&str> = self.name().split(':').collect();
        let name = match parts[..] {
            [_, name, _] | [name, _] if remote == Remote::Proxy => name,
            _ => self.name(),
        };
        let stored = self.api.history.get(&self.kind.resource, self.namespace.unwrap_or_default(), name);
        let Some(stored) = stored else { return Refusal::not_found(&self.names(), name) };
        let object: Value = serde_json::from_slice(&stored).unwrap_or_default();
        match &*self.kind.resource {
            "services" => {
                let why = format!("no endpoints available for service \"{}\": {WHY}", self.name());
                Status::new(503, "ServiceUnavailable", why).into()
            }
            "nodes" => unreachable_backend(),
            _ => self.of_pod(&object, name, remote),
        }
    }

    fn of_pod(&self, pod: &Value, name: &str, remote: Remote) -> Refusal {
        if matches!(remote, Remote::Log | Remote::Container)
            && let Some(why) = self.wrong_container(pod, name)
        {
            return Refusal::bad_request(why);
        }
        match pod["spec"]["nodeName"].as_str() {
            None | Some("") => {
                Refusal::bad_request(format!("pod {name} does not have a host assigned: {WHY}"))
            }
            Some(_) => unreachable_backend(),
        }
    }

    /// Why a request does not name a container of the pod.
    fn wrong_container(&self, pod: &Value, name: &str) -> Option<String> {
        let of = |field: &str| {
            let containers = pod["spec"][field].as_array().map(Vec::as_slice).unwrap_or_default();
            containers.iter().filter_map(|container| container["name"].as_str())
        };
        let names: Vec<&str> =
            ["initContainers", "containers", "ephemeralContainers"].into_iter().flat_map(of).collect();
        match self.call.query.get("container") {
            Some(container) if names.contains(&container) => None,
            Some(container) => Some(format!("container {container} is not valid for pod {name}")),
            None if of("containers").count() == 1 => None,
            None => Some(format!(
                "a container name must be specified for pod {name}, choose one of: [{}]",
                names.join(" ")
            )),
        }
    }
}

/// The refusal of a request that a server passes on in vain.
fn unreachable_backend() -> Refusal {
    Refusal::internal(format!("error dialing backend: {WHY}"))
}
