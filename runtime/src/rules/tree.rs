//! The tree of values with rules: nodes of a resource, or places of a Rust value.
//!
//! Easy to break: rules run in the order of the groups, which is the server's.

use super::rule::{Rule, RuleNode};
use crdc_cel::{RunPrecheck, ValueType};
use crdc_object::tape::{Entry, Kind};

/// The rules at and below a value.
pub(crate) trait RuleTree<'p>: Copy {
    /// The type of the value for rules.
    fn of(self) -> &'p ValueType<'p>;

    /// The type in the schema, which the server's error contains instead of a value if a rule cannot be
    /// evaluated.
    fn kind(self, entry: &Entry) -> &'p str;

    /// The group of the value's own rules with this index, if there is one.
    fn group(self, index: usize) -> Option<&'p [Rule<'p>]>;

    /// The pre-check, which returns whether all rules without `oldSelf` certainly hold. Only used if costs
    /// are not counted.
    fn precheck(self) -> Option<RunPrecheck<'p>>;

    /// Whether a value of this kind may have rules below it.
    fn leads_below(self, kind: Kind) -> bool;

    /// The rules at and below the field with this number.
    fn field(self, number: u16) -> Option<Self>;

    /// The rules at and below the values of a map.
    fn each(self) -> Option<Self>;

    /// The rules at and below the items of a list.
    fn items(self) -> Option<Self>;

    /// The keys of a list map, as written between quotes. The items of other lists have no old values.
    fn keys(self) -> impl ExactSizeIterator<Item = &'p str>;

    /// Whether the node has no rules of its own.
    fn has_none(self) -> bool {
        self.rules().next().is_none()
    }

    /// Whether a rule uses `oldSelf`.
    fn has_transitions(self) -> bool {
        self.rules().any(|rule| rule.transition)
    }

    /// Its own rules.
    fn rules(self) -> impl Iterator<Item = &'p Rule<'p>> {
        (0..).map_while(move |index| self.group(index)).flatten()
    }
}

impl<'p> RuleTree<'p> for &'p RuleNode<'p> {
    fn of(self) -> &'p ValueType<'p> {
        self.of
    }

    fn kind(self, _: &Entry) -> &'p str {
        self.kind
    }

    #[inline]
    fn group(self, index: usize) -> Option<&'p [Rule<'p>]> {
        (index == 0).then_some(self.rules)
    }

    fn precheck(self) -> Option<RunPrecheck<'p>> {
        self.precheck
    }

    #[inline]
    fn leads_below(self, kind: Kind) -> bool {
        match kind {
            Kind::Array => self.items.is_some(),
            Kind::Object => self.each.is_some() || !self.fields.is_empty(),
            _ => false,
        }
    }

    /// Most objects have few such fields.
    #[inline]
    fn field(self, number: u16) -> Option<Self> {
        const FEW: usize = 8;
        let found = if self.fields.len() <= FEW {
            self.fields.iter().find(|(known, _)| *known == number)
        } else {
            let index = self.fields.binary_search_by_key(&number, |(known, _)| *known).ok()?;
            self.fields.get(index)
        };
        found.map(|(_, node)| *node)
    }

    #[inline]
    fn each(self) -> Option<Self> {
        self.each
    }

    #[inline]
    fn items(self) -> Option<Self> {
        self.items
    }

    fn keys(self) -> impl ExactSizeIterator<Item = &'p str> {
        self.keys.iter().copied()
    }

    #[inline]
    fn has_none(self) -> bool {
        self.rules.is_empty()
    }

    #[inline]
    fn has_transitions(self) -> bool {
        self.transitions
    }
}
