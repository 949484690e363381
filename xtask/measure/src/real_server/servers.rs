//! Starts the servers and proxies of a run. In: binaries. Out: etcd, kube-apiserver, perhaps a server of
//! CRDs, and a proxy for each server; later the webhook.
//!
//! Easy to break: the Service of the webhook gets its address from `--service-cluster-ip-range`, a part of
//! the loopback range. No proxy of a node is needed then, and the webhook listens on that address, on the
//! port of the Service.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::Args;
use super::client::Client;
use super::home::{Home, free_port};

/// The servers of a run.
pub(super) struct Servers {
    pub(super) home: Home,
    kubectl: PathBuf,
    /// kube-apiserver.
    pub(super) core: Client,
    /// The server of the CRDs: kube-apiserver, or another one.
    pub(super) crds: Client,
}

const TOKEN: &str = "real-server";
const WAIT: Duration = Duration::from_secs(90);

impl Servers {
    /// Starts the servers, and waits until they are ready.
    pub(super) fn start(home: Home, args: &Args, apiserver: &Path) -> Result<Servers> {
        let none = Client(0);
        let mut servers = Servers { home, kubectl: args.kubectl.clone(), core: none, crds: none };
        let etcd = etcd(&mut servers.home, &args.etcd)?;
        servers.keys("account", &["account"])?;
        servers.core = servers.apiserver(apiserver, &etcd)?;
        servers.crds = match &args.crd_server {
            None => servers.core,
            Some(binary) => servers.crd_server(binary, &etcd)?,
        };
        Ok(servers)
    }

    fn apiserver(&mut self, binary: &Path, etcd: &str) -> Result<Client> {
        let port = free_port()?;
        let tokens = self.home.write("tokens.csv", &format!("{TOKEN},admin,admin,system:masters\n"))?;
        let mut command = Command::new(binary);
        command.args(["--etcd-servers", etcd, "--secure-port", &port.to_string()]);
        command.args([
            "--bind-address",
            "127.0.0.1",
            "--advertise-address",
            "127.0.0.1",
            "--cert-dir",
            "core",
        ]);
        // The Service of the server itself has no endpoints: endpoints cannot be loopback addresses.
        command.args(["--endpoint-reconciler-type", "none", "--service-cluster-ip-range", "127.200.0.0/24"]);
        command.args(["--authorization-mode", "RBAC", "--token-auth-file"]).arg(tokens);
        command.args(["--disable-admission-plugins", "ServiceAccount"]);
        command.args(["--service-account-issuer", "https://kubernetes.default.svc"]);
        command.args([
            "--service-account-key-file",
            "account.crt",
            "--service-account-signing-key-file",
            "account.key",
        ]);
        self.home.start("core", &mut command)?;
        self.proxy("core", "core-proxy", port)
    }

    fn crd_server(&mut self, binary: &Path, etcd: &str) -> Result<Client> {
        let port = free_port()?;
        let mut command = Command::new(binary);
        command.args(["--etcd-servers", etcd, "--etcd-prefix", "/crds", "--secure-port", &port.to_string()]);
        command.args(["--bind-address", "127.0.0.1", "--cert-dir", "crds"]);
        for option in ["--kubeconfig", "--authentication-kubeconfig", "--authorization-kubeconfig"] {
            command.args([option, "core.kubeconfig"]);
        }
        // What an older core does not serve.
        command.args(["--authentication-skip-lookup", "--enable-priority-and-fairness=false"]);
        command.args(["--disable-admission-plugins", "ValidatingAdmissionPolicy,MutatingAdmissionPolicy"]);
        self.home.start("crds", &mut command)?;
        self.proxy("crds", "crds-proxy", port)
    }

    /// A client of the server `name`, as soon as that is ready.
    fn proxy(&mut self, name: &'static str, proxy: &'static str, port: u16) -> Result<Client> {
        self.wait(&format!("the certificate of {name}"), |servers| {
            Ok(servers.home.path(&format!("{name}/apiserver.crt")).exists())
        })?;
        let config = format!(
            "{{apiVersion: v1, kind: Config, current-context: x, contexts: [{{name: x, context: {{cluster: x, user: x}}}}],\n\
             clusters: [{{name: x, cluster: {{server: 'https://127.0.0.1:{port}', certificate-authority: {name}/apiserver.crt}}}}],\n\
             users: [{{name: x, user: {{token: {TOKEN}}}}}]}}\n"
        );
        self.home.write(&format!("{name}.kubeconfig"), &config)?;
        let listen = free_port()?;
        let mut command = Command::new(&self.kubectl);
        command.arg("--kubeconfig").arg(self.home.path(&format!("{name}.kubeconfig")));
        command.args(["proxy", "--port", &listen.to_string()]);
        self.home.start(proxy, &mut command)?;
        let client = Client(listen);
        self.wait(name, |_| Ok(client.get("/readyz").is_ok_and(|answer| answer.code == 200)))?;
        Ok(client)
    }

