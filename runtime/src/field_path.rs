//! Paths of errors, which share the memory of their prefixes.
//!
//! In: the path that a walk of the tape has built so far. Out: text. Easy to break: ten thousand errors below
//! a key of one megabyte must not copy the key ten thousand times; only printing writes it out.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

/// The path of an error or a field, in the server's notation: `spec.items[0].name`.
///
/// Paths share prefixes, so those of many errors below one value take no more memory than the object. The
/// text is created on demand, by `Display` or `to_string`; a path can be compared with strings directly.
///
/// ```
/// let path = crdc::FieldPath::from("spec.replicas");
/// assert_eq!(path, "spec.replicas");
/// assert_eq!(path.to_string(), "spec.replicas");
/// ```
#[derive(Clone, Default)]
pub struct FieldPath {
    prefix: Option<Arc<Prefix>>,
    rest: Box<str>,
    spelling: Spelling,
}

/// The spelling of the parts as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Spelling {
    /// Concatenated.
    #[default]
    Plain,
    /// As in value validations: leading dots are removed, the path starts with this name, and an empty path
    /// is `<nil>`.
    // apiextensions-apiserver: pkg/apiserver/validation/validation.go kubeOpenAPIResultToFieldErrors
    Values(&'static str),
}

/// A prefix that paths share.
pub(crate) struct Prefix {
    above: Option<Arc<Prefix>>,
    text: Box<str>,
    depth: u32,
    /// Whether the prefix consists of dots only.
    blank: bool,
}

impl Prefix {
    /// Appends text to a prefix.
    pub(crate) fn below(above: Option<&Arc<Prefix>>, text: &str) -> Arc<Prefix> {
        let depth = above.map_or(0, |above| above.depth + 1);
        let blank = above.is_none_or(|above| above.blank) && text.bytes().all(|byte| byte == b'.');
        Arc::new(Prefix { above: above.cloned(), text: text.into(), depth, blank })
    }
}

// Iterative: a chain of ten thousand would overflow the stack.
impl Drop for Prefix {
    fn drop(&mut self) {
        let mut above = self.above.take();
        while let Some(prefix) = above {
            above = Arc::into_inner(prefix).and_then(|mut prefix| prefix.above.take());
        }
    }
}

impl FieldPath {
    /// A path that continues a prefix.
    pub(crate) fn new(prefix: Option<&Arc<Prefix>>, rest: &str) -> Self {
        FieldPath { prefix: prefix.cloned(), rest: rest.into(), spelling: Spelling::Plain }
    }

    /// The path with `more` appended.
    pub(crate) fn join(&self, more: &str) -> Self {
        self.with(&[&*self.rest, more])
    }

    /// The path of a member.
    pub(crate) fn member(&self, name: &str) -> Self {
        self.with(&[&*self.rest, ".", name])
    }

    fn with(&self, rest: &[&str]) -> Self {
        FieldPath { prefix: self.prefix.clone(), rest: rest.concat().into(), spelling: self.spelling }
    }

    /// The path in the notation of value validations below `name`.
    pub(crate) fn of_values(self, name: &'static str) -> Self {
        FieldPath { spelling: Spelling::Values(name), ..self }
    }

    /// Whether the text is empty: the path of the object itself.
    pub fn is_empty(&self) -> bool {
        self.spelling == Spelling::Plain && self.rest.is_empty() && self.prefix.is_none()
    }

    /// The parts of the text, in order.
    pub(crate) fn pieces(&self) -> Vec<&str> {
        let mut pieces = above(self.prefix.as_deref(), None);
        pieces.insert(0, &*self.rest);
        pieces.reverse();
        let Spelling::Values(name) = self.spelling else { return pieces };
        let mut found = false;
        pieces.retain_mut(|piece| {
            if !found {
                *piece = piece.trim_start_matches('.');
                found = !piece.is_empty();
            }
            found
        });
        let front: &[&str] = match (name, found) {
            ("", true) => &[],
            ("", false) => &["<nil>"],
            (_, true) => &[name, "."],
            (_, false) => &[name],
        };
        pieces.splice(0..0, front.iter().copied());
        pieces
    }

    fn bytes(&self) -> impl Iterator<Item = u8> + '_ {
        self.pieces().into_iter().flat_map(str::bytes)
    }

    /// Whether the two paths have the same prefix and notation.
    fn is_beside(&self, other: &FieldPath) -> bool {
        let same = match (&self.prefix, &other.prefix) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        };
        same && self.spelling == other.spelling
    }
}

/// The parts of prefix `from` below prefix `to`, the last first.
fn above<'p>(from: Option<&'p Prefix>, to: Option<&Prefix>) -> Vec<&'p str> {
    let mut pieces = Vec::new();
    let mut next = from;
    while let Some(prefix) = next {
        if to.is_some_and(|to| core::ptr::eq(to, prefix)) {
            break;
        }
        pieces.push(&*prefix.text);
        next = prefix.above.as_deref();
    }
    pieces
}

/// The longest common prefix of two prefixes.
fn common<'p>(mut one: Option<&'p Prefix>, mut other: Option<&Prefix>) -> Option<&'p Prefix> {
    loop {
        let (Some(left), Some(right)) = (one, other) else { return None };
        if core::ptr::eq(left, right) {
            return Some(left);
        }
        let (depth, against) = (left.depth, right.depth);
        if depth >= against {
            one = left.above.as_deref();
        }
        if against >= depth {
            other = right.above.as_deref();
        }
    }
}

/// Ordered by their texts, byte by byte.
impl Ord for FieldPath {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.is_beside(other) {
            let skips =
                self.spelling != Spelling::Plain && self.prefix.as_ref().is_none_or(|prefix| prefix.blank);
            let [one, two] =
                [self, other].map(|path| if skips { path.rest.trim_start_matches('.') } else { &*path.rest });
            if !skips || !one.is_empty() && !two.is_empty() {
                return one.cmp(two);
            }
        }
        if self.spelling != Spelling::Plain || other.spelling != Spelling::Plain {
            return self.bytes().cmp(other.bytes());
        }
        // The common prefix need not be compared.
        let common = common(self.prefix.as_deref(), other.prefix.as_deref());
        let rest_in_dots = |path: &'_ FieldPath| -> Vec<u8> {
            let mut pieces = above(path.prefix.as_deref(), common);
            pieces.reverse();
            pieces.push(&*path.rest);
            pieces.concat().into_bytes()
        };
        rest_in_dots(self).cmp(&rest_in_dots(other))
    }
}

impl PartialOrd for FieldPath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for FieldPath {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for FieldPath {}

impl PartialEq<str> for FieldPath {
    fn eq(&self, other: &str) -> bool {
        self.bytes().eq(other.bytes())
    }
}

impl PartialEq<&str> for FieldPath {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl PartialEq<String> for FieldPath {
    fn eq(&self, other: &String) -> bool {
        self == other.as_str()
    }
}

impl From<&str> for FieldPath {
    fn from(text: &str) -> Self {
        FieldPath::new(None, text)
    }
}

impl From<String> for FieldPath {
    fn from(text: String) -> Self {
        FieldPath { rest: text.into(), ..FieldPath::default() }
    }
}

impl From<FieldPath> for String {
    fn from(path: FieldPath) -> Self {
        path.to_string()
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pieces().into_iter().try_for_each(|piece| f.write_str(piece))
    }
}

impl fmt::Debug for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), f)
    }
}

impl fmt::Debug for Prefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}
