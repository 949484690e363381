//! Hostile updates of immutable values: each error is reported, on a small stack; an update that does not
//! change immutable values allocates nothing.

use allocation_counter::measure;
use crdc_hostile::objects::compiled;
use crdc_hostile::objects::immutability::{FLOODS, object};
use crdc_oracle::random::samples::samples;
use crdc_oracle::stack::small;

/// The code and the number of errors.
fn answer(new: &[u8], old: &[u8], scratch: &mut crdc::Scratch) -> (u16, usize) {
    let compiled = compiled("Fixture");
    let outcome = crdc::answer(compiled, crdc::Request::update(new, old), scratch);
    let status = outcome.status().map_or(0, |status| status.to_json().len());
    assert!(status > 0 || outcome.accepted());
    (outcome.code(), outcome.errors().count())
}

/// Of everything: a hundred thousand where CI runs it.
#[test]
fn every_error_of_many_is_reported() {
    let many = samples(25_000) as usize;
    small(|| {
        let mut scratch = crdc::Scratch::new();
        for (name, specs, wanted) in FLOODS {
            let (new, old) = specs(many);
            assert_eq!(answer(&object(&new), &object(&old), &mut scratch), wanted(many), "{name}");
        }
    });
}

/// Nearly as deep as JSON may be, and changed at the bottom.
#[test]
fn a_deep_value_takes_no_stack() {
    small(|| {
        let mut scratch = crdc::Scratch::new();
        for (open, close) in [("[", "]"), ("{\"k\":", "}")] {
            let deep = |value: u8| {
                let nested = format!("{}{value}{}", open.repeat(9_990), close.repeat(9_990));
                object(&format!("{{\"any\":{nested}}}"))
            };
            assert_eq!(answer(&deep(1), &deep(1), &mut scratch), (200, 0));
            assert_eq!(answer(&deep(1), &deep(2), &mut scratch), (400, 1));
            assert_eq!(answer(&deep(1), &object("{\"any\":[{}]}"), &mut scratch), (400, 1));
        }
    });
}

#[test]
fn an_update_that_leaves_marked_values_alone_allocates_nothing() {
    let compiled = compiled("Fixture");
    let spec = |free: &str, more: &str, grown: &str| {
        object(&format!(
            r#"{{"free":"{free}","kep":"a","class":"fast","text":"b","object":{{"inner":"c"}},"list":["x","y"],"any":{{"deep":[1,2.5,"z"]}},"set":["m","n"],"growing":["m","n"{grown}],"keyed":[{{"name":"n","value":1}},{{"name":"o","value":2}}],"fixedKeys":[{{"name":"n","value":{}}},{{"name":"o","value":2}}],"map":{{"k":1,"l":2}},"shrinking":{{"k":1}},"values":{{"k":1,"l":2{more}}},"plain":[1,2,3]}}"#,
            free.len(),
        ))
    };
    let old = spec("one", "", "");
    let mut scratch = crdc::Scratch::new();
    for new in [spec("other", "", ""), spec("other", ",\"m\":3", ""), spec("third", ",\"m\":3", ",\"o\"")] {
        let mut update = |new: &[u8]| {
            let outcome = crdc::answer(compiled, crdc::Request::update(new, &old), &mut scratch);
            assert!(outcome.accepted_object().is_some());
        };
        update(&new);
        update(&new);
        let counted = measure(|| update(&new));
        assert_eq!(counted.count_total, 0, "{} bytes", counted.bytes_total);
    }
}
