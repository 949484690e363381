//! Estimates the cost of a call and the size of its result, over all overloads that the call may resolve to.
//
// cel-go: checker/cost.go (costCall, functionCost), ext/sets.go, ext/lists.go; apiserver:
// pkg/cel/library/cost.go

use super::coster::{Coster, EntrySizes, Operand};
use super::path::Part;
use super::range::Range;
use crate::compile::ast::{Constant, ExprId};
use crate::compile::types::{self, Type};
use crate::functions::Cost;
use crdc_vocabulary::Minor;

/// The cost of traversing a character or byte.
const TRAVERSAL: f64 = 0.1;
/// The cost of a character of a pattern.
const PATTERN: f64 = 0.25;
/// The longest pattern of a named format.
const LONGEST_FORMAT: f64 = 128.0;
/// The cost of a call that makes a list.
const NEW_LIST: Range = Range::fixed(11);

/// An estimate: the cost of a call without its operands, and the size of its result.
struct Estimate {
    cost: Range,
    result: Option<Range>,
}

fn only(cost: Range) -> Estimate {
    Estimate { cost, result: None }
}

fn sized(cost: Range, result: Range) -> Estimate {
    Estimate { cost, result: Some(result) }
}

/// A call whose operands' costs were already estimated.
struct Call<'a> {
    id: ExprId,
    overload: &'a str,
    target: Option<Operand>,
    args: &'a [Operand],
    costs: &'a [Range],
}

impl Call<'_> {
    /// The value that a method is called on, or the first argument of a function.
    fn subject(&self) -> Option<Operand> {
        self.target.or_else(|| self.args.first().copied())
    }

    fn arg_costs(&self) -> Range {
        self.costs.iter().copied().fold(Range::ZERO, Range::plus)
    }
}

