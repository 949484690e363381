//! What views promise: what is no `Option`, what absent and wrong values read as, keys of list maps, and no allocations.

use crdc::views::IntOrString;
use crdc::{Scratch, Value};
use crdc_dynamic::validators::Validators;
use crdc_oracle::load;
use crdc_reading_tests::views::{VIEWS, named};
use crdc_vocabulary::Ratcheting;

fn validators(folder: &str) -> Validators {
    let path = format!("{}/views/{folder}/crd.yaml", env!("CARGO_MANIFEST_DIR"));
    load::validators("crd.yaml", &std::fs::read_to_string(path).unwrap(), Ratcheting::default())
}

/// The object of a create, accepted or not.
fn with<R>(folder: &str, kind: &str, rest: &str, see: impl FnOnce(Value<'_>) -> R) -> R {
    let validators = validators(folder);
    let object = format!(
        r#"{{"apiVersion":"views.example.com/v1","kind":"{kind}","metadata":{{"name":"a","labels":{{"x.io/a":"1"}}}},{rest}}}"#
    );
    let mut scratch = Scratch::new();
    let outcome =
        validators.get("views.example.com", "v1", kind).unwrap().create(object.as_bytes(), &mut scratch);
    match outcome.rejected_value() {
        Some(value) => see(value),
        None => see(outcome.into_result().unwrap().value()),
    }
}

#[test]
fn required_and_defaulted_fields_are_no_options() {
    let rest = r#""spec":{"needed":"x","neededOrNull":null,"list":["a"],"part":{"inner":true},"mode":"b"}"#;
    with("presence", "Presence", rest, |value| {
        let spec = named::Presence::view(value).spec();
        let (needed, defaulted): (&str, i64) = (spec.needed(), spec.defaulted());
        assert_eq!((needed, defaulted, spec.needed_or_null(), spec.optional()), ("x", 3, None, None));
        assert_eq!((spec.defaulted_or_null(), spec.optional_or_null()), (Some(3), None));
        assert!(spec.part().inner() && spec.whole().inner());
        assert_eq!((spec.mode().as_str(), spec.mode_or_null()), ("b", None));
        assert_eq!((spec.list().len(), spec.map().len(), spec.map().as_value()), (1, 0, None));
    });
}

/// A create drops the status that its default made.
#[test]
fn a_status_that_is_a_subresource_is_an_option() {
    let rest = r#""spec":{"needed":"x","neededOrNull":"y","list":[],"part":{"inner":true},"mode":"b"}"#;
    with("presence", "Presence", rest, |value| {
        assert!(named::Presence::view(value).status().is_none());
    });
}

#[test]
fn what_is_absent_or_wrong_in_a_refused_object_reads_as_nothing() {
    with(
        "presence",
        "Presence",
        r#""spec":{"mode":"c","part":3,"list":{"a":1},"defaulted":"many"}"#,
        |value| {
            let spec = named::Presence::view(value).spec();
            assert_eq!((spec.needed(), spec.defaulted(), spec.part().inner()), ("", 0, false));
            assert_eq!((spec.mode().as_str(), spec.mode().to_string()), ("c", "c".to_owned()));
            assert!(spec.list().is_empty() && spec.list().get(0).is_none());
        },
    );
    with("presence", "Presence", r#""x":1"#, |value| {
        let spec = named::Presence::view(value).spec();
        assert_eq!((spec.needed(), spec.list().len(), spec.part().inner()), ("", 0, false));
        assert!(spec.as_value().is_null());
    });
}

#[test]
fn items_of_list_maps_are_found_by_their_keys() {
    let rest = r#""spec":{"type":[{"name":"a","size":1},{"name":"b","size":2}],"ports":[{"port":80},{"port":80,"protocol":"UDP","external":true}]}"#;
    with("lists", "List", rest, |value| {
        let spec = named::List::view(value).spec().unwrap();
        assert_eq!(spec.type_by_name("b").and_then(|item| item.size()), Some(2));
        assert!(spec.type_by_name("c").is_none());
        assert_eq!(
            spec.ports_by_port_and_protocol_and_external_2(80, "TCP", false).map(|port| port.port()),
            Some(80)
        );
        assert!(spec.ports_by_port_and_protocol_and_external_2(80, "UDP", false).is_none());
        assert!(spec.conditions_by_type("Ready").is_none());
    });
}

