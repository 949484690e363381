//! Computes ratios of times. In: times of crdc and other libraries, by round. Out: for each pair the median
//! of the ratios within a round, so that a slow moment of the machine affects both sides.

use std::collections::BTreeMap;
use std::process::Command;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::bars::{Bar, Figure};
use super::inputs::{self, Inputs};

/// The output of the peers crate for an object.
#[derive(Deserialize)]
struct Line {
    object: String,
    trouble: Vec<String>,
    times: BTreeMap<String, Vec<f64>>,
}

/// Aligns functions, loops and blocks to cache lines. Without it, compiling the same module twice gives
/// differences of up to 9%, more than immutability may cost.
const ALIGNED: &str = "-C llvm-args=-align-all-functions=6 -C llvm-args=-align-loops=64 \
    -C llvm-args=-align-all-nofallthru-blocks=6";

/// Measures P1 to P3 and P7 (`bars` has their meaning).
pub(crate) fn measure(inputs: &Inputs) -> Result<Vec<Figure>> {
    println!("median ratios of times; parse times include dropping the tree;");
    println!(
        "jsonschema lists all errors, its macro gives a boolean; P3 excludes the copy of the input for simd-json"
    );
    let mut command = Command::new(inputs.binary("peers", "measure", "")?);
    command.arg(inputs.schemas());
    each_line(inputs, &mut command, of_line)
}

/// Measures the cost of immutability markers.
pub(crate) fn measure_marks(inputs: &Inputs) -> Result<Vec<Figure>> {
    println!("updates of kinds with a third of their fields immutable, relative to none; aligned code");
    let mut command = Command::new(inputs.binary("marks", "measure", ALIGNED)?);
    each_line(inputs, &mut command, of_marks)
}

/// Measures the cost of an admission chain.
pub(crate) fn measure_admission(inputs: &Inputs) -> Result<Vec<Figure>> {
    println!("creates through an admission chain, relative to creates");
    each_line(inputs, &mut Command::new(inputs.binary("admission", "measure", "")?), |line| {
        let times = |name: &str| line.times.get(name).with_context(|| format!("no times of {name}"));
        let figure = |bar, above| -> Result<Figure> {
            let figure = ratio(bar, &line.object, times(above)?, times("create")?);
            Ok(Figure { invalid: !line.trouble.is_empty(), ..figure })
        };
        Ok(vec![
            figure(Bar::NoPlugins, "none")?,
            figure(Bar::Validators, "validators")?,
            figure(Bar::Mutator, "label")?,
        ])
    })
}

/// Measures plans that are not compiled, beside generated code.
pub(crate) fn measure_dynamic(inputs: &Inputs) -> Result<Vec<Figure>> {
    println!(
        "plans that are not compiled, relative to generated code, and serde_json's parser relative to them"
    );
    let mut command = Command::new(inputs.binary("dynamic", "measure", "")?);
    command.arg(inputs.schemas());
    each_line(inputs, &mut command, |line| {
        let times = |name: &str| line.times.get(name).with_context(|| format!("no times of {name}"));
        let figure = |bar, above, below| -> Result<Figure> {
            let figure = ratio(bar, &line.object, times(above)?, times(below)?);
            Ok(Figure { invalid: !line.trouble.is_empty(), ..figure })
        };
        Ok(vec![
            figure(Bar::DynamicCreate, "dynamic create", "create")?,
            figure(Bar::DynamicUpdate, "dynamic update", "update")?,
            figure(Bar::DynamicParse, "serde_json", "dynamic create")?,
        ])
    })
}

/// Measures reading objects as types.
pub(crate) fn measure_reading(inputs: &Inputs) -> Result<Vec<Figure>> {
    println!(
        "creates whose object is read as a type, relative to serde_json reading the type without validation"
    );
    each_line(inputs, &mut Command::new(inputs.binary("reading", "measure", "")?), |line| {
        let times = |name: &str| line.times.get(name).with_context(|| format!("no times of {name}"));
        let figure = |bar, above, below| -> Result<Figure> {
            let figure = ratio(bar, &line.object, times(above)?, times(below)?);
            Ok(Figure { invalid: !line.trouble.is_empty(), ..figure })
        };
        Ok(vec![
            figure(Bar::Typed, "typed", "serde_json typed")?,
            figure(Bar::TypedTree, "tree", "serde_json tree")?,
        ])
    })
}

/// Runs a bench crate over the objects, and converts each line of its output.
fn each_line(
    inputs: &Inputs,
    command: &mut Command,
    figures: impl Fn(&Line) -> Result<Vec<Figure>>,
) -> Result<Vec<Figure>> {
    command.args(inputs.objects.iter().map(|object| inputs.path(object)));
    let mut all = Vec::new();
    for line in inputs::output(command)?.lines() {
        let line: Line = serde_json::from_str(line).context("a line of the bench crate")?;
        for trouble in &line.trouble {
            eprintln!("error: {}: {trouble}", line.object);
        }
        all.extend(figures(&line)?);
    }
    all.sort_by_key(|figure| figure.bar);
    Ok(all)
}

