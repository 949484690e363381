//! Converts results of library functions to values of CEL, and decides overloads by the first item of a list.

use crate::arena::Arena;
use crate::scalars::named_format::NamedFormat;
use crate::scalars::url::Url;
use crate::values::{Map, Value, texts};

/// `url.getQuery()`: the parameters of the query.
#[must_use]
pub(crate) fn query<'a>(arena: &'a Arena, url: Url<'a>) -> Map<'a> {
    let parameters = url.query(arena);
    let entries =
        parameters.iter().map(|(key, values)| (Value::String(key), Value::List(texts(arena, values))));
    Map::Made(arena.alloc_slice_fill_iter(entries))
}

/// `format.validate(text)`: an optional with the reasons why a text does not have the format, empty if it has
/// the format.
#[must_use]
pub(crate) fn reasons<'a>(arena: &'a Arena, format: NamedFormat, text: &str) -> Value<'a> {
    let reasons = format.validate(text, arena);
    Value::Optional(reasons.map(|reasons| &*arena.alloc(Value::List(texts(arena, reasons)))))
}

/// `format.named(name)`: an optional with the format, empty if there is no format with this name.
#[must_use]
pub(crate) fn named_format<'a>(arena: &'a Arena, name: &str) -> Value<'a> {
    let format = NamedFormat::named(name);
    Value::Optional(format.map(|format| &*arena.alloc(Value::NamedFormat(format))))
}

/// Whether a value is a list whose first item has the expected type. An empty list is accepted, and so is an
/// item that cannot be read: the call then fails with its error. The server tests no other item.
#[must_use]
pub(crate) fn begins_with<'a>(
    arena: &'a Arena,
    list: Value<'a>,
    fits: impl FnOnce(Value<'a>) -> bool,
) -> bool {
    let Value::List(list) = list else { return false };
    let first = list.items().next();
    first.is_none_or(|first| first.value(arena).map_or(true, fits))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::List;
    use alloc::format;

    #[test]
    fn queries_are_maps_of_lists() {
        let arena = Arena::new();
        let url = Url::parse("https://example.com/p?q=1&r=2&q=3", &arena);
        let found = url.map(|url| query(&arena, url));
        let Ok(Map::Made([(Value::String("q"), Value::List(q)), (Value::String("r"), _)])) = found else {
            panic!("{found:?}");
        };
        assert_eq!(format!("{:?}", q.values(&arena)), "Ok([String(\"1\"), String(\"3\")])");
    }

    #[test]
    fn formats_are_optional() {
        let arena = Arena::new();
        assert!(matches!(named_format(&arena, "unknown"), Value::Optional(None)));
        let found = named_format(&arena, "uuid");
        assert!(matches!(found, Value::Optional(Some(Value::NamedFormat(NamedFormat::Uuid)))));
        assert!(matches!(reasons(&arena, NamedFormat::Byte, "aGVsbG8="), Value::Optional(None)));
        let wrong = reasons(&arena, NamedFormat::Dns1123Label, "Not a label");
        assert!(matches!(wrong, Value::Optional(Some(Value::List(list))) if list.size() > 0));
    }

    #[test]
    fn the_first_item_decides_about_a_list() {
        let arena = Arena::new();
        let ints = [Value::Int(1), Value::Double(2.0)];
        let ints = Value::List(List::made(&ints));
        let is_int = |first| matches!(first, Value::Int(_));
        assert!(begins_with(&arena, ints, is_int) && !begins_with(&arena, ints, |first| !is_int(first)));
        let empty = Value::List(List::made(&[]));
        assert!(begins_with(&arena, empty, is_int) && begins_with(&arena, empty, |_| false));
        assert!(!begins_with(&arena, Value::Int(1), is_int));
    }
}
