//! Sort keys of scalars, equal for equal scalars. A sorted set of them tells in logarithmic time whether it
//! contains a scalar.
//!
//! Easy to break: equality of numbers is not transitive. An integer equals the double that it is rounded to,
//! and so do its neighbours, which differ from it. So integers have a second key for comparisons with
//! doubles.
//
// cel-go: common/types/{int,uint,double}.go (Equal)

use bumpalo::collections::Vec;

use super::value::Value;
use crate::arena::Arena;
use crate::scalars::timestamp::Timestamp;

/// The key of a scalar: equal for equal scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key<'a> {
    Null,
    Bool(bool),
    /// An integer: whether it is negative, and its bits.
    Integer(bool, u64),
    Double(u64),
    /// The double to which an integer is rounded.
    Rounded(u64),
    String(&'a str),
    Bytes(&'a [u8]),
    Duration(i64),
    Timestamp(Timestamp),
}

impl<'a> Key<'a> {
    /// The keys of a value; none if the value is no scalar. Two values are equal if the `own` or the `other`
    /// key of one is the `own` or the `second` key of the other.
    pub(crate) fn of(value: Value<'a>) -> Option<Keys<'a>> {
        let one = |key| Keys { own: Some(key), second: None, other: None };
        Some(match value {
            Value::Null => one(Key::Null),
            Value::Bool(value) => one(Key::Bool(value)),
            Value::Int(value) => Keys::of_integer(value < 0, value.cast_unsigned(), value as f64),
            Value::Uint(value) => Keys::of_integer(false, value, value as f64),
            Value::Double(value) if value.is_nan() => Keys { own: None, second: None, other: None },
            Value::Double(value) => {
                let bits = bits(value);
                Keys { own: Some(Key::Double(bits)), second: None, other: Some(Key::Rounded(bits)) }
            }
            Value::String(text) => one(Key::String(text)),
            Value::Bytes(bytes) => one(Key::Bytes(bytes)),
            Value::Duration(value) => one(Key::Duration(value.nanoseconds())),
            Value::Timestamp(value) => one(Key::Timestamp(value)),
            _ => return None,
        })
    }
}

/// The bits of a double that is no NaN. Zero has one sign.
fn bits(value: f64) -> u64 {
    (value + 0.0).to_bits()
}

/// The keys of a scalar.
pub(crate) struct Keys<'a> {
    /// The key; none for NaN, which equals nothing.
    pub(crate) own: Option<Key<'a>>,
    /// The second key of an integer: the double to which it is rounded.
    pub(crate) second: Option<Key<'a>>,
    /// The key of equal numbers of the other kind: of doubles for an integer, of integers for a double.
    pub(crate) other: Option<Key<'a>>,
}

impl Keys<'_> {
    fn of_integer(negative: bool, value: u64, rounded: f64) -> Self {
        let bits = bits(rounded);
        Keys {
            own: Some(Key::Integer(negative, value)),
            second: Some(Key::Rounded(bits)),
            other: Some(Key::Double(bits)),
        }
    }
}

/// Whether a value is a scalar, so that it can be found by its keys.
pub(crate) fn is_scalar(value: Value<'_>) -> bool {
    Key::of(value).is_some()
}

/// A set of scalars. All scalars that it may contain are known when it is made.
pub(crate) struct Scalars<'a> {
    /// Sorted, without duplicates.
    keys: Vec<'a, Key<'a>>,
    present: Vec<'a, bool>,
}

impl<'a> Scalars<'a> {
    /// An empty set, which may contain the scalars among `values`. Sorting them takes time proportional to
    /// their number times its logarithm, and to the length of the strings.
    pub(crate) fn new(arena: &'a Arena, values: &[Value<'a>]) -> Self {
        let mut keys = Vec::with_capacity_in(values.len(), arena);
        for found in values.iter().filter_map(|value| Key::of(*value)) {
            keys.extend(found.own.into_iter().chain(found.second));
        }
        keys.sort_unstable();
        keys.dedup();
        let mut present = Vec::with_capacity_in(keys.len(), arena);
        present.resize(keys.len(), false);
        Scalars { keys, present }
    }

    /// The set of all scalars among `values`.
    pub(crate) fn all(arena: &'a Arena, values: &[Value<'a>]) -> Self {
        let mut scalars = Scalars::new(arena, values);
        scalars.present.fill(true);
        scalars
    }

    /// Adds a value. Ignores values that the set may not contain.
    pub(crate) fn insert(&mut self, value: Value<'a>) {
        let Some(found) = Key::of(value) else { return };
        for key in found.own.iter().chain(&found.second) {
            if let Ok(at) = self.keys.binary_search(key)
                && let Some(present) = self.present.get_mut(at)
            {
                *present = true;
            }
        }
    }

    /// Whether the set contains a value that equals this one.
    pub(crate) fn contains(&self, value: Value<'a>) -> bool {
        Key::of(value).is_some_and(|found| found.own.iter().chain(&found.other).any(|key| self.has(key)))
    }

    fn has(&self, key: &Key<'a>) -> bool {
        self.keys.binary_search(key).is_ok_and(|at| self.present.get(at) == Some(&true))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::equality::equal;
    use crate::scalars::duration::Duration;

    /// The search agrees with `==` for each pair of values, also where that is not transitive.
    #[test]
    fn contains_what_is_equal() {
        let arena = Arena::new();
        let time = |text| Timestamp::parse(text).map(Value::Timestamp).unwrap_or(Value::Null);
        let two_53 = 9_007_199_254_740_992;
        let values = [
            Value::Null,
            Value::Bool(false),
            Value::Bool(true),
            Value::Int(0),
            Value::Int(-1),
            Value::Int(two_53),
            Value::Int(two_53 + 1),
            Value::Int(i64::MAX),
            Value::Int(i64::MIN),
            Value::Uint(0),
            Value::Uint(u64::MAX),
            Value::Uint(1 << 63),
            Value::Double(0.0),
            Value::Double(-0.0),
            Value::Double(f64::NAN),
            Value::Double(f64::INFINITY),
            Value::Double(two_53 as f64),
            Value::Double(9_223_372_036_854_775_808.0),
            Value::Double(18_446_744_073_709_551_616.0),
            Value::String("0"),
            Value::String(""),
            Value::Bytes(b""),
            Value::Bytes(b"0"),
            Value::Duration(Duration::new(0)),
            time("2009-02-13T23:31:30Z"),
            time("2009-02-14T00:31:30+01:00"),
        ];
        for own in values {
            let scalars = Scalars::all(&arena, &[own]);
            for value in values {
                let expected = equal(&arena, value, own);
                assert_eq!(Ok(scalars.contains(value)), expected, "{own:?} {value:?}");
            }
        }
    }

    #[test]
    fn scalars_are_absent_until_they_are_inserted() {
        let arena = Arena::new();
        let mut scalars = Scalars::new(&arena, &[Value::Int(1), Value::String("a")]);
        assert!(!scalars.contains(Value::Int(1)));
        scalars.insert(Value::Int(1));
        scalars.insert(Value::Int(2));
        assert!(scalars.contains(Value::Uint(1)) && scalars.contains(Value::Double(1.0)));
        assert!(!scalars.contains(Value::Int(2)) && !scalars.contains(Value::String("a")));
        assert!(!is_scalar(Value::Optional(None)));
    }
}
