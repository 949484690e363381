//! The signals that end a process.

use tokio::signal::ctrl_c;

/// Waits for SIGTERM, as kubelet sends it, or for Ctrl-C: for [`Server::run`](super::Server::run).
pub async fn terminated() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};

        if let Ok(mut signal) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = signal.recv() => {}
                _ = ctrl_c() => {}
            }
            return;
        }
    }
    let _ = ctrl_c().await;
}
