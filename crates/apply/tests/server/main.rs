//! What a server asks of a field manager: the cases of apimachinery's tests of `util/managedfields`, and what
//! they leave out.

mod cap;
mod entries;
mod fixture;
mod last_applied;
mod requests;
mod scale;
mod tracking;
mod versions;
