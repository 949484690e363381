//! Tests alone: see `tests/editions`.
