//! A webhook from end to end: over TLS, with a client of its own, as an API server talks to it.

#![allow(clippy::unwrap_used)]

mod client;
mod command;
mod crds;
mod faults;
mod kinds;
mod pki;
mod plugins;
mod readers;
mod record;
mod reloads;
mod running;
mod scales;
mod shared;
mod stored;
mod unchecked;
