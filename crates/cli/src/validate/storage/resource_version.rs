//! Checks the resource version of an object as storage does. In: an object, and the stored object if it is an
//! update. Out: the server's refusal. The library cannot return it, since its requests end before storage.
//!
//! kubectl omits the version when it creates an object, except for server-side apply, and other clients send
//! the version that they are given. A stored object that was written by hand has no version, so it conflicts
//! with none.
//
// apiserver: storage/etcd3/store.go Create; registry/generic/registry/store.go Update;
// storage/api_object_versioner.go ObjectResourceVersion; cli-runtime: pkg/resource/helper.go
// CreateWithOptions

use crate::edit::metadata;
use crate::validate::findings::finding::{Finding, Level};
use crate::validate::storage::client_side_apply;
use crdc_source::Node;
use crdc_vocabulary::go;

/// The field of the resource version.
pub(crate) const FIELD: &str = "resourceVersion";

/// The refusal of the resource version, if there is one.
///
/// `resource` is the resource of the object, such as `deployments.apps`. Without `server_side`, kubectl
/// creates it.
pub(crate) fn refused(
    new: &Node,
    old: Option<&Node>,
    resource: impl FnOnce() -> String,
    name: &str,
    server_side: bool,
) -> Option<Finding> {
    let written = new.get("metadata")?.get(FIELD)?;
    let given = written.as_str()?;
    let (message, help) = match old {
        None => {
            // A version that is no number is not compared.
            parse(given).ok().filter(|version| *version != 0)?;
            let said = "resourceVersion should not be set on objects to be created";
            if !server_side {
                let message = format!(
                    "kubectl leaves the resource version out when it creates the object, and other clients are refused: {said}"
                );
                let help = "remove it: the next kubectl apply is a conflict if the object has changed since, and so is that of other clients";
                let finding = Finding::new(client_side_apply::ID, Level::Warning, written.span, message);
                return Some(finding.field(format!("metadata.{FIELD}")).help(help));
            }
            let help = "remove it, or give the stored object with --old: kubectl apply without --server-side leaves it out of objects that it \
                        creates, other clients do not";
            (said.to_owned(), help)
        }
        Some(old) => {
            let stored = metadata(old, FIELD).and_then(|version| parse(version).ok());
            let message = match (parse(given), stored) {
                (Err(why), _) => format!("strconv.ParseUint: parsing {}: {why}", go::quote(given)),
                (Ok(0), _) | (Ok(_), None | Some(0)) => return None,
                (Ok(given), Some(stored)) if given == stored => return None,
                (Ok(_), Some(_)) => format!(
                    "Operation cannot be fulfilled on {} {}: the object has been modified; please apply your changes to the \
                     latest version and try again",
                    resource(),
                    go::quote(name)
                ),
            };
            (message, "remove it: an update without it replaces whatever is stored")
        }
    };
    let finding = Finding::new("refused", Level::Error, written.span, message);
    Some(finding.field(format!("metadata.{FIELD}")).help(help))
}

/// The version as storage parses it: zero if there is none. The error is Go's message.
fn parse(version: &str) -> Result<u64, &'static str> {
    if version.is_empty() {
        return Ok(0);
    }
    // Go's parser accepts no sign.
    if !version.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("invalid syntax");
    }
    version.parse().map_err(|_| "value out of range")
}

#[cfg(test)]
mod tests {
    use super::parse;

    #[test]
    fn versions_are_read_as_by_go() {
        for (version, expected) in [
            ("", Ok(0)),
            ("0", Ok(0)),
            ("007", Ok(7)),
            ("18446744073709551615", Ok(u64::MAX)),
            ("18446744073709551616", Err("value out of range")),
            ("+7", Err("invalid syntax")),
            ("-7", Err("invalid syntax")),
            (" 7", Err("invalid syntax")),
            ("1_0", Err("invalid syntax")),
            ("x", Err("invalid syntax")),
        ] {
            assert_eq!(parse(version), expected, "{version}");
        }
    }
}
