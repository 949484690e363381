//! Functions that say whether all rules of a value certainly hold: expressions of Rust over plain values, without
//! errors and costs, for rules that only use what is simple and common.
//!
//! In: the programs of the rules. Out: one function, or nothing if a program has another part. In the function `s` reads
//! the object, `?` ends it wherever an evaluation could fail, and values are indices of the tape, texts without their type, integers
//! and booleans.
//!
//! Easy to break: **what the function says must be what the evaluation says**, see `runtime/src/cel/sure.rs`.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};

use crdc_vocabulary::go::parse_duration;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::code::local;
use super::declare::Seen;
use super::literal::texts;
use super::types::form;
use super::{Rules, is_used};
use crate::cel::ast::Constant;
use crate::cel::program::{Expr, Form, Loop, LoopKind, Op, Repr};
use crate::cel::types::DeclaredId;

/// The rules of a value.
pub(super) struct Simple<'r, 'p> {
    pub(super) rules: &'r Rules<'p>,
    /// The representation of `self`.
    pub(super) this: Repr,
    /// The functions of constant patterns.
    pub(super) patterns: BTreeMap<String, Ident>,
    /// The fields of variables that are looked up at once, and whether their values are read once.
    pub(super) known: HashMap<Ident, BTreeMap<u16, bool>>,
    /// The representations of the variables of loops.
    pub(super) locals: HashMap<usize, Repr>,
}

/// Code for a value, and how tightly its outermost operator binds.
struct Value(TokenStream, Binds);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binds {
    Choice,
    Or,
    And,
    Comparison,
    Operand,
}