fn of_marks(line: &Line) -> Result<Vec<Figure>> {
    let figure = |bar: Bar, what: &str| -> Result<Figure> {
        // The fastest of several copies.
        let times = |side: &str| {
            let name = format!("update_{side}{what}");
            let is_copy = |known: &str| {
                known.strip_prefix(&name).is_some_and(|copy| copy.starts_with(|c: char| c.is_ascii_digit()))
            };
            let copies = line.times.iter().filter(|(known, _)| is_copy(known)).map(|(_, times)| times);
            let best = copies.min_by(|a, b| median(a.to_vec()).total_cmp(&median(b.to_vec())));
            best.with_context(|| format!("no times of {name}"))
        };
        let figure = ratio(bar, &line.object, times("marked")?, times("plain")?);
        Ok(Figure { invalid: !line.trouble.is_empty(), ..figure })
    };
    Ok(vec![
        figure(Bar::Immutability, "")?,
        figure(Bar::MarkedDeep, "_deep")?,
        figure(Bar::MarkedReformatted, "_reformatted")?,
    ])
}

fn of_line(line: &Line) -> Result<Vec<Figure>> {
    let times = |name: &str| line.times.get(name).with_context(|| format!("no times of {name}"));
    let figure = |bar: Bar, above: &str, less: Option<&str>, below: &str| -> Result<Figure> {
        let (above, below) = (times(above)?, times(below)?);
        let less = less.map(times).transpose()?;
        let less = |round| less.and_then(|less: &Vec<f64>| less.get(round)).unwrap_or(&0.0);
        let above = above.iter().enumerate();
        let above: Vec<f64> = above.map(|(round, above)| above - less(round)).collect();
        let mut figure = ratio(bar, &line.object, &above, below);
        let of_updates = matches!(bar, Bar::P7Equal | Bar::P7Changed);
        let about = |trouble: &String| trouble.starts_with(if of_updates { "update" } else { "create" });
        figure.invalid = line.trouble.iter().any(about);
        Ok(figure)
    };
    Ok(vec![
        figure(Bar::P1, "serde_json", None, "create")?,
        figure(Bar::JsonSchema, "jsonschema", None, "create")?,
        figure(Bar::JsonSchemaMacro, "jsonschema_macro", None, "create")?,
        figure(Bar::P3, "simd_json", Some("copy"), "create")?,
        figure(Bar::P2, "sonic_rs", None, "create")?,
        figure(Bar::P7Equal, "update_equal", None, "create_next")?,
        figure(Bar::P7Changed, "update_changed", None, "create_next")?,
    ])
}

/// The median ratio of two series of times, round by round.
pub(super) fn ratio(bar: Bar, object: &str, above: &[f64], below: &[f64]) -> Figure {
    let ratios = above.iter().zip(below).map(|(above, below)| above / below).collect();
    let note = format!("{} / {}", time(median(above.to_vec())), time(median(below.to_vec())));
    Figure { note, ..Figure::new(bar, object, median(ratios)) }
}

pub(super) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

fn time(nanoseconds: f64) -> String {
    if nanoseconds < 1e3 {
        format!("{nanoseconds:.0} ns")
    } else if nanoseconds < 1e6 {
        format!("{:.1} µs", nanoseconds / 1e3)
    } else {
        format!("{:.2} ms", nanoseconds / 1e6)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn ratios_are_taken_within_a_round() {
        let times = |values: &[f64]| values.to_vec();
        let mut line = Line {
            object: "httproute-20k".into(),
            trouble: vec!["update refused: no".into()],
            times: BTreeMap::new(),
        };
        for name in ["create", "jsonschema", "jsonschema_macro", "sonic_rs", "create_next"] {
            line.times.insert(name.into(), times(&[10.0, 10.0, 100.0]));
        }
        for name in ["serde_json", "simd_json", "update_equal", "update_changed"] {
            line.times.insert(name.into(), times(&[60.0, 61.0, 600.0]));
        }
        line.times.insert("copy".into(), times(&[10.0, 11.0, 100.0]));
        let figures = of_line(&line).unwrap();
        assert_eq!(figures[0].to_string(), "P1 httproute-20k 6.0x (at least 5x) 61 ns / 10 ns");
        assert!(figures[3].to_string().starts_with("P3 httproute-20k 5.0x"));
        assert!(figures[5].invalid && !figures[0].invalid);
    }
    #[test]
    fn marks_are_held_against_the_same_kind_without() {
        let sides = ["", "_deep", "_reformatted"].into_iter().flat_map(|what| {
            [
                (format!("update_marked{what}0"), vec![11.0, 12.0]),
                (format!("update_plain{what}0"), vec![10.0, 10.0]),
            ]
        });
        let line = Line { object: "httproute-20k".into(), trouble: Vec::new(), times: sides.collect() };
        let figures = of_marks(&line).unwrap();
        assert_eq!(
            figures[1].to_string(),
            "immutable third, spec changed httproute-20k 1.20x (at most 1.05x) 12 ns / 10 ns MISSED"
        );
        assert!(of_marks(&Line { times: BTreeMap::new(), ..line }).is_err());
    }
}
