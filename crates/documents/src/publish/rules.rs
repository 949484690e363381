//! Collects the schemas of rules from fragments. In: fragments. Out: their schemas, with each type once, even
//! if it is referred to several times. Easy to break: types may be recursive, so a type gets its number
//! before its references are read.

use super::problem::Problem;
use crdc_source::diag::{Code, has_errors, quoted};
use crdc_source::{Node, Source, Value, parse};
use crdc_vocabulary::Fragment;

/// The schema of one type.
pub(super) struct Item {
    /// The type's name.
    pub(super) name: &'static str,
    /// The schema that its derive emits.
    pub(super) schema: Node,
    /// The type of each reference by its number, if the type has rules.
    refs: Vec<Option<usize>>,
    fragment: &'static Fragment,
}

/// All types that some fragments reach.
#[derive(Default)]
pub(super) struct Items {
    list: Vec<Item>,
    /// The number of types whose references were followed.
    read: usize,
}

/// The target of a `$ref` in a fragment.
pub(super) enum Target {
    /// A type with rules.
    Item(usize),
    /// A type without rules.
    Leaf,
    /// No type: the fragment is invalid.
    Nowhere,
}

impl Items {
    /// Reads a fragment with everything it reaches, and returns its number.
    pub(super) fn read(&mut self, root: &'static Fragment, problems: &mut Vec<Problem>) -> usize {
        let id = self.number(root, problems);
        while let Some(fragment) = self.list.get(self.read).map(|item| item.fragment) {
            let refs =
                fragment.refs.iter().map(|of| of().map(|found| self.number(found, problems))).collect();
            if let Some(item) = self.list.get_mut(self.read) {
                item.refs = refs;
            }
            self.read += 1;
        }
        id
    }

    /// The type with this number. Numbers come from [`read`](Self::read), so it exists.
    pub(super) fn get(&self, id: usize) -> Option<&Item> {
        self.list.get(id)
    }

    /// A type's name.
    pub(super) fn name(&self, id: usize) -> &'static str {
        self.get(id).map_or("", |item| item.name)
    }

    /// The target of a reference in a type's schema.
    pub(super) fn target(&self, id: usize, reference: &Node) -> Target {
        let number = reference.as_str().and_then(|text| text.strip_prefix("#/refs/")?.parse::<usize>().ok());
        match number.and_then(|number| self.get(id)?.refs.get(number)) {
            Some(Some(id)) => Target::Item(*id),
            Some(None) => Target::Leaf,
            None => Target::Nowhere,
        }
    }

    /// Whether a type is recursive.
    pub(super) fn is_recursive(&self, id: usize) -> bool {
        let refs = |id: usize| self.get(id).into_iter().flat_map(|item| item.refs.iter().flatten().copied());
        let (mut seen, mut waiting) = (vec![false; self.list.len()], vec![id]);
        while let Some(from) = waiting.pop() {
            for to in refs(from) {
                if to == id {
                    return true;
                }
                if seen.get(to) == Some(&false) {
                    seen[to] = true;
                    waiting.push(to);
                }
            }
        }
        false
    }

    /// The number of a fragment, which is identified by its address.
    fn number(&mut self, fragment: &'static Fragment, problems: &mut Vec<Problem>) -> usize {
        if let Some(known) = self.list.iter().position(|item| std::ptr::eq(item.fragment, fragment)) {
            return known;
        }
        let schema = schema(fragment).unwrap_or_else(|why| {
            let message = format!("the rules of `{}` are not a valid schema: {why}", fragment.name);
            let help = "this is a bug in the derive, or in a fragment written by hand";
            problems.push(Problem::new(Code::PublishFragment, &[], message).help(help));
            super::tree::object()
        });
        self.list.push(Item { name: fragment.name, schema, refs: Vec::new(), fragment });
        self.list.len() - 1
    }
}

fn schema(fragment: &Fragment) -> Result<Node, String> {
    let (mut documents, problems) = parse(&Source::new("fragment.json", fragment.text));
    if has_errors(&problems) {
        return Err(problems.first().map(|problem| problem.message.clone()).unwrap_or_default());
    }
    match (documents.pop(), documents.len()) {
        (Some(node @ Node { value: Value::Object(_), .. }), 0) => Ok(node),
        _ => Err(quoted(fragment.text)),
    }
}
