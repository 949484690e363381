//! The description of a type's JSON form, as constants that the derive writes.
//!
//! In: constants of the derive's code. Out: a [`Node`] for each type. A node has the same contents as
//! generated code for a node of a plan: constraints, how values are correlated, and where extensions are. So
//! the steps of a request can read it.
//!
//! Easy to break: types may be recursive. So **constants refer to another type by functions** ([`Link`]),
//! which nothing calls while a constant is evaluated. A constant does not know what values of another type
//! contain, so it must assume that they contain everything.

use crdc_vocabulary::{Dialect, Immutability, below};

use super::given::Given;
use super::seen::{self, Rules, Seen, SeenField};
use crate::error::{ListKey, Rule};
use crate::places::{Edge, ExtensionNode, ImmutabilityRule, ItemKind, LONGEST, Union};

/// The description of a type's values.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The form.
    pub form: Form,
    /// The constraints of the type, which apply wherever it is used.
    pub constraints: &'static [Constraint],
    /// The error for a null, if null is an error. No `enum` of strings accepts null, and an item that is a
    /// float serializes as null if JSON has no such number.
    pub null: Option<&'static Rule<'static>>,
    /// Whether the type has rules. The depth of nesting of such types [is limited](super::MAX_NESTED).
    pub ruled: bool,
    /// The kinds of extensions in and below the values, which each edge to this node repeats.
    pub below: u8,
    /// The type by which CEL rules read the values.
    pub seen: Seen,
    /// The CEL rules of the type. If its form is `Form::Like`, the rules of the other type are not
    /// included.
    pub rules: Rules,
    /// The places of extensions.
    pub places: ExtensionNode<'static>,
}

/// A reference to another type, whose node is looked up when it is needed.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The node.
    pub node: fn() -> &'static Node,
    /// The kinds of extensions that values of the type may contain: bits of `below`.
    pub below: u8,
    /// A node that leads to its extensions.
    pub place: &'static ExtensionNode<'static>,
    /// The type by which CEL rules read the values.
    pub seen: &'static Seen,
}

/// The form of values.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// A scalar, or a value of an unknown type.
    Any,
    /// Any JSON. No schema specifies its members, so they have no counterparts in the old value.
    Free,
    /// The form of another type.
    Like(Link),
    /// An object with fields, and perhaps other members.
    Object(Members),
    /// A map with values of this part.
    Map(&'static Part),
    /// A list with items of this part. A set or list map has the rule that its items are distinct.
    List(&'static Part, Option<&'static Rule<'static>>),
}

/// The members of an object.
#[derive(Clone, Copy, Debug)]
pub struct Members {
    /// The fields, by their numbers.
    pub fields: &'static [Field],
    /// The values of all other members, if the type has a flattened map.
    pub others: Option<&'static Part>,
    /// Whether a serialized value must be searched for absent fields: a field is required though its type
    /// lets it be absent, or has a default.
    pub asks: bool,
}

/// A field of an object.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// The name as a key of JSON: between quotes, with the colon.
    pub key: &'static str,
    /// The values of the field.
    pub part: Part,
    /// The error for a required field that is absent, or null and not nullable. None if the type of the field
    /// cannot be absent.
    pub required: Option<&'static Rule<'static>>,
    /// Whether a required field may be null.
    pub nullable: bool,
    /// The default of the field.
    pub default: Option<Given>,
    /// The tags of the enum variants that have the field; empty if all of them have it.
    pub variants: &'static [&'static str],
    /// The number of the field with the enum's tag.
    pub tag: u16,
    /// The name in CEL rules.
    pub in_rules: &'static str,
    /// If an earlier field is the same field of another variant, the distance to it in the list. Both fields
    /// have the number of the earlier one. 0 if there is none.
    pub same: u16,
}

/// A use of a type at one place, with what the place adds: the values of a field, the items of a list, or the
/// values of a map.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    to: To,
    /// The constraints of the place, besides those of the type.
    pub constraints: &'static [Constraint],
    /// The CEL rules of the place, which run after those of the type.
    pub rules: Rules,
    /// The edge to the values.
    pub edge: Edge<'static>,
}

