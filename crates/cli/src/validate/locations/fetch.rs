//! Gets schemas of http and https addresses: from the cache, or from their server. In: an address. Out: the
//! bytes at it, or why they cannot be read.
//!
//! Nothing here runs without an address on the command line.

use std::path::PathBuf;
#[cfg(feature = "network")]
use std::sync::OnceLock;
use std::time::Duration;

use super::bytes::Failed;
use super::cache::Cache;
#[cfg(feature = "network")]
use super::network::Client;

/// The options of the command line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// The folder of the cache, if it is not the usual one.
    pub(crate) cache: Option<PathBuf>,
    /// Whether only the cache is asked.
    pub(crate) is_offline: bool,
    /// Whether any certificate is good.
    pub(crate) trusts_all: bool,
    /// The time in which an answer must be there.
    pub(crate) timeout: Duration,
}

/// What gets schemas.
pub(super) struct Fetch {
    options: Options,
    cache: Cache,
    #[cfg(feature = "network")]
    client: OnceLock<Client>,
}

impl Fetch {
    pub(super) fn new(options: Options) -> Fetch {
        let cache = Cache::at(options.cache.clone());
        Fetch {
            options,
            cache,
            #[cfg(feature = "network")]
            client: OnceLock::new(),
        }
    }

    pub(super) fn is_offline(&self) -> bool {
        self.options.is_offline
    }

    /// The bytes of an address; `None` if the server has none there.
    pub(super) fn get(&self, address: &str) -> Result<Option<Vec<u8>>, Failed> {
        if let Some(known) = self.cache.get(address, self.options.is_offline) {
            return Ok(Some(known));
        }
        if self.options.is_offline {
            return Ok(None);
        }
        let found = self.ask(address)?;
        if let Some(bytes) = &found {
            self.cache.put(address, bytes);
        }
        Ok(found)
    }

    #[cfg(feature = "network")]
    fn ask(&self, address: &str) -> Result<Option<Vec<u8>>, Failed> {
        let Options { timeout, trusts_all, .. } = self.options;
        self.client.get_or_init(|| Client::new(timeout, trusts_all)).ask(address)
    }

    #[cfg(not(feature = "network"))]
    fn ask(&self, _: &str) -> Result<Option<Vec<u8>>, Failed> {
        // There is nothing that they are for.
        let _ = (self.options.timeout, self.options.trusts_all);
        Err(Failed::Everywhere("this crdc was built without the feature `network`".to_owned()))
    }
}
