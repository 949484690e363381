//! Compares many values at once: the items of sets, and the keys of the items of list maps.
//!
//! In: rows of scalars, one scalar for each key of the list, or a single scalar. Out: a number for each row.
//! Two rows have the same number if [`same`](crate::same) returns true for them. Rows are sorted by hash and,
//! for equal hashes, by content, so that no input takes longer than sorting does.

use core::cmp::Ordering;

use bumpalo::collections::Vec;

use crate::arena::Arena;
use crate::scalars::cidr::Cidr;
use crate::scalars::duration::Duration;
use crate::scalars::ip::Ip;
use crate::scalars::named_format::NamedFormat;
use crate::scalars::semver::Semver;
use crate::scalars::timestamp::Timestamp;
use crate::values::Value;
use crdc_object::hash::{mix, of_bytes};

/// A scalar that is compared by its type and value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Scalar<'a> {
    /// The value is absent.
    Absent,
    /// A value that equals no value, not even itself: NaN, lists and maps.
    Unequal,
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    /// The bits of the number. Both zeros have the same bits.
    Double(u64),
    String(&'a str),
    Type(&'a str),
    Bytes(&'a [u8]),
    Duration(Duration),
    Timestamp(Timestamp),
    Ip(Ip),
    Cidr(Cidr),
    Semver(ByPrecedence<'a>),
    NamedFormat(NamedFormat),
}

impl<'a> Scalar<'a> {
    pub(super) fn of(value: Value<'a>) -> Self {
        match value {
            Value::Null => Scalar::Null,
            Value::Bool(value) => Scalar::Bool(value),
            Value::Int(value) => Scalar::Int(value),
            Value::Uint(value) => Scalar::Uint(value),
            Value::Double(value) if value.is_nan() => Scalar::Unequal,
            Value::Double(value) => Scalar::Double((value + 0.0).to_bits()),
            Value::String(text) => Scalar::String(text),
            Value::Type(name) => Scalar::Type(name),
            Value::Bytes(bytes) => Scalar::Bytes(bytes),
            Value::Duration(duration) => Scalar::Duration(duration),
            Value::Timestamp(time) => Scalar::Timestamp(time),
            Value::Ip(ip) => Scalar::Ip(ip),
            Value::Cidr(cidr) => Scalar::Cidr(cidr),
            Value::Semver(semver) => Scalar::Semver(ByPrecedence(semver)),
            Value::NamedFormat(format) => Scalar::NamedFormat(format),
            Value::Added(added) => added.held.map_or(Scalar::Unequal, Scalar::of),
            Value::List(_)
            | Value::Map(_)
            | Value::Optional(_)
            | Value::Quantity(_)
            | Value::Url(_)
            | Value::Preserved(_)
            | Value::Unread(_)
            | Value::Unfit(_) => Scalar::Unequal,
        }
    }

    /// The hash of a scalar. Scalars that lists seldom contain share a hash, and are sorted by content.
    fn hash(self) -> u64 {
        match self {
            Scalar::Int(value) => mix(1, value.cast_unsigned()),
            Scalar::Uint(value) => mix(2, value),
            Scalar::Double(bits) => mix(3, bits),
            Scalar::String(text) | Scalar::Type(text) => of_bytes(text.as_bytes()),
            Scalar::Bytes(bytes) => of_bytes(bytes),
            _ => 0,
        }
    }
}

/// A version that equals another one if neither precedes the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct ByPrecedence<'a>(Semver<'a>);

impl PartialEq for ByPrecedence<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for ByPrecedence<'_> {}

impl PartialOrd for ByPrecedence<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for ByPrecedence<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.compare_to(other.0).cmp(&0)
    }
}

/// Numbers the rows. A row that equals no row, not even itself, has the number `None`.
pub(super) fn number<'a>(arena: &'a Arena, rows: &[Scalar<'a>], width: usize) -> Vec<'a, Option<u32>> {
    let width = width.max(1);
    let row = |at: u32| rows.get(at as usize * width..(at as usize + 1) * width).unwrap_or_default();
    let count = rows.len() / width;
    let mut order = Vec::with_capacity_in(count, arena);
    for (scalars, at) in rows.chunks_exact(width).zip(0_u32..) {
        if !scalars.contains(&Scalar::Unequal) {
            order.push((scalars.iter().fold(0, |hash, scalar| mix(hash, scalar.hash())), at));
        }
    }
    order.sort_unstable_by(|(a, one), (b, two)| a.cmp(b).then_with(|| row(*one).cmp(row(*two))));
    let mut numbers = Vec::with_capacity_in(count, arena);
    numbers.resize(count, None);
    let mut last: Option<(u64, u32)> = None;
    let mut number = 0;
    for (hash, at) in order {
        if last.is_some_and(|(other, before)| hash != other || row(at) != row(before)) {
            number += 1;
        }
        last = Some((hash, at));
        if let Some(slot) = numbers.get_mut(at as usize) {
            *slot = Some(number);
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::List;
    use crate::values::same;

    #[test]
    fn rows_have_one_number_if_they_are_the_same() {
        let arena = Arena::new();
        let semver = |text| Semver::parse(text).map_or(Value::Null, Value::Semver);
        let list = Value::List(List::made(&[]));
        let values = [
            Value::Null,
            Value::Bool(true),
            Value::Bool(false),
            Value::Int(1),
            Value::Uint(1),
            Value::Double(1.0),
            Value::Double(0.0),
            Value::Double(-0.0),
            Value::Double(f64::NAN),
            Value::Int(-1),
            Value::String("1"),
            Value::String(""),
            Value::Type("1"),
            Value::Bytes(b"1"),
            Value::Duration(Duration::new(1)),
            Value::NamedFormat(NamedFormat::Uuid),
            Value::NamedFormat(NamedFormat::Byte),
            Ip::parse("::1").map_or(Value::Null, Value::Ip),
            Ip::parse("127.0.0.1").map_or(Value::Null, Value::Ip),
            Cidr::parse("127.0.0.1/8").map_or(Value::Null, Value::Cidr),
            Cidr::parse("127.0.0.1/9").map_or(Value::Null, Value::Cidr),
            semver("1.2.3+a"),
            semver("1.2.3+b"),
            semver("1.2.3-b"),
            Value::Optional(None),
            list,
        ];
        let all = || values.iter().chain(values.iter().rev());
        let rows: alloc::vec::Vec<_> = all().map(|value| Scalar::of(*value)).collect();
        let numbers = number(&arena, &rows, 1);
        for (a, one) in all().zip(&numbers) {
            for (b, two) in all().zip(&numbers) {
                assert_eq!(one.is_some() && one == two, same(*a, *b), "{a:?} {b:?}");
            }
        }
        // Two by two.
        let numbers = number(&arena, &rows, 2);
        let pairs: alloc::vec::Vec<[Value<'_>; 2]> =
            all().copied().collect::<alloc::vec::Vec<_>>().as_chunks().0.to_vec();
        for (a, one) in pairs.iter().zip(&numbers) {
            for (b, two) in pairs.iter().zip(&numbers) {
                let expected = same(a[0], b[0]) && same(a[1], b[1]);
                assert_eq!(one.is_some() && one == two, expected, "{a:?} {b:?}");
            }
        }
    }
}
