//! Goldens of the derive: `tests/derive/<name>/item.rs` and its formatted expansion, `expanded.rs`, and the
//! behavior of the same items. `BLESS=1` writes the goldens.

use std::fmt::Debug;
use std::fs;
use std::path::Path;

use crdc::Rules;
use crdc::typed::Scratch;
use crdc_oracle::golden;
use quote::ToTokens;
use serde::Serialize;
use serde::de::DeserializeOwned;

#[path = "../../derive/choice/item.rs"]
#[allow(unreachable_pub)]
mod choice;
#[path = "../../derive/convention/item.rs"]
#[allow(unreachable_pub)]
mod convention;
#[path = "../../derive/generic/item.rs"]
#[allow(unreachable_pub)]
mod generic;
#[path = "../../derive/marks/item.rs"]
#[allow(unreachable_pub)]
mod marks;
#[path = "../../derive/union/item.rs"]
#[allow(unreachable_pub)]
mod union;
#[path = "../../derive/wrapped/item.rs"]
#[allow(unreachable_pub)]
mod wrapped;

#[test]
fn expansions_are_as_they_were() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("derive");
    let mut wrong = Vec::new();
    let mut names: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert_eq!(names.len(), 6, "a folder is a module above, too");
    for path in names {
        let text = fs::read_to_string(path.join("item.rs")).unwrap();
        wrong.extend(golden::differs(&path.join("expanded.rs"), &expanded(&text)));
    }
    golden::none(&wrong);
}

/// The formatted expansion of the items of a file.
fn expanded(text: &str) -> String {
    let mut file = syn::parse_file(text).unwrap();
    let mut items = Vec::new();
    for item in &file.items {
        let (syn::Item::Struct(syn::ItemStruct { attrs, .. }) | syn::Item::Enum(syn::ItemEnum { attrs, .. })) =
            item
        else {
            continue;
        };
        let derives: String = attrs
            .iter()
            .filter(|attribute| attribute.path().is_ident("derive"))
            .map(|attribute| attribute.to_token_stream().to_string())
            .collect();
        let code = match (derives.contains(":: Rules"), derives.contains(":: Union")) {
            (true, false) => crdc_derive::derive(item.to_token_stream()),
            (false, true) => crdc_derive::derive_union(item.to_token_stream()),
            _ => continue,
        };
        items.extend(syn::parse2::<syn::File>(code).unwrap().items);
    }
    assert!(!items.is_empty());
    file.items = items;
    file.attrs.clear();
    prettyplease::unparse(&file)
}

/// The result of an update: the stored value, then the errors, one per line.
fn update<T: Rules + DeserializeOwned + Serialize + Debug>(old: &str, new: &str) -> (String, Vec<String>) {
    let mut scratch = Scratch::new();
    let old: T = serde_json::from_str(old).unwrap();
    let mut new: T = serde_json::from_str(new).unwrap();
    new.normalize(Some(&old));
    let errors = match new.validate_update(&old, &mut scratch) {
        Ok(()) => Vec::new(),
        Err(refused) => refused.to_string().lines().map(str::to_owned).collect(),
    };
    (serde_json::to_string(&new).unwrap(), errors)
}

fn errors<T: Rules + DeserializeOwned + Serialize + Debug>(old: &str, new: &str) -> Vec<String> {
    update::<T>(old, new).1
}

#[test]
fn marks_hold() {
    let old = r#"{"storageClass":"a","name":"x","zones":["b"],"labels":{"a":"b"},"ports":[{"port":1}]}"#;
    assert_eq!(errors::<marks::Spec>(old, old), [""; 0]);
    let new = r#"{"storageClass":"b","name":"x","zones":["c"],"labels":{"c":"b"},"ports":[{"port":2}]}"#;
    assert_eq!(
        errors::<marks::Spec>(old, new),
        [
            "spec.storageClass: Invalid value: \"b\": field is immutable",
            "spec.zones: Invalid value: \"b\": item may not be removed",
            "spec.labels[a]: Invalid value: null: item may not be removed",
            "spec.labels[c]: Invalid value: \"b\": item may not be added",
        ]
    );
    let new =
        r#"{"storageClass":"a","name":"X","zones":["b"],"labels":{"a":"b"},"ports":[{"port":1},{"port":1}]}"#;
    assert_eq!(
        errors::<marks::Spec>(old, new),
        [
            "spec.name: Invalid value: \"X\": spec.name in body should match '^[a-z0-9-]+$'",
            "spec.ports[1]: Duplicate value: {\"port\":1}",
        ]
    );
}

