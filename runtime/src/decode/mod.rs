//! One pass over the bytes: generated functions pull values through a [`Decoder`], which
//! writes the tape and takes down what is broken.
//!
//! In: text of one object. Out: tape, raised rules, counts of what changed. A decoder
//! never validates twice: when a value is irregular (not the type asked for, a key that comes
//! again, metadata that is not in its stored form) a cold function deals with it at once.
//! Whatever cannot be decoded stops everything with [`DecodeError`]; why is in `Decoder::halt`.

mod any;
mod array;
mod begin;
mod defaults;
mod distinct;
mod field;
mod key;
pub(crate) mod meta;
mod nested;
mod number;
mod object;
mod reserve;
mod string;
mod unexpected;

pub use array::Array;
pub use defaults::Default;
pub use distinct::Fingerprints;
pub use field::{Field, Role};
pub use key::Key;
pub use nested::MAX_RECURSION;
pub use number::Number;
pub use object::Object;
pub use string::Check;
pub use unexpected::Shape;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Rule, Violation};
use crate::lists::Listed;
use crate::tape::{Entry, FRAGMENTS, Kind, NO_FIELD, NO_KEY, Splice};

/// Decoding cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError;

/// What decoding functions return.
pub type DecodeResult<T = ()> = Result<T, DecodeError>;

/// A generated function that decodes one node of the schema.
pub type Decode = fn(&mut Decoder<'_>, Member) -> DecodeResult;

/// Why decoding stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum StopReason {
    /// It did not.
    #[default]
    Nothing,
    /// The text is no JSON, or holds what the server refuses to decode; the cold path finds
    /// the words.
    Refused,
    /// The text must first be brought into the form that the fast path reads: keys with
    /// needless escapes, invalid UTF-8, integers beyond 64 bits.
    Normalise,
    /// Values of a schema that leads back to itself nest too deep.
    TooDeep,
}

/// Where a value stands in its parent: what the tape's entry will say of it.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub(crate) key: u32,
    pub(crate) field: u16,
}

impl Member {
    /// An item of a list, or the root.
    pub const ITEM: Member = Member { key: NO_KEY, field: NO_FIELD };

    /// Whether it is a member of an object.
    #[inline]
    pub(crate) fn has_key(self) -> bool {
        self.key != NO_KEY
    }
}

/// The texts that entries of a tape point into while it is decoded from `text`.
pub(crate) fn texts<'a>(
    text: &'a [u8],
    origin: u8,
    defaults: &'a [u8],
    fragments: &'a [u8],
) -> [&'a [u8]; 4] {
    let mut texts = [b"".as_slice(), defaults, fragments, b""];
    texts[usize::from(origin)] = text;
    texts
}

/// How deep objects and lists may nest. sigs.k8s.io/json: scanner.go maxNestingDepth.
pub(crate) const MAX_DEPTH: u32 = 10_000;

