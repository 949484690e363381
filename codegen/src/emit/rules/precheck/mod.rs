//! Writes the pre-check of rules as a function: expressions of Rust over plain values. In it `s` reads the
//! object, `?` ends it wherever an evaluation could fail, and values are indices of the tape, texts without
//! their type, integers and booleans.

#[cfg(test)]
mod tests;

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use crdc_plan::actions::{Aggregate, Base, Precheck, PrecheckExpr, PrecheckLoop, Read, Scope, Sign};
use crdc_tokens::rule_program::{Matchers, function_of};

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

/// The function of a pre-check. The functions of its patterns are added to `matchers`.
pub(super) fn function(
    name: &Ident,
    of: &Precheck,
    matchers: &mut Matchers,
    runtime: &TokenStream,
) -> TokenStream {
    let mut writer = Writer { name, matchers, runtime };
    let scope = scope(&format_ident!("this"), &of.scope);
    let binds = if of.rules.len() > 1 { Binds::And } else { Binds::Choice };
    let rules: Vec<_> = of.rules.iter().map(|rule| writer.value(rule).within(binds)).collect();
    let body = quote!(#scope Some(#(#rules)&&*));
    let s = if is_used(&body, "s") { quote!(s) } else { quote!(_) };
    let this = if is_used(&body, "this") { quote!(this) } else { quote!(_) };
    quote! {
        fn #name(#s: PrecheckReader<'_>, #this: u32) -> Option<bool> { #body }
    }
}

/// Writes one function.
struct Writer<'w> {
    name: &'w Ident,
    matchers: &'w mut Matchers,
    runtime: &'w TokenStream,
}

