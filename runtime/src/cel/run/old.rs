//! The object that rules compare with.
//
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go ValidateUpdate

use crate::compiled::Compiled;
use crate::extensions::{self, normalise_status};
use crate::request::{Operation, Request, decode_stored_to};
use crate::side::{Records, Side};
use crate::tape::Tape;

/// The old object. That of a status update is decoded when the first rule asks for it.
pub(super) struct OldObject<'r, 'p> {
    tape: Option<Tape<'r>>,
    undecoded: Option<Undecoded<'r, 'p>>,
}

struct Undecoded<'r, 'p> {
    compiled: &'p Compiled<'p>,
    text: &'r [u8],
    side: &'r mut Side,
    records: &'r mut Records<'static>,
    buffers: &'r mut extensions::Buffers<'static>,
}

impl<'r, 'p: 'r> OldObject<'r, 'p> {
    /// The old object of a request. `old` is its tape on an update; `side` and `buffers` are working memory.
    pub(super) fn new(
        compiled: &'p Compiled<'p>,
        request: &Request<'r>,
        old: Tape<'r>,
        (side, records): (&'r mut Side, &'r mut Records<'static>),
        buffers: &'r mut extensions::Buffers<'static>,
    ) -> OldObject<'r, 'p> {
        match request.operation {
            Operation::Decode | Operation::Create => OldObject { tape: None, undecoded: None },
            Operation::Update => OldObject { tape: Some(old), undecoded: None },
            Operation::UpdateStatus => {
                let undecoded = Undecoded { compiled, text: request.old, side, records, buffers };
                OldObject { tape: None, undecoded: Some(undecoded) }
            }
        }
    }

    /// Its tape; none if there is no old object.
    pub(super) fn tape(&mut self) -> Option<Tape<'r>> {
        let Some(Undecoded { compiled, text, side, records, buffers }) = self.undecoded.take() else {
            return self.tape;
        };
        let mut found = core::mem::take(records);
        if decode_stored_to(compiled, text, side, &mut found) {
            normalise_status(compiled, text, side, buffers);
            let side: &'r Side = side;
            self.tape = Some(side.tape(text, compiled.defaults, b""));
        }
        *records = found.recycled();
        self.tape
    }
}
