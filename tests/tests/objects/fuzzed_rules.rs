//! Differences in rules that `cargo xtask fuzz` found, each as the smallest request that shows it
//! (`policies/fuzzed-rules.yaml`). The interpreter answers each request as well.
//
// cel-go: interpreter/{attributes,interpretable}.go, common/types; apiserver:
// pkg/cel/common/valuesunstructured.go, pkg/cel/escaping.go

use crdc_oracle::interpreter::Server;
use crdc_oracle::load;
use crdc_oracle::record::{Given, GivenError, Op};
use crdc_tests::compiled::{find, run};
use crdc_vocabulary::Ratcheting;

const NAME: &str = "fuzzedrules.policies.example.com/v1";

fn server() -> Server {
    let crd = include_str!("../../policies/fuzzed-rules.yaml");
    let server = load::servers("fuzzed-rules.yaml", crd).into_iter().next().unwrap();
    Server { ratcheting: Ratcheting::default(), ..server }
}

fn object(metadata: &str, spec: &str) -> Vec<u8> {
    format!(
        r#"{{"apiVersion":"policies.example.com/v1","kind":"FuzzedRule","metadata":{{"namespace":"default","resourceVersion":"1","generation":1,{metadata}}},"spec":{spec}}}"#
    )
    .into_bytes()
}

/// The error of a rule at a place, for operands that its function has no overload for.
macro_rules! no_overload {
    ($at:literal, $what:literal, $rule:literal) => {
        concat!(
            $at,
            ": 'no such overload",
            $what,
            "': call arguments did not match a supported operator, function or macro signature for rule: ",
            $rule
        )
    };
}

/// The errors of rules.
fn rules(given: &Given) -> Vec<String> {
    let text = |error: &GivenError| format!("{}: {}", error.field, error.detail);
    given.errors.iter().filter(|error| error.source == "cel").map(text).collect()
}

