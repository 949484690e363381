//! The size of the tables of a DFA in a program, which decides whether a pattern gets tables.

use super::dfa::Dfa;

/// This many states fit in a 64-bit word, with 6 bits each.
pub const SHIFT_STATES: usize = 10;

/// The size of a DFA's transitions in the program, in bytes.
pub(super) fn table_bytes(dfa: &Dfa) -> usize {
    let cells = dfa.states().saturating_mul(dfa.class_count());
    if dfa.states() <= SHIFT_STATES {
        256 * 8
    } else if cells <= 256 {
        256
    } else {
        // `walk16` masks the number of a cell instead of comparing it.
        cells.next_power_of_two().saturating_mul(2)
    }
}
