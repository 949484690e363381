//! Checks that the named server accepts the published document. In: the document, whose rules have the places
//! of their extensions. Out: an error for each rule that costs too much, with the limits that are missing,
//! and for what the server does not know or drops. Rules of users are not changed: what they say to older
//! servers is for their authors to decide.

use crdc_check::{RuleOptions, check_in};
use crdc_schema::Crd;
use crdc_source::diag::{Code, Diagnostic, Severity};
use crdc_vocabulary::Minor;

/// The errors, at the extensions that the rules stand for, and at rules of users.
pub(super) fn problems(document: Crd, server: Minor) -> Vec<Diagnostic> {
    let rules = RuleOptions { server: Some(server), ..RuleOptions::default() };
    let (_, found) = check_in(document, None, "", rules);
    let problem = |found: Diagnostic| match found.code {
        Code::RuleServer | Code::RuleServerKey => {
            // Its place is in the document that is not written.
            Some(Diagnostic { code: Code::PublishServer, server: Vec::new(), ..found })
        }
        _ if found.severity() == Severity::Error => {
            let message = format!("rules for servers: {}", found.message);
            Some(Diagnostic { message, ..found })
        }
        _ => None,
    };
    found.into_iter().filter_map(problem).collect()
}