/// Reads one text.
// What every value needs stands within the first 128 bytes, which machine code reaches with a byte.
#[repr(C)]
pub struct Decoder<'t> {
    pub(crate) tape: Vec<Entry>,
    pub(crate) text: &'t [u8],
    pub(crate) at: usize,
    pub(crate) depth: u32,
    /// Changes of the stored object so far: a container that closes with more than it
    /// opened with is marked as changed.
    pub(crate) changes: u32,
    /// Events so far after which bits of seen fields must be worked out again.
    pub(crate) irregular: u32,
    /// Where the quote stands that opens the key read last, if that was an unusual one.
    pub(crate) key_at: u32,
    /// Its `Key::base`.
    pub(crate) key_base: u32,
    /// The object in which a field that is the key of a list map was met last, and its member.
    pub(crate) keyed: (u32, u32),
    /// Which text this is; goes into the flags of every entry.
    pub(crate) origin: u8,
    pub(crate) halt: StopReason,
    /// Whether the object is of a kind that is not the schema's: all of it stays as it is, and
    /// the schema only says where its lists are.
    pub(crate) verbatim: bool,
    /// Whether metadata of embedded resources is read even so.
    pub(crate) reads_metadata: bool,
    /// Whether defaults were applied already: what is absent stays so.
    pub(crate) undefaulted: bool,
    /// Whether there were floats.
    pub(crate) floats: bool,
    /// Whether this is text of ours: nothing irregular is mended any more, it stays and is validated.
    pub(crate) frozen: bool,
    /// Whether the text has been normalised already.
    pub(crate) normalised: bool,
    pub(crate) violations: Vec<Violation>,
    /// Closed lists whose items must differ, for the step that compares them.
    pub(crate) lists: Vec<Listed>,
    /// Fingerprints of the items of sets and list maps that are open and longer than a few.
    pub(crate) fingerprints: Vec<u32>,
    pub(crate) strings: Vec<u8>,
    pub(crate) fragments: Vec<u8>,
    /// Places of embedded resources, for the step that looks at them (`request/metadata`).
    pub(crate) embedded: Vec<u32>,
    /// Buffer for putting keys in order.
    pub(crate) order: Vec<[u32; 2]>,
    /// Defaults that were added to objects of the input.
    pub(crate) splices: Vec<Splice>,
    /// Constant text of all defaults.
    pub(crate) defaults: &'static [u8],
    /// Counts of entries that a report will look for.
    pub(crate) pruned: u32,
    pub(crate) repeated: u32,
    /// Unknown fields inside metadata: the entry that was coerced, and a path below it.
    pub(crate) meta_unknown: Vec<(u32, String)>,
    /// Metadata that cannot be decoded is dropped field by field instead of refused: what
    /// is read back from storage.
    pub(crate) lenient_metadata: bool,
    /// The object's own metadata where it cannot be decoded.
    pub(crate) bad_metadata: Option<u32>,
    /// What embedded resources cannot be read for: the entry, and what is wrong with it. Another value of the same
    /// key may follow, there or further up, so whether it counts is known at the end.
    pub(crate) unreadable: Vec<(u32, Cow<'static, str>)>,
}

impl<'t> Decoder<'t> {
    /// The next byte, or 0 at the end.
    #[inline(always)]
    pub(crate) fn byte(&self) -> u8 {
        match self.text.get(self.at) {
            Some(&byte) => byte,
            None => 0,
        }
    }

