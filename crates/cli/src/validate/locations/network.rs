//! Requests of schemas. In: an address, limits. Out: the bytes of the answer, or why there is none.
//!
//! An answer has limits: time, size, redirects. A redirect from https to http is refused.

use std::fmt::Display;
use std::io::ErrorKind;
use std::sync::Arc;
use std::time::Duration;

use super::bytes::{Failed, MOST_BYTES, too_large};
use crate::count::number;
use ureq::http::Response;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Error, Timeout};

/// The number of redirects that are followed.
const MOST_REDIRECTS: u32 = 5;

/// How often a server is asked that answers with an error of its own.
const TRIES: u32 = 2;

/// The time in which a server must take a connection.
const CONNECTS: Duration = Duration::from_secs(10);

/// What sends requests.
pub(super) struct Client {
    agent: Agent,
    timeout: Duration,
}

impl Client {
    /// A client whose answers are there in this time; `trusts_all` is whether any certificate is good.
    pub(super) fn new(timeout: Duration, trusts_all: bool) -> Client {
        // `SSL_CERT_FILE` and `SSL_CERT_DIR` count.
        let roots = rustls_native_certs::load_native_certs().certs;
        let roots: Vec<Certificate<'static>> =
            roots.iter().map(|root| Certificate::from_der(root).to_owned()).collect();
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::from(roots))
            .disable_verification(trusts_all)
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()));
        let agent = Agent::config_builder()
            .timeout_global(Some(timeout))
            .timeout_connect(Some(timeout.min(CONNECTS)))
            .max_redirects(MOST_REDIRECTS)
            .max_redirects_will_error(true)
            .http_status_as_error(false)
            .user_agent(concat!("crdc/", env!("CARGO_PKG_VERSION")))
            .tls_config(tls.build())
            .build()
            .new_agent();
        Client { agent, timeout }
    }

    /// The bytes of an address; `None` if the server has none there.
    pub(super) fn ask(&self, address: &str) -> Result<Option<Vec<u8>>, Failed> {
        let is_https = address.get(..6).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https:"));
        let (mut status, mut wait) = (0, Duration::ZERO);
        for _ in 0..TRIES {
            std::thread::sleep(wait);
            let request = self.agent.get(address).config().https_only(is_https).build();
            let mut answer = request.call().map_err(|error| self.failed(error))?;
            status = answer.status().as_u16();
            match status {
                200 => {
                    let body = answer.body_mut().with_config().limit(MOST_BYTES);
                    return body.read_to_vec().map(Some).map_err(|error| self.failed(error));
                }
                404 => return Ok(None),
                429 | 500.. => wait = self.wait(&answer),
                _ => break,
            }
        }
        let why = if status == 429 { ": it takes no more requests now" } else { "" };
        Err(Failed::Here(format!("the server answers with the status {status}{why}")))
    }

    /// How long a server asks to wait, in seconds, within the time of an answer.
    // RFC 9110, 10.2.3
    fn wait<B>(&self, answer: &Response<B>) -> Duration {
        let seconds =
            answer.headers().get("retry-after").and_then(|after| after.to_str().ok()?.trim().parse().ok());
        Duration::from_secs(seconds.unwrap_or(0)).min(self.timeout)
    }

    fn failed(&self, error: Error) -> Failed {
        match error {
            Error::Timeout(Timeout::Connect | Timeout::Resolve) => {
                Failed::Everywhere("the server cannot be reached in time".to_owned())
            }
            Error::Timeout(_) => Failed::Everywhere(format!(
                "the server has not answered after {}: --schema-timeout SECONDS gives it more",
                number(usize::try_from(self.timeout.as_secs()).unwrap_or(usize::MAX), "second")
            )),
            Error::HostNotFound => Failed::Everywhere("the name of the host is unknown".to_owned()),
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
            Error::Protocol(error) => {
                Failed::Here(format!("the server does not answer as HTTP says: {error}"))
            }
            other => Failed::Here(other.to_string()),
        }
    }
}

fn unsafe_connection(why: &dyn Display) -> Failed {
    Failed::Everywhere(format!("no safe connection: {why}; SSL_CERT_FILE can name the certificates to trust"))
}
