//! Gets schemas of http and https addresses. In: an address. Out: the text behind it, or why nobody has it.
//!
//! Nothing here runs without an address on the command line. An answer has limits: time, size, redirects. A
//! redirect from https to http is refused. What fails for the whole server, such as its certificate, is not
//! tried again for other kinds.

use std::path::PathBuf;
use std::time::Duration;

#[cfg(feature = "network")]
use std::sync::{Arc, OnceLock};

use super::cache::Cache;

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

/// Why an address has no answer.
#[derive(Debug)]
pub(super) enum Failed {
    /// This address.
    Here(String),
    /// All addresses of the location.
    Everywhere(String),
}

/// What gets schemas.
pub(super) struct Fetch {
    options: Options,
    cache: Cache,
    #[cfg(feature = "network")]
    agent: OnceLock<ureq::Agent>,
}

impl Fetch {
    pub(super) fn new(options: Options) -> Fetch {
        let cache = Cache::at(options.cache.clone());
        Fetch {
            options,
            cache,
            #[cfg(feature = "network")]
            agent: OnceLock::new(),
        }
    }

    /// The text of an address; `None` if the server has none there.
    pub(super) fn get(&self, address: &str) -> Result<Option<Vec<u8>>, Failed> {
        if let Some(known) = self.cache.get(address, self.options.is_offline) {
            return Ok(Some(known));
        }
        if self.options.is_offline {
            return Ok(None);
        }
        let found = self.ask(address)?;
        if let Some(text) = &found {
            self.cache.put(address, text);
        }
        Ok(found)
    }

    #[cfg(not(feature = "network"))]
    fn ask(&self, _: &str) -> Result<Option<Vec<u8>>, Failed> {
        Err(Failed::Everywhere("this crdc was built without the feature `network`".to_owned()))
    }
}

#[cfg(feature = "network")]
mod network {
    use super::{Arc, Failed, Fetch};
    use crate::validate::locations::MOST_BYTES;
    use crate::validate::locations::location::too_large;
    use std::io::ErrorKind;
    use ureq::Error;
    use ureq::tls::{Certificate, RootCerts, TlsConfig};

    /// The number of redirects that are followed.
    const MOST_REDIRECTS: u32 = 5;

    /// How often a server is asked that answers with an error of its own.
    const TRIES: u32 = 2;

    impl Fetch {
        pub(super) fn ask(&self, address: &str) -> Result<Option<Vec<u8>>, Failed> {
            let agent = self.agent.get_or_init(|| self.agent());
            let is_https = address.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:"));
            let mut status = 0;
            for _ in 0..TRIES {
                let request = agent.get(address).config().https_only(is_https).build();
                let mut answer = request.call().map_err(|error| self.failed(error))?;
                status = answer.status().as_u16();
                match status {
                    200 => {
                        let body = answer.body_mut().with_config().limit(MOST_BYTES);
                        return body.read_to_vec().map(Some).map_err(|error| self.failed(error));
                    }
                    404 => return Ok(None),
                    429 | 500.. => {}
                    _ => break,
                }
            }
            Err(Failed::Here(format!("the server answers with the status {status}")))
        }

        fn agent(&self) -> ureq::Agent {
            // `SSL_CERT_FILE` and `SSL_CERT_DIR` count.
            let roots = rustls_native_certs::load_native_certs().certs;
            let roots: Vec<Certificate<'static>> =
                roots.iter().map(|root| Certificate::from_der(root).to_owned()).collect();
            let tls = TlsConfig::builder()
                .root_certs(RootCerts::from(roots))
                .disable_verification(self.options.trusts_all)
                .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()));
            ureq::Agent::config_builder()
                .timeout_global(Some(self.options.timeout))
                .max_redirects(MOST_REDIRECTS)
                .max_redirects_will_error(true)
                .http_status_as_error(false)
                .user_agent(concat!("crdc/", env!("CARGO_PKG_VERSION")))
                .tls_config(tls.build())
                .build()
                .new_agent()
        }

        fn failed(&self, error: Error) -> Failed {
            let seconds = self.options.timeout.as_secs();
            match error {
                Error::Timeout(_) => Failed::Everywhere(format!(
                    "the server has not answered after {seconds} seconds: --schema-timeout SECONDS gives it more"
                )),
                Error::HostNotFound => Failed::Everywhere("nobody knows the host".to_owned()),
                Error::Io(error) if error.get_ref().is_some_and(|inner| inner.is::<rustls::Error>()) => {
                    unsafe_connection(&error)
                }
                Error::Io(error) if error.kind() == ErrorKind::UnexpectedEof => {
                    Failed::Here("the answer ends too early".to_owned())
                }
                Error::Io(error) => Failed::Everywhere(error.to_string()),
                Error::ConnectionFailed => Failed::Everywhere("the server cannot be reached".to_owned()),
                Error::Rustls(error) => unsafe_connection(&error),
                Error::Tls(error) => unsafe_connection(&error),
                Error::BodyExceedsLimit(_) => Failed::Here(too_large()),
                Error::TooManyRedirects => {
                    Failed::Here(format!("the server redirects more than {MOST_REDIRECTS} times"))
                }
                Error::RequireHttpsOnly(_) => {
                    Failed::Here("the server redirects from https to http, which is refused".to_owned())
                }
                other => Failed::Here(other.to_string()),
            }
        }
    }
    fn unsafe_connection(why: &dyn std::fmt::Display) -> Failed {
        Failed::Everywhere(format!(
            "no safe connection: {why}; SSL_CERT_FILE can name the certificates to trust"
        ))
    }
}
