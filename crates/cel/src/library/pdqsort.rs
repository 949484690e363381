//! Sorts as Go's `sort.Slice` does. If items are equal or have no order, the result depends on the
//! algorithm: pattern-defeating quicksort, with insertion sort for up to twelve items and heap sort after too
//! many bad pivots. So it takes n log n comparisons at most.
//!
//! Easy to break: each comparison and each exchange counts. Without them the order differs from the server's.
//
// Go: sort/zsortfunc.go; https://arxiv.org/abs/2106.05123

/// Sorts items like Go. `less` returns whether the first of two items comes before the second.
pub(super) fn sort<T>(items: &mut [T], less: impl FnMut(&T, &T) -> bool) {
    let length = items.len();
    Sort { items, less }.sort(0, length, bit_length(length));
}

/// The number of bits that a length has.
fn bit_length(length: usize) -> u32 {
    usize::BITS - length.leading_zeros()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Hint {
    Unknown,
    Increasing,
    Decreasing,
}

struct Sort<'s, T, F> {
    items: &'s mut [T],
    less: F,
}

impl<T, F: FnMut(&T, &T) -> bool> Sort<'_, T, F> {
    /// Whether the item at the first index comes before the item at the second. All indices are within the
    /// items.
    fn less(&mut self, a: usize, b: usize) -> bool {
        match (self.items.get(a), self.items.get(b)) {
            (Some(a), Some(b)) => (self.less)(a, b),
            _ => false,
        }
    }

    fn swap(&mut self, a: usize, b: usize) {
        self.items.swap(a, b);
    }

    /// Sorts a range. `limit` is how many bad pivots are allowed.
    fn sort(&mut self, mut start: usize, mut end: usize, mut limit: u32) {
        const INSERTION: usize = 12;
        let (mut balanced, mut partitioned) = (true, true);
        loop {
            let length = end - start;
            if length <= INSERTION {
                return self.insertion(start, end);
            }
            if limit == 0 {
                return self.heap(start, end);
            }
            if !balanced {
                self.break_patterns(start, end);
                limit -= 1;
            }
            let (mut pivot, mut hint) = self.choose_pivot(start, end);
            if hint == Hint::Decreasing {
                if let Some(range) = self.items.get_mut(start..end) {
                    range.reverse();
                }
                pivot = (end - 1) - (pivot - start);
                hint = Hint::Increasing;
            }
            if balanced && partitioned && hint == Hint::Increasing && self.partial_insertion(start, end) {
                return;
            }
            // No item here is less than the one before the range. If the pivot equals it, many items do.
            if start > 0 && !self.less(start - 1, pivot) {
                start = self.partition_equal(start, end, pivot);
                continue;
            }
            let (middle, was_partitioned) = self.partition(start, end, pivot);
            partitioned = was_partitioned;
            let (left, right) = (middle - start, end - middle);
            let threshold = length / 8;
            // Recursion takes the shorter part, so that its depth is logarithmic.
            if left < right {
                balanced = left >= threshold;
                self.sort(start, middle, limit);
                start = middle + 1;
            } else {
                balanced = right >= threshold;
                self.sort(middle + 1, end, limit);
                end = middle;
            }
        }
    }

    fn insertion(&mut self, start: usize, end: usize) {
        for next in start + 1..end {
            let mut at = next;
            while at > start && self.less(at, at - 1) {
                self.swap(at, at - 1);
                at -= 1;
            }
        }
    }

    fn heap(&mut self, start: usize, end: usize) {
        let length = end - start;
        for root in (0..=(length - 1) / 2).rev() {
            self.sift_down(root, length, start);
        }
        for last in (0..length).rev() {
            self.swap(start, start + last);
            self.sift_down(0, last, start);
        }
    }

    fn sift_down(&mut self, mut root: usize, end: usize, start: usize) {
        loop {
            let mut child = 2 * root + 1;
            if child >= end {
                return;
            }
            if child + 1 < end && self.less(start + child, start + child + 1) {
                child += 1;
            }
            if !self.less(start + root, start + child) {
                return;
            }
            self.swap(start + root, start + child);
            root = child;
        }
    }

    /// The place of the pivot after partitioning, and whether the range was partitioned before.
    fn partition(&mut self, start: usize, end: usize, pivot: usize) -> (usize, bool) {
        self.swap(start, pivot);
        let (mut left, mut right) = (start + 1, end - 1);
        let mut partitioned = true;
        loop {
            while left <= right && self.less(left, start) {
                left += 1;
            }
            while left <= right && !self.less(right, start) {
                right -= 1;
            }
            if left > right {
                break;
            }
            partitioned = false;
            self.swap(left, right);
            left += 1;
            right -= 1;
        }
        self.swap(right, start);
        (right, partitioned)
    }

    /// Moves the items that equal the pivot to the front, and returns the index at which the rest begins.
    fn partition_equal(&mut self, start: usize, end: usize, pivot: usize) -> usize {
        self.swap(start, pivot);
        let (mut left, mut right) = (start + 1, end - 1);
        loop {
            while left <= right && !self.less(start, left) {
                left += 1;
            }
            while left <= right && self.less(start, right) {
                right -= 1;
            }
            if left > right {
                return left;
            }
            self.swap(left, right);
            left += 1;
            right -= 1;
        }
    }

    /// Sorts a range that is nearly sorted; false if it is not.
    fn partial_insertion(&mut self, start: usize, end: usize) -> bool {
        const STEPS: usize = 5;
        const SHORTEST: usize = 50;
        let mut at = start + 1;
        for _ in 0..STEPS {
            while at < end && !self.less(at, at - 1) {
                at += 1;
            }
            if at == end {
                return true;
            }
            if end - start < SHORTEST {
                return false;
            }
            self.swap(at, at - 1);
            if at - start >= 2 {
                // Go does not stop at the start of the range either.
                let mut left = at - 1;
                while left >= 1 && self.less(left, left - 1) {
                    self.swap(left, left - 1);
                    left -= 1;
                }
            }
            if end - at >= 2 {
                let mut right = at + 1;
                while right < end && self.less(right, right - 1) {
                    self.swap(right, right - 1);
                    right += 1;
                }
            }
        }
        false
    }

    /// Exchanges three items in the middle for ones that depend on the length alone.
    fn break_patterns(&mut self, start: usize, end: usize) {
        let length = end - start;
        let mut random = length as u64;
        let mask = (1_u64 << bit_length(length)) - 1;
        let middle = start + (length / 4) * 2;
        for at in middle - 1..=middle + 1 {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            // As large as a length.
            let mut other = (random & mask) as usize;
            if other >= length {
                other -= length;
            }
            self.swap(at, start + other);
        }
    }

    /// The median of three items, or of three medians of three. The range has more than twelve items.
    fn choose_pivot(&mut self, start: usize, end: usize) -> (usize, Hint) {
        const NINTHER: usize = 50;
        const MOST_SWAPS: u32 = 12;
        let quarter = (end - start) / 4;
        let mut swaps = 0;
        let mut candidates = [start + quarter, start + quarter * 2, start + quarter * 3];
        if end - start >= NINTHER {
            for at in &mut candidates {
                *at = self.median([*at - 1, *at, *at + 1], &mut swaps);
            }
        }
        let pivot = self.median(candidates, &mut swaps);
        let hint = match swaps {
            0 => Hint::Increasing,
            MOST_SWAPS => Hint::Decreasing,
            _ => Hint::Unknown,
        };
        (pivot, hint)
    }

    fn median(&mut self, [mut a, mut b, mut c]: [usize; 3], swaps: &mut u32) -> usize {
        self.order(&mut a, &mut b, swaps);
        self.order(&mut b, &mut c, swaps);
        self.order(&mut a, &mut b, swaps);
        b
    }

    fn order(&mut self, a: &mut usize, b: &mut usize, swaps: &mut u32) {
        if self.less(*b, *a) {
            *swaps += 1;
            core::mem::swap(a, b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    type Keys = fn(u64, u64, u64) -> u64;

    /// Keys by their index, their number and a random number; digests of the sorted indices of so many keys,
    /// from a transcription of Go's algorithm to Python.
    const ROWS: &[(Keys, [u64; 7])] = &[
        (
            |_, count, random| random % count,
            [
                12_398_649_387_729_062_862,
                4_937_325_106_425_080_852,
                1_368_936_431_984_879_014,
                4_333_655_766_204_444_555,
                4_081_908_650_005_416_100,
                4_343_598_235_054_211_836,
                12_309_445_355_299_676_711,
            ],
        ),
        (
            |_, _, random| random % 3,
            [
                5_130_007_906_576_591_838,
                8_253_875_570_784_954_984,
                9_613_612_112_511_048_084,
                118_907_425_096_210_829,
                10_283_385_670_173_459_744,
                13_411_563_280_992_921_364,
                3_222_611_459_289_285_207,
            ],
        ),
        (
            |at, count, random| if at % 17 == 0 { random % count } else { at },
            [
                13_097_114_701_397_114_764,
                13_097_114_701_408_114_798,
                8_772_185_832_668_849_592,
                11_666_484_023_917_587_985,
                2_586_175_384_371_156_468,
                17_538_926_626_239_069_354,
                5_619_437_325_912_240_415,
            ],
        ),
        (
            |at, _, _| at % 10,
            [
                6_211_170_974_268_246_188,
                9_752_284_769_149_736_008,
                6_835_422_583_418_341_020,
                3_359_591_514_986_385_705,
                14_145_525_376_104_347_168,
                2_113_777_055_937_009_972,
                13_210_281_197_306_573_523,
            ],
        ),
        (
            |at, count, _| at.min(count - at),
            [
                16_866_109_079_827_896_404,
                6_396_375_152_222_545_058,
                11_022_246_024_467_622_824,
                2_368_637_993_377_653_697,
                12_644_337_071_652_808_648,
                8_946_204_719_033_576_934,
                15_128_538_485_010_888_581,
            ],
        ),
        (
            |at, count, _| (count - at) / 5,
            [
                14_412_379_494_074_830_334,
                13_793_516_445_620_495_624,
                17_392_622_719_019_572_874,
                1_746_045_404_973_686_085,
                14_386_934_308_766_143_628,
                17_827_849_348_184_835_744,
                6_104_598_259_375_530_979,
            ],
        ),
    ];

    fn pairs(key: Keys, count: u64) -> Vec<(u64, u64)> {
        let mut state = count;
        let pairs = (0..count).map(|at| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (key(at, count, state >> 33), at)
        });
        pairs.collect()
    }

    #[test]
    fn equal_items_come_in_the_order_of_go() {
        for (row, (key, digests)) in ROWS.iter().enumerate() {
            for (count, expected) in [12, 13, 20, 50, 100, 333, 707].into_iter().zip(digests) {
                let mut pairs = pairs(*key, count);
                sort(&mut pairs, |a, b| a.0 < b.0);
                assert!(pairs.is_sorted_by_key(|pair| pair.0));
                let digest = pairs
                    .iter()
                    .fold(0_u64, |digest, pair| digest.wrapping_mul(1_000_003).wrapping_add(pair.1));
                assert_eq!(digest, *expected, "row {row}, {count} keys");
            }
        }
    }

    #[test]
    fn heap_sort_sorts() {
        for (key, _) in ROWS {
            let mut pairs = pairs(*key, 100);
            Sort { items: &mut pairs, less: |a: &(u64, u64), b: &(u64, u64)| a.0 < b.0 }.sort(0, 100, 0);
            assert!(pairs.is_sorted_by_key(|pair| pair.0));
        }
    }

    /// Items that do not compare, such as NaN, end neither the sorting nor the program.
    #[test]
    fn no_order_is_no_loop() {
        let mut comparisons = 0_u32;
        for seed in 0..200 {
            let mut state: u64 = seed;
            let mut items: Vec<u64> = (0..500).collect();
            sort(&mut items, |_, _| {
                comparisons += 1;
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                state >> 63 == 1
            });
            items.sort_unstable();
            assert!(items.into_iter().eq(0..500));
        }
        assert!(comparisons / 200 < 500 * 40, "{comparisons}");
    }
}
