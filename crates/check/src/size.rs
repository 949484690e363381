//! Size limits of schemas. The server only limits the request to 3 MiB. These limits are larger than any
//! known document, and keep the generated code small enough for rustc.

use std::collections::HashSet;

use super::report::Report;
use crdc_schema::{At, Schema};
use crdc_source::diag::Code;
use crdc_source::{Node, Span, Value};

/// The most fields of one object: `properties`, and names in `required` that are not properties. At run time,
/// a field number has fifteen bits.
const MOST_FIELDS: usize = 1 << 14;
/// The most values of one `enum`.
const MOST_VALUES: usize = 1 << 16;
/// The most lists and objects among the values of one `enum`. A value is compared with each of them in turn.
const MOST_CONTAINERS: usize = 1 << 8;
/// The most branches of one `allOf`, `anyOf` or `oneOf`.
const MOST_BRANCHES: usize = 1 << 14;
/// The most schemas in one schema, including itself.
const MOST_SCHEMAS: usize = 1 << 16;

/// Reports where a schema, or a schema below it, exceeds the limits. `key` is the key of the schema.
pub(super) fn size(schema: &Schema, key: Span, report: &mut Report) {
    let mut count = 0;
    schema.visit(&mut |schema| {
        count += 1;
        fields(schema, report);
        if let Some(values) = &schema.enumeration {
            limit(values, "values of one `enum`", MOST_VALUES, "a `pattern`, or remove the `enum`", report);
            let count = values.value.iter().filter(|value| is_container(value)).count();
            if count > MOST_CONTAINERS {
                let what = "lists and objects in one `enum`";
                too_large(
                    values.key,
                    count,
                    what,
                    MOST_CONTAINERS,
                    "`properties` or `items` instead",
                    report,
                );
            }
        }
        for branches in [&schema.all_of, &schema.any_of, &schema.one_of].into_iter().flatten() {
            limit(
                branches,
                "branches",
                MOST_BRANCHES,
                "fewer branches, such as one for several values",
                report,
            );
        }
    });
    if count > MOST_SCHEMAS {
        too_large(key, count, "schemas in one schema", MOST_SCHEMAS, "a smaller schema", report);
    }
}

fn fields(schema: &Schema, report: &mut Report) {
    let properties = schema.property_list();
    let required = schema.required.iter().flat_map(|list| &list.value);
    let most = properties.len() + schema.required.as_ref().map_or(0, |list| list.value.len());
    if most <= MOST_FIELDS {
        return;
    }
    let names = properties.iter().map(|property| &property.name);
    let names: HashSet<&String> = names.chain(required.map(|name| &name.value)).collect();
    let keys = (schema.properties.as_ref().map(|at| at.key), schema.required.as_ref().map(|at| at.key));
    if names.len() > MOST_FIELDS
        && let Some(key) = keys.0.or(keys.1)
    {
        let instead = "`additionalProperties` for fields with the same schema";
        too_large(key, names.len(), "fields of one object", MOST_FIELDS, instead, report);
    }
}

fn is_container(value: &Node) -> bool {
    matches!(value.value, Value::Array(_) | Value::Object(_))
}

fn limit<T>(list: &At<Vec<T>>, of: &str, most: usize, instead: &str, report: &mut Report) {
    if list.value.len() > most {
        too_large(list.key, list.value.len(), of, most, instead, report);
    }
}

fn too_large(key: Span, count: usize, of: &str, most: usize, instead: &str, report: &mut Report) {
    report
        .add(Code::SchemaTooLarge, key, format!("{count} {of}; the maximum is {most}"))
        .help(format!("write {instead}"))
        .done();
}
