//! Builds the description of a resource.

use super::constants::{Maker, items, properties};
use super::node::{Branch, Form, Mixed, Node};
use super::nodes::{Nodes, Plan};
use super::runtime::{
    AlternativeField, Compiled, Decode, Definition, ExtensionNode, KeptErrors, Rule, RunRules, Scale,
    ScalePath, Scope, Steps, Validate,
};
use super::topology::Topologies;
use bumpalo::Bump;
use crdc_plan as plan;
use crdc_plan::actions::{self, Actions};

/// The description of a resource. It borrows the resource's plan, its actions, and the arena.
pub(crate) fn compile<'p>(
    plan: &'p plan::Plan,
    actions: &'p Actions,
    kept: KeptErrors,
    arena: &'p Bump,
) -> Compiled<'p> {
    let own: &'p Plan<'p> = arena.alloc(Plan::default());
    let maker = Maker { arena, plan: own };
    let decoded: Vec<_> = actions.decoded.iter().enumerate().collect();
    let decoded =
        maker.slice(decoded.into_iter().map(|(id, found)| found.as_ref().map(|of| maker.node(id, of))));
    let branches: Vec<_> = actions.branches.iter().enumerate().collect();
    let branches = maker.slice(
        branches.into_iter().map(|(id, found)| found.as_ref().map(|of| maker.validated(Some(id), of))),
    );
    let whole = actions.whole.as_ref().map(|of| maker.validated(None, of));
    let has_whole = whole.is_some();
    let rules = actions.rules.as_ref().and_then(|rules| maker.rules(rules, plan.root));
    let has_rules = rules.is_some();
    // The nodes were not used yet.
    let _ = own.nodes.set(Nodes { decoded, branches, whole, rules });
    let node = |id: usize| Decode::Node(own, id as u32);
    let topologies = Topologies::new(arena, &actions.topologies);
    let [of_root, of_status] = actions.counterparts;
    let api_version = arena.alloc_str(&plan.api_version());
    let mut steps = Steps { rules: has_rules.then_some(RunRules::Plan(own)), ..Steps::NONE };
    let extensions = actions.extensions.as_ref();
    let places = extensions.map(|extensions| maker.extensions(extensions, plan.root, &mut steps));
    let definition = Definition {
        group: &plan.group,
        version: &plan.version,
        kind: &plan.kind,
        plural: &plan.plural,
        api_version,
        scope: if plan.namespaced { Scope::Namespaced } else { Scope::Cluster },
        root: node(plan.root),
        status: plan.status.map(node),
        whole: has_whole.then_some(Validate::Whole(own)),
        topology: topologies.get(of_root),
        status_topology: topologies.get(of_status),
        ratcheting: actions.ratcheting,
        status_subresource: plan.status_subresource,
        scale: actions.scale.as_ref().map(|scale| maker.scale(scale)),
        has_rules: actions.has_rules,
        defaults: actions.defaults.as_bytes(),
        generated_name: actions.generated_name.map(node),
        places: places.unwrap_or(ExtensionNode::NONE),
        uncompiled_rules: actions.rules.as_ref().map_or(&[], |rules| maker.uncompiled(rules)),
        kept,
    };
    Compiled { definition, steps }
}

impl<'p> Maker<'p> {
    fn node(self, id: usize, of: &'p actions::Decoded) -> Node<'p> {
        let shape = self.shape(id, &of.shape);
        let values = shape.values;
        let form = match &of.form {
            actions::Form::Object(objects) => Form::Object(self.arena.alloc(self.objects(objects, values))),
            actions::Form::Array(list) => Form::Array(self.list(list, values)),
            actions::Form::String(texts) => Form::String(self.texts(texts, values)),
            actions::Form::Number(numbers) => Form::Number(self.numbers(numbers, values)),
            actions::Form::Boolean => Form::Boolean,
            actions::Form::Mixed(mixed) => Form::Mixed(self.arena.alloc(Mixed {
                object: mixed.object.as_ref().map(|(of, admitted)| (self.objects(of, values), *admitted)),
                array: mixed.array.as_ref().map(|(of, admitted)| (self.list(of, values), *admitted)),
                string: mixed.string.as_ref().map(|(of, admitted)| (self.texts(of, values), *admitted)),
                number: mixed.number.as_ref().map(|of| self.numbers(of, values)),
            })),
        };
        let alternatives = of.alternatives.as_ref().map(|of| self.alternatives(of));
        Node { shape, form, is_definition: of.is_definition, alternatives }
    }

    fn validated(self, id: Option<usize>, of: &'p actions::Branch) -> Branch<'p> {
        let values = self.values(&of.values);
        let mut named: Vec<AlternativeField<'p>> = of
            .named
            .iter()
            .map(|member| AlternativeField {
                key: member.key.as_bytes(),
                required: member.required.map(|bit| bit as u16),
                validate: member.node.map(|node| self.branch(node)),
            })
            .collect();
        named.sort_by_key(|member| member.key);
        let required = of.required.iter().zip(0..).map(|(name, bit)| (bit, Rule::Required(name.as_str())));
        Branch {
            shape: of.shape.as_ref().map(|shape| self.shape(id.unwrap_or(0), shape)),
            typed: of.typed,
            formatted: of.formatted,
            alternatives: of.alternatives.as_ref().map(|of| self.alternatives(of)),
            numbers: self.numbers(&of.numbers, None),
            positions: self.slice(of.positions.iter().map(|id| self.branch(*id))),
            items: of.items,
            after_positions: of.items.map(|id| self.branch(id)),
            items_limits: items(of.items_limits),
            named: self.slice(named),
            each: of.each,
            required: self.slice(required),
            limits: properties(of.members),
            texts: self.texts(&of.texts, values),
            values,
        }
    }

    fn scale(self, of: &'p actions::Scale) -> Scale<'p> {
        let path = |path: &'p actions::ScalePath| ScalePath {
            path: &path.path,
            keys: self.slice(path.keys.iter().map(String::as_str)),
            fields: self.slice(path.fields.iter().map(|field| *field as u16)),
        };
        Scale {
            spec_replicas: path(&of.spec),
            status_replicas: path(&of.status),
            label_selector: of.selector.as_ref().map(path),
        }
    }
}
