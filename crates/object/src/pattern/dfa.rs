//! Deterministic automata over bytes, with tables of three sizes.
//!
//! Easy to break: the order of states defines their meaning (`Layout`), and dead and settled states lead to
//! themselves, so checking once in eight bytes is enough.

/// The meaning of state numbers.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The start state.
    pub start: usize,
    /// States below this one never match.
    pub live: usize,
    /// States from this one on match if the text ends there.
    pub accepting: usize,
    /// States from this one on match whatever follows.
    pub settled: usize,
}

impl Layout {
    #[inline(always)]
    const fn decided(self, state: usize) -> bool {
        state.wrapping_sub(self.live) >= self.settled - self.live
    }

    /// The layout with every state multiplied by `by`.
    #[inline(always)]
    const fn scaled(self, by: usize) -> Self {
        Layout {
            start: self.start * by,
            live: self.live * by,
            accepting: self.accepting * by,
            settled: self.settled * by,
        }
    }
}

/// Runs over `s`; `step` maps a state and a byte to the next state.
#[inline(always)]
fn walk(layout: Layout, s: &[u8], step: impl Fn(usize, u8) -> usize) -> bool {
    let mut state = layout.start;
    let (chunks, rest) = s.as_chunks::<8>();
    for chunk in chunks {
        for &byte in chunk {
            state = step(state, byte);
        }
        if layout.decided(state) {
            return state >= layout.accepting;
        }
    }
    for &byte in rest {
        state = step(state, byte);
    }
    state >= layout.accepting
}

/// The number of bits of a state in a word of `shift_table`.
const BITS: usize = 6;

/// The table of `shift`: for each byte a word with the bit offset of the next state at the bit offset of each
/// state. At most 10 states.
#[doc(hidden)]
#[must_use]
pub const fn shift_table<const S: usize, const C: usize>(
    classes: &[u8; 256],
    next: &[[u8; C]; S],
) -> [u64; 256] {
    assert!(S <= 10);
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut state = 0;
        while state < S {
            let to = next[state][classes[byte] as usize] as usize * BITS;
            table[byte] |= (to as u64) << (state * BITS);
            state += 1;
        }
        byte += 1;
    }
    table
}

/// Runs an automaton of at most 10 states. The word of a byte does not depend on the state, so the only
/// dependency between bytes is a shift.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn shift(table: &[u64; 256], layout: Layout, s: &[u8]) -> bool {
    let layout = layout.scaled(BITS);
    let mut word = layout.start as u64;
    let (chunks, rest) = s.as_chunks::<8>();
    for chunk in chunks {
        for &byte in chunk {
            word = table[usize::from(byte)] >> (word & 63);
        }
        let state = (word & 63) as usize;
        if layout.decided(state) {
            return state >= layout.accepting;
        }
    }
    for &byte in rest {
        word = table[usize::from(byte)] >> (word & 63);
    }
    (word & 63) as usize >= layout.accepting
}

/// The table of `walk8`. The number of states times classes is at most 256.
#[doc(hidden)]
#[must_use]
pub const fn table8<const S: usize, const C: usize>(next: &[[u8; C]; S]) -> [u8; 256] {
    assert!(S * C <= 256);
    let mut table = [0; 256];
    let mut cell = 0;
    while cell < S * C {
        table[cell] = (next[cell / C][cell % C] as usize * C) as u8;
        cell += 1;
    }
    table
}

/// Like `table8`, from one byte per cell.
#[doc(hidden)]
#[must_use]
pub const fn packed8(next: &[u8], stride: usize) -> [u8; 256] {
    assert!(next.len() <= 256);
    let mut table = [0; 256];
    let mut cell = 0;
    while cell < next.len() {
        table[cell] = (next[cell] as usize * stride) as u8;
        cell += 1;
    }
    table
}

/// Runs an automaton whose cells are numbered by one byte; `stride` is the number of classes.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn walk8(classes: &[u8; 256], table: &[u8; 256], stride: usize, layout: Layout, s: &[u8]) -> bool {
    walk(layout.scaled(stride), s, |state, byte| {
        let cell = (state as u8).wrapping_add(classes[usize::from(byte)]);
        usize::from(table[usize::from(cell)])
    })
}

/// The table of `walk16`, padded to a power of two. The number of states times classes is at most `P`.
#[doc(hidden)]
#[must_use]
pub const fn table16<const S: usize, const C: usize, const P: usize>(next: &[[u16; C]; S]) -> [u16; P] {
    assert!(P.is_power_of_two() && P <= 0x8000);
    let mut table = [0; P];
    let mut cell = 0;
    while cell < S * C {
        table[cell] = (next[cell / C][cell % C] as usize * C) as u16;
        cell += 1;
    }
    table
}

/// Like `table16`, from two bytes per cell in little-endian order.
#[doc(hidden)]
#[must_use]
pub const fn packed16<const P: usize>(next: &[u8], stride: usize) -> [u16; P] {
    assert!(P.is_power_of_two() && P <= 0x8000);
    let mut table = [0; P];
    let mut cell = 0;
    while cell < next.len() / 2 {
        let state = u16::from_le_bytes([next[2 * cell], next[2 * cell + 1]]);
        table[cell] = (state as usize * stride) as u16;
        cell += 1;
    }
    table
}

/// Runs an automaton of up to 32,768 cells.
#[doc(hidden)]
#[inline]
#[must_use]
pub fn walk16<const P: usize>(
    classes: &[u8; 256],
    table: &[u16; P],
    stride: usize,
    layout: Layout,
    s: &[u8],
) -> bool {
    walk(layout.scaled(stride), s, |state, byte| {
        // The mask changes nothing, but tells the compiler that the index is in bounds.
        let cell = (state + usize::from(classes[usize::from(byte)])) & (P - 1);
        usize::from(table[cell])
    })
}
