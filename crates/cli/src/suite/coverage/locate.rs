//! Finds the field that the path of an error leads to. In: a path as the server writes it, and the object
//! that has the error. Out: the number of the field.
//!
//! Keys may have dots and brackets, which the server does not escape. So the keys of the object and of the
//! schema are tried: the longest key that the rest of the path starts with is taken.

use super::points::Flat;
use crate::validate::findings::field_spans::after;
use crdc_source::{Node, Value};

/// The field of a path, in the first of the objects in which the whole path can be followed.
pub(super) fn locate(fields: &[Flat], objects: &[&Node], path: &str) -> Option<usize> {
    let path = path.trim_start_matches('.');
    objects.iter().find_map(|object| follow(fields, object, path))
}

fn follow(fields: &[Flat], object: &Node, path: &str) -> Option<usize> {
    let (mut at, mut node, mut rest) = (0, Some(object), path);
    while !rest.is_empty() {
        let field = fields.get(at)?;
        (at, node, rest) = item(field, node, rest).or_else(|| member(field, node, rest))?;
    }
    Some(at)
}

type Next<'n, 'p> = (usize, Option<&'n Node>, &'p str);

fn item<'n, 'p>(field: &Flat, node: Option<&'n Node>, path: &'p str) -> Option<Next<'n, 'p>> {
    let items = field.items?;
    let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
    let node = match node.map(|node| &node.value) {
        // List maps have their keys in the brackets.
        Some(Value::Array(list)) => index.parse::<usize>().ok().and_then(|index| list.get(index)),
        _ => None,
    };
    Some((items, node, rest))
}

fn member<'n, 'p>(field: &Flat, node: Option<&'n Node>, path: &'p str) -> Option<Next<'n, 'p>> {
    let written: &[_] = match node.map(|node| &node.value) {
        Some(Value::Object(members)) => members,
        _ => &[],
    };
    let written = written.iter().map(|member| (member.key.as_str(), Some(&member.value)));
    let known = field.properties.keys().map(|key| (key.as_str(), None));
    let fits = |(key, value): (&str, Option<&'n Node>)| {
        let rest = after(path, key)?;
        let of = field.properties.get(key).copied().or(field.values)?;
        Some((of, value, rest))
    };
    // Of equal keys, the key of the object comes first, since it has a value.
    written.chain(known).filter_map(fits).min_by_key(|(_, _, rest)| rest.len())
}
