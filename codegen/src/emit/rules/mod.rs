//! CEL rules: functions and programs of rules and messages, what rules see of the values, and the tree of values with
//! rules.
//!
//! `declare` gives the nodes of the plan the types of rules, `tree` decides which values have rules and what is said of
//! them, `decided` has all of it as data. `types` and `nodes` are the constants, `expr` and `calls`
//! turn a program into an expression of Rust, of which `code` is a piece, `program` into a constant; `noted` and `settled`
//! say what decoding knows of rules; `bound` says which objects are so small that their costs need not be counted;
//! `coverage` records results in tests.
//!
//! Equal rules on equal nodes are one function, because equal nodes are one.

mod bound;
mod calls;
mod code;
mod constants;
mod coverage;
mod decided;
mod declare;
mod expr;
mod expressions;
mod literal;
mod nodes;
mod noted;
mod program;
mod programs;
mod reads;
mod settled;
mod sure;
mod tree;
mod types;
mod variables;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::Emitter;
use super::actions::UncompiledRule;
use super::known::Fields;
use super::module::Module;
use crate::cel::program::{Program, Repr, lower};
use crate::cel::types::Type;
use crate::cel::{Environment, Scope, Text, server::Minor};
use crate::pattern::{self, Matcher};
use crate::plan::NodeId;
use coverage::{Coverage, Points};
use declare::{Declare, Seen};
use reads::Reads;

pub(crate) use calls::program_table;
pub use calls::{CallCandidate, CallCode, ResolvedCall, resolve_call};
pub(crate) use coverage::Places;
pub(crate) use expressions::Emitted;

impl UncompiledRule {
    /// What generated code says about it.
    pub(super) fn constant(&self, runtime: &TokenStream) -> TokenStream {
        let (path, rule, index) = (&self.place, self.rule.trim(), Literal::usize_unsuffixed(self.index));
        quote!(#runtime::UncompiledRule::new(#path, #rule, #index))
    }
}

/// The code of the rules of a plan.
pub(super) struct RuleCode {
    /// The module, unless there are no rules.
    pub(super) module: Option<String>,
    /// The rules that it does not have.
    pub(super) uncompiled: Vec<UncompiledRule>,
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
    /// The numbers of fields by their names in rules, of nodes that were asked for.
    numbers: RefCell<HashMap<NodeId, HashMap<String, u16>>>,
    /// The fields of objects by their names in rules, of those that were asked for.
    named: RefCell<HashMap<Seen, HashMap<String, Seen>>>,
    /// Constant patterns; none for those that are left to the run time.
    matchers: RefCell<HashMap<String, Option<Arc<Matcher>>>>,
    /// Types that constants must be made for, with their names.
    types: BTreeMap<Seen, Ident>,
    uncompiled: Vec<UncompiledRule>,
    /// What tests record, if they do.
    coverage: Option<Coverage<'p>>,
    /// The names of the types that hold what rules read.
    reads_types: HashSet<String>,
    /// Whether the code is in the module of types.
    within_types: bool,
}

/// What a function computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose<'r> {
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
struct Lowered<'r> {
    program: &'r Program,
    /// The representation of `self`.
    this: &'r Repr,
    /// Its schema.
    seen: Seen,
    /// Whether `oldSelf` is an optional.
    optional: bool,
}

/// A function that was emitted.
struct Compiled {
    tokens: TokenStream,
    /// Whether it takes what was read of `self`.
    uses_reads: bool,
    /// What tests record of it, if they do.
    points: Option<Points>,
    /// The functions of its constant patterns.
    patterns: BTreeMap<String, Ident>,
}

