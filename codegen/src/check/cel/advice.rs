//! How a rule gets under its budget: which limits on which paths, found by estimating its cost again. In: a rule
//! that costs too much. Out: the smallest change that works, with the largest limits that work.
//!
//! Costs never rise when a limit falls, so the largest limit is found by halving.

use std::fmt;

use super::budget::OF_RULE;
use super::compile::RuleCompiler;
use super::declare::Declare;
use crate::cel::Checked;
use crate::cel::types::DeclaredId;
use crate::schema::{At, Rule, Schema};

/// The most lists, maps and strings that are tried.
const MOST: usize = 256;
/// The largest limit that is advised.
const LARGEST: u64 = 1 << 20;

/// Smaller limits are advised only if no others work.
const USEFUL: u64 = 8;

/// Limits that bring a rule under its budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The limits to set. With the last of them one higher, the rule is over its budget.
    pub bounds: Vec<Bound>,
}

/// A limit to set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The path of the values, such as `.spec.items[*]`.
    pub path: String,
    /// `maxItems`, `maxProperties` or `maxLength`.
    pub keyword: &'static str,
    /// The limit.
    pub value: u64,
}

/// A list, map or string whose limit may matter.
struct Candidate {
    id: DeclaredId,
    path: String,
    keyword: &'static str,
    /// The limit that is set.
    limit: Option<u64>,
    /// Whether it is around the value of the rule, not inside of it.
    around: bool,
}

/// The rule, and what its cost depends on.
struct Costing {
    compiler: RuleCompiler,
    checked: Checked,
    of: DeclaredId,
    message: bool,
    candidates: Vec<Candidate>,
}

/// Limits for a rule of the schema `at`, somewhere below `root`, or for its message.
#[must_use]
pub fn advise(root: &Schema, at: &Schema, rule: &Rule, message: bool) -> Option<Advice> {
    let mut declare = Declare::of(root);
    let mut compiler = RuleCompiler::new(std::mem::take(&mut declare.declarations));
    let of = declare.own(at)?;
    let expression = if message { &rule.message_expression } else { &rule.rule };
    let optional = rule.optional_old_self.as_ref().is_some_and(|at| at.value);
    let checked = compiler.checked(expression.as_ref()?.value.as_str(), of, optional)?;
    let mut candidates = Vec::new();
    let path = around(root, at, &declare, &mut candidates)?;
    if message {
        // The server does not multiply the cost of a message.
        candidates.clear();
    }
    inside(at, &path, &declare, &mut candidates);
    Costing { compiler, checked, of, message, candidates }.search()
}

impl Costing {
    fn search(mut self) -> Option<Advice> {
        let relevant: Vec<usize> = (0..self.candidates.len()).filter(|index| self.matters(*index)).collect();
        let unlimited: Vec<usize> =
            relevant.iter().copied().filter(|index| self.candidates[*index].limit.is_none()).collect();
        let around: Vec<usize> =
            unlimited.iter().copied().filter(|index| self.candidates[*index].around).collect();
        // A limit that is missing, all that are missing around the value, all that are missing, one that is
        // lowered, all.
        let ones = |list: &[usize]| -> Vec<Vec<usize>> { list.iter().map(|index| vec![*index]).collect() };
        let steps = [
            ones(&unlimited),
            vec![around],
            vec![unlimited.clone()],
            ones(&relevant),
            vec![relevant.clone()],
        ];
        // Limits that hardly any value keeps are the last resort.
        for least in [USEFUL, 1] {
            for groups in &steps {
                let found = groups.iter().filter_map(|group| Some((self.largest(group)?, group)));
                // Of several that work, the one that allows most.
                let best = found.max_by_key(|(limit, _)| *limit);
                if let Some((limit, group)) = best.filter(|(limit, _)| *limit >= least) {
                    let bounds = group.iter().map(|index| self.bound(*index, limit)).collect();
                    return Some(Advice { bounds });
                }
            }
        }
        None
    }

    fn bound(&self, index: usize, limit: u64) -> Bound {
        let Candidate { path, keyword, limit: now, .. } = &self.candidates[index];
        let value = now.map_or(limit, |now| now.min(limit));
        Bound { path: path.clone(), keyword, value }
    }

    /// Whether the limit of a candidate changes the cost.
    fn matters(&mut self, index: usize) -> bool {
        let now = self.cost(&[], 0);
        let missing_around = self.candidates[index].around && self.candidates[index].limit.is_none();
        missing_around || self.cost(&[index], 0) < now
    }

    /// The largest limit of all of these under which the rule is within its budget.
    fn largest(&mut self, group: &[usize]) -> Option<u64> {
        if group.is_empty() || self.cost(group, 1) > OF_RULE {
            return None;
        }
        let (mut works, mut fails) = (1, LARGEST);
        while works + 1 < fails {
            let middle = works + (fails - works) / 2;
            if self.cost(group, middle) > OF_RULE {
                fails = middle;
            } else {
                works = middle;
            }
        }
        Some(works)
    }

