//! The differences of servers of other minor versions to 1.36, for people and tests. In: nothing. Out:
//! [`DIFFERENCES`], the table of all behaviors, and `docs/servers.md`, which is made of it.
//!
//! Easy to break: since which version a server does something is in [`crdc_vocabulary::Minor`], and the
//! table names it from there.

mod page;
mod table;

pub use page::page;
pub use table::{Covered, DIFFERENCES, Difference, Topic};
