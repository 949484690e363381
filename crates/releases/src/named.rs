//! Finds objects by name. In: a name, and the file in which it is. Out: the objects that are meant: those in
//! the nearest folder, since repositories have a copy for each cluster.
//!
//! Easy to break: many objects of one name must not cost more than their number, so that only the first of a
//! folder and all folders below it are kept.

use crate::nodes::folder;
use crate::statement::{Kind, Name};
use std::collections::HashMap;

/// How many objects one name stands for, at most.
const MOST: usize = 4;
/// How many folders above a file are looked at. The root is always.
const MOST_FOLDERS: usize = 48;

/// The namespace of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Namespace<'s> {
    /// This one, as it is written. Empty: none is written, so that something else sets it.
    Written(&'s str),
    /// Any.
    Any,
}

type Key<'s> = (Kind, &'s str, Namespace<'s>, &'s str);

/// Objects by name, namespace and folder.
#[derive(Default)]
pub(crate) struct Named<'s>(HashMap<Key<'s>, Vec<usize>>);

impl<'s> Named<'s> {
    /// Adds an object. Objects are added in the order of their places.
    pub(crate) fn add(&mut self, name: &'s Name, path: &'s str, object: usize) {
        for above in folders(path) {
            for namespace in [Namespace::Written(&name.namespace), Namespace::Any] {
                let found = self.0.entry((name.kind, &name.name, namespace, above)).or_default();
                if found.len() < MOST {
                    found.push(object);
                }
            }
        }
    }

    /// The objects that a name in a file means.
    pub(crate) fn find<'b>(&'b self, name: &'b Name, path: &'b str) -> &'b [usize] {
        let at = |namespace, above| {
            Some(self.0.get(&(name.kind, name.name.as_str(), namespace, above))?.as_slice())
        };
        let any = || folders(path).find_map(|above| at(Namespace::Any, above));
        let found = if name.namespace.is_empty() {
            any()
        } else {
            let written = Namespace::Written(&name.namespace);
            let same = |above| at(written, above).or_else(|| at(Namespace::Written(""), above));
            // Kustomizations may set another namespace than the one that is written.
            folders(path).find_map(same).or_else(any)
        };
        found.unwrap_or_default()
    }
}

/// The folders above a file, the nearest first.
pub(crate) fn folders(path: &str) -> impl Iterator<Item = &str> {
    let nearest = folder(path);
    let above = std::iter::successors(Some(nearest), |folder| {
        (!folder.is_empty()).then(|| folder.rsplit_once('/').map_or("", |(above, _)| above))
    });
    let root = std::iter::once("").filter(move |_| nearest.matches('/').count() + 2 > MOST_FOLDERS);
    above.take(MOST_FOLDERS).chain(root)
}

#[cfg(test)]
mod tests {
    use super::{Named, folders};
    use crate::statement::{Kind, Name};

    fn name(namespace: &str) -> Name {
        Name { kind: Kind::HelmRepository, name: "a".to_owned(), namespace: namespace.to_owned() }
    }

    #[test]
    fn the_nearest_folder_counts() {
        let (none, x, y) = (name(""), name("x"), name("y"));
        let mut named = Named::default();
        for (object, (name, path)) in
            [(&x, "one/a.yaml"), (&x, "two/a.yaml"), (&none, "two/b.yaml"), (&y, "two/c/a.yaml")]
                .iter()
                .enumerate()
        {
            named.add(name, path, object);
        }
        for (name, path, expected) in [
            (&x, "one/app/b.yaml", &[0_usize] as &[usize]),
            (&x, "two/app/b.yaml", &[1]),
            (&x, "three/b.yaml", &[0, 1]),
            (&y, "two/c/d/b.yaml", &[3]),
            (&y, "one/b.yaml", &[3]),
            (&none, "two/c/b.yaml", &[3]),
            (&none, "b.yaml", &[0, 1, 2, 3]),
        ] {
            assert_eq!(named.find(name, path), expected, "{} {path}", name.namespace);
        }
        assert!(named.find(&Name { name: "b".to_owned(), ..name("x") }, "a.yaml").is_empty());
        // The namespace is set by something else.
        assert_eq!(named.find(&name("z"), "one/b.yaml"), [2]);
    }

    #[test]
    fn folders_end_with_the_root() {
        assert_eq!(folders("a/b/c.yaml").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(folders("./a/c.yaml").collect::<Vec<_>>(), ["a", ""]);
        assert_eq!(folders("c.yaml").collect::<Vec<_>>(), [""]);
        let deep = "a/".repeat(10_000);
        assert!(folders(&deep).count() < 60);
        assert_eq!(folders(&deep).last(), Some(""));
    }
}
