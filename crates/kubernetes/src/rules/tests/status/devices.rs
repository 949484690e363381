//! The status of claims of devices.

use super::errors;
use crate::rules::tests::devices::claim;
use crate::rules::tests::{documents, indexed, kinds};
use crate::{Request, validate};

#[test]
fn who_has_a_claim() {
    let spec = claim("{requests: [{name: a, exactly: {deviceClassName: c}}]}");
    let claim = |status: &str| format!("{spec}status: {status}\n");
    let kinds = kinds(36);
    let check = |old: &str, new: &str, wanted: &[&str]| {
        let (old, new) = (documents(&claim(old)), documents(&claim(new)));
        let definition = kinds.find("resource.k8s.io/v1", "ResourceClaim").expect("the kind is known");
        let request = Request::update(&new[0], &old[0]).subresource(Some("status"));
        let found = validate(&kinds, definition, request);
        assert_eq!(indexed(&found), wanted, "{new:?}");
    };
    let given = "allocation: {devices: {results: [{request: a, driver: d.io, pool: p, device: x}]}}";
    let reserved = "reservedFor: [{resource: pods, name: web, uid: u}]";
    check("{}", &format!("{{{given}, {reserved}}}"), &[]);
    check(
        "{}",
        "{reservedFor: [{resource: pods, name: web, uid: u}, {uid: u}]}",
        &[
            "status.reservedFor[1].resource: Required value",
            "status.reservedFor[1].name: Required value",
            "status.reservedFor[1]: Duplicate value: \"u\"",
            "status.reservedFor: Forbidden: may not be specified when `allocated` is not set",
        ],
    );
    check(
        "{}",
        &format!("{{{}}}", given.replace("request: a", "request: b").replace("d.io", "''")),
        &[
            "status.allocation.devices.results[0].request: Invalid value: \"b\": must be the name of a request in the claim or the name of a \
             request and a subrequest separated by '/'",
            "status.allocation.devices.results[0].driver: Required value",
        ],
    );
    let other = given.replace("device: x", "device: z");
    check(
        &format!("{{{given}}}"),
        &format!("{{{other}}}"),
        &["status.allocation: Invalid value: field is immutable"],
    );
    // A claim that goes gets no more consumers: a consumer is a whole reference.
    let metadata = "{name: a, deletionTimestamp: '2026-01-01T00:00:00Z', deletionGracePeriodSeconds: 0}";
    let gone = |status: &str| claim(&format!("{{{given}, {status}}}")).replacen("{name: a}", metadata, 1);
    let moved = reserved.replace("name: web", "name: api");
    let forbidden = "status.reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";
    for (new, wanted) in [(reserved, vec![]), ("reservedFor: []", vec![]), (&moved, vec![forbidden])] {
        assert_eq!(errors(36, &gone(reserved), &gone(new), Some("status")), wanted, "{new}");
    }
}
