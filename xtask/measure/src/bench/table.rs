//! Writes the Markdown table of docs/speed.md. In: measured values. Out: the Markdown table of docs/speed.md,
//! with a row for each object and a column for each measurement, and the build measurements below.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::bars::{Bar, Figure, Target};

pub(crate) fn markdown(figures: &[Figure]) -> String {
    let (objects, build): (Vec<&Figure>, Vec<&Figure>) =
        figures.iter().partition(|figure| figure.bar < Bar::P8Generate);
    let mut out = String::new();
    if !objects.is_empty() {
        let bars: BTreeSet<Bar> = objects.iter().map(|figure| figure.bar).collect();
        let titles: Vec<_> = bars.iter().map(|bar| bar.title()).collect();
        let _ = writeln!(out, "| object | {} |", titles.join(" | "));
        let _ = writeln!(out, "|---|{}", "---:|".repeat(bars.len()));
        let mut names: Vec<&str> = Vec::new();
        for figure in &objects {
            if !names.contains(&figure.object.as_str()) {
                names.push(&figure.object);
            }
        }
        for name in names {
            let cell = |bar: &Bar| {
                let found = objects.iter().find(|one| one.object == name && one.bar == *bar);
                found.map_or(String::new(), |figure| figure.shown())
            };
            let cells: Vec<_> = bars.iter().map(cell).collect();
            let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
        }
    }
    if !build.is_empty() {
        let _ = writeln!(out, "\n| {} | | limit |\n|---|---:|---:|", build[0].object);
        for figure in build {
            let asked = match figure.bar.ask(&figure.object) {
                Target::AtMost(most) => format!("{most}{}", figure.bar.unit()),
                Target::AtLeast(_) | Target::Nothing => String::new(),
            };
            let _ = writeln!(out, "| {} | {} | {asked} |", figure.bar.title(), figure.shown());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_rows_and_bars_are_columns() {
        let figures = [
            Figure::new(Bar::P1, "b", 5.0),
            Figure::new(Bar::P1, "a", 6.0),
            Figure::new(Bar::P3, "a", 2.0),
            Figure::new(Bar::P8Dev, "crd", 3.25),
        ];
        let expected = "\
| object | serde_json parse | simd-json tape |
|---|---:|---:|
| b | 5.0x |  |
| a | 6.0x | 2.0x |

| crd | | limit |
|---|---:|---:|
| compiling it, dev | 3.25s | 5s |
";
        assert_eq!(markdown(&figures), expected);
    }
}
