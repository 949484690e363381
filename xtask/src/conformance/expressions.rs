//! Compares recorded results of CEL expressions with those of crdc (`--kind cel`). In: files of expressions,
//! with or without a schema for `self`, and a server's results. Out: a table of equal results.
//!
//! Types, costs and compile errors are compared with those of the rule compiler, which runs in this process;
//! values, errors and actual costs with those of generated code, or with `--interpreted` of the interpreter.

use std::borrow::Cow;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use crdc_cel::compile::{CompileError, Text};
use crdc_check::cel::RuleCompiler;
use crdc_schema::{Schema, read_schema};
use crdc_source::{Source, parse_json};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::args::Args;
use super::evaluate::{self, Evaluated, Group};
use super::interpret;
use super::table::Table;

/// The columns of the table, in the order of [`Comparison::levels`].
const LEVELS: [&str; 9] =
    ["verdict", "type", "min_cost", "max_cost", "texts", "values", "errors", "actual_cost", "bound"];

/// Whether two results are equal, for each level; `None` if they cannot be compared.
#[derive(Default)]
struct Comparison {
    /// Whether both compile the expression, or neither does.
    verdict: Option<bool>,
    result_type: Option<bool>,
    min_cost: Option<bool>,
    max_cost: Option<bool>,
    /// Whether the compile errors are equal.
    texts: Option<bool>,
    values: Option<bool>,
    /// The errors of the evaluation.
    errors: Option<bool>,
    actual_cost: Option<bool>,
    /// Whether the recorded cost is within the bound.
    bound: Option<bool>,
}

impl Comparison {
    /// The levels, in the order of [`LEVELS`].
    fn levels(&self) -> [Option<bool>; 9] {
        [
            self.verdict,
            self.result_type,
            self.min_cost,
            self.max_cost,
            self.texts,
            self.values,
            self.errors,
            self.actual_cost,
            self.bound,
        ]
    }
}

/// A line of a file: an expression, or the schema for those that follow. Other keys are ignored.
#[derive(Deserialize)]
struct Line<'a> {
    #[serde(borrow)]
    schema: Option<&'a RawValue>,
    #[serde(borrow)]
    selves: Option<Vec<&'a RawValue>>,
    id: Option<Cow<'a, str>>,
    expr: Option<String>,
    answer: Option<CompileAnswer>,
    results: Option<Vec<Evaluated>>,
    #[serde(flatten)]
    flat: CompileAnswer,
}

/// A line whose expression has values.
#[derive(Deserialize)]
struct Single {
    answer: Evaluated,
}

/// The answer of a compiler to an expression.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
struct CompileAnswer {
    #[serde(skip_serializing_if = "Option::is_none")]
    compile_error: Option<String>,
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    type_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    min_cost: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_cost: Option<u64>,
}

/// A line of `--outcomes`: the form of the recorded one, with the answer of crdc.
#[derive(Serialize)]
struct Outcome<'a> {
    id: &'a str,
    expr: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a CompileAnswer>,
    #[serde(flatten)]
    flat: Option<&'a CompileAnswer>,
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

/// The recorded results of an expression.
struct RecordedExpression {
    id: String,
    /// The results for the values of `self`.
    results: Vec<Evaluated>,
}

/// The recorded results of the expressions over one schema.
struct RecordedGroup {
    file: String,
    expressions: Vec<RecordedExpression>,
}

/// The expressions that are evaluated, with their recorded results.
#[derive(Default)]
struct Runs {
    groups: Vec<Group>,
    /// The recorded results, in the order of `groups`.
    recorded: Vec<RecordedGroup>,
}

impl Runs {
    /// Starts a group with a schema.
    fn begin(&mut self, file: &str, schema: &str, selves: Vec<String>) {
        let name = format!("{file}-{}", self.groups.len());
        self.groups.push(Group { name, schema: schema.to_owned(), selves, texts: Vec::new() });
        self.recorded.push(RecordedGroup { file: file.to_owned(), expressions: Vec::new() });
    }

    /// Adds an expression to the last group.
    fn add(&mut self, id: &str, text: &str, results: Vec<Evaluated>) {
        if let (Some(group), Some(recorded)) = (self.groups.last_mut(), self.recorded.last_mut()) {
            group.texts.push(text.to_owned());
            recorded.expressions.push(RecordedExpression { id: id.to_owned(), results });
        }
    }

