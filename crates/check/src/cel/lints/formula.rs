//! Boolean formulas as ordered binary decision diagrams: equal formulas are one number, and a formula that no
//! assignment satisfies is [`Formula::FALSE`].
//!
//! Diagrams can grow exponentially. Beyond a limit, [`Formulas::is_full`] holds and results mean nothing.

use std::collections::HashMap;

/// The most nodes. The rules of the corpus need a few hundred.
const MOST_NODES: usize = 1 << 14;
/// The most variables, which bound the recursion.
const MOST_VARIABLES: u32 = 1 << 9;

/// A formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Formula(u32);

/// A node: a variable, and the formulas that remain if the variable is false and if it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Node {
    variable: u32,
    low: Formula,
    high: Formula,
}

/// All formulas of an analysis.
#[derive(Debug, Default)]
pub(super) struct Formulas {
    nodes: Vec<Node>,
    unique: HashMap<Node, Formula>,
    known: HashMap<(Formula, Formula, Formula), Formula>,
    variables: u32,
    full: bool,
}

impl Formula {
    pub(super) const FALSE: Formula = Formula(0);
    pub(super) const TRUE: Formula = Formula(1);

    /// The constant formula.
    pub(crate) fn of(value: bool) -> Formula {
        if value { Formula::TRUE } else { Formula::FALSE }
    }
}

impl Formulas {
    /// Whether a limit was exceeded, so that results mean nothing.
    pub(super) fn is_full(&self) -> bool {
        self.full
    }

    /// A new variable.
    pub(super) fn variable(&mut self) -> Formula {
        if self.variables >= MOST_VARIABLES {
            self.full = true;
            return Formula::FALSE;
        }
        self.variables += 1;
        self.node(Node { variable: self.variables - 1, low: Formula::FALSE, high: Formula::TRUE })
    }

    pub(super) fn not(&mut self, of: Formula) -> Formula {
        self.choose(of, Formula::FALSE, Formula::TRUE)
    }

    pub(super) fn and(&mut self, first: Formula, second: Formula) -> Formula {
        self.choose(first, second, Formula::FALSE)
    }

    pub(super) fn or(&mut self, first: Formula, second: Formula) -> Formula {
        self.choose(first, Formula::TRUE, second)
    }

    /// The first formula, and not the second.
    pub(super) fn without(&mut self, first: Formula, second: Formula) -> Formula {
        let not = self.not(second);
        self.and(first, not)
    }

    /// `then` if the condition holds, otherwise `otherwise`.
    pub(super) fn choose(&mut self, condition: Formula, then: Formula, otherwise: Formula) -> Formula {
        match condition {
            Formula::TRUE => return then,
            Formula::FALSE => return otherwise,
            _ if then == otherwise => return then,
            _ if then == Formula::TRUE && otherwise == Formula::FALSE => return condition,
            _ => {}
        }
        let asked = (condition, then, otherwise);
        if let Some(known) = self.known.get(&asked) {
            return *known;
        }
        if self.full || self.known.len() >= MOST_NODES {
            self.full = true;
            return Formula::FALSE;
        }
        let variable = [condition, then, otherwise].map(|of| self.first(of)).into_iter().min().unwrap_or(0);
        let low = [condition, then, otherwise].map(|of| self.at(of, variable, false));
        let high = [condition, then, otherwise].map(|of| self.at(of, variable, true));
        let low = self.choose(low[0], low[1], low[2]);
        let high = self.choose(high[0], high[1], high[2]);
        let found = self.node(Node { variable, low, high });
        self.known.insert(asked, found);
        found
    }

    fn node(&mut self, node: Node) -> Formula {
        if node.low == node.high {
            return node.low;
        }
        if let Some(known) = self.unique.get(&node) {
            return *known;
        }
        // There are at most as many nodes as computed results and variables.
        let found = Formula(u32::try_from(self.nodes.len() + 2).unwrap_or(u32::MAX));
        self.nodes.push(node);
        self.unique.insert(node, found);
        found
    }

    fn get(&self, of: Formula) -> Option<&Node> {
        self.nodes.get((of.0 as usize).checked_sub(2)?)
    }

    fn first(&self, of: Formula) -> u32 {
        self.get(of).map_or(u32::MAX, |node| node.variable)
    }

    fn at(&self, of: Formula, variable: u32, value: bool) -> Formula {
        match self.get(of) {
            Some(node) if node.variable == variable && value => node.high,
            Some(node) if node.variable == variable => node.low,
            _ => of,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Formula, Formulas};

    #[test]
    fn equal_formulas_are_one() {
        let mut all = Formulas::default();
        let (a, b) = (all.variable(), all.variable());
        let (not_a, not_b) = (all.not(a), all.not(b));
        let both = all.and(a, b);
        let either = all.or(not_a, not_b);
        assert_eq!(all.not(both), either);
        assert_eq!(all.and(both, either), Formula::FALSE);
        assert_eq!(all.or(both, either), Formula::TRUE);
        assert_eq!(all.without(a, b), all.and(a, not_b));
        assert!(!all.is_full());
    }

    #[test]
    fn a_formula_without_a_small_diagram_is_given_up() {
        let mut all = Formulas::default();
        let half: Vec<Formula> = (0..40).map(|_| all.variable()).collect();
        let mut found = Formula::FALSE;
        // Pairs of variables that are far from each other: 2^20 nodes.
        for index in 0..20 {
            let pair = all.and(half[index], half[index + 20]);
            found = all.or(found, pair);
        }
        assert!(all.is_full());
    }
}