/// The node of a part.
#[derive(Clone, Copy, Debug)]
enum To {
    /// A node that describes only this part.
    Own(&'static Node),
    /// The node of another type.
    Type(Link),
}

/// A constraint of a value. The constraints of a value are in this order: `Range`, `MultipleOf`, `Maximum`,
/// `Minimum`; `MaxLength`, `MinLength`, `Pattern`, `Format`; `MinItems`, `MaxItems`; `MinProperties`,
/// `MaxProperties`; `Enum`.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    /// The rule.
    pub rule: Rule<'static>,
    /// The function that decides whether a string has the pattern or the format.
    pub matches: Option<fn(&[u8]) -> bool>,
}

/// All kinds of extensions: a type whose description is not known here may contain any of them.
pub(super) const ALL: u8 = below::MARKS | below::UNIONS | below::NORMALIZED | below::KEYED | below::RULES;

impl Constraint {
    /// A constraint that needs no function.
    #[must_use]
    pub const fn of(rule: Rule<'static>) -> Constraint {
        Constraint { rule, matches: None }
    }

    /// A pattern or format, with the function that decides whether a string matches.
    #[must_use]
    pub const fn matching(rule: Rule<'static>, matches: fn(&[u8]) -> bool) -> Constraint {
        Constraint { rule, matches: Some(matches) }
    }
}

#[cfg(feature = "cel")]
impl Node {
    /// The node with CEL rules. If the node is like another type, they run after the rules of that type.
    #[must_use]
    pub const fn ruled(self, rules: Rules) -> Node {
        Node { rules, below: self.below | crdc_vocabulary::below::RULES, ..self }
    }
}

impl Node {
    const NOTHING: Node = Node {
        form: Form::Any,
        constraints: &[],
        null: None,
        ruled: false,
        below: 0,
        seen: seen::RAW,
        rules: seen::NO_RULES,
        places: *ExtensionNode::NONE,
    };

    /// Bools, numbers and strings.
    pub const SCALAR: &'static Node = &Node::NOTHING;
    /// Strings.
    pub const TEXT: &'static Node = &Node { seen: seen::TEXT, ..Node::NOTHING };
    /// Integers.
    pub const INT: &'static Node = &Node { seen: seen::INT, ..Node::NOTHING };
    /// Numbers.
    pub const DOUBLE: &'static Node = &Node { seen: seen::DOUBLE, ..Node::NOTHING };
    /// Numbers that are items of lists, where null is an error.
    pub const DOUBLE_ITEM: &'static Node =
        &Node { null: Some(&Rule::Type { types: "number", format: "" }), ..*Node::DOUBLE };
    /// Bools.
    pub const BOOL: &'static Node = &Node { seen: seen::BOOL, ..Node::NOTHING };
    /// Times, which are strings.
    pub const TIME: &'static Node = &Node { seen: seen::TIME, ..Node::NOTHING };
    /// An integer or a string.
    pub const INT_OR_STRING: &'static Node = &Node { seen: seen::INT_OR_STRING, ..Node::NOTHING };
    /// Dates, which are strings.
    pub const DATE: &'static Node = &Node { seen: seen::DATE, ..Node::NOTHING };
    /// Durations, which are strings.
    pub const DURATION: &'static Node = &Node { seen: seen::DURATION, ..Node::NOTHING };
    /// Strings in base64.
    pub const BYTES: &'static Node = &Node { seen: seen::BYTES, ..Node::NOTHING };

    /// An unknown type, whose values are compared as a whole.
    pub const LEAF: &'static Node =
        &Node { places: ExtensionNode { list: ItemKind::Whole, ..*ExtensionNode::NONE }, ..Node::NOTHING };

    /// A type whose values may be any JSON.
    pub const FREE: &'static Node = &Node { form: Form::Free, seen: seen::PRESERVED, ..Node::NOTHING };

    /// The node of a newtype: its values are those of `part`.
    #[must_use]
    pub const fn like(part: &Part) -> Node {
        let Part { to, constraints, rules, edge } = *part;
        match to {
            To::Own(node) => Node { constraints, rules, ruled: true, below: edge.below, ..*node },
            To::Type(link) => {
                let (form, places, seen) = (Form::Like(link), *link.place, *link.seen);
                Node { form, constraints, rules, below: edge.below, seen, places, ..Node::NOTHING }
            }
        }
    }

