//! The differences of other minor versions of servers to 1.36, for people and tests. In: nothing. Out:
//! [`DIFFERENCES`], the table of all behaviours, and `docs/servers.md`, which is generated from it.
//!
//! Easy to break: the first version with a behaviour is a constant of [`crdc_vocabulary::Minor`], and the
//! table refers to that constant.

mod page;
mod table;

pub use page::page;
pub use table::{Covered, DIFFERENCES, Difference, Topic};
