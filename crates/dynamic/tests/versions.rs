//! What servers of other versions say of objects: for each line of the table of differences about objects, an
//! object that shows it, with the answers of the version before and of the first one, from the sources and
//! tests of the tags that `crates/documents/src/servers/table.rs` names. Those about definitions are in
//! `crates/documents/tests/versions.rs`.
#![allow(clippy::unwrap_used)]

use crdc::{Request, Scratch};
use crdc_documents::servers::{DIFFERENCES, Difference};
use crdc_dynamic::servers;
use crdc_dynamic::validators::Validators;
use crdc_source::Source;
use crdc_vocabulary::Minor;

/// A namespaced kind `Note` with a status, whose schema has these properties, as JSON.
fn validators(properties: &str, server: Minor) -> Validators {
    let document = format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{{"name":"notes.example.com"}},
        "spec":{{"group":"example.com","scope":"Namespaced","names":{{"plural":"notes","singular":"note","kind":"Note",
        "listKind":"NoteList"}},"versions":[{{"name":"v1","served":true,"storage":true,"subresources":{{"status":{{}}}},
        "schema":{{"openAPIV3Schema":{{"type":"object","properties":{{{properties}}}}}}}}}]}}}}"#
    );
    let (validators, found) =
        Validators::loader().crds(&[Source::new("crd.json", document)]).server(server).load_valid();
    assert!(validators.all().next().is_some(), "{found:?}");
    validators
}

/// An object with these members of its metadata, and these members.
fn note(metadata: &str, members: &str) -> String {
    format!(
        r#"{{"apiVersion":"example.com/v1","kind":"Note","metadata":{{"name":"a","namespace":"b","resourceVersion":"7"{metadata}}}{members}}}"#
    )
}

/// The errors and warnings of an answer.
fn said(properties: &str, new: &str, old: Option<&str>, status: bool, server: Minor) -> Vec<String> {
    let validators = validators(properties, server);
    let create = new.replace(r#","resourceVersion":"7""#, "");
    let request = match old {
        None => Request::create(create.as_bytes()),
        Some(old) if status => Request::update_status(new.as_bytes(), old.as_bytes()),
        Some(old) => Request::update(new.as_bytes(), old.as_bytes()),
    };
    let mut scratch = Scratch::new();
    let outcome = validators.all().next().unwrap().answer(request, &mut scratch);
    let mut said: Vec<String> = servers::errors(server, &outcome).iter().map(ToString::to_string).collect();
    said.extend(servers::warnings(server, &outcome).into_iter().map(|text| format!("warning: {text}")));
    said
}

fn difference(name: &str) -> &'static Difference {
    DIFFERENCES.iter().find(|one| one.name == name).unwrap()
}

/// Compares the answers of the version before a difference with those of the first.
#[track_caller]
fn differs(name: &str, properties: &str, (new, old): (&str, Option<&str>), before: &[&str], after: &[&str]) {
    let since = difference(name).since;
    assert_eq!(said(properties, new, old, false, Minor(since.0 - 1)), before, "{name}: before {since}");
    assert_eq!(said(properties, new, old, false, since), after, "{name}: from {since} on");
}

