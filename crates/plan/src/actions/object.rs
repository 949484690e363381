//! The checks of objects: their members and their number.

use super::builder::Builder;
use super::constants::DefaultText;
use crate::{Node, NodeId};
use crdc_source::json::escaped;

/// The checks of an object, in the order of the fields here.
#[derive(Clone, Debug)]
pub struct Objects {
    /// The number of numbered fields.
    pub count: usize,
    /// Whether the object is an embedded resource, with `apiVersion`, `kind` and `metadata`.
    pub embedded: bool,
    /// Whether the value is the whole object.
    pub is_root: bool,
    /// The known members.
    pub known: Vec<Known>,
    /// The handling of other members.
    pub others: Others,
    /// Absent fields that have a default.
    pub defaults: Vec<DefaultField>,
    /// Entries for absent discriminators that may be deduced: the field, and the key in the constant text.
    pub reserved: Vec<(usize, u32)>,
    /// Strings of the metadata with constraints: their numbers in the metadata, and their nodes.
    pub metadata: Vec<(u16, NodeId)>,
    /// Required fields by number and name.
    pub required: Vec<(usize, String)>,
    /// `minProperties` above zero, `maxProperties`; and whether the object is compared with an `enum`.
    pub members: Members,
}

/// Constraints on all members.
#[derive(Clone, Copy, Debug)]
pub struct Members {
    /// `minProperties` above zero.
    pub min: Option<i64>,
    /// `maxProperties`
    pub max: Option<i64>,
    /// Whether the object is compared with an `enum`.
    pub has_values: bool,
}

/// A known member.
#[derive(Clone, Debug)]
pub struct Known {
    /// The key as written between quotes.
    pub key: String,
    /// The number.
    pub number: usize,
    /// The way in which the member is recorded.
    pub role: Role,
    /// The way in which its value is decoded.
    pub value: MemberKind,
    /// Whether every resource has the member (`apiVersion`, `kind`, `metadata`), so that the runtime decodes
    /// it.
    pub own: bool,
}

/// The way in which a member is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A field.
    Plain,
    /// A key field of an item of a list map.
    ListKey,
    /// A required name that is no field.
    MapKey,
    /// The replicas of the scale subresource.
    Replicas,
}

/// The decoder of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemberKind {
    /// The value is decoded by a node.
    Node(NodeId),
    /// The value is kept as it is.
    Any,
    /// The value is kept without the content of objects.
    Emptied,
    /// The metadata of the whole object.
    ObjectMeta,
    /// The metadata of an embedded object.
    EmbeddedMeta,
    /// Embedded metadata, where null is dropped.
    EmbeddedMetaOrNone,
    /// `apiVersion` or `kind` of the whole object.
    TypeMeta,
    /// `apiVersion` or `kind` of the whole object, with a schema that accepts every string.
    TypeMetaBy(NodeId),
    /// `apiVersion` or `kind` of an embedded object.
    EmbeddedTypeMeta,
    /// `apiVersion` or `kind` of an embedded object, with a schema that decodes strings and null.
    EmbeddedTypeMetaBy(NodeId),
}

/// The handling of unknown members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// Other fields are entries of a map.
    Each(NodeId),
    /// Other fields are kept.
    Kept,
    /// Other fields are kept without the content of objects.
    Emptied,
    /// Other fields are pruned.
    Pruned,
}

/// A field that has a default.
#[derive(Clone, Copy, Debug)]
pub struct DefaultField {
    /// The number.
    pub number: usize,
    /// The key and value in the constant text.
    pub text: DefaultText,
    /// The decoder of the default.
    pub node: NodeId,
}

