//! The types of an operator that backs databases up, as one writes them for kube-rs, and what updates may do to them: the
//! lines of comments that begin with `+`.
//!
//! | file | |
//! |---|---|
//! | `backup.rs` | `spec`: an immutable name, a set, a leaf of k8s-openapi |
//! | `storage.rs` | where backups go: a union |
//! | `keys.rs` | keys that may be added and never taken away |
//! | `hooks.rs` | what runs before and after: a list with keys |
//! | `status.rs` | `status` |

mod backup;
mod hooks;
mod keys;
mod status;
mod storage;

pub use backup::{Backup, BackupSpec, Retention, Workspace};
pub use hooks::{Hook, Moment};
pub use keys::EncryptionKey;
pub use status::{BackupStatus, Phase, Run};
pub use storage::{Bucket, Storage, StorageType, Volume};

/// The Rust of the newcomer's page.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/derive.md")]
pub struct Page;
