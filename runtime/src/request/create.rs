//! Creates an object.
// apiextensions-apiserver: registry/customresource/strategy.go PrepareForCreate, Validate

use super::decode::{self, Decoded};
use super::{
    Objects, Request, Verdict, generation, lists, metadata, receive::receive, rules, scale, status_field,
    strict, type_meta, whole,
};
use crate::compiled::{Compiled, Steps};
use crate::scratch::Scratch;

/// Decodes, prunes and defaults.
pub(super) fn decode(compiled: &'static Compiled, request: Request<'_>, scratch: &mut Scratch) -> Verdict {
    let (new, message) = (&mut scratch.new, &mut scratch.message);
    let decoded = decode::object(compiled, request.new, new, false, request.field_validation, message);
    new.violations.clear();
    if decoded.is_err() {
        return Verdict::Refused { decoded: false };
    }
    if strict::refuses(compiled, request, &scratch.new, &mut scratch.message) {
        return Verdict::Refused { decoded: true };
    }
    Verdict::Validated { root: 0, prefix: "" }
}

/// All steps of a create.
pub(super) fn create(compiled: &'static Compiled, request: Request<'_>, scratch: &mut Scratch) -> Verdict {
    let (new, message) = (&mut scratch.new, &mut scratch.message);
    let Ok(decoded) = decode::object(compiled, request.new, new, false, request.field_validation, message)
    else {
        return Verdict::Refused { decoded: false };
    };
    if strict::refuses(compiled, request, new, message) {
        return Verdict::Refused { decoded: true };
    }
    if receive(compiled, request, scratch).is_err() {
        return Verdict::Refused { decoded: true };
    }
    if decoded == Decoded::Foreign {
        prepare(compiled, request, scratch);
        type_meta::refuse(compiled, scratch, request.new);
        metadata::foreign_embedded(compiled, request, scratch);
        lists::check(compiled, &mut scratch.new, request.new, b"", &mut scratch.lists);
        return Verdict::Validated { root: 0, prefix: "" };
    }
    let steps = &compiled.steps;
    // Mutators: an admission chain will run them here.
    for step in steps.normalising() {
        step(&mut Objects { compiled, request, scratch });
    }
    prepare(compiled, request, scratch);
    metadata::create(compiled, request, scratch);
    // The schema's other errors were raised while decoding.
    metadata::generated(compiled, request, scratch);
    whole::validate(compiled, request.new, b"", scratch);
    scale::whole(compiled, request, scratch);
    if let Some(step) = Steps::extension(steps.unions) {
        step(&mut Objects { compiled, request, scratch });
    }
    metadata::embedded(compiled, request, scratch);
    lists::check(compiled, &mut scratch.new, request.new, b"", &mut scratch.lists);
    rules::run(compiled, request, scratch);
    metadata::create_again(compiled, request, scratch);
    // Validators: an admission chain will run them here.
    Verdict::Validated { root: 0, prefix: "" }
}

/// Drops or sets what clients cannot set on a create.
fn prepare(compiled: &Compiled, request: Request<'_>, scratch: &mut Scratch) {
    if compiled.status_subresource {
        status_field::drop(&mut scratch.new);
    }
    generation::set(&mut scratch.new, request.new, 1);
}
