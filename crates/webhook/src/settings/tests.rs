#![allow(clippy::unwrap_used)]

use std::time::Duration;

use super::table::SETTINGS;
use super::{Asked, LogLevel, Settings, page};
use crate::Only;

fn read(arguments: &[&str], environment: &[(&str, &str)]) -> Result<Settings, String> {
    let environment = environment.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    match Settings::read(arguments.iter().map(|one| (*one).to_owned()), environment)? {
        Asked::Serve(settings) => Ok(*settings),
        Asked::Help(text) => Err(text),
    }
}

const FILES: [&str; 6] = ["--crds", "crds", "--tls-cert=tls.crt", "--tls-key", "tls.key", "--only=all"];

#[test]
fn defaults_are_those_of_the_table() {
    let plain = read(&FILES, &[]).unwrap();
    let mut written = Vec::new();
    for setting in SETTINGS.iter().filter(|setting| !setting.default.is_empty() && setting.name != "only") {
        written.push(format!("--{}={}", setting.name, setting.default));
    }
    let all: Vec<&str> = FILES.into_iter().chain(written.iter().map(String::as_str)).collect();
    assert_eq!(read(&all, &[]).unwrap(), plain);
    assert_eq!(plain.only, Only::All);
}

#[test]
fn flags_go_before_variables_and_variables_before_the_file() {
    let file = std::env::temp_dir().join(format!("crdc-webhook-settings-{}.yaml", std::process::id()));
    std::fs::write(&file, "timeout: 1s\nbody-timeout: 1s\nconcurrency: 7\nplain-http: true\ncrds: a\n")
        .unwrap();
    let path = file.to_str().unwrap();
    let environment = [
        ("CRDC_WEBHOOK_CONFIG", path),
        ("CRDC_WEBHOOK_TIMEOUT", "2s"),
        ("CRDC_WEBHOOK_BODY_TIMEOUT", "2s"),
        ("TIMEOUT", "9s"),
    ];
    let settings = read(&["--timeout", "3s"], &environment).unwrap();
    std::fs::remove_file(&file).unwrap();
    let seconds = [settings.limits.timeout, settings.limits.body_timeout].map(|time| time.as_secs());
    assert_eq!((seconds, settings.limits.concurrency), ([3, 2], 7));
    assert!(settings.plain_http && settings.certificates().is_none());
}

#[test]
fn every_mistake_is_reported() {
    let arguments = [
        "serve",
        "--timeout=soon",
        "--listen=9443",
        "--limit=1",
        "--body-limit=7MB",
        "--bodies-limit=13Mi",
        "--poll",
    ];
    let errors = read(&arguments, &[("CRDC_WEBHOOK_LOG_LEVEL", "loud")]).unwrap_err();
    for expected in [
        "serve: expected a flag",
        "--timeout: expected a time such as 10s",
        "--listen: expected an address",
        "--limit: there is no such setting",
        "--body-limit: expected a number of bytes",
        "--poll needs a value",
        "bodies-limit is less than twice the body-limit",
        "CRDC_WEBHOOK_LOG_LEVEL: expected `error`",
        "--crds is missing",
        "--tls-cert and --tls-key are missing",
    ] {
        assert!(errors.contains(expected), "{expected}: {errors}");
    }
}

#[test]
fn values_have_units() {
    let arguments =
        ["--poll=500ms", "--drain-delay=2m", "--body-limit=3Mi", "--operations=none", "--log-level=debug"];
    let all: Vec<&str> = FILES.into_iter().chain(arguments).collect();
    let settings = read(&all, &[]).unwrap();
    assert_eq!(settings.serve.poll, Duration::from_millis(500));
    assert_eq!(settings.serve.drain_delay, Duration::from_secs(120));
    assert_eq!((settings.limits.body, settings.serve.operations), (3 << 20, None));
    assert_eq!(settings.log_level, LogLevel::Debug);
    assert!(settings.certificates().is_some());
    let help = read(&["--help"], &[]).unwrap_err();
    assert!(SETTINGS.iter().all(|setting| help.contains(setting.name) && page().contains(setting.name)));
}

#[test]
fn variables_of_services_are_no_settings() {
    // The variables of pods for a Service of the name crdc-webhook, and for crdc-webhook-metrics.
    let linked = [
        ("CRDC_WEBHOOK_SERVICE_HOST", "10.0.0.1"),
        ("CRDC_WEBHOOK_SERVICE_PORT", "443"),
        ("CRDC_WEBHOOK_SERVICE_PORT_WEBHOOK", "443"),
        ("CRDC_WEBHOOK_PORT", "tcp://10.0.0.1:443"),
        ("CRDC_WEBHOOK_PORT_443_TCP", "tcp://10.0.0.1:443"),
        ("CRDC_WEBHOOK_PORT_443_TCP_PROTO", "tcp"),
        ("CRDC_WEBHOOK_PORT_443_TCP_PORT", "443"),
        ("CRDC_WEBHOOK_PORT_443_TCP_ADDR", "10.0.0.1"),
        ("CRDC_WEBHOOK_METRICS_SERVICE_HOST", "10.0.0.2"),
        ("CRDC_WEBHOOK_METRICS_PORT", "tcp://10.0.0.2:80"),
    ];
    assert_eq!(read(&FILES, &linked).unwrap(), read(&FILES, &[]).unwrap());
    let wrong =
        [("CRDC_WEBHOOK_REPORT", "a"), ("CRDC_WEBHOOK_SERVICE", "a"), ("CRDC_WEBHOOK_LISTEN_PORT", "9443")];
    let errors = read(&FILES, &wrong).unwrap_err();
    assert_eq!(errors.matches("there is no such setting").count(), 3, "{errors}");
    for setting in SETTINGS {
        let name = format!("CRDC_WEBHOOK_{}", setting.name.to_uppercase().replace('-', "_"));
        assert!(!super::links::is_of_a_service(&name, "tcp://10.0.0.1:443"), "{name}");
    }
}
