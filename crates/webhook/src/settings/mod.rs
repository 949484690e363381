//! Reads the settings of the command. In: arguments, the environment, a file. Out: [`Settings`], or all
//! errors.
//!
//! `table.rs` lists the settings once, for flags, variables, the file and the page. A flag overrides a
//! variable, and a variable overrides the file.
//!
//! Easy to break: an unknown name is an error everywhere, so that a misspelt limit is never ignored silently.
//! Variables with another prefix are ignored.

mod command;
mod duration;
mod file;
mod links;
mod table;
#[cfg(test)]
mod tests;

pub use command::{LogLevel, Settings};
pub use table::page;

use table::PREFIX;

/// The action that the arguments select.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Serve a webhook with these settings.
    Serve(Box<Settings>),
    /// Print this explanation of the settings.
    Help(String),
}

impl Settings {
    /// Reads the settings of a process: its arguments without its own name, and its environment.
    ///
    /// # Errors
    ///
    /// All errors, a line for each.
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
        if self.limits.bodies < self.limits.body.saturating_mul(2) {
            errors.push(
                "bodies-limit is less than twice the body-limit: a half of it is for long bodies".to_owned(),
            );
        }
        let has_pair = self.certificate.is_some() && self.key.is_some();
        if !has_pair && !self.plain_http {
            errors.push("--tls-cert and --tls-key are missing; or say --plain-http=true".to_owned());
        }
    }
}
