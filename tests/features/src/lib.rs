//! Nothing: the manifest says what this is for.
