//! Finds circles of imports. In: the imports of a crate. Out: the imports that are part of a circle, by
//! folder.

use std::collections::{BTreeMap, BTreeSet};

use super::imports::{Names, Sources};

/// The imports between the rooms of one folder, each with the first place where it is written. A room is a
/// file or a folder with everything in it; `mod` is the file of the folder itself.
#[derive(Default)]
pub(super) struct Folder {
    arrows: BTreeMap<String, BTreeMap<String, String>>,
}

impl Folder {
    /// The number of imports between rooms.
    pub(super) fn arrows(&self) -> usize {
        self.arrows.values().map(BTreeMap::len).sum()
    }

    /// The imports that are part of a circle: from, to, place.
    pub(super) fn circular(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        let circular = |from: &str, to: &str| self.reached_from(to).contains(from);
        self.arrows.iter().flat_map(move |(from, targets)| {
            let targets = targets.iter().filter(move |(to, _)| circular(from, to));
            targets.map(move |(to, place)| (from.as_str(), to.as_str(), place.as_str()))
        })
    }

    /// All rooms that a room imports, directly or indirectly.
    fn reached_from<'f>(&'f self, from: &'f str) -> BTreeSet<&'f str> {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![from];
        while let Some(name) = waiting.pop() {
            let next = self.arrows.get(name).into_iter().flat_map(BTreeMap::keys).map(String::as_str);
            waiting.extend(next.filter(|name| seen.insert(*name)));
        }
        seen
    }
}

/// Every folder of a crate in which rooms import each other, by the path of its module.
///
/// A circle of files is a circle of rooms in the innermost folder that holds all of them, so none is missed.
pub(super) fn folders(sources: &Sources) -> BTreeMap<Names, Folder> {
    let mut folders: BTreeMap<Names, Folder> = BTreeMap::new();
    for import in sources.imports() {
        let same = import.from.iter().zip(&import.to).take_while(|(a, b)| a == b).count();
        let room = |module: &Names| module.get(same).map_or("mod", String::as_str).to_owned();
        let (from, to) = (room(import.from), room(&import.to));
        if from == to {
            continue;
        }
        let folder = folders.entry(import.from[..same].to_vec()).or_default();
        let place = || format!("{}, in {}", import.path.join("::"), import.from.join("::"));
        folder.arrows.entry(from).or_default().entry(to).or_insert_with(place);
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::*;

    fn circular(texts: &[(&str, &str)]) -> Vec<String> {
        let folders = folders(&Sources::of(texts));
        let lines = folders.iter().flat_map(|(name, folder)| {
            let name = name.join("::");
            folder.circular().map(move |(from, to, place)| format!("{name}: {from} imports {to}: {place}"))
        });
        lines.collect()
    }

    #[test]
    fn imports_in_one_direction_are_no_circle() {
        let found = circular(&[
            ("", "pub use a::A; use b::c;"),
            ("a", "use crate::b; #[cfg(test)] mod tests { use crate::e::E; } struct A;"),
            ("b", "pub(crate) use c::C; mod c; mod d;"),
            ("b::c", "fn f() { super::d::D::new(); }"),
            ("b::d", "// use crate::a::A;\nfn g() { let text = \"crate::a::A\"; }"),
            ("e", "use crate::{b::{self, C as D}, A};"),
        ]);
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn circles_through_other_names_are_found() {
        // Through a re-export of the root, by a path without `use`, and by a path in a macro.
        for import in
            ["use crate::A;", "fn f() { crate::a::A::new(); }", "print!(\"{}\", super::super::a::A);"]
        {
            let found = circular(&[
                ("", "pub use a::A;"),
                ("a", "use crate::b::{C, D}; pub struct A;"),
                ("b", "pub use c::C; mod c;"),
                ("b::c", import),
            ]);
            assert!(
                matches!(found.as_slice(), [a, b] if a.starts_with(": a imports b: ") && b.starts_with(": b imports a: ")),
                "{found:?}"
            );
        }
    }

    #[test]
    fn circles_through_globs_are_found() {
        // Everything of `a` is in the root, directly or through another module.
        for root in ["pub(crate) use a::*;", "pub(crate) use c::*; mod a;"] {
            let found = circular(&[
                ("", root),
                ("a", "use crate::b::b; pub fn helper() { b() }"),
                ("b", "use crate::helper; pub fn b() { helper() }"),
                ("c", "pub use crate::a::*;"),
            ]);
            assert!(found.iter().any(|line| line.starts_with(": b imports a: ")), "{root}: {found:?}");
        }
        // What is not in it leads elsewhere.
        let found =
            circular(&[("", "use a::*; fn b() {}"), ("a", "use crate::c::C;"), ("c", "use crate::b;")]);
        assert_eq!(
            found,
            [
                ": a imports c: crate::c::C, in a",
                ": c imports mod: crate::b, in c",
                ": mod imports a: a, in "
            ]
        );
    }

    #[test]
    fn a_folder_and_its_files_can_be_a_circle() {
        let found = circular(&[
            ("check", "mod a; mod b; fn run() { a::a(); b::b(); } type Rule = fn();"),
            ("check::a", "use super::b; fn a() { b::b(); }"),
            ("check::b", "use super::Rule;"),
        ]);
        let expected = [
            "check: a imports b: super::b, in check::a",
            "check: b imports mod: super::Rule, in check::b",
            "check: mod imports a: a::a, in check",
            "check: mod imports b: b::b, in check",
        ];
        assert_eq!(found, expected);
    }
}
