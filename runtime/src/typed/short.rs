//! Short strings on the stack.

use core::fmt;

/// A string of at most `N` bytes.
pub(super) struct Short<const N: usize> {
    bytes: [u8; N],
    length: usize,
}

impl<const N: usize> Short<N> {
    pub(super) fn new() -> Self {
        Short { bytes: [0; N], length: 0 }
    }

    pub(super) fn as_str(&self) -> &str {
        let written = self.bytes.get(..self.length).and_then(|bytes| core::str::from_utf8(bytes).ok());
        written.unwrap_or_default()
    }
}

/// Fails if the string would be too long.
impl<const N: usize> fmt::Write for Short<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.length + text.len();
        self.bytes.get_mut(self.length..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.length = end;
        Ok(())
    }
}
