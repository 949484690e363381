//! Updates of the data of Secrets and ConfigMaps, which is compared as it is stored.

use super::updates::check;

#[test]
fn texts_of_secrets_are_compared_as_the_data_that_they_become() {
    let secret = |fields: &str| {
        format!("apiVersion: v1\nkind: Secret\nmetadata: {{name: a}}\nimmutable: true\n{fields}\n")
    };
    let old = secret("data: {a: YQ==}");
    let refused = ["data: Forbidden: field is immutable when `immutable` is set"];
    for (new, wanted) in [
        ("stringData: {a: a}", &[][..]),
        ("data: {a: Yg==}\nstringData: {a: a}", &[]),
        ("data: {a: \"YQ\\n==\"}\nstringData: {a: a}", &[]),
        ("stringData: {a: b}", &refused),
        ("data: {a: YQ==}\nstringData: {a: b}", &refused),
        ("data: {a: YQ==}\nstringData: {b: a}", &refused),
        ("data: {a: YQ==}\nstringData: {}", &[]),
        ("stringData: {}", &refused),
        // Go ignores bits that no byte has.
        ("data: {a: YR==}\nstringData: {a: a}", &[]),
        ("data: {a: YR==}", &[]),
    ] {
        check(36, &old, &secret(new), wanted);
        let texts = secret("stringData: {a: a}");
        check(36, &texts, &secret(new), wanted);
    }
}

#[test]
fn data_that_is_frozen() {
    let map = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\nimmutable: true\ndata: {a: b}\n";
    check(36, map, map, &[]);
    check(
        36,
        map,
        &map.replace("a: b", "a: c"),
        &["data: Forbidden: field is immutable when `immutable` is set"],
    );
    check(
        36,
        map,
        &map.replace("immutable: true\n", ""),
        &["immutable: Forbidden: field is immutable when `immutable` is set"],
    );
    check(36, &map.replace("immutable: true\n", ""), &map.replace("a: b", "a: c"), &[]);
    // Line breaks are a part of texts, but not of base64.
    let lines = |field: &str, text: &str| map.replace("data: {a: b}", &format!("{field}: {{a: \"{text}\"}}"));
    let refused = |field| format!("{field}: Forbidden: field is immutable when `immutable` is set");
    check(36, &lines("data", "YQ=="), &lines("data", "YQ==\\n"), &[&refused("data")]);
    for (one, other, is_same) in [("YQ==", "YQ==\\n", true), ("YQ==", "YR==", true), ("YQ==", "Yg==", false)]
    {
        let wanted = refused("binaryData");
        let wanted: &[&str] = if is_same { &[] } else { &[&wanted] };
        check(36, &lines("binaryData", one), &lines("binaryData", other), wanted);
    }
    let secret = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n";
    check(36, secret, &format!("{secret}type: Opaque\n"), &[]);
    check(
        36,
        secret,
        &format!("{secret}type: example.com/a\n"),
        &["type: Invalid value: \"example.com/a\": field is immutable"],
    );
}
