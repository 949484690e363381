#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod age;
mod api;
mod clock;
mod conversion;
mod ephemeral;
mod expressions;
mod faults;
mod forms;
mod handle;
mod history;
mod input;
mod json_path;
mod kinds;
mod labels;
mod matching;
mod native_kinds;
mod owners;
mod place;
mod policies;
#[cfg(feature = "port")]
mod port;
mod reply;
mod scale;
mod seen;
mod start;
mod state;
mod strategic;
mod tables;
mod tracking;
mod url;
mod view;
mod watching;
mod webhooks;
mod yaml;

pub use api::ApiService;
pub use faults::Fault;
#[cfg(feature = "port")]
pub use port::Listening;
pub use reply::Body;
pub use start::{Server, StartError, TestServer};
pub use state::Received;
