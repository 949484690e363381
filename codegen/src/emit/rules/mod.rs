//! CEL rules: a function for each rule and message, what rules see of the values, and the tree of values with
//! rules.
//!
//! `declare` gives the nodes of the plan the types of rules, `types` and `tree` are the constants, `expr` and `calls`
//! turn a program into an expression of Rust, of which `code` is a piece.
//!
//! Equal rules on equal nodes are one function, because equal nodes are one.

mod calls;
mod code;
mod declare;
mod expr;
mod expressions;
mod literal;
mod reads;
mod tree;
mod types;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::Emitter;
use super::known::Fields;
use super::module::Module;
use crate::cel::program::{Program, Repr, lower};
use crate::cel::types::Type;
use crate::cel::{Environment, Scope, Text, server::Minor};
use crate::plan::NodeId;
use declare::{Declare, Seen};
use reads::Reads;

pub(crate) use calls::{interpreter_table, shared_call};
pub(crate) use expressions::Emitted;

/// A rule that cannot be compiled to Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UncompiledRule {
    /// The path of the value.
    pub(crate) place: String,
    /// The rule.
    pub(crate) rule: String,
    /// Why.
    pub(crate) reason: String,
}

/// The rules of a plan, as they are emitted.
pub(super) struct Rules<'p> {
    emitter: &'p Emitter<'p>,
    declare: Declare<'p>,
    fields: Rc<[Fields<'p>]>,
    environment: Environment,
    scope: Scope,
    /// Nodes with rules at or below them.
    holds: Vec<bool>,
    /// Types that constants must be made for, with their names.
    types: BTreeMap<Seen, Ident>,
    uncompiled: Vec<UncompiledRule>,
    /// The names of the types that hold what rules read.
    reads_types: HashSet<String>,
    /// Whether the code is in the module of types.
    within_types: bool,
}

/// What a function computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// Whether a rule holds.
    Rule,
    /// The message of a rule.
    Message,
    /// The value of an expression of any type.
    Value,
}

impl Purpose {
    fn result(self) -> Repr {
        match self {
            Purpose::Rule => Repr::Bool,
            Purpose::Message => Repr::String,
            Purpose::Value => Repr::Dynamic,
        }
    }
}

/// A function that was emitted.
struct Compiled {
    tokens: TokenStream,
    uses_old: bool,
    /// Whether it takes what was read of `self`.
    uses_reads: bool,
}

/// A rule or a message, as a function.
struct Function<'r, 'p> {
    rules: &'r Rules<'p>,
    /// The representations of `self` and `oldSelf`.
    this: Repr,
    old: Repr,
    uses_this: bool,
    uses_old: bool,
    /// Whether there may be no old value.
    may_lack_old: bool,
    /// The variables of loops: their representations, and whether they are results.
    locals: HashMap<usize, (Repr, bool)>,
    /// What the rules of the value read of it, unless each part of this function reads for itself.
    reads: Option<&'r mut Reads>,
    uses_reads: bool,
    /// What the bodies of loops read of their variables.
    loop_reads: HashMap<usize, Reads>,
    /// The first function that has no code.
    unsupported: Option<String>,
    /// Functions of the body itself, such as those of patterns.
    inner: TokenStream,
    /// The number of patterns.
    patterns: usize,
}

impl<'p> Emitter<'p> {
    /// The module of rules, unless there are none.
    pub(super) fn rules(&'p self) -> Result<Option<String>, syn::Error> {
        if !self.plan.has_rules() {
            return Ok(None);
        }
        let mut rules = Rules::new(self);
        rules.find_holders();
        let mut module = Module::new("object_rules", " CEL rules: one function for each rule and message.");
        rules.emit(&mut module)?;
        if !rules.uncompiled.is_empty() {
            let lines = rules.uncompiled.iter().map(|UncompiledRule { place, rule, reason }| {
                format!("the rule `{rule}` of `{place}` has no code: {reason}")
            });
            let text: Vec<String> = lines.collect();
            return Err(syn::Error::new(proc_macro2::Span::call_site(), text.join("\n")));
        }
        Ok(Some(self.finished(module, &mut rules)?))
    }

