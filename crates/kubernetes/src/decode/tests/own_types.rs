//! Types that Go code of their own reads: quantities, numbers or strings, times, bytes, any JSON.

use super::{check, container, problems};

const FORM: &str =
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX: &str = "unable to parse quantity's suffix";

#[test]
fn quantities_are_read_as_a_server_reads_them() {
    let limit = |value: &str| container(&format!("resources: {{limits: {{cpu: {value}}}}}"));
    for (value, error) in [
        ("6GiB", FORM),
        ("1000ms", FORM),
        ("\"\"", FORM),
        ("10 Gi", FORM),
        ("10GB", FORM),
        ("true", FORM),
        ("[1]", FORM),
        ("{a: 1}", FORM),
        ("abc", FORM),
        ("\"1,5\"", FORM),
        ("1.5.5", FORM),
        ("\"1\\n\"", FORM),
        ("\"\\t1\"", FORM),
        ("100mm", SUFFIX),
        ("1KI", FORM),
        ("1K", SUFFIX),
        ("1iG", SUFFIX),
        ("1e", SUFFIX),
    ] {
        check(&limit(value), &[&format!("{value} | {error}")]);
    }
    for value in [
        "1",
        "0.5",
        ".5",
        "\"100m\"",
        "1.5Gi",
        "-1",
        "+1",
        "1e3",
        "1E3",
        "\"1e-3\"",
        "\" 1Gi \"",
        "1e30",
        "0x10",
        "100u",
        "12E",
        "1_000",
        "null",
        "9223372036854775807",
        "123456789012345678901234567890",
        "\"-\"",
        "m",
        "Gi",
        "1.",
        "1e400",
    ] {
        check(&limit(value), &[]);
    }
}

#[test]
fn a_quantity_has_its_path_and_a_suggestion() {
    let [problem] =
        <[_; 1]>::try_from(problems(&container("resources: {limits: {cpu: 1, memory: 6GiB}}"))).unwrap();
    assert_eq!(problem.path, "spec.containers[0].resources.limits[memory]");
    assert_eq!(problem.id, "invalid-value");
    assert_eq!(problem.help.as_deref(), Some("did you mean `6Gi`?"));
}

#[test]
fn ports_are_numbers_of_32_bits_or_names() {
    let port = |value: &str| {
        format!("{{apiVersion: v1, kind: Service, spec: {{ports: [{{targetPort: {value}}}]}}}}")
    };
    let into = "into Go struct field ServicePort.spec.ports.targetPort of type int32";
    for (value, told) in [
        ("9999999999", "number 9999999999"),
        ("1.5", "number 1.5"),
        ("true", "bool"),
        ("[1]", "array"),
        ("{a: 1}", "object"),
    ] {
        check(&port(value), &[&format!("{value} | json: cannot unmarshal {told} {into}")]);
    }
    for value in ["80", "http", "\"80\"", "\"\"", "8e1", "80.0", "null"] {
        check(&port(value), &[]);
    }
}

#[test]
fn times_are_read_as_a_server_reads_them() {
    let time = |value: &str| {
        format!("{{apiVersion: v1, kind: ConfigMap, metadata: {{creationTimestamp: {value}}}}}")
    };
    let layout = "as \"2006-01-02T15:04:05Z07:00\"";
    for (value, error) in [
        ("yesterday", format!("parsing time \"yesterday\" {layout}: cannot parse \"yesterday\" as \"2006\"")),
        ("\"\"", format!("parsing time \"\" {layout}: cannot parse \"\" as \"2006\"")),
        ("2024-01-31", format!("parsing time \"2024-01-31\" {layout}: cannot parse \"\" as \"T\"")),
        ("\"2024-02-30T00:00:00Z\"", "parsing time \"2024-02-30T00:00:00Z\": day out of range".to_owned()),
        (
            "\"2024-01-31 10:00:00\"",
            format!("parsing time \"2024-01-31 10:00:00\" {layout}: cannot parse \" 10:00:00\" as \"T\""),
        ),
        (
            "1706695200",
            "json: cannot unmarshal number into Go struct field ObjectMeta.metadata.creationTimestamp of type string".to_owned(),
        ),
        (
            "true",
            "json: cannot unmarshal bool into Go struct field ObjectMeta.metadata.creationTimestamp of type string".to_owned(),
        ),
    ] {
        check(&time(value), &[&format!("{value} | {error}")]);
    }
    for value in
        ["null", "\"2024-01-31T10:00:00Z\"", "2024-01-31T10:00:00.5+01:00", "\"2024-01-31T1:00:00Z\""]
    {
        check(&time(value), &[]);
    }
}

#[test]
fn micro_times_have_six_digits() {
    let time = |value: &str| {
        format!("{{apiVersion: coordination.k8s.io/v1, kind: Lease, spec: {{renewTime: \"{value}\"}}}}")
    };
    let layout = "as \"2006-01-02T15:04:05.000000Z07:00\"";
    for (value, rest, element) in [
        ("2024-01-31T10:00:00Z", "Z", ".000000"),
        ("2024-01-31T10:00:00.123Z", ".123Z", ".000000"),
        ("2024-01-31T10:00:00.1234567Z", "7Z", "Z07:00"),
        ("2024-01-31T10:00:00.000000", "", "Z07:00"),
    ] {
        let error = format!("parsing time \"{value}\" {layout}: cannot parse \"{rest}\" as \"{element}\"");
        check(&time(value), &[&format!("\"{value}\" | {error}")]);
    }
    check(&time("2024-01-31T10:00:00.000000Z"), &[]);
    check(&time("2024-01-31T10:00:00,123456+02:00"), &[]);
}

