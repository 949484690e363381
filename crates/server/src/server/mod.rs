//! A server in the process of a test: its builder, its tower service, its port, and the faults that a test
//! injects.

mod bootstrap;
pub(crate) mod builder;
pub(crate) mod direct;
pub(crate) mod error;
pub(crate) mod faults;
mod input;
#[cfg(feature = "port")]
pub(crate) mod port;
pub(crate) mod running;
pub(crate) mod service;
#[cfg(feature = "tls")]
mod tls;
pub(crate) mod traffic;
