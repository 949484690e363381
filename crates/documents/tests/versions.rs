//! What servers of other versions say of CustomResourceDefinitions: for each line of the table of differences
//! that crdc covers, a document that shows it, with the answers of the version before and of the first one.
//! The answers are from the sources and tests of the tags that `crates/documents/src/servers/table.rs` names.
//! Those about objects are in `crates/dynamic/tests/versions.rs`.
#![allow(clippy::unwrap_used)]

use crdc_check::{CheckOptions, check_sources_with, works_from};
use crdc_documents::servers::{Covered, DIFFERENCES, Topic};
use crdc_source::Source;
use crdc_vocabulary::Minor;

/// A document whose `spec` has these members, besides what each needs.
fn spec(members: &str) -> String {
    format!(
        "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {{name: notes.example.com}}\n\
         spec:\n  group: example.com\n  scope: Namespaced\n  names: {{plural: notes, singular: note, kind: Note, listKind: NoteList}}\n{members}"
    )
}

/// A document whose only version has these members, and a schema with these properties.
fn version(members: &str, properties: &str) -> String {
    spec(&format!(
        "  versions:\n  - name: v1\n    served: true\n    storage: true\n{members}    schema:\n      openAPIV3Schema:\n        \
         type: object\n        properties:\n{properties}"
    ))
}

/// A document whose schema has these properties.
fn schema(properties: &str) -> String {
    version("", properties)
}

/// What crdc says of a document for a server, a line for each: the code, and the server's words or those of
/// crdc.
fn said(text: &str, old: Option<&str>, server: u8) -> Vec<String> {
    let sources = [Source::new("crd.yaml", text)];
    let old: Vec<Source> = old.map(|text| Source::new("old.yaml", text)).into_iter().collect();
    let options = CheckOptions { server: Some(Minor(server)), ..CheckOptions::default() };
    let found = check_sources_with(&sources, &old, options).remove(0).diagnostics;
    let words = found.iter().map(|problem| {
        let server: Vec<String> = problem.server.iter().map(ToString::to_string).collect();
        let words = if server.is_empty() { format!("({})", problem.message) } else { server.join("; ") };
        format!("{}: {words}", problem.code.name())
    });
    words.collect()
}

/// Compares the answers of the version before a difference with those of the first.
#[track_caller]
fn differs(name: &str, text: &str, old: Option<&str>, before: &[&str], after: &[&str]) {
    let one = DIFFERENCES.iter().find(|one| one.name == name).unwrap();
    assert_eq!(said(text, old, one.since.0 - 1), before, "{name}: before {}", one.since);
    assert_eq!(said(text, old, one.since.0), after, "{name}: from {} on", one.since);
}

#[test]
fn optional_old_self_is_dropped_before_its_gate_was_on() {
    let rule = "          spec: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: \"oldSelf.orValue('') != self\", optionalOldSelf: true}]}\n";
    let dropped = ["rule-server: (servers before 1.30 drop `optionalOldSelf`)"];
    differs("optional-old-self", &schema(rule), None, &dropped, &[]);
}

#[test]
fn selectable_fields_are_dropped_unchecked_before_their_gate_was_on() {
    let property = "          size: {type: number}\n";
    let text = version("    selectableFields: [{jsonPath: .size}]\n", property);
    let dropped = ["field-server: (servers before 1.31 drop `selectableFields`)"];
    // The server's test: "selectableFields with jsonPaths that do not refer to fields that are not strings,
    // booleans or integers are invalid".
    let refused = [
        "selectable-field: spec.selectableFields[0].jsonPath: Invalid value: \".size\": must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.",
    ];
    differs("selectable-fields", &text, None, &dropped, &refused);
    assert_eq!(said(&text, None, 29), dropped);
}

#[test]
fn ca_bundles_are_read_since_1_31() {
    let with = |bundle: &str| {
        spec(&format!(
            "  preserveUnknownFields: false\n  conversion:\n    strategy: Webhook\n    webhook: {{conversionReviewVersions: [v1], clientConfig: {{url: \"https://example.com\"{bundle}}}}}\n  \
             versions:\n  - {{name: v1, served: true, storage: true, schema: {{openAPIV3Schema: {{type: object, x-kubernetes-preserve-unknown-fields: true}}}}}}\n"
        ))
    };
    let accepted = [
        "ca-bundle-invalid: (the CA bundle has no certificate that a server can read: servers from 1.31 on refuse it)",
    ];
    let refused = [
        "conversion: spec.conversion.webhookClientConfig.caBundle: Invalid value: \"Zm9v\": unable to load root certificates: unable to parse bytes as PEM block",
    ];
    differs("ca-bundle", &with(", caBundle: Zm9v"), Some(&with("")), &accepted, &refused);
}

