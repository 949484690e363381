//! Formats text into a byte buffer.

use alloc::vec::Vec;
use core::fmt::{self, Write};

/// Implements `Write` for a byte buffer.
pub struct Text<'b>(pub &'b mut Vec<u8>);

impl Write for Text<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
