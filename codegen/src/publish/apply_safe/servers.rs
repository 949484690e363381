//! Whether the named server knows what is in rules. In: the published document. Out: an error for each rule that such a server refuses,
//! and for each field of a rule that it drops. Rules of users are not changed: what they say to older servers is for their authors to decide.
//
// apiserver: pkg/cel/environment/base.go

use crate::cel::server::Minor;
use crate::check::cel::rules_of;
use crate::diag::{Code, Diagnostic};
use crate::schema::Crd;

/// What `crdc check --server` reports of the rules, as errors.
pub(super) fn problems(crd: &Crd, server: Minor) -> Vec<Diagnostic> {
    let schemas = crd.versions.iter().filter_map(|version| crd.schema(version));
    let found = schemas.flat_map(|schema| rules_of(&schema.value, server));
    found.map(|found| Diagnostic { code: Code::PublishServer, ..found }).collect()
}
