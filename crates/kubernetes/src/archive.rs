//! The JSON Schemas of definitions, of several versions of Kubernetes. In: an archive, or the document of one
//! version. Out: the text of a definition in a version, and the kinds in the archive.
//!
//! An archive is text, one line for each:
//!
//! - `K FIRST LAST GROUP VERSION KIND NAME`: a kind and its definition, from one minor version to another;
//!   the core group is `-`;
//! - `D NAME`: a definition, and below it `FIRST LAST SCHEMA`, its JSON Schema in these versions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io;

use crdc_vocabulary::Minor;
use serde_json::Value;

use crate::definition::GroupVersionKind;

/// The built-in archive, deflated: `cargo xtask kubernetes` makes it.
const BUILT_IN: &[u8] = include_bytes!("../data/definitions.deflate");

/// The definitions of several versions.
#[derive(Clone, Debug)]
pub struct Archive {
    text: String,
    /// The places of the schemas of each name: the versions, and the range of the text.
    definitions: Vec<(String, Vec<Entry>)>,
    kinds: Vec<Kind>,
}

/// A text for some versions.
#[derive(Clone, Debug)]
struct Entry {
    first: Minor,
    last: Minor,
    start: usize,
    end: usize,
}

/// A kind, in some versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The first minor version that has the kind, of the versions in the archive.
    pub first: Minor,
    /// The last minor version that has the kind.
    pub last: Minor,
    /// The group, the version and the kind.
    pub of: GroupVersionKind,
    /// The name of its definition.
    pub definition: String,
}

