//! The JSON form of a type, as constants: what the derive knows of it.
//!
//! In: constants of the derive's code. Out: a [`Node`] for each type, with the same parts that generated code
//! has for a node of a plan: constraints, how values are correlated, and where extensions are. The steps of a
//! request read those as they are.
//!
//! Easy to break: types may lead back to themselves. So **constants refer to another type by functions**
//! ([`Link`]), which nothing calls while a constant is made. What is below another type is not known here, so
//! everything may be.

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
    /// Constraints that hold wherever the type stands.
    pub constraints: &'static [Constraint],
    /// The error of null, if there is one: no `enum` of strings accepts it, and an item is null if it is no
    /// number in JSON.
    pub null: Option<&'static Rule<'static>>,
    /// Whether the node is of a type with rules: these nest [only so deep](super::MAX_NESTED).
    pub ruled: bool,
    /// What edges to it must say is below.
    pub below: u8,
    /// The type of the values for rules.
    pub seen: Seen,
    /// The CEL rules of the type, except those of the type that it is like.
    pub rules: Rules,
    /// The places of extensions.
    pub places: ExtensionNode<'static>,
}

/// Another type, which is looked up when it is needed.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The node.
    pub node: fn() -> &'static Node,
    /// The kinds of parts that may be below the type: bits of `below`.
    pub below: u8,
    /// A node that leads to its extensions.
    pub place: &'static ExtensionNode<'static>,
    /// The link to the type that CEL rules see of the values.
    pub seen: &'static Seen,
}

/// The form of values.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    /// A scalar, or anything of which nothing is known.
    Any,
    /// Anything, whose members have no counterparts: no schema specifies them.
    Free,
    /// The form of another type.
    Like(Link),
    /// Fields, and perhaps other members.
    Object(Members),
    /// Members whose keys are not fields.
    Map(&'static Part),
    /// Items, and the rule that they are distinct.
    List(&'static Part, Option<&'static Rule<'static>>),
}

/// The members of an object.
#[derive(Clone, Copy, Debug)]
pub struct Members {
    /// The fields, by their numbers.
    pub fields: &'static [Field],
    /// All other members, of a flattened map.
    pub others: Option<&'static Part>,
    /// Whether a field is required and may be missing, or has a default.
    pub asks: bool,
}

/// A field of an object.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The name.
    pub name: &'static str,
    /// The name as a key of JSON: between quotes, with the colon.
    pub key: &'static str,
    /// The values.
    pub part: Part,
    /// The error if it is missing, or null and not nullable, if it may be and must not.
    pub required: Option<&'static Rule<'static>>,
    /// Whether null is a value of a required field.
    pub nullable: bool,
    /// The value if it is absent.
    pub default: Option<Given>,
    /// The variants of an enum that have it, by their tags; empty for all of them.
    pub variants: &'static [&'static str],
    /// The number of the field with the tag.
    pub tag: u16,
    /// The name in CEL rules.
    pub in_rules: &'static str,
    /// How many fields before it is the one that it is too, in other variants: it has that one's number. 0 if
    /// there is none.
    pub same: u16,
}

/// The values at one place: of a field, items, or values of a map.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    to: To,
    /// The constraints of the place.
    pub constraints: &'static [Constraint],
    /// The CEL rules of the place, after those of the type.
    pub rules: Rules,
    /// The edge to them.
    pub edge: Edge<'static>,
}

/// The node of values.
#[derive(Clone, Copy, Debug)]
enum To {
    Own(&'static Node),
    Type(Link),
}

/// A constraint of a value. Those of a value have this order: `Range`, `MultipleOf`, `Maximum`, `Minimum`;
/// `MaxLength`, `MinLength`, `Pattern`, `Format`; `MinItems`, `MaxItems`; `MinProperties`, `MaxProperties`;
/// `Enum`.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    /// The rule.
    pub rule: Rule<'static>,
    /// The function that decides whether a string has the pattern or the format.
    pub matches: Option<fn(&[u8]) -> bool>,
}