impl Coster<'_> {
    pub(super) fn call(
        &mut self,
        id: ExprId,
        function: &str,
        target: Option<ExprId>,
        args: &[ExprId],
    ) -> Range {
        if function == "dyn"
            && !self.forgets()
            && let &[arg] = args
        {
            let cost = self.cost(arg);
            self.copy_sizes(id, arg);
            return cost.plus(Range::ONE);
        }
        let mut operands = Vec::with_capacity(args.len());
        let mut costs = Vec::with_capacity(args.len());
        for arg in args {
            costs.push(self.cost(*arg));
            operands.push(self.operand(*arg));
        }
        let typing = self.typing;
        let overloads = typing.overloads(id);
        if overloads.is_empty() {
            return Range::ZERO;
        }
        let mut sum = Range::ZERO;
        let target = target.map(|target| {
            sum = self.cost(target);
            self.operand(target)
        });
        let mut cost = Range::NONE;
        let mut result: Option<Range> = None;
        for overload in overloads {
            let call = Call { id, overload, target, args: &operands, costs: &costs };
            let estimate = self.estimate(&call);
            cost = cost.union(estimate.cost);
            if let Some(size) = estimate.result {
                result = Some(result.map_or(size, |result| result.union(size)));
            }
            let part = match *overload {
                "index_list" => Some(Part::Items),
                "index_map" => Some(Part::Values),
                _ => None,
            };
            if let (Some(part), Some(first)) = (part, args.first()) {
                if !self.forgets() {
                    result = self.entries(*first).map(|entries| entries.value);
                }
                let path = self.path(*first);
                self.path_of[id.index()] = self.paths.append(path, part);
            }
            if result.is_none() && !self.forgets() {
                result = self.size(id);
            }
        }
        if let Some(size) = result {
            self.sizes[id.index()] = Some(size);
        }
        sum.plus(cost)
    }

    /// The cost of an overload, its arguments included.
    fn estimate(&mut self, call: &Call<'_>) -> Estimate {
        let Some((overload, _)) = self.registry.overload(call.overload) else {
            return only(Range::ONE.plus(call.arg_costs()));
        };
        match overload.cost {
            Cost::Logic => {
                let (first, all) = (call.costs.first().copied().unwrap_or_default(), call.arg_costs());
                return only(Range { min: first.min, max: all.max });
            }
            Cost::Conditional => return self.conditional(call),
            _ => {}
        }
        let estimate = self.call_cost(overload.cost, call);
        Estimate { cost: estimate.cost.plus(call.arg_costs()), ..estimate }
    }

    fn conditional(&mut self, call: &Call<'_>) -> Estimate {
        let (&[_, then, otherwise], &[condition, first, second]) = (call.args, call.costs) else {
            return only(call.arg_costs());
        };
        let size = self.size_of(then).union(self.size_of(otherwise));
        let entries = EntrySizes::union(self.entries(then.id), self.entries(otherwise.id));
        if entries.is_some() {
            self.entry_sizes[call.id.index()] = entries;
        }
        sized(condition.plus(first.union(second)), size)
    }

    fn call_cost(&mut self, cost: Cost, call: &Call<'_>) -> Estimate {
        let Some(subject) = call.subject() else { return only(Range::ONE) };
        let size = self.size_or_declared(subject);
        let traversal = size.scaled(TRAVERSAL);
        match cost {
            Cost::Unit | Cost::Index | Cost::Logic | Cost::Conditional => only(Range::ONE),
            Cost::Equality => self.equality(call),
            Cost::Comparison => self.comparison(call),
            Cost::Concatenate | Cost::ConcatenateLists => self.concatenate(cost, call),
            Cost::InList => only(call.args.get(1).map_or(Range::ONE, |list| self.size_of(*list))),
            Cost::StringToBytes => sized(traversal, Range { min: size.min, max: size.max.wrapping_mul(4) }),
            Cost::BytesToString => sized(traversal, Range { min: size.min / 4, max: size.max }),
            Cost::Quote => {
                let result = |size: u64, factor: u64| size.wrapping_mul(factor).wrapping_add(2);
                sized(traversal, Range { min: result(size.min, 1), max: result(size.max, 2) })
            }
            Cost::Affix => only(self.arg_size(call, 0).scaled(TRAVERSAL)),
            Cost::Contains => only(traversal.times(self.arg_size(call, 0).scaled(TRAVERSAL))),
            Cost::Matches => only(self.search(size, call)),
            Cost::Find => sized(self.search(size, call), Range { min: 0, max: size.max }),
            Cost::Scan => only(self.scan(subject, size)),
            Cost::Parse if self.server < Minor::QUANTITY_COSTS && call.overload.contains("quantity") => {
                only(Range::ONE)
            }
            Cost::Parse | Cost::Format => only(traversal),
            Cost::ParseSized | Cost::Transform => sized(traversal, size),
            Cost::ParseTwice => only(size.scaled(2.0 * TRAVERSAL)),
            Cost::Replace => self.replace(size, call),
            Cost::Split => sized(size.scaled(2.0 * TRAVERSAL), self.split(size, call)),
            Cost::Join => self.join(subject, size, call),
            Cost::Validate => only(self.arg_size(call, 0).scaled(TRAVERSAL).scaled(LONGEST_FORMAT * PATTERN)),
            Cost::ContainsAddress { network, parse } => only(self.contains_address(network, parse, call)),
            Cost::Sets(factor) => only(size.times(self.arg_size(call, 1)).scaled(factor).plus(Range::ONE)),
            Cost::Slice | Cost::Range | Cost::Reverse | Cost::Flatten => self.new_list(cost, size, call),
            Cost::Distinct => quadratic(2.0, size),
            Cost::Sort { text, by } => {
                let compared = if by { self.arg_size(call, 0) } else { size };
                quadratic(if text { 2.0 + TRAVERSAL } else { 2.0 }, compared)
            }
            Cost::Authorize => only(Range::fixed(350_000)),
            Cost::Selector => {
                let selector = self.arg_size(call, 0);
                let parts = selector.scaled(0.5).scaled(50.0);
                only(Range::fixed(10).plus(selector.scaled(TRAVERSAL)).plus(parts))
            }
        }
    }

    /// The size of an argument.
    fn arg_size(&self, call: &Call<'_>, index: usize) -> Range {
        call.args.get(index).map_or(Range::UNKNOWN, |arg| self.size_or_declared(*arg))
    }

    fn type_of(&self, operand: Operand) -> Type {
        self.typing.of(operand.id).unwrap_or(Type::DYN)
    }

    fn equality(&mut self, call: &Call<'_>) -> Estimate {
        let &[left, right] = call.args else { return only(Range::ONE) };
        let name = |of: Type| self.types.runtime_name(of, self.declarations);
        let (one, two) = (self.type_of(left), self.type_of(right));
        let library = matches!(self.types.kind(one), types::Kind::Opaque(_) | types::Kind::Object(_));
        if library && name(one) == name(two) && self.server >= Minor::EQUALITY_COSTS {
            match self.types.kind(one) {
                types::Kind::Object("kubernetes.NamedFormat") => {
                    return only(Range { min: 1, max: 64 }.scaled(TRAVERSAL));
                }
                types::Kind::Object("kubernetes.URL") => {
                    // The server uses the size of the second operand for both bounds.
                    let longest = right.size.map_or(1, |size| size.max);
                    return only(Range { min: 1, max: longest }.scaled(TRAVERSAL));
                }
                types::Kind::Object("google.protobuf.Empty") => {}
                _ => return only(Range::ONE),
            }
        }
        self.comparison(call)
    }

    fn comparison(&mut self, call: &Call<'_>) -> Estimate {
        let &[left, right] = call.args else { return only(Range::ONE) };
        let max = self.size_of(left).max.min(self.size_of(right).max);
        only(Range { min: u64::from(max > 0), max }.scaled(TRAVERSAL))
    }

    fn concatenate(&mut self, cost: Cost, call: &Call<'_>) -> Estimate {
        let &[left, right] = call.args else { return only(Range::ONE) };
        let size = self.size_of(left).plus(self.size_of(right));
        let entries = EntrySizes::union(self.entries(left.id), self.entries(right.id));
        if entries.is_some() {
            self.entry_sizes[call.id.index()] = entries;
        }
        let list = cost == Cost::ConcatenateLists;
        sized(if list { Range::ONE } else { size.scaled(TRAVERSAL) }, size)
    }

    /// The cost of searching a string for a pattern.
    fn search(&self, size: Range, call: &Call<'_>) -> Range {
        let text = size.plus(Range::ONE).scaled(TRAVERSAL);
        text.times(self.arg_size(call, 0).scaled(PATTERN))
    }

    fn scan(&mut self, subject: Operand, size: Range) -> Range {
        let items = match self.types.kind(self.type_of(subject)) {
            types::Kind::List(of) | types::Kind::Optional(of) => Some(*of),
            types::Kind::Map(key, _) => Some(*key),
            _ => None,
        };
        let Some(items) = items else { return size.scaled(TRAVERSAL) };
        let mut each = Range::ONE;
        if matches!(self.types.kind(items), types::Kind::String | types::Kind::Bytes) {
            each = each.plus(self.item_size(subject).scaled(TRAVERSAL));
        }
        size.times(each)
    }

    fn replace(&self, size: Range, call: &Call<'_>) -> Estimate {
        let (from, to) = (self.arg_size(call, 0), self.arg_size(call, 1));
        let (mut count, mut kept) = (Range::ZERO, Range::ZERO);
        if from.min == 0 {
            // An empty string is replaced between all characters.
            count.max = size.max.saturating_add(1);
            kept.max = size.max;
        } else if to.max <= from.min {
            kept.max = size.max;
        } else {
            count.max = (size.max as f64 / from.min as f64).ceil() as u64;
        }
        if from.max == 0 {
            count.min = size.min.saturating_add(1);
            kept.min = size.min;
        } else if from.max <= to.min {
            kept.min = size.min;
        } else {
            count.min = (size.min as f64 / from.max as f64).ceil() as u64;
        }
        sized(size.scaled(2.0 * TRAVERSAL), count.times(to).plus(kept))
    }

    fn split(&self, size: Range, call: &Call<'_>) -> Range {
        let limit = call.args.get(1).and_then(|limit| self.ast.constant(limit.id));
        let max = match limit {
            // A negative limit is none, which the server takes for a large one.
            Some(Constant::Int(limit)) => limit.cast_unsigned(),
            _ => size.max,
        };
        Range { min: 0, max }
    }

    fn join(&mut self, subject: Operand, size: Range, call: &Call<'_>) -> Estimate {
        let has_items = matches!(self.types.kind(self.type_of(subject)), types::Kind::List(_));
        let mut result = if has_items { size.times(self.item_size(subject)) } else { Range::ZERO };
        if !call.args.is_empty() {
            let gaps = Range { min: size.min.saturating_sub(1), max: size.max.saturating_sub(1) };
            result = result.plus(self.arg_size(call, 0).times(gaps));
        }
        sized(result.scaled(TRAVERSAL), result)
    }

    fn contains_address(&self, network: bool, parse: bool, call: &Call<'_>) -> Range {
        let address = Range { min: 4, max: 16 };
        let mut cost = address.plus(address).scaled(TRAVERSAL);
        if network {
            cost = cost.plus(address.scaled(TRAVERSAL)).plus(Range::ONE);
        }
        if parse {
            cost = cost.plus(self.arg_size(call, 0).scaled(TRAVERSAL));
        }
        cost
    }

    fn new_list(&self, cost: Cost, size: Range, call: &Call<'_>) -> Estimate {
        let number = |index: usize, otherwise: u64| {
            let constant = call.args.get(index).and_then(|arg| self.ast.constant(arg.id));
            match constant {
                Some(Constant::Int(value)) => u64::try_from(*value).unwrap_or_default(),
                _ => otherwise,
            }
        };
        let (factor, items) = match cost {
            Cost::Slice => (1.0, Range::fixed(number(1, size.max).wrapping_sub(number(0, 0)))),
            Cost::Range => (1.0, Range::fixed(number(0, u64::MAX))),
            Cost::Flatten if !call.args.is_empty() => (number(0, u64::MAX) as f64, size),
            _ => (1.0, size),
        };
        sized(items.scaled(factor).plus(NEW_LIST), items)
    }
}

/// The cost of comparing each item of a list with each other.
fn quadratic(factor: f64, size: Range) -> Estimate {
    let pairs = size.times(size);
    sized(pairs.scaled(factor).plus(NEW_LIST), pairs)
}
