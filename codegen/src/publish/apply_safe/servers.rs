//! Whether the named server knows what is in rules. In: the published document. Out: a problem for each rule that such a server refuses,
//! and for each field of a rule that it drops. Rules of users are not changed: what they say to older servers is for their authors to decide.
//
// apiserver: pkg/cel/environment/base.go

use crate::cel::server::Minor;
use crate::check::cel::newer_than;
use crate::diag::{Code, Diagnostic};
use crate::schema::Crd;

/// The problems, at the expressions and at the fields.
pub(super) fn problems(crd: &Crd, server: Minor) -> Vec<Diagnostic> {
    let schemas = crd.versions.iter().filter_map(|version| crd.schema(version));
    let found = schemas.flat_map(|schema| newer_than(&schema.value, server));
    let problems = found.map(|newer| {
        let (field, since) = (newer.field, newer.since);
        let publish = format!("publish for servers from {since} on (`--server {since}`)");
        match newer.error {
            Some(error) => {
                let what = if field == "rule" { "a rule" } else { "the message of a rule" };
                let message = format!("servers of {server} refuse {what}, those from {since} on accept it");
                let help = format!("write it without what is new, or {publish}");
                Diagnostic::new(Code::PublishServer, newer.span, message).label(error).help(help)
            }
            None => {
                let message =
                    format!("servers of {server} do not know `{field}` of rules, those from {since} on do");
                let help = format!("remove it, or {publish}");
                let label = "dropped, or refused by strict clients";
                Diagnostic::new(Code::PublishServer, newer.span, message).label(label).help(help)
            }
        }
    });
    problems.collect()
}
