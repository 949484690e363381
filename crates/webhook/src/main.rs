//! The command `crdc-webhook`. In: settings. Out: a webhook that serves until SIGTERM or Ctrl-C; exit code 2
//! if it cannot begin.

#![forbid(unsafe_code)]

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use crdc_webhook::settings::{Asked, LogLevel, Settings};
use crdc_webhook::{Certificates, Crds, Server, Webhook, terminated};
use tracing_subscriber::filter::LevelFilter;

fn main() -> ExitCode {
    match Settings::read(std::env::args().skip(1), std::env::vars()) {
        Ok(Asked::Help(text)) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Ok(Asked::Serve(settings)) => match run(&settings) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => complain(&error.to_string()),
        },
        Err(errors) => complain(&errors),
    }
}

fn complain(errors: &str) -> ExitCode {
    for error in errors.lines() {
        eprintln!("crdc-webhook: {error}");
    }
    ExitCode::from(2)
}

fn run(settings: &Settings) -> Result<(), Box<dyn std::error::Error>> {
    log(settings);
    let crds = Arc::new(Crds::read(&settings.crds)?);
    let certificates = settings.certificates().map(Certificates::read).transpose()?.map(Arc::new);
    let webhook = Webhook::new().crds(Arc::clone(&crds)).only(settings.only).limits(settings.limits);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(webhook, certificates, settings.serve.clone()).await?;
        let kinds: Vec<String> = crds
            .current()
            .all()
            .map(|validator| format!("{} {}", validator.api_version(), validator.kind()))
            .collect();
        tracing::info!(address = %server.address()?, kinds = kinds.join(", "), "serving");
        server.run(terminated()).await
    })?;
    Ok(())
}

fn log(settings: &Settings) {
    let level = match settings.log_level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
    };
    let lines = tracing_subscriber::fmt().with_max_level(level);
    if settings.log_json {
        lines.with_writer(std::io::stderr).json().flatten_event(true).init();
    } else {
        // No colors, which are control characters.
        lines.with_ansi(false).with_writer(|| Line(std::io::stderr())).init();
    }
}

/// Writes one line for each event: whatever is in it, control characters are escaped.
struct Line<W>(W);

impl<W: Write> Write for Line<W> {
    fn write(&mut self, event: &[u8]) -> std::io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        let text = text.strip_suffix('\n').unwrap_or(&text);
        let mut line = String::with_capacity(text.len() + 1);
        for c in text.chars() {
            // Some readers take the last two for ends of lines.
            if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}') {
                line.extend(c.escape_default());
            } else {
                line.push(c);
            }
        }
        line.push('\n');
        self.0.write_all(line.as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}
