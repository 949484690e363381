//! Listens on a port of the loopback: for kubectl, and for clients in other languages.

use std::net::SocketAddr;

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::server::running::Server;

/// The pause after a connection that could not be accepted.
const PAUSE: std::time::Duration = std::time::Duration::from_millis(50);

/// A server that listens on a port. It stops when this value is dropped.
#[derive(Debug)]
pub struct Listening {
    address: SocketAddr,
    task: JoinHandle<()>,
}

impl Server {
    /// Listens on an address: `([127, 0, 0, 1], 0).into()` is a free port of the loopback. The server has no
    /// authentication, so the port must only be reachable from this machine.
    ///
    /// # Errors
    ///
    /// The port is taken.
    ///
    /// # Panics
    ///
    /// The call is outside of a tokio runtime.
    pub async fn listen(&self, address: SocketAddr) -> std::io::Result<Listening> {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let service = self.service();
        let task = tokio::spawn(async move {
            let mut connections = tokio::task::JoinSet::new();
            loop {
                tokio::select! {
                    accepted = listener.accept() => {
                        let Ok((stream, _)) = accepted else {
                            // The process may have too many open files: other connections have to end first.
                            tokio::time::sleep(PAUSE).await;
                            continue;
                        };
                        let service = TowerToHyperService::new(service.clone());
                        connections.spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
                    }
                    Some(_) = connections.join_next() => {}
                }
            }
        });
        Ok(Listening { address, task })
    }
}

impl Listening {
    /// The URL of the server, such as `http://127.0.0.1:43210`.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// A kubeconfig for the server. Write it to a file, and name the file in `KUBECONFIG` or `--kubeconfig`.
    #[must_use]
    pub fn kubeconfig(&self) -> String {
        format!(
            "apiVersion: v1\nkind: Config\nclusters:\n- name: crdc\n  cluster: {{server: '{}'}}\nusers:\n- name: crdc\n  user: {{}}\n\
             contexts:\n- name: crdc\n  context: {{cluster: crdc, user: crdc, namespace: default}}\ncurrent-context: crdc\n",
            self.url()
        )
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.task.abort();
    }
}
