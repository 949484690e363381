//! Writes rules and their programs as constants, which crdc-cel evaluates. Functions would be faster to run,
//! but take rustc far longer to compile.
//!
//! In: a program, and a function that finds the code of constant patterns; the fields of a rule. Out: a
//! constant. The names of crdc-cel's types, `cel` and `ErrorType` must be in scope where it is written.

use std::collections::BTreeMap;
use std::sync::Arc;

use bumpalo::Bump;
use crdc_cel::Cost;
use crdc_cel::compile::program::{Points, Program, flatten};
use crdc_cel::functions::Called;
use crdc_cel::program::{self, At, Candidate, Code, Constant, Expr, Guard, Loop, OldSelf, Op, Repr, Search};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crdc_schema::RuleWords;
use crdc_schema::pattern::Matcher;

/// The constant of a rule, with the names of the constants of its program and of its message's program. The
/// text of the message is a part of the constant.
pub fn rule_constant(
    words: &RuleWords,
    holds: &Ident,
    expression: Option<(&str, Ident)>,
    transition: bool,
) -> TokenStream {
    let RuleWords { text, index, message, reason, field_path, optional_old_self } = words;
    let (index, reason) = (Literal::usize_unsuffixed(*index), variant(reason));
    let expression = option(expression.map(|(text, name)| quote!((#text, &#name))));
    quote! {
        Rule {
            holds: &#holds,
            text: #text,
            index: #index,
            message: #message,
            expression: #expression,
            reason: ErrorType::#reason,
            field_path: #field_path,
            transition: #transition,
            optional_old_self: #optional_old_self,
        }
    }
}

/// Constant patterns with the names and the code of their functions.
pub type Matchers = BTreeMap<String, (Ident, TokenStream)>;

/// The name of the function for a pattern. A new function is named after the constant that uses it.
pub fn function_of(
    matchers: &mut Matchers,
    user: &Ident,
    pattern: &str,
    matcher: &Matcher,
    runtime: &TokenStream,
) -> Ident {
    if let Some((name, _)) = matchers.get(pattern) {
        return name.clone();
    }
    let name = format_ident!("{user}_matches_{}", matchers.len());
    matchers.insert(pattern.to_owned(), (name.clone(), crate::pattern::function(matcher, &name, runtime)));
    name
}

/// The options of writing a program.
pub struct With<'w> {
    /// The path of the runtime.
    pub runtime: &'w TokenStream,
    /// A function that compiles constant patterns.
    pub matcher: &'w dyn Fn(&str) -> Option<Arc<Matcher>>,
    /// The functions of the patterns that were written.
    pub matchers: &'w mut Matchers,
    /// The record of tests.
    pub recorded: TokenStream,
}

/// A constant with a program. The functions of its patterns are added to those of `with`, and `points` gives
/// conditions their numbers.
pub fn program_constant(
    name: &Ident,
    program: &Program,
    old: OldSelf,
    points: Points<'_>,
    with: With<'_>,
) -> TokenStream {
    let arena = Bump::new();
    let program = flatten(&arena, program, old, points);
    let recorded = with.recorded.clone();
    let mut writer = Writer { with, name, program };
    let parts: Vec<_> = program.parts.iter().map(|part| writer.part(part)).collect();
    let (name, old) = (constant_name(name), variant(old));
    quote! {
        static #name: Program =
            Program { parts: &[#(#parts),*], old: OldSelf::#old, recorded: #recorded };
    }
}

/// Writes one program.
struct Writer<'w, 'a> {
    with: With<'w>,
    /// The name of the rule or message, for the functions of its patterns.
    name: &'w Ident,
    program: program::Program<'a>,
}

/// The name of the constant of a rule or message.
pub fn constant_name(name: &Ident) -> Ident {
    format_ident!("{}", name.to_string().trim_start_matches("r#").to_uppercase())
}

impl Writer<'_, '_> {
    fn part(&mut self, Expr(op, repr): &Expr<'_>) -> TokenStream {
        let (op, repr) = (self.op(op), repr_tokens(*repr));
        quote!(Expr(Op::#op, #repr))
    }

    fn op(&mut self, op: &Op<'_>) -> TokenStream {
        match *op {
            Op::Constant(of) => {
                let of = constant(of);
                quote!(Constant(Constant::#of))
            }
            Op::Type(name) => quote!(Type(#name)),
            Op::SelfValue => quote!(SelfValue),
            Op::OldSelf => quote!(OldSelf),
            Op::Local(local) => {
                let local = number(local);
                quote!(Local(#local))
            }
            Op::Field(of, name) => named("Field", of, name),
            Op::HasField(of, name) => named("HasField", of, name),
            Op::Part(of, key) => parts("Part", &[of, key]),
            Op::HasPart(of, name) => named("HasPart", of, name),
            Op::Path(of, steps) => path("Path", of, steps),
            Op::HasPath(of, steps) => path("HasPath", of, steps),
            Op::And(a, b) => parts("And", &[a, b]),
            Op::Or(a, b) => parts("Or", &[a, b]),
            Op::Conditional(condition, then, otherwise) => {
                parts("Conditional", &[condition, then, otherwise])
            }
            Op::Point(point, condition) => parts("Point", &[point, condition]),
            Op::Equal(a, b) => parts("Equal", &[a, b]),
            Op::Unequal(a, b) => parts("Unequal", &[a, b]),
            Op::Call(code, cost, stops, operands) => self.call(&code, cost, stops, operands),
            Op::OrElse(a, b) => parts("OrElse", &[a, b]),
            Op::OrValue(a, b) => parts("OrValue", &[a, b]),
            Op::List(items, cost) => {
                let (items, cost) = (flagged(items), Literal::u64_unsuffixed(cost));
                quote!(List(#items, #cost))
            }
            Op::Map(entries, cost) => {
                let entries = entries.iter().map(|(key, value, optional)| {
                    let (key, value) = (number(*key), number(*value));
                    quote!((#key, #value, #optional))
                });
                let cost = Literal::u64_unsuffixed(cost);
                quote!(Map(&[#(#entries),*], #cost))
            }
            Op::Message(scalar, field) => {
                let scalar = variant(scalar);
                let field = option(field.map(|(path, value, optional)| {
                    let value = number(value);
                    quote!((#path, #value, #optional))
                }));
                quote!(Message(cel::Scalar::#scalar, #field))
            }
            Op::Let(local, value, body) => parts("Let", &[local, value, body]),
            Op::Loop(found) => {
                let found = looped(found);
                quote!(Loop(&#found))
            }
        }
    }

    fn call(
        &mut self,
        code: &Code<'_>,
        counts: Cost,
        stops: bool,
        mut operands: &[(At, Repr)],
    ) -> TokenStream {
        let mut cost = cost_tokens(counts);
        let code = match code {
            Code::Overload(called, result) => {
                let (called, result) = (called_tokens(*called), repr_tokens(*result));
                quote!(Overload(#called, #result))
            }
            Code::Counted(called, result) => {
                let (called, result) = (called_tokens(*called), repr_tokens(*result));
                quote!(Counted(#called, #result))
            }
            Code::AnyOf(function, candidates) => {
                let candidates = candidates.iter().map(candidate);
                quote!(AnyOf(#function, &[#(#candidates),*]))
            }
            Code::Search(search) => match self.matcher(*search, operands) {
                Some((matcher, size)) => {
                    operands = operands.get(..1).unwrap_or_default();
                    if counts == Cost::Search {
                        cost = quote!(cel::Cost::SearchFor(#size));
                    }
                    quote!(Matches(#matcher))
                }
                None => {
                    let search = match search {
                        Search::Matches => quote!(MATCHES),
                        Search::Find => quote!(FIND),
                        Search::FindAll => quote!(FIND_ALL),
                    };
                    quote!(Search(cel::program::Search::#search))
                }
            },
            // Only written code has functions of patterns.
            Code::Matches(_) | Code::NoSuchOverload => quote!(NoSuchOverload),
            Code::Nothing => quote!(Nothing),
        };
        let operands = operands.iter().map(|(operand, of)| {
            let (operand, of) = (number(*operand), repr_tokens(*of));
            quote!((#operand, #of))
        });
        quote!(Call(Code::#code, #cost, #stops, &[#(#operands),*]))
    }

    /// The function of a constant pattern, if only the answer counts, and how many characters the pattern
    /// has.
    fn matcher(&mut self, search: Search, operands: &[(At, Repr)]) -> Option<(Ident, u64)> {
        let (pattern, _) = operands.get(1)?;
        let Expr(Op::Constant(Constant::String(pattern)), _) = *self.program.parts.get(*pattern as usize)?
        else {
            return None;
        };
        let matcher = (self.with.matcher)(pattern).filter(|_| search == Search::Matches)?;
        let name = function_of(self.with.matchers, self.name, pattern, &matcher, self.with.runtime);
        Some((name, pattern.chars().count() as u64))
    }
}

/// The name of a variant without fields.
fn variant(of: impl std::fmt::Debug) -> Ident {
    format_ident!("{}", format!("{of:?}"))
}

fn number(of: u32) -> Literal {
    Literal::u32_unsuffixed(of)
}

fn parts(op: &str, of: &[u32]) -> TokenStream {
    let (op, of) = (format_ident!("{op}"), of.iter().map(|of| number(*of)));
    quote!(#op(#(#of),*))
}

fn named(op: &str, of: At, name: &str) -> TokenStream {
    let (op, of) = (format_ident!("{op}"), number(of));
    quote!(#op(#of, #name))
}

fn path(op: &str, of: At, steps: &[(At, bool)]) -> TokenStream {
    let (op, of, steps) = (format_ident!("{op}"), number(of), flagged(steps));
    quote!(#op(#of, #steps))
}

fn flagged(of: &[(At, bool)]) -> TokenStream {
    let of = of.iter().map(|(of, flag)| {
        let of = number(*of);
        quote!((#of, #flag))
    });
    quote!(&[#(#of),*])
}

fn option(of: Option<TokenStream>) -> TokenStream {
    of.map_or_else(|| quote!(None), |of| quote!(Some(#of)))
}

fn looped(of: &Loop) -> TokenStream {
    let variable = |(local, of): (u32, Repr)| {
        let (local, of) = (number(local), repr_tokens(of));
        quote!((#local, #of))
    };
    let kind = variant(of.kind);
    let (range, body) = (number(of.range), number(of.body));
    let filter = option(of.filter.map(|filter| {
        let filter = number(filter);
        quote!(#filter)
    }));
    let (first, second) = (variable(of.first), option(of.second.map(variable)));
    let appended = Literal::u64_unsuffixed(of.appended);
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

fn candidate(of: &Candidate<'_>) -> TokenStream {
    let (called, result) = (called_tokens(of.called), repr_tokens(of.result));
    let operands = of.operands.iter().map(|(of, guard)| {
        let of = repr_tokens(*of);
        let guard = match guard {
            Guard::Any => quote!(Any),
            Guard::Named(name) => quote!(Named(#name)),
            Guard::BeginsWith(item) => {
                let item = repr_tokens(*item);
                quote!(BeginsWith(#item))
            }
        };
        quote!((#of, Guard::#guard))
    });
    quote!(Candidate { called: #called, operands: &[#(#operands),*], result: #result })
}

/// The constant of an overload (crdc-cel: `functions`).
fn called_tokens(of: Called) -> TokenStream {
    let name = format_ident!("{}", of.constant);
    quote!(functions::#name.code())
}

fn repr_tokens(of: Repr) -> TokenStream {
    let of = variant(of);
    quote!(Repr::#of)
}

fn cost_tokens(cost: Cost) -> TokenStream {
    match cost {
        Cost::Sets(factor) => {
            let factor = Literal::u64_unsuffixed(factor);
            quote!(cel::Cost::Sets(#factor))
        }
        Cost::SearchFor(size) => quote!(cel::Cost::SearchFor(#size)),
        Cost::CompareAll(operand) => {
            let operand = Literal::u8_unsuffixed(operand);
            quote!(cel::Cost::CompareAll(#operand))
        }
        Cost::ContainsIp { parse } => quote!(cel::Cost::ContainsIp { parse: #parse }),
        Cost::ContainsCidr { parse } => quote!(cel::Cost::ContainsCidr { parse: #parse }),
        plain => {
            let plain = variant(plain);
            quote!(cel::Cost::#plain)
        }
    }
}

/// A literal, as a constant.
fn constant(of: Constant<'_>) -> TokenStream {
    match of {
        Constant::Null => quote!(Null),
        Constant::Bool(value) => quote!(Bool(#value)),
        Constant::Int(value) => quote!(Int(#value)),
        Constant::Uint(value) => quote!(Uint(#value)),
        Constant::Double(value) if value.is_nan() => quote!(Double(f64::NAN)),
        Constant::Double(value) if value.is_infinite() && value > 0.0 => quote!(Double(f64::INFINITY)),
        Constant::Double(value) if value.is_infinite() => quote!(Double(f64::NEG_INFINITY)),
        Constant::Double(value) => quote!(Double(#value)),
        Constant::String(text) => quote!(String(#text)),
        Constant::Bytes(bytes) => {
            // A slice of it would be a call, which constants cannot have.
            let bytes = Literal::byte_string(bytes);
            quote!(Bytes(#bytes))
        }
    }
}