#[test]
fn updates_ratchet_since_1_30() {
    let size = r#""size":{"type":"integer","maximum":3},"text":{"type":"string"}"#;
    let (old, new) = (note("", r#","size":9"#), note("", r#","size":9,"text":"x""#));
    let refused = ["size: Invalid value: 9: size in body should be less than or equal to 3"];
    differs("ratcheting", size, (&new, Some(&old)), &refused, &[]);

    let rule = r#""size":{"type":"integer","x-kubernetes-validations":[{"rule":"self < 3"}]},"text":{"type":"string"}"#;
    let refused = [r#"size: Invalid value: "integer": failed rule: self < 3"#];
    let warned = [r#"warning: size: Invalid value: "integer": failed rule: self < 3"#];
    differs("ratcheting", rule, (&new, Some(&old)), &refused, &warned);
}

#[test]
fn formats_of_numbers_and_names_are_ignored_by_older_servers() {
    let object = note("", r#","size":3000000000"#);
    let size = r#""size":{"type":"integer","format":"int32"}"#;
    // The server's test: pkg/apiserver/validation/validation_test.go, `intThirtyTwo`.
    let refused =
        [r#"<nil>: Invalid value: "": Checked value must be of type integer with format int32 in size"#];
    differs("number-formats", size, (&object, None), &[], &refused);

    let object = note("", r#","to":"No_Name""#);
    let to = r#""to":{"type":"string","format":"k8s-short-name"}"#;
    let refused = [r#"to: Invalid value: "No_Name": to in body must be of type k8s-short-name: "No_Name""#];
    differs("name-formats", to, (&object, None), &[], &refused);
}

#[test]
fn errors_of_rules_show_types_before_1_35() {
    for (of, value, before, after) in [
        (r#""type":"string""#, r#""x""#, r#""string": "#, r#""x": "#),
        (r#""type":"integer""#, "7", r#""integer": "#, "7: "),
        (r#""type":"number""#, "7", r#""number": "#, "7: "),
        (r#""type":"boolean""#, "true", r#""boolean": "#, "true: "),
        (r#""type":"array","items":{"type":"string"}"#, "[]", r#""array": "#, ""),
        (r#""type":"object","additionalProperties":{"type":"string"}"#, "{}", r#""object": "#, ""),
        (r#""x-kubernetes-int-or-string":true"#, "7", r#""": "#, "7: "),
    ] {
        let of = format!(r#""a":{{{of},"x-kubernetes-validations":[{{"rule":"self != self"}}]}}"#);
        let object = note("", &format!(r#","a":{value}"#));
        let text = |shown| format!("a: Invalid value: {shown}failed rule: self != self");
        differs("rule-values", &of, (&object, None), &[&text(before)], &[&text(after)]);
    }
    // A rule that cannot be evaluated shows the type in all versions.
    let of = r#""a":{"type":"array","maxItems":2,"items":{"type":"string"},"x-kubernetes-validations":[{"rule":"self[0] == 'x'"}]}"#;
    let object = note("", r#","a":[]"#);
    let found = |server| said(of, &object, None, false, Minor(server));
    assert!(found(34)[0].starts_with(r#"a: Invalid value: "array": "#), "{:?}", found(34));
    assert_eq!(found(34), found(35));
}

#[test]
fn values_are_json_since_1_34() {
    let of = r#""a":{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["k"],"items":{"type":"object","required":["k"],"properties":{"k":{"type":"string"}}}}"#;
    let object = note("", r#","a":[{"k":"x"},{"k":"x"}]"#);
    let before = [r#"a[1]: Duplicate value: map[string]interface {}{"k":"x"}"#];
    let after = [r#"a[1]: Duplicate value: {"k":"x"}"#];
    differs("go-values", of, (&object, None), &before, &after);
}

#[test]
fn texts_changed_with_1_32_and_1_34() {
    let text = r#""a":{"type":"string","maxLength":1}"#;
    let object = note("", r#","a":"abc""#);
    let (oldest, old, new) = (
        "a: Too long: may not be longer than 1",
        "a: Too long: may not be more than 1 bytes",
        "a: Too long: may not be more than 1 byte",
    );
    // The note that rules were not checked, in its own form.
    let own = |name: &str, before: &str, after: &str| {
        let since = difference(name).since;
        let first = |server| said(text, &object, None, false, server).remove(0);
        assert_eq!((first(Minor(since.0 - 1)).as_str(), first(since).as_str()), (before, after));
    };
    own("long-values", oldest, old);
    own("one-byte", old, new);

    let large = "x".repeat(300 * 1024);
    let object = note(&format!(r#","annotations":{{"a":"{large}"}}"#), "");
    let at = "metadata.annotations: Too long: ";
    let first = |server| said(text, &object, None, false, Minor(server)).remove(0);
    assert_eq!(first(31), format!("{at}must have at most 262144 bytes"));
    assert_eq!(first(32), format!("{at}may not be more than 262144 bytes"));
}

#[test]
fn warnings_of_finalizers_ask_for_a_path_since_1_32() {
    let object = note(r#","finalizers":["a.example.com"]"#, "");
    let warning = |path: &str| {
        format!(
            r#"warning: metadata.finalizers: "a.example.com": prefer a domain-qualified finalizer name{path} to avoid accidental conflicts with other finalizer writers"#
        )
    };
    let (before, after) = (warning(""), warning(" including a path (/)"));
    differs("finalizer-warnings", r#""a":{"type":"string"}"#, (&object, None), &[&before], &[&after]);
}

#[test]
fn texts_about_metadata_changed_with_1_34() {
    let embedded = r#""a":{"type":"object","x-kubernetes-embedded-resource":true,"x-kubernetes-preserve-unknown-fields":true}"#;
    let object = note("", r#","a":{"kind":"Pod"}"#);
    let text = "a.apiVersion: Required value";
    let before = format!("{text}: must not be empty");
    let since = difference("embedded-resources").since;
    let has =
        |server, text: &str| said(embedded, &object, None, false, server).iter().any(|said| said == text);
    assert!(has(Minor(since.0 - 1), &before) && has(since, text));

    let object = note(r#","ownerReferences":[{"apiVersion":"v1","kind":"Pod","name":"","uid":"x"}]"#, "");
    let at = r#"metadata.ownerReferences.name: Invalid value: "": "#;
    let (before, after) = (format!("{at}name must not be empty"), format!("{at}must not be empty"));
    differs("repeated-names", r#""a":{"type":"string"}"#, (&object, None), &[&before], &[&after]);
}

#[test]
fn operations_of_managed_fields_are_listed_since_1_37() {
    for (operation, after) in [
        ("Patch", r#"Unsupported value: "Patch": supported values: "Apply", "Update""#),
        ("", "Required value: must not be empty"),
    ] {
        let entry = format!(
            r#","managedFields":[{{"manager":"a","operation":"{operation}","apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{{}}}}]"#
        );
        let (old, new) = (note("", ""), note(&entry, ""));
        let at = "metadata.managedFields[0].operation: ";
        let before = format!(r#"{at}Invalid value: "{operation}": must be `Apply` or `Update`"#);
        let after = format!("{at}{after}");
        let since = difference("managed-operations").since;
        let has = |server, text: &String| {
            let found = said(r#""a":{"type":"string"}"#, &new, Some(&old), false, server);
            (found.contains(text), found)
        };
        let (found, all) = has(Minor(since.0 - 1), &before);
        assert!(found, "{all:?}");
        let (found, all) = has(since, &after);
        assert!(found, "{all:?}");
    }
}

#[test]
fn errors_of_statuses_rules_and_owners_are_at_the_paths_of_the_version() {
    let differs = |name: &str,
                   properties: &str,
                   (new, old): (&str, &str),
                   status: bool,
                   before: &[&str],
                   after: &[&str]| {
        let since = difference(name).since;
        for (server, expected) in [(Minor(since.0 - 1), before), (since, after)] {
            assert_eq!(said(properties, new, Some(old), status, server), expected, "{name}: {server}");
        }
    };
    let status = r#""status":{"type":"object","properties":{"a":{"type":"integer","maximum":3},"b":{"type":"string"}}}"#;
    let (old, new) = (note("", r#","status":{"a":1}"#), note("", r#","status":{"a":9}"#));
    let text = "Invalid value: 9: a in body should be less than or equal to 3";
    let (before, after) = (format!("a: {text}"), format!("status.a: {text}"));
    differs("status-paths", status, (&new, &old), true, &[&before], &[&after]);
    let (old, new) = (note("", r#","status":{"a":9}"#), note("", r#","status":{"a":9,"b":"x"}"#));
    differs("status-ratcheting", status, (&new, &old), true, &[&after], &[]);
    let rules = r#""s":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}},"x-kubernetes-validations":[{"rule":"self != self","fieldPath":".b"},{"rule":"self != self","fieldPath":".a"}]}"#;
    let (old, new) = (note("", ""), note("", r#","s":{}"#));
    let text = |path: &str| format!(r#"s.{path}: Invalid value: "object": failed rule: self != self"#);
    let [first, second, below] = ["b", "a", "b.a"].map(text);
    differs("rule-field-paths", rules, (&new, &old), false, &[&first, &below], &[&first, &second]);
    let owner = note(r#","ownerReferences":[{"apiVersion":"v1","kind":"","name":"x","uid":"x"}]"#, "");
    let before = r#"metadata.ownerReferences.kind: Invalid value: "": must not be empty"#;
    let after = "metadata.ownerReferences[0].kind: Required value: must not be empty";
    let of = r#""a":{"type":"string"}"#;
    differs("owner-references", of, (&owner, &note("", "")), false, &[before], &[after]);
}
