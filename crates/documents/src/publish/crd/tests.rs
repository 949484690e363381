//! CRDs as documents: what they keep, and kinds that have none.

use super::{crds, of_openapi, stock};
use crdc_check::check_source;
use crdc_plan::explain;
use crdc_source::Source;

#[test]
fn documents_have_everything_that_crdc_reads() {
    let text = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com, labels: {a: b}}
spec:
  group: example.com
  scope: Cluster
  names: {plural: things, singular: thing, kind: Thing, listKind: ThingList, shortNames: [th], categories: [all]}
  conversion: {strategy: None}
  versions:
  - name: v1
    served: true
    storage: true
    deprecated: true
    deprecationWarning: old
    subresources: {status: {}, scale: {specReplicasPath: .spec.count, statusReplicasPath: .status.count}}
    additionalPrinterColumns: [{name: Count, type: integer, jsonPath: .spec.count}]
    selectableFields: [{jsonPath: .spec.s}]
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              count: {type: integer, minimum: 0, default: 1, x-kubernetes-immutable: true}
              s: {type: string, maxLength: 5}
              p: {x-kubernetes-int-or-string: true}
              m: {type: object, additionalProperties: {type: string}, x-kubernetes-addition-only: true}
          status: {type: object, properties: {count: {type: integer}}}
";
    let source = Source::new("crd.yaml", text);
    let checked = check_source(&source, None);
    assert!(checked.crds[0].accepted().is_some(), "{:?}", checked.diagnostics);
    let document = crds(std::slice::from_ref(&checked)).remove(0);
    let yaml = document.to_yaml();
    let without: Vec<&str> = yaml
        .lines()
        .filter(|line| !line.contains("x-kubernetes-immutable") && !line.contains("-addition-only"))
        .collect();
    assert_eq!(stock(&[checked])[0].to_yaml().lines().collect::<Vec<_>>(), without);
    assert_eq!(yaml.lines().count(), without.len() + 2);
    for kept in
        ["shortNames", "categories", "conversion", "deprecationWarning", "jsonPath: '.spec.s'", "labels"]
    {
        assert!(yaml.contains(kept), "{kept}: {yaml}");
    }
    assert!(!yaml.contains("anyOf"), "{yaml}");
    let again = Source::new("crd.yaml", yaml.as_str());
    assert_eq!(explain(std::slice::from_ref(&again), None), explain(&[source], None));
    assert_eq!(crds(&[check_source(&again, None)])[0].to_yaml(), again.text);
}

#[test]
fn versions_of_a_kind_are_one_crd_and_recursion_is_refused() {
    let definition = |version: &str, extra: &str| {
        format!(
            r##""com.example.{version}.Note": {{"type": "object", "properties": {{
                "metadata": {{"$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"}},
                "text": {{"type": "string"}}{extra}}},
                "x-kubernetes-group-version-kind": [{{"group": "example.k8s.io", "version": "{version}", "kind": "Note"}}]}}"##
        )
    };
    let document = |extra: &str, more: &str| {
        let (first, second) = (definition("v1", extra), definition("v2", ""));
        Source::new(
            "openapi.json",
            format!(r#"{{"swagger": "2.0", "definitions": {{{first}, {second}{more}}}}}"#),
        )
    };
    let (found, problems) = of_openapi(&document("", ""), &[]);
    assert!(problems.iter().all(|problem| problem.code.name() == "openapi-incomplete"), "{problems:?}");
    assert_eq!(found.len(), 1);
    let yaml = found[0].to_yaml();
    assert_eq!(
        (yaml.matches("storage: true").count(), yaml.matches("storage: false").count()),
        (1, 1),
        "{yaml}"
    );
    // A server wants an approval for this group.
    assert!(yaml.contains("api-approved.kubernetes.io: unapproved"), "{yaml}");
    assert_eq!(
        check_source(&Source::new("crd.yaml", yaml), None)
            .crds
            .iter()
            .filter_map(|crd| crd.accepted())
            .count(),
        1
    );

    let node = r##", "com.example.Node": {"type": "object", "properties": {"next": {"$ref": "#/definitions/com.example.Node"}}}"##;
    let (found, problems) =
        of_openapi(&document(r##", "node": {"$ref": "#/definitions/com.example.Node"}"##, node), &[]);
    assert_eq!(found.len(), 1);
    assert!(
        problems.iter().any(|problem| problem.message.starts_with("`com.example.Node` is recursive")),
        "{problems:?}"
    );
}
