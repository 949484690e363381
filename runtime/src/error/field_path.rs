//! Where an error is: a path that shares its beginning with the paths beside it.
//!
//! In: what a walk of the tape has written so far. Out: text. Easy to break: ten thousand errors below a key of a
//! megabyte are ten thousand short ends of one path, and nobody may write them out but who prints them.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

/// The place of an error or of a field, in the server's spelling: `spec.items[0].name`.
///
/// Paths share their beginnings, so that those of many errors in one place take no more memory than the object. The text is made
/// when it is asked for, with `Display` or `to_string`; a path compares with strings as it is.
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

/// How the parts become a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Spelling {
    /// One behind the other.
    #[default]
    Plain,
    /// As value validations have it: without dots at the front, below this name, and `<nil>` where nothing is left.
    // apiextensions-apiserver: pkg/apiserver/validation/validation.go kubeOpenAPIResultToFieldErrors
    Values(&'static str),
}

/// The beginning of paths.
pub(crate) struct Prefix {
    above: Option<Arc<Prefix>>,
    text: Box<str>,
    depth: u32,
    /// Whether there are only dots up to here.
    blank: bool,
}

impl Prefix {
    /// Adds text to a beginning.
    pub(crate) fn below(above: Option<&Arc<Prefix>>, text: &str) -> Arc<Prefix> {
        let depth = above.map_or(0, |above| above.depth + 1);
        let blank = above.is_none_or(|above| above.blank) && text.bytes().all(|byte| byte == b'.');
        Arc::new(Prefix { above: above.cloned(), text: text.into(), depth, blank })
    }
}

// A chain of ten thousand must not take the stack.
impl Drop for Prefix {
    fn drop(&mut self) {
        let mut above = self.above.take();
        while let Some(prefix) = above {
            above = Arc::into_inner(prefix).and_then(|mut prefix| prefix.above.take());
        }
    }
}

impl FieldPath {
    /// The path that goes on behind a beginning.
    pub(crate) fn new(prefix: Option<&Arc<Prefix>>, rest: &str) -> Self {
        FieldPath { prefix: prefix.cloned(), rest: rest.into(), spelling: Spelling::Plain }
    }

    /// The path with more behind it.
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

    /// The same path as value validations spell it below `name`.
    pub(crate) fn of_values(self, name: &'static str) -> Self {
        FieldPath { spelling: Spelling::Values(name), ..self }
    }

    /// Whether it has no text: it is that of the object itself.
    pub fn is_empty(&self) -> bool {
        self.spelling == Spelling::Plain && self.rest.is_empty() && self.prefix.is_none()
    }

    /// Its text in pieces, in order.
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

    /// Whether both begin with one prefix and are spelled the same.
    fn is_beside(&self, other: &FieldPath) -> bool {
        let same = match (&self.prefix, &other.prefix) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        };
        same && self.spelling == other.spelling
    }
}

/// The pieces of a beginning that stand behind another one, the last first.
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

/// The longest beginning that two have in common.
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

/// In the order of their texts, byte by byte.
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
        // What they have in common need not be read.
        let common = common(self.prefix.as_deref(), other.prefix.as_deref());
        let behind = |path: &'_ FieldPath| -> Vec<u8> {
            let mut pieces = above(path.prefix.as_deref(), common);
            pieces.reverse();
            pieces.push(&*path.rest);
            pieces.concat().into_bytes()
        };
        behind(self).cmp(&behind(other))
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
