//! `cargo measure picture`: draws `docs/speed.svg`. In: the table of `docs/speed.md`. Out: `docs/speed.svg`,
//! which README.md shows.
//!
//! Easy to break: the same table gives the same bytes. A test compares the committed picture with the table.

mod bars;

use std::fs;

use anyhow::{Context, Result, ensure};

use bars::{Bar, Group};

/// The objects of the picture: rows of the table. 20 KB is the size in the middle.
const OBJECTS: [(&str, &str); 3] = [
    ("httproute-20k", "HTTPRoute, 20 KB"),
    ("certificate-20k", "Certificate, 20 KB"),
    ("prometheus-20k", "Prometheus, 20 KB"),
];
/// The columns of the picture, with the work that each stands for.
const COLUMNS: [(&str, &str); 3] = [
    ("serde_json parse", "serde_json: parse"),
    ("parse + jsonschema", "serde_json + jsonschema: parse, validate"),
    ("simd-json tape", "simd-json: parse to a tape"),
];
const OURS: &str = "crdc: parse, prune, default, validate";

/// Writes the picture.
pub(crate) fn run() -> Result<bool> {
    let docs = places::repository().join("docs");
    let picture = picture(&fs::read_to_string(docs.join("speed.md"))?)?;
    places::write_if_changed(&docs.join("speed.svg"), picture.as_bytes())?;
    Ok(true)
}

fn picture(page: &str) -> Result<String> {
    let mut groups = Vec::new();
    for (object, title) in OBJECTS {
        let mut bars = vec![Bar { label: OURS, ratio: 1.0, ours: true }];
        for (column, label) in COLUMNS {
            bars.push(Bar { label, ratio: ratio(page, object, column)?, ours: false });
        }
        groups.push(Group { title, bars });
    }
    Ok(bars::svg("Time relative to crdc", &groups))
}

/// A cell of the table, such as `8.2x`.
fn ratio(page: &str, object: &str, column: &str) -> Result<f64> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = page.lines().skip_while(|line| !line.starts_with("| object |"));
    let head = cells(lines.next().context("no table of objects")?);
    let at = head.iter().position(|title| title == column);
    let at = at.with_context(|| format!("no column \"{column}\""))?;
    let row = lines.map(cells).find(|row| row[0] == object);
    let row = row.with_context(|| format!("no row \"{object}\""))?;
    let cell = row.get(at).and_then(|cell| cell.strip_suffix('x')).and_then(|cell| cell.parse().ok());
    let ratio: f64 = cell.with_context(|| format!("{object}, {column}: no ratio"))?;
    ensure!(ratio.is_finite() && ratio > 0.0, "{object}, {column}: {ratio}");
    Ok(ratio)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_is_that_of_the_table() {
        let docs = places::repository().join("docs");
        let read = |name| fs::read_to_string(docs.join(name)).expect("a file of docs");
        let current = picture(&read("speed.md")).expect("a table");
        assert!(
            current == read("speed.svg"),
            "docs/speed.svg differs from docs/speed.md: cargo measure picture"
        );
    }

    #[test]
    fn ratios_are_found_by_row_and_column() {
        let page = "a\n\n| object | b | c |\n|---|---:|---:|\n| d | 1.0x | 2.5x |\n| e | | no |\n";
        assert_eq!(ratio(page, "d", "c").expect("a ratio"), 2.5);
        for (row, column) in [("d", "f"), ("f", "b"), ("e", "b"), ("e", "c")] {
            assert!(ratio(page, row, column).is_err(), "{row} {column}");
        }
    }
}
