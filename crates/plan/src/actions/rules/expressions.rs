//! Compiles single expressions over one field of a resource, for tools.

use super::builder::RuleBuilder;
use crate::actions::fields::Fields;
use crate::{NodeId, Plan};
use crdc_cel::compile::program::{Program, ValueTypeId};
use crdc_check::rule_compiler::{Kind, RuleTypes};

/// Expressions whose `self` is the value of a field of the root.
pub struct Expressions {
    /// The programs of the expressions; for an expression without a program, the reason.
    pub programs: Vec<Result<Program, String>>,
    /// The type of the field.
    pub of: ValueTypeId,
    /// The type of values for rules.
    pub types: RuleTypes,
}

/// The programs of expressions over a field of the root.
pub fn expressions(plan: &Plan, field: &str, texts: &[String]) -> Result<Expressions, String> {
    let (fields, id) = (Fields::of_all(plan), node_of(plan, field)?);
    let mut rules = RuleBuilder::new(plan, &fields);
    let seen = rules.seen(id);
    let programs = texts.iter().map(|text| rules.program((text, Kind::Any), seen, false)).collect();
    let mut types = RuleTypes::default();
    let of = types.of(&rules.schemas, seen).ok_or("the type of the field is within itself")?;
    Ok(Expressions { programs, of, types })
}

/// The highest costs of the same expressions in objects of some sizes. `None` for an expression without a
/// program. `trusted` is whether the values fit their schema.
pub fn bound_expressions(
    plan: &Plan,
    field: &str,
    texts: &[String],
    sizes: &[usize],
    trusted: bool,
) -> Result<Vec<Option<Vec<f64>>>, String> {
    let (fields, id) = (Fields::of_all(plan), node_of(plan, field)?);
    let mut rules = RuleBuilder::new(plan, &fields);
    let seen = rules.seen(id);
    let bounds = texts.iter().map(|text| {
        let program = rules.program((text, Kind::Any), seen, false).ok()?;
        let sizes = sizes.iter().map(|size| f64::from(u32::try_from(*size).unwrap_or(u32::MAX)));
        Some(sizes.map(|size| rules.cost_of(&program, seen, trusted, size).0).collect())
    });
    Ok(bounds.collect())
}

/// The node of a field of the root.
fn node_of(plan: &Plan, name: &str) -> Result<NodeId, String> {
    let field = plan.nodes[plan.root].object.field(name);
    field.map(|field| field.node).ok_or_else(|| format!("no field `{name}`"))
}
