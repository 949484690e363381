//! Evaluates expressions with the interpreter. In: expressions over one schema and values of `self`. Out: the
//! result of each expression, computed in this process.

use anyhow::{Context, Result, ensure};
use crdc_dynamic::expressions;
use crdc_schema::read_schema;
use crdc_source::{Node, Source, parse_json};

use super::evaluate::{Evaluated, Group};

/// The results for all values of `self`, for each group and expression.
pub(super) fn evaluate(groups: &[Group]) -> Result<Vec<Vec<Vec<Evaluated>>>> {
    groups.iter().map(|group| of_group(group).with_context(|| group.name.clone())).collect()
}

fn of_group(group: &Group) -> Result<Vec<Vec<Evaluated>>> {
    let schema = *read_schema(&node(&group.schema)?).0;
    let selves: Vec<Node> = group.selves.iter().map(|text| node(text)).collect::<Result<_>>()?;
    let results = expressions::evaluate(&schema, &selves, &group.texts);
    results
        .into_iter()
        .map(|found| match found {
            Some(found) => found.into_iter().map(result).collect(),
            None => Ok(vec![trouble("it has no program"); selves.len()]),
        })
        .collect()
}

fn node(text: &str) -> Result<Node> {
    let (mut nodes, problems) = parse_json(&Source::new("value", text));
    ensure!(problems.is_empty(), "{text} cannot be read");
    nodes.pop().context("no value")
}

/// A result that stands for a missing one, with the reason.
fn trouble(reason: &str) -> Evaluated {
    Evaluated { trouble: Some(reason.to_owned()), ..Evaluated::default() }
}

fn result(found: expressions::Evaluated) -> Result<Evaluated> {
    let cost = Some(found.cost);
    Ok(match found.value {
        Ok(value) => Evaluated { value: Some(serde_json::from_str(&value)?), cost, ..Evaluated::default() },
        Err(error) => Evaluated { eval_error: Some(error), cost, ..Evaluated::default() },
    })
}
