//! The settings of the command as options of the library. In: the values of settings. Out: options of the
//! library.

use std::path::PathBuf;

use crate::{CertificateFiles, Limits, Only, ServeOptions};

/// The settings of the command.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// A file or folder of CRDs.
    pub crds: PathBuf,
    /// The rules that refuse and change objects.
    pub only: Only,
    /// The certificate and its key.
    pub certificate: Option<PathBuf>,
    /// See [`Settings::certificate`].
    pub key: Option<PathBuf>,
    /// The CA of clients.
    pub client_ca: Option<PathBuf>,
    /// Serves plain HTTP.
    pub plain_http: bool,
    /// Logs lines of JSON.
    pub log_json: bool,
    /// The lowest level that is logged.
    pub log_level: LogLevel,
    /// Limits of requests.
    pub limits: Limits,
    /// Addresses and times.
    pub serve: ServeOptions,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            crds: PathBuf::new(),
            only: Only::default(),
            certificate: None,
            key: None,
            client_ca: None,
            plain_http: false,
            log_json: true,
            log_level: LogLevel::default(),
            limits: Limits::default(),
            serve: ServeOptions::default(),
        }
    }
}

/// The level of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogLevel {
    /// Events that an operator has to see.
    Error,
    /// Also requests that got no review as a response.
    Warn,
    /// Also refusals and reloads.
    #[default]
    Info,
    /// Also connections.
    Debug,
}

impl Settings {
    /// The files of certificates; `None` for plain HTTP.
    #[must_use]
    pub fn certificates(&self) -> Option<CertificateFiles> {
        let (certificate, key) = (self.certificate.as_ref()?, self.key.as_ref()?);
        let files = CertificateFiles::new(certificate, key);
        Some(match &self.client_ca {
            Some(ca) => files.client_ca(ca),
            None => files,
        })
        .filter(|_| !self.plain_http)
    }
}