    /// The cost if these have at most this limit.
    fn cost(&mut self, group: &[usize], limit: u64) -> u64 {
        let mut before = Vec::new();
        for index in group {
            let Candidate { id, keyword, limit: now, .. } = &self.candidates[*index];
            let value = now.map_or(limit, |now| now.min(limit));
            let max = if *keyword == "maxLength" { value.saturating_mul(4) } else { value };
            before.push((*id, self.compiler.declarations().get(*id).max_elements));
            self.compiler.declarations().set_max_elements(*id, max);
        }
        let each = self.compiler.max_cost(&self.checked);
        for (id, max) in before {
            self.compiler.declarations().set_max_elements(id, max);
        }
        if self.message {
            return each;
        }
        let mut times: Option<u64> = Some(1);
        for (index, candidate) in self.candidates.iter().enumerate().filter(|(_, found)| found.around) {
            let changed = group.contains(&index).then_some(limit);
            let elements = match (candidate.limit, changed) {
                (Some(now), Some(limit)) => Some(now.min(limit)),
                (now, limit) => now.or(limit),
            };
            times = times.zip(elements).map(|(times, elements)| times.saturating_mul(elements));
        }
        each.saturating_mul(times.unwrap_or_else(|| self.compiler.cardinality(self.of)))
    }
}

/// The lists and maps around a schema; returns its path.
fn around(root: &Schema, at: &Schema, declare: &Declare, found: &mut Vec<Candidate>) -> Option<String> {
    fn visit<'s>(schema: &'s Schema, at: &Schema, path: &mut Vec<(&'s Schema, String)>) -> bool {
        if std::ptr::eq(schema, at) {
            return true;
        }
        let mut inner: Vec<(String, &Schema)> = schema
            .property_list()
            .iter()
            .map(|property| (format!(".{}", property.name), &property.schema))
            .collect();
        inner.extend(schema.one_item().map(|(items, _)| ("[*]".to_owned(), items)));
        inner.extend(schema.additional_schema().map(|(values, _)| (".*".to_owned(), values)));
        inner.into_iter().any(|(step, inner)| {
            path.push((schema, step));
            let here = visit(inner, at, path);
            if !here {
                path.pop();
            }
            here
        })
    }
    let mut steps = Vec::new();
    if !visit(root, at, &mut steps) {
        return None;
    }
    let mut path = String::new();
    for (schema, step) in steps {
        found.extend(candidate(schema, &path, declare, true));
        path.push_str(&step);
    }
    Some(path)
}

/// The lists, maps and strings at and below a schema, those near it first.
fn inside(at: &Schema, path: &str, declare: &Declare, found: &mut Vec<Candidate>) {
    let mut open = std::collections::VecDeque::from([(at, path.to_owned())]);
    while let Some((schema, path)) = open.pop_front() {
        if found.len() >= MOST {
            return;
        }
        found.extend(candidate(schema, &path, declare, false));
        for property in schema.property_list() {
            open.push_back((&property.schema, format!("{path}.{}", property.name)));
        }
        open.extend(schema.one_item().map(|(items, _)| (items, format!("{path}[*]"))));
        open.extend(schema.additional_schema().map(|(values, _)| (values, format!("{path}.*"))));
    }
}

fn candidate(schema: &Schema, path: &str, declare: &Declare, around: bool) -> Option<Candidate> {
    let (keyword, limit) = match schema.type_name() {
        "array" => ("maxItems", &schema.max_items),
        "object" if schema.additional_schema().is_some() => ("maxProperties", &schema.max_properties),
        "string" if !around && has_length(schema) => ("maxLength", &schema.max_length),
        _ => return None,
    };
    let value = |at: &At<i64>| u64::try_from(at.value).unwrap_or_default();
    let limit = limit.as_ref().map(value);
    let id = declare.own(schema)?;
    Some(Candidate { id, path: path.to_owned(), keyword, limit, around })
}

/// Whether the limit of a string counts: not if its format or its values limit it.
fn has_length(schema: &Schema) -> bool {
    let format = schema.format.as_ref().map_or("", |format| format.value.as_str());
    let limited = ["byte", "duration", "date", "date-time"].contains(&format);
    !limited && schema.enumeration.as_ref().is_none_or(|values| values.value.is_empty())
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("set ")?;
        for (index, Bound { path, keyword, value }) in self.bounds.iter().enumerate() {
            if index > 0 {
                f.write_str(if index + 1 == self.bounds.len() { " and " } else { ", " })?;
            }
            let path = if path.is_empty() { "." } else { path };
            write!(f, "`{keyword}: {value}` on `{path}`")?;
        }
        f.write_str(", or less")
    }
}

#[cfg(test)]
mod tests {
    use super::{Advice, advise};
    use crate::check::cel::{RuleCost, rule_costs};
    use crate::schema::{Items, Schema, SchemaOrBool, read_schema};
    use crate::source::{Source, parse_json};

