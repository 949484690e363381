//! Types of a kube-rs operator that backs up databases. Markers, the comment lines that begin with `+`,
//! restrict what updates may change.
//!
//! | file | |
//! |---|---|
//! | `backup.rs` | `spec`: an immutable name, a set, a leaf of k8s-openapi, CEL rules |
//! | `storage.rs` | storage of backups: a union |
//! | `keys.rs` | keys that can be added but not removed |
//! | `hooks.rs` | commands before and after a backup: a list map |
//! | `status.rs` | `status` |
//! | `reconcile.rs` | what the operator does: a CronJob for each backup |

mod backup;
mod hooks;
mod keys;
mod reconcile;
mod status;
mod storage;

pub use backup::{Backup, BackupSpec, Retention, Workspace};
pub use hooks::{Hook, Moment};
pub use keys::EncryptionKey;
pub use reconcile::reconcile;
pub use status::{BackupStatus, Phase, Run};
pub use storage::{Bucket, Storage, StorageType, Volume};

/// Runs the code of docs/derive.md.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/derive.md")]
pub struct Page;
