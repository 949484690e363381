//! Finds the place of an error in the text. In: an object, and a path in the server's notation. Out: the span
//! of the value, or of the last existing part of the path.
//!
//! Keys may contain dots and brackets, which the server does not escape. So the object decides: the longest
//! key counts with which the rest of the path begins.

use std::collections::HashMap;

use crdc_source::{Member, Node, Span, Value};

/// Finds places in an object. Objects with many members have an index, because each member may have an error.
pub(crate) struct Places<'n> {
    object: &'n Node,
    large: HashMap<*const Node, Sorted<'n>>,
    /// The texts of the containers in which a bad value was searched, with their spans; `None` for texts that
    /// occur twice.
    texts: HashMap<*const Node, HashMap<&'n str, Option<Span>>>,
}

/// The number of members below which no index is built.
const LARGE_OBJECT: usize = 64;

impl<'n> Places<'n> {
    pub(crate) fn new(object: &'n Node) -> Places<'n> {
        Places { object, large: HashMap::new(), texts: HashMap::new() }
    }

    /// The span of the value at a path. For a value of several lines and for a missing field, it is the span
    /// of the nearest key above.
    pub(crate) fn of(&mut self, path: &str) -> Span {
        self.find(path).span()
    }

    /// The span of a bad value that the server names in an error about its container: a key or a value of a
    /// map, or an item of a list. If the value does not occur, or occurs several times, it is the span of the
    /// container.
    pub(crate) fn of_one(&mut self, path: &str, bad: &str) -> Span {
        let at = self.find(path);
        let texts = self.texts.entry(at.node).or_insert_with(|| texts_of(at.node));
        texts.get(bad).copied().flatten().unwrap_or_else(|| at.span())
    }

    /// The span of the key at a path, or of the last existing part of the path.
    pub(crate) fn key_of(&mut self, path: &str) -> Span {
        self.find(path).key
    }

    /// The value at a path, or at the last existing part of the path.
    pub(crate) fn find(&mut self, path: &str) -> At<'n> {
        self.reached(path).0
    }

    /// The last existing value on a path, and whether it is the value at the whole path.
    pub(crate) fn reached(&mut self, path: &str) -> (At<'n>, bool) {
        let object = self.object;
        let root =
            object.get("kind").map_or(Span { end: object.span.start, ..object.span }, |kind| kind.span);
        let mut at = At { node: object, key: root };
        let mut rest = path.trim_start_matches('.');
        while let Some((next, after_step)) = self.step(at.node, rest) {
            at = next;
            rest = after_step;
            if rest.is_empty() {
                break;
            }
        }
        (at, rest.is_empty())
    }

    /// The member or item of a node with which the path begins, and the rest of the path.
    fn step<'p>(&mut self, node: &'n Node, path: &'p str) -> Option<(At<'n>, &'p str)> {
        let of_key = |member: &'n Member| {
            let rest = after(path, &member.key)?;
            Some((At::of_member(member), rest))
        };
        let shortest = |(_, rest): &(At<'_>, &str)| rest.len();
        match &node.value {
            Value::Array(items) => {
                let (index, rest) = path.strip_prefix('[')?.split_once(']')?;
                let item = items.get(index.parse::<usize>().ok()?)?;
                Some((At::of_item(item), rest))
            }
            Value::Object(members) if members.len() > LARGE_OBJECT => {
                let keys = self.large.entry(node).or_insert_with(|| Sorted::of(members));
                let is_end = |rest: &str| rest.is_empty() || rest.starts_with(['.', '[']);
                let dotted = keys.longest(path.strip_prefix('.').unwrap_or(path), is_end);
                let bracketed = path
                    .strip_prefix('[')
                    .and_then(|path| keys.longest(path, |rest| rest.strip_prefix(']').is_some_and(is_end)));
                [bracketed, dotted].into_iter().flatten().filter_map(of_key).min_by_key(shortest)
            }
            Value::Object(members) => members.iter().filter_map(of_key).min_by_key(shortest),
            _ => None,
        }
    }
}

