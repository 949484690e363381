//! Clears the load balancer of a Service that has another type now.
// kubernetes: pkg/registry/core/service/strategy.go dropTypeDependentFields

use crdc_admission::Object;

pub(super) fn change(object: &mut Object<'_>, subresource: Option<&str>) {
    let is_balanced = object.string(&["spec", "type"]).is_some_and(|of| of == "LoadBalancer");
    let path = ["status", "loadBalancer"];
    if subresource.is_none() && !is_balanced && object.get(&path).is_some_and(|status| status != b"{}") {
        object.set(&path, b"{}");
    }
}