    /// The text of the module, with what it imports, and that of the types that it names.
    fn finished(&self, module: Module, rules: &mut Rules<'_>) -> Result<String, syn::Error> {
        let mut types = Module::new("rule_types", " What rules see of values.");
        for constant in rules.type_constants() {
            types.push(constant)?;
        }
        let runtime = &self.runtime;
        let types = types.text(&[
            (quote!(#runtime::cel), &["Form", "RuleField", "RuleType"]),
            (quote!(#runtime), &["cel"]),
        ])?;
        let rules = module.text(&[
            (quote!(::core::cmp), &["Ordering"]),
            (
                quote!(#runtime::cel),
                &[
                    "AllHold",
                    "CelType",
                    "Context",
                    "EvalError",
                    "Evaluated",
                    "Meter",
                    "Node",
                    "Pair",
                    "Range",
                    "Rule",
                    "RuleNode",
                    "Rules",
                    "Say",
                    "Test",
                    "Value",
                    "library",
                ],
            ),
            (quote!(#runtime), &["cel", "ErrorType", "Validation"]),
        ])?;
        Ok(rules + &types)
    }
}

impl<'p> Rules<'p> {
    fn new(emitter: &'p Emitter<'p>) -> Self {
        Rules {
            emitter,
            declare: Declare::new(emitter.plan),
            fields: emitter.fields.clone(),
            environment: Environment::new(Minor::NEWEST),
            scope: Scope::default(),
            holds: Vec::new(),
            types: BTreeMap::new(),
            uncompiled: Vec::new(),
            reads_types: HashSet::new(),
            within_types: false,
        }
    }

    /// The function for an expression with `self` of a type. What it reads of `self` is added to `reads`.
    fn function(
        &mut self,
        name: &Ident,
        text: &str,
        seen: Seen,
        optional: bool,
        purpose: Purpose,
        reads: Option<(&mut Reads, &Ident)>,
    ) -> Result<Compiled, String> {
        let message = purpose == Purpose::Message;
        let id = self.declare.of(seen).ok_or("rules cannot see the value")?;
        // Types are looked up by the expression, so the scope has all that were declared until now.
        self.scope.declarations = std::mem::take(&mut self.declare.declarations);
        let compiled = self.lowered(text, id, optional);
        self.declare.declarations = std::mem::take(&mut self.scope.declarations);
        let (program, of) = compiled?;
        let this = Repr::of(of, &self.scope.types);
        let old = if optional { Repr::Dynamic } else { this.clone() };
        let (reads, reads_type) = reads.unzip();
        let mut function = Function {
            rules: self,
            reads: reads.filter(|_| matches!(this, Repr::Object(_))),
            uses_reads: false,
            loop_reads: HashMap::new(),
            this: this.clone(),
            old: old.clone(),
            uses_this: false,
            uses_old: false,
            may_lack_old: message,
            locals: HashMap::new(),
            unsupported: None,
            inner: TokenStream::new(),
            patterns: 0,
        };
        let result = purpose.result();
        let body = function.expr(&program.root).result_as(&result);
        let Function { uses_this, uses_old, uses_reads, inner, unsupported, .. } = function;
        if let Some(unsupported) = unsupported {
            return Err(format!("`{unsupported}` cannot be compiled yet"));
        }
        let this = if uses_this {
            let this = value(&quote!(pair.new), &this);
            quote!(let this = #this;)
        } else {
            TokenStream::new()
        };
        let old = match (uses_old, message, optional) {
            (false, ..) => TokenStream::new(),
            (true, true, _) => {
                let of = code::rust_type(&old);
                quote!(let old = cel::old_of_message::<#of, _>(c, pair);)
            }
            (true, false, true) => quote!(let old = cel::optional_old(c, pair);),
            (true, false, false) => {
                // Without an old value the rule does not run.
                let old = value(&quote!(pair.old.unwrap_or(pair.new)), &old);
                quote!(let old = #old;)
            }
        };
        let to = code::rust_type(&result);
        let reads = reads_type.filter(|_| uses_reads).map(|of| quote!(, reads: &#of<'a>));
        let body = quote!(#inner #this #old #body);
        // A rule may be a constant, or need nothing but what was read.
        let c = if is_used(&body, "c") { quote!(c) } else { quote!(_) };
        let pair = if is_used(&body, "pair") { quote!(pair) } else { quote!(_) };
        let tokens = quote! {
            fn #name<'a, M: Meter>(#c: Context<'a, M>, #pair: Pair<'a> #reads) -> Evaluated<#to> { #body }
        };
        Ok(Compiled { tokens, uses_old, uses_reads })
    }

    /// The program of an expression, and the type of `self`.
    fn lowered(
        &mut self,
        text: &str,
        id: crate::cel::types::DeclaredId,
        optional: bool,
    ) -> Result<(Program, Type), String> {
        self.scope.root = Some(id);
        self.scope.declarations.set_root(id, "selfType");
        let of = self.scope.types.declared(id, &self.scope.declarations);
        self.scope.variables = crate::cel::checker::Variables::default();
        self.scope.variables.declare("self", of);
        let old = if optional { self.scope.types.optional_of(of) } else { of };
        self.scope.variables.declare("oldSelf", old);
        let checked = self
            .environment
            .check(&Text::new(text), &mut self.scope)
            .map_err(|_| "it does not compile".to_owned())?;
        let program = lower(&checked, &self.scope).map_err(|_| "it makes a message".to_owned())?;
        Ok((program, of))
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
fn is_used(code: &TokenStream, variable: &str) -> bool {
    code.clone().into_iter().any(|token| match token {
        TokenTree::Ident(name) => name == variable,
        TokenTree::Group(group) => is_used(&group.stream(), variable),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// The name of a function.
fn rule_name(node: &Ident, index: usize, message: bool) -> Ident {
    if message { format_ident!("{node}_message_{index}") } else { format_ident!("{node}_rule_{index}") }
}

/// A node whose rules are emitted.
fn trimmed(text: Option<&String>) -> &str {
    text.map_or("", |text| text.trim())
}

impl Rules<'_> {
    fn seen(&self, id: NodeId) -> Seen {
        self.declare.see(id)
    }
}
