//! The mapping `changes` of `.crdc.yaml`: for each kind of change, the impact from which `crdc check --old`
//! and `--served` fail. It replaces `--deny` for that kind.

use super::error::{ConfigError, error, members};
use crdc_documents::compare::{Impact, Kind};
use crdc_source::Node;

const VALUES: &str =
    "write allow, breaks, may-break, or deny, which refuses harmless changes of this kind too";

/// The policies, by kind of change.
#[derive(Debug, Default)]
pub(super) struct Changes(Vec<(Kind, Option<Impact>)>);

impl Changes {
    pub(super) fn read(node: &Node, errors: &mut Vec<ConfigError>) -> Changes {
        let mut read = Changes::default();
        for member in members(node, "the members are kinds of changes", errors) {
            let Some(kind) = Kind::ALL.iter().find(|kind| kind.name() == member.key) else {
                let message = format!("`{}` is not a kind of change", member.key);
                errors.push(error(
                    member.key_span,
                    message,
                    "the kinds are those in the brackets of crdc check --old",
                ));
                continue;
            };
            match member.value.as_str() {
                Some("allow") => read.0.push((*kind, None)),
                Some("breaks") => read.0.push((*kind, Some(Impact::Breaks))),
                Some("may-break") => read.0.push((*kind, Some(Impact::MayBreak))),
                Some("deny") => read.0.push((*kind, Some(Impact::Harmless))),
                _ => errors.push(error(member.value.span, format!("`{}` has no policy", member.key), VALUES)),
            }
        }
        read
    }

    /// The policy for a kind of change, if there is one: the impact from which a change fails the check, or
    /// `None` if it never fails.
    pub(super) fn of(&self, kind: Kind) -> Option<Option<Impact>> {
        self.0.iter().find(|(of, _)| *of == kind).map(|(_, impact)| *impact)
    }
}