    fn schema(text: &str) -> Schema {
        let (nodes, problems) = parse_json(&Source::new("schema", text));
        assert!(problems.is_empty(), "{problems:?}");
        *read_schema(&nodes[0]).0
    }

    /// The schema at a path such as `.a[*].b`.
    fn at<'s>(schema: &'s mut Schema, path: &str) -> &'s mut Schema {
        if path.is_empty() {
            return schema;
        }
        if let Some(rest) = path.strip_prefix("[*]") {
            let Some(Items::One(items)) = schema.items.as_mut().map(|items| &mut items.value) else {
                panic!("{path}");
            };
            return at(items, rest);
        }
        if let Some(rest) = path.strip_prefix(".*") {
            let values = schema.additional_properties.as_mut().map(|values| &mut *values.value);
            let Some(SchemaOrBool::Schema(values)) = values else { panic!("{path}") };
            return at(values, rest);
        }
        let path = &path[1..];
        let end = path.find(['.', '[']).unwrap_or(path.len());
        let properties = schema.properties.as_mut().expect("properties");
        let found = properties.value.iter_mut().find(|property| property.name == path[..end]);
        at(&mut found.expect("the property").schema, &path[end..])
    }

    fn cost(schema: &Schema, rule: &str) -> RuleCost {
        let found = rule_costs(schema).into_iter().find(|cost| cost.rule == rule);
        found.expect("the rule compiles")
    }

    /// Applies advice, with limits that are higher by `more`.
    fn applied(schema: &Schema, advice: &Advice, more: i64) -> Schema {
        let mut schema = schema.clone();
        for bound in &advice.bounds {
            let found = at(&mut schema, &bound.path);
            let value = i64::try_from(bound.value).expect("a small limit") + more;
            let limit = crate::schema::At { value, span: found.span, key: found.span };
            match bound.keyword {
                "maxItems" => found.max_items = Some(limit),
                "maxProperties" => found.max_properties = Some(limit),
                _ => found.max_length = Some(limit),
            }
        }
        schema
    }

    /// With what is advised, the rule is within its budget; with one more, it is not.
    fn holds(text: &str, place: &str, rule: &str) -> Advice {
        let mut root = schema(text);
        let site: *const Schema = at(&mut root, place);
        let mut found = None;
        root.visit(&mut |schema| {
            if std::ptr::eq(schema, site) {
                found = schema.x_validations.as_ref().map(|rules| (schema, rules.value[0].clone()));
            }
        });
        let (here, written) = found.expect("a rule");
        assert!(cost(&root, rule).total() > 10_000_000);
        let advice = advise(&root, here, &written, false).expect("some limits work");
        let (fits, over) = (applied(&root, &advice, 0), applied(&root, &advice, 1));
        assert!(cost(&fits, rule).total() <= 10_000_000, "{advice}");
        assert!(cost(&over, rule).total() > 10_000_000, "{advice}");
        advice
    }

    #[test]
    fn one_missing_limit_is_advised_alone() {
        let text = r#"{"type": "object", "properties": {"names": {"type": "array", "items":
            {"type": "string", "maxLength": 63, "x-kubernetes-validations": [{"rule": "self.matches('^[a-z]+$')"}]}}}}"#;
        let advice = holds(text, ".names[*]", "self.matches('^[a-z]+$')");
        assert_eq!(advice.bounds.len(), 1);
        assert_eq!((advice.bounds[0].path.as_str(), advice.bounds[0].keyword), (".names", "maxItems"));
    }

    #[test]
    fn limits_inside_of_the_value_count() {
        let text = r#"{"type": "object", "properties": {"a": {"type": "array", "items": {"type": "string", "maxLength": 20},
            "x-kubernetes-validations": [{"rule": "self.all(x, self.exists_one(y, x == y))"}]}}}"#;
        let advice = holds(text, ".a", "self.all(x, self.exists_one(y, x == y))");
        assert_eq!((advice.bounds[0].path.as_str(), advice.bounds[0].keyword), (".a", "maxItems"));
    }

    #[test]
    fn several_missing_limits_are_advised_together() {
        let text = r#"{"type": "object", "properties": {"m": {"type": "object", "additionalProperties":
            {"type": "array", "items": {"type": "object", "properties": {"s": {"type": "string"}},
            "x-kubernetes-validations": [{"rule": "self.s.contains('x') && self.s.contains('y')"}]}}}}}"#;
        let advice = holds(text, ".m.*[*]", "self.s.contains('x') && self.s.contains('y')");
        assert!(advice.bounds.len() >= 2, "{advice}");
    }

    #[test]
    fn limits_that_are_set_are_lowered() {
        let text = r#"{"type": "object", "properties": {"a": {"type": "array", "maxItems": 5000,
            "items": {"type": "string", "maxLength": 20},
            "x-kubernetes-validations": [{"rule": "self.all(x, self.exists_one(y, x == y))"}]}}}"#;
        let advice = holds(text, ".a", "self.all(x, self.exists_one(y, x == y))");
        assert!(advice.bounds[0].value < 5000);
    }
}
