//! Schemas of addresses that were got before. In: the folder of the cache, an address. Out: the text of its
//! schema.
//!
//! A file has the path of its address. Easy to break: each part of the path is escaped, so that no address
//! leaves the folder, and two addresses never have one file, also where names of files have no case. A file
//! that is damaged is none.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use serde::de::IgnoredAny;

use super::bytes::file;
use super::location::without_password;
use crate::replace::replace;

/// The age from which a schema is got again: what an address of a branch has changes.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// The longest name of a file that all systems have.
const LONGEST: usize = 255;

/// The cache.
#[derive(Debug, Default)]
pub(super) struct Cache {
    /// `None` if the user has no such folder.
    folder: Option<PathBuf>,
}

impl Cache {
    /// The cache in this folder, or in the user's folder for caches.
    pub(super) fn at(folder: Option<PathBuf>) -> Cache {
        Cache { folder: folder.or_else(usual) }
    }

    /// The schema of an address that is not old, or of any age.
    pub(super) fn get(&self, address: &str, any_age: bool) -> Option<Vec<u8>> {
        let path = self.path(address)?;
        let changed = path.metadata().and_then(|metadata| metadata.modified()).ok()?;
        // A time in the future is no age.
        let age = SystemTime::now().duration_since(changed).ok();
        let is_wanted = any_age || age.is_some_and(|age| age < OLD);
        is_wanted.then(|| file(&path).ok().flatten()).flatten().filter(|text| is_json(text))
    }

    /// Keeps a schema. A cache that cannot be written is none. A page about an error, which some servers
    /// answer with a status of success, would fail for a day.
    pub(super) fn put(&self, address: &str, text: &[u8]) {
        let Some(path) = self.path(address).filter(|_| is_json(text)) else { return };
        let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
        let _ = folder.and_then(|()| replace(&path, text));
    }

    fn path(&self, address: &str) -> Option<PathBuf> {
        let parts = without_password(address).replacen("://", "/", 1);
        let parts: Vec<String> = parts.split('/').map(escaped).collect();
        let is_short = parts.iter().all(|part| part.len() <= LONGEST);
        let folder = self.folder.as_deref().filter(|_| is_short)?;
        Some(parts.iter().fold(folder.to_owned(), |path, part| path.join(part)))
    }
}

fn is_json(text: &[u8]) -> bool {
    serde_json::from_slice::<IgnoredAny>(text).is_ok()
}

/// A part of an address as the name of a file.
fn escaped(part: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-_".contains(&byte);
    let mut name = String::from(if part.is_empty() { "%" } else { "" });
    for (index, byte) in part.bytes().enumerate() {
        // A name that begins or ends with a dot means something to some systems.
        let is_inner_dot = byte == b'.' && index > 0 && index + 1 < part.len();
        match is_plain(byte) || is_inner_dot {
            true => name.push(char::from(byte)),
            false => name += &format!("%{byte:02x}"),
        }
    }
    name
}

/// The folder of the cache: `crdc/schemas` in the user's folder for caches.
fn usual() -> Option<PathBuf> {
    #[cfg(feature = "network")]
    {
        use etcetera::BaseStrategy;
        let user = etcetera::base_strategy::choose_native_strategy().ok()?;
        Some(user.cache_dir().join("crdc").join("schemas"))
    }
    #[cfg(not(feature = "network"))]
    None
}

#[cfg(test)]
mod tests {
    use super::{Cache, escaped};
    use std::path::Path;

    #[test]
    fn no_address_leaves_the_folder() {
        let cache = Cache { folder: Some("cache".into()) };
        for (address, expected) in [
            ("https://a.example/main/b_v1.json", "cache/https/a.example/main/b_v1.json"),
            ("https://a.example/../x.json", "cache/https/a.example/%2e%2e/x.json"),
            ("https://a.example//x.json", "cache/https/a.example/%/x.json"),
            ("https://u:p@a.example:8080/A?b=c.json", "cache/https/a.example%3a8080/%41%3fb%3dc.json"),
            ("https://a.example/b\\..\\c.json", "cache/https/a.example/b%5c..%5cc.json"),
        ] {
            assert_eq!(cache.path(address).as_deref(), Some(Path::new(expected)), "{address}");
        }
        assert_eq!(cache.path(&format!("https://a.example/{}", "a".repeat(256))), None);
        assert_eq!(escaped("."), "%2e");
    }
}