    /// The next bytes, where there are as many.
    #[inline(always)]
    pub(crate) fn window<const N: usize>(&self) -> Option<&'t [u8; N]> {
        let at = self.place();
        self.text.get(at..at + N)?.first_chunk()
    }

    /// Where it stands. No text is longer than 32 bits can say: put like this, what is added to it
    /// cannot overflow, and is not looked at for that.
    #[inline(always)]
    pub(crate) fn place(&self) -> usize {
        self.at as u32 as usize
    }

    /// The next byte that is no white space; stays on it.
    #[inline(always)]
    pub fn peek(&mut self) -> u8 {
        let byte = self.byte();
        if byte > b' ' { byte } else { self.skip_space() }
    }

    #[cold]
    #[inline(never)]
    fn skip_space(&mut self) -> u8 {
        while let Some(&byte) = self.text.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                // A NUL byte is no end of text, and no JSON either: it reads as 0 like the end.
                return byte;
            }
            self.at += 1;
        }
        0
    }

    /// Stops: the text is refused.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse<T>(&mut self) -> DecodeResult<T> {
        if self.halt == StopReason::Nothing {
            self.halt = StopReason::Refused;
        }
        Err(DecodeError)
    }

    /// Stops: the text must be normalised first.
    #[cold]
    #[inline(never)]
    pub(crate) fn ask_normalise<T>(&mut self) -> DecodeResult<T> {
        self.halt = if self.normalised { StopReason::Refused } else { StopReason::Normalise };
        Err(DecodeError)
    }

    /// Writes an entry.
    #[inline(always)]
    pub(crate) fn push(&mut self, member: Member, kind: Kind, start: usize, end: usize) -> u32 {
        let at = self.tape.len() as u32;
        self.tape.push(Entry {
            key: member.key,
            field: member.field,
            flags: self.origin,
            kind,
            start: start as u32,
            end: end as u32,
            next: 0,
        });
        at
    }

    /// Index that the next entry will have.
    #[inline(always)]
    pub(crate) fn mark(&self) -> u32 {
        self.tape.len() as u32
    }

    /// Takes down that the value at `at` breaks `rule`.
    #[cold]
    #[inline(never)]
    pub(crate) fn raise_at(&mut self, at: u32, rule: &'static Rule) {
        self.violations.push(Violation::schema(at, rule));
    }

    /// Takes down that the scalar decoded last breaks `rule`.
    #[cold]
    #[inline(never)]
    pub fn raise(&mut self, rule: &'static Rule) {
        let at = self.mark().saturating_sub(1);
        self.violations.push(Violation::schema(at, rule));
    }

    /// Appends text made during this request; gives its offset.
    pub(crate) fn fragment(&mut self, parts: &[&[u8]]) -> usize {
        let at = self.fragments.len();
        for part in parts {
            self.fragments.extend_from_slice(part);
        }
        at
    }

    /// Runs `f` on the fragments from `at` on, writing to the same tape. A fragment is in
    /// stored form already: decoding it makes no further ones.
    pub(crate) fn within_fragment<R>(&mut self, at: usize, f: impl FnOnce(&mut Decoder<'_>) -> R) -> R {
        let text = core::mem::take(&mut self.fragments);
        let mut inner = Decoder {
            text: &text,
            at,
            key_at: 0,
            key_base: 0,
            depth: self.depth,
            origin: FRAGMENTS,
            changes: self.changes,
            irregular: self.irregular,
            normalised: true,
            frozen: true,
            verbatim: self.verbatim,
            reads_metadata: self.reads_metadata,
            undefaulted: self.undefaulted,
            floats: self.floats,
            halt: self.halt,
            tape: core::mem::take(&mut self.tape),
            violations: core::mem::take(&mut self.violations),
            lists: core::mem::take(&mut self.lists),
            fingerprints: core::mem::take(&mut self.fingerprints),
            keyed: (u32::MAX, u32::MAX),
            strings: core::mem::take(&mut self.strings),
            fragments: Vec::new(),
            embedded: core::mem::take(&mut self.embedded),
            order: core::mem::take(&mut self.order),
            splices: core::mem::take(&mut self.splices),
            defaults: self.defaults,
            pruned: self.pruned,
            repeated: self.repeated,
            meta_unknown: core::mem::take(&mut self.meta_unknown),
            lenient_metadata: self.lenient_metadata,
            bad_metadata: self.bad_metadata,
            unreadable: core::mem::take(&mut self.unreadable),
        };
        let result = f(&mut inner);
        self.changes = inner.changes;
        self.irregular = inner.irregular;
        self.floats = inner.floats;
        self.halt = inner.halt;
        self.tape = inner.tape;
        self.violations = inner.violations;
        self.lists = inner.lists;
        self.fingerprints = inner.fingerprints;
        self.strings = inner.strings;
        self.embedded = inner.embedded;
        self.order = inner.order;
        self.splices = inner.splices;
        self.pruned = inner.pruned;
        self.repeated = inner.repeated;
        self.meta_unknown = inner.meta_unknown;
        self.unreadable = inner.unreadable;
        self.fragments = text;
        result
    }

    /// Runs `f` on a text that outlives the decoder and is in stored form: the defaults.
    #[inline]
    pub(crate) fn within<R>(
        &mut self,
        text: &'t [u8],
        origin: u8,
        at: usize,
        f: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let outer = (self.text, self.origin, self.at, self.normalised, self.frozen);
        (self.text, self.origin, self.at, self.normalised, self.frozen) = (text, origin, at, true, true);
        let result = f(self);
        (self.text, self.origin, self.at, self.normalised, self.frozen) = outer;
        result
    }
}
