//! Features that the server accepts and crdc does not compile yet: one warning per feature and document, at
//! the first location. When a feature is implemented, its line is removed.

use super::report::Report;
use crdc_schema::{At, Crd, Schema, fields};
use crdc_source::Span;
use crdc_source::diag::{Code, Diagnostic};

/// Code, name of the feature, and a function that finds it in a schema.
type NotYet = (Code, &'static str, fn(&Schema) -> Option<Span>);

const NOT_YET: &[NotYet] = &[(
    Code::NotYetEmbeddedMetadata,
    "constraints on the metadata of an embedded resource other than on `name` and `generateName`, and defaults in it",
    on_embedded_metadata,
)];

/// Returns warnings for what compiled code ignores, in document order.
#[must_use]
pub fn unsupported(crd: &Crd) -> Vec<Diagnostic> {
    let mut report = Report::default();
    let mut first: Vec<Option<Span>> = vec![None; NOT_YET.len()];
    let schemas = crd.versions.iter().map(|version| &version.parts).chain([&crd.common]);
    for schema in schemas.filter_map(|parts| parts.schema.as_ref()) {
        schema.value.visit(&mut |schema| {
            for (seen, (_, _, find)) in first.iter_mut().zip(NOT_YET) {
                if seen.is_none() {
                    *seen = find(schema);
                }
            }
        });
    }
    for (span, (code, what, _)) in first.into_iter().zip(NOT_YET) {
        if let Some(span) = span {
            not_yet(*code, what, span, &mut report);
        }
    }
    report.finish()
}

fn not_yet(code: Code, what: &str, span: Span, report: &mut Report) {
    report
        .add(code, span, format!("not compiled yet: {what}"))
        .label("first occurrence")
        .help("generated code ignores it");
}

/// Finds a constraint on the metadata of an embedded resource other than on `name` and `generateName`, or a
/// default in it.
fn on_embedded_metadata(schema: &Schema) -> Option<Span> {
    let metadata = &schema.property("metadata").filter(|_| schema.is_embedded_resource())?.schema;
    let others = metadata
        .property_list()
        .iter()
        .filter(|field| !matches!(field.name.as_str(), "name" | "generateName"));
    let mut first = constraint(metadata);
    for field in others {
        field.schema.visit(&mut |schema| first = first.or_else(|| constraint(schema)));
    }
    metadata.visit(&mut |schema| first = first.or_else(|| schema.default.as_ref().map(|at| at.key)));
    first
}

/// Finds the first keyword of a schema that a value of the right type may violate.
fn constraint(schema: &Schema) -> Option<Span> {
    fn key<T>(at: &Option<At<T>>) -> Option<Span> {
        at.as_ref().map(|at| at.key)
    }
    fields!(schema =>
        required enumeration pattern format max_length min_length max_items min_items max_properties
        min_properties maximum minimum multiple_of all_of any_of one_of not;
        // They restrict children, or change a limit, or no value violates them.
        ignored: span misread misread_here id schema reference description r#type title default
        exclusive_maximum exclusive_minimum unique_items items properties additional_properties
        pattern_properties dependencies additional_items definitions external_docs example nullable
        x_preserve_unknown_fields x_embedded_resource x_int_or_string x_list_map_keys x_list_type x_map_type
        // `NOT_YET` has a line of its own for rules.
        x_validations
        marks unions normalize dialect no_prune
    );
    [
        key(required),
        key(enumeration),
        key(pattern),
        key(format),
        key(max_length),
        key(min_length),
        key(max_items),
        key(min_items),
        key(max_properties),
        key(min_properties),
        key(maximum),
        key(minimum),
        key(multiple_of),
        key(all_of),
        key(any_of),
        key(one_of),
        key(not),
    ]
    .into_iter()
    .flatten()
    .next()
}

#[cfg(test)]
mod tests {
    use crate::check_source;
    use crdc_source::Source;

    /// The source text of each warning for a document with an embedded resource whose metadata has this
    /// schema.
    fn places(metadata: &str) -> Vec<String> {
        let text = format!(
            "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: things.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: things, singular: thing, kind: Thing, listKind: ThingList}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          e: {{type: object, x-kubernetes-embedded-resource: true, properties: {{metadata: {metadata}}}}}
"
        );
        let checked = check_source(&Source::new("crd.yaml", text.as_str()), None);
        let ours = checked.diagnostics.iter().filter(|problem| {
            assert!(problem.code.name() == "not-yet-embedded-metadata", "{problem:?}");
            true
        });
        ours.map(|problem| {
            text.get(problem.span.start as usize..problem.span.end as usize).unwrap_or_default().to_owned()
        })
        .collect()
    }

    #[test]
    fn constraints_on_embedded_metadata_are_named() {
        let rows = [
            ("{type: object}", None),
            ("{type: object, properties: {name: {type: string, maxLength: 3}}}", None),
            (
                "{type: object, properties: {labels: {type: object, additionalProperties: {type: string}}}}",
                None,
            ),
            ("{type: object, required: [name], properties: {name: {type: string}}}", Some("required")),
            ("{type: object, properties: {labels: {type: object, maxProperties: 3}}}", Some("maxProperties")),
            ("{type: object, properties: {uid: {type: string, format: uuid}}}", Some("format")),
            (
                "{type: object, properties: {labels: {type: object, additionalProperties: {type: string, maxLength: 3}}}}",
                Some("maxLength"),
            ),
            ("{type: object, default: {name: a}}", Some("default")),
            ("{type: object, properties: {name: {type: string, default: a}}}", Some("default")),
        ];
        for (metadata, expected) in rows {
            assert_eq!(places(metadata), Vec::from_iter(expected.map(str::to_owned)), "{metadata}");
        }
    }
}
