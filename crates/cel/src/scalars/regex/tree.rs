//! Converts the tree of Go's syntax to the tree that the engine compiles. The parser has resolved everything
//! that Go and the engine read differently: flags, classes of letters and the version of Unicode.
//!
//! Easy to break: a pattern may contain a surrogate as a character, but no text does.
//
// Go: regexp/syntax/parse.go

use alloc::boxed::Box;
use alloc::vec::Vec;

use crdc_vocabulary::regexp::{CharSet, Kind, Look, Node, rune_set};
use regex_syntax::hir::{self, Class, ClassUnicode, ClassUnicodeRange, Hir, Repetition};

/// The tree of the pattern in the form of the regex crate. The parser limits the depth.
pub(super) fn engine_tree(node: &Node) -> Hir {
    match &node.kind {
        Kind::Empty => Hir::empty(),
        Kind::Literal { runes, fold } => {
            Hir::concat(runes.iter().map(|&rune| class(&rune_set(rune, *fold))).collect())
        }
        Kind::Class(set) => class(set),
        Kind::Look(look) => Hir::look(match look {
            Look::BeginText => hir::Look::Start,
            Look::EndText => hir::Look::End,
            Look::BeginLine => hir::Look::StartLF,
            Look::EndLine => hir::Look::EndLF,
            Look::WordBoundary => hir::Look::WordAscii,
            Look::NoWordBoundary => hir::Look::WordAsciiNegate,
        }),
        Kind::Repeat { min, max, greedy, sub } => {
            let sub = Box::new(engine_tree(sub));
            Hir::repetition(Repetition { min: *min, max: *max, greedy: *greedy, sub })
        }
        Kind::Capture(sub) => engine_tree(sub),
        Kind::Concat(subs) => Hir::concat(subs.iter().map(engine_tree).collect()),
        Kind::Alternate(subs) => Hir::alternation(subs.iter().map(engine_tree).collect()),
    }
}

/// A node for one character out of a set. The engine makes a literal of a set with one character.
fn class(set: &CharSet) -> Hir {
    let ranges: Vec<ClassUnicodeRange> =
        set.ranges().iter().flat_map(|&(first, last)| scalars(first, last)).collect();
    Hir::class(Class::Unicode(ClassUnicode::new(ranges)))
}

/// A range without surrogates.
fn scalars(first: u32, last: u32) -> impl Iterator<Item = ClassUnicodeRange> {
    const BEFORE: u32 = 0xD7FF;
    const AFTER: u32 = 0xE000;
    [(first, last.min(BEFORE)), (first.max(AFTER), last)]
        .into_iter()
        .filter(|(first, last)| first <= last)
        .filter_map(|(first, last)| {
            Some(ClassUnicodeRange::new(char::from_u32(first)?, char::from_u32(last)?))
        })
}
