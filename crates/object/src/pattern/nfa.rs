//! Programs over characters, for patterns whose automaton would be too large. All paths through the program
//! are followed in parallel, each instruction at most once per character, so the time is bounded by the
//! length of the text times the number of instructions.

/// One instruction; `u16` operands are indices of instructions unless noted.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Inst {
    /// The pattern has matched.
    Match,
    /// Consumes a character of the set with the first number, and continues at the second operand.
    Set(u16, u16),
    /// Continues at both instructions.
    Split(u16, u16),
    /// Continues at the beginning of the text.
    Begin(u16),
    /// Continues at the end of the text.
    End(u16),
    /// Continues at the beginning of a line.
    BeginLine(u16),
    /// Continues at the end of a line.
    EndLine(u16),
    /// Continues at a word boundary.
    Boundary(u16),
    /// Continues at a position that is not a word boundary.
    NoBoundary(u16),
}

/// A program. It starts at the first instruction.
#[doc(hidden)]
#[derive(Debug)]
pub struct Program {
    /// The instructions.
    pub insts: &'static [Inst],
    /// The start of each range of characters, and its class; it ends where the next one begins.
    pub ranges: &'static [(u32, u16)],
    /// The classes of each set, as the bits of `words` words.
    pub members: &'static [u64],
    /// The number of words per set.
    pub words: usize,
}

/// Decodes instructions from five bytes each: a kind and two numbers in little-endian order.
#[doc(hidden)]
#[must_use]
pub const fn insts<const N: usize>(code: &[u8]) -> [Inst; N] {
    let mut insts = [Inst::Match; N];
    let mut i = 0;
    while i < N {
        let a = u16::from_le_bytes([code[5 * i + 1], code[5 * i + 2]]);
        let b = u16::from_le_bytes([code[5 * i + 3], code[5 * i + 4]]);
        insts[i] = match (code[5 * i], a) {
            (0, _) => Inst::Match,
            (1, _) => Inst::Set(a, b),
            (2, _) => Inst::Split(a, b),
            (_, 0) => Inst::Begin(b),
            (_, 1) => Inst::End(b),
            (_, 2) => Inst::BeginLine(b),
            (_, 3) => Inst::EndLine(b),
            (_, 4) => Inst::Boundary(b),
            _ => Inst::NoBoundary(b),
        };
        i += 1;
    }
    insts
}

/// The instructions that are reached at one position of the text, each once.
struct Queue<const N: usize, const W: usize> {
    items: [u16; N],
    len: usize,
    seen: [u64; W],
}

impl<const N: usize, const W: usize> Queue<N, W> {
    fn push(&mut self, inst: u16) {
        let at = usize::from(inst);
        let Some(word) = self.seen.get_mut(at / 64) else {
            return;
        };
        let bit = 1 << (at % 64);
        if *word & bit == 0 {
            *word |= bit;
            if let Some(slot) = self.items.get_mut(self.len) {
                *slot = inst;
                self.len += 1;
            }
        }
    }
}

/// Whether the program matches anywhere in `s`. `N` is the number of instructions and `W` the number of words
/// with a bit for each; uses about four bytes of stack per instruction.
#[doc(hidden)]
#[must_use]
pub fn simulate<const N: usize, const W: usize>(program: &Program, s: &[u8]) -> bool {
    let mut queue: Queue<N, W> = Queue { items: [0; N], len: 0, seen: [0; W] };
    let mut seeds = [0u16; N];
    let mut seed_count = 0;
    let mut before: Option<u32> = None;
    let mut rest = s;
    loop {
        let after = first_char(rest);
        queue.seen.fill(0);
        queue.len = 0;
        // A match may begin anywhere.
        queue.push(0);
        for &seed in seeds.iter().take(seed_count) {
            queue.push(seed);
        }
        seed_count = 0;
        let class = after.map(|(c, _)| class_of(program, c));
        let next = after.map(|(c, _)| c);
        let boundary = is_word(before) != is_word(next);
        let mut at = 0;
        while at < queue.len {
            let Some(&inst) = queue.items.get(at) else {
                break;
            };
            at += 1;
            let (to, holds) = match program.insts.get(usize::from(inst)) {
                None | Some(Inst::Match) => return true,
                Some(&Inst::Split(a, b)) => {
                    queue.push(a);
                    (b, true)
                }
                Some(&Inst::Set(set, to)) => {
                    if class.is_some_and(|class| has(program, set, class))
                        && let Some(slot) = seeds.get_mut(seed_count)
                    {
                        *slot = to;
                        seed_count += 1;
                    }
                    continue;
                }
                Some(&Inst::Begin(to)) => (to, before.is_none()),
                Some(&Inst::End(to)) => (to, next.is_none()),
                Some(&Inst::BeginLine(to)) => (to, matches!(before, None | Some(10))),
                Some(&Inst::EndLine(to)) => (to, matches!(next, None | Some(10))),
                Some(&Inst::Boundary(to)) => (to, boundary),
                Some(&Inst::NoBoundary(to)) => (to, !boundary),
            };
            if holds {
                queue.push(to);
            }
        }
        let Some((_, tail)) = after else { return false };
        rest = tail;
        before = next;
    }
}

/// Word characters are ASCII letters, digits and underscores.
fn is_word(c: Option<u32>) -> bool {
    c.and_then(|c| u8::try_from(c).ok()).is_some_and(|byte| byte == b'_' || byte.is_ascii_alphanumeric())
}

fn class_of(program: &Program, c: u32) -> usize {
    let after = program.ranges.partition_point(|&(start, _)| start <= c);
    program.ranges.get(after.wrapping_sub(1)).map_or(0, |&(_, class)| usize::from(class))
}

fn has(program: &Program, set: u16, class: usize) -> bool {
    let word = usize::from(set) * program.words + class / 64;
    program.members.get(word).is_some_and(|word| word >> (class % 64) & 1 == 1)
}

/// The first character and the rest.
fn first_char(s: &[u8]) -> Option<(u32, &[u8])> {
    let (&lead, mut rest) = s.split_first()?;
    let (mut c, more) = match lead {
        0..=0xBF => (u32::from(lead), 0),
        0xC0..=0xDF => (u32::from(lead & 0x1F), 1),
        0xE0..=0xEF => (u32::from(lead & 0x0F), 2),
        _ => (u32::from(lead & 0x07), 3),
    };
    for _ in 0..more {
        let Some((&byte, tail)) = rest.split_first() else {
            break;
        };
        c = c << 6 | u32::from(byte & 0x3F);
        rest = tail;
    }
    Some((c, rest))
}
