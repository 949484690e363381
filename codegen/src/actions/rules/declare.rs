//! The nodes of a plan as the types that rules see. The server's limits do not matter here: `check` has estimated
//! the costs.
//
// apiserver: pkg/cel/common/schemas.go (SchemaDeclType)

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::actions::fields::Fields;
use crate::actions::fields::NAMES;
use crate::check::cel::escape;
use crate::plan::{Node, NodeId, Others, Plan, Type};
use crdc_cel::compile::types::{Declarations, Declared, DeclaredId, Shape};

/// What rules see of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Seen {
    /// A value with this node.
    Node(NodeId),
    /// A value with this node that is a resource: it has `apiVersion`, `kind` and `metadata`.
    Resource(NodeId),
    /// `apiVersion`, `kind`, or a name in the metadata.
    Text,
    /// The metadata of a resource.
    Metadata,
}

/// The types of a plan.
pub(super) struct Declare<'p> {
    plan: &'p Plan,
    /// The nodes of metadata of which rules see only the names.
    metadata: HashSet<NodeId>,
    pub(super) declarations: Declarations,
    ids: HashMap<Seen, Option<DeclaredId>>,
    /// What each type is.
    pub(super) seen: HashMap<DeclaredId, Seen>,
}

impl<'p> Declare<'p> {
    pub(super) fn new(plan: &'p Plan, known: &[Fields<'_>]) -> Self {
        let (declarations, ids, seen) = (Declarations::default(), HashMap::new(), HashMap::new());
        let mut declare = Declare { plan, metadata: HashSet::new(), declarations, ids, seen };
        let resources = plan.nodes.iter().enumerate().filter(|(id, _)| plan.is_resource(*id));
        let implied = resources.filter(|(_, node)| !declare.has_resource_fields(node));
        let metadata =
            implied.flat_map(|(_, node)| node.object.fields.iter().filter(|field| field.name == "metadata"));
        declare.metadata = metadata.map(|field| field.node).filter(|id| known[*id].are_metadata).collect();
        declare
    }

    /// What rules see of a node.
    pub(super) fn see(&self, id: NodeId) -> Seen {
        if self.plan.is_resource(id) { Seen::Resource(id) } else { Seen::Node(id) }
    }

    /// The type of a value; none if rules cannot see it.
    pub(super) fn of(&mut self, seen: Seen) -> Option<DeclaredId> {
        if let Some(found) = self.ids.get(&seen) {
            return *found;
        }
        // Recursive definitions are not visible: servers have none.
        self.ids.insert(seen, None);
        let nullable = matches!(seen, Seen::Node(id) | Seen::Resource(id) if self.plan.nodes[id].nullable);
        let found = self.shape(seen).map(|shape| {
            let id = self.declarations.add(Declared { shape, nullable, max_elements: 0, min_size: 0 });
            self.seen.insert(id, seen);
            id
        });
        self.ids.insert(seen, found);
        found
    }

    fn shape(&mut self, seen: Seen) -> Option<Shape> {
        match seen {
            Seen::Text => Some(Shape::String),
            Seen::Metadata => {
                let text = self.of(Seen::Text)?;
                Some(Shape::Object(NAMES.map(|name| (name.to_owned(), text)).into()))
            }
            Seen::Node(id) => self.node(id, false),
            Seen::Resource(id) => self.node(id, true),
        }
    }

    fn node(&mut self, id: NodeId, resource: bool) -> Option<Shape> {
        let node = &self.plan.nodes[id];
        match node.types.as_slice() {
            // `x-kubernetes-int-or-string`
            [Type::Integer, Type::String] => Some(Shape::Dyn),
            [Type::Array] => {
                let items = self.see(node.array.items?);
                self.of(items).map(Shape::List)
            }
            [Type::Object] => match node.object.others {
                Others::Each(each) => {
                    let each = self.see(each);
                    self.of(each).map(Shape::Map)
                }
                _ => Some(self.object(id, resource)),
            },
            [Type::String] => Some(match node.format.as_deref() {
                Some("byte") => Shape::Bytes,
                Some("duration") => Shape::Duration,
                Some("date" | "date-time") => Shape::Timestamp,
                _ => Shape::String,
            }),
            [Type::Boolean] => Some(Shape::Bool),
            [Type::Number] => Some(Shape::Double),
            [Type::Integer] => Some(Shape::Int),
            _ => None,
        }
    }

    fn object(&mut self, id: NodeId, resource: bool) -> Shape {
        let mut fields = BTreeMap::new();
        for field in self.fields(id, resource) {
            let (name, seen) = field;
            if let (Some(name), Some(id)) = (escape(name), self.of(seen)) {
                fields.insert(name, id);
            }
        }
        Shape::Object(fields)
    }

    /// The fields of an object by their names.
    pub(super) fn fields(&self, id: NodeId, resource: bool) -> Vec<(&'p str, Seen)> {
        let node = &self.plan.nodes[id];
        let is_seen = |name| !self.metadata.contains(&id) || NAMES.contains(&name);
        let server = resource && !self.has_resource_fields(node);
        let mut fields: Vec<(&str, Seen)> = node
            .object
            .fields
            .iter()
            .map(|field| (field.name.as_str(), self.see(field.node)))
            .filter(|(name, _)| {
                is_seen(*name) && !(server && ["apiVersion", "kind", "metadata"].contains(name))
            })
            .collect();
        if server {
            fields.extend([("apiVersion", Seen::Text), ("kind", Seen::Text), ("metadata", Seen::Metadata)]);
        }
        fields
    }

    /// Whether the schema itself declares what every resource has.
    fn has_resource_fields(&self, node: &Node) -> bool {
        let is = |node: &Node, name: &str, of: Type| {
            node.object.field(name).is_some_and(|field| self.plan.nodes[field.node].is_only(of))
        };
        let metadata = node.object.field("metadata");
        is(node, "kind", Type::String)
            && is(node, "apiVersion", Type::String)
            && is(node, "metadata", Type::Object)
            && metadata.is_some_and(|metadata| {
                let metadata = &self.plan.nodes[metadata.node];
                is(metadata, "name", Type::String) && is(metadata, "generateName", Type::String)
            })
    }
}
