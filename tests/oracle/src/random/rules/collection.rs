//! Writes lists.

use super::generator::Generator;
use super::of::Of;

impl Generator<'_> {
    /// Writes a list with items of a type.
    pub(super) fn list(&mut self, items: &Of, depth: usize) -> String {
        let wanted = Of::List(Box::new(items.clone()));
        if depth == 0 || self.rng.chance(40) {
            if let Some(term) = self.term(&wanted)
                && self.rng.chance(60)
            {
                return term;
            }
            let count = self.rng.below(3);
            let written: Vec<String> = (0..count).map(|_| self.any(items, 0)).collect();
            return format!("[{}]", written.join(", "));
        }
        let less = depth - 1;
        let list = self.list(items, less);
        match self.rng.below(9) {
            0 | 1 => format!("({list} + {})", self.list(items, less)),
            2 => self.with(&[items], |generator, names| {
                format!("{list}.filter({}, {})", names[0], generator.bool(less.min(1)))
            }),
            3 => self.with(&[items], |generator, names| {
                format!("{list}.map({}, {})", names[0], generator.any(items, less.min(1)))
            }),
            4 => format!("{list}.distinct()"),
            5 => format!("{list}.reverse()"),
            6 => format!("{list}.slice(0, {})", self.int(0)),
            7 => match items {
                Of::Bool | Of::Int | Of::Double | Of::String | Of::Duration | Of::Time => {
                    format!("{list}.sort()")
                }
                _ => format!("[{list}, {list}].flatten()"),
            },
            _ => self.with(&[&Of::Int, items], |generator, names| {
                let condition = generator.bool(less.min(1));
                format!("{list}.transformList({}, {}, {condition}, {})", names[0], names[1], names[1])
            }),
        }
    }
}
