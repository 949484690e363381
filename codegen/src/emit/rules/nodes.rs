//! Writes the tree of values with rules, and the programs of the rules.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::bound::Programs;
use super::plan_rules::Rules;
use super::program::{Matchers, constant_name};
use super::sure::{self, Simple};
use crate::emit::actions::{Below, Reason, Rule, RuleWords, Sure, SureRules};
use crate::emit::module::Module;
use crate::plan::NodeId;
use crdc_cel::compile::program::Repr;
use crdc_cel::program::OldSelf;

/// The rules of a node, as they are emitted.
#[derive(Default)]
struct NodeRules {
    items: Vec<TokenStream>,
    constants: Vec<TokenStream>,
    /// What tells if all rules without `oldSelf` certainly hold.
    sure: Option<TokenStream>,
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
        let (mut items, mut all_sure) = (Vec::new(), true);
        for (id, (rules, this)) in &decided {
            let emitted = self.rules_of(*id, rules, this.as_ref());
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
        let NodeRules { constants: rules, sure, .. } = rules;
        let sure = match sure {
            Some(code) => self.untested(quote!(Some(#code))),
            None => quote!(None),
        };
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
                transitions: #transitions,
                fields: &[#(#fields),*],
                each: #each,
                items: #items,
                keys: &[#(#keys),*],
            };
        }
    }

    /// The programs of a node's rules, and the rules as constants.
    fn rules_of(&mut self, id: NodeId, rules: &[Rule], this: Option<&Repr>) -> NodeRules {
        let held: Vec<_> =
            rules.iter().filter(|rule| !rule.transition).map(|rule| &rule.program.root).collect();
        let mut simple =
            this.filter(|_| !held.is_empty()).and_then(|this| Simple::rules(self, this.clone(), &held));
        let mut emitted = NodeRules::default();
        let mut matchers = Matchers::new();
        for rule in rules {
            let constant = self.rule_constant(id, rule, &mut emitted.items, &mut matchers);
            emitted.constants.push(constant);
        }
        if let Some(simple) = &mut simple {
            let surely = format_ident!("{}_surely", self.emitter.names.of(id));
            let known = self.sure_function(&surely, simple, &mut matchers);
            emitted.sure = known.as_ref().map(|_| quote!(SurelyHold::Function(#surely)));
            emitted.items.extend(known);
        }
        emitted.items.extend(matchers.into_values().map(|(_, matcher)| matcher));
        emitted
    }

    /// The function that knows that rules hold. The functions of its patterns are added to `matchers`.
    fn sure_function(
        &self,
        name: &Ident,
        rules: &mut SureRules,
        matchers: &mut Matchers,
    ) -> Option<TokenStream> {
        rules.each_part(&mut |part| {
            if let Sure::Matches(_, (pattern, matcher)) = part {
                let new = format_ident!("{name}_matches_{}", matchers.len());
                matchers
                    .entry(pattern.clone())
                    .or_insert_with(|| (new.clone(), matcher.emit(&new, &self.emitter.runtime)));
            }
        });
        let names = matchers.iter().map(|(pattern, (name, _))| (pattern.clone(), name.clone())).collect();
        sure::function(name, rules, &names)
    }

    /// What tests do without if they record results: rules that are known to hold are not recorded.
    fn untested(&self, code: TokenStream) -> TokenStream {
        if self.coverage.is_some() { quote!(if cfg!(test) { None } else { #code }) } else { code }
    }

    /// The constant of a rule. Those of its program and of the program of its message are added to the items.
    fn rule_constant(
        &mut self,
        id: NodeId,
        rule: &Rule,
        items: &mut Vec<TokenStream>,
        matchers: &mut Matchers,
    ) -> TokenStream {
        let RuleWords { text, index, message, reason, field_path, optional_old_self } = &rule.words;
        let name = rule_name(self.emitter.names.of(id), *index, false);
        let old = if *optional_old_self { OldSelf::Optional } else { OldSelf::Plain };
        let mut points = self.coverage.as_ref().map(|coverage| coverage.points(text));
        items.push(self.program_constant(&name, &rule.program, old, matchers, points.as_mut()));
        if let (Some(coverage), Some(points)) = (&mut self.coverage, points) {
            let plan = self.emitter.plan;
            coverage.add(&plan.places[id], plan.nodes[id].rules[*index].text, points);
        }
        let test = constant_name(&name);
        let mut expression = quote!(None);
        if let Some((text, program)) = &rule.message {
            let name = rule_name(self.emitter.names.of(id), *index, true);
            items.push(self.program_constant(&name, program, OldSelf::InMessage, matchers, None));
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
                holds: &#test,
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

/// The name of a function.
fn rule_name(node: &Ident, index: usize, message: bool) -> Ident {
    if message { format_ident!("{node}_message_{index}") } else { format_ident!("{node}_rule_{index}") }
}
