//! Two servers: the real apiextensions-apiserver with etcd, and crdc's in this process, at a port each.

use anyhow::{Result, ensure};
use crdc_server::{Listening, Server, TestServer};
use serde_json::Value;
use tokio::runtime::Runtime;

use crate::real_server::client::Client;
use crate::real_server::home::Home;
use crate::real_server::register;
use crate::real_server::servers::{self, Binaries};

/// The two servers of a run.
pub(super) struct Pair {
    pub(super) real: Client,
    pub(super) ours: Client,
    // Dropping these stops the servers.
    _home: Home,
    _server: Server,
    _listening: [Listening; 2],
    _runtime: Runtime,
}

impl Pair {
    /// Starts both servers with the same definitions.
    pub(super) fn start(mut home: Home, binaries: &Binaries<'_>, definitions: &[Value]) -> Result<Pair> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        // The real server asks a kube-apiserver for namespaces; this server of crdc plays that part.
        let core = TestServer::new().start().map_err(anyhow::Error::msg)?;
        let core = runtime.block_on(core.listen(([127, 0, 0, 1], 0).into()))?;
        home.write("core.kubeconfig", &core.kubeconfig())?;
        let real = servers::without_core(&mut home, binaries)?;
        let server = TestServer::new().start().map_err(anyhow::Error::msg)?;
        let listening = runtime.block_on(server.listen(([127, 0, 0, 1], 0).into()))?;
        let port = listening.url().rsplit_once(':').and_then(|(_, port)| port.parse().ok());
        let ours = Client(port.unwrap_or_default());
        let pair = Pair {
            real,
            ours,
            _home: home,
            _server: server,
            _listening: [core, listening],
            _runtime: runtime,
        };
        for definition in definitions {
            for client in pair.both() {
                let answer = register::apply(client, definition, "")?;
                ensure!(answer.accepted(), "a definition is refused: {}", answer.body);
            }
        }
        for definition in definitions {
            pair.serves(definition)?;
        }
        Ok(pair)
    }

    /// The clients of both servers, the real one first.
    pub(super) fn both(&self) -> [Client; 2] {
        [self.real, self.ours]
    }

    /// Waits until a definition is served.
    pub(super) fn serves(&self, definition: &Value) -> Result<()> {
        let spec = &definition["spec"];
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let plural = text(&spec["names"]["plural"]);
        let path = format!("/apis/{}/{}/{plural}", text(&spec["group"]), text(&spec["versions"][0]["name"]));
        for client in self.both() {
            servers::wait(&path, || Ok(client.get(&path).is_ok_and(|answer| answer.accepted())))?;
        }
        Ok(())
    }
}
