//! The smallest change of limits that brings costs under a budget.
//!
//! The search sets missing limits before it lowers existing ones, and tries single limits before several. Of
//! the single limits that work it takes the one with the largest value. If it sets several limits, none of
//! them can be left out, and none can be higher.
//!
//! Costs do not rise when a limit falls, so a binary search finds each value. One case is different: setting
//! a missing limit can raise the cost of a rule below it, since the server then multiplies by the limits and
//! no longer by the values that fit in a request.

use super::costing::{Costing, Exhausted, Limits, Unit};

/// The smallest limit to advise, unless only smaller ones work.
const USEFUL: u64 = 8;
/// The largest limit that matters: no request has more elements.
const LARGEST: u64 = 3 * 1024 * 1024;
/// The most units that are tried alone.
const ALONE: usize = 64;
/// The most units that are chosen one by one; after that, all remaining units are taken.
const CHOSEN: usize = 16;

/// The limits to set, each with its place; `None` if no limits work.
pub(super) type Found = Result<Option<Vec<(usize, u64)>>, Exhausted>;

/// Finds the limits to set. Returns them with the work that the search took.
pub(super) fn smallest(costing: Costing<'_>) -> (Found, u64) {
    let mut search = Search { costing };
    let found = search.run();
    (found, search.costing.spent)
}

struct Search<'c> {
    costing: Costing<'c>,
}

impl Search<'_> {
    fn run(&mut self) -> Found {
        if self.costing.is_within() {
            return Ok(Some(Vec::new()));
        }
        let (missing, set) = self.costing.units();
        let all: Vec<Unit> = missing.iter().chain(&set).cloned().collect();
        for least in [USEFUL, 1] {
            for (alone, together) in [(&missing, &missing), (&set, &all)] {
                let found = match self.alone(alone, least)? {
                    Some(found) => Some(found),
                    None => self.together(together, least)?,
                };
                if let Some(places) = found {
                    return self.highest(&places, least).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// The same limit for all places, raised where it would allow no values.
    fn limits(&self, places: &[usize], limit: u64) -> Vec<(usize, u64)> {
        let least = |place: usize| self.costing.limit(place).map_or(1, |limit| limit.least);
        places.iter().map(|place| (*place, limit.max(least(*place)))).collect()
    }

    fn works(&mut self, places: &[usize], limit: u64) -> Result<bool, Exhausted> {
        let limits = self.limits(places, limit);
        self.costing.is_within_with(&limits)
    }

    /// The unit that works alone with the largest limit.
    fn alone(&mut self, units: &[Unit], least: u64) -> Result<Option<Unit>, Exhausted> {
        let mut best: Option<(&Unit, u64)> = None;
        for unit in units.iter().take(ALONE) {
            let from = best.map_or(least, |(_, limit)| limit + 1);
            if self.works(unit, from)? {
                best = Some((unit, self.largest(unit, from)?));
            }
        }
        Ok(best.map(|(unit, _)| unit.clone()))
    }

    /// Units that work together; none of them can be left out.
    fn together(&mut self, units: &[Unit], least: u64) -> Result<Option<Unit>, Exhausted> {
        let places = |chosen: &[&Unit]| -> Unit {
            let mut places: Unit = chosen.iter().copied().flatten().copied().collect();
            places.sort_unstable();
            places.dedup();
            places
        };
        let every: Vec<&Unit> = units.iter().collect();
        if !self.works(&places(&every), least)? {
            return Ok(None);
        }
        let mut chosen: Vec<&Unit> = Vec::new();
        let mut open = every;
        while !open.is_empty() && !self.works(&places(&chosen), least)? {
            if chosen.len() == CHOSEN {
                chosen.append(&mut open);
                break;
            }
            // The shortest prefix of `open` that works with the chosen units: its last unit is needed.
            let (mut fails, mut works) = (0, open.len());
            while fails + 1 < works {
                let middle = fails + (works - fails) / 2;
                let start: Vec<&Unit> = chosen.iter().chain(&open[..middle]).copied().collect();
                if self.works(&places(&start), least)? {
                    works = middle;
                } else {
                    fails = middle;
                }
            }
            chosen.push(open[fails]);
            open.truncate(fails);
        }
        Ok(Some(places(&chosen)))
    }

    /// The largest limit that works for all places together. `works` is a limit that is known to work.
    fn largest(&mut self, places: &[usize], mut works: u64) -> Result<u64, Exhausted> {
        let highest = places.iter().map(|place| self.costing.now(*place).unwrap_or(LARGEST)).max();
        let mut fails = highest.unwrap_or(LARGEST).max(LARGEST).max(works.saturating_add(1));
        while works + 1 < fails {
            let middle = works + (fails - works) / 2;
            if self.works(places, middle)? {
                works = middle;
            } else {
                fails = middle;
            }
        }
        Ok(works)
    }

    /// The highest limits for places, given one limit that works for all of them. First finds the highest
    /// common limit, then raises each limit as far as it can be.
    fn highest(&mut self, places: &[usize], works: u64) -> Result<Vec<(usize, u64)>, Exhausted> {
        let limit = self.largest(places, works)?;
        let mut limits = self.limits(places, limit);
        let mut index = 0;
        while index < limits.len() {
            let mut others = limits.clone();
            let (place, mut works) = others.remove(index);
            if self.costing.is_within_with(&others)? {
                limits = others;
                continue;
            }
            let mut fails = self.costing.now(place).unwrap_or(LARGEST).max(works + 1);
            // Most limits cannot be raised, so the next higher one is tried first.
            let mut next = works + 1;
            while works + 1 < fails {
                if self.is_within_with(&mut limits, index, next)? {
                    works = next;
                } else {
                    fails = next;
                }
                next = works + (fails - works) / 2;
            }
            limits[index].1 = works;
            index += 1;
        }
        Ok(limits)
    }

    fn is_within_with(&mut self, limits: &mut Limits, index: usize, limit: u64) -> Result<bool, Exhausted> {
        limits[index].1 = limit;
        self.costing.is_within_with(limits)
    }
}
