//! Writes the tree of values with rules, and the programs of the rules.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::precheck;
use super::writer::{Matchers, RuleWriter, constant_name};
use crate::emit::module::Module;
use crate::emit::option::option;
use crdc_cel::program::OldSelf;
use crdc_plan::NodeId;
use crdc_plan::actions::{Below, Rule, RuleNode, Rules};
use crdc_schema::RuleWords;
use crdc_tokens::rule_program::rule_constant;

/// The code of a node's rules.
#[derive(Default)]
struct NodeRules {
    items: Vec<TokenStream>,
    constants: Vec<TokenStream>,
}

impl RuleWriter<'_> {
    /// Writes all nodes with rules, and the function that runs the rules.
    pub(super) fn write(&mut self, rules: &Rules, module: &mut Module) -> Result<(), syn::Error> {
        let mut items = Vec::new();
        for (id, node) in rules.nodes.iter().enumerate().rev() {
            let Some(node) = node else { continue };
            let emitted = self.rules_of(id, node);
            items.push(self.node_constant(id, node, &emitted.constants));
            items.extend(emitted.items);
        }
        let names = &self.emitter.names;
        let candidates = rules.candidates.iter().map(|id| names.constant(*id));
        let candidates = quote!(&[#(&#candidates),*]);
        let (root, all_prechecked) = (names.constant(self.emitter.plan.root), rules.all_prechecked());
        let uncounted = Literal::u32_unsuffixed(rules.uncounted_up_to);
        let uncounted = match self.coverage {
            // A rule that is first run without counting its cost may run again to count it. Coverage would
            // record it twice.
            Some(_) => quote!(if ::core::cfg!(test) { 0 } else { #uncounted }),
            None => quote!(#uncounted),
        };
        module.push(quote! {
            static RULES: Rules = Rules { root: &#root, candidates: #candidates, all_prechecked: #all_prechecked, uncounted_up_to: #uncounted };

            /// Runs them.
            pub(super) fn run(validation: &mut Validation<'_, '_>) {
                cel::run(validation, &RULES);
            }
        })?;
        items.into_iter().try_for_each(|item| module.push(item))
    }

    fn node_constant(&mut self, id: NodeId, node: &RuleNode, rules: &[TokenStream]) -> TokenStream {
        let names = &self.emitter.names;
        let precheck = option(node.precheck.as_ref().map(|_| {
            let function = precheck_name(names.of(id));
            quote!(RunPrecheck::Function(#function))
        }));
        // Coverage records evaluations, so all rules must be evaluated, also those that a pre-check proves.
        let recorded = node.precheck.is_some() && self.coverage.is_some();
        let precheck = if recorded { quote!(if cfg!(test) { None } else { #precheck }) } else { precheck };
        let (name, transitions, of) = (names.constant(id), node.has_transitions(), self.type_of(node.of));
        let Below { kind, fields, each, items, keys } = &node.below;
        let fields = fields.iter().map(|(number, field)| {
            let field = names.constant(*field);
            quote!((#number, &#field))
        });
        let [each, items] = [each, items].map(|id| {
            let name = id.map(|id| names.constant(id));
            option(name.map(|name| quote!(&#name)))
        });
        quote! {
            static #name: RuleNode = RuleNode {
                of: #of,
                kind: #kind,
                rules: &[#(#rules),*],
                precheck: #precheck,
                transitions: #transitions,
                fields: &[#(#fields),*],
                each: #each,
                items: #items,
                keys: &[#(#keys),*],
            };
        }
    }

    /// The programs of a node's rules, and a constant for each rule.
    fn rules_of(&mut self, id: NodeId, node: &RuleNode) -> NodeRules {
        let (emitter, mut emitted) = (self.emitter, NodeRules::default());
        let mut matchers = Matchers::new();
        for rule in &node.rules {
            let constant = self.rule_constant(id, rule, &mut emitted.items, &mut matchers);
            emitted.constants.push(constant);
        }
        if let Some(rules) = &node.precheck {
            let name = precheck_name(emitter.names.of(id));
            emitted.items.push(precheck::function(&name, rules, &mut matchers, &emitter.runtime));
        }
        emitted.items.extend(matchers.into_values().map(|(_, matcher)| matcher));
        emitted
    }

    /// The constant of a rule. The constants of its program, and of the program of its message, are added to
    /// `items`.
    fn rule_constant(
        &mut self,
        id: NodeId,
        rule: &Rule,
        items: &mut Vec<TokenStream>,
        matchers: &mut Matchers,
    ) -> TokenStream {
        let RuleWords { text, index, optional_old_self, .. } = &rule.words;
        let name = rule_name(self.emitter.names.of(id), *index, false);
        let old = if *optional_old_self { OldSelf::Optional } else { OldSelf::Plain };
        let mut points = self.coverage.as_ref().map(|coverage| coverage.points(text));
        items.push(self.program_constant(&name, &rule.program, old, matchers, points.as_mut()));
        if let (Some(coverage), Some(points)) = (&mut self.coverage, points) {
            let plan = self.emitter.plan;
            // The position of the first of several equal rules.
            let first = plan.nodes[id].rules[*index].spans.first().map(|(_, text)| *text);
            coverage.add(&plan.places[id], first.unwrap_or_default(), points);
        }
        let expression = rule.message.as_ref().map(|(text, program)| {
            let name = rule_name(self.emitter.names.of(id), *index, true);
            items.push(self.program_constant(&name, program, OldSelf::InMessage, matchers, None));
            (text.as_str(), constant_name(&name))
        });
        rule_constant(&rule.words, &constant_name(&name), expression, rule.transition)
    }
}

/// The name of a rule's program, or of the program of its message.
fn rule_name(node: &Ident, index: usize, message: bool) -> Ident {
    if message { format_ident!("{node}_message_{index}") } else { format_ident!("{node}_rule_{index}") }
}

/// The name of the function with the pre-check of a node's rules.
fn precheck_name(node: &Ident) -> Ident {
    format_ident!("{node}_precheck")
}
