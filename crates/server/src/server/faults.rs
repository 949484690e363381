//! Faults that tests inject into a server: which requests are refused or delayed, and how often.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crdc::{Details, Scope};
use crdc_admission::{Refusal, ResourceNames};
use http::Method;

use crate::handlers::request::url::{Objects, Target};
use crate::response::reply::Reply;

/// The methods of requests.
const METHODS: [Method; 6] =
    [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

/// A fault: a response that some requests get instead of their own.
///
/// ```
/// use crdc_server::{Fault, TestServer};
///
/// let server = TestServer::new().start()?;
/// server.fail(Fault::new(429).retry_after(1).method("PUT").below("/apis/example.com/").times(2));
/// # Ok::<(), crdc_server::StartError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fault {
    code: u16,
    retry_after: u32,
    method: Option<Method>,
    below: String,
    times: usize,
    delay: Duration,
}

impl Fault {
    /// A fault that answers the next request with this code: 409 is a conflict, 410 expired, 429 too many
    /// requests, 500 an internal error, 503 unavailable and 504 a timeout.
    ///
    /// # Panics
    ///
    /// The code is no code of an error, 400 to 599.
    #[must_use]
    #[track_caller]
    pub fn new(code: u16) -> Fault {
        assert!((400..600).contains(&code), "{code} is no code of an error: write one of 400 to 599");
        Fault { code, retry_after: 0, method: None, below: "/".to_owned(), times: 1, delay: Duration::ZERO }
    }

    /// Tells the client to try again after this number of seconds.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Fault {
        Fault { retry_after: seconds, ..self }
    }

    /// Limits the fault to requests with this method, in capitals or not.
    ///
    /// # Panics
    ///
    /// Servers do not support the method.
    #[must_use]
    #[track_caller]
    pub fn method(self, method: &str) -> Fault {
        let known = METHODS.iter().find(|known| known.as_str().eq_ignore_ascii_case(method));
        let known =
            known.unwrap_or_else(|| panic!("no request has the method {method:?}: write one of {METHODS:?}"));
        Fault { method: Some(known.clone()), ..self }
    }

    /// Limits the fault to requests whose paths begin with this path.
    #[must_use]
    pub fn below(self, path: &str) -> Fault {
        Fault { below: path.to_owned(), ..self }
    }

    /// Applies the fault to this number of requests.
    #[must_use]
    pub fn times(self, times: usize) -> Fault {
        Fault { times, ..self }
    }

    /// Waits for this time before the response.
    #[must_use]
    pub fn delay(self, delay: Duration) -> Fault {
        Fault { delay, ..self }
    }

    /// The response of the fault to a request for this path.
    pub(crate) async fn reply(self, path: &str) -> Reply {
        if !self.delay.is_zero() {
            tokio::time::sleep(self.delay).await;
        }
        let mut status = self.refusal(&Target::of(path)).into_status();
        if self.code == 410 {
            status.reason = "Expired";
        }
        let details = status.details.get_or_insert_with(|| Details::new("", "", ""));
        details.retry_after_seconds = self.retry_after;
        Reply::status(&status)
    }

    fn refusal(&self, target: &Target) -> Refusal {
        let message = match self.code {
            409 => match target {
                Target::Objects(Objects { group, version, plural, name: Some(name), .. }) => {
                    let scope = Scope::Cluster;
                    return Refusal::modified(
                        &ResourceNames { group, version, kind: "", plural, scope },
                        name,
                    );
                }
                _ => "the operation cannot be fulfilled: the object has been modified",
            },
            410 => "the requested resource version is too old",
            429 => "too many requests, please try again later",
            503 => "the server is currently unable to handle the request",
            504 => "the server was unable to return a response in the time allotted",
            _ => "an error on the server has prevented the request from succeeding",
        };
        Refusal::of_code(self.code, message)
    }
}

/// The faults that are not used up.
#[derive(Debug, Default)]
pub(crate) struct Faults(Mutex<Vec<Fault>>);

impl Faults {
    pub(crate) fn add(&self, fault: Fault) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }

    /// Takes the first fault that applies to a request.
    pub(crate) fn take(&self, method: &Method, path: &str) -> Option<Fault> {
        let mut faults = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        faults.retain(|fault| fault.times > 0);
        let is = |fault: &&mut Fault| {
            fault.method.as_ref().is_none_or(|of| of == method) && path.starts_with(&fault.below)
        };
        let fault = faults.iter_mut().find(is)?;
        fault.times -= 1;
        Some(fault.clone())
    }
}