/// The keys and values of a map, or the items of a list, with their spans. A text that occurs twice has no
/// span.
fn texts_of(node: &Node) -> HashMap<&str, Option<Span>> {
    let text = |node| Some((Node::as_str(node)?, node.span));
    let mut texts = HashMap::new();
    let mut add = |(text, span)| {
        texts.entry(text).and_modify(|span| *span = None).or_insert(Some(span));
    };
    match &node.value {
        Value::Object(members) => {
            members.iter().map(|member| (member.key.as_str(), member.key_span)).for_each(&mut add);
            members.iter().filter_map(|member| text(&member.value)).for_each(&mut add);
        }
        Value::Array(items) => items.iter().filter_map(text).for_each(&mut add),
        _ => {}
    }
    texts
}

/// Members, sorted by their keys.
struct Sorted<'n> {
    members: Vec<&'n Member>,
    /// For each member, the index of the nearest member before it whose key is a prefix of its key.
    above: Vec<Option<usize>>,
}

impl<'n> Sorted<'n> {
    fn of(members: &'n [Member]) -> Sorted<'n> {
        let mut members: Vec<&Member> = members.iter().collect();
        members.sort_by(|one, other| one.key.cmp(&other.key));
        let mut above = Vec::with_capacity(members.len());
        // Each key in the stack begins with the key before it.
        let mut open: Vec<(usize, &str)> = Vec::new();
        for (index, member) in members.iter().enumerate() {
            while open.pop_if(|(_, key)| !member.key.starts_with(*key)).is_some() {}
            above.push(open.last().map(|(index, _)| *index));
            open.push((index, &member.key));
        }
        Sorted { members, above }
    }

    /// The member with the longest key that is a prefix of the path, and after which `is_end` accepts the
    /// rest.
    ///
    /// Each key that is a prefix of the path is the last key that is not after the path, or one of the
    /// prefixes of that key.
    fn longest(&self, path: &str, is_end: impl Fn(&str) -> bool) -> Option<&'n Member> {
        let last = self.members.partition_point(|member| member.key.as_str() <= path).checked_sub(1)?;
        let in_common = self.members.get(last)?.key.bytes().zip(path.bytes());
        let common = in_common.take_while(|(one, other)| one == other).count();
        let mut at = Some(last);
        while let Some(index) = at {
            let member = *self.members.get(index)?;
            let is_in_path = member.key.len() <= common;
            if is_in_path && path.get(member.key.len()..).is_some_and(&is_end) {
                return Some(member);
            }
            at = *self.above.get(index)?;
        }
        None
    }
}

/// A value in an object.
#[derive(Clone, Copy)]
pub(crate) struct At<'n> {
    pub(crate) node: &'n Node,
    /// The span that is shown if the value is a container.
    key: Span,
}

