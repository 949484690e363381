//! Finds items of a list by path element, in n log n: groups equal items, and finds the positions of an
//! element.

use crate::path::PathElement;

/// Groups of equal elements.
pub(super) struct Index<'e> {
    elements: &'e [PathElement],
    /// The positions in the order of the elements. Equal elements are adjacent, with the first position
    /// first.
    sorted: Vec<usize>,
    /// The start of each group in `sorted`, and the end of the last one.
    starts: Vec<usize>,
    group_of: Vec<usize>,
}

impl<'e> Index<'e> {
    pub(super) fn new(elements: &'e [PathElement]) -> Self {
        let mut sorted: Vec<usize> = (0..elements.len()).collect();
        sorted.sort_by(|left, right| match (elements.get(*left), elements.get(*right)) {
            (Some(left), Some(right)) => left.sort_order(right),
            _ => left.cmp(right),
        });
        let mut starts = Vec::new();
        let mut group_of = vec![0; elements.len()];
        let mut previous: Option<usize> = None;
        for (at, position) in sorted.iter().enumerate() {
            if previous.is_none_or(|previous| elements.get(previous) != elements.get(*position)) {
                starts.push(at);
            }
            if let Some(group) = group_of.get_mut(*position) {
                *group = starts.len() - 1;
            }
            previous = Some(*position);
        }
        starts.push(sorted.len());
        let mut index = Index { elements, sorted, starts, group_of };
        index.order_groups();
        index
    }

    /// Sorts the positions of a group by their order in the list, also if two numbers differ only in digits
    /// that floats lose.
    fn order_groups(&mut self) {
        for bounds in self.starts.windows(2) {
            if let [start, end] = bounds
                && let Some(group) = self.sorted.get_mut(*start..*end)
            {
                group.sort_unstable();
            }
        }
    }

    /// The number of different elements.
    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The group of the item at a position of the list.
    pub(super) fn group_of(&self, position: usize) -> Option<usize> {
        self.group_of.get(position).copied()
    }

    /// The group of an element.
    pub(super) fn find(&self, element: &PathElement) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let representative =
                self.items(middle).first().and_then(|position| self.elements.get(*position))?;
            match representative.compare(element) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// The positions of a group, in the order of the list.
    pub(super) fn items(&self, group: usize) -> &[usize] {
        match (self.starts.get(group), self.starts.get(group + 1)) {
            (Some(start), Some(end)) => self.sorted.get(*start..*end).unwrap_or_default(),
            _ => &[],
        }
    }

    /// Whether an equal item comes before the item at a position.
    pub(super) fn is_repeated(&self, position: usize) -> bool {
        self.group_of(position).is_some_and(|group| self.items(group).first() != Some(&position))
    }
}