#[test]
fn formats_that_are_unknown_are_warned_of_since_1_34_and_1_36() {
    let text = schema("          a: {type: string, format: phone}\n");
    let silent = ["format-unrecognized: (unknown format `phone` for type `string`)"];
    differs("format-warnings", &text, None, &silent, &["format-unrecognized: unrecognized format \"phone\""]);

    let text = schema("          a: {type: integer, format: uint8}\n");
    let silent = ["format-unrecognized: (unknown format `uint8` for type `integer`)"];
    differs(
        "number-format-warnings",
        &text,
        None,
        &silent,
        &["format-unrecognized: unrecognized format \"uint8\""],
    );
}

#[test]
fn formats_of_names_are_ignored_before_1_35() {
    let text = schema("          a: {type: string, format: k8s-short-name, default: No_Name}\n");
    // 1.34 uses the formats that 1.33 has, and says so.
    let ignored = ["format-server: unrecognized format \"k8s-short-name\""];
    let refused = [
        "default-invalid: spec.validation.openAPIV3Schema.properties[a].default: Invalid value: \"No_Name\": must be of type k8s-short-name: \"No_Name\"",
    ];
    let found = said(&text, None, 35);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("default-invalid: "), "{found:?} {refused:?}");
    assert_eq!(said(&text, None, 34), ignored);
    let older = ["format-server: (servers before 1.35 ignore the format `k8s-short-name`)"];
    assert_eq!(said(&text, None, 33), older);
    assert_eq!(DIFFERENCES.iter().find(|one| one.name == "name-formats").unwrap().since, Minor(35));
}

#[test]
fn more_than_eight_selectable_fields_may_stay_since_1_35() {
    let names: Vec<String> = ('a'..='i').map(|name| name.to_string()).collect();
    let properties: String =
        names.iter().map(|name| format!("          {name}: {{type: string}}\n")).collect();
    let fields: Vec<String> = names.iter().map(|name| format!("{{jsonPath: .{name}}}")).collect();
    let text = version(&format!("    selectableFields: [{}]\n", fields.join(", ")), &properties);
    let refused = ["selectable-field: spec.selectableFields: Too many: 9: must have at most 8 items"];
    differs("many-selectable-fields", &text, Some(&text), &refused, &[]);
}

#[test]
fn ranges_of_numbers_are_checked_since_1_36() {
    for (property, words) in [
        ("{type: integer, format: int32, default: 3000000000}", "3000000000"),
        ("{type: number, format: float, default: 1.0e+300}", "1"),
    ] {
        let text = schema(&format!("          a: {property}\n"));
        assert!(said(&text, None, 35).is_empty(), "{words}");
        let found = said(&text, None, 36);
        assert!(found.len() == 1 && found[0].starts_with("default-invalid: "), "{found:?}");
        assert!(found[0].contains("Checked value must be of type"), "{found:?}");
    }
    assert_eq!(DIFFERENCES.iter().find(|one| one.name == "number-formats").unwrap().since, Minor(36));
}

#[test]
fn sets_of_objects_are_warned_of_since_1_37() {
    let text = schema(
        "          a: {type: array, x-kubernetes-list-type: set, items: {type: object, x-kubernetes-map-type: atomic, properties: {b: {type: string}}}}\n",
    );
    let warned = [
        "set-server: x-kubernetes-list-type: set for items of type \"object\" is not supported by server-side apply or CEL validation rules",
    ];
    differs("set-warnings", &text, None, &[], &warned);
    // An update warns only of what is new.
    assert!(said(&text, Some(&text), 37).is_empty());
}

