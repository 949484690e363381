//! Validates values: writes the new and the old value to the tapes of a scratch, and runs the steps of a
//! request.
//!
//! In: values, and the node of their type. Out: a refusal, if there is one. `request/operations.rs` has the
//! order of the steps, for this and all other kinds of requests. Only `record` is compiled for each type.

use alloc::format;
use alloc::vec::Vec;

use crdc_vocabulary::{Ratcheting, below};
use serde::Serialize;

use super::counterparts::Counterparts;
use super::node::Part;
use super::normalization::Normalization;
use super::record::{Limit, MAX_CALLS, MAX_NESTED, Noticed, record};
use super::refused_value::RefusedValue;
#[cfg(feature = "cel")]
use super::ruled::{self, Ruled};
use super::scratch::Scratch;
use super::value::Value;
use crate::correlate::Topology;
use crate::decode::{Decode, DecodeError};
use crate::definition::{Definition, KeptErrors, Scale};
use crate::error::{ErrorSource, ErrorType, FieldError, Message, Report, Violation};
use crate::operation::{Request, RequestKind};
use crate::path::{Keys, Path};
use crate::places::ExtensionNode;
use crate::request::{self, CheckFn, RequestState, Steps, Validated, Validation, operations};
use crate::scope::Scope;
use crate::scratch::Kept;

/// The value to validate, as a part of an object: the name of the field that has it, and its description.
#[derive(Clone, Copy)]
pub(super) struct Root {
    pub(super) name: &'static str,
    pub(super) part: &'static Part,
    /// The paths of the scale subresource that lead into the value.
    pub(super) scale: Option<&'static Scale<'static>>,
}

/// Normalizes a value. Values are written to a tape only if their type may have something to normalize.
pub(super) fn normalize<T: Value + Serialize>(new: &mut T, old: Option<&T>, scratch: &mut Scratch) {
    if T::node().below & (below::NORMALIZED | below::UNIONS) == 0 {
        return;
    }
    let root = Root { name: "", part: T::PART, scale: None };
    let noticed = write(new, root, scratch, false);
    // After a failure, a field may be null on the tape though it is not null in the value.
    if !(noticed.empty || noticed.unions) || noticed.failed.is_some() {
        return;
    }
    let operation = match old {
        Some(old) if write(old, root, scratch, true).failed.is_some() => return,
        Some(_) => RequestKind::Update,
        None => RequestKind::Create,
    };
    if with_request(root, operation, &mut scratch.request, operations::normalize_value) {
        let tape = scratch.request.kept.new.tape(b"", b"", b"");
        new.normalize_value(Normalization::new(tape));
    }
}

pub(super) fn create<T: Serialize>(new: &T, root: Root, scratch: &mut Scratch) -> Result<(), RefusedValue> {
    let new = write(new, root, scratch, false);
    validate(root, RequestKind::Create, [new, Noticed::default()], scratch)
}

pub(super) fn update<T: Serialize>(
    new: &T,
    old: &T,
    root: Root,
    scratch: &mut Scratch,
) -> Result<(), RefusedValue> {
    let new = write(new, root, scratch, false);
    let old = write(old, root, scratch, true);
    validate(root, RequestKind::Update, [new, old], scratch)
}

/// Writes a value to the tape of the new or of the old object.
fn write<T: Serialize>(value: &T, root: Root, scratch: &mut Scratch, is_old: bool) -> Noticed {
    let crate::Scratch { kept: Kept { new, old, .. }, buffers } = &mut scratch.request;
    let [of_new, of_old] = &mut buffers.records;
    let (side, records) = if is_old { (old, of_old) } else { (new, of_new) };
    record(value, root.part, root.name, side, records, is_old)
}

/// Runs a function on the request whose objects were written before.
fn with_request<R>(
    root: Root,
    operation: RequestKind,
    scratch: &mut crate::Scratch,
    run: impl FnOnce(&mut RequestState<'_, '_>) -> R,
) -> R {
    let Root { name, part, scale } = root;
    let edges = [part.edge];
    let whole = ExtensionNode { fields: &edges, ..*ExtensionNode::NONE };
    let places = if name.is_empty() { part.edge.place() } else { &whole };
    let definition = Definition {
        group: "",
        version: "",
        kind: "",
        plural: "",
        api_version: "",
        scope: Scope::Namespaced,
        root: Decode::Function(|_, _| Err(DecodeError)),
        status: None,
        whole: None,
        // The nodes of Rust types correlate the values (`Counterparts`), so the tables are empty.
        topology: Topology::LEAF,
        status_topology: Topology::LEAF,
        ratcheting: Ratcheting::ApiServer,
        status_subresource: false,
        scale: scale.copied(),
        has_rules: false,
        defaults: b"",
        generated_name: None,
        places,
        uncompiled_rules: &[],
        kept: KeptErrors::ByAll,
    };
    let request = match operation {
        RequestKind::Update => Request::update(b"", b""),
        _ => Request::create(b""),
    };
    let mut state = RequestState::new(&definition, request, scratch);
    let result = run(&mut state);
    let RequestState { new, old, buffers, .. } = state;
    let (of_new, of_old) = (new.records.recycled(), old.records.recycled());
    let [new, old] = &mut buffers.records;
    *new = of_new;
    if operation == RequestKind::Update {
        *old = of_old;
    }
    result
}

