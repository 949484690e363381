//! What the immutability design refuses, a topic a file. No server knows these extensions, so none of
//! the findings has words of a server's.
//
// The immutability design (KEP 1101).

mod values;

pub(super) use values::values;
