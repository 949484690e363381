//! The differences between the dialects of immutability: `kep` follows the design document, `declarative`
//! Kubernetes' validation tags, and `cel` the rules of a stock server. In: a document. Out: for every
//! immutability extension in it, the situations in which the dialects answer differently.
//! `table.rs` contains the situations, and `page.rs` generates the documentation from it. `site.rs` finds the
//! extensions, `report.rs` the rows that apply to them, and `show.rs` prints them. **A row describes the
//! behaviour of the runtime**: change both together.

mod page;
mod report;
mod show;
mod site;
mod table;

pub use page::page;
pub use report::{Report, differences, differences_in};
pub use show::render;
pub(crate) use site::walk as each_site;
pub use site::{Child, Site};
pub use table::{Answer, GENERAL, ROWS, Row};