#[test]
fn functions_count_one_version_after_they_were_added() {
    for (rule, since, undeclared) in [
        ("sets.contains(self, ['a'])", 30, "'sets'"),
        ("self.all(a, isIP(a))", 31, "'isIP'"),
        ("self.all(a, !format.dns1123Label().validate(a).hasValue())", 32, "'format'"),
        ("self.all(i, a, i < 9 && a != '')", 33, "'all'"),
        ("self.all(a, isSemver(a))", 34, "'isSemver'"),
        ("self.distinct().size() == self.size()", 35, "'distinct'"),
    ] {
        let text = schema(&format!(
            "          a: {{type: array, maxItems: 9, items: {{type: string, maxLength: 9}}, x-kubernetes-validations: [{{rule: \"{rule}\"}}]}}\n"
        ));
        let older = said(&text, None, since - 1);
        assert!(
            older.len() == 1 && older[0].starts_with("rule-server: spec.validation."),
            "{rule}: {older:?}"
        );
        assert!(
            older[0].contains("compilation failed: ERROR: <input>:1:") && older[0].contains(undeclared),
            "{rule}: {older:?}"
        );
        assert!(!said(&text, None, since).iter().any(|line| line.starts_with("rule-server")), "{rule}");
    }
    assert!(DIFFERENCES.iter().any(|one| one.name == "rule-functions"));
}

#[test]
fn reserved_words_are_names_of_fields_since_1_32() {
    let text = schema(
        "          a: {type: object, properties: {namespace: {type: string, maxLength: 9}}, x-kubernetes-validations: [{rule: \"!has(self.namespace) || self.namespace != ''\"}]}\n",
    );
    let is_refused = |server| said(&text, None, server).iter().any(|line| line.starts_with("rule-server: "));
    assert!(is_refused(31) && !is_refused(32));
    assert_eq!(DIFFERENCES.iter().find(|one| one.name == "rule-reserved-words").unwrap().since, Minor(32));
}

#[test]
fn estimates_of_costs_changed() {
    let is_too_expensive = |text: &str, server| {
        said(text, None, server)
            .iter()
            .any(|line| line.starts_with("rule-cost: ") && line.contains("exceeds budget"))
    };
    let changed = |name: &str, text: &str, before: bool| {
        let since = DIFFERENCES.iter().find(|one| one.name == name).unwrap().since.0;
        assert_eq!(is_too_expensive(text, since - 1), before, "{name}: before 1.{since}");
        assert_eq!(is_too_expensive(text, since), !before, "{name}: from 1.{since} on");
    };
    let list = |items: &str, rule: &str| {
        schema(&format!(
            "          a: {{type: array, maxItems: 9000, items: {{{items}, x-kubernetes-validations: [{{rule: \"{rule}\"}}]}}}}\n"
        ))
    };
    changed("rule-costs-of-quantities", &list("type: string", "isQuantity(self)"), false);
    let short = "type: string, maxLength: 20";
    changed("rule-costs-of-equality", &list(short, "ip(self) == ip('::1')"), true);
    changed("rule-cost-estimates", &list(short, "dyn([self, 'a']).exists(a, a == self)"), true);
}

#[test]
fn differences_that_are_not_covered_show_in_no_version() {
    let same = |name: &str, text: &str, old: Option<&str>, expected: &[&str]| {
        let one = DIFFERENCES.iter().find(|one| one.name == name).unwrap();
        assert!(matches!(one.covered, Covered::No(_)), "{name}");
        for server in [one.since.0 - 1, one.since.0.min(Minor::KNOWN.0)] {
            let found = said(text, old, server);
            let codes: Vec<&str> = found.iter().map(|line| line.split(": ").next().unwrap()).collect();
            assert_eq!(codes, expected, "{name}: 1.{server}: {found:?}");
        }
    };
    let rule = |of: &str, rule: &str, more: &str| {
        schema(&format!("          a: {{{of}, x-kubernetes-validations: [{{rule: \"{rule}\"{more}}}]}}\n"))
    };
    let text = "type: string, maxLength: 9";
    // 1.36 says that the first is true where `self` has fewer items; 1.37 does not.
    let set = "type: array, maxItems: 9, x-kubernetes-list-type: set, items: {type: string, maxLength: 9}";
    same("set-equality", &rule(set, "self == oldSelf", ""), None, &["rule-unset"]);
    // Before 1.37, the sum changes the number that it is added to if that does not fit in 64 bits.
    let sum = "quantity(self).add(quantity('9E')).isGreaterThan(quantity(self))";
    same("quantity-addition", &rule(text, sum, ""), None, &[]);
}

