//! The function of a rule or another expression. In: its program. Out: its code, and what it needs of others.
//!
//! Easy to break: a function takes only what it uses, so that the compiler says nothing.

use std::collections::{BTreeMap, HashMap};

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;

use super::code;
use super::coverage::Points;
use super::declare::Seen;
use super::plan_rules::Rules;
use super::reads::Reads;
use crate::cel::program::{Program, Repr};

/// What a function computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose<'r> {
    /// Whether a rule with this text holds.
    Rule(&'r str),
    /// The value of an expression of any type.
    Value,
}

impl Purpose<'_> {
    fn result(self) -> Repr {
        match self {
            Purpose::Rule(_) => Repr::Bool,
            Purpose::Value => Repr::Dynamic,
        }
    }
}

/// An expression to write as a function.
#[derive(Clone, Copy)]
pub(super) struct Lowered<'r> {
    pub(super) program: &'r Program,
    /// The representation of `self`.
    pub(super) this: &'r Repr,
    /// Its schema.
    pub(super) seen: Seen,
    /// Whether `oldSelf` is an optional.
    pub(super) optional: bool,
}

/// A function that was emitted.
pub(super) struct Compiled {
    pub(super) tokens: TokenStream,
    /// Whether it takes what was read of `self`.
    pub(super) uses_reads: bool,
    /// What tests record of it, if they do.
    pub(super) points: Option<Points>,
    /// The functions of its constant patterns.
    pub(super) patterns: BTreeMap<String, Ident>,
}

/// A rule, as a function.
pub(super) struct Function<'r, 'p> {
    pub(super) rules: &'r Rules<'p>,
    /// The schema of `self`.
    pub(super) seen: Seen,
    /// The representations of `self` and `oldSelf`.
    pub(super) this: Repr,
    pub(super) old: Repr,
    pub(super) uses_this: bool,
    pub(super) uses_old: bool,
    /// The variables of loops: their representations, and whether they are results.
    pub(super) locals: HashMap<usize, (Repr, bool)>,
    /// The schemas of those that are values of the object.
    pub(super) local_schemas: HashMap<usize, Seen>,
    /// What the rules of the value read of it, unless each part of this function reads for itself.
    pub(super) reads: Option<&'r mut Reads>,
    pub(super) uses_reads: bool,
    /// What the bodies of loops read of their variables.
    pub(super) loop_reads: HashMap<usize, Reads>,
    /// Its name.
    pub(super) name: Ident,
    /// The functions of its constant patterns, with their names.
    pub(super) patterns: BTreeMap<String, (Ident, TokenStream)>,
    /// What tests record, if they do.
    pub(super) points: Option<Points>,
}

impl<'p> Rules<'p> {
    /// The function for an expression with `self` of a type. What it reads of `self` is added to `reads`.
    pub(super) fn function(
        &mut self,
        name: &Ident,
        Lowered { program, this, seen, optional }: Lowered<'_>,
        purpose: Purpose<'_>,
        reads: Option<(&mut Reads, &Ident)>,
    ) -> Compiled {
        let old = if optional { Repr::Dynamic } else { this.clone() };
        let (reads, reads_type) = reads.unzip();
        let mut function = Function {
            rules: self,
            reads: reads.filter(|_| matches!(this, Repr::Object(_))),
            uses_reads: false,
            loop_reads: HashMap::new(),
            seen,
            local_schemas: HashMap::new(),
            this: this.clone(),
            old,
            uses_this: false,
            uses_old: false,
            locals: HashMap::new(),
            name: name.clone(),
            patterns: BTreeMap::new(),
            points: None,
        };
        if let Purpose::Rule(text) = purpose {
            function.points = self.coverage.as_ref().map(|coverage| coverage.points(text));
        }
        let result = purpose.result();
        let body = function.expr(&program.root);
        let body = if matches!(purpose, Purpose::Rule(_)) && program.root.repr != Repr::Bool {
            let value = body.result_as(&Repr::Dynamic);
            quote!((#value).map(cel::is_true))
        } else {
            body.result_as(&result)
        };
        let Function { uses_this, uses_old, uses_reads, patterns, points, .. } = function;
        let body = points.as_ref().map_or_else(|| body.clone(), |points| points.rule(&body));
        let bound = if uses_this {
            let this = value(&quote!(pair.new), this);
            quote!(let this = #this;)
        } else {
            TokenStream::new()
        };
        let old = match (uses_old, optional) {
            (false, _) => TokenStream::new(),
            (true, true) => quote!(let old = cel::optional_old(c, pair);),
            (true, false) => {
                // Without an old value the rule does not run.
                let old = value(&quote!(pair.old.unwrap_or(pair.new)), this);
                quote!(let old = #old;)
            }
        };
        let to = code::rust_type(&result);
        let reads = reads_type.filter(|_| uses_reads).map(|of| quote!(, reads: &#of<'a>));
        let body = quote!(#bound #old #body);
        // A rule may be a constant, or need nothing but what was read.
        let c = if is_used(&body, "c") { quote!(c) } else { quote!(_) };
        let pair = if is_used(&body, "pair") { quote!(pair) } else { quote!(_) };
        let matchers = patterns.values().map(|(_, matcher)| matcher);
        let tokens = quote! {
            #(#matchers)*
            fn #name<'a, M: Meter>(#c: Context<'a, M>, #pair: Pair<'a> #reads) -> Evaluated<#to> { #body }
        };
        let patterns = patterns.into_iter().map(|(pattern, (name, _))| (pattern, name)).collect();
        Compiled { tokens, uses_reads, points, patterns }
    }
}

/// The value of a node in a representation.
fn value(node: &TokenStream, repr: &Repr) -> TokenStream {
    match repr {
        Repr::Object(_) => quote!(#node),
        repr => {
            let of = code::rust_type(repr);
            quote!(<#of as CelType<'a>>::from_node(#node, c.arena))
        }
    }
}

/// Whether code names a variable.
pub(super) fn is_used(code: &TokenStream, variable: &str) -> bool {
    code.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == variable,
        TokenTree::Group(group) => is_used(&group.stream(), variable),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