impl Builder<'_> {
    /// The checks of a node's objects.
    pub(super) fn objects(&mut self, id: NodeId) -> Objects {
        let node = &self.plan.nodes[id];
        let is_root = id == self.plan.root;
        let early = is_root.then(|| self.early_root());
        let checked = early.as_ref().unwrap_or(node);
        let (mut known, mut defaults) = (Vec::new(), Vec::new());
        let count = self.fields(id).list().len();
        for number in 0..count {
            let field = &self.fields[id].list()[number];
            let (name, found) = (field.name, field.node);
            let own = (is_root || node.embedded) && matches!(name, "apiVersion" | "kind" | "metadata");
            let value = if own { Some(self.own_value(id, name, found)) } else { value_of(node, found) };
            if let Some(value) = value {
                known.push(Known {
                    key: escaped(name),
                    number,
                    role: self.role_of(id, name, found),
                    value,
                    own,
                });
            }
            // The runtime decodes metadata, without defaults (`not-yet-embedded-metadata`).
            let is_metadata = own && name == "metadata";
            if let Some(node) = found.filter(|_| !is_metadata)
                && let Some(default) = &self.plan.nodes[node].default
            {
                defaults.push(DefaultField { number, text: self.constants.place(name, default), node });
            }
        }
        let fields = self.fields(id);
        let required = checked.object.required.iter();
        let required = required.filter_map(|name| Some((fields.number(name)?, name.clone()))).collect();
        Objects {
            count,
            embedded: node.embedded,
            is_root,
            known,
            others: others_of(node),
            defaults,
            required,
            members: members_of(checked),
            metadata: self.constrained_metadata(id),
            reserved: self.reserved_of(id),
        }
    }

    /// The way in which a member is recorded.
    fn role_of(&self, id: NodeId, name: &str, found: Option<NodeId>) -> Role {
        let node = &self.plan.nodes[id];
        // A name that is required and is not a property. The root's status is found by its number.
        let is_type_meta = node.embedded && matches!(name, "apiVersion" | "kind" | "metadata");
        if found.is_none() && id != self.plan.root && !is_type_meta {
            Role::MapKey
        } else if self.keys.contains(&(id, name)) {
            // The list map looks up the keys of its items by this record.
            Role::ListKey
        } else if self.is_replicas(id, name) {
            Role::Replicas
        } else {
            Role::Plain
        }
    }

    /// Whether a field of a node contains the replicas of the scale subresource in the spec, and the node
    /// belongs to no other value.
    fn is_replicas(&self, id: NodeId, name: &str) -> bool {
        let path = self.plan.scale.as_ref().map(|scale| scale.spec_replicas.as_str());
        let Some((above, last)) = path.and_then(|path| path.rsplit_once('.')) else { return false };
        let unique = |above: NodeId, key: &str| {
            let fields = self.fields(above);
            let node = fields.number(key).and_then(|number| fields.list().get(number)?.node)?;
            (!self.shared[node]).then_some(node)
        };
        // The path begins with a dot.
        last == name && above.split('.').skip(1).try_fold(self.plan.root, unique) == Some(id)
    }

    /// The decoder of `apiVersion`, `kind` or `metadata`.
    fn own_value(&self, id: NodeId, name: &str, found: Option<NodeId>) -> MemberKind {
        let own = id == self.plan.root;
        match (name, own, found) {
            ("metadata", true, _) => MemberKind::ObjectMeta,
            ("metadata", false, Some(node)) if self.drops_null(node) => MemberKind::EmbeddedMetaOrNone,
            ("metadata", false, _) => MemberKind::EmbeddedMeta,
            // A schema for `apiVersion` or `kind` can only narrow the strings: other values were rejected
            // before.
            (_, true, Some(node)) if self.plan.nodes[node].accepts_any_string() => {
                MemberKind::TypeMetaBy(node)
            }
            (_, true, Some(node)) => MemberKind::Node(node),
            (_, true, None) => MemberKind::TypeMeta,
            (_, false, None) => MemberKind::EmbeddedTypeMeta,
            (_, false, Some(node)) => MemberKind::EmbeddedTypeMetaBy(node),
        }
    }
}

/// The decoder of a field's value; `None` if the key has no field.
fn value_of(node: &Node, found: Option<NodeId>) -> Option<MemberKind> {
    match (found, node.object.others) {
        (Some(node), _) | (None, crate::Others::Each(node)) => Some(MemberKind::Node(node)),
        (None, crate::Others::PruneNested) => Some(MemberKind::Emptied),
        (None, crate::Others::Unknown) if node.preserve => Some(MemberKind::Any),
        (None, crate::Others::Unknown) => None,
    }
}

/// The handling of unknown members.
fn others_of(node: &Node) -> Others {
    match node.object.others {
        crate::Others::Each(each) => Others::Each(each),
        crate::Others::PruneNested | crate::Others::Unknown if node.preserve => Others::Kept,
        crate::Others::PruneNested => Others::Emptied,
        crate::Others::Unknown => Others::Pruned,
    }
}

fn members_of(node: &Node) -> Members {
    Members {
        min: node.object.min.filter(|min| *min > 0),
        max: node.object.max,
        has_values: !node.values.is_empty(),
    }
}
