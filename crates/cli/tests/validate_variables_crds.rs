//! `crdc validate`: variables in CRDs. In: a CRD with variables, an object of it, and values. Out: the exit
//! code, and words of the report.
#![allow(clippy::unwrap_used)]

mod support;

use support::Folder;

fn crd(schema: &str, spec: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: stores.x.example.com
spec:
  group: x.example.com
  scope: Namespaced
  names: {{plural: stores, singular: store, kind: Store, listKind: StoreList}}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            {schema}
{spec}"
    )
}

fn store(spec: &str) -> String {
    format!("apiVersion: x.example.com/v1\nkind: Store\nmetadata: {{name: a}}\nspec: {spec}\n")
}

/// An integer with a limit that is a variable, which no flow mapping can hold.
const LIMIT: &str = "type: object\n            properties:\n              m:\n                type: integer\n                maximum: ${MAX}\n";

/// The schema of the CRD, the values, the object, the exit code, words of the report.
type Row<'r> = (&'r str, &'r [&'r str], &'r str, i32, &'r str);

const UNKNOWN: &str = "not checked: 1 value filled in later";

#[test]
fn values_reach_crds() {
    let pattern = "{type: object, properties: {f: {type: string, pattern: '^a${EXT}$'}}}";
    let optional = "{type: object, properties: {f: {type: string, pattern: '^a${EXT:=b}$'}}}";
    let escaped = "{type: object, properties: {f: {type: string, enum: ['$${X}']}}}";
    let quoted = "{type: object, properties: {m: {type: integer, maximum: \"${MAX}\"}}}";
    let list = "{type: object, properties: {e: {type: string, enum: [a, '${E}']}}}";
    let rule = "{type: object, x-kubernetes-validations: [{rule: 'self.m < ${MAX}'}], properties: {m: {type: integer}}}";
    let default =
        "{type: object, required: [d], properties: {d: {type: string, default: '${D}', maxLength: 2}}}";
    let name = "{type: object, properties: {'${F}': {type: string}, m: {type: integer}}}";
    let required = "{type: object, required: ['${F}'], properties: {f: {type: string}}}";
    let open =
        "{type: object, x-kubernetes-preserve-unknown-fields: '${P}', properties: {f: {type: string}}}";
    let null = "{type: object, required: [f], properties: {f: {type: string, nullable: '${N}'}}}";
    let items = "{type: object, properties: {f: {type: array, items: '${I}'}}}";
    let any = "{type: object, properties: {f: '${S}'}}";
    let keys = "{type: object, properties: {f: {type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: ['${K}'], \
                items: {type: object, required: [k], properties: {k: {type: string}}}}}}";
    let read = "{type: object, x-kubernetes-validations: [{rule: 'self.f.g > 1'}], properties: {f: {type: object, properties: {g: {type: '${T}'}}}}}";
    let optional_old = "{type: object, x-kubernetes-validations: [{rule: '!oldSelf.hasValue()', optionalOldSelf: '${O}'}], properties: {f: {type: string}}}";
    let alternative = "{type: object, properties: {f: {x-kubernetes-int-or-string: true, anyOf: [{type: integer}, {type: '${T}'}]}}}";
    let typed = "{type: object, properties: {f: {type: '${T}'}}}";
    let rows: &[Row<'_>] = &[
        // Of the report: a limit, and a pattern.
        (quoted, &[], "{m: 5}", 0, UNKNOWN),
        (quoted, &["MAX=4"], "{m: 5}", 1, "`maximum` must be a number, found the string \"4\""),
        (pattern, &[], "{f: ab}", 0, UNKNOWN),
        (pattern, &["EXT=b"], "{f: ab}", 0, "no errors"),
        (pattern, &["EXT=c"], "{f: ab}", 1, "spec.f in body should match '^ac$'"),
        (pattern, &["EXT=("], "{f: ab}", 1, "error[pattern-invalid]"),
        // Relatives.
        (LIMIT, &[], "{m: 5}", 0, UNKNOWN),
        (LIMIT, &["MAX=4"], "{m: 5}", 1, "should be less than or equal to 4"),
        (LIMIT, &["MAX=6"], "{m: 5}", 0, "no errors"),
        (LIMIT, &["MAX=many"], "{m: 5}", 1, "`maximum` must be a number, found the string \"many\""),
        (LIMIT, &["OTHER=1"], "{m: x}", 1, "must be of type integer"),
        (optional, &["OTHER=1"], "{f: ac}", 1, "should match '^ab$'"),
        (optional, &[], "{f: ac}", 0, UNKNOWN),
        (escaped, &[], "{f: '${X}'}", 0, "no errors"),
        (escaped, &["A=1"], "{f: b}", 1, "supported values: \"${X}\""),
        (list, &[], "{e: b}", 0, UNKNOWN),
        (list, &["E=c"], "{e: b}", 1, "supported values: \"a\", \"c\""),
        (list, &["E=b"], "{e: b}", 0, "no errors"),
        (rule, &[], "{m: 5}", 0, UNKNOWN),
        (rule, &["MAX=5"], "{m: 5}", 1, "error[rule]"),
        (rule, &["MAX=x"], "{m: 5}", 1, "error[rule-compile]"),
        // A default is a text of any length, and the object has it.
        (default, &[], "{}", 0, UNKNOWN),
        (default, &["D=abc"], "{}", 1, "error[default-invalid]"),
        (default, &["D=ab"], "{}", 0, "no errors"),
        (name, &["F=f"], "{g: x}", 1, "unknown field \"spec.g\""),
        (name, &["F=g"], "{g: x}", 0, "no errors"),
        (required, &[], "{}", 0, UNKNOWN),
        (required, &["F=f"], "{}", 1, "spec.f: Required value"),
        (name, &[], "{g: x}", 0, UNKNOWN),
        (open, &[], "{g: x}", 0, UNKNOWN),
        (open, &[], "{f: 1}", 1, "must be of type string"),
        (null, &[], "{f: null}", 0, UNKNOWN),
        (items, &[], "{f: [1, {a: b}]}", 0, UNKNOWN),
        (any, &[], "{f: [1, {a: b}]}", 0, UNKNOWN),
        (keys, &[], "{f: [{k: a}, {k: a}]}", 0, UNKNOWN),
        (keys, &["K=k"], "{f: [{k: a}, {k: a}]}", 1, "Duplicate value"),
        (typed, &[], "{f: {a: [1]}}", 0, UNKNOWN),
        (read, &[], "{f: {g: x}}", 0, UNKNOWN),
        (read, &["T=integer"], "{f: {g: 1}}", 1, "error[rule]"),
        (alternative, &[], "{f: x}", 0, UNKNOWN),
        (optional_old, &[], "{f: x}", 0, UNKNOWN),
        (
            &keys.replace("['${K}']", "[k]").replace("{k: {type: string}}", "{k: '${S}'}"),
            &[],
            "{f: [{k: a}, {k: a}]}",
            0,
            UNKNOWN,
        ),
        (typed, &["T=integer"], "{f: x}", 1, "must be of type integer"),
        // An error that no value mends.
        (&quoted.replace("integer,", "integer, nullable: x,"), &[], "{m: 5}", 1, "error[schema-wrong-type]"),
        (&pattern.replace("type: string", "type: text"), &[], "{f: ab}", 1, "error[type-unknown]"),
    ];
    for (index, (schema, values, object, code, words)) in rows.iter().enumerate() {
        let (crd, object) = (crd(schema, ""), store(object));
        let folder = Folder::new("values", &[("crd.yaml", &crd), ("a.yaml", &object)]);
        folder.write("both/both.yaml", format!("{object}---\n{crd}"));
        let values: Vec<&str> = values.iter().flat_map(|value| ["--substitute", value]).collect();
        for files in [&["both"][..], &["crd.yaml", "a.yaml"], &["a.yaml", "--crd", "crd.yaml"]] {
            let (found, text) = folder.said(&[&["validate"], files, &values[..]].concat());
            assert_eq!(found, *code, "{index} {files:?}: {text}");
            // What is not known of a CRD of --crd is not counted: it is no object.
            let is_counted = words.starts_with("not checked") && files.contains(&"--crd");
            assert!(is_counted || text.contains(words), "{index} {files:?}: {text}");
        }
    }
}