#[test]
fn literals_are_checked_before_programs_since_1_30() {
    for (rule, program, literal) in [
        ("self.matches('(')", "error parsing regexp: missing closing ): `(`", "invalid matches argument"),
        (
            "duration('1x') > duration('1s')",
            "type conversion error from 'string' to 'google.protobuf.Duration'",
            "invalid duration argument",
        ),
        (
            "timestamp('now') < timestamp(self)",
            "type conversion error from 'string' to 'google.protobuf.Timestamp'",
            "invalid timestamp argument",
        ),
    ] {
        let text = schema(&format!(
            "          a: {{type: string, maxLength: 9, x-kubernetes-validations: [{{rule: \"{rule}\"}}]}}\n"
        ));
        let found = |server| said(&text, None, server).remove(0);
        let since = DIFFERENCES.iter().find(|one| one.name == "rule-literals").unwrap().since.0;
        let (before, after) = (found(since - 1), found(since));
        assert!(before.contains("program instantiation failed: ") && before.contains(program), "{before}");
        assert!(after.contains("compilation failed: ") && after.contains(literal), "{after}");
    }
}

#[test]
fn expressions_of_the_old_document_may_use_all_functions() {
    let rule = |rule: &str, message: &str| {
        schema(&format!(
            "          a: {{type: string, maxLength: 9, x-kubernetes-validations: [{{rule: \"{rule}\", messageExpression: \"{message}\"}}]}}\n"
        ))
    };
    let codes = |text: &str, old: &str, server| -> Vec<String> {
        let found = said(text, Some(old), server);
        found.iter().filter(|line| line.starts_with("rule-server: ")).cloned().collect()
    };
    let one = |found: &[String], place: &str| found.len() == 1 && found[0].contains(place);
    // New rules may call `isIP` since 1.31, stored ones since 1.30.
    let (plain, new) = (rule("self != ''", "'no'"), rule("isIP(self)", "'no'"));
    assert!(one(&codes(&new, &plain, 30), "[0].rule: "));
    assert_eq!(codes(&new, &new, 30), [""; 0]);
    assert!(one(&codes(&new, &new, 29), "[0].rule: "));
    // Another text is another rule, wherever the old one was.
    assert!(one(&codes(&rule("isIP(self) ", "'no'"), &new, 30), "[0].rule: "));
    let moved = new.replace("          a: ", "          b: ");
    assert_eq!(codes(&moved, &new, 30), [""; 0]);
    // Messages are compared with messages since 1.31, when new ones may call `isIP` too; `format` came with
    // 1.31.
    let message = |text: &str| rule("self != ''", text);
    let ip = message("isIP(self) ? 'a' : 'b'");
    assert!(one(&codes(&ip, &ip, 30), "[0].messageExpression: "));
    let format = message("format.dns1123Label().validate(self).hasValue() ? 'a' : 'b'");
    assert!(one(&codes(&format, &plain, 31), "[0].messageExpression: "));
    assert_eq!(codes(&format, &format, 31), [""; 0]);
    assert!(DIFFERENCES.iter().any(|one| one.name == "preexisting-messages"));
}

#[test]
fn includes_is_refused_by_all_servers_that_are_known() {
    let text = schema(
        "          a: {type: array, maxItems: 9, items: {type: string, maxLength: 9}, x-kubernetes-validations: [{rule: \"self.includes('a')\"}]}\n",
    );
    let since = DIFFERENCES.iter().find(|one| one.name == "includes").unwrap().since;
    assert!(since > Minor::KNOWN);
    for server in [29, 36, 37] {
        let found = said(&text, None, server);
        assert!(found.len() == 1 && found[0].contains("undeclared reference to 'includes'"), "{found:?}");
    }
}

#[test]
fn lengths_of_integers_or_strings_count_since_1_34() {
    // A hundred thousand patterns of a value of five characters are cheap, of a value as long as a request
    // they are not.
    let text = schema(
        "          a: {type: array, maxItems: 100, items: {x-kubernetes-int-or-string: true, maxLength: 5, x-kubernetes-validations: [{rule: \"type(self) == int || string(self).matches('^[a-z]+$')\"}]}}\n",
    );
    let costs = |server| said(&text, None, server).iter().any(|line| line.starts_with("rule-cost: "));
    assert!(costs(33) && !costs(34));
    assert_eq!(DIFFERENCES.iter().find(|one| one.name == "int-or-string-costs").unwrap().since, Minor(34));
}

