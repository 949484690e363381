//! Applies the operations of a JSON Patch as the server's library does, which differs from RFC 6902.
//!
//! In: operations and the document. Out: the changed document, or the reason why the patch fails. Easy to
//! break, since the RFC differs: a missing member counts as null for `test`, `copy` and `replace`; `add` and
//! `replace` without a value set null; negative indices count from the end; indices may have a sign and
//! leading zeros; text before the first `/` of a path is ignored.
// evanphx/json-patch v4.13.0: patch.go

use crdc_vocabulary::go::integer;

use super::limits::{Stop, Work};
use super::node::Node;
use super::operation::Operation;

type Applied<T> = Result<T, Stop>;

/// The error of the library for a missing value.
const MISSING: &str = "missing value";

fn failed<T>(why: String) -> Applied<T> {
    Err(Stop::Failed(why))
}

/// Applies the operations one by one. If this fails, the document contains a part of the changes, and must
/// not be used.
pub(super) fn apply(operations: &[Operation], document: &mut Node) -> Applied<()> {
    let mut work = Work::default();
    document.open(&mut work)?;
    for operation in operations {
        let mut at = At { document, operation, work: &mut work };
        match operation.kind.as_str() {
            "add" => at.add()?,
            "remove" => at.remove()?,
            "replace" => at.replace()?,
            "move" => at.moves()?,
            "test" => at.test()?,
            "copy" => at.copy()?,
            other => return failed(format!("Unexpected kind: {other}")),
        }
    }
    Ok(())
}

/// An operation on a document.
struct At<'a> {
    document: &'a mut Node,
    operation: &'a Operation,
    work: &'a mut Work,
}

impl<'a> At<'a> {
    fn path(&self, what: &str, nested: &str) -> Applied<&'a str> {
        match &self.operation.path {
            Some(path) => Ok(path),
            None => failed(format!("{what} operation failed to decode path: {nested}{MISSING}")),
        }
    }

    fn from(&self, what: &str) -> Applied<&'a str> {
        match &self.operation.from {
            Some(from) => Ok(from),
            None => failed(format!(
                "{what} operation failed to decode from: operation, missing from field: {MISSING}"
            )),
        }
    }

    fn value(&self) -> Node {
        self.operation.value.clone().unwrap_or(Node::Null)
    }

    fn add(&mut self) -> Applied<()> {
        let path = self.path("add", "")?;
        let value = self.value();
        let Some((container, key)) = find(self.document, path, self.work)? else {
            return failed(format!(
                "add operation does not apply: doc is missing path: \"{path}\": {MISSING}"
            ));
        };
        put(container, &key, value, self.work)
            .map_err(|why| why.within(&format!("error in add for path: '{path}'")))
    }

    fn remove(&mut self) -> Applied<()> {
        let path = self.path("remove", "")?;
        let Some((container, key)) = find(self.document, path, self.work)? else {
            return failed(format!(
                "remove operation does not apply: doc is missing path: \"{path}\": {MISSING}"
            ));
        };
        match take(container, &key, self.work) {
            Ok(_) => Ok(()),
            Err(why) => Err(why.within(&format!("error in remove for path: '{path}'"))),
        }
    }

    fn replace(&mut self) -> Applied<()> {
        let path = self.path("replace", "operation missing path field: ")?;
        let value = self.value();
        if path.is_empty() {
            if self.operation.value.is_none() {
                return Err(Stop::Panics);
            }
            *self.document = value;
            self.document.open(self.work)?;
            return match self.document {
                Node::Object(_) | Node::Array(_) => Ok(()),
                _ => failed("replace operation value must be object or array: %!w(<nil>)".to_owned()),
            };
        }
        let Some((container, key)) = find(self.document, path, self.work)? else {
            return failed(format!(
                "replace operation does not apply: doc is missing path: {path}: {MISSING}"
            ));
        };
        let is_there = match container {
            // A member need not exist.
            Node::Object(members) => {
                members.insert(key.into(), value);
                true
            }
            other => item(other, &key).map(|item| *item = value).is_ok(),
        };
        if is_there {
            return Ok(());
        }
        failed(format!("replace operation does not apply: doc is missing key: {path}: {MISSING}"))
    }

    fn moves(&mut self) -> Applied<()> {
        let from = self.from("move")?;
        let Some((container, key)) = find(self.document, from, self.work)? else {
            return failed(format!(
                "move operation does not apply: doc is missing from path: {from}: {MISSING}"
            ));
        };
        let value = take(container, &key, self.work)
            .map_err(|why| why.within(&format!("error in move for path: '{key}'")))?;
        let path = self.path("move", "operation missing path field: ")?;
        self.work.moves(keys(from), keys(path))?;
        let Some((container, key)) = find(self.document, path, self.work)? else {
            return failed(format!(
                "move operation does not apply: doc is missing destination path: {path}: {MISSING}"
            ));
        };
        put(container, &key, value, self.work)
            .map_err(|why| why.within(&format!("error in move for path: '{path}'")))
    }

    fn copy(&mut self) -> Applied<()> {
        let from = self.from("copy")?;
        let Some((container, key)) = find(self.document, from, self.work)? else {
            return failed(format!(
                "copy operation does not apply: doc is missing from path: {from}: {MISSING}"
            ));
        };
        let value = match container {
            Node::Object(members) => members.get(key.as_str()).map_or(Node::Null, Node::clone_of),
            other => match item(other, &key) {
                Ok(item) => item.clone_of(),
                Err(why) => return Err(why.within(&format!("error in copy for from: '{from}'"))),
            },
        };
        let path = self.path("copy", "")?;
        let Some((container, key)) = find(self.document, path, self.work)? else {
            return failed(format!(
                "copy operation does not apply: doc is missing destination path: {path}: {MISSING}"
            ));
        };
        if let Node::Text { text, .. } = &value {
            self.work.copied(text.len())?;
        }
        put(container, &key, value, self.work)
            .map_err(|why| why.within("error while adding value during copy"))
    }

    fn test(&mut self) -> Applied<()> {
        let path = self.path("test", "operation missing path field: ")?;
        let wanted = self.operation.value.as_ref().map(Node::to_text);
        let differs = || failed(format!("testing value {path} failed: test failed"));
        if path.is_empty() {
            let Some(wanted) = wanted else { return Err(Stop::Panics) };
            return if self.document.equals(&wanted, self.work)? { Ok(()) } else { differs() };
        }
        let Some((container, key)) = find(self.document, path, self.work)? else {
            return failed(format!("test operation does not apply: is missing path: {path}: {MISSING}"));
        };
        let found = match container {
            Node::Object(members) => members.get_mut(key.as_str()),
            other => match item(other, &key) {
                Ok(item) => Some(item),
                Err(why) => return Err(why.within(&format!("error in test for path: '{path}'"))),
            },
        };
        let wanted = wanted.filter(|text| text != "null");
        let holds = match (found.filter(|found| !matches!(found, Node::Null)), wanted) {
            (None, None) => true,
            (Some(found), Some(wanted)) => found.equals(&wanted, self.work)?,
            _ => false,
        };
        if holds { Ok(()) } else { differs() }
    }
}