/// Parts that are no schema.
#[test]
fn what_else_a_crd_has_may_be_unknown() {
    let schema = "{type: object, properties: {m: {type: integer}}}";
    let conversion = "  conversion: {strategy: Webhook, webhook: {conversionReviewVersions: [v1], clientConfig: {caBundle: \"${CA}\", service: {namespace: \"${NS}\", name: a}}}}\n";
    let annotated = crd(schema, "").replace(
        "  name: stores.x.example.com\n",
        "  name: stores.x.example.com\n  annotations: {cert-manager.io/inject-ca-from: \"${NS}/a\"}\n",
    );
    let described =
        crd(schema, "").replace("type: integer", "description: 'set ${A} or {{ b }}', type: integer");
    for (name, crd, code, untrusted) in [
        ("conversion", crd(schema, conversion), 0, 1),
        ("strategy", crd(schema, &conversion.replace("strategy: Webhook", "strategy: \"${S}\"")), 0, 1),
        ("annotation", annotated, 0, 1),
        // What people read hides nothing.
        ("description", described, 0, 0),
        ("broken", crd(&schema.replace("integer", "int"), conversion), 1, 1),
    ] {
        let folder = Folder::new(name, &[("crd.yaml", &crd), ("a.yaml", &store("{m: 1}"))]);
        let (found, text) = folder.said(&["validate", "."]);
        assert_eq!(found, code, "{name}: {text}");
        let (found, text) = folder.said(&["validate", ".", "--untrusted"]);
        assert_eq!(found, untrusted, "{name}: {text}");
    }
    let patch = "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: a.b.c}\nspec: {conversion: {strategy: \"${S}\"}}\n";
    let folder = Folder::new("patch", &[("crd.yaml", patch)]);
    let (code, text) = folder.said(&["validate", "crd.yaml"]);
    assert_eq!(code, 0, "{text}");
    let folder = Folder::new("untrusted", &[("crd.yaml", &crd(LIMIT, "")), ("a.yaml", &store("{m: 1}"))]);
    let (code, text) = folder.said(&["validate", ".", "--untrusted"]);
    assert!(code == 1 && text.contains("error[unknown-value]"), "{text}");
    let (code, text) = folder.said(&["validate", ".", "--untrusted", "--substitute", "MAX=3"]);
    assert_eq!(code, 0, "{text}");
}

