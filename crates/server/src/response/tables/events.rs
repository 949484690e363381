//! Tables of Events of both groups, whose fields have other names.

use serde_json::{Value, json};

use super::row::{Row, text};
use super::table::{Heading, NAME, Table};
use crate::apimachinery::duration;

const COLUMNS: &[Heading] = &[
    ("Last Seen", "string", 0),
    ("Type", "string", 0),
    ("Reason", "string", 0),
    ("Object", "string", 0),
    ("Subobject", "string", 1),
    ("Source", "string", 1),
    ("Message", "string", 0),
    ("First Seen", "string", 1),
    ("Count", "string", 1),
    (NAME.0, NAME.1, 1),
];

pub(crate) const EVENT: Table = Table { group: "", kind: "Event", columns: COLUMNS, cells };
pub(crate) const NEW_EVENT: Table = Table { group: "events.k8s.io", kind: "Event", columns: COLUMNS, cells };

fn cells(row: &Row<'_>) -> Vec<Value> {
    // The field of the one group or of the other.
    let either =
        |names: [&str; 2]| names.map(|name| &row.object[name]).into_iter().find(|value| !value.is_null());
    let either = |names| either(names).unwrap_or(&Value::Null);
    let [first, last] =
        [["firstTimestamp", "deprecatedFirstTimestamp"], ["lastTimestamp", "deprecatedLastTimestamp"]]
            .map(|names| Some(either(names)).filter(|time| !time.is_null()));
    let since = |time: &Value| duration::since(time, row.clock);
    let first = since(first.unwrap_or_else(|| row.at("/eventTime")));
    let series = row.at("/series");
    let (last, count) = match (series, last) {
        (Value::Object(_), _) => {
            (since(&series["lastObservedTime"]), series["count"].as_i64().unwrap_or_default())
        }
        (_, last) => {
            let count =
                either(["count", "deprecatedCount"]).as_i64().filter(|count| *count != 0).unwrap_or(1);
            (last.map_or_else(|| first.clone(), since), count)
        }
    };
    let about = either(["involvedObject", "regarding"]);
    let kind = text(&about["kind"]).to_lowercase();
    let object = match text(&about["name"]) {
        "" => kind,
        name => format!("{kind}/{name}"),
    };
    let source = either(["source", "deprecatedSource"]);
    let or = |one: &Value, other: &Value| match text(one) {
        "" => text(other).to_owned(),
        one => one.to_owned(),
    };
    let component = or(&source["component"], either(["reportingComponent", "reportingController"]));
    let source = match or(&source["host"], row.at("/reportingInstance")) {
        host if host.is_empty() => component,
        host => format!("{component}, {host}"),
    };
    vec![
        json!(last),
        json!(row.text("/type")),
        json!(row.text("/reason")),
        json!(object),
        json!(text(&about["fieldPath"])),
        json!(source),
        json!(text(either(["message", "note"])).trim()),
        json!(first),
        json!(count),
        row.name(),
    ]
}
