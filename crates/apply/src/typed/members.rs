//! Members of two maps side by side.

use serde_json::{Map, Value};

type Members<'v> = Option<&'v Map<String, Value>>;

/// The members of the left map, each with the member of the right map that has the same name, then the
/// members that only the right map has.
pub(super) fn members_of_both<'v>(
    left: Members<'v>,
    right: Members<'v>,
) -> impl Iterator<Item = (&'v str, Option<&'v Value>, Option<&'v Value>)> {
    let of_left = left.into_iter().flatten();
    let of_left =
        of_left.map(move |(name, value)| (&**name, Some(value), right.and_then(|right| right.get(name))));
    let of_right = right.into_iter().flatten();
    let of_right = of_right.filter(move |(name, _)| left.is_none_or(|left| !left.contains_key(*name)));
    of_left.chain(of_right.map(|(name, value)| (&**name, None, Some(value))))
}
