//! Passes values as arguments to `format`.

use core::fmt;

use crate::arena::Arena;
use crate::error::Evaluated;
use crate::scalars::text_format::{Argument, FormatArgument};
use crate::values::Value;

/// A value to format.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Formatted<'a> {
    arena: &'a Arena,
    /// The value. `None` for a part that does not fit its schema.
    value: Option<Value<'a>>,
}

impl<'a> Formatted<'a> {
    /// Creates an argument from a value. The arena holds the data that is read from it.
    #[must_use]
    pub(crate) fn new(arena: &'a Arena, value: Value<'a>) -> Self {
        Formatted { arena, value: Some(value) }
    }

    fn part(self, value: Evaluated<Value<'a>>) -> Self {
        Formatted { value: value.ok(), ..self }
    }
}

impl FormatArgument for Formatted<'_> {
    fn argument(&self) -> Argument<'_> {
        match self.value {
            None => Argument::Other("error"),
            Some(Value::Null) => Argument::Null,
            Some(Value::Bool(value)) => Argument::Bool(value),
            Some(Value::Int(value)) => Argument::Int(value),
            Some(Value::Uint(value)) => Argument::Uint(value),
            Some(Value::Double(value)) => Argument::Double(value),
            Some(Value::String(text)) => Argument::String(text),
            Some(Value::Bytes(bytes)) => Argument::Bytes(bytes),
            Some(Value::Type(name)) => Argument::Type(name),
            Some(Value::Duration(_)) => Argument::Duration,
            Some(Value::Timestamp(_)) => Argument::Timestamp,
            Some(Value::List(_)) => Argument::List,
            Some(Value::Map(_)) => Argument::Map,
            Some(value) => Argument::Other(value.type_name()),
        }
    }

    fn write_time(&self, out: &mut dyn fmt::Write) -> fmt::Result {
        match self.value {
            Some(Value::Duration(duration)) => out.write_str(duration.text(self.arena)),
            Some(Value::Timestamp(time)) => out.write_str(time.text(self.arena)),
            _ => Ok(()),
        }
    }

    fn items(&self) -> impl Iterator<Item = Self> {
        let formatted = *self;
        let list = if let Some(Value::List(list)) = self.value { Some(list) } else { None };
        let items = list.into_iter().flat_map(|list| list.items());
        items.map(move |item| formatted.part(item.value(formatted.arena)))
    }

    fn entries(&self) -> impl Iterator<Item = (Self, Self)> {
        let formatted = *self;
        let map = if let Some(Value::Map(map)) = self.value { Some(map) } else { None };
        let entries = map.into_iter().flat_map(move |map| map.entries(formatted.arena));
        entries.map(move |(key, value)| (formatted.part(Ok(key)), formatted.part(value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalars::duration::Duration;
    use crate::scalars::text_format::format;
    use crate::scalars::timestamp::Timestamp;
    use crate::values::{List, Map};

    #[test]
    fn values_are_written() {
        let arena = Arena::new();
        let time = Timestamp::parse("2023-02-03T23:31:20Z").map(Value::Timestamp).unwrap_or(Value::Null);
        let items = [Value::String("a"), Value::Double(1.5), Value::Null, time];
        let entries = [
            (Value::String("k"), Value::List(List::made(&items))),
            (Value::Int(1), Value::Duration(Duration::new(90_000_000_000))),
        ];
        for (value, expected) in [
            (Value::String("a"), "a"),
            (Value::Bool(true), "true"),
            (Value::Uint(7), "7"),
            (Value::Bytes(b"xyz"), "xyz"),
            (Value::Type("list"), "list"),
            (time, "2023-02-03T23:31:20Z"),
            (Value::Duration(Duration::new(1_500_000_000)), "1.5s"),
            (Value::List(List::made(&items)), "[\"a\", 1.500000, null, timestamp(\"2023-02-03T23:31:20Z\")]"),
            (
                Value::Map(Map::Made(&entries)),
                "{\"k\":[\"a\", 1.500000, null, timestamp(\"2023-02-03T23:31:20Z\")], 1:duration(\"90s\")}",
            ),
        ] {
            assert_eq!(format(&arena, "%s", [Formatted::new(&arena, value)]), Ok(expected), "{value:?}");
        }
    }

    #[test]
    fn optionals_have_no_text() {
        let arena = Arena::new();
        let error = |value| {
            let found = format(&arena, "%s", [Formatted::new(&arena, value)]);
            found.err().map(|error| alloc::format!("{error}")).unwrap_or_default()
        };
        assert!(error(Value::Optional(None)).ends_with("was given optional_type"));
        let list = Value::List(List::made(&[Value::Optional(None)]));
        assert_eq!(error(list), "error during formatting: no formatting function for optional_type");
    }
}
