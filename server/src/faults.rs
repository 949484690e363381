//! Faults of a server, as tests ask for them: refusals, delays, and how often.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crdc::Details;
use crdc_admission::Refusal;
use http::Method;

use crate::reply::Reply;

/// An answer that some requests get instead of theirs.
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
    method: Option<String>,
    below: String,
    times: usize,
    delay: Duration,
}

impl Fault {
    /// Answers the next request with this code: 409 is a conflict, 410 expired, 429 too many requests, 500 an internal error, 503 and 504
    /// are unavailable and too late.
    #[must_use]
    pub fn new(code: u16) -> Fault {
        Fault { code, retry_after: 0, method: None, below: "/".to_owned(), times: 1, delay: Duration::ZERO }
    }

    /// Says after how many seconds to try again.
    #[must_use]
    pub fn retry_after(self, seconds: u32) -> Fault {
        Fault { retry_after: seconds, ..self }
    }

    /// Only requests with this method.
    #[must_use]
    pub fn method(self, method: &str) -> Fault {
        Fault { method: Some(method.to_owned()), ..self }
    }

    /// Only requests whose paths begin like this.
    #[must_use]
    pub fn below(self, path: &str) -> Fault {
        Fault { below: path.to_owned(), ..self }
    }

    /// So many requests.
    #[must_use]
    pub fn times(self, times: usize) -> Fault {
        Fault { times, ..self }
    }

    /// Waits before it answers.
    #[must_use]
    pub fn delay(self, delay: Duration) -> Fault {
        Fault { delay, ..self }
    }

    pub(crate) async fn reply(self) -> Reply {
        if !self.delay.is_zero() {
            tokio::time::sleep(self.delay).await;
        }
        let message = match self.code {
            409 => {
                "the object has been modified; please apply your changes to the latest version and try again"
            }
            410 => "the requested resource version is too old",
            429 => "too many requests, please try again later",
            503 => "the server is currently unable to handle the request",
            504 => "the server was unable to return a response in the time allotted",
            _ => "an error on the server has prevented the request from succeeding",
        };
        let mut status = Refusal::of_code(self.code, message).into_status();
        if self.code == 410 {
            status.reason = "Expired";
        }
        let mut details = Details::new("", "", "");
        details.retry_after_seconds = self.retry_after;
        status.details = Some(details);
        Reply::status(&status)
    }
}

/// The faults that wait for requests.
#[derive(Debug, Default)]
pub(crate) struct Faults(Mutex<Vec<Fault>>);

impl Faults {
    pub(crate) fn add(&self, fault: Fault) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }

    /// The first fault for a request.
    pub(crate) fn take(&self, method: &Method, path: &str) -> Option<Fault> {
        let mut faults = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        faults.retain(|fault| fault.times > 0);
        let is = |fault: &&mut Fault| {
            fault.method.as_ref().is_none_or(|of| of.as_str() == method.as_str())
                && path.starts_with(&fault.below)
        };
        let fault = faults.iter_mut().find(is)?;
        fault.times -= 1;
        Some(fault.clone())
    }
}
