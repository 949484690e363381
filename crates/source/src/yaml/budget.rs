//! Limits how far aliases may expand a document. The count follows go-yaml, so that exactly the documents
//! that `kubectl` rejects are rejected. The byte limit is an addition, because every expansion here copies
//! its strings.
//
// go.yaml.in/yaml/v2 v2.4.3: decode.go allowedAliasRatio, unmarshal

#[derive(Debug)]
pub(super) struct Budget {
    steps: u64,
    alias_steps: u64,
    bytes_left: usize,
}

const RANGE_LOW: u64 = 400_000;
const RANGE_HIGH: u64 = 4_000_000;

impl Budget {
    /// The budget for a text of `length` bytes.
    pub(super) fn new(length: usize) -> Budget {
        let bytes_left = length.saturating_mul(4).saturating_add(16 << 20);
        Budget { steps: 0, alias_steps: 0, bytes_left }
    }

    /// Counts one node. False when too many nodes come from aliases.
    pub(super) fn step(&mut self, in_alias: bool) -> bool {
        self.steps += 1;
        self.alias_steps += u64::from(in_alias);
        if self.alias_steps <= 100 || self.steps <= 1000 {
            return true;
        }
        // Counts stay far below 2^52.
        #[allow(clippy::cast_precision_loss)]
        let ratio = self.alias_steps as f64 / self.steps as f64;
        ratio <= allowed_ratio(self.steps)
    }

    /// Counts the bytes of a scalar that an alias repeats. False when there are too many.
    pub(super) fn expand_bytes(&mut self, count: usize) -> bool {
        match self.bytes_left.checked_sub(count) {
            Some(left) => {
                self.bytes_left = left;
                true
            }
            None => false,
        }
    }
}

fn allowed_ratio(steps: u64) -> f64 {
    if steps <= RANGE_LOW {
        0.99
    } else if steps >= RANGE_HIGH {
        0.10
    } else {
        #[allow(clippy::cast_precision_loss)]
        let along = (steps - RANGE_LOW) as f64 / (RANGE_HIGH - RANGE_LOW) as f64;
        0.99 - 0.89 * along
    }
}
