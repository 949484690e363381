//! Conflicts: fields that are applied with another value than another manager set; `updater.rs` finds them.
//
// structured-merge-diff: merge/conflict.go

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::{self, Display, Formatter};

use crate::fields::FieldSet;
use crate::path::{Path, path_text};
use crdc_vocabulary::go::quote;

/// A field that another manager owns.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflict {
    /// The owner.
    pub manager: String,
    /// The field.
    pub path: Path,
}

impl Display for Conflict {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "conflict with {}: {}", quote(&self.manager), path_text(&self.path))
    }
}

/// All conflicts, sorted by manager, parents before children.
#[derive(Clone, Debug, PartialEq)]
pub struct Conflicts(pub Vec<Conflict>);

impl Conflicts {
    pub(crate) fn new(sets: &BTreeMap<String, FieldSet>) -> Self {
        let of_manager = |(manager, set): (&String, &FieldSet)| {
            let manager = manager.clone();
            set.paths().into_iter().map(move |path| Conflict { manager: manager.clone(), path })
        };
        Conflicts(sets.iter().flat_map(of_manager).collect())
    }

    /// The fields of all conflicts.
    pub fn to_fields(&self) -> FieldSet {
        self.0.iter().map(|conflict| &conflict.path).collect()
    }

    /// A text with one line, or with a line for each manager and each field; `name` prints a manager.
    pub(crate) fn lines(&self, name: impl Fn(&str) -> String) -> String {
        if let [only] = self.0.as_slice() {
            return format!("conflict with {}: {}", name(&only.manager), path_text(&only.path));
        }
        let mut managers: BTreeMap<&str, Vec<&Path>> = BTreeMap::new();
        for conflict in &self.0 {
            managers.entry(&conflict.manager).or_default().push(&conflict.path);
        }
        let lines = managers.into_iter().flat_map(|(manager, paths)| {
            let fields = paths.into_iter().map(|path| format!("- {}", path_text(path)));
            std::iter::once(format!("conflicts with {}:", name(manager))).chain(fields)
        });
        lines.collect::<Vec<String>>().join("\n")
    }
}

impl Display for Conflicts {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.lines(quote))
    }
}

impl Error for Conflicts {}
