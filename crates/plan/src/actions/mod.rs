//! The actions of generated functions, as data: the checks of a node in their order, and the numbers of its
//! fields.
//!
//! In: a plan. Out: for each node a decoder of its values and a validator. Two crates execute these actions:
//! crdc-codegen writes them as Rust code, crdc-dynamic interprets them. Easy to break: if one of the two
//! crates makes a decision by itself, the other one will decide differently.
//!
//! `builder` is the state. `decoded` makes decoders and `alternatives` validators, with a file for each type
//! of value. `extension_paths` finds immutability and unions, `rules` has CEL rules.

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

/// All actions for the objects of a resource.
#[derive(Clone, Debug)]
pub struct Actions {
    /// The errors of the old object that an update may keep.
    pub ratcheting: crdc_vocabulary::Ratcheting,
    /// Constant text of all defaults.
    pub defaults: String,
    /// By node: the decoder of its values. `None` for nodes that are only in branches.
    pub decoded: Vec<Option<Decoded>>,
    /// By node: the validator of its values in branches. `None` for nodes outside of branches.
    pub branches: Vec<Option<Branch>>,
    /// The validator of the whole object in its stored form.
    pub whole: Option<Branch>,
    /// The decoder of `metadata.name`, if the schema constrains it.
    pub generated_name: Option<NodeId>,
    /// By node: how the parts of an old and a new value are matched. `None` for nodes whose values have no
    /// parts.
    pub topologies: Vec<Option<Topology>>,
    /// The counterparts of the object and of its status.
    pub counterparts: [Counterparts; 2],
    /// The scale subresource.
    pub scale: Option<Scale>,
    /// Immutability, unions and normalized values, if there are any.
    pub extensions: Option<Extensions>,
    /// CEL rules, if there are any.
    pub rules: Option<Rules>,
    /// Whether there are rules, or immutability markers of the dialect `cel`, which are checked like rules.
    /// Some validation errors prevent both checks.
    pub has_rules: bool,
}

impl Actions {
    /// The actions of a plan.
    #[must_use]
    pub fn of(plan: &Plan, policies: Policies) -> Actions {
        let mut builder = Builder::new(plan, policies);
        let reached = builder.decoded_nodes();
        // Each default is added to the constant text when it is first looked up, so the order of these steps
        // determines the text.
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