/// Findings are at what is written, whatever is put in.
#[test]
fn places_are_those_of_what_is_written() {
    let schema = "{type: object, properties: {k: {type: integer, maximum: \"${LONG_NAME}\"}, m: {type: int}, \
                  o: {type: string, pattern: 'a(b'}, o: {type: string}}}";
    let text = format!("# a comment\n{}---\n{}", crd(schema, ""), store("{m: 1}"));
    let folder = Folder::new("places", &[("a.yaml", &text), ("b.yaml", &text.replace("${LONG_NAME}", "7"))]);
    for values in [&[][..], &["--substitute", "LONG_NAME=7"]] {
        let ran = |file: &str| {
            let (code, text) = folder.said(&[&["validate", file, "--format", "plain"], values].concat());
            assert_eq!(code, 1, "{text}");
            let of_schema = |line: &&str| line.contains("type-unknown") || line.contains("duplicate-key");
            text.lines()
                .filter(of_schema)
                .filter_map(|line| Some(line.split_once(':')?.1.to_owned()))
                .collect::<Vec<_>>()
        };
        let (variable, known) = (ran("a.yaml"), ran("b.yaml"));
        assert_eq!(known.len(), 2, "{known:?}");
        for (variable, known) in variable.iter().zip(&known) {
            let (line, column) =
                ("19:", |text: &str| text.split(':').nth(1).unwrap().parse::<usize>().unwrap());
            assert!(variable.starts_with(line) && known.starts_with(line), "{variable}, {known}");
            assert_eq!(column(variable) - column(known), "${LONG_NAME}".len() - 1, "{variable}, {known}");
        }
        assert_eq!(variable.len(), known.len(), "{variable:?}");
    }
    // Of two CRDs the note names the lines of both.
    let folder =
        Folder::new("lines", &[("a.yaml", &text), ("b.yaml", &crd(LIMIT, "")), ("c.yaml", &store("{m: 9}"))]);
    let (code, text) = folder.said(&["validate", ".", "--substitute", "MAX=3"]);
    assert!(code == 1 && text.contains("less than or equal to 3"), "{text}");
    assert!(text.contains("the last one counts, in ./b.yaml:2, not that in ./a.yaml:3"), "{text}");
}

/// The stored CRD has the same values.
#[test]
fn old_crds_have_the_values_too() {
    let folder = Folder::new(
        "old",
        &[
            ("old/crd.yaml", &crd("{type: object, properties: {f: {type: string, pattern: '(${A}'}}}", "")),
            ("new/crd.yaml", &crd("{type: object, properties: {f: {type: string, pattern: '(${A}'}}}", "")),
        ],
    );
    for (value, code) in [("A=b)", 0), ("A=b", 1)] {
        let (found, text) = folder.said(&["validate", "new", "--old", "old", "--substitute", value]);
        assert_eq!(found, code, "{value}: {text}");
    }
    let (code, text) = folder.said(&["validate", "new", "--old", "old"]);
    assert_eq!(code, 0, "{text}");
}
