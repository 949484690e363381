//! Finds the cycles of definitions, and how deep they nest. In: edges. Out: components, dependencies first.
//! Iterative, because documents can chain any number of definitions.

/// The strongly connected components (Tarjan), each after everything it leads to.
pub(super) fn components(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut order = vec![NEW; edges.len()];
    let mut low = vec![0; edges.len()];
    let mut waiting = vec![false; edges.len()];
    let mut stack = Vec::new();
    let mut found = Vec::new();
    let mut next = 0;
    for start in 0..edges.len() {
        if order[start] != NEW {
            continue;
        }
        let mut walk = vec![(start, 0)];
        while let Some((at, edge)) = walk.pop() {
            if edge == 0 {
                order[at] = next;
                low[at] = next;
                next += 1;
                stack.push(at);
                waiting[at] = true;
            }
            match edges[at].get(edge) {
                Some(&to) if order[to] == NEW => walk.extend([(at, edge + 1), (to, 0)]),
                Some(&to) => {
                    if waiting[to] {
                        low[at] = low[at].min(order[to]);
                    }
                    walk.push((at, edge + 1));
                }
                None => {
                    if let Some(&(parent, _)) = walk.last() {
                        low[parent] = low[parent].min(low[at]);
                    }
                    if low[at] == order[at] {
                        let from = stack.iter().rposition(|&other| other == at).unwrap_or(0);
                        let component = stack.split_off(from);
                        component.iter().for_each(|&member| waiting[member] = false);
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn cycles_are_components_and_come_after_what_they_lead_to() {
        let mut found = components(&[vec![1, 3], vec![2], vec![1], vec![], vec![4, 0]]);
        found.iter_mut().for_each(|component| component.sort_unstable());
        assert_eq!(found, [vec![1, 2], vec![3], vec![0], vec![4]]);
    }

    #[test]
    fn a_long_row_needs_no_stack() {
        let count = 200_000;
        let edges: Vec<Vec<usize>> = (0..count).map(|at| vec![(at + 1) % count]).collect();
        assert_eq!(components(&edges).len(), 1);
    }
}
