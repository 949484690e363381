//! Rules of single extensions, and the laws of the document.