#[test]
fn values_of_all_types_are_read() {
    let rest = r#""spec":{"text":"é\n","whole":3.0,"number":2,"truth":true,"port":"50%","written":7,"mode":"fast","level":2,
        "limits":{"cpu":1,"memory":"1Gi"},"groups":{"g":{"members":["m"]}},"lists":[[1,2],[]],"nullables":[1,null],"open":{"other":1},
        "pod":{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"},"spec":{"image":"i"}}}"#;
    with("values", "Value", rest, |value| {
        let object = named::Value::view(value);
        let spec = object.spec().unwrap();
        assert_eq!(
            (object.kind(), object.metadata().name(), object.metadata().labels().get("x.io/a")),
            ("Value", "a", Some("1"))
        );
        assert_eq!(
            (spec.text(), spec.whole(), spec.number(), spec.truth()),
            (Some("é\n"), Some(3), Some(2.0), Some(true))
        );
        assert_eq!(
            (spec.port(), spec.written()),
            (Some(IntOrString::String("50%")), Some(IntOrString::Int(7)))
        );
        assert_eq!(spec.mode().unwrap().as_str(), "fast");
        assert_eq!(spec.limits().get("memory"), Some(IntOrString::String("1Gi")));
        assert_eq!(spec.groups().get("g").map(|group| group.members().iter().collect()), Some(vec!["m"]));
        assert_eq!(spec.lists().iter().map(|list| list.iter().sum()).collect::<Vec<i64>>(), [3, 0]);
        assert_eq!(spec.nullables().iter().collect::<Vec<_>>(), [Some(1), None]);
        assert_eq!(
            spec.open().and_then(|open| open.as_value().get("other")).and_then(Value::as_i64),
            Some(1)
        );
        let pod = spec.pod().unwrap();
        assert_eq!(
            (pod.kind(), pod.metadata().name(), pod.spec().and_then(|spec| spec.image())),
            ("Pod", "p", Some("i"))
        );
    });
}

#[test]
fn fields_have_names_of_rust() {
    let rest = r#""spec":{"type":"t","self":"s","gen":true,"asValue":"v","fooBar":"1","foo_bar":"2","foo-bar":"3","a\"b\\c\n":"esc","==":"eq","option":{"some":"o"}}"#;
    with("names", "Spec", rest, |value| {
        let spec = named::Spec::view(value).spec().unwrap();
        assert_eq!(
            (spec.r#type(), spec.self_(), spec.r#gen(), spec.as_value_2()),
            (Some("t"), Some("s"), Some(true), Some("v"))
        );
        assert_eq!((spec.foo_bar(), spec.foo_bar_2(), spec.foo_bar_3()), (Some("1"), Some("2"), Some("3")));
        assert_eq!((spec.a_b_c(), spec.field()), (Some("esc"), Some("eq")));
        assert_eq!(spec.option().and_then(|option| option.some()), Some("o"));
    });
}

#[test]
fn views_allocate_nothing() {
    let rest =
        r#""spec":{"text":"é\n","limits":{"cpu":1},"lists":[[1],[2]],"groups":{"g":{"members":["m"]}}}"#;
    with("values", "Value", rest, |value| {
        let counted = allocation_counter::measure(|| {
            let spec = named::Value::view(value).spec().unwrap();
            assert!(spec.text().is_some() && spec.limits().get("cpu").is_some());
            assert_eq!(spec.lists().iter().map(|list| list.iter().sum::<i64>()).sum::<i64>(), 3);
            assert!(value.at("spec.groups[g].members[0]").and_then(Value::as_str) == Some("m"));
            assert_eq!(value.members().count(), 4);
        });
        assert_eq!(counted.count_total, 0);
    });
}

/// Each kind of a CRD, and one of an OpenAPI document whose schema leads back to itself.
#[test]
fn kinds_of_openapi_documents_have_views() {
    assert!(VIEWS.iter().any(|(name, _)| name.starts_with("trees.views.example.com")));
}
