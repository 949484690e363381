//! Writes the tree of values with rules, and the functions of the rules.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::bound::Programs;
use super::function::{Lowered, Purpose};
use super::plan_rules::Rules;
use super::program::{Matchers, constant_name};
use super::reads::Reads;
use super::sure::{self, Simple};
use crate::cel::program::Repr;
use crate::emit::actions::{Below, Reason, Rule, RuleWords, Sure, SureRules};
use crate::emit::module::Module;
use crate::plan::NodeId;

/// The size of an object in bytes that no request exceeds: servers refuse larger ones.
// apiserver: pkg/server/config.go MaxRequestBodyBytes
const LARGEST: u32 = 3 * 1024 * 1024;

/// The rules of a node, as they are emitted.
#[derive(Default)]
struct NodeRules {
    items: Vec<TokenStream>,
    constants: Vec<TokenStream>,
    /// What tells if all rules without `oldSelf` certainly hold, and what evaluates them.
    sure: Option<TokenStream>,
    all: Option<TokenStream>,
}

/// The rules of a node, and the representation of `self`.
type Decided = (Vec<Rule>, Option<Repr>);

impl Rules<'_> {
    /// Emits everything.
    pub(super) fn emit(&mut self, module: &mut Module) -> Result<(), syn::Error> {
        let plan = self.emitter.plan;
        let decided: Vec<(NodeId, Decided)> =
            self.reached().into_iter().map(|id| (id, self.decided_rules(id))).collect();
        let programs: Programs<'_> = decided
            .iter()
            .map(|(id, (rules, _))| (*id, rules.iter().map(|rule| &rule.program).collect()))
            .collect();
        let uncounted_up_to = self.uncounted_up_to(&programs);
        // What is counted is evaluated for each object.
        let hardly_counts = uncounted_up_to >= LARGEST && self.coverage.is_none();
        let (mut items, mut all_sure) = (Vec::new(), true);
        for (id, (rules, this)) in &decided {
            let emitted = self.rules_of(*id, rules, this.as_ref(), hardly_counts);
            let transitions = rules.iter().any(|rule| rule.transition);
            all_sure &= rules.is_empty() || emitted.sure.is_some() && !transitions;
            items.push(self.node_constant(*id, &emitted, transitions));
            items.extend(emitted.items);
        }
        let noted = self.emitter.noted.iter().map(|id| self.node_name(*id));
        let noted = quote!(&[#(&#noted),*]);
        let root = self.node_name(plan.root);
        let uncounted = Literal::u32_unsuffixed(uncounted_up_to);
        let uncounted = match self.coverage {
            // Rules that run again, to count, would be recorded twice.
            Some(_) => quote!(if ::core::cfg!(test) { 0 } else { #uncounted }),
            None => quote!(#uncounted),
        };
        module.push(quote! {
            static RULES: Rules = Rules { root: &#root, noted: #noted, all_sure: #all_sure, uncounted_up_to: #uncounted };

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

    fn node_constant(&mut self, id: NodeId, rules: &NodeRules, transitions: bool) -> TokenStream {
        let NodeRules { constants: rules, sure, all, .. } = rules;
        let untested = |code: &Option<TokenStream>| match code {
            Some(code) => self.untested(quote!(Some(#code))),
            None => quote!(None),
        };
        let (sure, all) = (untested(sure), untested(all));
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

    /// The functions of a node's rules, and the rules as constants. `hardly_counts` is whether their costs are counted only if
    /// something is wrong.
    fn rules_of(
        &mut self,
        id: NodeId,
        rules: &[Rule],
        this: Option<&Repr>,
        hardly_counts: bool,
    ) -> NodeRules {
        let held: Vec<_> =
            rules.iter().filter(|rule| !rule.transition).map(|rule| &rule.program.root).collect();
        let mut simple =
            this.filter(|_| !held.is_empty()).and_then(|this| Simple::rules(self, this.clone(), &held));
        let surely = format_ident!("{}_surely", self.emitter.names.of(id));
        let mut emitted = NodeRules::default();
        let (mut matchers, mut known) = (Matchers::new(), None);
        if let Some(simple) = simple.as_mut().filter(|_| hardly_counts) {
            for rule in rules.iter().filter(|rule| !rule.transition) {
                self.matchers_of(&self.rule_name(id, rule), &rule.program.root, &mut matchers);
            }
            known = self.sure_function(&surely, simple, BTreeMap::new(), &mut matchers);
        }
        // The compiler would take most of its time for functions that hardly ever run.
        let as_programs = known.is_some();
        if !as_programs {
            matchers.clear();
        }
        let (mut reads, reads_type) = (Reads::default(), self.reads_type(id));
        let (mut tests, mut calls, mut patterns, mut shared) =
            (Vec::new(), Vec::new(), BTreeMap::new(), false);
        for rule in rules {
            let name = self.rule_name(id, rule);
            if as_programs && !rule.transition {
                let old = if rule.words.optional_old_self { "Optional" } else { "Plain" };
                emitted.items.push(self.program_constant(&name, &rule.program, old, &mut matchers));
                let name = constant_name(&name);
                tests.push(quote!(Test::Program(&#name)));
                continue;
            }
            let lowered = Lowered {
                program: &rule.program,
                this: this.unwrap_or(&Repr::Dynamic),
                seen: self.seen(id),
                optional: rule.words.optional_old_self,
            };
            let purpose = Purpose::Rule(&rule.words.text);
            let compiled = self.function(&name, lowered, purpose, Some((&mut reads, &reads_type)));
            if let (Some(coverage), Some(points)) = (&mut self.coverage, compiled.points) {
                coverage.add(&self.emitter.plan.places[id], rule.words.index, points);
            }
            emitted.items.push(compiled.tokens);
            patterns.extend(compiled.patterns);
            tests.push(match compiled.uses_reads {
                false => quote!(#name),
                true => quote!(|c, pair| #name(c, pair, &#reads_type::new(c, pair.new))),
            });
            if !rule.transition {
                shared |= compiled.uses_reads;
                calls.push(match compiled.uses_reads {
                    false => quote!(#name(c, pair)),
                    true => quote!(#name(c, pair, reads)),
                });
            }
        }
        if !reads.is_empty() {
            emitted.items.push(reads.declaration(&reads_type));
        }
        if let Some(simple) = simple.as_mut().filter(|_| !as_programs) {
            known = self.sure_function(&surely, simple, patterns, &mut matchers);
        }
        let is_sure = known.is_some();
        emitted.sure = known.as_ref().map(|_| quote!(SurelyHold::Function(#surely)));
        emitted.items.extend(known);
        if calls.len() > 1 {
            let name = format_ident!("{}_rules", self.emitter.names.of(id));
            let reads = shared.then(|| quote!(let reads = &#reads_type::new(c, pair.new);));
            emitted.items.push(quote! {
                fn #name<'a, M: Meter>(c: Context<'a, M>, pair: Pair<'a>) -> bool {
                    #reads
                    #(c.held(#calls))&&*
                }
            });
            let plain = if is_sure { quote!(None) } else { quote!(Some(#name)) };
            emitted.all = Some(quote!(AllHold { plain: #plain, counted: #name }));
        }
        for (rule, test) in rules.iter().zip(tests) {
            let test = match (as_programs && !rule.transition, is_sure && !rule.transition) {
                (true, _) => test,
                // The other function would never run.
                (false, true) => quote!(Test::Functions { plain: None, counted: #test }),
                (false, false) => quote!(Test::Functions { plain: Some(#test), counted: #test }),
            };
            let constant = self.rule_constant(id, rule, &test, &mut emitted.items, &mut matchers);
            emitted.constants.push(constant);
        }
        emitted.items.extend(matchers.into_values().map(|(_, matcher)| matcher));
        emitted
    }

    /// The function that knows that rules hold. `names` are functions of patterns that there are; others are added to `matchers`.
    fn sure_function(
        &self,
        name: &Ident,
        rules: &mut SureRules,
        mut names: BTreeMap<String, Ident>,
        matchers: &mut Matchers,
    ) -> Option<TokenStream> {
        rules.each_part(&mut |part| {
            if let Sure::Matches(_, (pattern, matcher)) = part
                && !names.contains_key(pattern)
            {
                let new = format_ident!("{name}_matches_{}", matchers.len());
                matchers
                    .entry(pattern.clone())
                    .or_insert_with(|| (new.clone(), matcher.emit(&new, &self.emitter.runtime)));
            }
        });
        names.extend(matchers.iter().map(|(pattern, (name, _))| (pattern.clone(), name.clone())));
        sure::function(name, rules, &names)
    }

    fn rule_name(&self, id: NodeId, rule: &Rule) -> Ident {
        rule_name(self.emitter.names.of(id), rule.words.index, false)
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

    /// The constant of a rule; that of its message, which runs only if something is wrong, is added to the items.
    fn rule_constant(
        &self,
        id: NodeId,
        rule: &Rule,
        test: &TokenStream,
        items: &mut Vec<TokenStream>,
        matchers: &mut Matchers,
    ) -> TokenStream {
        let RuleWords { text, index, message, reason, field_path, optional_old_self } = &rule.words;
        let mut expression = quote!(None);
        if let Some((text, program)) = &rule.message {
            let name = rule_name(self.emitter.names.of(id), *index, true);
            items.push(self.program_constant(&name, program, "InMessage", matchers));
            let name = constant_name(&name);
            expression = quote!(Some((#text, &#name)));
        }
        let reason = match reason {
            Reason::Required => quote!(Required),
            Reason::Forbidden => quote!(Forbidden),
            Reason::Duplicate => quote!(Duplicate),
            Reason::Invalid => quote!(Invalid),
        };
        let (index, transition) = (Literal::usize_unsuffixed(*index), rule.transition);
        quote! {
            Rule {
                holds: #test,
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
}

/// A name of functions as one of types.
fn camel_case(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    });
    words.collect()
}

/// The name of a function.
fn rule_name(node: &Ident, index: usize, message: bool) -> Ident {
    if message { format_ident!("{node}_message_{index}") } else { format_ident!("{node}_rule_{index}") }
}