/// Validates the values that were written before.
fn validate(
    root: Root,
    operation: RequestKind,
    [new, old]: [Noticed; 2],
    scratch: &mut Scratch,
) -> Result<(), RefusedValue> {
    #[cfg(feature = "cel")]
    let frames = &mut scratch.frames;
    let (inner, ratcheted) = (&mut scratch.request, &mut scratch.ratcheted);
    ratcheted.clear();
    // A status is validated on its own, any other value as a part of the object.
    let (at, counterparts) = match root.name {
        "" => (Validated::OBJECT, Counterparts::at(root.part)),
        "status" => (Validated { root: 1, prefix: "status" }, Counterparts::status(root.part)),
        _ => (Validated::OBJECT, Counterparts::Around(root.part)),
    };
    let unions: Option<CheckFn> = if new.unions || new.empty { Some(request::unions) } else { None };
    let steps = Steps { immutability: Some(request::immutability), unions, ..Steps::NONE };
    let rules = |_validation: &mut Validation<'_, '_>| {
        // If there are errors, the server reports that rules did not run, even if no value here has rules: it
        // looks at the whole schema.
        #[cfg(feature = "cel")]
        if new.rules || _validation.has_errors() && ruled::has_rules(root.part) {
            let (ruled, around) = match root.name {
                "" => (Ruled::At(root.part), Counterparts::at(root.part)),
                _ => (Ruled::Around(root.part), Counterparts::Around(root.part)),
            };
            _validation.rules_of_value((ruled, frames), around);
        }
    };
    with_request(root, operation, inner, |request| {
        // Only a new value is refused for its depth or size. Those parts of an old value that were not
        // written count as null.
        if let Some(found) = new.beyond {
            // The values below the limit were not checked.
            let error = beyond(request, found);
            return Err(RefusedValue::new(422, Vec::from([error]), Vec::new()));
        }
        let verdict = match operation {
            RequestKind::Update => {
                operations::update_value(request, &steps, (at, counterparts), [new.empty, old.empty], rules)
            }
            _ => operations::create_value(request, &steps, at, new.empty, rules),
        };
        if verdict.is_ok()
            && request.new.records.violations.is_empty()
            && request.ratcheted.is_empty()
            && request.findings.has_no_errors()
            && new.failed.is_none()
        {
            return Ok(());
        }
        refused(request, verdict, new.failed, ratcheted)
    })
}

/// The refusal, unless all errors are ratcheted.
#[cold]
#[inline(never)]
fn refused(
    request: &mut RequestState<'_, '_>,
    verdict: request::Verdict,
    failed: Option<u32>,
    kept: &mut Vec<FieldError>,
) -> Result<(), RefusedValue> {
    let Ok(Validated { root, prefix }) = verdict else {
        return Err(RefusedValue::new(400, core::mem::take(&mut request.findings.violated), Vec::new()));
    };
    let mut violations = core::mem::take(&mut request.new.records.violations);
    let mut ratcheted = core::mem::take(&mut request.ratcheted);
    let tape = request.stored();
    let field_errors = |violations: &mut Vec<Violation<'_>>| -> Vec<FieldError> {
        violations.sort_by_key(|violation| violation.at());
        Report::new(tape, violations, root, prefix).collect()
    };
    let mut errors = field_errors(&mut violations);
    let ratcheted = field_errors(&mut ratcheted);
    if let Some(at) = failed {
        errors.insert(0, invalid_at(request, at, "cannot be serialized".into()));
    }
    errors.append(&mut request.findings.after);
    if request.findings.blocked && !errors.is_empty() {
        errors.push(FieldError::rules_not_checked());
    }
    if errors.is_empty() {
        *kept = ratcheted;
        return Ok(());
    }
    Err(RefusedValue::new(422, errors, ratcheted))
}

#[cold]
fn beyond(request: &RequestState<'_, '_>, (at, limit): (u32, Limit)) -> FieldError {
    let detail = match limit {
        Limit::Nested => format!("nested too deep; the maximum depth is {MAX_NESTED}").into(),
        Limit::Calls => {
            format!("nested too deep; the maximum depth is {MAX_CALLS} calls of `Serialize`").into()
        }
        Limit::Size => "too large; the maximum is 2147483647 bytes of JSON".into(),
    };
    invalid_at(request, at, detail)
}

/// The error for a value that cannot be written as the object of a request.
fn invalid_at(request: &RequestState<'_, '_>, at: u32, detail: Message) -> FieldError {
    let field = Path::new(request.stored(), 0, Keys::Bracketed).path(at, true).unwrap_or_default();
    FieldError::new(ErrorType::Invalid, field, None, detail, ErrorSource::Schema)
}
