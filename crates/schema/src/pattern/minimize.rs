//! Minimizes a DFA. In: a DFA. Out: a number for each state, equal for states that no text distinguishes.
//!
//! Hopcroft's algorithm: a long counted repetition is a long chain, for which simple refinement takes as many
//! rounds as there are states.

/// A partition of states; those of a block are adjacent in `elements`.
struct Partition {
    elements: Vec<usize>,
    place: Vec<usize>,
    block_of: Vec<usize>,
    /// By block: where it begins, where it ends, and how many states at its beginning are marked.
    first: Vec<usize>,
    past: Vec<usize>,
    marked: Vec<usize>,
    touched: Vec<usize>,
}

impl Partition {
    fn new(states: usize) -> Self {
        Partition {
            elements: (0..states).collect(),
            place: (0..states).collect(),
            block_of: vec![0; states],
            first: vec![0],
            past: vec![states],
            marked: vec![0],
            touched: Vec::new(),
        }
    }

    fn mark(&mut self, state: usize) {
        let block = self.block_of[state];
        let (from, to) = (self.place[state], self.first[block] + self.marked[block]);
        if from < to {
            return;
        }
        let other = self.elements[to];
        self.elements.swap(from, to);
        self.place[other] = from;
        self.place[state] = to;
        self.marked[block] += 1;
        if self.marked[block] == 1 {
            self.touched.push(block);
        }
    }

    /// Separates the marked states from the others in every block that has both. The smaller part becomes the
    /// new block and is passed to `made`.
    fn split(&mut self, mut made: impl FnMut(usize)) {
        for block in std::mem::take(&mut self.touched) {
            let (first, past) = (self.first[block], self.past[block]);
            let middle = first + std::mem::take(&mut self.marked[block]);
            if middle == past {
                continue;
            }
            let fresh = self.first.len();
            let (from, to) = if middle - first <= past - middle {
                self.first[block] = middle;
                (first, middle)
            } else {
                self.past[block] = middle;
                (middle, past)
            };
            self.first.push(from);
            self.past.push(to);
            self.marked.push(0);
            for &state in &self.elements[from..to] {
                self.block_of[state] = fresh;
            }
            made(fresh);
        }
    }
}

/// By state, the number of its class; `accepts` and the rows of `next` are by state.
pub(super) fn classes(next: &[Vec<usize>], accepts: &[bool]) -> Vec<usize> {
    let states = next.len();
    let symbols = next.first().map_or(0, Vec::len);
    let sources: Vec<Sources> = (0..symbols).map(|symbol| Sources::new(next, symbol)).collect();
    let mut partition = Partition::new(states);
    for (state, _) in accepts.iter().enumerate().filter(|&(_, &accepts)| accepts) {
        partition.mark(state);
    }
    let mut pending = vec![0];
    partition.split(|block| pending.push(block));
    while let Some(block) = pending.pop() {
        // The block may be split by itself; the splitter is the block as it is now.
        let splitter = partition.elements[partition.first[block]..partition.past[block]].to_vec();
        for sources in &sources {
            for &target in &splitter {
                for &state in sources.of(target) {
                    partition.mark(state);
                }
            }
            // The new block is the smaller part of the split one, and is enough: the other part either has
            // been a splitter before or is still pending.
            partition.split(|block| pending.push(block));
        }
    }
    partition.block_of
}

/// The states with a transition to a state on one symbol.
struct Sources {
    offsets: Vec<usize>,
    states: Vec<usize>,
}

impl Sources {
    fn new(next: &[Vec<usize>], symbol: usize) -> Self {
        let mut offsets = vec![0; next.len() + 1];
        for row in next {
            offsets[row[symbol] + 1] += 1;
        }
        for i in 1..offsets.len() {
            offsets[i] += offsets[i - 1];
        }
        let mut filled = offsets.clone();
        let mut states = vec![0; next.len()];
        for (state, row) in next.iter().enumerate() {
            let slot = &mut filled[row[symbol]];
            states[*slot] = state;
            *slot += 1;
        }
        Sources { offsets, states }
    }

    fn of(&self, target: usize) -> &[usize] {
        &self.states[self.offsets[target]..self.offsets[target + 1]]
    }
}
