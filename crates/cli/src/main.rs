//! The `crdc` command.

#![forbid(unsafe_code)]

mod baseline;
mod catalogues;
mod command;
mod config;
mod count;
mod diff;
mod edit;
mod failure;
mod field_validation;
mod finding_names;
mod identity;
mod input;
mod kubernetes_version;
mod output;
mod page;
mod place;
mod replace;
mod suite;
mod upgrade;
mod validate;

fn main() -> std::process::ExitCode {
    command::run()
}
