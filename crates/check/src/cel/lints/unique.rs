//! Finds rules that compare each item of a list with all others, to require unique items. A list type can
//! require the same: servers check it in linear time, and outside of the budget of rules.

use super::evaluate::Evaluation;
use super::loops::question;
use super::value::{Value, ValueId};
use crdc_cel::compile::ast::{Comprehension, ExprId, Kind};
use crdc_schema::Schema;

/// A list whose items are compared with each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Unique {
    /// The loop.
    pub node: ExprId,
    /// The fields that identify an item, as the schema names them; none if the items themselves are compared.
    pub(super) keys: Vec<String>,
    /// Whether the list type already requires unique items.
    pub(super) said: bool,
}

/// The first loop that the rule requires to hold and that compares items.
pub(super) fn unique(evaluation: &Evaluation<'_, '_>) -> Option<Unique> {
    let mut open = vec![evaluation.checked.ast.root()?];
    while let Some(id) = open.pop() {
        match evaluation.checked.ast.kind(id) {
            Kind::Call { function, target: None, args } => match (function.as_ref(), args.as_slice()) {
                ("_&&_", &[first, second]) => open.extend([second, first]),
                // `!has(self.items) || self.items.all(…)`, `has(self.items) ? self.items.all(…) : true`
                ("_||_", &[first, second]) => {
                    open.extend(is_absence(evaluation, first).then_some(second));
                    open.extend(is_absence(evaluation, second).then_some(first));
                }
                ("_?_:_", &[condition, then, _]) if is_presence(evaluation, condition) => open.push(then),
                _ => {}
            },
            Kind::Comprehension(found) => {
                if let Some(unique) = of_loop(evaluation, id, found) {
                    return Some(unique);
                }
            }
            _ => {}
        }
    }
    None
}

fn is_presence(evaluation: &Evaluation<'_, '_>, id: ExprId) -> bool {
    matches!(evaluation.checked.ast.kind(id), Kind::Select { test: true, .. })
}

fn is_absence(evaluation: &Evaluation<'_, '_>, id: ExprId) -> bool {
    match evaluation.checked.ast.kind(id) {
        Kind::Call { function, args, .. } if function == "!_" => {
            args.first().is_some_and(|of| is_presence(evaluation, *of))
        }
        _ => false,
    }
}

fn of_loop(evaluation: &Evaluation<'_, '_>, node: ExprId, outer: &Comprehension) -> Option<Unique> {
    let (true, condition) = question(evaluation.checked, outer)? else { return None };
    let same = once(evaluation, condition)?;
    let mut pairs = Vec::new();
    compared(evaluation, same, &mut pairs)?;
    let values = &evaluation.facts.values;
    let (mut keys, mut list) = (Vec::new(), None);
    for (first, second) in pairs {
        let (of, name) = item(evaluation, first, second)?;
        if list.is_some_and(|list| list != of) {
            return None;
        }
        list = Some(of);
        keys.extend(name);
    }
    let schema = values.schema(list?).filter(|schema| schema.type_name() == "array")?;
    let (items, _) = schema.one_item()?;
    let keys: Option<Vec<String>> = keys.iter().map(|name| key(items, name)).collect();
    let keys = keys?;
    if keys.is_empty() && !is_scalar(items) {
        return None;
    }
    let said = match schema.x_list_type.as_ref().map(|at| at.value.as_str()) {
        None => false,
        Some("set") if keys.is_empty() => true,
        Some("map") => {
            let own = schema.x_list_map_keys.iter().flat_map(|list| &list.value);
            if !own.into_iter().all(|own| keys.contains(&own.value)) {
                return None;
            }
            true
        }
        // The author has decided that the list has one owner.
        Some(_) => return None,
    };
    Some(Unique { node, keys, said })
}

/// The condition that holds for exactly one item: of `exists_one`, or of a filter whose result has one item.
fn once(evaluation: &Evaluation<'_, '_>, id: ExprId) -> Option<ExprId> {
    let ast = &evaluation.checked.ast;
    match ast.kind(id) {
        Kind::Comprehension(inner) => filter(evaluation, inner).filter(|_| {
            // `exists_one` counts; `filter` collects.
            matches!(ast.kind(inner.result), Kind::Call { function, .. } if function == "_==_")
        }),
        Kind::Call { function, target: None, args } => {
            let &[size, limit] = args.as_slice() else { return None };
            let limit = evaluation.get(limit)?.value;
            let limit = match evaluation.facts.values.get(limit) {
                Value::Literal("int", text) => text.as_str(),
                _ => return None,
            };
            if !matches!((function.as_ref(), limit), ("_==_" | "_<=_", "1") | ("_<_", "2")) {
                return None;
            }
            let Kind::Call { function, target, args } = ast.kind(size) else { return None };
            let list = target.or_else(|| args.first().copied()).filter(|_| function == "size")?;
            let Kind::Comprehension(inner) = ast.kind(list) else { return None };
            filter(evaluation, inner)
        }
        _ => None,
    }
}

/// The condition under which a loop counts or collects its element.
fn filter(evaluation: &Evaluation<'_, '_>, inner: &Comprehension) -> Option<ExprId> {
    match evaluation.checked.ast.kind(inner.step) {
        Kind::Call { function, args, .. } if function == "_?_:_" => args.first().copied(),
        _ => None,
    }
}

/// The pairs of values that `a == b && c == d` compares; none for expressions of another form.
fn compared(evaluation: &Evaluation<'_, '_>, id: ExprId, pairs: &mut Vec<(ValueId, ValueId)>) -> Option<()> {
    let Kind::Call { function, target: None, args } = evaluation.checked.ast.kind(id) else { return None };
    let &[first, second] = args.as_slice() else { return None };
    match function.as_ref() {
        "_&&_" => {
            compared(evaluation, first, pairs)?;
            compared(evaluation, second, pairs)
        }
        "_==_" => {
            pairs.push((evaluation.get(first)?.value, evaluation.get(second)?.value));
            Some(())
        }
        _ => None,
    }
}

/// The list and the field, if two values are the same field of two items of one list.
fn item(
    evaluation: &Evaluation<'_, '_>,
    first: ValueId,
    second: ValueId,
) -> Option<(ValueId, Option<String>)> {
    let values = &evaluation.facts.values;
    match (values.get(first), values.get(second)) {
        (Value::Element(list, level), Value::Element(other, deeper)) if list == other && level != deeper => {
            Some((*list, None))
        }
        (Value::Field(of, name), Value::Field(other, same)) if name == same => {
            let (list, None) = item(evaluation, *of, *other)? else { return None };
            Some((list, Some(name.to_string())))
        }
        _ => None,
    }
}

/// The property that a field of the items means, if it can be a key.
fn key(items: &Schema, name: &str) -> Option<String> {
    let is = |name_of: &str| crdc_cel::compile::escape(name_of).as_deref() == Some(name);
    let property = items.property_list().iter().find(|property| is(&property.name))?;
    let filled = items.requires(&property.name) || property.schema.default.is_some();
    (filled && is_scalar(&property.schema)).then(|| property.name.clone())
}

fn is_scalar(schema: &Schema) -> bool {
    let scalar = ["string", "integer", "number", "boolean"].contains(&schema.type_name());
    (scalar || schema.is_int_or_string()) && !schema.is_nullable()
}
