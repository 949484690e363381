//! The settings of the command, once: for flags, variables, the file and the page.

use std::fmt::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use super::command::{LogLevel, Settings};
use super::duration::{self, bytes};

/// The prefix of the names of variables.
pub(super) const PREFIX: &str = "CRDC_WEBHOOK_";

/// A setting.
pub(super) struct Setting {
    /// The name in flags and in the file. The name of the variable has capitals and underscores.
    pub(super) name: &'static str,
    /// The default, in the form of a setting.
    pub(super) default: &'static str,
    /// The effect.
    pub(super) help: &'static str,
    /// Reads a value.
    pub(super) set: fn(&mut Settings, &str) -> Result<(), String>,
}

/// Defines settings whose values are durations.
macro_rules! time {
    ($name:literal, $default:literal, $($field:ident).+, $help:literal) => {
        Setting {
            name: $name,
            default: $default,
            help: $help,
            set: |settings, text| duration(text).map(|read| settings.$($field).+ = read),
        }
    };
}

/// Defines settings whose values are paths.
macro_rules! path {
    ($name:literal, $field:ident, $help:literal) => {
        Setting {
            name: $name,
            default: "",
            help: $help,
            set: |settings, text| {
                settings.$field = Some(PathBuf::from(text));
                Ok(())
            },
        }
    };
}

/// All settings but `config`, in the order of the page.
pub(super) const SETTINGS: &[Setting] = &[
    Setting {
        name: "crds",
        default: "",
        help: "a file or folder of CRDs; read again when it changes",
        set: |settings, text| {
            settings.crds = PathBuf::from(text);
            Ok(())
        },
    },
    Setting {
        name: "only",
        default: "extensions",
        help: "`extensions`: immutability, unions, normalization; `all`: every rule, and pruning and defaults",
        set: |settings, text| text.parse().map(|read| settings.only = read),
    },
    path!("tls-cert", certificate, "the certificate with its chain, in PEM; read again when it changes"),
    path!("tls-key", key, "its key, in PEM"),
    path!("client-ca", client_ca, "clients need a certificate of this CA, in PEM; without it they need none"),
    Setting {
        name: "plain-http",
        default: "false",
        help: "`true`: no TLS, for a webhook behind a proxy that ends TLS",
        set: |settings, text| boolean(text).map(|read| settings.plain_http = read),
    },
    Setting {
        name: "listen",
        default: "0.0.0.0:9443",
        help: "where `/validate` and `/mutate` are",
        set: |settings, text| address(text).map(|read| settings.serve.listen = read),
    },
    Setting {
        name: "operations",
        default: "0.0.0.0:8080",
        help: "where `/healthz`, `/readyz` and `/metrics` are, in plain HTTP; `none` for nowhere",
        set: |settings, text| {
            settings.serve.operations = if text == "none" { None } else { Some(address(text)?) };
            Ok(())
        },
    },
    Setting {
        name: "body-limit",
        default: "7Mi",
        help: "the longest body, in bytes; 413 beyond",
        set: |settings, text| size(text).map(|read| settings.limits.body = read),
    },
    Setting {
        name: "bodies-limit",
        default: "128Mi",
        help: "bytes of all bodies in memory; more wait, and those that do not arrive end. The process needs more: give it 512Mi",
        set: |settings, text| size(text).map(|read| settings.limits.bodies = read),
    },
    time!("body-timeout", "10s", limits.body_timeout, "how long a body may take to arrive; 408 beyond"),
    time!(
        "timeout",
        "10s",
        limits.timeout,
        "how long an answer may take, or what `?timeout=` says; 504 beyond"
    ),
    time!(
        "header-timeout",
        "10s",
        serve.header_timeout,
        "how long a handshake, and the head of a request, may take"
    ),
    time!(
        "write-timeout",
        "10s",
        serve.write_timeout,
        "how long a client may take to read an answer, all of it; the connection ends beyond"
    ),
    time!(
        "idle-timeout",
        "120s",
        serve.idle_timeout,
        "how long a connection may be idle; API servers close theirs after 90s"
    ),
    time!(
        "connection-age",
        "300s",
        serve.connection_age,
        "connections end with their next answer after this time, for new replicas"
    ),
    Setting {
        name: "concurrency",
        default: "256",
        help: "requests that are answered at once; more wait. Work that a timeout leaves behind counts until it ends",
        set: |settings, text| number(text).map(|read| settings.limits.concurrency = read),
    },
    Setting {
        name: "connections",
        default: "1024",
        help: "connections at once; for one more, connections end whose clients have kept the webhook waiting for seconds",
        set: |settings, text| number(text).map(|read| settings.serve.connections = read),
    },
    time!(
        "drain-delay",
        "10s",
        serve.drain_delay,
        "how long requests are accepted after SIGTERM, while servers learn of it"
    ),
    time!("drain-timeout", "30s", serve.drain_timeout, "how long the last requests may take then"),
    time!("poll", "10s", serve.poll, "how often files are compared, beside the watch of the system"),
    Setting {
        name: "log-format",
        default: "json",
        help: "`json` or `text`, to standard error",
        set: |settings, text| {
            settings.log_json = match text {
                "json" => true,
                "text" => false,
                _ => return Err(format!("expected `json` or `text`, found {text:?}")),
            };
            Ok(())
        },
    },
    Setting {
        name: "log-level",
        default: "info",
        help: "`error`, `warn`, `info` or `debug`",
        set: |settings, text| {
            settings.log_level = match text {
                "error" => LogLevel::Error,
                "warn" => LogLevel::Warn,
                "info" => LogLevel::Info,
                "debug" => LogLevel::Debug,
                _ => return Err(format!("expected `error`, `warn`, `info` or `debug`, found {text:?}")),
            };
            Ok(())
        },
    },
];

