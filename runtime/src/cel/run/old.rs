//! The object that rules compare with.
//
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go ValidateUpdate

use crate::compiled::Compiled;
use crate::extensions::{self, normalise_status};
use crate::request::{Operation, Request, decode_stored_to};
use crate::side::Side;
use crate::tape::Tape;

/// The old object. That of a status update is decoded when the first rule asks for it.
pub(super) struct OldObject<'r> {
    tape: Option<Tape<'r>>,
    undecoded: Option<Undecoded<'r>>,
}

struct Undecoded<'r> {
    compiled: &'static Compiled,
    text: &'r [u8],
    side: &'r mut Side,
    buffers: &'r mut extensions::Buffers,
}

impl<'r> OldObject<'r> {
    /// The old object of a request. `old` is its tape on an update; `side` and `buffers` are working memory.
    pub(super) fn new(
        compiled: &'static Compiled,
        request: &Request<'r>,
        old: Tape<'r>,
        side: &'r mut Side,
        buffers: &'r mut extensions::Buffers,
    ) -> OldObject<'r> {
        match request.operation {
            Operation::Decode | Operation::Create => OldObject { tape: None, undecoded: None },
            Operation::Update => OldObject { tape: Some(old), undecoded: None },
            Operation::UpdateStatus => {
                let undecoded = Undecoded { compiled, text: request.old, side, buffers };
                OldObject { tape: None, undecoded: Some(undecoded) }
            }
        }
    }

    /// Its tape; none if there is no old object.
    pub(super) fn tape(&mut self) -> Option<Tape<'r>> {
        if let Some(Undecoded { compiled, text, side, buffers }) = self.undecoded.take()
            && decode_stored_to(compiled, text, side)
        {
            normalise_status(compiled, text, side, buffers);
            let side: &'r Side = side;
            self.tape = Some(side.tape(text, compiled.defaults, b""));
        }
        self.tape
    }
}
