//! `--kind cel`. In: recorded expressions, with or without a schema for `self`. Out: a comparison of the
//! type, costs and compile errors with those of the compiler of rules, run in this process; and of values,
//! errors and actual costs with those of generated code, or with `--interpreted` of the interpreter.

use std::borrow::Cow;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use crdc_cel::compile::{Refusal, Text};
use crdc_check::cel::RuleCompiler;
use crdc_schema::{Schema, read_schema};
use crdc_source::{Source, parse_json};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::args::Args;
use super::evaluate::{self, Evaluated, Group};
use super::interpret;
use super::table::Table;

/// The compared values, in the order of the table.
const LEVELS: [&str; 9] =
    ["verdict", "type", "min_cost", "max_cost", "texts", "values", "errors", "actual_cost", "bound"];

/// A line of a file: an expression, or the schema for those that follow. Other keys are ignored.
#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    schema: Option<&'a RawValue>,
    #[serde(borrow)]
    selves: Option<Vec<&'a RawValue>>,
    id: Option<Cow<'a, str>>,
    expr: Option<String>,
    answer: Option<Expected>,
    results: Option<Vec<Evaluated>>,
    #[serde(flatten)]
    flat: Expected,
}

/// A line whose expression has values.
#[derive(Deserialize)]
struct Single {
    answer: Evaluated,
}

/// The expected results of an expression.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
struct Expected {
    #[serde(skip_serializing_if = "Option::is_none")]
    compile_error: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    of: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_cost: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_cost: Option<u64>,
}

#[derive(Serialize)]
struct Outcome<'a> {
    id: &'a str,
    expr: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a Expected>,
    #[serde(flatten)]
    flat: Option<&'a Expected>,
}

pub(super) fn run(args: &Args) -> Result<bool> {
    let files = files(args)?;
    let mut table = Table::new(&LEVELS);
    let mut outcomes = Vec::new();
    let mut runs = Runs::default();
    for file in &files {
        let place = || file.display().to_string();
        let text = std::fs::read_to_string(file).with_context(place)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        compare(&name, &text, &mut table, &mut outcomes, &mut runs).with_context(place)?;
    }
    ensure!(!table.is_empty(), "no expression was found");
    runs.compare(args.interpreted, &mut table)?;
    if let Some(path) = &args.outcomes {
        std::fs::write(path, &outcomes).with_context(|| path.display().to_string())?;
    }
    table.print(args.top);
    Ok(table.holds(&args.min_of_rules))
}

fn files(args: &Args) -> Result<Vec<PathBuf>> {
    if !args.answers.is_empty() {
        return Ok(args.answers.clone());
    }
    let golden = args.shared()?.join("golden");
    Ok(["cel.jsonl", "cel-typed.jsonl"].map(|name| golden.join(Path::new(name))).into())
}

/// The name of an expression, and its recorded results.
type Recorded = (String, Vec<Evaluated>);

/// Expressions that are evaluated.
#[derive(Default)]
struct Runs {
    groups: Vec<Group>,
    /// For each group its file, and for each expression its name and the results.
    expected: Vec<(String, Vec<Recorded>)>,
}

impl Runs {
    /// Begins a schema.
    fn begin(&mut self, file: &str, schema: &str, selves: Vec<String>) {
        let name = format!("{file}-{}", self.groups.len());
        self.groups.push(Group { name, schema: schema.to_owned(), selves, texts: Vec::new() });
        self.expected.push((file.to_owned(), Vec::new()));
    }

    fn add(&mut self, id: &str, text: &str, results: Vec<Evaluated>) {
        if let (Some(group), Some((_, expected))) = (self.groups.last_mut(), self.expected.last_mut()) {
            group.texts.push(text.to_owned());
            expected.push((id.to_owned(), results));
        }
    }

    /// Evaluates all and compares the results.
    fn compare(&self, interpreted: bool, table: &mut Table) -> Result<()> {
        let home = places::target().join("conformance-cel");
        let found = if interpreted {
            std::fs::create_dir_all(&home)?;
            interpret::evaluate(&self.groups)?
        } else {
            evaluate::evaluate(&home, &self.groups)?
        };
        let mut mismatches = String::new();
        for ((group, (file, expected)), found) in self.groups.iter().zip(&self.expected).zip(found) {
            let bounds = evaluate::bounds(group)?;
            for ((((id, expected), found), text), bounds) in
                expected.iter().zip(found).zip(&group.texts).zip(bounds)
            {
                for (index, (expected, found)) in expected.iter().zip(found).enumerate() {
                    let bound = bounds.as_ref().and_then(|bounds| bounds.get(index)).copied();
                    let levels = levels_of_run(expected, &found, bound);
                    let class = || class_of_run(text, expected, &found, bound);
                    if levels.contains(&Some(false)) {
                        mismatches.push_str(&format!("{id}#{index} {levels:?} {}\n", class()));
                    }
                    table.add(&format!("{file} runs"), &format!("{id}#{index}"), &levels, class);
                }
            }
        }
        std::fs::write(home.join("mismatches.txt"), mismatches)?;
        Ok(())
    }
}

