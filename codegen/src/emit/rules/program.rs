//! Writes programs as constants, which crdc-cel evaluates. Functions would be faster, and take a compiler far longer.
//!
//! Easy to break: crdc-dynamic (`program/convert.rs`) makes the same in memory.

use std::collections::{BTreeMap, HashMap};

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use super::calls::{CallCode, cost_tokens, resolve_call, rust_name};
use super::coverage::Points;
use super::literal::constant;
use super::plan_rules::Rules;
use crate::cel::ast::Constant;
use crate::cel::program::{Expr, Guard, Local, Loop, LoopKind, Op, Program, Repr, Scalar, is_constant};

/// Constant patterns with the names and the code of their functions.
pub(super) type Matchers = BTreeMap<String, (Ident, TokenStream)>;

/// Writes one program.
struct Writer<'w, 'p> {
    rules: &'w Rules<'p>,
    /// The name of the rule or message, for the functions of its patterns.
    name: &'w Ident,
    matchers: &'w mut Matchers,
    /// The parts, each behind those that it is made of.
    parts: Vec<TokenStream>,
    /// The indices of parts. Equal ones, such as each `self`, are one.
    known: HashMap<String, usize>,
    /// What tests record, if they do.
    points: Option<&'w mut Points>,
}

impl Rules<'_> {
    /// A constant with a program. The functions of its patterns are added to `matchers`, the conditions that tests record to
    /// `points`. `old` is the name of what `oldSelf` is.
    pub(super) fn program_constant(
        &self,
        name: &Ident,
        program: &Program,
        old: &str,
        matchers: &mut Matchers,
        points: Option<&mut Points>,
    ) -> TokenStream {
        let recorded = match &points {
            Some(points) => points.recorded(),
            None => quote!(None),
        };
        let known = HashMap::new();
        let mut writer = Writer { rules: self, name, matchers, parts: Vec::new(), known, points };
        writer.add(&program.root);
        let parts = writer.parts;
        let (name, old) = (constant_name(name), format_ident!("{old}"));
        quote! {
            static #name: Program =
                Program { parts: &[#(#parts),*], old: OldSelf::#old, recorded: #recorded };
        }
    }
}

/// The name of the constant of a rule or message.
pub(super) fn constant_name(name: &Ident) -> Ident {
    format_ident!("{}", name.to_string().trim_start_matches("r#").to_uppercase())
}

impl Writer<'_, '_> {
    /// Adds a part, and returns its index.
    fn add(&mut self, expr: &Expr) -> Literal {
        let (op, repr) = (self.op(expr), repr(&expr.repr));
        self.push(quote!(Expr(Op::#op, #repr)))
    }

    /// Adds a condition: an operand of `&&` or `||`, or that of `c ? a : b`.
    fn condition(&mut self, expr: &Expr) -> Literal {
        let index = self.add(expr);
        match self.points.as_mut().and_then(|points| points.condition(expr)) {
            Some(number) => self.push(quote!(Expr(Op::Point(#number, #index), Repr::Bool))),
            None => index,
        }
    }

    fn push(&mut self, part: TokenStream) -> Literal {
        let next = self.parts.len();
        let index = *self.known.entry(part.to_string()).or_insert(next);
        if index == next {
            self.parts.push(part);
        }
        Literal::usize_unsuffixed(index)
    }

    fn adds<'e>(&mut self, of: impl IntoIterator<Item = &'e Expr>) -> Vec<Literal> {
        of.into_iter().map(|expr| self.add(expr)).collect()
    }

    fn op(&mut self, expr: &Expr) -> TokenStream {
        match &expr.op {
            Op::Constant(of) => {
                let of = constant(of);
                quote!(Constant(Constant::#of))
            }
            Op::Type(name) => quote!(Type(#name)),
            Op::SelfValue => quote!(SelfValue),
            Op::OldSelf => quote!(OldSelf),
            Op::Local(number) => {
                let number = local(*number);
                quote!(Local(#number))
            }
            Op::Field { of, name, .. } => {
                let of = self.add(of);
                quote!(Field(#of, #name))
            }
            Op::HasField { of, name, .. } => {
                let of = self.add(of);
                quote!(HasField(#of, #name))
            }
            Op::Part { of, key } => {
                let parts = self.adds([&**of, key]);
                quote!(Part(#(#parts),*))
            }
            Op::HasPart { of, name } => {
                let of = self.add(of);
                quote!(HasPart(#of, #name))
            }
            Op::Path { of, steps, test } => {
                let of = self.add(of);
                let steps = self.flagged(steps);
                let op = format_ident!("{}", if *test { "HasPath" } else { "Path" });
                quote!(#op(#of, #steps))
            }
            Op::And(a, b) => {
                let (a, b) = (self.condition(a), self.condition(b));
                quote!(And(#a, #b))
            }
            Op::Or(a, b) => {
                let (a, b) = (self.condition(a), self.condition(b));
                quote!(Or(#a, #b))
            }
            Op::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                let (condition, parts) = (self.condition(condition), self.adds([then, otherwise]));
                quote!(Conditional(#condition, #(#parts),*))
            }
            Op::Equal { values, negated } => {
                let values = self.adds(values.iter());
                if *negated { quote!(Unequal(#(#values),*)) } else { quote!(Equal(#(#values),*)) }
            }
            Op::Call { function, overloads, meant, args } => {
                let meant = meant.as_deref().unwrap_or(overloads);
                self.call(function, [overloads, meant], args)
            }
            Op::OrElse { values, unwrap } => {
                let values = self.adds(values.iter());
                if *unwrap { quote!(OrValue(#(#values),*)) } else { quote!(OrElse(#(#values),*)) }
            }
            Op::List(items) => {
                let cost = Literal::u64_unsuffixed(if is_constant(expr) { 0 } else { 10 });
                let items = self.flagged(items);
                quote!(List(#items, #cost))
            }
            Op::Map(entries) => {
                let cost = Literal::u64_unsuffixed(if is_constant(expr) { 0 } else { 30 });
                let entries = entries.iter().map(|(key, value, optional)| {
                    let (key, value) = (self.add(key), self.add(value));
                    quote!((#key, #value, #optional))
                });
                let entries: Vec<_> = entries.collect();
                quote!(Map(&[#(#entries),*], #cost))
            }
            Op::Message { scalar, field } => self.message(*scalar, field.as_ref()),
            Op::Let { local: number, value, body } => {
                let (number, parts) = (local(*number), self.adds([&**value, body]));
                quote!(Let(#number, #(#parts),*))
            }
            Op::Loop(found) => {
                let found = self.looped(found);
                quote!(Loop(&#found))
            }
        }
    }

    fn flagged(&mut self, of: &[(Expr, bool)]) -> TokenStream {
        let of = of.iter().map(|(expr, flag)| {
            let expr = self.add(expr);
            quote!((#expr, #flag))
        });
        let of: Vec<_> = of.collect();
        quote!(&[#(#of),*])
    }

    fn message(&mut self, scalar: Scalar, field: Option<&(String, Box<Expr>, bool)>) -> TokenStream {
        let scalar = format_ident!("{scalar:?}");
        let field = match field {
            None => quote!(None),
            Some((path, value, optional)) => {
                let value = self.add(value);
                quote!(Some((#path, #value, #optional)))
            }
        };
        quote!(Message(cel::Scalar::#scalar, #field))
    }

    fn looped(&mut self, of: &Loop) -> TokenStream {
        let variable = |(number, of): &(Local, Repr)| {
            let (number, of) = (local(*number), repr(of));
            quote!((#number, #of))
        };
        let optional = |of: Option<TokenStream>| of.map_or_else(|| quote!(None), |of| quote!(Some(#of)));
        let kind = format_ident!("{}", loop_name(of.kind));
        let (range, body) = (self.add(&of.range), self.add(&of.body));
        let filter = of.filter.as_ref().map(|filter| self.add(filter).into_token_stream());
        let (first, second) = (variable(&of.first), of.second.as_ref().map(variable));
        let (second, filter) = (optional(second), optional(filter));
        let appended = Literal::u64_unsuffixed(if is_constant(&of.body) { 2 } else { 12 });
        quote! {
            Loop {
                kind: LoopKind::#kind,
                range: #range,
                first: #first,
                second: #second,
                filter: #filter,
                body: #body,
                appended: #appended,
            }
        }
    }

    fn call(
        &mut self,
        function: &str,
        [overloads, meant]: [&[&'static str]; 2],
        args: &[Expr],
    ) -> TokenStream {
        let resolved = resolve_call(function, [overloads, meant], args);
        let (mut cost, mut operands) = (cost_tokens(resolved.cost), resolved.operands);
        let overload = |id: &str| {
            let name = format_ident!("{}", rust_name(id));
            quote!(overloads::#name)
        };
        let code = match resolved.code {
            CallCode::Overload { id, result, counted } => {
                let (code, result) = (overload(id), repr(&result));
                let op = format_ident!("{}", if counted { "Counted" } else { "Overload" });
                quote!(#op(#code, #result))
            }
            CallCode::AnyOf(candidates) => {
                let candidates = candidates.iter().map(|of| {
                    let (code, result) = (overload(of.id), repr(&of.result));
                    let operands = of.operands.iter().map(|(of, guard)| {
                        let (of, guard) = (repr(of), guard_tokens(guard.as_ref()));
                        quote!((#of, Guard::#guard))
                    });
                    quote!(Candidate { code: #code, operands: &[#(#operands),*], result: #result })
                });
                quote!(AnyOf(#function, &[#(#candidates),*]))
            }
            CallCode::Search => match self.matcher(function, args) {
                Some((matcher, size)) => {
                    operands.truncate(1);
                    if overloads == ["matches_string"] {
                        cost = quote!(cel::Cost::SearchFor(#size));
                    }
                    quote!(Matches(#matcher))
                }
                None => {
                    let search = match function {
                        "matches" => quote!(Matches),
                        "find" => quote!(Find),
                        _ => quote!(FindAll),
                    };
                    quote!(Search(cel::program::Search::#search))
                }
            },
            CallCode::Nothing => quote!(Nothing),
            CallCode::NoSuchOverload => quote!(NoSuchOverload),
        };
        let stops = resolved.stops;
        let operands = operands.iter().map(|(operand, of)| {
            let (operand, of) = (self.add(operand), repr(of));
            quote!((#operand, #of))
        });
        let operands: Vec<_> = operands.collect();
        quote!(Call(Code::#code, #cost, #stops, &[#(#operands),*]))
    }

    /// The function of a constant pattern, if only the answer counts, and how many characters the pattern has.
    fn matcher(&mut self, function: &str, args: &[Expr]) -> Option<(Ident, u64)> {
        let Some(Op::Constant(Constant::String(pattern))) = args.get(1).map(|arg| &arg.op) else {
            return None;
        };
        let matcher = self.rules.matcher(pattern).filter(|_| function == "matches")?;
        let new = format_ident!("{}_matches_{}", self.name, self.matchers.len());
        let (name, _) = self.matchers.entry(pattern.clone()).or_insert_with(|| {
            let matcher = matcher.emit(&new, &self.rules.emitter.runtime);
            (new, matcher)
        });
        Some((name.clone(), pattern.chars().count() as u64))
    }
}

fn local(number: Local) -> Literal {
    Literal::usize_unsuffixed(number)
}

fn loop_name(kind: LoopKind) -> &'static str {
    match kind {
        LoopKind::All => "All",
        LoopKind::Exists => "Exists",
        LoopKind::ExistsOne => "ExistsOne",
        LoopKind::Collect => "Collect",
        LoopKind::TransformMap => "TransformMap",
        LoopKind::TransformMapEntry => "TransformMapEntry",
    }
}

fn guard_tokens(of: Option<&Guard>) -> TokenStream {
    match of {
        None => quote!(Any),
        Some(Guard::Named(name)) => quote!(Named(#name)),
        Some(Guard::BeginsWith(item)) => {
            let item = repr(item);
            quote!(BeginsWith(#item))
        }
    }
}

/// A representation; the runtime does not know the types of items.
fn repr(of: &Repr) -> TokenStream {
    match of {
        Repr::Bool => quote!(Repr::Bool),
        Repr::Int => quote!(Repr::Int),
        Repr::Uint => quote!(Repr::Uint),
        Repr::Double => quote!(Repr::Double),
        Repr::String => quote!(Repr::String),
        Repr::Bytes => quote!(Repr::Bytes),
        Repr::Duration => quote!(Repr::Duration),
        Repr::Timestamp => quote!(Repr::Timestamp),
        Repr::List(_) => quote!(Repr::List),
        Repr::Map(_) => quote!(Repr::Map),
        Repr::Object(_) => quote!(Repr::Object),
        Repr::Dynamic => quote!(Repr::Dynamic),
    }
}