    /// An enum of strings.
    #[must_use]
    pub const fn texts(null: &'static Rule<'static>) -> Node {
        Node { null: Some(null), seen: seen::TEXT, ..Node::NOTHING }
    }

    /// The node of `part`, whose values may also be null.
    #[must_use]
    pub const fn or_null(part: &Part) -> Node {
        let node = match part.to {
            To::Own(node) => *node,
            To::Type(_) => Node::like(part),
        };
        Node { seen: seen::nullable(node.seen), ..node }
    }

    /// The node of a struct, or of an enum with data. The lists have an element for each field. CEL rules
    /// read an object with variants by its JSON types, without a schema.
    #[must_use]
    pub const fn object(
        fields: &'static [Field],
        edges: &'static [Edge<'static>],
        others: Option<&'static Part>,
        unions: &'static [Union<'static>],
        seen: &'static [SeenField],
    ) -> Node {
        let (mut asks, mut has_variants) = (false, false);
        let mut below = if unions.is_empty() { 0 } else { below::UNIONS };
        let mut index = 0;
        while index < fields.len() {
            let field = &fields[index];
            asks = asks || field.required.is_some() || field.default.is_some();
            has_variants = has_variants || !field.variants.is_empty();
            below |= edges[index].below;
            index += 1;
        }
        let each = match others {
            Some(part) => Some(&part.edge),
            None => None,
        };
        Node {
            form: Form::Object(Members { fields, others, asks }),
            ruled: true,
            below,
            seen: if has_variants { seen::RAW } else { seen::object(seen) },
            places: ExtensionNode { fields: edges, each, unions, ..*ExtensionNode::NONE },
            ..Node::NOTHING
        }
    }

    /// A map.
    #[must_use]
    pub const fn map(values: &'static Part) -> Node {
        Node {
            form: Form::Map(values),
            below: values.edge.below,
            seen: seen::map(values.seen()),
            places: ExtensionNode { each: Some(&values.edge), ..*ExtensionNode::NONE },
            ..Node::NOTHING
        }
    }

    /// A list whose items are identified by their index.
    #[must_use]
    pub const fn list(items: &'static Part) -> Node {
        Node { seen: seen::list(items.seen()), ..Node::items(items, ItemKind::Index, None) }
    }

    /// A set.
    #[must_use]
    pub const fn set(items: &'static Part) -> Node {
        Node { seen: seen::set(items.seen()), ..Node::items(items, ItemKind::Value, Some(&Rule::ListSet)) }
    }

    /// A list map. `rule` has its keys, and `names` are the names of the keys in CEL rules.
    #[must_use]
    pub const fn list_map(
        items: &'static Part,
        rule: &'static Rule<'static>,
        names: &'static [&'static str],
    ) -> Node {
        let keys = match rule {
            Rule::ListMap(keys) => keys,
            _ => &[] as &[ListKey<'static>],
        };
        let seen = seen::list_map(items.seen(), names);
        Node { seen, ..Node::items(items, ItemKind::Keys(keys), Some(rule)) }
    }

    const fn items(
        items: &'static Part,
        list: ItemKind<'static>,
        rule: Option<&'static Rule<'static>>,
    ) -> Node {
        let keyed = if rule.is_some() { below::KEYED } else { 0 };
        Node {
            form: Form::List(items, rule),
            below: items.edge.below | keyed,
            places: ExtensionNode { items: Some(&items.edge), list, ..*ExtensionNode::NONE },
            ..Node::NOTHING
        }
    }
}

impl Form {
    /// The keys of a list map; empty for other forms.
    pub(super) fn list_keys(self) -> &'static [ListKey<'static>] {
        match self {
            Form::List(_, Some(Rule::ListMap(keys))) => keys,
            _ => &[],
        }
    }
}

impl Link {
    /// The same link; its values are times if the type is unknown.
    #[must_use]
    pub const fn or_time(self) -> Link {
        self.or(Node::TIME)
    }

    /// The same link; its values are integers or strings if the type is unknown.
    #[must_use]
    pub const fn or_int_or_string(self) -> Link {
        self.or(Node::INT_OR_STRING)
    }

