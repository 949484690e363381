//! `$ref`: its syntax, the name it contains, and the references of a document's nodes.

use std::collections::HashSet;

use super::document::{Dialect, Document};
use crdc_source::{Member, Node, Value};

/// The reference of a node as written: `$ref` itself, or that of the only element of `allOf`, which is how v3
/// writes a reference with siblings.
pub(crate) fn written(node: &Node) -> Option<&str> {
    if let Some(reference) = node.get("$ref") {
        return reference.as_str();
    }
    match node.get("allOf").map(|all| &all.value) {
        Some(Value::Array(list)) => match list.as_slice() {
            [one] => one.get("$ref").and_then(Node::as_str),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a reference leads to the metadata of resources.
pub(super) fn is_object_meta(reference: &str) -> bool {
    reference.rsplit('/').next().is_some_and(|name| {
        // The second is the name in aggregated servers of older releases.
        name.ends_with(".meta.v1.ObjectMeta") || name == "v1.ObjectMeta"
    })
}

/// The name of the referenced definition, or why the reference is invalid.
pub(super) fn name(reference: &str, dialect: Dialect) -> Result<String, &'static str> {
    let Some(rest) = reference.strip_prefix(dialect.prefix()) else {
        return Err(match reference.strip_prefix('#') {
            None => "this reference points to another document",
            Some(_) => "this reference does not point to a definition of this document",
        });
    };
    if rest.is_empty() || rest.contains('/') {
        return Err("this reference does not point to a definition of this document");
    }
    let decoded = percent_decoded(rest).ok_or("this reference is not a valid URI")?;
    Ok(decoded.replace("~1", "/").replace("~0", "~"))
}

fn percent_decoded(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes().iter();
    while let Some(&byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
        let (high, low) = (digit(rest.next())?, digit(rest.next())?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

/// Whether one definition leads to another through any number of references.
pub(super) fn reaches(document: &Document<'_>, from: &Member, name: &str) -> bool {
    let mut seen: HashSet<&str> = HashSet::from([from.key.as_str()]);
    let mut waiting = vec![&from.value];
    while let Some(node) = waiting.pop() {
        match &node.value {
            Value::Object(members) => {
                for member in members {
                    if let ("$ref", Some(reference)) = (member.key.as_str(), member.value.as_str())
                        && let Ok(next) = self::name(reference, document.dialect)
                        && let Some(definition) = document.definition(&next)
                    {
                        if next == name {
                            return true;
                        }
                        if seen.insert(&definition.key) {
                            waiting.push(&definition.value);
                        }
                    }
                    waiting.push(&member.value);
                }
            }
            Value::Array(items) => waiting.extend(items),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::name;
    use crate::openapi::document::Dialect::{V2, V3};

    #[test]
    fn names_are_taken_out_of_pointers() {
        assert_eq!(name("#/definitions/io.k8s.Pod", V2).as_deref(), Ok("io.k8s.Pod"));
        assert_eq!(name("#/components/schemas/a~1b%20c~0", V3).as_deref(), Ok("a/b c~"));
        assert!(name("#/definitions/Pod", V3).is_err());
        assert!(name("#/definitions/", V2).is_err());
        assert!(name("#/definitions/Pod/properties/spec", V2).is_err());
        assert!(name("other.json#/definitions/Pod", V2).is_err());
        assert!(name("#/definitions/a%2", V2).is_err());
        assert!(name("#/definitions/a%ff", V2).is_err());
    }
}
