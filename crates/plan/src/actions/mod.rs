//! The actions of generated functions, as data: the checks of a node in their order, and the numbers of its
//! fields.
//!
//! In: a plan. Out: for each node what decodes its values and what validates them. Two readers do what it
//! says: crdc-codegen writes it as Rust, and crdc-dynamic does it without compiling. Easy to break: what
//! either of them decides by itself, the other one decides differently.
//!
//! `builder` is the state, `decoded` and `alternatives` choose what the function of a node does, with a file
//! for each kind of value. `extension_paths` finds immutability and unions, `rules` has CEL rules.

mod alternatives;
mod array;
mod builder;
mod constants;
mod decoded;
mod extension_paths;
mod extensions;
mod fields;
mod metadata;
mod number;
mod object;
mod reached;
mod rules;
mod scale;
mod shape;
mod shared;
mod string;
mod topology;
mod whole;

use builder::Builder;

use crate::{NodeId, Plan};

pub use alternatives::{Alternatives, Branch, Branches, NamedMember};
pub use array::{Items, List, ListRule, Print};
pub use builder::Policies;
pub use constants::DefaultText;
pub use crdc_check::rule_compiler::RuleTypes;
pub use decoded::{Decoded, Form, Mixed};
pub use extensions::{Edge, ExtensionNode, Extensions, ItemKind, Mark, Step, Union};
pub use number::{Bound, Fits, Numbers};
pub use object::{DefaultField, Known, MemberKind, Members, Objects, Others, Role};
pub use rules::{
    Aggregate, Base, Below, Precheck, PrecheckExpr, PrecheckLoop, Read, Rule, RuleNode, Rules, Scope,
    ScopeField, Sign, Tally, UncompiledRule,
};
pub use rules::{Expressions, Patterns, bound_expressions, expressions, programs, uncompiled_rules};
pub use scale::{Scale, ScalePath};
pub use shape::Shape;
pub use shared::shared;
pub use string::{Pattern, Texts};
pub use topology::{Counterparts, Topology};

/// Everything that is done with the objects of a resource.
#[derive(Clone, Debug)]
pub struct Actions {
    /// The existing errors that updates may keep.
    pub ratcheting: crdc_vocabulary::Ratcheting,
    /// Constant text of all defaults.
    pub defaults: String,
    /// The decoder of each node's values; none for nodes of branches alone.
    pub decoded: Vec<Option<Decoded>>,
    /// By node: what validates its values in branches; none for nodes outside of branches.
    pub branches: Vec<Option<Branch>>,
    /// The validator of the whole object in its stored form.
    pub whole: Option<Branch>,
    /// The decoder of `metadata.name`, if the schema constrains it.
    pub generated_name: Option<NodeId>,
    /// By node: how values are matched; none for nodes whose values have no parts.
    pub topologies: Vec<Option<Topology>>,
    /// The counterparts of the object and of its status.
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

impl Actions {
    /// The actions of a plan.
    #[must_use]
    pub fn of(plan: &Plan, policies: Policies) -> Actions {
        let mut builder = Builder::new(plan, policies);
        let reached = builder.decoded_nodes();
        // Defaults have their places in the order in which they are asked for.
        let mut branches = vec![None; plan.nodes.len()];
        for id in builder.branch_nodes(&reached) {
            branches[id] =
                Some(Branch { shape: Some(builder.shape_of(id)), ..builder.branch(&plan.nodes[id]) });
        }
        let mut decoded = vec![None; plan.nodes.len()];
        for id in reached {
            decoded[id] = Some(builder.decoded(id));
        }
        let extensions = builder.extensions();
        let roots = [Some(plan.root), plan.status];
        Actions {
            ratcheting: policies.ratcheting,
            decoded,
            branches,
            whole: builder.late_root().map(|late| builder.branch(&late)),
            generated_name: builder.generated_name(),
            topologies: builder.topologies(),
            counterparts: roots.map(|id| id.map_or(Counterparts::Leaf, |id| builder.counterparts_of(id))),
            scale: builder.scale(),
            extensions,
            rules: Rules::of(plan, &builder.fields),
            has_rules: builder.has_rules(),
            defaults: builder.constants.into_text(),
        }
    }

    /// The rules that have no program.
    #[must_use]
    pub fn uncompiled(&self) -> &[UncompiledRule] {
        self.rules.as_ref().map_or(&[], |rules| &rules.uncompiled)
    }
}
