//! Gives the compiler of rules the nodes of a plan as schemas. Limits do not matter here, since crdc-check
//! has estimated the costs.

use std::collections::{HashMap, HashSet};

use crate::actions::fields::Fields;
use crate::{NodeId, Others, Plan, Type};
use crdc_cel::Form;
use crdc_check::rule_compiler::{NAMES, Schemas, Seen, list_form, text_form};
use crdc_source::json::escaped;

/// The nodes of a plan, and the numbers of their fields.
pub(super) struct Nodes<'p> {
    plan: &'p Plan,
    known: &'p [Fields<'p>],
    /// The nodes of metadata, of which rules can read only `name` and `generateName`.
    metadata: HashSet<NodeId>,
}

impl<'p> Nodes<'p> {
    pub(super) fn new(plan: &'p Plan, known: &'p [Fields<'p>]) -> Self {
        let mut nodes = Nodes { plan, known, metadata: HashSet::new() };
        let resources = (0..plan.nodes.len()).filter(|id| plan.is_resource(*id));
        let implied = resources.filter(|id| !nodes.has_resource_fields(*id));
        let metadata = implied.filter_map(|id| nodes.field(id, "metadata"));
        nodes.metadata = metadata.filter(|id| known[*id].are_metadata).collect();
        nodes
    }
}

impl Schemas for Nodes<'_> {
    fn form(&self, id: usize) -> Form {
        let node = &self.plan.nodes[id];
        match node.types.as_slice() {
            // `x-kubernetes-int-or-string`
            [Type::Integer, Type::String] => Form::IntOrString,
            [Type::Array] => list_form(node.array.list_type.as_deref()),
            [Type::Object] => match node.object.others {
                Others::Each(_) => Form::Map,
                _ => Form::Object,
            },
            [Type::String] => text_form(node.format.as_deref()),
            [Type::Boolean] => Form::Bool,
            [Type::Number] => Form::Double,
            [Type::Integer] => Form::Int,
            _ => Form::Preserved,
        }
    }

    fn is_nullable(&self, id: usize) -> bool {
        self.plan.nodes[id].nullable
    }

    fn is_resource(&self, id: usize) -> bool {
        self.plan.is_resource(id)
    }

    fn each(&self, id: usize) -> Option<usize> {
        let node = &self.plan.nodes[id];
        match self.form(id) {
            Form::List | Form::Set | Form::ListMap => node.array.items,
            Form::Map => node.object.each(),
            _ => None,
        }
    }

    fn fields(&self, id: usize) -> Vec<(&str, usize)> {
        let is_seen = |name: &str| !self.metadata.contains(&id) || NAMES.contains(&name);
        let fields = self.plan.nodes[id].object.fields.iter();
        fields.map(|field| (field.name.as_str(), field.node)).filter(|(name, _)| is_seen(name)).collect()
    }

    fn field(&self, id: usize, name: &str) -> Option<usize> {
        self.plan.nodes[id].object.field(name).map(|field| field.node)
    }

    fn keys(&self, id: usize) -> Vec<&str> {
        self.plan.nodes[id].array.keys.iter().map(String::as_str).collect()
    }

    fn numbered(&self, id: usize) -> Vec<(&str, Option<Seen>)> {
        let seen: HashMap<&str, Seen> = self.fields_of(self.see(id)).into_iter().collect();
        let known = self.known[id].list().iter();
        known.map(|known| (known.name, seen.get(known.name).copied())).collect()
    }

    fn quoted(&self, name: &str) -> String {
        escaped(name)
    }
}