    /// The same link; its values may be any JSON if the type is unknown.
    #[must_use]
    pub const fn or_free(self) -> Link {
        match self.below {
            0 => Link { node: || Node::FREE, place: &Node::FREE.places, seen: &Node::FREE.seen, ..self },
            _ => self,
        }
    }

    const fn or(self, node: &'static Node) -> Link {
        Link { seen: if seen::is_raw(self.seen) { &node.seen } else { self.seen }, ..self }
    }
}

impl Part {
    /// A part with the values of another type.
    #[must_use]
    pub const fn of(link: Link) -> Part {
        Part {
            to: To::Type(link),
            constraints: &[],
            rules: seen::NO_RULES,
            edge: edge(link.place, link.below),
        }
    }

    /// A part with a node of its own, which describes no named type.
    #[must_use]
    pub const fn own(node: &'static Node) -> Part {
        Part {
            to: To::Own(node),
            constraints: &[],
            rules: seen::NO_RULES,
            edge: edge(&node.places, node.below),
        }
    }

    /// A part with values of an unknown type.
    pub const LEAF: &'static Part = &Part::own(Node::LEAF);

    /// The node of the values.
    #[inline]
    pub(super) fn node(&self) -> &'static Node {
        match self.to {
            To::Own(node) => node,
            To::Type(link) => (link.node)(),
        }
    }

    /// Whether CEL rules apply to the values: rules of the place, of their type, or of a type that it is
    /// like.
    #[cfg(feature = "cel")]
    pub(super) fn has_rules(&self) -> bool {
        !self.rules.is_empty() || self.node().alike().any(|node| !node.rules.is_empty())
    }

    /// The type by which CEL rules read the values.
    #[inline]
    pub(super) const fn seen(&self) -> &'static Seen {
        match self.to {
            To::Own(node) => &node.seen,
            To::Type(link) => link.seen,
        }
    }

    /// The part with CEL rules.
    #[must_use]
    pub const fn ruled(self, rules: Rules) -> Part {
        Part { rules, edge: Edge { below: self.edge.below | below::RULES, ..self.edge }, ..self }
    }

    /// The part with constraints.
    #[must_use]
    pub const fn constrained(self, constraints: &'static [Constraint]) -> Part {
        Part { constraints, ..self }
    }

    /// The part with an immutability marker.
    #[must_use]
    pub const fn marked(self, marked: Immutability) -> Part {
        let mark = Some(ImmutabilityRule { marked, dialect: Dialect::Kep, presence: true });
        Part { edge: Edge { mark, below: self.edge.below | below::MARKS, ..self.edge }, ..self }
    }

    /// The part with `+normalize=undefined`: null and empty values become absent.
    #[must_use]
    pub const fn normalized(self) -> Part {
        let below = self.edge.below | below::NORMALIZED;
        Part { edge: Edge { normalize: true, below, ..self.edge }, ..self }
    }
}

const fn edge(place: &'static ExtensionNode<'static>, below: u8) -> Edge<'static> {
    Edge { field: 0, name: "", place, mark: None, normalize: false, below }
}

impl Node {
    /// Whether the node has something to check in a value.
    #[inline]
    pub(super) fn asks(&self, is_null: impl Fn() -> bool) -> bool {
        !self.constraints.is_empty()
            || matches!(self.form, Form::Like(_))
            || (self.null.is_some() && is_null())
    }

    /// The node at the end of the chain of types that are like each other. A type that is like itself has no
    /// such node, and no values but null.
    #[inline]
    pub(super) fn resolved(&'static self) -> &'static Node {
        let mut node = self;
        for _ in 0..LONGEST {
            match node.form {
                Form::Like(link) => node = (link.node)(),
                _ => return node,
            }
        }
        Node::LEAF
    }

    /// The chain of nodes that begins with this one: each node is like the next. No node is repeated.
    pub(super) fn alike(&'static self) -> impl Iterator<Item = &'static Node> {
        let chain = move || {
            core::iter::successors(Some(self), |node| match node.form {
                Form::Like(link) => Some((link.node)()),
                _ => None,
            })
        };
        let is_new = move |index: usize, node: &'static Node| {
            chain().take(index).all(|before| !core::ptr::eq(before, node))
        };
        chain()
            .take(LONGEST)
            .enumerate()
            .take_while(move |(index, node)| is_new(*index, node))
            .map(|(_, node)| node)
    }
}