#[test]
fn unions_are_normalized_and_validated() {
    let s3 = r#"{"type":"S3","s3":{"bucket":"a"}}"#;
    let changed = r#"{"type":"GCS","s3":{"bucket":"a"},"gcs":{"bucket":"a"}}"#;
    let stored = r#"{"type":"GCS","gcs":{"bucket":"a"}}"#;
    assert_eq!(update::<union::Storage>(s3, changed), (stored.to_owned(), Vec::new()));
    assert_eq!(
        errors::<union::Storage>(s3, r#"{"type":"S3","s3":{"bucket":"a"},"gcs":{"bucket":"a"}}"#),
        [
            "type: Invalid value: \"S3\": only one union member may be set, but these are: gcs, s3; change the \
             discriminator to select one of them"
        ]
    );
    assert_eq!(
        errors::<union::Storage>(stored, r#"{"type":"S3"}"#),
        ["s3: Required value: must be specified when `type` is \"S3\""]
    );
    assert_eq!(
        errors::<union::Storage>(s3, r#"{"type":"S3","s3":{"bucket":"b"}}"#),
        ["s3.bucket: Invalid value: \"b\": field is immutable"]
    );
}

#[test]
fn an_enum_of_the_convention_is_read_strictly_and_validated_like_a_struct() {
    use convention::{Backup, Storage};
    let s3 = r#"{"storage":{"type":"S3","s3":{"name":"a"}},"archive":{"type":"S3","s3":{"name":"a"}}}"#;
    let gcs = r#"{"storage":{"type":"S3","s3":{"name":"b"}},"archive":{"type":"GCS","gcs":{"name":"a"}}}"#;
    assert_eq!(
        errors::<Backup>(s3, gcs),
        [
            "storage.s3.name: Invalid value: \"b\": field is immutable",
            "archive.s3: Invalid value: null: field cannot be cleared once set",
            "archive.type: Invalid value: \"GCS\": field is immutable",
            "archive.gcs: Invalid value: {\"name\":\"a\"}: field cannot be set once created",
        ]
    );
    let empty = r#"{"storage":{"type":"EmptyDir"}}"#;
    assert_eq!(
        update::<Backup>(r#"{"storage":{"type":"S3","s3":{"name":"a"}}}"#, empty),
        (empty.to_owned(), vec![])
    );
    let read = |text: &str| serde_json::from_str::<Storage>(text).map_err(|error| error.to_string());
    assert_eq!(read(r#"{"gcs":null,"unknown":[1],"s3":null,"type":"GCS"}"#), Ok(Storage::Gcs(None)));
    let error = |text| read(text).unwrap_err();
    for (text, words) in [
        (r#"{"type":"S3"}"#, "s3: must be specified when `type` is \"S3\""),
        (r#"{"s3":{"name":"a"}}"#, "type: must be set to select a union member"),
        (r#"{"type":"S4"}"#, "type: \"S4\": supported values: \"S3\", \"GCS\", \"EmptyDir\""),
        (
            r#"{"type":"S3","s3":{"name":"a"},"gcs":{"name":"b"}}"#,
            "type: only one union member may be set, but these are: s3, gcs; change the discriminator",
        ),
        (r#"{"type":"EmptyDir","s3":{"name":"b"}}"#, "s3: may only be specified when `type` is \"S3\""),
        (r#"{"type":"S3","s3":{"name":"a"},"s3":{"name":"a"}}"#, "duplicate field `s3`"),
        (r#"{"type":"EmptyDir","type":"S3"}"#, "duplicate field `type`"),
        ("[]", "invalid type: sequence, expected an object with `type` and the member that it selects"),
    ] {
        assert!(error(text).starts_with(words), "{text}: {}", error(text));
    }
}

#[test]
fn enums_are_objects_whose_fields_are_there_by_the_variant() {
    use choice::{Adjacent, IntOrText, Source, Tagged};
    let immutable =
        |path: &str, value: &str| format!("{path}: Invalid value: \"{value}\": field is immutable");
    assert_eq!(
        errors::<Source>(r#"{"copy":{"name":"a"}}"#, r#"{"copy":{"name":"b"}}"#),
        [immutable("copy.name", "b")]
    );
    assert_eq!(errors::<Source>(r#"{"copy":{"name":"a"}}"#, r#""nothing""#), [""; 0]);
    assert_eq!(errors::<Source>(r#"{"range":[1,2]}"#, r#"{"range":[2,2]}"#), [""; 0]);
    assert_eq!(
        errors::<Source>(r#"{"snapshot":{"class":"b"}}"#, r#"{"snapshot":{"class":"c"}}"#),
        [immutable("snapshot.class", "c")]
    );
    // The same field of the object, in either variant.
    assert_eq!(
        errors::<Tagged>(r#"{"type":"Snapshot","class":"b"}"#, r#"{"type":"Mirror","class":"c","copies":1}"#),
        [immutable("class", "c")]
    );
    assert_eq!(
        errors::<Tagged>(r#"{"type":"Nothing"}"#, r#"{"type":"Mirror","class":"c","copies":1}"#),
        ["class: Invalid value: \"c\": field cannot be set once created"]
    );
    assert_eq!(
        errors::<Tagged>(
            r#"{"type":"Mirror","class":"c","copies":1}"#,
            r#"{"type":"Mirror","class":"c","copies":0}"#
        ),
        ["copies: Invalid value: 0: copies in body should be greater than or equal to 1"]
    );
    assert_eq!(
        errors::<Adjacent>(
            r#"{"type":"Copy","value":{"name":"c"}}"#,
            r#"{"type":"Copy","value":{"name":"d"}}"#
        ),
        [immutable("value.name", "d")]
    );
    assert_eq!(errors::<IntOrText>("1", "\"a\""), [""; 0]);
}

#[test]
fn generics_and_recursion_are_looked_into() {
    use generic::{Borrowed, Page, Tree};
    let tree =
        |name: &str| format!(r#"{{"name":"a","children":[{{"name":"a"}}],"next":{{"name":"{name}"}}}}"#);
    assert_eq!(
        errors::<Tree>(&tree("a"), &tree("b")),
        ["next.name: Invalid value: \"b\": field is immutable"]
    );
    assert_eq!(
        errors::<Page<choice::Target>>(
            r#"{"items":[{"name":"a"}],"first":{"name":"a"}}"#,
            r#"{"items":[{"name":"b"},{"name":"b"}],"first":{"name":"a"}}"#
        ),
        ["items[1]: Duplicate value: {\"name\":\"b\"}"]
    );
    let of = |name: &'static str| Borrowed::<3> {
        name: name.into(),
        bytes: [0; 4],
        text: "t",
        size: Default::default(),
    };
    let mut scratch = Scratch::new();
    let refused = of("b").validate_update(&of("a"), &mut scratch).unwrap_err();
    assert_eq!(refused.to_string(), "name: Invalid value: \"b\": field is immutable");
}

#[test]
fn what_stands_around_a_value_is_no_place_of_its_own() {
    let spec = |kind: &str, size: u64, note: &str| {
        format!(
            r#"{{"type":"{kind}","protocol":"x","labels":{{"a":"b"}},"size":{size},"whole":{{"labels":{{}}}},
                "old":false,"note":"{note}"}}"#
        )
    };
    let written = r#"{"type":"x","protocol":"x","labels":{"a":"b"},"size":"1","whole":{"protocol":"tcp","labels":{}},"old":false}"#;
    assert_eq!(
        update::<wrapped::Wrapped>(&spec("x", 1, "n"), &spec("x", 1, "")),
        (written.to_owned(), Vec::new())
    );
    assert_eq!(
        errors::<wrapped::Wrapped>(&spec("x", 1, ""), &spec("y", 2, "").replace("\"b\"", "\"c\"")),
        [
            "type: Invalid value: \"y\": field is immutable",
            "labels[a]: Invalid value: \"c\": field is immutable",
        ]
    );
}