/// The statements that look up fields.
fn scope(variable: &Ident, of: &Scope) -> TokenStream {
    if of.fields.is_empty() {
        return TokenStream::new();
    }
    let numbers = of.fields.iter().map(|field| field.number);
    let places = of.fields.iter().map(|field| place(variable, field.number));
    let values = of.fields.iter().filter_map(|field| {
        let (value, place, read) =
            (known(variable, field.number), place(variable, field.number), field.read?);
        let read = reader(read);
        Some(quote!(let #value = s.#read(#place);))
    });
    quote!(let [#(#places),*] = s.fields(#variable, &[#(#numbers),*])?; #(#values)*)
}

fn operand(tokens: TokenStream) -> Value {
    Value(tokens, Binds::Operand)
}

impl Writer<'_> {
    fn plain(&mut self, part: &PrecheckExpr) -> TokenStream {
        self.value(part).0
    }

    fn both(&mut self, [a, b]: &[PrecheckExpr; 2]) -> [TokenStream; 2] {
        [self.plain(a), self.plain(b)]
    }

    fn within(&mut self, [a, b]: &[PrecheckExpr; 2], binds: Binds) -> [TokenStream; 2] {
        [self.value(a).within(binds), self.value(b).within(binds)]
    }

    fn value(&mut self, of: &PrecheckExpr) -> Value {
        match of {
            PrecheckExpr::Bool(value) => operand(quote!(#value)),
            PrecheckExpr::Int(value) => operand(quote!(#value)),
            PrecheckExpr::Text(text) => {
                let text = Literal::byte_string(text.as_bytes());
                operand(quote!(&#text[..]))
            }
            PrecheckExpr::Duration(nanoseconds) => operand(quote!(cel::Duration::new(#nanoseconds))),
            PrecheckExpr::This => operand(quote!(this)),
            PrecheckExpr::Local { local: number, .. } => {
                let name = local(*number);
                operand(quote!(#name))
            }
            PrecheckExpr::Known { base, number, .. } => {
                let name = known(&variable(*base), *number);
                operand(quote!(#name?))
            }
            PrecheckExpr::Place { base, number, .. } => {
                let name = place(&variable(*base), *number);
                operand(quote!(#name))
            }
            PrecheckExpr::Read(read, of) => {
                let (read, of) = (reader(*read), self.plain(of));
                operand(quote!(s.#read(#of)?))
            }
            PrecheckExpr::Field(of, number) => {
                let of = self.plain(of);
                operand(quote!(s.field(#of, #number)?))
            }
            PrecheckExpr::Has(of, form) => {
                let (of, form) = (self.plain(of), format_ident!("{form:?}"));
                operand(quote!(s.has(#of, cel::Form::#form)?))
            }
            PrecheckExpr::Item(of, index) => {
                let (of, index) = (self.plain(of), Literal::usize_unsuffixed(*index));
                operand(quote!(s.item(#of, #index)?))
            }
            PrecheckExpr::And(parts) => {
                let [a, b] = self.within(parts, Binds::And);
                Value(quote!(#a && #b), Binds::And)
            }
            PrecheckExpr::Or(parts) => {
                let [a, b] = self.within(parts, Binds::Or);
                Value(quote!(#a || #b), Binds::Or)
            }
            PrecheckExpr::Not(of) => {
                let of = self.value(of).within(Binds::Operand);
                operand(quote!(!#of))
            }
            PrecheckExpr::Choice(parts) => {
                let [condition, then, otherwise] = &**parts;
                let (condition, then, otherwise) =
                    (self.plain(condition), self.plain(then), self.plain(otherwise));
                Value(quote!(if #condition { #then } else { #otherwise }), Binds::Choice)
            }
            PrecheckExpr::Compare(sign, parts) => {
                let [a, b] = self.within(parts, Binds::Operand);
                let sign = sign_of(*sign);
                Value(quote!(#a #sign #b), Binds::Comparison)
            }
            PrecheckExpr::Add(parts) => {
                let [a, b] = self.both(parts);
                operand(quote!(i64::checked_add(#a, #b)?))
            }
            PrecheckExpr::Size(of) => {
                let of = self.plain(of);
                operand(quote!(s.size(#of)?))
            }
            PrecheckExpr::SizeOfText(of) => {
                let of = self.plain(of);
                operand(quote!(cel::size_of_text(#of)?))
            }
            PrecheckExpr::DurationOf(of) => {
                let of = self.plain(of);
                operand(quote!(cel::duration_of(#of)?))
            }
            PrecheckExpr::StartsWith(parts) => {
                let [a, b] = self.both(parts);
                operand(quote!(<[u8]>::starts_with(#a, #b)))
            }
            PrecheckExpr::EndsWith(parts) => {
                let [a, b] = self.both(parts);
                operand(quote!(<[u8]>::ends_with(#a, #b)))
            }
            PrecheckExpr::Contains(parts) => {
                let [a, b] = self.both(parts);
                operand(quote!(cel::text_contains(#a, #b)?))
            }
            PrecheckExpr::InList(parts) => {
                let [list, a] = self.both(parts);
                operand(quote!(s.exists(#list, |item| Some(s.text(item)? == #a))?))
            }
            PrecheckExpr::OneOf(of, texts) => {
                let of = self.plain(of);
                let texts = texts.iter().map(|text| Literal::byte_string(text.as_bytes()));
                operand(quote!(matches!(#of, #(#texts)|*)))
            }
            PrecheckExpr::Matches(of, (pattern, matcher)) => {
                let name = function_of(self.matchers, self.name, pattern, matcher, self.runtime);
                let of = self.plain(of);
                operand(quote!(#name(#of)))
            }
            PrecheckExpr::Loop(found) => self.looped(found),
            PrecheckExpr::Tally { slot, of } => {
                let (count, of) = (tally(*slot), self.plain(of));
                operand(quote!({ #count += i64::from(#of); true }))
            }
        }
    }

    fn looped(&mut self, found: &PrecheckLoop) -> Value {
        let (list, name) = (self.plain(&found.list), local(found.local));
        let read = found.read.map(|read| {
            let read = reader(read);
            quote!(let #name = s.#read(#name)?;)
        });
        let scope = scope(&name, &found.scope);
        let body = self.plain(&found.body);
        let body = if read.is_none() && scope.is_empty() {
            quote!(Some(#body))
        } else {
            quote!({ #read #scope Some(#body) })
        };
        let answer = match found.aggregate {
            Aggregate::All => quote!(s.all(#list, |#name| #body)?),
            Aggregate::Exists => quote!(s.exists(#list, |#name| #body)?),
            Aggregate::ExistsOne | Aggregate::Count => quote!(s.count(#list, |#name| #body)?),
            Aggregate::Sum(most) => {
                let most = Literal::usize_unsuffixed(most);
                quote!(s.sum(#list, #most, |#name| #body)?)
            }
        };
        if !found.tallies.is_empty() {
            let counts = found.tallies.iter().map(|of| tally(of.slot));
            let tallies = found.tallies.iter().map(|of| {
                let (count, sign, number) = (tally(of.slot), sign_of(of.sign), of.number);
                quote!(#count #sign #number)
            });
            return operand(quote!({ #(let mut #counts = 0i64;)* #answer #(&& #tallies)* }));
        }
        match found.aggregate {
            Aggregate::ExistsOne => Value(quote!(#answer == 1), Binds::Comparison),
            _ => operand(answer),
        }
    }
}

fn sign_of(sign: Sign) -> TokenStream {
    match sign {
        Sign::Equal => quote!(==),
        Sign::Unequal => quote!(!=),
        Sign::Less => quote!(<),
        Sign::AtMost => quote!(<=),
        Sign::Greater => quote!(>),
        Sign::AtLeast => quote!(>=),
    }
}

/// The variable of a count.
fn tally(slot: usize) -> Ident {
    format_ident!("count_{slot}")
}

/// The variable that holds fields.
fn variable(base: Base) -> Ident {
    match base {
        Base::This => format_ident!("this"),
        Base::Local(number) => local(number),
    }
}

/// The method that reads a value.
fn reader(read: Read) -> Ident {
    match read {
        Read::Bool => format_ident!("bool"),
        Read::Int => format_ident!("int"),
        Read::Text => format_ident!("text"),
    }
}

fn place(variable: &Ident, number: u16) -> Ident {
    format_ident!("{variable}_at_{number}")
}

fn known(variable: &Ident, number: u16) -> Ident {
    format_ident!("{variable}_{number}")
}

/// The name of a variable of a loop.
fn local(number: usize) -> Ident {
    format_ident!("v{number}")
}

/// Whether code names a variable.
fn is_used(code: &TokenStream, variable: &str) -> bool {
    code.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == variable,
        TokenTree::Group(group) => is_used(&group.stream(), variable),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