impl Node {
    /// A copy of the node, as text.
    fn clone_of(&self) -> Node {
        match self {
            Node::Null => Node::Null,
            Node::Text { text, is_stored } => Node::Text { text: text.clone(), is_stored: *is_stored },
            opened => Node::of(&opened.to_text(), false),
        }
    }
}

impl Stop {
    /// The error with the operation that failed before it.
    fn within(self, what: &str) -> Stop {
        match self {
            Stop::Failed(why) => Stop::Failed(format!("{what}: {why}")),
            other => other,
        }
    }
}

/// The number of keys of a path.
fn keys(path: &str) -> usize {
    path.matches('/').count()
}

/// The container at a path, and the key in it; `None` if there is no such container.
pub(super) fn find<'d>(
    document: &'d mut Node,
    path: &str,
    work: &mut Work,
) -> Applied<Option<(&'d mut Node, String)>> {
    work.reaches(keys(path))?;
    // The text before the first `/` does not count.
    let Some((_, path)) = path.split_once('/') else { return Ok(None) };
    let (parents, key) = path.rsplit_once('/').map_or((None, path), |(parents, key)| (Some(parents), key));
    let mut container = document;
    for part in parents.into_iter().flat_map(|parents| parents.split('/')) {
        let part = decoded(part);
        let next = match container {
            Node::Object(members) => members.get_mut(part.as_str()),
            other => item(other, &part).ok(),
        };
        let Some(next) = next else { return Ok(None) };
        next.open(work)?;
        if !matches!(next, Node::Object(_) | Node::Array(_)) {
            return Ok(None);
        }
        container = next;
    }
    Ok(Some((container, decoded(key))))
}

/// A key without escapes: `~1` is `/`, and `~0` is `~`. Any other `~` stays.
fn decoded(key: &str) -> String {
    key.replace("~1", "/").replace("~0", "~")
}

fn invalid_index<T>(index: i64) -> Applied<T> {
    failed(format!("Unable to access invalid index: {index}: invalid index referenced"))
}

/// The position of an index in a list with this number of positions.
fn place(index: i64, places: usize) -> Applied<usize> {
    let at = if index < 0 { index.checked_add_unsigned(places as u64) } else { Some(index) };
    match at.and_then(|at| usize::try_from(at).ok()).filter(|at| *at < places) {
        Some(at) => Ok(at),
        None => invalid_index(index),
    }
}

/// An item of a list.
fn item<'n>(list: &'n mut Node, key: &str) -> Applied<&'n mut Node> {
    let Node::Array(items) = list else { return failed(MISSING.to_owned()) };
    let index = integer(key).map_err(|error| Stop::Failed(error.to_string()))?;
    let at = place(index, items.len())?;
    match items.get_mut(at) {
        Some(item) => Ok(item),
        None => invalid_index(index),
    }
}

/// Adds a member, or an item before another one.
fn put(container: &mut Node, key: &str, value: Node, work: &mut Work) -> Applied<()> {
    match container {
        Node::Object(members) => {
            members.insert(key.into(), value);
        }
        Node::Array(items) if key == "-" => items.push(value),
        Node::Array(items) => {
            let index = integer(key).map_err(|error| {
                Stop::Failed(format!("value was not a proper array index: '{key}': {error}"))
            })?;
            // A negative index may also name the position after the last item.
            let at = place(index, items.len() + 1)?;
            work.moved(items.len() - at)?;
            items.insert(at, value);
        }
        Node::Null | Node::Text { .. } => return failed(MISSING.to_owned()),
    }
    Ok(())
}

/// Removes a member or an item.
fn take(container: &mut Node, key: &str, work: &mut Work) -> Applied<Node> {
    match container {
        Node::Object(members) => match members.remove(key) {
            Some(value) => Ok(value),
            None => failed(format!("Unable to remove nonexistent key: {key}: {MISSING}")),
        },
        Node::Array(items) => {
            let index = integer(key).map_err(|error| Stop::Failed(error.to_string()))?;
            let at = place(index, items.len())?;
            work.moved(items.len() - at)?;
            Ok(items.remove(at))
        }
        Node::Null | Node::Text { .. } => failed(MISSING.to_owned()),
    }
}
