//! Writes the tree of values with rules, and the functions of the rules.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::bound::Programs;
use super::decided::{message_of, uses_old};
use super::reads::Reads;
use super::sure::{self, Simple};
use super::{Compiled, Purpose, Rules, rule_name};
use crate::cel::program::{Program, Repr};
use crate::emit::actions::{Below, Reason, RuleWords};
use crate::emit::module::Module;
use crate::plan::{NodeId, Rule};

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
    /// Emits everything.
    pub(super) fn emit(&mut self, module: &mut Module) -> Result<(), syn::Error> {
        let plan = self.emitter.plan;
        let (mut programs, mut items) = (Vec::new(), Vec::new());
        for id in self.reached() {
            let rules = self.rules_of(id);
            items.push(self.node_constant(id, &rules));
            items.extend(rules.functions);
            programs.push((id, rules.programs));
        }
        let programs: Programs<'_> =
            programs.iter().map(|(id, programs)| (*id, programs.iter().collect())).collect();
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
        let name = self.node_name(id);
        let of = self.type_of(self.seen(id));
        let Below { kind, fields, each, items, keys } = self.below(id);
        let fields: Vec<_> = fields
            .iter()
            .map(|(number, field)| {
                let field = self.node_name(*field);
                quote!((#number, &#field))
            })
            .collect();
        let option = |id: Option<NodeId>| match id.map(|id| self.node_name(id)) {
            Some(name) => quote!(Some(&#name)),
            None => quote!(None),
        };
        let (each, items) = (option(each), option(items));
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
                Err(reason) => self.leave_out(id, index, reason),
            }
        }
        if !reads.is_empty() {
            functions.push(reads.declaration(&reads_type));
        }
        let (mut known, mut all) = (quote!(None), quote!(None));
        let roots: Vec<_> = simple.iter().map(|index| &programs[*index].root).collect();
        let name = format_ident!("{}_surely", self.emitter.names.of(id));
        let surely = own.filter(|_| !roots.is_empty()).and_then(|this| {
            let found = Simple::rules(self, this, &roots)?;
            sure::function(&name, &found, &patterns)
        });
        if let Some(surely) = &surely {
            functions.push(surely.clone());
            known = self.untested(quote!(Some(SurelyHold::Function(#name))));
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
        NodeRules { functions, constants, sure: known, all, transitions, programs }
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
        let Compiled { tokens: mut function, uses_reads, points, program, patterns, this, .. } = compiled;
        let mut expression = quote!(None);
        if let Some(text) = message_of(rule) {
            let name = rule_name(&node_name, index, true);
            let message = self.function(&name, text, seen, optional, Purpose::Message, None)?;
            function.extend(message.tokens);
            expression = quote!(Some((#text, Say::Function(#name))));
        }
        if let (Some(coverage), Some(points)) = (&mut self.coverage, points) {
            coverage.add(&self.emitter.plan.places[id], index, points);
        }
        let transition = uses_old(&program.root);
        let RuleWords { text, index, message, reason, field_path, optional_old_self } =
            self.words(id, index, rule);
        let reason = match reason {
            Reason::Required => quote!(Required),
            Reason::Forbidden => quote!(Forbidden),
            Reason::Duplicate => quote!(Duplicate),
            Reason::Invalid => quote!(Invalid),
        };
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
            optional_old_self: #optional_old_self,
        };
        let call = if uses_reads { quote!(#name(c, pair, reads)) } else { quote!(#name(c, pair)) };
        Ok(EmittedRule { function, constant, test, call, transition, uses_reads, program, patterns, this })
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
