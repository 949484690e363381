//! The tables of cases of structured-merge-diff v6.3.3, `typed/` and `merge/`, recorded while its tests ran:
//! after each step the object, who owns what, and conflicts. `schemas.jsonl` has the types that they name.

mod schemas;

mod fields;
mod merge;
mod typed;
