//! Builds constants that refer to each other, for plans with recursive definitions.
//!
//! In: nodes that refer to other nodes. Out: a constant for each node, with references to the constants of
//! those nodes. Constants in generated code can refer to themselves; constants in an arena cannot. But the
//! depth of recursive values is limited, so a recursive definition has a constant for each depth: each one
//! refers to the next deeper one. Other nodes have one constant.
//!
//! Easy to break: a node refers to a node with a higher number only within a recursive definition, and every
//! cycle contains a recursive definition.

use super::runtime::MAX_RECURSION;

/// The constants of all nodes. `count` is the number of nodes, `named` returns the nodes that a node refers
/// to, and `make` builds the constant of a node from the constants of those; they are `None` if there are
/// none at this depth.
pub(super) fn layered<T: Copy>(
    count: usize,
    named: impl Fn(usize) -> Vec<usize>,
    make: impl Fn(usize, &dyn Fn(usize) -> Option<T>) -> Option<T>,
) -> Vec<Option<T>> {
    let named: Vec<Vec<usize>> = (0..count).map(named).collect();
    let [above, below] = recursive(&named);
    let mut made: Vec<Option<T>> = vec![None; count];
    let once = |made: &mut Vec<Option<T>>, wanted: &dyn Fn(usize) -> bool| {
        for id in (0..count).filter(|id| wanted(*id)) {
            made[id] = make(id, &|id| made.get(id).copied().flatten());
        }
    };
    once(&mut made, &|id| !above[id]);
    let within: Vec<usize> = (0..count).filter(|id| above[*id] && below[*id]).collect();
    if within.is_empty() {
        return made;
    }
    for _ in 0..=MAX_RECURSION {
        // The constants of the next depth, until they are replaced one by one.
        let deeper = made.clone();
        for id in &within {
            made[*id] = make(*id, &|other| {
                let layer = if other < *id { &made } else { &deeper };
                layer.get(other).copied().flatten()
            });
        }
    }
    once(&mut made, &|id| above[id] && !below[id]);
    made
}

/// Whether nodes reach a recursive definition, and whether one reaches them. Both are so for the definition
/// itself.
fn recursive(named: &[Vec<usize>]) -> [Vec<bool>; 2] {
    let mut from: Vec<Vec<usize>> = vec![Vec::new(); named.len()];
    let mut definitions = Vec::new();
    for (id, others) in named.iter().enumerate() {
        for other in others {
            if let Some(from) = from.get_mut(*other) {
                from.push(id);
            }
        }
        if others.iter().any(|other| *other >= id) {
            definitions.push(id);
        }
    }
    [from.as_slice(), named].map(|ways| {
        let (mut found, mut todo) = (vec![false; named.len()], definitions.clone());
        while let Some(id) = todo.pop() {
            if let Some(flag) = found.get_mut(id)
                && !std::mem::replace(flag, true)
            {
                todo.extend(&ways[id]);
            }
        }
        found
    })
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;

    /// The path of numbers that a constant has, up to a length.
    type Made<'m> = &'m (usize, Vec<Option<usize>>);

    #[test]
    fn definitions_have_a_constant_for_each_depth() {
        // 3 is a definition that has 4, which has 3 again; 1 has 0, and the root 5 has both.
        let named = [vec![], vec![0], vec![], vec![4, 1], vec![3], vec![3, 1]];
        let all: RefCell<Vec<(usize, Vec<Option<usize>>)>> = RefCell::default();
        let made = layered(
            named.len(),
            |id| named[id].clone(),
            |id, known| {
                let mut all = all.borrow_mut();
                all.push((id, named[id].iter().map(|other| known(*other)).collect()));
                Some(all.len() - 1)
            },
        );
        let all = all.into_inner();
        let of = |place: usize| -> Made<'_> { &all[place] };
        let root = of(made[5].expect("the root"));
        assert_eq!(root.1[1], made[1]);
        let (mut depth, mut place) = (0, root.1[0]);
        while let Some(found) = place {
            let (id, others) = of(found);
            assert_eq!(*id, if depth % 2 == 0 { 3 } else { 4 });
            assert!(*id != 3 || others[1] == made[1], "others have one constant");
            depth += 1;
            place = others[0];
        }
        assert!(depth > MAX_RECURSION as usize, "{depth}");
        // Constants outside of definitions are made once.
        for outside in [0, 1, 2, 5] {
            assert_eq!(all.iter().filter(|(id, _)| *id == outside).count(), 1, "{outside}");
        }
    }
}