impl<'n> At<'n> {
    pub(crate) fn of_member(member: &'n Member) -> At<'n> {
        At { node: &member.value, key: member.key_span }
    }

    pub(crate) fn of_item(item: &'n Node) -> At<'n> {
        At { node: item, key: first_line(item) }
    }

    /// The span that is shown: a scalar itself, or the key of a value that may have many lines.
    pub(crate) fn span(self) -> Span {
        match self.node.value {
            Value::Array(_) | Value::Object(_) => self.key,
            _ => self.node.span,
        }
    }
}

/// The path after a key: `.key` or `[key]`, and then the end or another part.
pub(crate) fn after<'p>(path: &'p str, key: &str) -> Option<&'p str> {
    let bracketed = path.strip_prefix('[').and_then(|path| path.strip_prefix(key)?.strip_prefix(']'));
    let dotted = path.strip_prefix('.').unwrap_or(path).strip_prefix(key);
    bracketed.or(dotted).filter(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// The span of an item of a list, which has no key: the span of its first member.
fn first_line(item: &Node) -> Span {
    match &item.value {
        Value::Object(members) => members.first().map_or(item.span, |member| member.key_span),
        _ => item.span,
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGE_OBJECT, Places};
    use crdc_source::{Source, parse};

    #[test]
    fn paths_lead_to_the_text() {
        let long = format!("  {}ü: 8\n", "é.".repeat(LARGE_OBJECT));
        let text = &format!(
            "kind: A\nspec:\n  a.b: 1\n  a:\n    b: 2\n  x: 5\n  x.y: 6\n  x.y.z: {{v: 7}}\n  b[r: 9\n{long}  list:\n  - name: x\n    \
             size: 3\n  map:\n    k[0]: {{z: 4}}\n"
        );
        // Few members are compared, many have an index.
        let more =
            |indent: &str| (0..=LARGE_OBJECT).map(|n| format!("{indent}m{n}: 1\n")).collect::<String>();
        paths_lead_to(text);
        paths_lead_to(&(text.clone() + &more("    ") + &more("  ")));
    }

    fn paths_lead_to(text: &str) {
        let (documents, _) = parse(&Source::new("a.yaml", text));
        let mut places = Places::new(&documents[0]);
        for (path, expected) in [
            ("spec.a.b", "1"),
            ("spec.a", "a"),
            ("spec.list[0].size", "3"),
            ("spec.list[0]", "name"),
            ("spec.list[7]", "list"),
            ("spec.map[k[0]].z", "4"),
            ("spec.map.k[0].z", "4"),
            ("spec.missing.more", "spec"),
            ("spec.x", "5"),
            ("spec.x.y", "6"),
            ("spec.x.yy", "5"),
            ("spec.x.y.z.w", "x.y.z"),
            (&format!("spec.{}", "é.".repeat(LARGE_OBJECT) + "ü"), "8"),
            (&format!("spec.{}.more", "é.".repeat(LARGE_OBJECT) + "ü"), "8"),
            ("spec[b[r]", "9"),
            ("<nil>", "A"),
            ("", "A"),
        ] {
            let span = places.of(path);
            assert_eq!(&text[span.start as usize..span.end as usize], expected, "{path}");
        }
        let span = places.key_of("spec.list[0].size");
        assert_eq!(&text[span.start as usize..span.end as usize], "size");
    }

    /// Each path begins with all of the keys but the longer ones, and none of them is a part of it. If each
    /// path is compared with each key, this takes many minutes.
    #[test]
    fn keys_that_begin_with_each_other_are_compared_once() {
        let most = 1_500;
        let keys: String = (1..=most).map(|n| format!("\"K.{}\": 1, ", "b".repeat(n))).collect();
        let text = format!("{{\"spec\": {{{keys}\"K\": {{\"{}c\": {{\"d\": 2}}}}}}}}", "b".repeat(most));
        let (documents, _) = parse(&Source::new("a.json", text.as_str()));
        let mut places = Places::new(&documents[0]);
        let bs = "b".repeat(most);
        for (path, expected) in [(format!("spec.K.{bs}c.d"), "2"), (format!("spec.K.{bs}"), "1")] {
            for _ in 0..4_000 {
                let span = places.of(&path);
                assert_eq!(&text[span.start as usize..span.end as usize], expected);
            }
        }
        let span = places.key_of(&format!("spec.K.{}", "b".repeat(7)));
        assert_eq!(text[span.start as usize..span.end as usize].trim_matches('"'), "K.bbbbbbb");
    }

    #[test]
    fn bad_values_are_found_in_their_field() {
        let text =
            "metadata:\n  labels: {a b: x, ok: '-', c: '-', d: a}\n  finalizers: [x, no slash]\n  name: UP\n";
        let (documents, _) = parse(&Source::new("a.yaml", text));
        let mut places = Places::new(&documents[0]);
        for (path, bad, expected) in [
            ("metadata.labels", "a b", "a b"),
            ("metadata.labels", "a", "a"),
            ("metadata.labels", "-", "labels"),
            ("metadata.labels", "none", "labels"),
            ("metadata.finalizers", "no slash", "no slash"),
            ("metadata.name", "UP", "UP"),
        ] {
            let span = places.of_one(path, bad);
            assert_eq!(&text[span.start as usize..span.end as usize], expected, "{path} {bad}");
        }
    }
}
