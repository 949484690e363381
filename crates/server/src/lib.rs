#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod admission;
mod apimachinery;
mod conversion;
mod handlers;
mod kinds;
mod response;
mod server;
mod storage;
mod subresources;
mod tracking;

pub use response::answered::Answered;
pub use response::reply::Body;
pub use server::builder::TestServer;
pub use server::error::StartError;
pub use server::faults::Fault;
#[cfg(feature = "port")]
pub use server::port::Listening;
pub use server::running::Server;
pub use server::service::ApiService;
pub use server::traffic::Received;