/// Everything: what may be below a type that is not looked into.
pub(super) const ALL: u8 = below::MARKS | below::UNIONS | below::NORMALIZED | below::KEYED | below::RULES;

impl Constraint {
    /// A rule that needs only the value.
    #[must_use]
    pub const fn of(rule: Rule<'static>) -> Constraint {
        Constraint { rule, matches: None }
    }

    /// A rule of strings with its function.
    #[must_use]
    pub const fn matching(rule: Rule<'static>, matches: fn(&[u8]) -> bool) -> Constraint {
        Constraint { rule, matches: Some(matches) }
    }
}

#[cfg(feature = "cel")]
impl Node {
    /// The node with rules, which come after those of the type that it is like.
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
    /// Numbers that are items.
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

    /// A type of which nothing is known: its values are compared as a whole.
    pub const LEAF: &'static Node =
        &Node { places: ExtensionNode { list: ItemKind::Whole, ..*ExtensionNode::NONE }, ..Node::NOTHING };

    /// A type whose values may be any JSON.
    pub const FREE: &'static Node = &Node { form: Form::Free, seen: seen::PRESERVED, ..Node::NOTHING };

    /// A type whose values are like those at a place.
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

    /// The values at a place, and null too.
    #[must_use]
    pub const fn or_null(part: &Part) -> Node {
        let node = match part.to {
            To::Own(node) => *node,
            To::Type(_) => Node::like(part),
        };
        Node { seen: seen::nullable(node.seen), ..node }
    }

    /// A struct, or an enum with data. The lists have an element for each field. Rules read variants of one
    /// object by their JSON types.
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

    /// A list map. The rule has its keys; `names` are those that they have in CEL rules.
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
    /// The keys of a list map; none of other values.
    pub(super) fn list_keys(self) -> &'static [ListKey<'static>] {
        match self {
            Form::List(_, Some(Rule::ListMap(keys))) => keys,
            _ => &[],
        }
    }
}

impl Link {
    /// The link, whose values are times if nothing is known of them.
    #[must_use]
    pub const fn or_time(self) -> Link {
        self.or(Node::TIME)
    }

    /// The link, whose values are integers or strings if nothing is known of them.
    #[must_use]
    pub const fn or_int_or_string(self) -> Link {
        self.or(Node::INT_OR_STRING)
    }

    /// The link, whose values may be any JSON if nothing is known of them.
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
    /// Values of another type.
    #[must_use]
    pub const fn of(link: Link) -> Part {
        Part {
            to: To::Type(link),
            constraints: &[],
            rules: seen::NO_RULES,
            edge: edge(link.place, link.below),
        }
    }

    /// Values whose node is not that of a type.
    #[must_use]
    pub const fn own(node: &'static Node) -> Part {
        Part {
            to: To::Own(node),
            constraints: &[],
            rules: seen::NO_RULES,
            edge: edge(&node.places, node.below),
        }
    }

    /// Values of which nothing is known.
    pub const LEAF: &'static Part = &Part::own(Node::LEAF);

    /// The node of the values.
    #[inline]
    pub(super) fn node(&self) -> &'static Node {
        match self.to {
            To::Own(node) => node,
            To::Type(link) => (link.node)(),
        }
    }

    /// Whether the values have CEL rules: those of the place, or of a type.
    #[cfg(feature = "cel")]
    pub(super) fn has_rules(&self) -> bool {
        !self.rules.is_empty() || self.node().alike().any(|node| !node.rules.is_empty())
    }

    /// The type of the values for CEL rules.
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

    /// The part, absent if it is null or empty.
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
    /// Whether there is anything to check of a value.
    #[inline]
    pub(super) fn asks(&self, is_null: impl Fn() -> bool) -> bool {
        !self.constraints.is_empty()
            || matches!(self.form, Form::Like(_))
            || (self.null.is_some() && is_null())
    }

    /// The node that says what the values are made of. A type that is like itself has none but null.
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

    /// The node, and those that it is like, each once.
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
