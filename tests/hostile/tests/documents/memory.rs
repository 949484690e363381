//! Memory grows as the document does: twice the document allocates and holds about twice the bytes while it
//! is read. Bytes are counted, so they are the same in each run.

use crdc_hostile::documents::extensions::marked_below_a_long_name;
use crdc_schema::read;
use crdc_source::{Source, parse};

/// Rules that may stand for extensions are compared with those that are published for all fields.
#[test]
fn marked_rules_below_a_long_name_are_read_in_linear_memory() {
    let cost = |n: usize| {
        let (documents, _) = parse(&Source::new("crd.yaml", marked_below_a_long_name(n)));
        let counted = allocation_counter::measure(|| {
            let (crds, found) = read(&documents);
            assert_eq!((crds.len(), found.len()), (1, 1), "{found:?}");
        });
        [counted.bytes_total, counted.bytes_max]
    };
    let (one, two) = (cost(500), cost(1_000));
    assert!(one.iter().zip(two).all(|(one, two)| two * 2 < one * 5), "{one:?}, then {two:?}");
}
