//! Filters: they select the fields that a subresource may own.
//!
//! A filter that excludes a field also excludes all fields below it.
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
    /// All fields except these and the fields below them.
    Exclude(FieldSet),
    /// Only the fields that match.
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
    /// Matches every path.
    Any,
    /// The alternatives for the next step, each with the matcher below it; `None` instead of a step matches
    /// any step. The first alternative that matches counts.
    Steps(Vec<(Option<PathElement>, Matcher)>),
}

impl Matcher {
    /// A matcher of all paths that begin with these steps; `None` matches any step.
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