/// The table of the page, in Markdown.
#[must_use]
pub fn page() -> String {
    let mut text = String::from("| flag and file | variable | default | |\n|---|---|---|---|\n");
    let config = ("config", "", "a YAML file of settings: `body-limit: 7Mi`");
    let all = SETTINGS.iter().map(|setting| (setting.name, setting.default, setting.help));
    for (name, default, help) in std::iter::once(config).chain(all) {
        let variable = name.to_uppercase().replace('-', "_");
        let default = if default.is_empty() { String::new() } else { format!("`{default}`") };
        // Writing into memory cannot fail.
        let _ = writeln!(text, "| `{name}` | `{PREFIX}{variable}` | {default} | {help} |");
    }
    text
}

/// The text of `--help`.
pub(super) fn help() -> String {
    let mut text = String::from(
        "Serves an admission webhook for the CRDs of a folder.\n\n\
         Usage: crdc-webhook --crds FOLDER --tls-cert FILE --tls-key FILE [--SETTING VALUE]...\n\n\
         Each setting is a flag, a variable (CRDC_WEBHOOK_BODY_LIMIT) and a key of the file that --config names.\n\n",
    );
    for Setting { name, default, help, .. } in SETTINGS {
        let default = if default.is_empty() { String::new() } else { format!(" [{default}]") };
        let _ = writeln!(text, "  --{name:<16} {help}{default}");
    }
    text
}

fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| format!("expected an address such as 0.0.0.0:9443, found {text:?}"))
}

fn boolean(text: &str) -> Result<bool, String> {
    text.parse().map_err(|_| format!("expected `true` or `false`, found {text:?}"))
}

fn size(text: &str) -> Result<usize, String> {
    bytes(text).filter(|read| *read > 0).ok_or_else(|| format!("expected a number of bytes, found {text:?}"))
}

fn number(text: &str) -> Result<usize, String> {
    let read = text.parse().ok().filter(|read| *read > 0);
    read.ok_or_else(|| format!("expected a number above 0, found {text:?}"))
}

/// Parses a duration that is not zero.
fn duration(text: &str) -> Result<Duration, String> {
    duration::parse(text).ok_or_else(|| format!("expected a time such as 10s, 500ms or 2m, found {text:?}"))
}