impl Value {
    /// The code as an operand.
    fn within(self, binds: Binds) -> TokenStream {
        let Value(tokens, own) = self;
        if own < binds { quote!((#tokens)) } else { tokens }
    }
}

fn operand(tokens: TokenStream) -> Value {
    Value(tokens, Binds::Operand)
}

impl Simple<'_, '_> {
    /// The function for these programs, unless one has a part that is not simple.
    pub(super) fn function(&mut self, name: &Ident, programs: &[&Expr]) -> Option<TokenStream> {
        let this = format_ident!("this");
        let scope = self.scope(&this, &Op::SelfValue, programs)?;
        let binds = if programs.len() > 1 { Binds::And } else { Binds::Choice };
        let rules = programs.iter().map(|rule| Some(self.value(rule)?.within(binds)));
        let rules: Vec<_> = rules.collect::<Option<_>>()?;
        let body = quote!(#scope Some(#(#rules)&&*));
        let s = if is_used(&body, "s") { quote!(s) } else { quote!(_) };
        let this = if is_used(&body, "this") { quote!(this) } else { quote!(_) };
        Some(quote! {
            fn #name(#s: Sure<'_>, #this: u32) -> Option<bool> { #body }
        })
    }

    /// The statements that look up what parts read of a variable.
    fn scope(&mut self, variable: &Ident, op: &Op, parts: &[&Expr]) -> Option<TokenStream> {
        let mut uses = BTreeMap::new();
        parts.iter().try_for_each(|part| self.uses(op, part, 1, &mut uses))?;
        if uses.is_empty() {
            self.known.remove(variable);
            return Some(TokenStream::new());
        }
        let numbers = uses.keys();
        let places = uses.keys().map(|number| place(variable, *number));
        let values = uses.iter().filter_map(|(number, (count, repr))| {
            let (value, place) = (read(variable, *number), place(variable, *number));
            let read = reader(repr.as_ref().filter(|_| *count > 1)?)?;
            Some(quote!(let #value = s.#read(#place);))
        });
        let code = quote!(let [#(#places),*] = s.fields(#variable, &[#(#numbers),*])?; #(#values)*);
        let is_read = |repr: &Option<Repr>| repr.as_ref().and_then(reader).is_some();
        let known = uses.iter().map(|(number, (count, repr))| (*number, *count > 1 && is_read(repr)));
        self.known.insert(variable.clone(), known.collect());
        Some(code)
    }

    /// Counts how often the fields of a variable are read. What is in a loop is read any number of times.
    fn uses(
        &self,
        variable: &Op,
        expr: &Expr,
        weight: usize,
        uses: &mut BTreeMap<u16, (usize, Option<Repr>)>,
    ) -> Option<()> {
        if let Op::Field { of, object, name } | Op::HasField { of, object, name } = &expr.op
            && is_same(variable, &of.op)
        {
            let found = uses.entry(self.rules.field_number(*object, name)?).or_default();
            if matches!(expr.op, Op::Field { .. }) {
                found.0 += weight;
                found.1 = Some(expr.repr.clone());
            }
            return Some(());
        }
        if let Op::Loop(found) = &expr.op {
            self.uses(variable, &found.range, weight, uses)?;
            let parts = found.filter.iter().chain([&found.body]);
            return parts.into_iter().try_for_each(|part| self.uses(variable, part, 2, uses));
        }
        expr.children().into_iter().try_for_each(|child| self.uses(variable, child, weight, uses))
    }

    /// The value of a part. Lists and objects are indices, which are checked where they are used.
    fn value(&mut self, expr: &Expr) -> Option<Value> {
        Some(match &expr.op {
            Op::Constant(Constant::Bool(value)) => operand(quote!(#value)),
            // rustc warns about comparisons with the smallest and the largest integer.
            Op::Constant(Constant::Int(value)) if ![i64::MIN, i64::MAX].contains(value) => {
                operand(quote!(#value))
            }
            Op::Constant(Constant::String(text)) => {
                let text = Literal::byte_string(text.as_bytes());
                operand(quote!(&#text[..]))
            }
            Op::SelfValue => {
                if expr.repr != self.this {
                    return None;
                }
                operand(read_at(&quote!(this), &expr.repr)?)
            }
            // Its value was read when the loop reached it.
            Op::Local(index) => {
                let name = local(*index);
                (*self.locals.get(index)? == expr.repr).then(|| operand(quote!(#name)))?
            }
            Op::Field { of, object, name } => {
                let number = self.rules.field_number(*object, name)?;
                let known = variable(&of.op).filter(|holder| {
                    self.known.get(holder).is_some_and(|known| known.get(&number) == Some(&true))
                });
                if let Some(holder) = known {
                    let value = read(&holder, number);
                    return Some(operand(quote!(#value?)));
                }
                let place = self.place(of, *object, name)?;
                operand(read_at(&place, &expr.repr)?)
            }
            Op::HasField { of, object, name } => {
                let form = self.form_of(*object, name)?;
                let place = self.place(of, *object, name)?;
                operand(quote!(s.has(#place, cel::Form::#form)?))
            }
            Op::Part { of, key } => {
                let (Repr::List(item), Op::Constant(Constant::Int(index))) = (&of.repr, &key.op) else {
                    return None;
                };
                if !expr.repr.is_like(item) {
                    return None;
                }
                let index = Literal::usize_unsuffixed(usize::try_from(*index).ok()?);
                let list = self.value(of)?.0;
                operand(read_at(&quote!(s.item(#list, #index)?), &expr.repr)?)
            }
            Op::And(a, b) => {
                let (a, b) = (self.value(a)?.within(Binds::And), self.value(b)?.within(Binds::And));
                Value(quote!(#a && #b), Binds::And)
            }
            Op::Or(a, b) => {
                let (a, b) = (self.value(a)?.within(Binds::Or), self.value(b)?.within(Binds::Or));
                Value(quote!(#a || #b), Binds::Or)
            }
            Op::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                if then.repr != otherwise.repr {
                    return None;
                }
                let condition = self.value(condition)?.0;
                let (then, otherwise) = (self.value(then)?.0, self.value(otherwise)?.0);
                Value(quote!(if #condition { #then } else { #otherwise }), Binds::Choice)
            }
            Op::Equal { values, negated } => {
                let [a, b] = &**values;
                let simple = matches!(a.repr, Repr::Bool | Repr::Int | Repr::String | Repr::Duration);
                if !simple || a.repr != b.repr {
                    return None;
                }
                let sign = if *negated { quote!(!=) } else { quote!(==) };
                self.compare(a, &sign, b)?
            }
            Op::Call { function, overloads, meant: None, args } => match overloads.as_slice() {
                [overload] => self.call(function, overload, args)?,
                _ => return None,
            },
            Op::Loop(found) => self.looped(found)?,
            _ => return None,
        })
    }

    fn compare(&mut self, a: &Expr, sign: &TokenStream, b: &Expr) -> Option<Value> {
        let (a, b) = (self.value(a)?.within(Binds::Operand), self.value(b)?.within(Binds::Operand));
        Some(Value(quote!(#a #sign #b), Binds::Comparison))
    }

    /// The index of a field.
    fn place(&mut self, of: &Expr, object: DeclaredId, name: &str) -> Option<TokenStream> {
        let number = self.rules.field_number(object, name)?;
        if let Some(holder) = variable(&of.op)
            && self.known.get(&holder).is_some_and(|known| known.contains_key(&number))
        {
            let place = place(&holder, number);
            return Some(quote!(#place));
        }
        if !matches!(of.repr, Repr::Object(_)) {
            return None;
        }
        let of = self.value(of)?.0;
        Some(quote!(s.field(#of, #number)?))
    }

    /// How a field is read.
    fn form_of(&self, object: DeclaredId, name: &str) -> Option<Ident> {
        match self.rules.field_of(*self.rules.declare.seen.get(&object)?, name)? {
            Seen::Text => Some(format_ident!("String")),
            Seen::Metadata => Some(format_ident!("Object")),
            Seen::Node(id) | Seen::Resource(id) => {
                let form = form(&self.rules.emitter.plan.nodes[id]);
                // Whether it fits is known when it is parsed.
                let parsed = matches!(form, Form::Bytes | Form::Duration | Form::Date | Form::DateTime);
                (!parsed).then(|| format_ident!("{form:?}"))
            }
        }
    }

    fn call(&mut self, function: &str, overload: &str, args: &[Expr]) -> Option<Value> {
        let [a, others @ ..] = args else { return None };
        Some(match (overload, others) {
            ("logical_not", []) => {
                let a = self.value(a)?.within(Binds::Operand);
                operand(quote!(!#a))
            }
            ("less_int64" | "less_duration", [b]) => self.compare(a, &quote!(<), b)?,
            ("less_equals_int64" | "less_equals_duration", [b]) => self.compare(a, &quote!(<=), b)?,
            ("greater_int64" | "greater_duration", [b]) => self.compare(a, &quote!(>), b)?,
            ("greater_equals_int64" | "greater_equals_duration", [b]) => self.compare(a, &quote!(>=), b)?,
            ("add_int64", [b]) => {
                let (a, b) = (self.value(a)?.0, self.value(b)?.0);
                operand(quote!(i64::checked_add(#a, #b)?))
            }
            ("size_list" | "list_size", []) => match &a.op {
                Op::Loop(found) => self.count(found)?,
                _ => {
                    let a = self.value(a)?.0;
                    operand(quote!(s.size(#a)?))
                }
            },
            ("size_string" | "string_size", []) => {
                let a = self.value(a)?.0;
                operand(quote!(cel::size_of_text(#a)?))
            }
            ("string_to_duration", []) => {
                if let Op::Constant(Constant::String(text)) = &a.op {
                    let nanoseconds = parse_duration(text.as_bytes())?;
                    return Some(operand(quote!(cel::Duration::new(#nanoseconds))));
                }
                let a = self.value(a)?.0;
                operand(quote!(cel::duration_of(#a)?))
            }
            ("starts_with_string", [b]) => {
                let (a, b) = (self.value(a)?.0, self.value(b)?.0);
                operand(quote!(<[u8]>::starts_with(#a, #b)))
            }
            ("ends_with_string", [b]) => {
                let (a, b) = (self.value(a)?.0, self.value(b)?.0);
                operand(quote!(<[u8]>::ends_with(#a, #b)))
            }
            ("contains_string", [b]) => {
                let (a, b) = (self.value(a)?.0, self.value(b)?.0);
                operand(quote!(cel::text_contains(#a, #b)?))
            }
            ("in_list", [list]) => self.is_in(a, list)?,
            (_, [pattern]) if function == "matches" => {
                let Op::Constant(Constant::String(pattern)) = &pattern.op else { return None };
                let name = self.patterns.get(pattern)?.clone();
                let a = self.value(a)?.0;
                operand(quote!(#name(#a)))
            }
            _ => return None,
        })
    }

    /// `a in b` of texts.
    fn is_in(&mut self, a: &Expr, list: &Expr) -> Option<Value> {
        if a.repr != Repr::String {
            return None;
        }
        let Op::List(items) = &list.op else {
            let (Repr::List(item), Op::Constant(Constant::String(_))) = (&list.repr, &a.op) else {
                return None;
            };
            if **item != Repr::String {
                return None;
            }
            let (a, list) = (self.value(a)?.0, self.value(list)?.0);
            return Some(operand(quote!(s.exists(#list, |item| Some(s.text(item)? == #a))?)));
        };
        let texts = texts(items)?.into_iter().map(|text| Literal::byte_string(text.as_bytes()));
        let texts: Vec<Literal> = texts.collect();
        if texts.is_empty() {
            return None;
        }
        let a = self.value(a)?.0;
        Some(operand(quote!(matches!(#a, #(#texts)|*))))
    }

    fn looped(&mut self, found: &Loop) -> Option<Value> {
        let Loop { kind, filter: None, body, .. } = found else { return None };
        match kind {
            LoopKind::All => self.over(found, &quote!(all), body),
            LoopKind::Exists => self.over(found, &quote!(exists), body),
            LoopKind::ExistsOne => {
                let Value(count, _) = self.over(found, &quote!(count), body)?;
                Some(Value(quote!(#count == 1), Binds::Comparison))
            }
            LoopKind::Collect | LoopKind::TransformMap | LoopKind::TransformMapEntry => None,
        }
    }

    /// `size(list.filter(x, p))`
    fn count(&mut self, found: &Loop) -> Option<Value> {
        let filter = found.filter.as_ref()?;
        let keeps = matches!(found.body.op, Op::Local(index) if index == found.first.0);
        if found.kind != LoopKind::Collect || !keeps {
            return None;
        }
        self.over(found, &quote!(count), filter)
    }

    /// A loop over the items of a list.
    fn over(&mut self, found: &Loop, method: &TokenStream, body: &Expr) -> Option<Value> {
        let (index, repr) = &found.first;
        if found.second.is_some() || !matches!(found.range.repr, Repr::List(_)) {
            return None;
        }
        let list = self.value(&found.range)?.0;
        let name = local(*index);
        let read = match repr {
            Repr::Object(_) => TokenStream::new(),
            Repr::List(_) => return None,
            repr => {
                // Items that do not fit are left to the evaluation.
                let value = read_at(&quote!(#name), repr)?;
                quote!(let #name = #value;)
            }
        };
        self.locals.insert(*index, repr.clone());
        let scope = self.scope(&name, &Op::Local(*index), &[body])?;
        let body = self.value(body)?.0;
        if !is_used(&quote!(#scope #body), &name.to_string()) {
            return None;
        }
        let body = if read.is_empty() && scope.is_empty() {
            quote!(Some(#body))
        } else {
            quote!({ #read #scope Some(#body) })
        };
        Some(operand(quote!(s.#method(#list, |#name| #body)?)))
    }
}

/// The variable that holds a value.
fn variable(op: &Op) -> Option<Ident> {
    match op {
        Op::SelfValue => Some(format_ident!("this")),
        Op::Local(index) => Some(local(*index)),
        _ => None,
    }
}

fn is_same(variable: &Op, op: &Op) -> bool {
    match (variable, op) {
        (Op::SelfValue, Op::SelfValue) => true,
        (Op::Local(a), Op::Local(b)) => a == b,
        _ => false,
    }
}

/// The method that reads a value.
fn reader(repr: &Repr) -> Option<Ident> {
    match repr {
        Repr::Bool => Some(format_ident!("bool")),
        Repr::Int => Some(format_ident!("int")),
        Repr::String => Some(format_ident!("text")),
        _ => None,
    }
}

/// The value at an index.
fn read_at(place: &TokenStream, repr: &Repr) -> Option<TokenStream> {
    match repr {
        Repr::List(_) | Repr::Object(_) => Some(place.clone()),
        repr => {
            let read = reader(repr)?;
            Some(quote!(s.#read(#place)?))
        }
    }
}

fn place(variable: &Ident, number: u16) -> Ident {
    format_ident!("{variable}_at_{number}")
}

fn read(variable: &Ident, number: u16) -> Ident {
    format_ident!("{variable}_{number}")
}
