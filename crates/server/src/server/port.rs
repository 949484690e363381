//! Listens on a port of the loopback: for kubectl, and for clients in other languages. In: an address. Out: a
//! server on a port, and the configuration of its clients.

use std::net::SocketAddr;

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

use crate::server::running::Server;
use crate::server::service::ApiService;
#[cfg(feature = "tls")]
use crate::server::tls::Credentials;

/// The pause after a connection that could not be accepted.
const PAUSE: std::time::Duration = std::time::Duration::from_millis(50);

/// A server that listens on a port. It stops when this value is dropped.
#[derive(Debug)]
pub struct Listening {
    address: SocketAddr,
    task: JoinHandle<()>,
    #[cfg(feature = "tls")]
    credentials: Option<Credentials>,
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
        let task = tokio::spawn(accept(listener, self.service(), plain));
        Ok(Listening {
            address,
            task,
            #[cfg(feature = "tls")]
            credentials: None,
        })
    }

    /// Listens on an address with TLS, as [`Server::listen`] does without it. The server makes a CA, which
    /// signs its certificate and the one of a client; [`Listening::kubeconfig`] has both. Clients without a
    /// certificate or a token may do everything, too. This function needs the feature `tls`.
    ///
    /// # Errors
    ///
    /// The port is taken.
    ///
    /// # Panics
    ///
    /// The call is outside of a tokio runtime.
    #[cfg(feature = "tls")]
    pub async fn listen_tls(&self, address: SocketAddr) -> std::io::Result<Listening> {
        let (credentials, config) = Credentials::create()?;
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let acceptor = tokio_rustls::TlsAcceptor::from(config);
        let encrypted = move |stream: TcpStream, service: ApiService| {
            let acceptor = acceptor.clone();
            async move {
                // A client that does not trust the certificate goes away.
                if let Ok(stream) = acceptor.accept(stream).await {
                    serve(TokioIo::new(stream), service).await;
                }
            }
        };
        let task = tokio::spawn(accept(listener, self.service(), encrypted));
        Ok(Listening { address, task, credentials: Some(credentials) })
    }
}

/// Accepts connections until the task ends, which ends the connections, too.
async fn accept<F>(
    listener: TcpListener,
    service: ApiService,
    connect: impl Fn(TcpStream, ApiService) -> F + Send,
) where
    F: Future<Output = ()> + Send + 'static,
{
    let mut connections = tokio::task::JoinSet::new();
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let Ok((stream, _)) = accepted else {
                    // The process may have too many open files: other connections have to end first.
                    tokio::time::sleep(PAUSE).await;
                    continue;
                };
                connections.spawn(connect(stream, service.clone()));
            }
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn plain(stream: TcpStream, service: ApiService) {
    serve(TokioIo::new(stream), service).await;
}

/// Serves one connection.
async fn serve(stream: impl hyper::rt::Read + hyper::rt::Write + Unpin, service: ApiService) {
    // A client that goes away is no error of the server.
    let _ = http1::Builder::new().serve_connection(stream, TowerToHyperService::new(service)).await;
}

impl Listening {
    /// The URL of the server, such as `http://127.0.0.1:43210`.
    #[must_use]
    pub fn url(&self) -> String {
        #[cfg(feature = "tls")]
        if self.credentials.is_some() {
            return format!("https://{}", self.address);
        }
        format!("http://{}", self.address)
    }

    /// A kubeconfig for the server. Write it to a file, and name the file in `KUBECONFIG` or `--kubeconfig`.
    #[must_use]
    pub fn kubeconfig(&self) -> String {
        // Clients in JavaScript refuse URLs without TLS, unless they are told to.
        let (cluster, user) = ("insecure-skip-tls-verify: true".to_owned(), String::new());
        #[cfg(feature = "tls")]
        let (cluster, user) = self.credentials.as_ref().map_or((cluster, user), Credentials::in_kubeconfig);
        format!(
            "apiVersion: v1\nkind: Config\nclusters:\n- name: crdc\n  cluster: {{server: '{}', {cluster}}}\nusers:\n- name: crdc\n  \
             user: {{{user}}}\ncontexts:\n- name: crdc\n  context: {{cluster: crdc, user: crdc, namespace: default}}\n\
             current-context: crdc\n",
            self.url()
        )
    }

    /// Writes the files that a pod finds in `/var/run/secrets/kubernetes.io/serviceaccount`, `token`,
    /// `ca.crt` and `namespace`, to a folder, and a file `environment` with the variables of a pod,
    /// `KUBERNETES_SERVICE_HOST` and `KUBERNETES_SERVICE_PORT`. The folder is created. With these, a client
    /// takes the configuration that it has in a cluster. This function needs the feature `tls`.
    ///
    /// # Errors
    ///
    /// The server has no TLS ([`Server::listen_tls`]), which such clients need, or a file cannot be written.
    #[cfg(feature = "tls")]
    pub fn write_in_cluster(&self, folder: impl AsRef<std::path::Path>) -> std::io::Result<()> {
        let folder = folder.as_ref();
        let credentials = self.credentials.as_ref().ok_or_else(|| {
            std::io::Error::new(std::io::ErrorKind::Unsupported, "the server listens without TLS")
        })?;
        let environment = format!(
            "KUBERNETES_SERVICE_HOST={}\nKUBERNETES_SERVICE_PORT={}\n",
            self.address.ip(),
            self.address.port()
        );
        std::fs::create_dir_all(folder)?;
        for (name, text) in [
            ("token", &*credentials.pod_token),
            ("ca.crt", &credentials.ca),
            ("namespace", "default"),
            ("environment", &environment),
        ] {
            std::fs::write(folder.join(name), text)?;
        }
        Ok(())
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.task.abort();
    }
}
