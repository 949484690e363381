//! Size limits: what is above them is refused, what is just below is not.

use crdc_check::check_source;
use crdc_hostile::documents::branches::branches;
use crdc_hostile::documents::{crd, many, names, object, one};
use crdc_source::Source;
use crdc_source::diag::Code;

/// A schema above the limit is refused at its span; one at the limit is accepted.
#[test]
fn what_is_too_large_is_refused_at_its_place() {
    type Limit = (&'static str, usize, &'static str, fn(usize) -> String);
    let limits: [Limit; 5] = [
        ("fields", 1 << 14, "properties", |n| object(n, |_| "{type: string}".to_owned())),
        ("required fields", 1 << 14, "required", |n| {
            crd(&format!("{{type: object, required: [{}]}}", names(n)))
        }),
        ("values", 1 << 16, "enum", |n| {
            one(&format!("{{type: integer, enum: [{}]}}", many(n, |i| i.to_string())))
        }),
        ("objects", 1 << 8, "enum", |n| {
            let values = many(n, |i| format!("{{a: {i}}}"));
            one(&format!("{{type: object, x-kubernetes-preserve-unknown-fields: true, enum: [3, {values}]}}"))
        }),
        ("branches", 1 << 14, "anyOf", |n| branches("anyOf", n)),
    ];
    for (what, most, keyword, document) in limits {
        for (n, refused) in [(most, false), (most + 1, true)] {
            let source = Source::new("crd.yaml", document(n));
            let checked = check_source(&source, None);
            let found = checked.diagnostics.iter().filter(|problem| problem.code == Code::SchemaTooLarge);
            let places: Vec<&str> = found
                .map(|problem| &source.text[problem.span.start as usize..problem.span.end as usize])
                .collect();
            assert_eq!(places, if refused { vec![keyword] } else { Vec::new() }, "{n} {what}");
            assert_eq!(checked.crds[0].accepted().is_some(), !refused, "{n} {what}");
        }
    }
}
