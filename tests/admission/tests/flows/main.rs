//! The flows over the storage in memory. One binary, since each one links the compiled resources.
#![allow(clippy::unwrap_used)]

mod deletion;
mod initialization;
mod laws;
mod lookups;
mod messages;
mod mutation;
mod order;
mod page;
mod patches;
mod rules;
mod skew;
mod storage;
mod threads;