fn levels_of_run(expected: &Evaluated, found: &Evaluated, bound: Option<f64>) -> [Option<bool>; 9] {
    let mut levels = [None; 9];
    match &expected.value {
        Some(value) => {
            let recorded = found.value.as_ref().map(evaluate::recorded);
            levels[5] =
                Some(recorded.is_some_and(|found| evaluate::sorted(&found) == evaluate::sorted(value)));
        }
        None => levels[6] = Some(expected.eval_error.is_some() && expected.eval_error == found.eval_error),
    }
    levels[7] = Some(expected.cost == found.cost);
    levels[8] = bound.zip(expected.cost).map(|(bound, cost)| as_bound(cost) <= bound);
    levels
}

fn class_of_run(text: &str, expected: &Evaluated, found: &Evaluated, bound: Option<f64>) -> String {
    let short = |result: &Evaluated| {
        let Evaluated { value, eval_error, cost, trouble } = result;
        if let Some(trouble) = trouble {
            return format!("trouble: {trouble}");
        }
        let result = match (value, eval_error) {
            (Some(value), _) => evaluate::recorded(value).to_string(),
            (None, error) => format!("error {}", error.as_deref().unwrap_or_default()),
        };
        format!("{result} ({cost:?})")
    };
    format!("{} | {} | {bound:?} | {text}", short(expected), short(found))
}

#[expect(clippy::cast_precision_loss, reason = "costs are compared with bounds, which are rounded up")]
fn as_bound(cost: u64) -> f64 {
    cost as f64
}

fn compare(name: &str, text: &str, table: &mut Table, outcomes: &mut Vec<u8>, runs: &mut Runs) -> Result<()> {
    const NOTHING: &str = r#"{"type": "object"}"#;
    let (mut compiler, mut root) = compiler(&schema(NOTHING)?)?;
    runs.begin(name, NOTHING, vec!["{}".to_owned()]);
    for (number, written) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        let place = || format!("line {}", number + 1);
        let line: Line<'_> = serde_json::from_str(written).with_context(place)?;
        let (Some(id), Some(expr)) = (&line.id, &line.expr) else {
            let of = line.schema.context("neither an expression nor a schema").with_context(place)?.get();
            (compiler, root) = self::compiler(&schema(of)?)?;
            let selves = line.selves.unwrap_or_default();
            runs.begin(name, of, selves.iter().map(|value| value.get().to_owned()).collect());
            continue;
        };
        let got = compiled(expr, &mut compiler, root);
        let expected = line.answer.as_ref().unwrap_or(&line.flat);
        table.add(name, id, &levels(expected, &got), || class(expected, &got));
        if expected.compile_error.is_none() && got.compile_error.is_none() {
            let results = match &line.results {
                Some(results) => results.clone(),
                None => vec![serde_json::from_str::<Single>(written).with_context(place)?.answer],
            };
            runs.add(id, expr, results);
        }
        let (answer, flat) = if line.answer.is_some() { (Some(&got), None) } else { (None, Some(&got)) };
        serde_json::to_writer(&mut *outcomes, &Outcome { id, expr, answer, flat })?;
        outcomes.write_all(b"\n")?;
    }
    Ok(())
}

/// Reads a schema.
fn schema(text: &str) -> Result<Schema> {
    let (nodes, problems) = parse_json(&Source::new("schema", text));
    ensure!(problems.is_empty(), "the schema cannot be read");
    let node = nodes.first().context("no schema")?;
    Ok(*read_schema(node).0)
}

fn compiler(schema: &Schema) -> Result<(RuleCompiler, crdc_cel::compile::types::DeclaredId)> {
    RuleCompiler::for_value(schema).context("rules cannot see the values of the schema")
}

fn compiled(expr: &str, compiler: &mut RuleCompiler, root: crdc_cel::compile::types::DeclaredId) -> Expected {
    let text = Text::new(expr);
    let error = match compiler.expression(&text, root, false) {
        Ok(found) => {
            let scope = compiler.scope();
            return Expected {
                compile_error: None,
                of: Some(scope.types.type_name(found.result, &scope.declarations)),
                min_cost: Some(found.cost.min),
                max_cost: Some(found.cost.max),
            };
        }
        Err(Refusal::Issues(issues)) => issues.display(&text),
        // The recorder's words.
        Err(Refusal::Program(message)) => format!("program: {message}"),
    };
    Expected { compile_error: Some(error), ..Expected::default() }
}

fn levels(expected: &Expected, got: &Expected) -> [Option<bool>; 9] {
    let compiles = expected.compile_error.is_none();
    let value = |same: bool| compiles.then_some(same);
    [
        Some(compiles == got.compile_error.is_none()),
        value(expected.of == got.of),
        value(expected.min_cost == got.min_cost),
        value(expected.max_cost == got.max_cost),
        (!compiles).then(|| expected.compile_error == got.compile_error),
        None,
        None,
        None,
        None,
    ]
}

/// A short form of how two answers differ.
fn class(expected: &Expected, got: &Expected) -> String {
    let short = |answer: &Expected| match &answer.compile_error {
        Some(error) => error.lines().next().unwrap_or_default().to_owned(),
        None => format!("{:?} {:?} {:?}", answer.of, answer.min_cost, answer.max_cost),
    };
    format!("{} | {}", short(expected), short(got))
}