/// What generated code and the interpreter say of an update of the spec.
fn updated(old: &str, new: &str) -> Vec<String> {
    let [old, new] = [old, new].map(|spec| object(r#""name":"a""#, spec));
    let compiled = run(find(NAME), Op::Update, &new, &old, &mut crdc::Scratch::new());
    let interpreted = server().update(&new, &old);
    assert!(interpreted.unknown.is_empty(), "{:?}", interpreted.unknown);
    let found = rules(&compiled);
    assert_eq!(rules(&Given::from(interpreted)), found);
    found
}

#[test]
fn rules_see_the_name_that_is_generated() {
    let mut scratch = crdc::Scratch::new();
    for (metadata, expected) in [
        (r#""name":"b""#, &[][..]),
        (r#""generateName":"b""#, &[]),
        (r#""generateName":"made-""#, &["<nil>: made"]),
        (r#""name":"","uid":"u","generateName":"made-""#, &["<nil>: made"]),
        (r#""name":"b","generateName":"made-""#, &[]),
        (r#""generateName":"q\"\u00e9""#, &["<nil>: quoted"]),
    ] {
        let new = object(metadata, "{}");
        let given = run(find(NAME), Op::Create, &new, b"", &mut scratch);
        assert_eq!(rules(&given), expected, "{metadata}");
        let name = |given: &Given| {
            let object = given.object.as_ref()?;
            Some(object.get("metadata")?.get("name")?.to_string())
        };
        assert!(!name(&given).is_some_and(|name| name.contains("made")), "{metadata}");
        assert_eq!(rules(&Given::from(server().create(&new))), expected, "{metadata}");
    }
}

#[test]
fn rows() {
    let rows: &[(&str, &str, &[&str])] = &[
        // Strings, durations and timestamps are asked for calls that their type does not have, and do not
        // name them.
        (
            "{}",
            r#"{"asked":{"text":"a","flag":true,"wait":"1s"}}"#,
            &[
                no_overload!("spec.asked", "", "text times"),
                no_overload!("spec.asked", "", "text negated"),
                no_overload!("spec.asked", ": _*_", "flag times"),
                no_overload!("spec.asked", ": size", "flag size"),
                no_overload!("spec.asked", ": size", "flag its size"),
                no_overload!("spec.asked", ": matches", "flag matches"),
                no_overload!("spec.asked", "", "wait modulo"),
                no_overload!("spec.asked", "", "wait size"),
                no_overload!("spec.asked", "", "wait matches"),
            ],
        ),
        // Nearly all functions name the types of what they get.
        (
            "{}",
            r#"{"nulls":{"texts":[null],"times":[null],"waits":[null]}}"#,
            &[
                no_overload!("spec.nulls", ": size", "size"),
                no_overload!("spec.nulls", ": int(null_type)", "int"),
                no_overload!("spec.nulls", ": timestamp(null_type)", "timestamp"),
                no_overload!("spec.nulls", "", "contains"),
                no_overload!("spec.nulls", ": indexOf(null_type, string)", "index"),
                no_overload!("spec.nulls", ": join(list)", "join"),
                no_overload!("spec.nulls", ": getHours(null_type, string)", "hours of a day"),
                no_overload!("spec.nulls", ": getHours(null_type)", "hours"),
            ],
        ),
        // Functions on lists name the types of what they get; a list has that of its first item.
        (
            "{}",
            r#"{"absent":[null]}"#,
            &[
                no_overload!("spec.absent", ": slice(null_type, int, int)", "slice"),
                no_overload!("spec.absent", ": reverse(null_type)", "reverse"),
                no_overload!("spec.absent", ": null_type.flatten()", "flatten"),
                no_overload!("spec.absent", ": null_type.flatten(int)", "flatten by"),
                no_overload!("spec.absent", ": isSorted(null_type)", "sorted"),
                no_overload!("spec.absent", ": sum(null_type)", "sum"),
                no_overload!("spec.absent", ": min(null_type)", "least"),
                no_overload!("spec.absent", ": indexOf(null_type, int)", "index"),
            ],
        ),
        // Fields are compared by the names that they have in objects, unless those could be escaped ones.
        (r#"{"dashed":{"x-y.z":"1"}}"#, r#"{"dashed":{"x-y.z":"1"}}"#, &[]),
        (r#"{"dashed":{"x-y.z":"1"}}"#, r#"{"dashed":{"x-y.z":"2"}}"#, &["spec.dashed: dashed"]),
        (r#"{"dashed":{"a__b":"1"}}"#, r#"{"dashed":{"a__b":"2"}}"#, &["spec.dashed: dashed"]),
        (r#"{"dashed":{"größe":"1"}}"#, r#"{"dashed":{"größe":"2"}}"#, &["spec.dashed: dashed"]),
        (r#"{"dashed":{"__a__":"1"}}"#, r#"{"dashed":{"__a__":"2"}}"#, &[]),
        // An optional old value has no schema: dates are strings, whole numbers integers.
        (r#"{"unwrapped":{"x-y.z":"1"}}"#, r#"{"unwrapped":{"x-y.z":"1"}}"#, &[]),
        (r#"{"unwrapped":{"x-y.z":"1"}}"#, r#"{"unwrapped":{"x-y.z":"2"}}"#, &["spec.unwrapped: unwrapped"]),
        (
            r#"{"unwrapped":{"when":"2024-01-01T00:00:00Z"}}"#,
            r#"{"unwrapped":{"when":"2024-01-01T00:00:00Z"}}"#,
            &["spec.unwrapped: unwrapped"],
        ),
        (r#"{"named":{"a-b":"x"}}"#, r#"{"named":{"a-b":"x"}}"#, &[]),
        (r#"{"flagged":{"open":true}}"#, r#"{"flagged":{"open":true}}"#, &[]),
        (
            r#"{"flagged":{"open":null}}"#,
            r#"{"flagged":{"open":true}}"#,
            &["spec.flagged: flagged", "spec.flagged: turned"],
        ),
        (r#"{"numbers":{"a":1,"b":2}}"#, r#"{"numbers":{"a":1,"b":1.5}}"#, &[]),
        (r#"{"numbers":{"a":0,"b":2}}"#, r#"{"numbers":{"a":1,"b":1.5}}"#, &["spec.numbers: half"]),
        (r#"{"numbers":{"a":2,"b":2}}"#, r#"{"numbers":{"a":2,"b":1.5}}"#, &["spec.numbers: below"]),
        (r#"{"numbers":{"a":1,"b":9}}"#, r#"{"numbers":{"a":1,"b":9}}"#, &["spec.numbers: sum"]),
        (
            r#"{"numbers":{"a":1,"b":9.5}}"#,
            r#"{"numbers":{"a":1,"b":9}}"#,
            &[no_overload!("spec.numbers", "", "sum")],
        ),
        // Items and values that may be null have no type, wherever they go.
        (
            "{}",
            r#"{"nullable":{"whole":[null]}}"#,
            &[
                no_overload!("spec.nullable", ": isSorted(list)", "sorted"),
                "spec.nullable: reversed",
                no_overload!("spec.nullable", ": min(list)", "least"),
            ],
        ),
        ("{}", r#"{"nullable":{"whole":[1]}}"#, &[]),
        (
            "{}",
            r#"{"nullable":{"objects":[null]}}"#,
            &["spec.nullable: index out of bounds: 7 evaluating rule: compared", "spec.nullable: one"],
        ),
        ("{}", r#"{"nullable":{"map":{"k":null}}}"#, &[no_overload!("spec.nullable", ": _<=_", "low")]),
        // Sets have items without a schema: a whole number is no float.
        ("{}", r#"{"levels":[0.5]}"#, &[]),
        ("{}", r#"{"levels":[-3]}"#, &["spec.levels: levels", "spec.levels: same"]),
        // What does not fit its schema is an error once it is added to a set, which Go can hash.
        (
            r#"{"tags":[{}]}"#,
            r#"{"tags":[]}"#,
            &[
                "spec.tags: united",
                "spec.tags: tags",
                "spec.tags: equivalent",
                "spec.tags: contained",
                "spec.tags: internal error: runtime error: hash of unhashable type map[string]interface {} evaluating rule: small",
            ],
        ),
        // The overload exists; the conversion does not.
        (
            "{}",
            r#"{"seconds":1}"#,
            &[
                "spec.seconds: type conversion error from 'int' to 'google.protobuf.Duration' evaluating rule: seconds",
            ],
        ),
        // Functions of libraries name the types for which they have no overload.
        ("{}", r#"{"texts":{"of":{"k":"1"}}}"#, &[]),
        // No digits are zero.
        ("{}", r#"{"texts":{"sign":"-"}}"#, &[]),
        ("{}", r#"{"texts":{"sign":""}}"#, &["spec.texts: sign"]),
        ("{}", r#"{"texts":{"parts":["-"]}}"#, &["spec.texts: parts"]),
        (r#"{"texts":{"size":1}}"#, r#"{"texts":{"of":{"k":"1"}}}"#, &[]),
        (
            "{}",
            r#"{"texts":{"of":{"k":null}}}"#,
            &[
                no_overload!("spec.texts", ": isQuantity(null_type)", "quantity"),
                no_overload!("spec.texts", ": trim(null_type)", "trimmed"),
            ],
        ),
        // Types are compared when all operands are evaluated; those of a constant pattern's are not named.
        (
            "{}",
            r#"{"operands":{"a":null}}"#,
            &[
                "spec.operands: no such key: b evaluating rule: ends",
                "spec.operands: no such key: b evaluating rule: matches",
                "spec.operands: no such key: b evaluating rule: find",
                no_overload!("spec.operands", "", "begins"),
                no_overload!("spec.operands", "", "found"),
                "spec.operands: no such key: b evaluating rule: nested",
            ],
        ),
        (
            "{}",
            r#"{"operands":{"a":"x","b":null}}"#,
            &[
                no_overload!("spec.operands", "", "ends"),
                no_overload!("spec.operands", "", "matches"),
                no_overload!("spec.operands", ": find(string, null_type)", "find"),
                no_overload!("spec.operands", "", "nested"),
            ],
        ),
        (
            "{}",
            r#"{"operands":{"a":null,"b":"x"}}"#,
            &[
                no_overload!("spec.operands", "", "ends"),
                no_overload!("spec.operands", ": matches", "matches"),
                no_overload!("spec.operands", ": find(null_type, string)", "find"),
                no_overload!("spec.operands", "", "begins"),
                no_overload!("spec.operands", "", "found"),
                no_overload!("spec.operands", "", "nested"),
            ],
        ),
        // What an optional unwraps is no object of the schema.
        (
            r#"{"embedded":{"apiVersion":"v1","kind":"A","other":1}}"#,
            r#"{"embedded":{"apiVersion":"v1","kind":"A","other":1}}"#,
            &[no_overload!("spec.embedded", "", "unwrapped")],
        ),
    ];
    for (old, new, expected) in rows {
        assert_eq!(updated(old, new), *expected, "{old} {new}");
    }
}

/// A set of times differs from itself, and comparing a set of maps ends everything. Which of the two a map of
/// Go has first is not known, also where another operand is an error, which counts only after both are
/// evaluated.
#[test]
fn what_may_end_everything_is_not_known() {
    let mut scratch = crdc::Scratch::new();
    let (whens, maps) = (r#""whens":["2024-05-01T10:00:00Z"]"#, r#""maps":[{}]"#);
    let missing = "spec.mixed: no such key: text evaluating rule: mixed";
    let ended = "spec.mixed: internal error: runtime error: hash of unhashable type map[string]interface {} evaluating rule: mixed";
    for (members, known, expected) in [
        (whens.to_owned(), true, &[missing][..]),
        (maps.to_owned(), true, &[ended]),
        (format!("{whens},{maps}"), false, &[missing, ended]),
        (format!("{maps},{whens}"), false, &[missing, ended]),
    ] {
        let new = object(r#""name":"a""#, &format!(r#"{{"mixed":{{{members}}}}}"#));
        let found = rules(&run(find(NAME), Op::Create, &new, b"", &mut scratch));
        let interpreted = server().create(&new);
        assert_eq!(interpreted.unknown.is_empty(), known, "{members}: {:?}", interpreted.unknown);
        if known {
            assert_eq!(rules(&Given::from(interpreted)), expected, "{members}");
        }
        assert!(found.len() == 1 && expected.contains(&found[0].as_str()), "{members}: {found:?}");
    }
}

/// The object as it is stored, and as it is sent.
fn with_status(managed: &str, spec: &str, status: &str) -> Vec<u8> {
    let managed = format!(r#""name":"a","managedFields":[{managed}]"#);
    let object = String::from_utf8(object(&managed, spec)).unwrap();
    format!(r#"{},"status":{status}}}"#, object.strip_suffix('}').unwrap()).into_bytes()
}

/// A status update keeps everything but the status and `managedFields`, also empty fields.
#[test]
fn status_updates() {
    let by =
        |name: &str| format!(r#"{{"manager":"{name}","operation":"Update","fieldsV1":{{"f:spec":{{}}}}}}"#);
    let empty = r#"{"emptied":{"a":""}}"#;
    for (old, new, expected) in [
        (with_status(&by("a"), empty, r#"{"note":""}"#), with_status(&by("a"), "{}", "{}"), &[][..]),
        (with_status(&by("a"), "{}", r#"{"note":""}"#), with_status(&by("a"), "{}", r#"{"note":""}"#), &[]),
        (
            with_status(&by("a"), "{}", r#"{"note":""}"#),
            with_status(&by("a"), "{}", r#"{"note":"x"}"#),
            &["status: noted"],
        ),
        // The same in another spelling.
        (with_status(&by("a"), empty, "{}"), with_status(&format!(" {} ", by("\\u0061")), empty, "{}"), &[]),
        (with_status(&by("a"), empty, "{}"), with_status(&by("b"), empty, "{}"), &["<nil>: metadata"]),
        // A list in a set ends the evaluation where it is compared, also in functions that drop errors.
        (
            with_status(&by("a"), r#"{"hashed":[[[]]]}"#, "{}"),
            with_status(&by("a"), "{}", "{}"),
            &[
                "spec.hashed: internal error: runtime error: hash of unhashable type []interface {} evaluating rule: intersects",
                "spec.hashed: internal error: runtime error: hash of unhashable type []interface {} evaluating rule: index",
                "spec.hashed: internal error: runtime error: hash of unhashable type []interface {} evaluating rule: last index",
                "spec.hashed: internal error: runtime error: hash of unhashable type []interface {} evaluating rule: distinct",
            ],
        ),
        // Items that do not fit their schema fail where they are read.
        (
            with_status(&by("a"), r#"{"whole":[1,2.0]}"#, "{}"),
            with_status(&by("a"), "{}", "{}"),
            &[
                "spec.whole: joined",
                "spec.whole: invalid data, expected int, got float64 evaluating rule: excused",
                "spec.whole: invalid data, expected int, got float64 evaluating rule: compared",
                "spec.whole: list elements must have the same type evaluating rule: sort",
            ],
        ),
        (
            with_status(&by("a"), r#"{"texts":{"size":1.5}}"#, "{}"),
            with_status(&by("a"), "{}", "{}"),
            &[no_overload!("spec.texts", ": substring(string, double)", "part")],
        ),
        (
            with_status(&by("a"), r#"{"tags":[0.5]}"#, "{}"),
            with_status(&by("a"), "{}", "{}"),
            &[
                "spec.tags: united",
                "spec.tags: tags",
                "spec.tags: invalid data, expected string, got float64 evaluating rule: equivalent",
                "spec.tags: invalid data, expected string, got float64 evaluating rule: contained",
            ],
        ),
        (
            with_status(&by("a"), r#"{"whole":[1.0,2]}"#, "{}"),
            with_status(&by("a"), "{}", "{}"),
            &[
                "spec.whole: invalid data, expected int, got float64 evaluating rule: first",
                "spec.whole: joined",
                "spec.whole: invalid data, expected int, got float64 evaluating rule: compared",
                "spec.whole: list elements must be comparable evaluating rule: sort",
            ],
        ),
        // An object that is none fails where it is used, not where a loop comes to it.
        (
            with_status(&by("a"), r#"{"pairs":{"z":true}}"#, "{}"),
            with_status(&by("a"), "{}", "{}"),
            &["spec.pairs: no such key: b evaluating rule: all"],
        ),
        // Lists are read item by item.
        (
            with_status(&by("a"), r#"{"nullable":{"whole":[null,"x"]}}"#, "{}"),
            with_status(&by("a"), "{}", "{}"),
            &[
                no_overload!("spec.nullable", ": isSorted(list)", "sorted"),
                "spec.nullable: invalid data, expected int, got string evaluating rule: reversed",
                no_overload!("spec.nullable", ": min(list)", "least"),
            ],
        ),
        // What is stored is not validated again. The server puts the keys of all items into a map of Go
        // before it compares any.
        (
            with_status(&by("a"), r#"{"keyed":[{"a":false},{"a":{}},{"a":false,"b":2}]}"#, "{}"),
            with_status(&by("a"), "{}", "{}"),
            &[
                "spec.keyed: internal error: runtime error: hash of unhashable type map[string]interface {} evaluating rule: keyed",
                "spec.keyed: internal error: runtime error: hash of unhashable type map[string]interface {} evaluating rule: merged",
            ],
        ),
        // Items are compared in their order.
        (
            with_status(&by("a"), r#"{"keyed":[{"a":0},null]}"#, "{}"),
            with_status(&by("a"), "{}", "{}"),
            &["spec.keyed: invalid data, expected bool, got int64 evaluating rule: keyed"],
        ),
        (
            with_status(&by("a"), r#"{"tags":["a",{}]}"#, "{}"),
            with_status(&by("a"), "{}", "{}"),
            &[
                "spec.tags: internal error: runtime error: hash of unhashable type map[string]interface {} evaluating rule: united",
                "spec.tags: internal error: runtime error: hash of unhashable type map[string]interface {} evaluating rule: tags",
                "spec.tags: internal error: runtime error: hash of unhashable type map[string]interface {} evaluating rule: small",
            ],
        ),
        (
            with_status(&by("a"), r#"{"whole":[2.0,2.0]}"#, "{}"),
            with_status(&by("a"), "{}", "{}"),
            &[
                "spec.whole: invalid data, expected int, got float64 evaluating rule: first",
                "spec.whole: invalid data, expected int, got float64 evaluating rule: joined",
                "spec.whole: invalid data, expected int, got float64 evaluating rule: excused",
                "spec.whole: invalid data, expected int, got float64 evaluating rule: compared",
                "spec.whole: list elements must be comparable evaluating rule: sort",
            ],
        ),
        // What is wrong and unchanged is a warning; the status is normalized on both sides.
        (
            with_status(&by("a"), "{}", r#"{"note":"","wrong":["a"]}"#),
            with_status(&by("a"), "{}", r#"{"wrong":["a"]}"#),
            &[],
        ),
        (
            with_status(&by("a"), "{}", r#"{"note":"","wrong":["a"]}"#),
            with_status(&by("a"), "{}", r#"{"wrong":["b"]}"#),
            &["status: wrong"],
        ),
    ] {
        let compiled = run(find(NAME), Op::UpdateStatus, &new, &old, &mut crdc::Scratch::new());
        let shown = String::from_utf8_lossy(&new);
        assert_eq!(rules(&compiled), expected, "{shown}");
        assert_eq!(rules(&Given::from(server().update_status(&new, &old))), expected, "{shown}");
    }
}

/// Objects of another kind are kept as they were sent, but rules see the names in the metadata of embedded
/// resources.
#[test]
fn other_kinds() {
    for (metadata, expected) in [
        (r#""metadata":{"name":"x"}"#, &[][..]),
        (r#""m\u0065tadata":{"labels":null,"n\u0061me":"x"}"#, &[]),
        (r#""metadata":{"generateName":"x"}"#, &["spec.resource: unnamed"]),
        (r#""metadata":{"labels":{"name":"x"}}"#, &["spec.resource: unnamed"]),
    ] {
        let spec = format!(r#"{{"resource":{{"apiVersion":"v1","kind":"Thing",{metadata}}}}}"#);
        let new = String::from_utf8(object(r#""name":"a""#, &spec)).unwrap();
        let new = new.replace("FuzzedRule", "Other").into_bytes();
        let compiled = run(find(NAME), Op::Create, &new, b"", &mut crdc::Scratch::new());
        assert_eq!(rules(&compiled), expected, "{metadata}");
        assert_eq!(rules(&Given::from(server().create(&new))), expected, "{metadata}");
    }
}

/// The server keeps plain Go values of items that are added to a list of the object, and reads those by its
/// schema.
#[test]
fn added_items_are_read_as_the_values_that_go_holds() {
    let int_or_string = "invalid data, expected XIntOrString value to be either a string or integer";
    let no_map = "invalid data, expected a map for the provided schema with type=object";
    let no_list = "invalid data, expected an array for the provided schema with type=array";
    let got = |expected: &str, found: &str| format!("invalid data, expected {expected}, got {found}");
    let null = |expected: &str| got(expected, "structpb.NullValue");
    // The list, an item that fits it, how null is read, and the fitting item itself.
    for (list, item, null, own) in [
        ("flags", "true", null("bool"), None),
        ("counts", "1", null("int"), None),
        ("ratios", "1", null("float"), None),
        ("ratios", "1.5", null("float"), None),
        ("texts", r#""a""#, null("string"), None),
        ("waits", r#""1h""#, null("string"), Some(got("string", "time.Duration"))),
        ("days", r#""2024-01-01""#, null("string"), Some(got("string", "time.Time"))),
        ("times", r#""2024-01-01T00:00:00Z""#, null("string"), Some(got("string", "time.Time"))),
        ("bytes", r#""aGk=""#, null("string"), Some(got("string", "[]uint8"))),
        ("either", "1", int_or_string.into(), None),
        ("either", r#""a""#, int_or_string.into(), None),
        ("objects", r#"{"a":"b"}"#, no_map.into(), None),
        ("maps", r#"{"a":"b"}"#, no_map.into(), None),
        ("lists", r#"["a"]"#, no_list.into(), None),
    ] {
        let wrong = null.replace("structpb.NullValue", "*errors.errorString");
        let misfit = if item.starts_with('{') { "7" } else { "{}" };
        for (old, error) in [("null", Some(null)), (misfit, Some(wrong)), (item, own)] {
            let added = |item: &str| format!(r#"{{"added":{{"{list}":[{item}]}}}}"#);
            let found = updated(&added(old), &added(item));
            let error = error.map(|error| format!("spec.added.{list}: {error} evaluating rule: {list}"));
            assert_eq!(found, error.into_iter().collect::<Vec<_>>(), "{list} + {old}");
        }
    }
}

/// Sets unite what Go holds: texts of the object, and durations that were added.
#[test]
fn sets_unite_the_values_that_go_holds() {
    for (old, new, expected) in [
        (r#"["60s","1m"]"#, r#"["1h"]"#, &[][..]),
        (r#"["60s","2m"]"#, r#"["60s"]"#, &["spec.united: three"]),
        (r#"["60s","2m"]"#, "[]", &[]),
    ] {
        let set = |items: &str| format!(r#"{{"united":{items}}}"#);
        assert_eq!(updated(&set(old), &set(new)), expected, "{new} + {old}");
    }
}

/// What Go holds of lists in lists is read by the schema of the items, unless an expression made it in one
/// piece.
#[test]
fn lists_that_were_joined_are_read() {
    let no_list = "invalid data, expected an array for the provided schema with type=array";
    let made = format!("spec.joined: {no_list} evaluating rule: made");
    assert_eq!(updated("{}", r#"{"joined":[["c"]]}"#), [made]);
}

/// An object that was added fails where the loop reads it.
#[test]
fn loops_read_added_objects_late() {
    for (old, new, expected) in [
        (r#"[7]"#, r#"[{"a":"b"}]"#, &[][..]),
        (r#"[{"a":"b"}]"#, "[]", &[]),
        (
            r#"[7]"#,
            "[]",
            &[
                "spec.looped: invalid data, expected a map for the provided schema with type=object evaluating rule: looped",
            ],
        ),
    ] {
        let list = |items: &str| format!(r#"{{"looped":{items}}}"#);
        assert_eq!(updated(&list(old), &list(new)), expected, "{new} + {old}");
    }
}

/// `in` and `size` ask the value, whatever the schema says.
#[test]
fn a_list_in_the_place_of_a_map_is_asked() {
    let within = |flags: &str| format!(r#"{{"within":{{"flags":{flags}}}}}"#);
    assert_eq!(updated(&within("[]"), &within("{}")), [""; 0]);
    assert_eq!(
        updated(&within(r#"{"bee":true}"#), &within("{}")),
        ["spec.within: in", "spec.within: size", "spec.within: its size"]
    );
    assert_eq!(
        updated(&within(r#"["bee"]"#), &within("{}")),
        ["spec.within: in", "spec.within: size", "spec.within: its size"]
    );
}