/// A rule, as a function.
struct Function<'r, 'p> {
    rules: &'r Rules<'p>,
    /// The schema of `self`.
    seen: Seen,
    /// The representations of `self` and `oldSelf`.
    this: Repr,
    old: Repr,
    uses_this: bool,
    uses_old: bool,
    /// The variables of loops: their representations, and whether they are results.
    locals: HashMap<usize, (Repr, bool)>,
    /// The schemas of those that are values of the object.
    local_schemas: HashMap<usize, Seen>,
    /// What the rules of the value read of it, unless each part of this function reads for itself.
    reads: Option<&'r mut Reads>,
    uses_reads: bool,
    /// What the bodies of loops read of their variables.
    loop_reads: HashMap<usize, Reads>,
    /// Its name.
    name: Ident,
    /// The functions of its constant patterns, with their names.
    patterns: BTreeMap<String, (Ident, TokenStream)>,
    /// What tests record, if they do.
    points: Option<Points>,
}

impl<'p> Emitter<'p> {
    /// The module of rules, unless there are none.
    pub(super) fn rules(&'p self) -> Result<RuleCode, syn::Error> {
        if !self.plan.has_rules() {
            return Ok(RuleCode { module: None, uncompiled: Vec::new() });
        }
        let mut rules = Rules::new(self);
        rules.coverage = self.coverage.map(Coverage::new);
        rules.find_holders();
        let mut module = Module::new(
            "object_rules",
            " CEL rules: functions; programs for messages and for rules that hardly ever run.",
        );
        rules.emit(&mut module)?;
        if let Some(coverage) = &rules.coverage {
            module.push(coverage.items())?;
        }
        let uncompiled = std::mem::take(&mut rules.uncompiled);
        Ok(RuleCode { module: Some(self.finished(module, &mut rules)?), uncompiled })
    }

    /// The rules that have no form in Rust.
    pub(super) fn uncompiled_rules(&'p self) -> Vec<UncompiledRule> {
        let mut rules = Rules::new(self);
        (0..self.plan.nodes.len()).for_each(|id| drop(rules.decided_rules(id)));
        rules.uncompiled
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
                    "Sure",
                    "SurelyHold",
                    "Test",
                    "Value",
                    "library",
                ],
            ),
            (
                quote!(#runtime::cel::program),
                &[
                    "Candidate",
                    "Code",
                    "Constant",
                    "Expr",
                    "Guard",
                    "Loop",
                    "LoopKind",
                    "OldSelf",
                    "Op",
                    "Program",
                    "Repr",
                    "overloads",
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
            declare: Declare::new(emitter.plan, &emitter.fields),
            fields: emitter.fields.clone(),
            environment: Environment::new(Minor::NEWEST),
            scope: Scope::default(),
            holds: Vec::new(),
            numbers: RefCell::default(),
            named: RefCell::default(),
            matchers: RefCell::default(),
            types: BTreeMap::new(),
            uncompiled: Vec::new(),
            coverage: None,
            reads_types: HashSet::new(),
            within_types: false,
        }
    }

    /// The function for an expression with `self` of a type. What it reads of `self` is added to `reads`.
    fn function(
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

    /// A constant pattern, compiled once.
    fn matcher(&self, text: &str) -> Option<Arc<Matcher>> {
        let mut matchers = self.matchers.borrow_mut();
        if let Some(known) = matchers.get(text) {
            return known.clone();
        }
        let found = pattern::compile(text).ok().map(Arc::new);
        matchers.insert(text.to_owned(), found.clone());
        found
    }

    /// The program of an expression with `self` of a type, and that type.
    fn program(&mut self, text: &str, seen: Seen, optional: bool) -> Result<(Program, Type), String> {
        let id = self.declare.of(seen).ok_or("is on a value that rules cannot see")?;
        // Types are looked up by the expression, so the scope has all that were declared until now.
        self.scope.declarations = std::mem::take(&mut self.declare.declarations);
        let program = self.lowered(text, id, optional);
        self.declare.declarations = std::mem::take(&mut self.scope.declarations);
        program
    }

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
        let checked = self.environment.check(&Text::new(text), &mut self.scope).map_err(|issues| {
            let first = issues.sorted().first().map_or_else(String::new, |issue| issue.message.clone());
            format!("does not compile: {first}")
        })?;
        let program = lower(&checked, &self.scope).map_err(|part| part.what)?;
        match calls::without_code(&program.root) {
            Some(function) => Err(format!("calls `{function}`, which has no code")),
            None => Ok((program, of)),
        }
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
