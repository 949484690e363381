//! Suggests where a field at a wrong level belongs, such as `containers` in the spec of a Deployment. In: the
//! name of the field, and the structs on the way to it. Out: the nearest structs that have the field, below
//! or above; nothing if there are many.

use std::collections::HashSet;

use super::place::{Place, Step};
use super::report::Decoder;
use crate::definition::{Definition, DefinitionId, Shape, Type};

/// The highest number of steps, up or down, to another struct.
const FARTHEST: usize = 4;
/// The largest number of places that a suggestion names; if there are more, it is not made.
const MOST_PLACES: usize = 3;
/// The fields that users do not write, so that they are not searched.
const NOT_WRITTEN: [&str; 2] = ["status", "managedFields"];

/// A struct that is neither above nor below is suggested only if its path begins with one of these fields:
/// other fields, such as the other sources of a volume, are alternatives.
const COMMON: [&str; 5] = ["metadata", "spec", "template", "securityContext", "containers"];

/// A struct, and its path from the struct where the search begins.
struct Reached<'d> {
    definition: &'d Definition,
    path: String,
    is_common: bool,
}

impl<'d> Decoder<'d> {
    pub(super) fn elsewhere(&self, name: &str, of: &'d Definition, at: &Place<'_>) -> Option<String> {
        if matches!(name, "apiVersion" | "kind") {
            return None;
        }
        let above = at.upwards().filter_map(|place| match place.step {
            Step::Field(of, _) => Some((of, place.above?)),
            _ => None,
        });
        let levels: Vec<(&Definition, &Place<'_>)> = std::iter::once((of, at)).chain(above).collect();
        let mut below: Vec<Vec<Vec<Reached<'_>>>> = Vec::new();
        for distance in 1..=FARTHEST {
            let mut found: Vec<String> = Vec::new();
            for (up, (definition, place)) in levels.iter().enumerate().take(distance + 1) {
                if below.len() == up {
                    below.push(self.reached_from(definition, FARTHEST - up));
                }
                let reached = below.get(up).and_then(|levels| levels.get(distance - up));
                for reached in reached.into_iter().flatten() {
                    let is_sibling = up > 0 && up < distance;
                    if reached.definition.field(name).is_some() && (reached.is_common || !is_sibling) {
                        found.push(joined(place.path(), &reached.path));
                    }
                }
            }
            found.dedup();
            match found.as_slice() {
                [] => {}
                [one] => return Some(format!("`{name}` is a field of {one}: move it there")),
                [most @ .., last] if found.len() <= MOST_PLACES => {
                    let most = most.join(", ");
                    return Some(format!("`{name}` is a field of {most} and {last}: move it there"));
                }
                _ => return None,
            }
        }
        None
    }

    /// The structs at each distance, the nearest first. A definition is only visited at its smallest
    /// distance.
    fn reached_from<'a>(&'a self, from: &'a Definition, farthest: usize) -> Vec<Vec<Reached<'a>>> {
        let mut seen: HashSet<DefinitionId> = HashSet::new();
        let mut levels = vec![vec![Reached { definition: from, path: String::new(), is_common: true }]];
        for distance in 0..farthest {
            let mut next = Vec::new();
            let mut entered = HashSet::new();
            for reached in &levels[distance] {
                let Shape::Struct(fields) = &reached.definition.shape else { continue };
                for field in fields.iter().filter(|field| !NOT_WRITTEN.contains(&field.name.as_str())) {
                    let (id, brackets) = match &field.value {
                        Type::Named(id) => (*id, ""),
                        Type::List(items, _) => match &**items {
                            Type::Named(id) => (*id, "[]"),
                            _ => continue,
                        },
                        _ => continue,
                    };
                    let Some(definition) = self.kinds.get(id).filter(|_| !seen.contains(&id)) else {
                        continue;
                    };
                    entered.insert(id);
                    let path = format!("{}{brackets}", joined(reached.path.clone(), &field.name));
                    let is_common =
                        reached.is_common && (distance > 0 || COMMON.contains(&field.name.as_str()));
                    next.push(Reached { definition, path, is_common });
                }
            }
            seen.extend(entered);
            levels.push(next);
        }
        levels
    }
}

fn joined(above: String, below: &str) -> String {
    match (above.is_empty(), below.is_empty()) {
        (true, true) => "the object itself".to_owned(),
        (true, false) => below.to_owned(),
        (false, true) => above,
        (false, false) => format!("{above}.{below}"),
    }
}
