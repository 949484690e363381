//! The cap of ten entries of updates: apimachinery's table, `capmanagers_test.go`, whose cap is three: seven
//! newer entries fill up the rest.

use serde_json::{Value, json};

use crate::fixture::{Server, with_labels};

type Row<'a> = (&'a str, &'a str, u32, &'a [&'a str]);

fn entry((manager, version, hour, labels): &Row<'_>) -> Value {
    let labels: serde_json::Map<String, Value> =
        labels.iter().map(|label| (format!("f:{label}"), json!({}))).collect();
    json!({"manager": manager, "operation": "Update", "apiVersion": version, "time": format!("2025-01-01T{hour:02}:00:00Z"),
        "fieldsType": "FieldsV1", "fieldsV1": {"f:metadata": {"f:labels": labels}}})
}

const FILLING: [Row<'_>; 7] = [
    ("z1", "apps/v1", 17, &["z1"]),
    ("z2", "apps/v1", 18, &["z2"]),
    ("z3", "apps/v1", 19, &["z3"]),
    ("z4", "apps/v1", 20, &["z4"]),
    ("z5", "apps/v1", 21, &["z5"]),
    ("z6", "apps/v1", 22, &["z6"]),
    ("z7", "apps/v1", 23, &["z7"]),
];

/// What an update that changes nothing makes of entries.
fn capped(rows: &[Row<'_>]) -> Value {
    let mut server = Server::new();
    let mut object = with_labels(json!({}));
    object["metadata"]["managedFields"] = rows.iter().chain(&FILLING).map(entry).collect();
    server.live = Some(object.clone());
    server.update(object, "nobody");
    server.entries().clone()
}

#[test]
fn the_oldest_updates_are_merged() {
    let old = "ancient-changes";
    // Versions that are not served would be dropped, so all rows have the one that is.
    let rows: [Row<'_>; 4] = [
        ("u1", "apps/v1", 1, &["a"]),
        ("u2", "apps/v1", 2, &["b"]),
        ("u3", "apps/v1", 3, &["c"]),
        ("u4", "apps/v1", 4, &["d"]),
    ];
    let expected: [Row<'_>; 3] =
        [(old, "apps/v1", 2, &["a", "b"]), ("u3", "apps/v1", 3, &["c"]), ("u4", "apps/v1", 4, &["d"])];
    assert_eq!(capped(&rows), expected.iter().chain(&FILLING).map(entry).collect::<Value>());
    let rows: [Row<'_>; 4] = [
        (old, "apps/v1", 2, &["a", "b"]),
        ("u3", "apps/v1", 3, &["c"]),
        ("u4", "apps/v1", 4, &["d"]),
        ("u5", "apps/v1", 5, &["e"]),
    ];
    let expected: [Row<'_>; 3] =
        [(old, "apps/v1", 3, &["a", "b", "c"]), ("u4", "apps/v1", 4, &["d"]), ("u5", "apps/v1", 5, &["e"])];
    assert_eq!(capped(&rows), expected.iter().chain(&FILLING).map(entry).collect::<Value>());
}

#[test]
fn a_merged_entry_stays_as_it_is() {
    let mut server = Server::new();
    for at in 0..30 {
        server.now += 60;
        let mut object = server.live.clone().unwrap_or_else(|| with_labels(json!({})));
        object["metadata"]["labels"][format!("l{at}")] = json!("x");
        server.update(object, &format!("m{at:02}"));
        let before = server.live().clone();
        server.update(before.clone(), "nobody");
        assert_eq!(server.live(), &before);
    }
    let managers = server.managers();
    assert_eq!(managers.len(), 10);
    assert_eq!(managers[0], "ancient-changes Update");
    assert_eq!(
        server.entry("ancient-changes")["fieldsV1"]["f:metadata"]["f:labels"]
            .as_object()
            .map(|labels| labels.len()),
        Some(22)
    );
    // Appliers do not count.
    for at in 0..15 {
        server.apply(&with_labels(json!({format!("l{at}"): "x"})), &format!("a{at:02}")).expect("applied");
    }
    assert_eq!(server.managers().len(), 25);
}