#[test]
fn lengths_of_names_count_since_1_37() {
    // The server's test of 1.37: names without a limit have one.
    let text = spec(
        "  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n      openAPIV3Schema:\n        type: object\n        \
         properties: {a: {type: array, maxItems: 100, items: {type: string, maxLength: 50}}}\n        \
         x-kubernetes-validations: [{rule: \"!has(self.a) || self.a.all(b, self.metadata.name.contains(b))\"}]\n",
    );
    let costs = |server| said(&text, None, server).iter().any(|line| line.starts_with("rule-cost: "));
    assert!(costs(36) && !costs(37));
    assert_eq!(DIFFERENCES.iter().find(|one| one.name == "name-costs").unwrap().since, Minor(37));
}

#[test]
fn texts_about_long_values_changed_with_1_32_and_1_34() {
    let text = schema("          a: {type: string, maxLength: 1, default: abc}\n");
    let at = "default-invalid: spec.validation.openAPIV3Schema.properties[a].default: Too long: may not be ";
    differs(
        "long-values",
        &text,
        None,
        &[&format!("{at}longer than 1")],
        &[&format!("{at}more than 1 bytes")],
    );
    differs(
        "one-byte",
        &text,
        None,
        &[&format!("{at}more than 1 bytes")],
        &[&format!("{at}more than 1 byte")],
    );
}

#[test]
fn texts_about_stored_versions_changed_with_1_33() {
    let text = format!("{}status: {{storedVersions: [v1, v0]}}\n", schema("          a: {type: string}\n"));
    let before =
        ["version-stored: status.storedVersions[1]: Invalid value: \"v0\": must appear in spec.versions"];
    let after = [
        "version-stored: status.storedVersions[1]: Invalid value: \"v0\": missing from spec.versions; v0 was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in v0 and removes v0 from status.storedVersions",
    ];
    differs("stored-versions", &text, Some(&text), &before, &after);
}

