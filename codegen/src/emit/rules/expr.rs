//! The parts of a program as expressions of Rust. Each part is a `Result`, unless it cannot fail; `c` is the
//! context, `this` and `old` the values.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::code::{Code, local, rust_type};
use super::declare::Seen;
use super::function::{Function, is_used};
use super::literal::{constant_value, literal, texts};
use super::reads::{Holder, Reads};
use crate::cel::program::{Attribute, Expr, Loop, LoopKind, Op, Repr, is_constant};
use crate::cel::types::DeclaredId;
use crate::check::cel::escape;
use crate::emit::known::meta_field;
use crate::plan::NodeId;

impl Function<'_, '_> {
    /// The code of a part.
    pub(super) fn expr(&mut self, expr: &Expr) -> Code {
        self.uncounted(expr).counted(Attribute::of(expr))
    }

    /// The code of a part that the server evaluates within a chain of selections, or as one side of `c ? a : b`: only
    /// the steps of a chain count.
    fn uncounted(&mut self, expr: &Expr) -> Code {
        let repr = &expr.repr;
        match &expr.op {
            Op::Constant(constant) => literal(constant),
            Op::Type(name) => Code::plain(quote!(Value::Type(#name)), Repr::Dynamic),
            Op::SelfValue => {
                self.uses_this = true;
                self.variable(quote!(this), self.this.clone())
            }
            Op::OldSelf => {
                self.uses_old = true;
                self.variable(quote!(old), self.old.clone())
            }
            Op::Local(index) => {
                let name = local(*index);
                let (repr, fallible) = self.locals.get(index).cloned().unwrap_or((repr.clone(), false));
                if fallible {
                    Code::evaluated(quote!(#name.clone()), repr)
                } else {
                    Code::plain(quote!(#name), repr)
                }
            }
            Op::Field { of, object, name } => self.field(of, *object, name, repr),
            Op::HasField { of, object, name } => {
                if let Some(code) = self.read_presence(of, *object, name) {
                    return code;
                }
                let operand = self.uncounted(of).result();
                let number = self.number(*object, name);
                Code::evaluated(quote!(cel::has_field(c, #operand, #number)), Repr::Bool)
            }
            Op::Part { of, key } => {
                let of = self.uncounted(of).result_as(&Repr::Dynamic);
                let key = self.uncounted(key).result_as(&Repr::Dynamic);
                self.of_dynamic(quote!(cel::part(c, #of, || #key)), repr)
            }
            Op::HasPart { of, name } => {
                let of = self.uncounted(of).result_as(&Repr::Dynamic);
                Code::evaluated(quote!(cel::has_part(c, #of, #name)), Repr::Bool)
            }
            Op::Path { of, steps, test } => self.path(of, steps, *test, repr),
            Op::And(a, b) => {
                let (a, b) = (self.condition(a), self.condition(b));
                Code::evaluated(quote!(cel::and(#a, || #b)), Repr::Bool)
            }
            Op::Or(a, b) => {
                let (a, b) = (self.condition(a), self.condition(b));
                Code::evaluated(quote!(cel::or(#a, || #b)), Repr::Bool)
            }
            Op::Conditional(parts) => {
                let [condition, then, otherwise] = &**parts;
                let condition = self.condition(condition);
                let then = self.uncounted(then).result_as(repr);
                let otherwise = self.uncounted(otherwise).result_as(repr);
                Code::evaluated(quote!(cel::conditional(#condition, || #then, || #otherwise)), repr.clone())
            }
            Op::Equal { values, negated } => self.equal(values, *negated),
            Op::Call { function, overloads, meant, args } => {
                self.call(function, [overloads, meant.as_deref().unwrap_or(overloads)], args, repr)
            }
            Op::OrElse { values, unwrap } => {
                let [first, second] = &**values;
                let first = self.expr(first).result_as(&Repr::Dynamic);
                let second = self.expr(second).result_as(&Repr::Dynamic);
                let name = if *unwrap { quote!(or_value) } else { quote!(or_else) };
                self.of_dynamic(quote!(cel::#name(#first, || #second)), repr)
            }
            Op::List(items) => self.list(expr, items),
            Op::Map(entries) => self.map(expr, entries),
            Op::Message { scalar, field } => {
                let scalar = format_ident!("{scalar:?}");
                let (path, value) = match field {
                    None => ("", quote!(Ok(None))),
                    Some((path, value, optional)) => {
                        let value = self.element(value, *optional, &quote!(entry));
                        (path.as_str(), quote!((|| -> Evaluated<Option<Value<'a>>> { Ok(#value) })()))
                    }
                };
                self.of_dynamic(quote!(cel::message(c, cel::Scalar::#scalar, #path, #value)), repr)
            }
            Op::Let { local: index, value, body } => {
                let value = self.expr(value);
                let value_repr = value.repr.clone();
                let (name, value) = (local(*index), value.result());
                self.locals.insert(*index, (value_repr.clone(), true));
                let body = self.expr(body);
                let (of, repr) = (rust_type(&value_repr), body.repr.clone());
                let body = body.result();
                let name = if is_used(&body, &name.to_string()) { quote!(#name) } else { quote!(_) };
                Code::evaluated(quote!({ let #name: Evaluated<#of> = #value; #body }), repr)
            }
            Op::Loop(found) => self.looped(found, repr),
        }
    }

    pub(super) fn bool(&mut self, expr: &Expr) -> TokenStream {
        self.expr(expr).result_as(&Repr::Bool)
    }

    /// `self` or `oldSelf`.
    fn variable(&self, name: TokenStream, repr: Repr) -> Code {
        match repr {
            Repr::Object(_) => Code::plain(name, repr),
            repr => Code::evaluated(quote!(#name.clone()), repr),
        }
    }

    /// A value of any type in the representation that the part has.
    pub(super) fn of_dynamic(&self, tokens: TokenStream, repr: &Repr) -> Code {
        Code::evaluated(tokens, Repr::Dynamic).converted(repr)
    }

    /// The number of a field.
    fn number(&self, object: DeclaredId, name: &str) -> TokenStream {
        let number = self.rules.field_number(object, name).unwrap_or(u16::MAX - 1);
        quote!(#number)
    }

    fn field(&mut self, of: &Expr, object: DeclaredId, name: &str, repr: &Repr) -> Code {
        if let Some(code) = self.read_value(of, object, name, repr) {
            return code;
        }
        let of = self.uncounted(of).result_as(&Repr::Object(object));
        let number = self.number(object, name);
        let to = rust_type(repr);
        Code::evaluated(quote!(cel::field::<#to, _>(c, #of, #number, #name)), repr.clone())
    }

    /// The value of a field that is read once.
    fn read_value(&mut self, of: &Expr, object: DeclaredId, name: &str, repr: &Repr) -> Option<Code> {
        let number = self.rules.field_number(object, name)?;
        match &of.op {
            Op::SelfValue => {
                let reads = self.reads.as_deref_mut()?;
                let code = reads
                    .value(number, name, repr)
                    .then(|| reads.use_value(&Holder::Rule, number, repr))
                    .flatten()?;
                self.uses_reads = true;
                Some(code)
            }
            Op::Local(index) => {
                self.loop_reads.get(index)?.use_value(&Holder::Loop(local(*index)), number, repr)
            }
            _ => None,
        }
    }

    /// Whether a field is present that is looked up once.
    fn read_presence(&mut self, of: &Expr, object: DeclaredId, name: &str) -> Option<Code> {
        let number = self.rules.field_number(object, name)?;
        match &of.op {
            Op::SelfValue => {
                let reads = self.reads.as_deref_mut()?;
                reads.presence(number, name);
                let code = reads.use_presence(&Holder::Rule, number)?;
                self.uses_reads = true;
                Some(code)
            }
            Op::Local(index) => {
                self.loop_reads.get(index)?.use_presence(&Holder::Loop(local(*index)), number)
            }
            _ => None,
        }
    }

    fn path(&mut self, of: &Expr, steps: &[(Expr, bool)], test: bool, repr: &Repr) -> Code {
        let of = self.uncounted(of).result_as(&Repr::Dynamic);
        let steps: Vec<_> = steps
            .iter()
            .map(|(key, optional)| {
                let key = self.uncounted(key).result_as(&Repr::Dynamic);
                quote!((&|| #key, #optional))
            })
            .collect();
        if test {
            return Code::evaluated(quote!(cel::has_path(c, #of, &[#(#steps),*])), Repr::Bool);
        }
        self.of_dynamic(quote!(cel::follow(c, #of, &[#(#steps),*])), repr)
    }

    fn equal(&mut self, values: &[Expr; 2], negated: bool) -> Code {
        let [a, b] = values;
        let (a, b) = (self.expr(a), self.expr(b));
        let simple = matches!(
            a.repr,
            Repr::Bool
                | Repr::Int
                | Repr::Uint
                | Repr::Double
                | Repr::String
                | Repr::Bytes
                | Repr::Duration
                | Repr::Timestamp
        );
        let name = match (simple && a.repr == b.repr, negated) {
            (true, false) => quote!(equal_simple),
            (true, true) => quote!(differ_simple),
            (false, false) => quote!(equal_values),
            (false, true) => quote!(differ_values),
        };
        let (a, b) = if simple && a.repr == b.repr {
            (a.result(), b.result())
        } else {
            (a.result_as(&Repr::Dynamic), b.result_as(&Repr::Dynamic))
        };
        Code::evaluated(quote!(cel::#name(c, #a, #b)), Repr::Bool)
    }

    fn list(&mut self, list: &Expr, items: &[(Expr, bool)]) -> Code {
        let constants: Option<Vec<TokenStream>> = items
            .iter()
            .map(|(item, optional)| if *optional { None } else { constant_value(item) })
            .collect();
        if let Some(constants) = constants {
            return Code::plain(quote!(cel::constant_list(c, [#(#constants),*])), list.repr.clone());
        }
        let cost = if is_constant(list) { 0_u64 } else { 10 };
        let count = items.len();
        let items: Vec<_> =
            items.iter().map(|(item, optional)| self.element(item, *optional, &quote!(item))).collect();
        // The first item that fails ends the list.
        let items = quote!((|| -> Evaluated<[Option<Value<'a>>; #count]> { Ok([#(#items),*]) })());
        Code::evaluated(quote!(cel::make_list(c, #cost, #items)), list.repr.clone())
    }

    fn map(&mut self, map: &Expr, entries: &[(Expr, Expr, bool)]) -> Code {
        let cost = if is_constant(map) { 0_u64 } else { 30 };
        let count = entries.len();
        let entries: Vec<_> = entries
            .iter()
            .map(|(key, value, optional)| {
                let key = self.expr(key).result_as(&Repr::Dynamic);
                let value = self.element(value, *optional, &quote!(entry));
                quote!(((#key as Evaluated<Value<'a>>)?, #value))
            })
            .collect();
        let of = quote!(Evaluated<[(Value<'a>, Option<Value<'a>>); #count]>);
        let entries = quote!((|| -> #of { Ok([#(#entries),*]) })());
        Code::evaluated(quote!(cel::make_map(c, #cost, #entries)), map.repr.clone())
    }

    /// An item or the value of an entry, which may be left out if it is optional.
    fn element(&mut self, value: &Expr, optional: bool, content: &TokenStream) -> TokenStream {
        let value = self.expr(value).result_as(&Repr::Dynamic);
        if optional {
            quote!(cel::#content(#value)?)
        } else {
            quote!(Some((#value as Evaluated<Value<'a>>)?))
        }
    }

    /// `a in ["b", "c"]`: compared with each at once.
    pub(super) fn in_constants(&mut self, args: &[Expr]) -> Option<Code> {
        let [value, list] = args else { return None };
        let Op::List(items) = &list.op else { return None };
        if items.is_empty() {
            // The server does not even evaluate the value.
            return Some(Code::plain(quote!(false), Repr::Bool));
        }
        let texts = texts(items).filter(|_| value.repr == Repr::String)?;
        let value = self.expr(value).result();
        Some(Code::evaluated(
            // Without a cast, of which lints complain where it is not needed.
            quote!({
                let text: Evaluated<&'a str> = #value;
                text.map(|text| matches!(text, #(#texts)|*))
            }),
            Repr::Bool,
        ))
    }

    /// Reads what a part of a loop uses of its variables.
    fn enter_loop(&mut self, found: &Loop, part: &Expr) -> TokenStream {
        let mut variables = TokenStream::new();
        for (index, repr) in std::iter::once(&found.first).chain(&found.second) {
            let Repr::Object(object) = repr else { continue };
            let number = |field: &Expr| match &field.op {
                Op::Field { name, .. } | Op::HasField { name, .. } => self.rules.field_number(*object, name),
                _ => None,
            };
            let reads = Reads::of_loop(number, *index, &[part]);
            variables.extend(reads.variables(&local(*index)));
            self.loop_reads.insert(*index, reads);
        }
        variables
    }

    fn looped(&mut self, found: &Loop, repr: &Repr) -> Code {
        let Loop { kind, range, second, filter, body, .. } = found;
        let range = self.expr(range);
        let range = match range.repr {
            Repr::List(_) | Repr::Map(_) | Repr::Object(_) => {
                let range = range.result();
                quote!((#range).map(Range::from))
            }
            _ => {
                let range = range.result_as(&Repr::Dynamic);
                quote!((#range).and_then(cel::range))
            }
        };
        let variables = self.loop_variables(found);
        let locals = variables.iter().map(|(index, repr, fails)| (*index, (repr.clone(), *fails)));
        self.locals.extend(locals);
        let filter = filter.as_ref().map(|filter| {
            let reads = self.enter_loop(found, filter);
            let filter = self.bool(filter);
            quote!({ #reads #filter })
        });
        let reads = self.enter_loop(found, body);
        // What it costs to append a value: a list is made of it and added to the accumulator.
        let appended = if is_constant(body) { 2_u64 } else { 12 };
        let body = match kind {
            LoopKind::All | LoopKind::Exists | LoopKind::ExistsOne => self.bool(body),
            LoopKind::Collect | LoopKind::TransformMap => self.expr(body).result_as(&Repr::Dynamic),
            LoopKind::TransformMapEntry => {
                let any = Repr::Map(Box::new([Repr::Dynamic, Repr::Dynamic]));
                self.expr(body).result_as(&any)
            }
        };
        let body = if reads.is_empty() { body } else { quote!({ #reads #body }) };
        let parts: Vec<&TokenStream> = filter.iter().chain([&body]).collect();
        let closure = |part: &TokenStream| {
            let parameters = variables.iter().map(|(index, repr, fails)| {
                let (name, of) = (local(*index), rust_type(repr));
                let used = |part: &TokenStream| is_used(part, &name.to_string());
                let of = match (parts.iter().any(|part| used(part)), fails) {
                    (true, true) => quote!(Evaluated<#of>),
                    (true, false) => of,
                    // It is not even read.
                    (false, _) => quote!(Evaluated<cel::Item<'a>>),
                };
                if used(part) { quote!(#name: #of) } else { quote!(_: #of) }
            });
            quote!(|#(#parameters),*|)
        };
        let filter = filter.as_ref().map(|filter| {
            let parameters = closure(filter);
            quote!(#parameters -> Evaluated<bool> #filter)
        });
        let parameters = closure(&body);
        let body = quote!(#parameters #body);
        let pair = second.is_some();
        let always = if pair { quote!(|_, _| Ok(true)) } else { quote!(|_| Ok(true)) };
        let filter = filter.unwrap_or(always);
        match (kind, pair) {
            (LoopKind::All, false) => Code::evaluated(quote!(cel::all(c, #range, #body)), Repr::Bool),
            (LoopKind::All, true) => Code::evaluated(quote!(cel::all_pairs(c, #range, #body)), Repr::Bool),
            (LoopKind::Exists, false) => Code::evaluated(quote!(cel::exists(c, #range, #body)), Repr::Bool),
            (LoopKind::Exists, true) => {
                Code::evaluated(quote!(cel::exists_pair(c, #range, #body)), Repr::Bool)
            }
            (LoopKind::ExistsOne, false) => {
                Code::evaluated(quote!(cel::exists_one(c, #range, #body)), Repr::Bool)
            }
            (LoopKind::ExistsOne, true) => {
                Code::evaluated(quote!(cel::exists_one_pair(c, #range, #body)), Repr::Bool)
            }
            (LoopKind::Collect, false) => {
                Code::evaluated(quote!(cel::collect(c, #appended, #range, #filter, #body)), repr.clone())
            }
            (LoopKind::Collect, true) => Code::evaluated(
                quote!(cel::collect_pairs(c, #appended, #range, #filter, #body)),
                repr.clone(),
            ),
            (LoopKind::TransformMap, _) => {
                Code::evaluated(quote!(cel::transform_map(c, #range, #filter, #body)), repr.clone())
            }
            (LoopKind::TransformMapEntry, _) => {
                Code::evaluated(quote!(cel::transform_map_entry(c, #range, #filter, #body)), repr.clone())
            }
        }
    }
}

impl super::plan_rules::Rules<'_> {
    /// The number of the field with this name in rules.
    pub(super) fn field_number(&self, object: DeclaredId, name: &str) -> Option<u16> {
        match *self.declare.seen.get(&object)? {
            Seen::Node(id) | Seen::Resource(id) => {
                let mut numbers = self.numbers.borrow_mut();
                let numbers = numbers.entry(id).or_insert_with(|| self.numbers_in_rules(id));
                numbers.get(name).copied()
            }
            Seen::Metadata => meta_field(name),
            Seen::Text => None,
        }
    }

    /// The numbers of the fields of a node by their names in rules.
    fn numbers_in_rules(&self, id: NodeId) -> HashMap<String, u16> {
        let mut numbers = HashMap::new();
        for (known, number) in self.fields[id].list().iter().zip(0..) {
            let Some(in_rules) = escape(known.name) else { continue };
            // New servers accept reserved words as they are.
            if in_rules == format!("__{}__", known.name) {
                numbers.entry(known.name.to_owned()).or_insert(number);
            }
            numbers.entry(in_rules).or_insert(number);
        }
        numbers
    }
}
