//! Counts for each rule and condition how often it was true, false or an error.
//!
//! The counts are in the [`Scratch`](crate::Scratch) of the request, so threads share nothing and the counts
//! of tests are separate. Easy to break: a scratch is used for several resources, each with its own table.

use alloc::vec;
use alloc::vec::Vec;
use core::cell::RefCell;

use crate::coverage::CoveredRules;
use crate::error::Evaluated;

/// The counts of a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of evaluations with the result true.
    pub held: u64,
    /// The number of evaluations with the result false.
    pub failed: u64,
    /// The number of evaluations that failed.
    pub errors: u64,
}

/// The counts of all points, by resource.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    tables: RefCell<Vec<(&'static CoveredRules, Vec<Counts>)>>,
}

impl Recorder {
    /// The counts of a resource by point; all zero if it never ran.
    pub(crate) fn counts(&self, rules: &'static CoveredRules) -> Vec<Counts> {
        let tables = self.tables.borrow();
        let found = tables.iter().find(|(known, _)| core::ptr::eq(*known, rules));
        found.map_or_else(|| vec![Counts::default(); rules.points], |(_, counts)| counts.clone())
    }

    pub(crate) fn add(&self, rules: &'static CoveredRules, point: usize, result: &Evaluated<bool>) {
        let mut tables = self.tables.borrow_mut();
        let index = match tables.iter().position(|(known, _)| core::ptr::eq(*known, rules)) {
            Some(index) => index,
            None => {
                tables.push((rules, vec![Counts::default(); rules.points]));
                tables.len() - 1
            }
        };
        let Some(counts) = tables.get_mut(index).and_then(|(_, counts)| counts.get_mut(point)) else {
            return;
        };
        let count = match result {
            Ok(true) => &mut counts.held,
            Ok(false) => &mut counts.failed,
            Err(_) => &mut counts.errors,
        };
        *count = count.saturating_add(1);
    }
}
