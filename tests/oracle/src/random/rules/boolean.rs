//! Writes conditions, which are expressions of type `bool`.

use super::generator::Generator;
use super::of::Of;

impl Generator<'_> {
    /// Writes a condition.
    pub(super) fn bool(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.rng.below(3) {
                0 => self.term(&Of::Bool).unwrap_or_else(|| "true".to_owned()),
                1 => self.presence(),
                _ => self.comparison(0),
            };
        }
        let less = depth - 1;
        match self.rng.below(16) {
            0 | 1 => {
                let operator = *self.rng.pick(&["&&", "||"]);
                format!("({} {operator} {})", self.bool(less), self.bool(less))
            }
            2 => format!("!({})", self.bool(less)),
            3 => {
                let (condition, then) = (self.bool(less), self.bool(less));
                format!("({condition} ? {then} : {})", self.bool(less))
            }
            4 | 5 => self.presence(),
            6 => format!("!{} || {}", self.presence(), self.bool(less)),
            7..=9 => self.quantifier(less),
            10 => self.membership(less),
            11 => self.of_text(less),
            12 => self.of_list(less),
            13 => self.term(&Of::Bool).unwrap_or_else(|| self.comparison(less)),
            _ => self.comparison(less),
        }
    }

    /// Writes a test whether a field is present.
    fn presence(&mut self) -> String {
        let has = |of: &Of| matches!(of, Of::Object { fields, .. } if !fields.is_empty());
        match self.term_where(has) {
            Some((text, Of::Object { fields, .. })) => {
                let (name, _) = self.rng.pick(&fields).clone();
                if self.rng.chance(70) {
                    format!("has({text}.{name})")
                } else {
                    format!("{text}.?{name}.hasValue()")
                }
            }
            _ => self.comparison(0),
        }
    }

    /// Writes a comparison of two values.
    fn comparison(&mut self, depth: usize) -> String {
        let terms = self.terms();
        let (text, of) = self.rng.pick(&terms).clone();
        let ordered =
            matches!(of, Of::Bool | Of::Int | Of::Double | Of::String | Of::Duration | Of::Time | Of::Dyn);
        let operator = if ordered {
            *self.rng.pick(&["==", "!=", "<", "<=", ">", ">="])
        } else {
            *self.rng.pick(&["==", "!="])
        };
        if of == Of::Int && self.rng.chance(15) {
            return format!("{text} {operator} {}", self.double(depth));
        }
        if self.rng.chance(20) {
            let (left, right) = (self.any(&of, depth), self.any(&of, depth));
            return format!("{left} {operator} {right}");
        }
        format!("{text} {operator} {}", self.any(&of, depth))
    }

    /// Writes a condition about the items of a list or the entries of a map.
    fn quantifier(&mut self, depth: usize) -> String {
        let is = |of: &Of| matches!(of, Of::List(_) | Of::Map(_));
        let Some((text, of)) = self.term_where(is) else { return self.comparison(depth) };
        let name = *self.rng.pick(&["all", "exists", "exists_one"]);
        match &of {
            Of::List(items) if self.rng.chance(75) => self.with(&[items], |generator, names| {
                format!("{text}.{name}({}, {})", names[0], generator.bool(depth.min(1)))
            }),
            Of::List(items) => self.with(&[&Of::Int, items], |generator, names| {
                let condition = generator.bool(depth.min(1));
                format!("{text}.{name}({}, {}, {condition})", names[0], names[1])
            }),
            Of::Map(_) if self.rng.chance(50) => self.with(&[&Of::String], |generator, names| {
                format!("{text}.{name}({}, {})", names[0], generator.bool(depth.min(1)))
            }),
            Of::Map(values) => self.with(&[&Of::String, values], |generator, names| {
                let condition = generator.bool(depth.min(1));
                format!("{text}.{name}({}, {}, {condition})", names[0], names[1])
            }),
            _ => "true".to_owned(),
        }
    }

    /// Writes a test whether a list or map contains a value.
    fn membership(&mut self, depth: usize) -> String {
        let is = |of: &Of| matches!(of, Of::List(_) | Of::Map(_));
        match self.term_where(is) {
            Some((text, Of::List(items))) => format!("{} in {text}", self.any(&items, depth.min(1))),
            Some((text, _)) => format!("{} in {text}", self.string(depth.min(1))),
            None => {
                let of = self.rng.pick(&[Of::String, Of::Int]).clone();
                let list = self.list(&of, 0);
                format!("{} in {list}", self.any(&of, depth))
            }
        }
    }

    /// Writes a condition about a string.
    fn of_text(&mut self, depth: usize) -> String {
        let text = self.string(depth);
        let part = self.string(0);
        match self.rng.below(12) {
            0 => format!("{text}.startsWith({part})"),
            1 => format!("{text}.endsWith({part})"),
            2 => format!("{text}.contains({part})"),
            3 | 4 => {
                let pattern = *self.rng.pick(&["'^[a-z]+$'", "r'\\d'", "'a|b'", "'^.{1,3}$'", "'[^x]'"]);
                format!("{text}.matches({pattern})")
            }
            5 => format!("isIP({text})"),
            6 => format!("isQuantity({text})"),
            7 => format!("isCIDR({text})"),
            8 => format!("isSemver({text})"),
            9 => {
                let name = *self.rng.pick(&["dns1123Label", "dns1123Subdomain", "date", "byte", "uuid"]);
                format!("!format.{name}().validate({text}).hasValue()")
            }
            10 => format!("isURL({text})"),
            _ => {
                let quantity = *self.rng.pick(&["'1'", "'500m'", "'1Ki'", "'2k'"]);
                format!("quantity({quantity}).isLessThan(quantity({text}))")
            }
        }
    }

    /// Writes a condition about a list.
    fn of_list(&mut self, depth: usize) -> String {
        let scalar = |of: &Of| matches!(of, Of::List(items) if **items != Of::Dyn && !matches!(**items, Of::List(_) | Of::Map(_) | Of::Object { .. }));
        let Some((text, Of::List(items))) = self.term_where(scalar) else { return self.comparison(depth) };
        let other = self.list(&items, depth.min(1));
        match self.rng.below(7) {
            0 => format!("{text}.isSorted()"),
            1 => format!("sets.contains({text}, {other})"),
            2 => format!("sets.equivalent({text}, {other})"),
            3 => format!("sets.intersects({text}, {other})"),
            4 => format!("{text} + {other} == {other} + {text}"),
            5 => format!("{text}.min() <= {text}.max()"),
            _ => format!("{text} == {other}"),
        }
    }
}
