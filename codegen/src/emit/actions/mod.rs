//! What the functions of a plan do, as data: which checks a node has, in what order, and the numbers of its fields.
//!
//! In: a plan. Out: for each node what decodes its values and what validates them. Two readers do what it says: `emit`
//! writes it as Rust, and crdc-dynamic does it without compiling. Easy to break: what either of them decides by itself,
//! the other one decides differently.

mod alternatives;
mod array;
mod extensions;
mod number;
mod object;
mod rules;
mod shape;
mod sure;
mod text;
mod topology;

use super::emitter::{Emitter, Policies, emitter};
use crate::plan::{NodeId, Plan, Type};

pub use super::constants::DefaultText;
pub use alternatives::{Alternatives, Branch, Branches, NamedMember};
pub use array::{Items, List, ListRule, Print};
pub use extensions::{Edge, ExtensionNode, Extensions, ItemKind, Mark, Step, Union};
pub use number::{Bound, Fits, Numbers};
pub use object::{DefaultField, Known, Members, Objects, Others, Role, Way};
pub use rules::{Below, Reason, Rule, RuleNode, RuleWords, Rules, UncompiledRule};
pub use shape::{Shape, kinds, settled};
pub use sure::{Asks, Holder, Read, Scope, ScopeField, Sign, Sure, SureLoop, SureRules, Tally};
pub use text::{Pattern, Texts};
pub use topology::{Counterparts, Scale, ScalePath, Topology};

/// Everything that is done with the objects of a resource.
#[derive(Clone, Debug)]
pub struct Actions {
    /// Constant text of all defaults.
    pub defaults: String,
    /// By node: what decodes its values; none for nodes of branches alone.
    pub decoded: Vec<Option<Decoded>>,
    /// By node: what validates its values in branches; none for nodes outside of branches.
    pub branches: Vec<Option<Branch>>,
    /// What validates the whole object in its stored form.
    pub whole: Option<Branch>,
    /// What decodes `metadata.name`, if the schema constrains it.
    pub generated_name: Option<NodeId>,
    /// By node: how values are matched; none for nodes whose values have no parts.
    pub topologies: Vec<Option<Topology>>,
    /// The same of the object and of its status.
    pub counterparts: [Counterparts; 2],
    /// The scale subresource.
    pub scale: Option<Scale>,
    /// Immutability, unions and normalized values, if there are any.
    pub extensions: Option<Extensions>,
    /// CEL rules, if there are any.
    pub rules: Option<Rules>,
    /// Whether there are rules, or immutability is checked as rules are: some errors keep both from running.
    pub has_rules: bool,
}

/// What decodes the values of a node.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// Values of any kind.
    pub shape: Shape,
    /// Which values are read, and how.
    pub form: Form,
    /// Whether it is a recursive definition, which checks the depth.
    pub is_definition: bool,
    /// What is validated when the value is closed.
    pub alternatives: Option<Alternatives>,
}

/// Which values are read.
#[derive(Clone, Debug)]
pub enum Form {
    /// Objects alone.
    Object(Box<Objects>),
    /// Lists alone.
    Array(List),
    /// Strings alone.
    String(Texts),
    /// Numbers alone.
    Number(Numbers),
    /// Booleans alone.
    Boolean,
    /// Several kinds.
    Mixed(Box<Mixed>),
}

/// Several kinds of values: what is done with each that is not only kept. Kinds that are not admitted break the type.
#[derive(Clone, Debug, Default)]
pub struct Mixed {
    /// Objects, and whether they are admitted.
    pub object: Option<(Objects, bool)>,
    /// Lists.
    pub array: Option<(List, bool)>,
    /// Strings.
    pub string: Option<(Texts, bool)>,
    /// Numbers.
    pub number: Option<Numbers>,
}

impl Actions {
    /// The actions of a plan. There are always some: what could fail is the path of the runtime, which they do not need.
    pub fn of(
        plan: &Plan,
        policies: (crdc_vocabulary::Ratcheting, crdc_vocabulary::Dialect),
    ) -> Option<Actions> {
        let policies = Policies { ratcheting: policies.0, dialect: policies.1 };
        let mut emitter = emitter(plan, "::crdc", policies).ok()?;
        let reached = emitter.reached();
        let whole = emitter.late_root().map(|late| emitter.branch(&late));
        let mut branches = vec![None; plan.nodes.len()];
        for id in emitter.branches(&reached) {
            branches[id] =
                Some(Branch { shape: Some(emitter.shape_of(id)), ..emitter.branch(&plan.nodes[id]) });
        }
        let mut decoded = vec![None; plan.nodes.len()];
        for id in reached {
            decoded[id] = Some(emitter.decoded(id));
        }
        let generated_name = emitter.generated_name_node();
        let extensions = emitter.decided_extensions();
        let defaults = emitter.constants.text().to_owned();
        let mut topologies = vec![None; plan.nodes.len()];
        for id in emitter.reached_topologies() {
            topologies[id] = Some(emitter.topology_of(id));
        }
        let status = plan.status.map_or(Counterparts::Leaf, |id| emitter.counterparts_of(id));
        let counterparts = [emitter.counterparts_of(plan.root), status];
        let scale = emitter.scale();
        let (rules, has_rules) = (emitter.decided_rules(), emitter.has_rules());
        Some(Actions {
            defaults,
            decoded,
            branches,
            whole,
            generated_name,
            topologies,
            counterparts,
            scale,
            extensions,
            rules,
            has_rules,
        })
    }
}

impl Emitter<'_> {
    fn decoded(&mut self, id: NodeId) -> Decoded {
        let node = &self.plan.nodes[id];
        let form = self.form(id);
        Decoded {
            shape: self.shape_of(id),
            form,
            is_definition: id != self.plan.root && node.definition.is_some(),
            alternatives: if id == self.plan.root { None } else { self.alternatives_of(node) },
        }
    }

    fn form(&mut self, id: NodeId) -> Form {
        let node = &self.plan.nodes[id];
        match node.types.as_slice() {
            _ if id == self.plan.root => Form::Object(Box::new(self.objects(id))),
            _ if node.looks_elsewhere() => Form::Mixed(Box::new(self.mixed_of(id))),
            [Type::Object] => Form::Object(Box::new(self.objects(id))),
            [Type::Array] => Form::Array(self.list(node)),
            [Type::String] => Form::String(Texts::of(node)),
            [Type::Integer | Type::Number] => Form::Number(Numbers::of(node)),
            [Type::Boolean] => Form::Boolean,
            _ => Form::Mixed(Box::new(self.mixed_of(id))),
        }
    }

    /// What is done with values of each kind.
    pub(super) fn mixed_of(&mut self, id: NodeId) -> Mixed {
        let node = &self.plan.nodes[id];
        let admits = |kind| node.types.is_empty() && node.format.is_none() || node.types.contains(&kind);
        let number = node.types.contains(&Type::Integer) || node.types.contains(&Type::Number);
        // See `shape.rs`.
        let formatted = node.format.is_some() && !number;
        Mixed {
            object: node.looks_into_objects().then(|| (self.objects(id), admits(Type::Object))),
            array: node.looks_into_arrays().then(|| (self.list(node), admits(Type::Array) || formatted)),
            string: node.looks_into_strings().then(|| (Texts::of(node), admits(Type::String) || formatted)),
            number: node.looks_into_numbers().then(|| Numbers::of(node)),
        }
    }
}