#[test]
fn values_are_json_since_1_34() {
    let text = schema(
        "          a: {type: object, maxProperties: 9, default: {b: [1, x, null], a: 1.5}, properties: {a: {type: number}, b: {type: array, maxItems: 1, items: {x-kubernetes-int-or-string: true, nullable: true}}}, enum: [{a: 2}]}\n",
    );
    let words = |server| said(&text, None, server).join("\n");
    let go = r#"Unsupported value: map[string]interface {}{"a":1.5, "b":[]interface {}{1, "x", interface {}(nil)}}: "#;
    assert!(words(33).contains(go), "{}", words(33));
    assert!(words(34).contains(r#"Unsupported value: {"a":1.5,"b":[1,"x",null]}: "#), "{}", words(34));

    // The struct of a rule.
    let text =
        schema("          a: {type: string, x-kubernetes-validations: [{rule: self.b, message: wrong}]}\n");
    let go = r#"Invalid value: apiextensions.ValidationRule{Rule:"self.b", Message:"wrong", MessageExpression:"", Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:"", OptionalOldSelf:(*bool)(nil)}: compilation failed: "#;
    let words = |server| said(&text, None, server).join("\n");
    assert!(words(33).contains(go), "{}", words(33));
    assert!(words(34).contains(r#"Invalid value: {"Rule":"self.b","Message":"wrong","#), "{}", words(34));
    // Go shows the addresses of pointers, which nobody can know.
    let text = schema(
        "          a: {type: string, x-kubernetes-validations: [{rule: self.b, reason: FieldValueInvalid}]}\n",
    );
    assert!(said(&text, None, 33).join("\n").contains("Invalid value: …: compilation failed: "));
    assert!(DIFFERENCES.iter().any(|one| one.name == "go-values"));
}

#[test]
fn names_of_fields_are_not_repeated_since_1_34() {
    let rule = "          a: {type: object, x-kubernetes-validations: [{rule: 'true', message: ' ', fieldPath: .b}]}\n";
    let at = "spec.validation.openAPIV3Schema.properties[a].x-kubernetes-validations[0]";
    let words = |prefix: [&str; 2]| {
        [
            format!(
                "rule-text: {at}.message: Invalid value: \" \": {}must be non-empty if specified",
                prefix[0]
            ),
            format!(
                "rule-field-path: {at}.fieldPath: Invalid value: \".b\": {}must be a valid path",
                prefix[1]
            ),
        ]
    };
    let found = |server| -> Vec<String> {
        let found = said(&schema(rule), None, server);
        found
            .into_iter()
            .filter(|line| line.starts_with("rule-text") || line.starts_with("rule-field-path"))
            .collect()
    };
    assert_eq!(found(33), words(["message ", "fieldPath "]));
    assert_eq!(found(34), words(["", ""]));

    let none = spec("  versions:\n  - {name: v1, served: true, storage: true}\n");
    let at = "schema-missing: spec.versions[0].schema.openAPIV3Schema: Required value";
    differs("repeated-names", &none, None, &[&format!("{at}: schemas are required")], &[at]);
}

#[test]
fn a_document_works_from_the_first_version_that_does_all_of_it() {
    let found = |text: &str, from: u8| {
        let (found, elsewhere) = works_from(&[Source::new("crd.yaml", text)], Minor(from));
        assert!(elsewhere.is_empty());
        let stop = found[0]
            .stop
            .as_ref()
            .map(|stop| format!("{} {} {}: {}", stop.server, stop.does, stop.path, stop.what));
        (found[0].since.map(|since| since.0), stop.unwrap_or_default())
    };
    let plain = schema("          a: {type: string}\n");
    assert_eq!(found(&plain, 29), (Some(29), String::new()));
    assert_eq!(found(&plain, 37), (Some(37), String::new()));
    let rule = schema(
        "          a.b: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: isIP(self)}]}\n",
    );
    let at = "spec.versions[0].schema.openAPIV3Schema.properties[\"a.b\"].x-kubernetes-validations[0].rule";
    assert_eq!(found(&rule, 29), (Some(31), format!("1.30 refuses {at}: isIP(self)")));
    assert_eq!(found(&rule, 31), (Some(31), String::new()));
    let selectable = version("    selectableFields: [{jsonPath: .a}]\n", "          a: {type: string}\n");
    let dropped = "1.30 drops spec.versions[0].selectableFields: selectableFields";
    assert_eq!(found(&selectable, 28), (Some(31), dropped.to_owned()));
    let format = schema("          a: {type: string, format: k8s-long-name}\n");
    let ignored = "1.34 ignores spec.versions[0].schema.openAPIV3Schema.properties.a.format: k8s-long-name";
    assert_eq!(found(&format, 30), (Some(35), ignored.to_owned()));
    // What only changes texts does not count.
    let message = schema(
        "          a: {type: string, x-kubernetes-validations: [{rule: 'true', messageExpression: \"'no'\"}]}\n",
    );
    assert_eq!(found(&message, 25), (Some(25), String::new()));
    // An error of the newest.
    let wrong = schema("          a: {type: string, pattern: '('}\n");
    let (since, stop) = found(&wrong, 30);
    assert!(
        since.is_none()
            && stop
                .starts_with("1.36 refuses spec.versions[0].schema.openAPIV3Schema.properties.a.pattern: "),
        "{stop}"
    );
    // Several documents in one file.
    let both = format!("{plain}---\n{}", rule.replace("notes", "routes").replace("note,", "route,"));
    let (all, _) = works_from(&[Source::new("crd.yaml", both)], Minor(29));
    let since: Vec<_> = all.iter().map(|one| (one.name.as_str(), one.since)).collect();
    assert_eq!(since, [("notes.example.com", Some(Minor(29))), ("routes.example.com", Some(Minor(31)))]);
}

/// A line of the table without a test would be a promise.
#[test]
fn each_difference_that_is_covered_has_a_test() {
    let tests = concat!(include_str!("versions.rs"), include_str!("../../dynamic/tests/versions.rs"));
    let missing =
        DIFFERENCES.iter().filter(|one| !tests.contains(&format!("{:?}", one.name))).map(|one| one.name);
    assert_eq!(missing.collect::<Vec<_>>(), [""; 0]);
    let mut names: Vec<&str> = DIFFERENCES.iter().map(|one| one.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), DIFFERENCES.len());
    for topic in Topic::ALL {
        let since: Vec<Minor> =
            DIFFERENCES.iter().filter(|one| one.topic == topic).map(|one| one.since).collect();
        assert!(since.is_sorted() && !since.is_empty(), "{topic:?}: {since:?}");
    }
    assert!(DIFFERENCES.iter().any(|one| matches!(one.covered, Covered::Yes(_))));
}
