//! Fields of older versions of a kind, with their replacements in the current version.
//
// kubernetes.io/docs/reference/using-api/deprecation-guide; kubernetes:
// pkg/apis/{networking,autoscaling,discovery,apiextensions}

/// The definition, the field, and its current place.
const RENAMED: [(&str, &str, &str); 14] = [
    ("io.k8s.api.networking.v1.IngressSpec", "backend", "`defaultBackend`"),
    ("io.k8s.api.networking.v1.IngressBackend", "serviceName", "`service.name`"),
    (
        "io.k8s.api.networking.v1.IngressBackend",
        "servicePort",
        "`service.port.number` or `service.port.name`",
    ),
    (
        "io.k8s.api.autoscaling.v2.ResourceMetricSource",
        "targetAverageUtilization",
        "`target.averageUtilization`",
    ),
    ("io.k8s.api.autoscaling.v2.ResourceMetricSource", "targetAverageValue", "`target.averageValue`"),
    ("io.k8s.api.autoscaling.v2.PodsMetricSource", "metricName", "`metric.name`"),
    ("io.k8s.api.autoscaling.v2.PodsMetricSource", "targetAverageValue", "`target.averageValue`"),
    ("io.k8s.api.autoscaling.v2.ExternalMetricSource", "metricName", "`metric.name`"),
    ("io.k8s.api.autoscaling.v2.ExternalMetricSource", "targetValue", "`target.value`"),
    ("io.k8s.api.autoscaling.v2.ObjectMetricSource", "metricName", "`metric.name`"),
    (
        "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec",
        "targetCPUUtilizationPercentage",
        "`metrics`, with `target.averageUtilization` of the resource `cpu`",
    ),
    ("io.k8s.api.discovery.v1.Endpoint", "topology", "`nodeName` and `zone`"),
    (
        "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec",
        "validation",
        "`schema` of each of the `versions`",
    ),
    (
        "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec",
        "version",
        "`versions`",
    ),
];

/// The current name of a field of an older version.
pub(super) fn now(definition: &str, field: &str) -> Option<String> {
    let (_, _, now) = RENAMED.iter().find(|(of, old, _)| *of == definition && *old == field)?;
    Some(format!("`{field}` is of an older version: write {now}"))
}

#[cfg(test)]
mod tests {
    use super::RENAMED;
    use crate::archive::Archive;
    use crate::definition::DefinitionId;
    use crate::kinds::Kinds;

    #[test]
    fn definitions_are_there_and_have_the_fields_no_more() {
        let archive = Archive::built_in().unwrap_or_else(|error| panic!("{error}"));
        let newest = archive.versions().pop();
        let kinds = newest.and_then(|newest| Kinds::of(archive, newest));
        for (definition, field, _) in RENAMED {
            let found =
                kinds.as_ref().and_then(|kinds| kinds.get(DefinitionId(kinds.archive().index(definition)?)));
            assert!(found.is_some_and(|found| found.field(field).is_none()), "{definition} {field}");
        }
    }
}
