//! The tree of values with rules, and the functions of the rules.

use std::collections::{BTreeMap, HashMap};

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::bound::Programs;
use super::declare::Seen;
use super::reads::Reads;
use super::sure::Simple;
use super::{Compiled, Purpose, Rules, UncompiledRule, rule_name, trimmed};
use crate::cel::program::{Program, Repr};
use crate::check::cel::escape;
use crate::emit::module::Module;
use crate::json::escaped;
use crate::plan::{Node, NodeId, Others, Rule, Type};

/// The rules of a node, as they are emitted.
pub(super) struct NodeRules {
    functions: Vec<TokenStream>,
    constants: Vec<TokenStream>,
    /// What tells if all rules without `oldSelf` certainly hold, and what evaluates them.
    sure: TokenStream,
    all: TokenStream,
    /// Whether a rule uses `oldSelf`.
    transitions: bool,
    pub(super) programs: Vec<Program>,
}

/// A rule, as it is emitted.
struct EmittedRule {
    function: TokenStream,
    /// The fields of its constant, but for the functions.
    constant: TokenStream,
    /// What evaluates it.
    test: TokenStream,
    /// The call of the function where `c`, `pair` and `reads` are variables.
    call: TokenStream,
    transition: bool,
    uses_reads: bool,
    program: Program,
    /// The functions of its constant patterns.
    patterns: BTreeMap<String, Ident>,
    /// The representation of `self`.
    this: Repr,
}

