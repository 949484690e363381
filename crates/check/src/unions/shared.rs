//! Unions of one object must not share fields: clearing the members of one would change the other.

use super::found::{Object, Union};
use crate::report::Report;
use crdc_source::Span;
use crdc_source::diag::Code;
use std::collections::HashMap;

pub(crate) fn shared(object: &Object<'_>, report: &mut Report) {
    let mut seen: HashMap<&str, (usize, Span)> = HashMap::new();
    for (index, union) in object.unions.iter().enumerate() {
        for (name, span) in fields(union) {
            match seen.get(name) {
                Some((other, first)) if *other != index => {
                    report
                        .add(Code::UnionMemberShared, span, format!("`{name}` belongs to two unions"))
                        .note(*first, "the other union")
                        .help(
                            "use different fields: clearing the members of one union would change the other",
                        );
                }
                Some(_) => {}
                None => {
                    seen.insert(name, (index, span));
                }
            }
        }
    }
}

/// Returns the discriminator and the members; without a discriminator, members are never cleared and not
/// returned.
fn fields<'a>(union: &'a Union<'a>) -> impl Iterator<Item = (&'a str, Span)> {
    let values = union.values.iter().filter(|_| union.discriminator.is_some()).flat_map(|(_, values)| values);
    union.discriminator.into_iter().chain(values.filter_map(|value| value.member))
}
