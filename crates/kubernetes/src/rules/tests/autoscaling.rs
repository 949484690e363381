//! Tests of the metrics of HorizontalPodAutoscalers.

use super::table;

fn scaler(metric: &str) -> String {
    format!(
        "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {{name: a}}\nspec: {{scaleTargetRef: {{apiVersion: apps/v1, kind: Deployment, name: a}}, \
         maxReplicas: 2, metrics: [{metric}]}}"
    )
}

#[test]
fn targets() {
    table(
        &[
            ("{type: Resource, resource: {name: cpu, target: {type: AverageValue, averageValue: 1}}}", &[]),
            ("{type: Pods, pods: {metric: {name: a}, target: {type: AverageValue, averageValue: 1k}}}", &[]),
            ("{type: External, external: {metric: {name: a}, target: {type: Value, value: 1}}}", &[]),
            (
                "{type: Resource, resource: {name: cpu, target: {type: Utilization}}}",
                &[
                    "spec.metrics[0].resource.target.averageUtilization: Required value: must set either a target raw value or a target utilization",
                ],
            ),
            (
                "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 1, averageValue: 1}}}",
                &[
                    "spec.metrics[0].resource.target.averageValue: Forbidden: may not set both a target raw value and a target utilization",
                ],
            ),
            (
                "{type: Pods, pods: {metric: {name: a}, target: {type: Value, value: 1}}}",
                &[
                    "spec.metrics[0].pods.target.averageValue: Required value: must specify a positive target averageValue",
                ],
            ),
            (
                "{type: External, external: {metric: {name: a}, target: {type: Value, value: 1, averageValue: 1}}}",
                &[
                    "spec.metrics[0].external.target.value: Forbidden: may not set both a target value for metric and a per-pod target",
                ],
            ),
            (
                "{type: Object, object: {describedObject: {kind: Service}, metric: {name: a/b}, target: {type: Value}}}",
                &[
                    "spec.metrics[0].object.describedObject.name: Required value",
                    "spec.metrics[0].object.metric.name: Invalid value: \"a/b\": may not contain '/'",
                    "spec.metrics[0].object.target.averageValue: Required value: must set either a target value or averageValue",
                ],
            ),
            (
                "{type: ContainerResource, containerResource: {name: cpus, target: {type: Utilization, averageUtilization: 0}}}",
                &[
                    "spec.metrics[0].containerResource.name: Invalid value: \"cpus\": must be a standard resource type or fully qualified",
                    "spec.metrics[0].containerResource.name: Invalid value: \"cpus\": must be a standard resource for containers",
                    "spec.metrics[0].containerResource.container: Required value: must specify a container",
                    "spec.metrics[0].containerResource.target.averageUtilization: Invalid value: 0: must be greater than 0",
                ],
            ),
            (
                "{type: cpu}",
                &[
                    "spec.metrics[0].type: Unsupported value: \"cpu\": supported values: \"ContainerResource\", \"External\", \"Object\", \"Pods\", \"Resource\"",
                ],
            ),
            (
                "{type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 1}}, pods: {}}",
                &[
                    "spec.metrics[0].pods.metric.name: Required value: must specify a metric name",
                    "spec.metrics[0].pods.target.type: Required value: must specify a metric target type",
                    "spec.metrics[0].pods.target.type: Invalid value: \"\": must be either Utilization, Value, or AverageValue",
                    "spec.metrics[0].pods.target.averageValue: Required value: must specify a positive target averageValue",
                    "spec.metrics[0].pods: Forbidden: must populate the given metric source only",
                ],
            ),
        ],
        scaler,
    );
}

#[test]
fn behavior_without_policies() {
    table(
        &[
            (
                "{scaleDown: {policies: []}}",
                &["spec.behavior.scaleDown.policies: Required value: must specify at least one Policy"],
            ),
            ("{scaleDown: {policies: null}}", &[]),
            ("{scaleUp: {stabilizationWindowSeconds: 0}}", &[]),
            (
                "{scaleUp: {selectPolicy: ''}}",
                &[
                    "spec.behavior.scaleUp.selectPolicy: Unsupported value: \"\": supported values: \"Disabled\", \"Max\", \"Min\"",
                ],
            ),
        ],
        |behavior| scaler("").replace("metrics: []", &format!("behavior: {behavior}")),
    );
}
