//! Bounds of what calls cost, and of the sizes of their results.

use super::linear::Linear;
use super::parts::{Cost, Parts, is_scalar, traversed};
use super::schema::as_size;
use super::values::Bounded;
use crate::cel::ast::Constant;
use crate::cel::program::{CallCost, Expr, Op, Repr, call_cost};

/// The longest text of a number, a time or an address.
const LONGEST_SCALAR: f64 = 400.0;
/// The largest size of an address or a network.
const ADDRESS: f64 = 17.0;
/// The largest pattern of a named format.
const NAMED_FORMAT: f64 = 1200.0;
/// The cost of a call that makes a list, and the size of a list that fails.
const NEW_LIST: f64 = 12.0;

impl Parts<'_, '_> {
    pub(super) fn call(
        &mut self,
        call: &Expr,
        function: &str,
        overloads: &[&'static str],
        args: &[Expr],
    ) -> Cost {
        let mut cost = Linear::constant(0.0);
        let mut operands = Vec::with_capacity(args.len());
        for arg in args {
            let (more, operand) = self.expr(arg);
            cost = cost.add(&more);
            operands.push(operand);
        }
        let result = self.result(call, function, args, &operands);
        let kind = call_cost(function, overloads, args);
        (cost.add(&self.of_call(kind, args, &operands, &result)), result)
    }

    fn of_call(&self, cost: CallCost, args: &[Expr], operands: &[Bounded], result: &Bounded) -> Linear {
        let one = Linear::constant(1.0);
        let size = |index: usize| operands.get(index).map_or_else(|| one.clone(), Bounded::operand);
        let product = |a: &Linear, b: &Linear| a.product(b, &self.maxima);
        match cost {
            CallCost::Free => Linear::constant(0.0),
            CallCost::Unit => one,
            CallCost::Comparison => traversed(&size(0).smaller(&size(1), &self.maxima)),
            CallCost::Concatenate => traversed(&size(0).add(&size(1))),
            CallCost::InList => size(1).plus(1.0),
            CallCost::Traverse => traversed(&size(0)),
            CallCost::TraverseTwice => size(0).scaled(0.2).plus(1.0),
            CallCost::TraverseResult => result.operand().scaled(0.2).plus(1.0),
            CallCost::Scan => match (args.first().map(|arg| &arg.repr), operands.first()) {
                (Some(Repr::List(item)), Some(list)) if is_scalar(item) => list.operand(),
                (Some(Repr::List(item)), Some(list)) if **item == Repr::String => {
                    list.weight.scaled(0.1).add(&list.operand())
                }
                (Some(Repr::String | Repr::Bytes), Some(text)) => text.weight.scaled(0.1).plus(1.0),
                // Values that nest too deeply cost more than any other.
                (_, Some(_)) => Linear::unknown(),
                (_, None) => one,
            },
            CallCost::Contains => product(&traversed(&size(0)), &traversed(&size(1))),
            CallCost::Search => search(&size(0), &size(1), self),
            CallCost::Validate => search(&size(1), &Linear::constant(NAMED_FORMAT), self),
            CallCost::ContainsIp(_) | CallCost::ContainsCidr(_) => {
                let network = size(0).scaled(3.0).plus(10.0 * ADDRESS);
                traversed(&network).add(&traversed(&size(1))).plus(2.0)
            }
            CallCost::Sets(factor) => {
                let pairs = product(&size(0).plus(1.0), &size(1).plus(1.0));
                pairs.scaled(as_size(i64::try_from(factor).unwrap_or(i64::MAX))).plus(1.0)
            }
            CallCost::NewList => result.operand().plus(NEW_LIST),
            CallCost::Flatten => match args.get(1).map(|depth| &depth.op) {
                None => size(0).plus(NEW_LIST),
                Some(Op::Constant(Constant::Int(depth))) if *depth >= 0 => {
                    size(0).plus(1.0).scaled(as_size(*depth)).plus(NEW_LIST)
                }
                // A negative depth costs almost the largest number.
                Some(_) => Linear::unknown(),
            },
            CallCost::CompareAll(operand) => {
                let list = size(usize::from(operand));
                product(&list, &list).scaled(2.1).plus(NEW_LIST + 3.0)
            }
        }
    }

    /// The result of a call.
    fn result(&self, call: &Expr, function: &str, args: &[Expr], operands: &[Bounded]) -> Bounded {
        if is_scalar(&call.repr) {
            return Bounded::scalar();
        }
        let Some(first) = operands.first() else { return Bounded::scalar() };
        let list_operand = matches!(args.first().map(|arg| &arg.repr), Some(Repr::List(_)));
        let product = |a: &Linear, b: &Linear| a.product(b, &self.maxima);
        let longer = |factor: f64| {
            let (weight, size) = (first.weight.scaled(factor), first.size.scaled(factor));
            Bounded::made(weight.plus(LONGEST_SCALAR), size.plus(LONGEST_SCALAR), None)
        };
        match (function, operands) {
            ("_+_", [a, b]) => {
                let parts = self.any_part(a).either(&self.any_part(b));
                Bounded::made(a.weight.add(&b.weight), a.operand().add(&b.operand()), Some(parts))
            }
            (
                "dyn" | "optional.of" | "optional.ofNonZeroValue" | "value" | "optional.unwrap" | "unwrapOpt",
                _,
            )
            | ("slice" | "sort" | "@sortByAssociatedKeys" | "distinct", _) => first.clone(),
            ("reverse", _) if list_operand => first.clone(),
            ("first" | "last" | "min" | "max", _) if list_operand => self.any_part(first),
            ("string", _) => match args.first().map(|arg| &arg.repr) {
                Some(Repr::String | Repr::Bytes) => first.clone(),
                _ => Bounded::made(
                    first.weight.plus(LONGEST_SCALAR),
                    first.weight.add(&first.size).plus(LONGEST_SCALAR),
                    None,
                ),
            },
            ("bytes", _) => Bounded::made(first.weight.clone(), first.weight.clone(), None),
            ("lowerAscii" | "upperAscii" | "trim" | "substring" | "find" | "reverse", _) => {
                Bounded::made(first.weight.clone(), first.size.clone(), None)
            }
            ("charAt", _) => Bounded::text(4.0, 1.0),
            ("replace", [text, _, with, ..]) => {
                let weight = text.weight.add(&product(&text.weight.plus(1.0), &with.weight));
                let size = text.size.add(&product(&text.size.plus(1.0), &with.size));
                Bounded::made(weight, size, None)
            }
            ("split" | "findAll", _) => {
                let part = Bounded::made(first.weight.clone(), first.size.clone(), None);
                // There is an empty text between two characters.
                let count = first.operand().plus(1.0);
                Bounded::made(first.weight.add(&count), count, Some(part))
            }
            ("join", [list]) => Bounded::made(list.weight.clone(), list.weight.clone(), None),
            ("join", [list, separator, ..]) => {
                let weight = list.weight.add(&product(&list.size, &separator.weight));
                let size = list.weight.add(&product(&list.size, &separator.size));
                Bounded::made(weight, size, None)
            }
            ("strings.quote", _) => longer(2.0),
            ("base64.encode", _) => {
                let size = first.weight.scaled(1.4).plus(4.0);
                Bounded::made(size.clone(), size, None)
            }
            ("base64.decode", _) => Bounded::made(first.weight.clone(), first.weight.clone(), None),
            ("flatten", _) => Bounded::any(first.weight.clone()),
            ("getScheme" | "getHost" | "getHostname" | "getPort" | "getEscapedPath", _) => {
                let size = first.weight.scaled(3.0);
                Bounded::made(size.clone(), size, None)
            }
            ("getQuery", _) => Bounded::any(first.weight.scaled(3.0).plus(2.0)),
            ("ip" | "cidr" | "masked", _) => Bounded::text(64.0, ADDRESS),
            ("url" | "quantity" | "add" | "sub" | "semver", _) => {
                Bounded::made(longer(1.0).weight, Linear::constant(1.0), None)
            }
            ("type" | "optional.none" | "format.named", _) => Bounded::scalar(),
            _ => Bounded::unknown(),
        }
    }
}

/// Searching a text for a pattern.
fn search(text: &Linear, pattern: &Linear, parts: &Parts<'_, '_>) -> Linear {
    let quarters = if pattern.is_constant() {
        Linear::constant((pattern.constant * 0.25).ceil())
    } else {
        pattern.scaled(0.25).plus(1.0)
    };
    text.scaled(0.1).plus(1.1).product(&quarters, &parts.maxima)
}
