//! Tests `docs/apply-safe.md`: every row of its tables is answered as it says, by crdc with the extensions of
//! its CRD and by a server with the rules. Rows of the first table are in the report.
#![allow(clippy::unwrap_used, clippy::panic)]

use crdc_apply_safe_tests::{ENTRIES, lowered, published};
use crdc_oracle::answers::run;
use crdc_oracle::json::{Json, object, read};
use crdc_oracle::record::Op;

const PAGE: &str = include_str!("../../../docs/apply-safe.md");

fn json(text: &str) -> Json {
    read(text.as_bytes()).unwrap().value
}

fn resource(spec: &Json, phase: &str) -> Vec<u8> {
    let metadata = r#"{"name":"sample","namespace":"default","resourceVersion":"7","generation":1}"#;
    let resource = object([
        ("apiVersion", Json::from("safe.example.com/v1")),
        ("kind", "Page".into()),
        ("metadata", json(metadata)),
        ("spec", spec.clone()),
        ("status", object([("phase", Json::from(phase))])),
    ]);
    resource.to_string().into_bytes()
}

/// The first field that differs.
fn changed(was: &Json, sent: &Json) -> String {
    let fields =
        |json: &Json| json.as_object().unwrap().iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let differs = |name: &String| match (was.get(name), sent.get(name)) {
        (Some(was), Some(sent)) => !was.same(sent),
        _ => true,
    };
    fields(was).into_iter().chain(fields(sent)).find(differs).unwrap()
}

#[test]
fn every_row_is_answered_as_it_says() {
    let entry = ENTRIES.iter().find(|entry| entry.name == "docs/apply-safe.md").unwrap();
    let server = lowered(entry.crd, entry.version, 36);
    let report = published(entry.crd, 36).unexpressed;
    let tables: Vec<&str> = PAGE.split("| was | sent |").skip(1).collect();
    assert_eq!(tables.len(), 2);
    let mut wrong = Vec::new();
    for (number, table) in tables.into_iter().enumerate() {
        let rows =
            table.lines().take_while(|line| line.starts_with('|') || line.starts_with(" crdc")).skip(2);
        let mut count = 0;
        for row in rows {
            let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
            let [_, was, sent, own, servers, why, _] = cells.as_slice() else { panic!("{row}") };
            let was = json(was);
            let (op, sent) = match *sent {
                "*status*" => (Op::UpdateStatus, was.clone()),
                sent => (Op::Update, json(sent)),
            };
            let old = resource(&was, "a");
            let new = resource(&sent, if op == Op::Update { "a" } else { "b" });
            let native = run((entry.compiled)(), op, &new, &old, &mut crdc::Scratch::new());
            let rules =
                if op == Op::Update { server.update(&new, &old) } else { server.update_status(&new, &old) };
            let verb = |accepted: bool| if accepted { "accepts" } else { "refuses" };
            let given = (verb(native.code < 300), verb(rules.is_accepted()));
            if given != (*own, *servers) {
                wrong.push(format!("{row}\n{given:?}: {:?}\n{:?}", native.errors, rules.errors));
            }
            assert!(own != servers && !why.is_empty(), "{row}");
            if number == 0 {
                let field = changed(&was, &sent);
                let named = |path: &str| path.starts_with("spec") && path.contains(&field);
                assert!(report.iter().any(|entry| named(&entry.path)), "not reported: {field}");
            }
            count += 1;
        }
        assert!(count >= 5, "{count} rows");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
