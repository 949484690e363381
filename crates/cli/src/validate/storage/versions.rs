//! Objects on their way through the storage version of their CRD. In: an object in the version of a request.
//! Out: what a server shows of it in that version once it is stored, or that a webhook would have to say.

use std::convert::Infallible;
use std::sync::Arc;

use crate::edit::{member, set};
use crate::validate::findings::finding::{Finding, Level};
use crdc_admission::Object;
use crdc_dynamic::Validator;
use crdc_source::{Node, Source, Span, parse_json};

/// The name of the finding about a webhook that was not called.
const NOT_CONVERTED: &str = "not-converted";

/// An accepted object as its version shows it once it is stored. An object that a webhook converts stays as
/// it is.
pub(crate) fn stored(validator: Validator<'_>, object: Vec<u8>, span: Span) -> (Vec<u8>, Option<Finding>) {
    let storage = validator.storage_version();
    let (own, other) = (validator.api_version(), storage.api_version());
    if own == other {
        return (object, None);
    }
    if validator.is_converted_by_webhook() {
        let message = format!(
            "a webhook converts between {own} and {other}, and it was not called: what it changes is not shown"
        );
        return (object, Some(finding(span, message)));
    }
    let Ok(stored) = validator.stored(object.into(), renamed);
    let Ok(shown) = storage.shown_in(validator, stored, renamed);
    (shown.to_vec(), None)
}

/// A stored object of any version, as an update in this version meets it. An object that a webhook converts
/// gets the API version alone.
pub(crate) fn old(validator: Validator<'_>, old: &Node, span: Span) -> (Node, Option<Finding>) {
    let of = member(old, "apiVersion");
    let (own, has_webhook) = (validator.version(of), validator.is_converted_by_webhook());
    let shown = own.filter(|own| own.api_version() != validator.api_version() && !has_webhook);
    let converted = shown.and_then(|own| {
        let Ok(shown) = own.shown_in(validator, old.to_json().into_bytes().into(), renamed);
        parse_json(&Source::new("old", String::from_utf8_lossy(&shown).into_owned())).0.pop()
    });
    if let Some(converted) = converted {
        return (converted, None);
    }
    let finding = (has_webhook && of != validator.api_version()).then(|| {
        let message = format!(
            "a webhook converts the old object from {of} to {}, and it was not called: the fields of the old object were compared as they are",
            validator.api_version()
        );
        finding(span, message)
    });
    let mut old = old.clone();
    set(&mut old, "apiVersion", crate::edit::text(validator.api_version()));
    (old, finding)
}

fn finding(span: Span, message: String) -> Finding {
    Finding::new(NOT_CONVERTED, Level::Note, span, message)
        .help("`crdc test --conversion COMMAND` calls a webhook, and `crdc serve` runs with one")
}

/// Conversion without a webhook: versions differ in their name alone.
fn renamed(object: Arc<[u8]>, api_version: &str) -> Result<Arc<[u8]>, Infallible> {
    let mut object = Object::of(&object);
    object.set_string(&["apiVersion"], api_version);
    Ok(object.bytes().into())
}