#[test]
fn bytes_are_base64_as_go_reads_it() {
    let data = |value: &str| format!("apiVersion: v1\nkind: Secret\ndata:\n  a: {value}\n");
    for (value, byte) in [
        ("not-base64!", 3),
        ("YQ", 0),
        ("_-8=", 0),
        ("\"YQ==YQ==\"", 4),
        ("YQ==x", 4),
        ("\" YQ==\"", 0),
        ("Yw", 0),
    ] {
        check(&data(value), &[&format!("{value} | illegal base64 data at input byte {byte}")]);
    }
    for value in
        ["YQ==", "\"\"", "null", "\"YWJj\\r\\nZGVm\\n\"", "|\n    YWJj\n    ZGVm", "[1, 255]", "[]", "[null]"]
    {
        check(&data(value), &[]);
    }
    for (value, error) in [
        ("5", "5 | json: cannot unmarshal number into Go struct field Secret.data of type []uint8"),
        ("true", "true | json: cannot unmarshal bool into Go struct field Secret.data of type []uint8"),
        ("{b: c}", "{b: c} | json: cannot unmarshal object into Go struct field Secret.data of type []uint8"),
        ("[256]", "256 | json: cannot unmarshal number 256 into Go struct field Secret.data of type uint8"),
        ("[x]", "x | json: cannot unmarshal string into Go struct field Secret.data of type uint8"),
    ] {
        check(&data(value), &[error]);
    }
    let webhook = |bundle: &str| {
        format!(
            "{{apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, webhooks: [{{clientConfig: \
             {{caBundle: {bundle}}}}}]}}"
        )
    };
    check(&webhook("\"\""), &[]);
    check(&webhook("Cg=="), &[]);
    check(&webhook("x"), &["x | illegal base64 data at input byte 0"]);
}

#[test]
fn a_secret_is_told_where_plain_text_goes() {
    let help = |text: &str| problems(text).pop().unwrap().help.unwrap();
    assert!(help("{apiVersion: v1, kind: Secret, data: {a: b}}").contains("`stringData`"));
    assert!(help("{apiVersion: v1, kind: ConfigMap, binaryData: {a: b}}").contains("to `data`"));
}

#[test]
fn any_json_is_any_json() {
    for value in ["1", "text", "[1]", "{a: {b: 1}}", "true", "null"] {
        check(&format!("{{apiVersion: apps/v1, kind: ControllerRevision, data: {value}, revision: 1}}"), &[]);
        let fields = format!("metadata: {{managedFields: [{{fieldsV1: {value}}}]}}");
        check(&format!("{{apiVersion: v1, kind: ConfigMap, {fields}}}"), &[]);
    }
}

/// What a decoder inside of another one reads: the places end where it begins, and unknown fields are not
/// told.
#[test]
fn schemas_of_definitions_are_read_as_their_code_reads_them() {
    let crd = |schema: &str| {
        format!(
            "{{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, spec: {{versions: [{{schema: {{openAPIV3Schema: \
             {{{schema}}}}}}}]}}}}"
        )
    };
    let place = "JSONSchemaProps.spec.versions.schema.openAPIV3Schema";
    check(
        &crd("properties: {a: {type: 5}}"),
        &[&format!(
            "5 | json: cannot unmarshal number into Go struct field {place}.properties.type of type string"
        )],
    );
    check(
        &crd("properties: {a: {items: {properties: {b: {type: 5}}}}}"),
        &[&format!(
            "5 | json: cannot unmarshal number into Go struct field {place}.properties.items of type string"
        )],
    );
    check(
        &crd("items: [{type: [a]}]"),
        &[&format!("[a] | json: cannot unmarshal array into Go struct field {place}.items of type string")],
    );
    check(
        &crd("items: [a]"),
        &[&format!(
            "a | json: cannot unmarshal string into Go struct field {place}.items of type v1.JSONSchemaProps"
        )],
    );
    check(&crd("additionalProperties: \"true\""), &["\"true\" | boolean or JSON schema expected"]);
    check(
        &crd("dependencies: {a: [1]}"),
        &[&format!(
            "1 | json: cannot unmarshal number into Go struct field {place}.dependencies of type string"
        )],
    );
    check(
        &crd("x-kubernetes-validations: [{rule: 1}]"),
        &["1 | json: cannot unmarshal number into Go struct field \
         ValidationRule.spec.versions.schema.openAPIV3Schema.x-kubernetes-validations.rule of type string"],
    );
    check(
        &crd("maximum: x"),
        &[&format!("x | json: cannot unmarshal string into Go struct field {place}.maximum of type float64")],
    );
    check(
        &crd("properties: {a: {foo: 1}}"),
        &[
            "foo | strict decoding error: unknown field \"spec.versions[0].schema.openAPIV3Schema.properties.a.foo\"",
        ],
    );
    for fine in [
        "items: {foo: 1}",
        "additionalProperties: {foo: 1}",
        "additionalProperties: false",
        "additionalProperties: null",
        "items: 5",
        "default: [1, {a: b}], enum: [1, a, null], maximum: 1.5, minimum: 1",
        "dependencies: {a: [b, null], c: {type: object}, d: null}",
    ] {
        check(&crd(fine), &[]);
    }
}

#[test]
fn deep_schemas_are_read_to_the_end() {
    let (open, close) = ("{not: ".repeat(240), "}".repeat(240));
    let text = format!(
        "{{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, spec: {{versions: [{{schema: {{openAPIV3Schema: \
         {open}{{type: 5}}{close}}}}}]}}}}"
    );
    assert_eq!(problems(&text).len(), 1);
}
