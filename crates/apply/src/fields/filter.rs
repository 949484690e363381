//! Filters: which fields a subresource may own at all.
//!
//! An excluded field is excluded with all that is below it.
//
// structured-merge-diff: fieldpath/set.go

use super::set::{FieldSet, Node};
use crate::path::PathElement;

/// A filter of sets of fields.
///
/// ```
/// use crdc_apply::{FieldSet, Filter, Matcher, PathElement};
/// use serde_json::json;
///
/// let set = FieldSet::from_value(&json!({"f:spec": {"f:a": {}}, "f:status": {"f:b": {}}}))?;
/// let status = FieldSet::from_value(&json!({"f:status": {}}))?;
/// assert_eq!(Filter::Exclude(status).apply(&set).to_string(), ".spec.a");
///
/// let matcher = Matcher::prefix([Some(PathElement::field("status")), None]);
/// assert_eq!(Filter::Include(matcher).apply(&set).to_string(), ".status.b");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub enum Filter {
    /// All but these fields and what is below them.
    Exclude(FieldSet),
    /// Only fields that match.
    Include(Matcher),
}

impl Filter {
    /// The filtered set.
    #[must_use]
    pub fn apply(&self, set: &FieldSet) -> FieldSet {
        match self {
            Filter::Exclude(excluded) => set.recursive_difference(excluded),
            Filter::Include(matcher) => matcher.filter(set),
        }
    }
}

/// A pattern of paths.
#[derive(Clone, Debug)]
pub enum Matcher {
    /// Everything.
    Any,
    /// Steps of which one has to match, each with what has to match below it; a step of none is any step. The
    /// first that fits counts.
    Steps(Vec<(Option<PathElement>, Matcher)>),
}

impl Matcher {
    /// All paths that begin with these steps; none is any step.
    pub fn prefix(
        steps: impl IntoIterator<Item = Option<PathElement>, IntoIter: DoubleEndedIterator>,
    ) -> Self {
        steps.into_iter().rev().fold(Matcher::Any, |below, step| Matcher::Steps(vec![(step, below)]))
    }

    /// A matcher of the fields that one of both matches.
    #[must_use]
    pub fn or(self, other: Matcher) -> Self {
        match (self, other) {
            (Matcher::Steps(mut steps), Matcher::Steps(others)) => {
                for (step, below) in others {
                    match steps.iter_mut().find(|known| known.0 == step) {
                        Some(known) => {
                            let before = std::mem::replace(&mut known.1, Matcher::Any);
                            known.1 = before.or(below);
                        }
                        None => steps.push((step, below)),
                    }
                }
                // A step that is any step comes first.
                steps.sort_by_key(|(step, _)| step.is_some());
                Matcher::Steps(steps)
            }
            _ => Matcher::Any,
        }
    }

    fn filter(&self, set: &FieldSet) -> FieldSet {
        match self {
            Matcher::Any => set.clone(),
            Matcher::Steps(steps) => FieldSet::collected(set.nodes.iter().filter_map(|node| {
                let fits =
                    |step: &Option<PathElement>| step.as_ref().is_none_or(|step| *step == node.element);
                let (_, below) = steps.iter().find(|(step, _)| fits(step))?;
                Some(Node { children: below.filter(&node.children), ..node.clone() })
            })),
        }
    }
}
