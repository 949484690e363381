//! Limits of numbers, lengths and counts, and `multipleOf`. A limit that no value of the type can violate is
//! ignored.

use super::change::{Change, Impact, Kind};
use super::pair::Pair;
use super::type_set::{ARRAY, NUMBER, OBJECT, STRING, Types};
use super::types;
use crdc_schema::{At, Schema};
use crdc_source::Span;

/// A limit of a length or count.
struct Count {
    kind: Kind,
    of: Types,
    /// The noun of the counted things.
    things: &'static str,
    /// Whether this is a maximum; otherwise a minimum.
    most: bool,
    limit: fn(&Schema) -> &Option<At<i64>>,
}

const COUNTS: [Count; 6] = [
    Count { kind: Kind::MaxLength, of: STRING, things: "characters", most: true, limit: |s| &s.max_length },
    Count { kind: Kind::MinLength, of: STRING, things: "characters", most: false, limit: |s| &s.min_length },
    Count { kind: Kind::MaxItems, of: ARRAY, things: "items", most: true, limit: |s| &s.max_items },
    Count { kind: Kind::MinItems, of: ARRAY, things: "items", most: false, limit: |s| &s.min_items },
    Count {
        kind: Kind::MaxProperties,
        of: OBJECT,
        things: "properties",
        most: true,
        limit: |s| &s.max_properties,
    },
    Count {
        kind: Kind::MinProperties,
        of: OBJECT,
        things: "properties",
        most: false,
        limit: |s| &s.min_properties,
    },
];

pub(super) fn counts(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let of = types::of_both(pair);
    for count in COUNTS.iter().filter(|count| of & count.of != 0) {
        let written = |schema: &Schema| {
            let limit = (count.limit)(schema).as_ref().map(|at| (at.value, at.span));
            limit.filter(|(value, _)| count.most || *value > 0)
        };
        let (old, new) = (written(pair.old.schema), written(pair.new.schema));
        let things = count.things;
        let words = |value: i64| {
            let things = if value == 1 { singular(things) } else { things };
            format!("at {} {value} {things}", if count.most { "most" } else { "least" })
        };
        let json = |value: i64| value.to_string();
        found.extend(limit(pair, (count.kind, count.most), (old, new), "have", (&words, &json)));
    }
}

fn singular(things: &'static str) -> &'static str {
    match things {
        "characters" => "character",
        "items" => "item",
        _ => "property",
    }
}

/// A bound of numbers: the value, and a flag that orders exclusive and inclusive bounds of the same value.
type Bound = (f64, bool);

pub(super) fn numbers(pair: &Pair<'_>, found: &mut Vec<Change>) {
    if types::of_both(pair) & NUMBER == 0 {
        return;
    }
    for (kind, most) in [(Kind::Maximum, true), (Kind::Minimum, false)] {
        let bound = |schema: &Schema| -> Option<(Bound, Span)> {
            let (limit, exclusive) = if most {
                (&schema.maximum, &schema.exclusive_maximum)
            } else {
                (&schema.minimum, &schema.exclusive_minimum)
            };
            let exclusive = exclusive.as_ref().is_some_and(|at| at.value);
            // Exclusive bounds are the tighter ones of their value.
            limit.as_ref().map(|at| ((at.value, exclusive != most), at.span))
        };
        let words = |(value, flag): Bound| match (most, flag != most) {
            (true, false) => format!("at most {value}"),
            (true, true) => format!("less than {value}"),
            (false, false) => format!("at least {value}"),
            (false, true) => format!("greater than {value}"),
        };
        let (old, new) = (bound(pair.old.schema), bound(pair.new.schema));
        let json = |(value, flag): Bound| match (most, flag != most) {
            (true, true) => format!("\"<{value}\""),
            (false, true) => format!("\">{value}\""),
            _ => value.to_string(),
        };
        found.extend(limit(pair, (kind, most), (old, new), "be", (&words, &json)));
    }
    multiple_of(pair, found);
}

/// Formats a limit: as text and as JSON.
type Shown<'f, T> = (&'f dyn Fn(T) -> String, &'f dyn Fn(T) -> String);

/// A limit and its location.
type Placed<T> = Option<(T, Span)>;

/// Returns the change from one limit to the other.
fn limit<T: PartialOrd + Copy>(
    pair: &Pair<'_>,
    (kind, most): (Kind, bool),
    (old, new): (Placed<T>, Placed<T>),
    verb: &str,
    (words, json): Shown<'_, T>,
) -> Option<Change> {
    let shown = |limit: Placed<T>| limit.map(|(value, _)| words(value));
    let (was, now) = (shown(old), shown(new));
    let change = match (old, new) {
        (None, None) => return None,
        (Some(_), None) => {
            let was = was.clone().unwrap_or_default();
            pair.loosened(kind, format!("no longer needs to {verb} {was}"))
        }
        (None, Some(_)) => {
            let now = now.clone().unwrap_or_default();
            pair.tightened(kind, format!("must {verb} {now}; there was no limit"))
        }
        (Some((old, _)), Some((new, _))) => {
            if old == new {
                return None;
            }
            let (was, now) = (was.clone().unwrap_or_default(), now.clone().unwrap_or_default());
            let said = format!("must {verb} {now}; it was {was}");
            if (new < old) == most { pair.tightened(kind, said) } else { pair.loosened(kind, said) }
        }
    };
    let text = |limit: Placed<T>| limit.map(|(value, _)| json(value));
    let span = |limit: Placed<T>| limit.map(|(_, span)| span);
    Some(change.places(span(old), span(new)).values(text(old), text(new)))
}

fn multiple_of(pair: &Pair<'_>, found: &mut Vec<Change>) {
    let factor = |schema: &Schema| schema.multiple_of.as_ref().map(|at| (at.value, at.span));
    let (old, new) = (factor(pair.old.schema), factor(pair.new.schema));
    let divides = |small: f64, large: f64| (large / small).fract() == 0.0;
    let change = match (old.map(|(old, _)| old), new.map(|(new, _)| new)) {
        (None, None) => return,
        (None, Some(new)) => pair.tightened(Kind::MultipleOf, format!("must be a multiple of {new}")),
        (Some(old), None) => pair.loosened(Kind::MultipleOf, format!("need not be a multiple of {old}")),
        (Some(old), Some(new)) if old == new => return,
        (Some(old), Some(new)) => {
            let said = format!("must be a multiple of {new}; it was {old}");
            match (divides(new, old), divides(old, new)) {
                (true, _) => pair.loosened(Kind::MultipleOf, said),
                (false, true) => pair.tightened(Kind::MultipleOf, said),
                (false, false) => pair.changed(Kind::MultipleOf, said).impact(Impact::Breaks),
            }
        }
    };
    let text = |factor: Option<(f64, Span)>| factor.map(|(value, _)| value.to_string());
    found.push(
        change.places(old.map(|(_, span)| span), new.map(|(_, span)| span)).values(text(old), text(new)),
    );
}
