//! Computes bounds of the costs of calls, and of the sizes of their results.

use super::linear::Linear;
use super::parts::{Cost, Parts, is_scalar, traversed};
use super::schema::as_size;
use super::values::Bounded;
use crdc_cel::Cost as Counts;
use crdc_cel::compile::ast::Constant;
use crdc_cel::compile::program::{Expr, Op, Repr, call_cost};
use crdc_cel::functions::{Size, functions};

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

    fn of_call(&self, cost: Counts, args: &[Expr], operands: &[Bounded], result: &Bounded) -> Linear {
        let one = Linear::constant(1.0);
        let size = |index: usize| operands.get(index).map_or_else(|| one.clone(), Bounded::operand);
        let product = |a: &Linear, b: &Linear| a.product(b, &self.maxima);
        match cost {
            Counts::Free => Linear::constant(0.0),
            Counts::Unit => one,
            Counts::Equality | Counts::Comparison => traversed(&size(0).smaller(&size(1), &self.maxima)),
            Counts::Concatenate => traversed(&size(0).add(&size(1))),
            Counts::InList => size(1).plus(1.0),
            Counts::Traverse => traversed(&size(0)),
            Counts::TraverseTwice => size(0).scaled(0.2).plus(1.0),
            Counts::TraverseResult => result.operand().scaled(0.2).plus(1.0),
            Counts::Scan => match (args.first().map(|arg| &arg.repr), operands.first()) {
                (Some(Repr::List(item)), Some(list)) if is_scalar(item) => list.operand(),
                (Some(Repr::List(item)), Some(list)) if **item == Repr::String => {
                    list.weight.scaled(0.1).add(&list.operand())
                }
                (Some(Repr::String | Repr::Bytes), Some(text)) => text.weight.scaled(0.1).plus(1.0),
                // Values that nest too deeply cost more than any other.
                (_, Some(_)) => Linear::unknown(),
                (_, None) => one,
            },
            Counts::Contains => product(&traversed(&size(0)), &traversed(&size(1))),
            Counts::Search => search(&size(0), &size(1), self),
            Counts::SearchFor(pattern) => {
                let pattern = as_size(i64::try_from(pattern).unwrap_or(i64::MAX));
                search(&size(0), &Linear::constant(pattern), self)
            }
            Counts::Validate => search(&size(1), &Linear::constant(NAMED_FORMAT), self),
            Counts::ContainsIp { .. } | Counts::ContainsCidr { .. } => {
                let network = size(0).scaled(3.0).plus(10.0 * ADDRESS);
                traversed(&network).add(&traversed(&size(1))).plus(2.0)
            }
            Counts::Sets(factor) => {
                let pairs = product(&size(0).plus(1.0), &size(1).plus(1.0));
                pairs.scaled(as_size(i64::try_from(factor).unwrap_or(i64::MAX))).plus(1.0)
            }
            Counts::NewList => result.operand().plus(NEW_LIST),
            Counts::Flatten => match args.get(1).map(|depth| &depth.op) {
                None => size(0).plus(NEW_LIST),
                Some(Op::Constant(Constant::Int(depth))) if *depth >= 0 => {
                    size(0).plus(1.0).scaled(as_size(*depth)).plus(NEW_LIST)
                }
                // A negative depth costs almost the largest number.
                Some(_) => Linear::unknown(),
            },
            Counts::CompareAll(operand) => {
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
        let of = functions().find(|known| known.name == function).map_or(Size::Unknown, |known| known.size);
        match (of, operands) {
            (Size::Joined, [a, b]) => {
                let parts = self.any_part(a).either(&self.any_part(b));
                Bounded::made(a.weight.add(&b.weight), a.operand().add(&b.operand()), Some(parts))
            }
            (Size::Operand, _) => first.clone(),
            (Size::Reversed, _) if list_operand => first.clone(),
            (Size::PartOfList, _) if list_operand => self.any_part(first),
            (Size::Written, _) => match args.first().map(|arg| &arg.repr) {
                Some(Repr::String | Repr::Bytes) => first.clone(),
                _ => Bounded::made(
                    first.weight.plus(LONGEST_SCALAR),
                    first.weight.add(&first.size).plus(LONGEST_SCALAR),
                    None,
                ),
            },
            (Size::Bytes, _) => Bounded::made(first.weight.clone(), first.weight.clone(), None),
            (Size::Text | Size::Reversed, _) => Bounded::made(first.weight.clone(), first.size.clone(), None),
            (Size::Character, _) => Bounded::text(4.0, 1.0),
            (Size::Replaced, [text, _, with, ..]) => {
                let weight = text.weight.add(&product(&text.weight.plus(1.0), &with.weight));
                let size = text.size.add(&product(&text.size.plus(1.0), &with.size));
                Bounded::made(weight, size, None)
            }
            (Size::Parts, _) => {
                let part = Bounded::made(first.weight.clone(), first.size.clone(), None);
                // The pattern may match the empty text between two characters.
                let count = first.operand().plus(1.0);
                Bounded::made(first.weight.add(&count), count, Some(part))
            }
            (Size::JoinedParts, [list]) => Bounded::made(list.weight.clone(), list.weight.clone(), None),
            (Size::JoinedParts, [list, separator, ..]) => {
                let weight = list.weight.add(&product(&list.size, &separator.weight));
                let size = list.weight.add(&product(&list.size, &separator.size));
                Bounded::made(weight, size, None)
            }
            (Size::Quoted, _) => longer(2.0),
            (Size::Base64, _) => {
                let size = first.weight.scaled(1.4).plus(4.0);
                Bounded::made(size.clone(), size, None)
            }
            (Size::Anything, _) => Bounded::any(first.weight.clone()),
            (Size::PartOfUrl, _) => {
                let size = first.weight.scaled(3.0);
                Bounded::made(size.clone(), size, None)
            }
            (Size::Query, _) => Bounded::any(first.weight.scaled(3.0).plus(2.0)),
            (Size::Address, _) => Bounded::text(64.0, ADDRESS),
            (Size::Parsed, _) => Bounded::made(longer(1.0).weight, Linear::constant(1.0), None),
            (Size::Scalar, _) => Bounded::scalar(),
            _ => Bounded::unknown(),
        }
    }
}

/// The cost of searching a text for a pattern.
fn search(text: &Linear, pattern: &Linear, parts: &Parts<'_, '_>) -> Linear {
    let quarters = if pattern.is_constant() {
        Linear::constant((pattern.constant * 0.25).ceil())
    } else {
        pattern.scaled(0.25).plus(1.0)
    };
    text.scaled(0.1).plus(1.1).product(&quarters, &parts.maxima)
}
