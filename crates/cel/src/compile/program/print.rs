//! Formats programs as text, for `crdc explain`: one operation a line, its operands indented below it.
//! Operands without operations of their own, such as `self.items[0].name`, are on one line, as they are
//! written in rules.

use std::fmt;

use super::expr::{Expr, Loop, LoopKind, Op, Program};
use crate::compile::ast::Constant;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, &self.root, "", 0)
    }
}

/// An operand and the word before it.
type Operand<'e> = (&'static str, &'e Expr);

fn line(f: &mut fmt::Formatter<'_>, expr: &Expr, word: &str, depth: usize) -> fmt::Result {
    let indent = depth * 2;
    write!(f, "{:indent$}{word}", "")?;
    if let Some(text) = inline(expr) {
        return match expr.op {
            Op::Constant(_) => writeln!(f, "{text}"),
            _ => writeln!(f, "{text}: {}", expr.repr.name()),
        };
    }
    let (name, operands) = operation(expr);
    writeln!(f, "{name}: {}", expr.repr.name())?;
    operands.into_iter().try_for_each(|(word, operand)| line(f, operand, word, depth + 1))
}

/// Formats an operand on one line, if it has no operations and few parts. The limit on parts keeps the time
/// linear, because this is tried again for each part of a longer path.
fn inline(expr: &Expr) -> Option<String> {
    short(expr, &mut 64)
}

fn short(expr: &Expr, left: &mut u32) -> Option<String> {
    *left = left.checked_sub(1)?;
    Some(match &expr.op {
        Op::Constant(constant) => literal(constant),
        Op::Type(name) => name.clone(),
        Op::SelfValue => "self".to_owned(),
        Op::OldSelf => "oldSelf".to_owned(),
        Op::Local(local) => variable(*local),
        Op::Field { of, name, .. } => format!("{}.{name}", short(of, left)?),
        Op::HasField { of, name, .. } | Op::HasPart { of, name } => {
            format!("has({}.{name})", short(of, left)?)
        }
        Op::Part { of, key } => format!("{}[{}]", short(of, left)?, short(key, left)?),
        Op::Path { of, steps, test } => {
            let mut path = short(of, left)?;
            for (key, optional) in steps {
                let mark = if *optional { "?" } else { "" };
                path.push_str(&format!("[{mark}{}]", short(key, left)?));
            }
            if *test { format!("has({path})") } else { path }
        }
        Op::List(items) => {
            let items = items.iter().map(|(item, optional)| {
                let mark = if *optional { "?" } else { "" };
                short(item, left).map(|item| format!("{mark}{item}"))
            });
            format!("[{}]", items.collect::<Option<Vec<_>>>()?.join(", "))
        }
        _ => return None,
    })
}

/// An operation and its operands.
fn operation(expr: &Expr) -> (String, Vec<Operand<'_>>) {
    match &expr.op {
        Op::Constant(_) | Op::Type(_) | Op::SelfValue | Op::OldSelf | Op::Local(_) => {
            (inline(expr).unwrap_or_default(), Vec::new())
        }
        Op::Field { of: object, name, .. } => (format!("field {name} of"), vec![("", &**object)]),
        Op::HasField { of: object, name, .. } | Op::HasPart { of: object, name } => {
            (format!("has {name} in"), vec![("", &**object)])
        }
        Op::Part { of, key } => ("item or entry".to_owned(), vec![("of ", &**of), ("at ", &**key)]),
        Op::Path { of, steps, test } => {
            let name = if *test { "has path" } else { "path" };
            let keys = steps.iter().map(|(key, optional)| (if *optional { "at? " } else { "at " }, key));
            (name.to_owned(), std::iter::once(("of ", &**of)).chain(keys).collect())
        }
        Op::And(..) => ("and".to_owned(), chain(expr, true)),
        Op::Or(..) => ("or".to_owned(), chain(expr, false)),
        Op::Conditional(parts) => {
            let [condition, then, otherwise] = &**parts;
            ("if".to_owned(), vec![("", condition), ("then ", then), ("else ", otherwise)])
        }
        Op::Equal { values, negated } => {
            ((if *negated { "not equal" } else { "equal" }).to_owned(), each(&values[..]))
        }
        Op::Call { function, overloads, meant, args } => {
            let meant = meant.as_deref().unwrap_or(overloads);
            let name = match meant {
                [overload] => format!("call {overload}"),
                _ => format!("call {function}, one of {} overloads by the types of the values", meant.len()),
            };
            (name, each(args))
        }
        Op::OrElse { values, unwrap } => {
            ((if *unwrap { "or value" } else { "or else" }).to_owned(), each(&values[..]))
        }
        Op::List(items) => ("list".to_owned(), items.iter().map(|(item, _)| ("", item)).collect()),
        Op::Map(entries) => {
            let entries = entries.iter().flat_map(|(key, value, _)| [("key ", key), ("value ", value)]);
            ("map".to_owned(), entries.collect())
        }
        Op::Message { scalar, field } => {
            let value = field.iter().map(|(_, value, _)| ("", &**value)).collect();
            (format!("message {scalar:?}").to_lowercase(), value)
        }
        Op::Let { local, value, body } => {
            (format!("let {}", variable(*local)), vec![("be ", &**value), ("in ", &**body)])
        }
        Op::Loop(found) => looped(found),
    }
}

fn each(operands: &[Expr]) -> Vec<Operand<'_>> {
    operands.iter().map(|operand| ("", operand)).collect()
}

/// The operands of a chain of `&&` or `||`, which is nested in the tree.
fn chain(expr: &Expr, and: bool) -> Vec<Operand<'_>> {
    let mut operands = Vec::new();
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        match &expr.op {
            Op::And(a, b) if and => waiting.extend([&**b, &**a]),
            Op::Or(a, b) if !and => waiting.extend([&**b, &**a]),
            _ => operands.push(("", expr)),
        }
    }
    operands
}

fn looped(found: &Loop) -> (String, Vec<Operand<'_>>) {
    let Loop { kind, range, first, second, filter, body } = found;
    let name = match kind {
        LoopKind::All => "all",
        LoopKind::Exists => "exists",
        LoopKind::ExistsOne => "exists one",
        LoopKind::Collect => "list of all",
        LoopKind::TransformMap => "map of all",
        LoopKind::TransformMapEntry => "map of the entries of all",
    };
    let second = second.as_ref().map_or_else(String::new, |(second, _)| format!(", {}", variable(*second)));
    let mut operands = vec![("in ", range)];
    operands.extend(filter.iter().map(|filter| ("where ", filter)));
    operands.push(("", body));
    (format!("{name} {}{second}", variable(first.0)), operands)
}

/// The name of a variable of a loop.
fn variable(local: usize) -> String {
    format!("v{local}")
}

/// A literal as in rules.
fn literal(constant: &Constant) -> String {
    match constant {
        Constant::Null => "null".to_owned(),
        Constant::Bool(value) => value.to_string(),
        Constant::Int(value) => value.to_string(),
        Constant::Uint(value) => format!("{value}u"),
        Constant::Double(value) => format!("{value:?}"),
        Constant::String(value) => format!("{value:?}"),
        Constant::Bytes(value) => format!("b\"{}\"", value.escape_ascii()),
    }
}