impl Rules<'_> {
    /// Finds the nodes with rules at or below them.
    pub(super) fn find_holders(&mut self) {
        let plan = self.emitter.plan;
        self.holds = plan.nodes.iter().map(|node| !node.rules.is_empty()).collect();
        // Children come before their parents, except in cycles, which only documents without rules have.
        for id in 0..plan.nodes.len() {
            let holds = self.children(id).into_iter().any(|child| self.holds[child]);
            self.holds[id] |= holds;
        }
    }

    /// The nodes of the values below a node in which rules run.
    fn children(&self, id: NodeId) -> Vec<NodeId> {
        let node = &self.emitter.plan.nodes[id];
        let mut children: Vec<NodeId> = node.object.fields.iter().map(|field| field.node).collect();
        if let Others::Each(each) = node.object.others {
            children.push(each);
        }
        children.extend(node.array.items);
        children
    }

    /// Emits everything.
    pub(super) fn emit(&mut self, module: &mut Module) -> Result<(), syn::Error> {
        let plan = self.emitter.plan;
        let mut reached = vec![false; plan.nodes.len()];
        let mut todo = vec![plan.root];
        while let Some(id) = todo.pop() {
            if !self.holds[id] || std::mem::replace(&mut reached[id], true) {
                continue;
            }
            todo.extend(self.children(id));
        }
        let (mut programs, mut items) = (Programs::new(), Vec::new());
        for id in (0..reached.len()).rev().filter(|id| reached[*id]) {
            let rules = self.rules_of(id);
            items.push(self.node_constant(id, &rules));
            items.extend(rules.functions);
            programs.insert(id, rules.programs);
        }
        let root = self.node_name(plan.root);
        let uncounted = Literal::u32_unsuffixed(self.uncounted_up_to(&programs));
        let uncounted = match self.coverage {
            // Rules that run again, to count, would be recorded twice.
            Some(_) => quote!(if ::core::cfg!(test) { 0 } else { #uncounted }),
            None => quote!(#uncounted),
        };
        module.push(quote! {
            static RULES: Rules = Rules { root: &#root, uncounted_up_to: #uncounted };

            /// Runs them.
            pub(super) fn run(validation: &mut Validation<'_, '_>) {
                cel::run(validation, &RULES);
            }
        })?;
        items.into_iter().try_for_each(|item| module.push(item))
    }

    /// The name of the constants for a node.
    pub(super) fn node_name(&self, id: NodeId) -> proc_macro2::Ident {
        format_ident!("{}", self.emitter.names.of(id).to_string().to_uppercase())
    }

    fn node_constant(&mut self, id: NodeId, rules: &NodeRules) -> TokenStream {
        let NodeRules { constants: rules, sure, all, transitions, .. } = rules;
        let plan = self.emitter.plan;
        let node: &Node = &plan.nodes[id];
        let name = self.node_name(id);
        let of = self.type_of(self.seen(id));
        let kind = node.types.first().map_or("", |kind| kind.as_str());
        // Values of `x-kubernetes-int-or-string` have no type for the server.
        let kind = if node.types.len() > 1 { "" } else { kind };
        let special = id == plan.root || node.embedded;
        let mut fields: Vec<(u16, NodeId)> = Vec::new();
        for field in &node.object.fields {
            // Fields that rules cannot see are skipped with everything below them; so are those of the server.
            let visible = self.visible(id, &field.name, field.node);
            if self.holds[field.node] && visible && !(special && field.name == "metadata") {
                let number =
                    self.fields[id].number(&field.name).and_then(|number| u16::try_from(number).ok());
                fields.extend(number.map(|number| (number, field.node)));
            }
        }
        fields.sort_unstable();
        let fields = fields.iter().map(|(number, field)| {
            let field = self.node_name(*field);
            quote!((#number, &#field))
        });
        let fields: Vec<_> = fields.collect();
        let below = |id: Option<NodeId>| match id.filter(|id| self.holds[*id]) {
            Some(id) => {
                let name = self.node_name(id);
                quote!(Some(&#name))
            }
            None => quote!(None),
        };
        let each = below(match node.object.others {
            Others::Each(each) => Some(each),
            _ => None,
        });
        let items = below(node.array.items);
        let keys: Vec<_> = match node.array.list_type.as_deref() {
            Some("map") => node.array.keys.iter().map(|key| escaped(key)).collect(),
            _ => Vec::new(),
        };
        quote! {
            static #name: RuleNode = RuleNode {
                of: #of,
                kind: #kind,
                rules: &[#(#rules),*],
                sure: #sure,
                all: #all,
                transitions: #transitions,
                fields: &[#(#fields),*],
                each: #each,
                items: #items,
                keys: &[#(#keys),*],
            };
        }
    }

    /// Whether rules of a field run.
    fn visible(&mut self, id: NodeId, name: &str, field: NodeId) -> bool {
        let own = self.seen(field);
        if escape(name).is_none() {
            return self.declare.of(own).is_some();
        }
        let plan = self.emitter.plan;
        let resource = matches!(self.seen(id), Seen::Resource(_));
        let found =
            self.declare.fields(&plan.nodes[id], resource).into_iter().find(|(known, _)| *known == name);
        found.is_some_and(|(_, seen)| self.declare.of(seen).is_some())
    }

    /// The functions of a node's rules, and the rules as constants.
    pub(super) fn rules_of(&mut self, id: NodeId) -> NodeRules {
        let plan = self.emitter.plan;
        let node = &plan.nodes[id];
        let (mut functions, mut constants, mut programs) = (Vec::new(), Vec::new(), Vec::new());
        let mut reads = Reads::default();
        let reads_type = self.reads_type(id);
        let (mut held, mut transitions, mut shared) = (Vec::new(), false, false);
        // The programs that a function could decide, if it could be written.
        let (mut simple, mut patterns, mut own) = (Vec::new(), BTreeMap::new(), None);
        for (index, rule) in node.rules.iter().enumerate() {
            if rule.rule.trim().is_empty() {
                continue;
            }
            match self.rule(id, index, rule, (&mut reads, &reads_type)) {
                Ok(emitted) => {
                    let EmittedRule {
                        function, constant, test, call, transition, uses_reads, program, ..
                    } = emitted;
                    patterns.extend(emitted.patterns);
                    own = Some(emitted.this);
                    if !transition {
                        simple.push(programs.len());
                    }
                    programs.push(program);
                    functions.push(function);
                    constants.push((constant, test, transition));
                    transitions |= transition;
                    if !transition {
                        shared |= uses_reads;
                        held.push(call);
                    }
                }
                Err(reason) => self.uncompiled.push(UncompiledRule {
                    place: plan.places[id].clone(),
                    rule: rule.rule.clone(),
                    index,
                    reason,
                }),
            }
        }
        if !reads.is_empty() {
            functions.push(reads.declaration(&reads_type));
        }
        let (mut sure, mut all) = (quote!(None), quote!(None));
        let roots: Vec<_> = simple.iter().map(|index| &programs[*index].root).collect();
        let name = format_ident!("{}_surely", self.emitter.names.of(id));
        let surely = own.filter(|_| !roots.is_empty()).and_then(|this| {
            let mut simple =
                Simple { rules: self, this, patterns, known: HashMap::new(), locals: HashMap::new() };
            simple.function(&name, &roots)
        });
        if let Some(surely) = &surely {
            functions.push(surely.clone());
            sure = self.untested(quote!(Some(#name)));
        }
        let constants = constants.into_iter().map(|(constant, test, transition)| {
            // The compiler would take half of its time for what hardly ever runs.
            let plain = if surely.is_some() && !transition { quote!(None) } else { quote!(Some(#test)) };
            quote!(Rule { holds: Test::Functions { plain: #plain, counted: #test }, #constant })
        });
        let constants = constants.collect();
        if held.len() > 1 {
            let name = format_ident!("{}_rules", self.emitter.names.of(id));
            let reads = shared.then(|| quote!(let reads = &#reads_type::new(c, pair.new);));
            functions.push(quote! {
                fn #name<'a, M: Meter>(c: Context<'a, M>, pair: Pair<'a>) -> bool {
                    #reads
                    #(c.held(#held))&&*
                }
            });
            let plain = if surely.is_some() { quote!(None) } else { quote!(Some(#name)) };
            all = self.untested(quote!(Some(AllHold { plain: #plain, counted: #name })));
        }
        NodeRules { functions, constants, sure, all, transitions, programs }
    }

    /// What tests do without if they record results: rules that are evaluated together are not recorded, or twice if they
    /// then run one by one because one failed.
    fn untested(&self, code: TokenStream) -> TokenStream {
        if self.coverage.is_some() { quote!(if cfg!(test) { None } else { #code }) } else { code }
    }

    /// The name of the type that holds what the rules of a node read.
    fn reads_type(&mut self, id: NodeId) -> Ident {
        let mut name = camel_case(&self.emitter.names.of(id).to_string());
        // Names that differ only in their underscores are the same here.
        while !self.reads_types.insert(name.clone()) {
            name.push('_');
        }
        format_ident!("{name}Reads")
    }

    fn rule(
        &mut self,
        id: NodeId,
        index: usize,
        rule: &Rule,
        reads: (&mut Reads, &Ident),
    ) -> Result<EmittedRule, String> {
        let node_name = self.emitter.names.of(id).clone();
        let (seen, optional) = (self.seen(id), rule.optional_old_self);
        let name = rule_name(&node_name, index, false);
        let reads_type = reads.1;
        let compiled = self.function(&name, &rule.rule, seen, optional, Purpose::Rule, Some(reads))?;
        let Compiled { tokens: mut function, uses_old: transition, uses_reads, points, .. } = compiled;
        let Compiled { program, patterns, this, .. } = compiled;
        let mut expression = quote!(None);
        if let Some(text) = rule.message_expression.as_ref().filter(|text| !text.trim().is_empty()) {
            let name = rule_name(&node_name, index, true);
            let message = self.function(&name, text, seen, optional, Purpose::Message, None)?;
            function.extend(message.tokens);
            expression = quote!(Some((#text, Say::Function(#name))));
        }
        if let (Some(coverage), Some(points)) = (&mut self.coverage, points) {
            coverage.add(&self.emitter.plan.places[id], index, points);
        }
        let text = rule.rule.trim();
        let message = trimmed(rule.message.as_ref());
        let reason = match rule.reason.as_deref() {
            Some("FieldValueRequired") => quote!(Required),
            Some("FieldValueForbidden") => quote!(Forbidden),
            Some("FieldValueDuplicate") => quote!(Duplicate),
            _ => quote!(Invalid),
        };
        let field_path = self.field_path(id, rule);
        let index = Literal::usize_unsuffixed(index);
        let test = match uses_reads {
            false => quote!(#name),
            true => quote!(|c, pair| #name(c, pair, &#reads_type::new(c, pair.new))),
        };
        let constant = quote! {
            text: #text,
            index: #index,
            message: #message,
            expression: #expression,
            reason: ErrorType::#reason,
            field_path: #field_path,
            transition: #transition,
            optional_old_self: #optional,
        };
        let call = if uses_reads { quote!(#name(c, pair, reads)) } else { quote!(#name(c, pair)) };
        Ok(EmittedRule { function, constant, test, call, transition, uses_reads, program, patterns, this })
    }

    /// The path of a rule as the server prints it: fields with dots, keys of maps in brackets.
    // apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go ValidFieldPath
    fn field_path(&self, id: NodeId, rule: &Rule) -> String {
        let path = rule.field_path.as_deref().unwrap_or("").trim();
        let mut written = String::new();
        let (mut rest, mut at) = (path, Some(id));
        while !rest.is_empty() {
            let (name, behind) = if let Some(quoted) = rest.strip_prefix("['") {
                match end_of_quoted(quoted) {
                    Some(end) => (unescaped(&quoted[..end]), quoted[end..].strip_prefix("']").unwrap_or("")),
                    None => break,
                }
            } else {
                let plain = rest.strip_prefix('.').unwrap_or(rest);
                let end = plain.find(['.', '[']).unwrap_or(plain.len());
                (plain[..end].to_owned(), &plain[end..])
            };
            rest = behind;
            let node = at.map(|at| &self.emitter.plan.nodes[at]);
            let field = node.and_then(|node| node.object.fields.iter().find(|field| field.name == name));
            match (field, node.map(|node| node.object.others)) {
                (None, Some(Others::Each(each))) if node.is_some_and(|node| node.is_only(Type::Object)) => {
                    written.push_str(&format!("[{name}]"));
                    at = Some(each);
                }
                (field, _) => {
                    if !written.is_empty() {
                        written.push('.');
                    }
                    written.push_str(&name);
                    at = field.map(|field| field.node);
                }
            }
        }
        written
    }
}

/// A name of functions as one of types.
fn camel_case(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    });
    words.collect()
}

/// Where a quoted name ends.
fn end_of_quoted(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    (0..bytes.len()).find(|at| bytes[*at] == b'\'' && (*at == 0 || bytes[at - 1] != b'\\'))
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            plain.push(c);
            continue;
        }
        plain.push(match rest.next() {
            Some('a') => '\u{7}',
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('v') => '\u{b}',
            Some(c) => c,
            None => break,
        });
    }
    plain
}