impl Archive {
    /// The schemas that are built in.
    ///
    /// # Errors
    /// The data of this crate is damaged.
    ///
    /// ```
    /// let archive = crdc_kubernetes::archive::Archive::built_in().unwrap();
    /// assert!(archive.versions().iter().any(|version| version.to_string() == "1.36"));
    /// ```
    pub fn built_in() -> io::Result<Archive> {
        let damaged = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why.to_owned());
        let text =
            miniz_oxide::inflate::decompress_to_vec(BUILT_IN).map_err(|error| damaged(&error.to_string()))?;
        let text = String::from_utf8(text).map_err(|_| damaged("it is no text"))?;
        Archive::read(text).ok_or_else(|| damaged("a line has too few words"))
    }

    /// Parses the text of an archive; `None` if a line is invalid.
    #[must_use]
    pub fn read(text: String) -> Option<Archive> {
        let (mut definitions, mut kinds) = (Vec::<(String, Vec<Entry>)>::new(), Vec::new());
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            let words = line.trim_end();
            match words.as_bytes().first() {
                Some(b'D') => definitions.push((words.get(2..)?.to_owned(), Vec::new())),
                Some(b'K') => {
                    let mut words = words.split(' ').skip(1);
                    let mut next = || words.next();
                    let (first, last) = (minor(next()?)?, minor(next()?)?);
                    let group = next().map(|group| if group == "-" { "" } else { group })?;
                    let of = GroupVersionKind::new(group, next()?, next()?);
                    kinds.push(Kind { first, last, of, definition: next()?.to_owned() });
                }
                Some(_) => {
                    let mut words = words.splitn(3, ' ');
                    let (first, last) = (minor(words.next()?)?, minor(words.next()?)?);
                    let schema = words.next()?.len();
                    let entry = Entry { first, last, start: start + line.trim_end().len() - schema, end };
                    definitions.last_mut()?.1.push(entry);
                }
                None => {}
            }
            start = end;
        }
        definitions.sort_by(|one, other| one.0.cmp(&other.0));
        Some(Archive { text, definitions, kinds })
    }

    /// Builds an archive from documents, each with its version: `components.schemas`, as `pack` writes them.
    #[must_use]
    pub fn of_documents(documents: &[(Minor, Value)]) -> Archive {
        let mut schemas: BTreeMap<&str, Vec<(Minor, Minor, String)>> = BTreeMap::new();
        let mut kinds: BTreeMap<(GroupVersionKind, &str), (Minor, Minor)> = BTreeMap::new();
        let mut previous = None;
        for (version, document) in documents {
            let all = document.pointer("/components/schemas").and_then(Value::as_object);
            for (name, schema) in all.into_iter().flatten().filter(|(name, _)| is_word(name)) {
                let kinds_of = crate::definition::kinds_of(schema).into_iter();
                let of_words = |of: &GroupVersionKind| {
                    (of.group.is_empty() || is_word(&of.group)) && is_word(&of.version) && is_word(&of.kind)
                };
                for of in kinds_of.filter(of_words) {
                    kinds
                        .entry((of, name))
                        .and_modify(|(_, last)| *last = *version)
                        .or_insert((*version, *version));
                }
                let (known, text) = (schemas.entry(name).or_default(), schema.to_string());
                match known.last_mut() {
                    Some((_, last, same)) if Some(*last) == previous && *same == text => *last = *version,
                    _ => known.push((*version, *version, text)),
                }
            }
            previous = Some(*version);
        }
        let mut text = String::new();
        for ((of, name), (first, last)) in kinds {
            let group = if of.group.is_empty() { "-" } else { &of.group };
            let _ = writeln!(text, "K {} {} {group} {} {} {name}", first.0, last.0, of.version, of.kind);
        }
        for (name, versions) in schemas {
            let _ = writeln!(text, "D {name}");
            for (first, last, schema) in versions {
                let _ = writeln!(text, "{} {} {schema}", first.0, last.0);
            }
        }
        Archive::read(text).unwrap_or(Archive {
            text: String::new(),
            definitions: Vec::new(),
            kinds: Vec::new(),
        })
    }

    /// The text, deflated.
    #[must_use]
    pub fn deflated(&self) -> Vec<u8> {
        miniz_oxide::deflate::compress_to_vec(self.text.as_bytes(), 9)
    }

    /// The versions in the archive, the oldest first.
    #[must_use]
    pub fn versions(&self) -> Vec<Minor> {
        let bounds = self.kinds.iter().flat_map(|kind| [kind.first, kind.last]);
        bounds.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// All kinds.
    #[must_use]
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The number of definitions; each has an index below it.
    pub(crate) fn len(&self) -> usize {
        self.definitions.len()
    }

    /// The index of a definition.
    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.definitions.binary_search_by(|(known, _)| known.as_str().cmp(name)).ok()
    }

    /// The name of a definition, and its schema in a version.
    pub(crate) fn definition(&self, index: usize, version: Minor) -> Option<(&str, &str)> {
        let (name, entries) = self.definitions.get(index)?;
        let entry = entries.iter().find(|entry| entry.first <= version && version <= entry.last)?;
        Some((name, self.text.get(entry.start..entry.end)?))
    }
}

/// Whether a text is a single word, so that it fits in a line. Servers have no other names.
fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(char::is_whitespace)
}

fn minor(word: &str) -> Option<Minor> {
    word.parse().ok().map(Minor)
}

#[cfg(test)]
mod tests {
    use super::{Archive, Minor};
    use serde_json::json;

    #[test]
    fn names_that_are_no_words_hide_no_others() {
        for odd in ["", " ", "a b", "a\nK 1 2", "a\u{2028}b", "x "] {
            let kind = |version: &str, kind: &str| json!({"properties": {"metadata": {}}, "x-kubernetes-group-version-kind": [{"group": "", "version": version, "kind": kind}]});
            let document = json!({"components": {"schemas": {
                odd: kind("v1", "Odd"), "a": kind(odd, "A"), "b": kind("v1", odd), "io.k8s.api.core.v1.Pod": kind("v1", "Pod")
            }}});
            let archive = Archive::of_documents(&[(Minor(36), document)]);
            let kinds: Vec<&str> = archive.kinds().iter().map(|kind| kind.of.kind.as_str()).collect();
            assert_eq!(kinds, ["Pod"], "{odd:?}");
            assert!(archive.index("io.k8s.api.core.v1.Pod").is_some(), "{odd:?}");
        }
    }
}
