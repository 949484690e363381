//! The immutability table: every topology, marker and operation, with compiled code and with the naive
//! reference. The output is `tests/immutability/table.md`. `BLESS=1` writes it, but fails if the reference
//! differs.

use std::fmt::Write;
use std::path::Path;

use crdc_oracle::golden;
use crdc_oracle::json::Json;
use crdc_oracle::load;
use crdc_oracle::record::{Given, GivenError, Op};
use crdc_oracle::topologies::{MARKS, OPERATIONS, POSITIONS, Position, combinations, crd, refused, schema};
use crdc_oracle::updates::update;
use crdc_source::Source;
use crdc_tests::compiled::{self, run};

/// Paths relative to the field `v`, each with its message.
fn places(errors: &[GivenError], position: &Position, mark: &str) -> Vec<String> {
    let before = format!("spec.{}.{mark}", position.name);
    let mut places: Vec<String> = errors
        .iter()
        .map(|error| {
            let path = error.field.strip_prefix(&before).unwrap_or(&error.field).trim_start_matches('.');
            let words = match error.source.as_str() {
                "immutable" => error.detail.clone(),
                _ => error.error_type.trim_start_matches("FieldValue").to_owned(),
            };
            if path.is_empty() { words } else { format!("`{path}`: {words}") }
        })
        .collect();
    places.sort();
    places.dedup();
    places
}

/// The result of a row, as a cell of the table.
fn cell(given: &Given, position: &Position, mark: &str) -> String {
    let places = places(&given.errors, position, mark);
    match given.code {
        200 => "free".to_owned(),
        422 => format!("free; then invalid: {}", places.join(", ")),
        400 => places.join(", "),
        code => panic!("{code} {}", given.message),
    }
}

/// Errors in comparable form.
fn violations(given: &Given) -> Vec<String> {
    let own = given.errors.iter().filter(|error| error.source == "immutable");
    let text = |error: &GivenError| {
        let value = error.bad_value.as_ref().map_or_else(|| "nothing".to_owned(), Json::to_string);
        format!("{} {} {value} {}", error.error_type, error.field, error.detail)
    };
    let mut all: Vec<String> = own.map(text).collect();
    all.sort();
    all.dedup();
    all
}

#[test]
fn every_topology_under_every_mark() {
    let compiled = compiled::find("tables.immutability.example.com/v1");
    let server = load::server("table.json", &crd(&combinations()), "v1");
    let mut scratch = crdc::Scratch::new();
    let mut rows = 0;
    let mut page = String::from(HEAD);
    for position in &POSITIONS {
        write!(page, "\n## {}\n\n`v: {}`\n\n", title(position), schema_text(position)).unwrap();
        let marks: Vec<&str> = MARKS.into_iter().filter(|mark| refused(position, mark).is_none()).collect();
        let not: Vec<(&str, &str)> =
            MARKS.iter().filter_map(|mark| Some((*mark, refused(position, mark)?))).collect();
        if let [(_, code), ..] = not[..] {
            let names: Vec<String> = not.iter().map(|(mark, _)| format!("`x-kubernetes-{mark}`")).collect();
            assert!(not.iter().all(|(_, other)| *other == code));
            write!(page, "Refused, with `{code}`: {}.\n\n", names.join(", ")).unwrap();
            rows += not.len() * OPERATIONS.len();
        }
        let heads: Vec<String> = marks.iter().map(|mark| format!(" {mark} |")).collect();
        writeln!(page, "| |{}\n|---|{}", heads.concat(), "---|".repeat(marks.len())).unwrap();
        for operation in OPERATIONS {
            let cells = marks.iter().map(|mark| {
                rows += 1;
                let (old, new) = match update(position, mark, operation) {
                    Ok(update) => update,
                    Err(why) => return format!(" *cannot be: {why}* |"),
                };
                let (old, new) = (old.to_string(), new.to_string());
                let given = run(compiled, Op::Update, new.as_bytes(), old.as_bytes(), &mut scratch);
                let wanted = Given::from(server.update(new.as_bytes(), old.as_bytes()));
                assert_eq!(given.code, wanted.code, "{} {mark} {operation}: {given:?}", position.name);
                assert_eq!(violations(&given), violations(&wanted), "{} {mark} {operation}", position.name);
                assert_eq!(given.code == 400, !violations(&given).is_empty());
                format!(" {} |", cell(&given, position, mark))
            });
            let cells: Vec<String> = cells.collect();
            writeln!(page, "| {operation} |{}", cells.concat()).unwrap();
        }
    }
    assert_eq!(rows, POSITIONS.len() * MARKS.len() * OPERATIONS.len());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("immutability/table.md");
    assert_eq!(golden::differs(&path, &page), None);
}

/// Exactly the combinations that the table lists as refused are refused, with the listed code.
#[test]
fn what_cannot_be_marked_is_refused() {
    let mut lints = Vec::new();
    for position in POSITIONS {
        for mark in MARKS {
            let source = Source::new("table.json", crd(&[(position, mark)]));
            let found = crdc_check::check_source(&source, None).diagnostics;
            let error = crdc_source::diag::Severity::Error;
            let errors: Vec<&str> = found
                .iter()
                .filter(|found| found.severity() == error)
                .map(|found| found.code.name())
                .collect();
            let wanted: Vec<&str> = refused(&position, mark).into_iter().collect();
            assert_eq!(errors, wanted, "{} {mark}", position.name);
            let warned = found.iter().any(|found| found.code.name() == "immutable-set-items");
            if warned && wanted.is_empty() {
                lints.push((position.name, mark));
            }
        }
    }
    // Nothing to check, therefore a warning.
    assert_eq!(lints, [("setItem", "immutable")]);
}

fn title(position: &Position) -> String {
    let mut title = position.title.to_owned();
    title[..1].make_ascii_uppercase();
    title
}

/// The schema in YAML flow style, with `MARK` at the position of the marker.
fn schema_text(position: &Position) -> String {
    let text = schema(position, "MARK").to_string().replace("\"x-kubernetes-MARK\":true", "MARK");
    text.replace(",\"x-kubernetes-immutable\":true", "")
        .replace('"', "")
        .replace(':', ": ")
        .replace(',', ", ")
}

const HEAD: &str = "# Every topology, mark and update

Generated by `tests/tests/objects/immutability.rs`, which runs every row through generated code and through a naive
reference; [immutability.md](../../docs/immutability.md) explains the rules. The dialect is `kep`.

Each section shows the schema of a field `v`; `MARK` is where the mark stands. The marked value is the field itself
or what it holds. A row says what an update does to the marked value, a column by which mark, a cell what is
answered:

- *free*: the mark says nothing;
- *free; then invalid*: the mark says nothing, and validation answers 422;
- places with words: code 400, each of them a cause of type `FieldValueInvalid`.

*set*, *set to null*, *set to empty*: it was absent; of a value in a map or list, its key or item was. *unset*: it is
absent now. *null*, *empty*: it is that now. *modify*: something in it is another, *reorder*, *add*, *remove*,
*duplicate*: what it holds is. *moved*: it stands elsewhere among its siblings. *parent added*, *parent removed*: the
object, map, list or item that holds it comes or goes with it. What is `nullable` keeps its nulls; elsewhere a null is
dropped or defaulted before anything is compared, and is then the same as absent.
";
