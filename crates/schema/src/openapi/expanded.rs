//! Counts the schemas that references in branches stand for. In: the links of definitions. Out: an error if
//! the branches of a definition stand for more schemas than one schema may have.
//!
//! A value is validated with each branch of its schema, and with each branch that these refer to. So a few
//! definitions with two references each would stand for any number of schemas, although none is inlined.

use std::collections::HashSet;

use super::links::Links;
use crdc_source::diag::{Code, Diagnostic};

/// The maximum number of schemas that the branches of a definition stand for: that of the schemas in one
/// schema, `crates/check/src/size.rs`.
const MOST_SCHEMAS: usize = 1 << 16;

/// Reports the first reference with which the branches of a definition exceed the limit. The components are
/// those of all links, each after everything it leads to.
pub(super) fn expanded(components: &[Vec<usize>], links: &[Links], problems: &mut Vec<Diagnostic>) {
    // The schemas of a definition with all that it refers to. A branch that leads to a cycle is an error.
    let mut counts = vec![0_usize; links.len()];
    for component in components {
        let members: HashSet<usize> = component.iter().copied().collect();
        for (at, one) in component.iter().filter_map(|at| Some((*at, links.get(*at)?))) {
            let count = |to: &usize| counts.get(*to).copied().unwrap_or(0);
            let mut sum = 0_usize;
            for (to, span) in &one.branches {
                sum = sum.saturating_add(count(to));
                if sum > MOST_SCHEMAS {
                    let message = format!(
                        "the references of these alternatives expand to more than {MOST_SCHEMAS} schemas"
                    );
                    problems.push(Diagnostic {
                        help: Some("refer to each definition from fewer alternatives".to_owned()),
                        ..Diagnostic::new(Code::SchemaTooLarge, *span, message)
                    });
                    return;
                }
            }
            let below = one.all.iter().filter(|to| !members.contains(to)).map(count);
            let total = below.fold(one.count, usize::saturating_add);
            if let Some(count) = counts.get_mut(at) {
                *count = total;
            }
        }
    }
}
