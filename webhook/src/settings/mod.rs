//! The settings of the command. In: arguments, the environment, a file. Out: [`Settings`], or all that is wrong with them.
//!
//! `table.rs` lists the settings once, for flags, variables, the file and the page. A flag goes before a variable, and a
//! variable before the file.
//!
//! Easy to break: a name that nobody knows is an error everywhere, so that no misspelled limit is silently none. Variables
//! with another prefix are somebody else's.

mod duration;
mod file;
mod links;
mod table;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

use crate::{CertificateFiles, Limits, Only, ServeOptions};

pub use table::page;

/// What begins the names of variables.
const PREFIX: &str = "CRDC_WEBHOOK_";

/// How the command serves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Settings {
    /// A file or folder of CRDs.
    pub crds: PathBuf,
    /// Which rules refuse and change objects.
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
    /// The least level that is logged.
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

/// Which events are logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LogLevel {
    /// What an operator has to see.
    Error,
    /// And requests that got no review.
    Warn,
    /// And refusals and reloads.
    #[default]
    Info,
    /// And connections.
    Debug,
}

/// What the arguments ask for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// To serve.
    Serve(Box<Settings>),
    /// To explain the settings: the text.
    Help(String),
}

impl Settings {
    /// Reads the settings of a process: its arguments without its own name, and its environment.
    ///
    /// # Errors
    ///
    /// All mistakes, a line for each.
    pub fn read(
        arguments: impl IntoIterator<Item = String>,
        environment: impl IntoIterator<Item = (String, String)>,
    ) -> Result<Asked, String> {
        let mut errors = Vec::new();
        let mut flags = Vec::new();
        let mut arguments = arguments.into_iter();
        while let Some(argument) = arguments.next() {
            let Some(flag) = argument.strip_prefix("--") else {
                errors.push(format!("{argument}: expected a flag, such as --crds"));
                continue;
            };
            if flag == "help" {
                return Ok(Asked::Help(table::help()));
            }
            match flag.split_once('=') {
                Some((name, value)) => flags.push((name.to_owned(), value.to_owned())),
                None => match arguments.next() {
                    Some(value) => flags.push((flag.to_owned(), value)),
                    None => errors.push(format!("--{flag} needs a value")),
                },
            }
        }
        let variables: Vec<(String, String)> = environment
            .into_iter()
            .filter(|(name, value)| !links::is_of_a_service(name, value))
            .filter_map(|(name, value)| {
                let name = name.strip_prefix(PREFIX)?.to_lowercase().replace('_', "-");
                Some((name, value))
            })
            .collect();
        let named = |all: &[(String, String)]| all.iter().rev().find(|(name, _)| name == "config").cloned();
        let file = named(&flags).or_else(|| named(&variables));
        let mut settings = Settings::default();
        if let Some((_, path)) = file {
            match file::read(path.as_ref()) {
                Ok(members) => {
                    settings.apply(members, &|name| format!("{path}: {name}"), &mut errors);
                }
                Err(error) => errors.push(error),
            }
        }
        let variable = |name: &str| format!("{PREFIX}{}", name.to_uppercase().replace('-', "_"));
        settings.apply(variables, &variable, &mut errors);
        settings.apply(flags, &|name| format!("--{name}"), &mut errors);
        settings.complete(&mut errors);
        if errors.is_empty() { Ok(Asked::Serve(Box::new(settings))) } else { Err(errors.join("\n")) }
    }

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

    fn apply(
        &mut self,
        given: Vec<(String, String)>,
        spelled: &dyn Fn(&str) -> String,
        errors: &mut Vec<String>,
    ) {
        for (name, value) in given {
            if name == "config" {
                continue;
            }
            let Some(setting) = table::SETTINGS.iter().find(|setting| setting.name == name) else {
                errors.push(format!("{}: there is no such setting", spelled(&name)));
                continue;
            };
            if let Err(why) = (setting.set)(self, &value) {
                errors.push(format!("{}: {why}", spelled(&name)));
            }
        }
    }

    fn complete(&self, errors: &mut Vec<String>) {
        if self.crds.as_os_str().is_empty() {
            errors.push("--crds is missing: a file or folder of CRDs".to_owned());
        }
        let has_pair = self.certificate.is_some() && self.key.is_some();
        if !has_pair && !self.plain_http {
            errors.push("--tls-cert and --tls-key are missing; or say --plain-http=true".to_owned());
        }
    }
}

/// A time that is not zero.
fn duration(text: &str) -> Result<Duration, String> {
    duration::parse(text).ok_or_else(|| format!("expected a time such as 10s, 500ms or 2m, found {text:?}"))
}
