//! Programs as text, one part a line, for `crdc explain`.

use std::fmt;

use super::{Expr, Loop, LoopKind, Op, Program};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        line(f, &self.root, 0)
    }
}

fn line(f: &mut fmt::Formatter<'_>, expr: &Expr, depth: usize) -> fmt::Result {
    let indent = depth * 2;
    write!(f, "{:indent$}", "")?;
    let children: Vec<&Expr> = match &expr.op {
        Op::Constant(constant) => {
            writeln!(f, "{constant:?}")?;
            return Ok(());
        }
        Op::Type(name) => {
            write!(f, "type {name}")?;
            vec![]
        }
        Op::SelfValue => {
            write!(f, "self")?;
            vec![]
        }
        Op::OldSelf => {
            write!(f, "oldSelf")?;
            vec![]
        }
        Op::Local(local) => {
            write!(f, "variable {local}")?;
            vec![]
        }
        Op::Field { of, name, .. } => {
            write!(f, "field {name}")?;
            vec![&**of]
        }
        Op::HasField { of, name, .. } => {
            write!(f, "has field {name}")?;
            vec![&**of]
        }
        Op::Part { of, key } => {
            write!(f, "part")?;
            vec![&**of, &**key]
        }
        Op::HasPart { of, name } => {
            write!(f, "has part {name}")?;
            vec![&**of]
        }
        Op::Path { of, steps, test } => {
            write!(f, "{}", if *test { "has path" } else { "path" })?;
            std::iter::once(&**of).chain(steps.iter().map(|(key, _)| key)).collect()
        }
        Op::And(a, b) => {
            write!(f, "and")?;
            vec![&**a, &**b]
        }
        Op::Or(a, b) => {
            write!(f, "or")?;
            vec![&**a, &**b]
        }
        Op::Conditional(parts) => {
            write!(f, "if")?;
            parts.iter().collect()
        }
        Op::Equal { values, negated } => {
            write!(f, "{}", if *negated { "not equal" } else { "equal" })?;
            values.iter().collect()
        }
        Op::Call { function, overloads, args } => {
            match overloads.as_slice() {
                [overload] => write!(f, "call {overload}")?,
                _ => write!(f, "call {function} of {} overloads", overloads.len())?,
            }
            args.iter().collect()
        }
        Op::OrElse { values, unwrap } => {
            write!(f, "{}", if *unwrap { "or value" } else { "or else" })?;
            values.iter().collect()
        }
        Op::List(items) => {
            write!(f, "list")?;
            items.iter().map(|(item, _)| item).collect()
        }
        Op::Map(entries) => {
            write!(f, "map")?;
            entries.iter().flat_map(|(key, value, _)| [key, value]).collect()
        }
        Op::Let { local, value, body } => {
            write!(f, "let {local}")?;
            vec![&**value, &**body]
        }
        Op::Loop(found) => {
            let Loop { kind, range, first, second, filter, body } = &**found;
            let name = match kind {
                LoopKind::All => "all",
                LoopKind::Exists => "exists",
                LoopKind::ExistsOne => "exists one",
                LoopKind::Collect => "collect",
                LoopKind::TransformMap => "transform map",
                LoopKind::TransformMapEntry => "transform map entry",
            };
            write!(f, "{name} {}", first.0)?;
            if let Some((second, _)) = second {
                write!(f, ", {second}")?;
            }
            std::iter::once(range).chain(filter).chain([body]).collect()
        }
    };
    writeln!(f, ": {}", expr.repr.name())?;
    children.into_iter().try_for_each(|child| line(f, child, depth + 1))
}