    /// Evaluates all expressions and compares the results.
    fn compare(&self, interpreted: bool, table: &mut Table) -> Result<()> {
        let home = places::target().join("conformance-cel");
        let evaluated = if interpreted {
            std::fs::create_dir_all(&home)?;
            interpret::evaluate(&self.groups)?
        } else {
            evaluate::evaluate(&home, &self.groups)?
        };
        let mut mismatches = String::new();
        for ((group, recorded), evaluated) in self.groups.iter().zip(&self.recorded).zip(evaluated) {
            let mut bounds = evaluate::bounds(group)?.into_iter();
            for ((expression, text), results) in recorded.expressions.iter().zip(&group.texts).zip(evaluated)
            {
                let (id, bounds) = (&expression.id, bounds.next().flatten());
                for (index, (expected, actual)) in expression.results.iter().zip(results).enumerate() {
                    let bound = bounds.as_ref().and_then(|bounds| bounds.get(index)).copied();
                    let levels = compare_results(expected, &actual, bound).levels();
                    let difference = || describe_results(text, expected, &actual, bound);
                    if levels.contains(&Some(false)) {
                        mismatches.push_str(&format!("{id}#{index} {levels:?} {}\n", difference()));
                    }
                    table.add(
                        &format!("{} runs", recorded.file),
                        &format!("{id}#{index}"),
                        &levels,
                        difference,
                    );
                }
            }
        }
        std::fs::write(home.join("mismatches.txt"), mismatches)?;
        Ok(())
    }
}

/// Compares the results of evaluations.
fn compare_results(expected: &Evaluated, actual: &Evaluated, bound: Option<f64>) -> Comparison {
    let mut comparison = Comparison {
        actual_cost: Some(expected.cost == actual.cost),
        bound: bound.zip(expected.cost).map(|(bound, cost)| as_bound(cost) <= bound),
        ..Comparison::default()
    };
    match &expected.value {
        Some(value) => {
            let recorded = actual.value.as_ref().map(evaluate::recorded);
            let is_equal =
                recorded.is_some_and(|recorded| evaluate::sorted(&recorded) == evaluate::sorted(value));
            comparison.values = Some(is_equal);
        }
        None => {
            let is_equal = expected.eval_error.is_some() && expected.eval_error == actual.eval_error;
            comparison.errors = Some(is_equal);
        }
    }
    comparison
}

/// Both results of an expression and the bound of its cost, in a line.
fn describe_results(text: &str, expected: &Evaluated, actual: &Evaluated, bound: Option<f64>) -> String {
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
    format!("{} | {} | {bound:?} | {text}", short(expected), short(actual))
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
            let text = line.schema.context("neither an expression nor a schema").with_context(place)?.get();
            (compiler, root) = self::compiler(&schema(text)?)?;
            let selves = line.selves.unwrap_or_default();
            runs.begin(name, text, selves.iter().map(|value| value.get().to_owned()).collect());
            continue;
        };
        let actual = compile(expr, &mut compiler, root);
        let expected = line.answer.as_ref().unwrap_or(&line.flat);
        let levels = compare_answers(expected, &actual).levels();
        table.add(name, id, &levels, || describe_answers(expected, &actual));
        if expected.compile_error.is_none() && actual.compile_error.is_none() {
            let results = match &line.results {
                Some(results) => results.clone(),
                None => vec![serde_json::from_str::<Single>(written).with_context(place)?.answer],
            };
            runs.add(id, expr, results);
        }
        let (answer, flat) =
            if line.answer.is_some() { (Some(&actual), None) } else { (None, Some(&actual)) };
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

fn compile(
    expr: &str,
    compiler: &mut RuleCompiler,
    root: crdc_cel::compile::types::DeclaredId,
) -> CompileAnswer {
    let text = Text::new(expr);
    let error = match compiler.expression(&text, root, false) {
        Ok(program) => {
            let scope = compiler.scope();
            return CompileAnswer {
                compile_error: None,
                type_name: Some(scope.types.type_name(program.result, &scope.declarations)),
                min_cost: Some(program.cost.min),
                max_cost: Some(program.cost.max),
            };
        }
        Err(CompileError::Issues(issues)) => issues.display(&text),
        // The recorder's words.
        Err(CompileError::Program(message)) => format!("program: {message}"),
    };
    CompileAnswer { compile_error: Some(error), ..CompileAnswer::default() }
}

/// Compares the answers of compilers.
fn compare_answers(expected: &CompileAnswer, actual: &CompileAnswer) -> Comparison {
    let compiles = expected.compile_error.is_none();
    let if_compiled = |is_equal: bool| compiles.then_some(is_equal);
    Comparison {
        verdict: Some(compiles == actual.compile_error.is_none()),
        result_type: if_compiled(expected.type_name == actual.type_name),
        min_cost: if_compiled(expected.min_cost == actual.min_cost),
        max_cost: if_compiled(expected.max_cost == actual.max_cost),
        texts: (!compiles).then(|| expected.compile_error == actual.compile_error),
        ..Comparison::default()
    }
}

/// Both answers of compilers to an expression, in a line.
fn describe_answers(expected: &CompileAnswer, actual: &CompileAnswer) -> String {
    let short = |answer: &CompileAnswer| match &answer.compile_error {
        Some(error) => error.lines().next().unwrap_or_default().to_owned(),
        None => format!("{:?} {:?} {:?}", answer.type_name, answer.min_cost, answer.max_cost),
    };
    format!("{} | {}", short(expected), short(actual))
}