    /// Runs the webhook of a folder of CRDs at an address.
    pub(super) fn webhook(&mut self, name: &'static str, crds: &Path, address: &str) -> Result<()> {
        let mut command = Command::new(binary("crdc-webhook"));
        command.arg("--crds").arg(crds).args([
            "--tls-cert",
            &format!("{name}.crt"),
            "--tls-key",
            &format!("{name}.key"),
        ]);
        command.args(["--listen", &format!("{address}:443"), "--operations", "none", "--log-format", "text"]);
        self.home.start(name, &mut command)
    }

    /// Writes `NAME.key` and the self-signed certificate `NAME.crt`, for hosts and addresses. Returns the
    /// certificate.
    pub(super) fn keys(&self, name: &str, hosts: &[&str]) -> Result<String> {
        let hosts: Vec<String> = hosts.iter().map(|host| (*host).to_owned()).collect();
        let pair = rcgen::generate_simple_self_signed(hosts)?;
        self.home.write(&format!("{name}.key"), &pair.signing_key.serialize_pem())?;
        let certificate = pair.cert.pem();
        self.home.write(&format!("{name}.crt"), &certificate)?;
        Ok(certificate)
    }

    /// Runs `kubectl` with kube-apiserver; returns whether it succeeded, and both its outputs.
    pub(super) fn kubectl(&self, arguments: &[&str]) -> Result<(bool, String)> {
        let mut command = Command::new(&self.kubectl);
        command.current_dir(self.home.path(""));
        let output = command.args(["--kubeconfig", "core.kubeconfig"]).args(arguments).output();
        let output = output.with_context(|| self.kubectl.display().to_string())?;
        let text = [output.stdout, output.stderr].concat();
        Ok((output.status.success(), String::from_utf8_lossy(&text).into_owned()))
    }

    /// Waits until the function `so` returns `true`; fails if a process ends. `what` is for the message of
    /// that error.
    pub(super) fn wait(&mut self, what: &str, mut so: impl FnMut(&Servers) -> Result<bool>) -> Result<()> {
        wait(what, || {
            if let Some(why) = self.home.ended() {
                bail!("{why}");
            }
            so(self)
        })
        .with_context(|| format!("see {}", self.home.path("").display()))
    }
}

/// The binaries of servers that need no kube-apiserver.
pub(super) struct Binaries<'b> {
    pub(super) etcd: &'b Path,
    pub(super) crd_server: &'b Path,
}

/// Starts etcd and an apiextensions-apiserver of `xtask/measure/apiextensions`, which uses the kube-apiserver
/// of `core.kubeconfig` only for namespaces.
pub(super) fn without_core(home: &mut Home, binaries: &Binaries<'_>) -> Result<Client> {
    let client = Client(start_without_core(home, binaries)?);
    wait("the apiextensions-apiserver", || {
        if let Some(why) = home.ended() {
            bail!("{why}");
        }
        Ok(client.get("/readyz").is_ok_and(|answer| answer.code == 200))
    })?;
    Ok(client)
}

/// Starts both without waiting; returns the port of the apiextensions-apiserver.
pub(super) fn start_without_core(home: &mut Home, binaries: &Binaries<'_>) -> Result<u16> {
    let etcd = etcd(home, binaries.etcd)?;
    let (port, plain) = (free_port()?, free_port()?);
    let mut command = Command::new(binaries.crd_server);
    command.args(["--etcd-servers", &etcd, "--etcd-prefix", "/registry", "--secure-port", &port.to_string()]);
    command.args(["--bind-address", "127.0.0.1", "--cert-dir", "crds", "--kubeconfig", "core.kubeconfig"]);
    command.args(["--plain", &format!("127.0.0.1:{plain}"), "--enable-priority-and-fairness=false"]);
    // These plugins would wait for lists of policies and configurations.
    command.args(["--disable-admission-plugins", NO_PLUGINS]);
    home.start("crds", &mut command)?;
    Ok(plain)
}

const NO_PLUGINS: &str =
    "ValidatingAdmissionPolicy,MutatingAdmissionPolicy,ValidatingAdmissionWebhook,MutatingAdmissionWebhook";

/// Starts etcd; returns the address for its clients.
fn etcd(home: &mut Home, binary: &Path) -> Result<String> {
    let (clients, peers) = (free_port()?, free_port()?);
    let url = format!("http://127.0.0.1:{clients}");
    let mut command = Command::new(binary);
    command.args(["--data-dir", "etcd", "--unsafe-no-fsync", "--listen-client-urls", &url]);
    command.args([
        "--advertise-client-urls",
        &url,
        "--listen-peer-urls",
        &format!("http://127.0.0.1:{peers}"),
    ]);
    home.start("etcd", &mut command)?;
    Ok(url)
}

/// Waits until the function `so` returns `true`. `what` is for the message of the error.
pub(super) fn wait(what: &str, mut so: impl FnMut() -> Result<bool>) -> Result<()> {
    let begun = Instant::now();
    while begun.elapsed() < WAIT {
        if so()? {
            return Ok(());
        }
        sleep(Duration::from_millis(100));
    }
    bail!("waited {WAIT:?} for {what}")
}

/// The path of a binary of this workspace.
pub(super) fn binary(name: &str) -> PathBuf {
    places::target().join("debug").join(name)
}
