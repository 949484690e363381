//! Registers a webhook as a user would. In: a folder of CRDs. Out: CRDs in the server, and what `crdc webhook
//! manifests` prints, with the certificate that cert-manager would write into the configurations.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::client::{Answer, Client};
use super::servers::{Servers, binary};

pub(super) const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const CONFIGURATIONS: &str = "/apis/admissionregistration.k8s.io/v1";
/// The kinds that a server of this task may lack: those of other projects, and those of newer servers.
const OTHERS: [&str; 3] = ["Issuer", "Certificate", "PodDisruptionBudget"];

/// Applies CRDs, strictly, and waits until the server serves them.
pub(super) fn crds(servers: &mut Servers, documents: &[Value]) -> Result<()> {
    for document in documents {
        let answer = apply(servers.crds, document, "")?;
        ensure!(answer.accepted(), "a CRD is refused: {}", answer.message());
    }
    for document in documents {
        let path = at(document);
        servers.wait(&path, |servers| {
            let crd = servers.crds.get(&path)?.body;
            let conditions = crd["status"]["conditions"].as_array().cloned().unwrap_or_default();
            Ok(conditions.iter().any(|one| one["type"] == "Established" && one["status"] == "True"))
        })?;
    }
    Ok(())
}

/// A server-side apply of a CRD with strict field validation, as of kubectl.
pub(super) fn apply(client: Client, document: &Value, options: &str) -> Result<Answer> {
    let path = format!("{}?fieldManager=kubectl&fieldValidation=Strict{options}", at(document));
    client.send("PATCH", &path, "application/apply-patch+yaml", &document.to_string())
}

/// The path of a CRD.
fn at(document: &Value) -> String {
    format!("{CRDS}/{}", document["metadata"]["name"].as_str().unwrap_or_default())
}

/// The documents that `crdc publish` writes for a folder.
pub(super) fn published(servers: &Servers, folder: &Path, form: &[&str]) -> Result<Vec<Value>> {
    let out = servers.home.path(form[0]);
    let mut command = Command::new(binary("crdc"));
    let output =
        command.arg("publish").arg(folder).arg("--as").args(form).arg("--output").arg(&out).output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    super::documents::read(&out)
}

/// Replaces the document of a CRD.
pub(super) fn replace_crd(client: Client, document: &Value) -> Result<()> {
    let path = at(document);
    let mut document = document.clone();
    document["metadata"] = client.get(&path)?.body["metadata"].take();
    let answer = client.put(&path, &document)?;
    ensure!(answer.accepted(), "a CRD is refused: {}", answer.message());
    Ok(())
}

/// Applies what is printed for a folder, and runs the webhook at the address of its Service.
pub(super) fn webhook(servers: &mut Servers, crds: &Path, name: &'static str) -> Result<()> {
    let output = Command::new(binary("crdc"))
        .args(["webhook", "manifests", "--name", name, "--crds"])
        .arg(crds)
        .output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for document in String::from_utf8(output.stdout)?.split("---\n") {
        let kind = document
            .lines()
            .find_map(|line| line.strip_prefix("kind: "))
            .context("a document without kind")?;
        servers.home.write("manifest.yaml", document)?;
        let (accepted, said) = servers.kubectl(&["apply", "-f", "manifest.yaml"])?;
        if !accepted && OTHERS.contains(&kind) && said.contains("no matches for kind") {
            println!("{kind} is not served here");
            continue;
        }
        ensure!(accepted, "kubectl apply of {kind}: {said}");
        println!("{}", said.trim_end());
        let (_, again) = servers.kubectl(&["apply", "-f", "manifest.yaml"])?;
        ensure!(again.trim_end().ends_with(" unchanged"), "kubectl apply again: {again}");
    }
    let service = servers.core.get(&format!("/api/v1/namespaces/crdc-system/services/{name}"))?.body;
    let address = service["spec"]["clusterIP"].as_str().context("the Service has no address")?.to_owned();
    let certificate = servers.keys(name, &[&format!("{name}.crdc-system.svc"), &address])?;
    servers.webhook(name, crds, &address)?;
    // Servers since 1.21 do this.
    servers.kubectl(&[
        "label",
        "--overwrite",
        "namespace",
        "crdc-system",
        "kubernetes.io/metadata.name=crdc-system",
    ])?;
    for (kind, path) in
        [("validatingwebhookconfigurations", "validate"), ("mutatingwebhookconfigurations", "mutate")]
    {
        let at = format!("{CONFIGURATIONS}/{kind}/{name}");
        let mut configuration = servers.core.get(&at)?.body;
        let client = &mut configuration["webhooks"][0]["clientConfig"];
        client["caBundle"] = STANDARD.encode(&certificate).into();
        if servers.crds.0 != servers.core.0 {
            // A standalone server has no resolver of Services.
            *client = json!({"caBundle": client["caBundle"], "url": format!("https://{address}/{path}")});
        }
        let answer = servers.core.put(&at, &configuration)?;
        ensure!(answer.accepted(), "{kind}: {}", answer.message());
    }
    Ok(())
}

/// Waits until the configurations are in effect: until a dry run is refused by `/validate`.
pub(super) fn in_effect(
    servers: &mut Servers,
    what: &str,
    mut asked: impl FnMut(Client) -> Result<Answer>,
) -> Result<()> {
    servers.wait(what, |servers| Ok(asked(servers.crds)?.message().contains("admission webhook \"validate.")))
}
