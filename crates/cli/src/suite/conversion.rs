//! Conversion between versions whose CRD has a conversion webhook. In: an object, and the wanted version.
//! Out: the object that the test says a webhook makes of it, or the one that a command makes.

use crate::edit::{member, set};
use crdc_source::{Node, Source, parse_json};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

/// What a conversion webhook makes of objects.
#[derive(Clone, Debug, Default)]
pub(super) struct Conversions {
    /// Objects of the test, of which the first of a version counts.
    pub(super) objects: Vec<Node>,
    /// A command that reads a ConversionReview and writes it with the response.
    pub(super) command: Option<String>,
}

impl Conversions {
    /// The object in another version.
    ///
    /// # Errors
    ///
    /// The test has no object of the version, or the command fails.
    pub(super) fn convert(&self, object: &[u8], version: &str) -> Result<Vec<u8>, String> {
        if let Some(command) = &self.command {
            return converted_by(command, object, version);
        }
        let known = self.objects.iter().find(|known| member(known, "apiVersion") == version);
        let mut known = known.cloned().ok_or_else(|| {
            format!("the webhook was not called: say what it returns with `converted: {{apiVersion: {version}, …}}`, or name a command with --conversion")
        })?;
        let text = String::from_utf8_lossy(object).into_owned();
        let mut metadata =
            parse_json(&Source::new("", text)).0.pop().and_then(|object| object.get("metadata").cloned());
        if let Some(metadata) = &mut metadata {
            for key in ["labels", "annotations"] {
                if let Some(given) = known.get("metadata").and_then(|metadata| metadata.get(key)) {
                    set(metadata, key, given.clone());
                }
            }
            set(&mut known, "metadata", metadata.clone());
        }
        Ok(known.to_json().into_bytes())
    }
}

/// What a command makes of an object.
fn converted_by(command: &str, object: &[u8], version: &str) -> Result<Vec<u8>, String> {
    let object: Value = serde_json::from_slice(object).map_err(|error| error.to_string())?;
    let review = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "ConversionReview",
        "request": {"uid": "0", "desiredAPIVersion": version, "objects": [object]},
    });
    let failed = |error: std::io::Error| format!("`{command}`: {error}");
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    // A command may write before it has read all: neither side may wait for a full pipe of the other.
    let input = child.stdin.take();
    let writer = std::thread::spawn(move || {
        // A command that does not read its input may still answer.
        input.map(|mut input| input.write_all(review.to_string().as_bytes()))
    });
    let output = child.wait_with_output().map_err(failed)?;
    // Whether all was written is the command's affair.
    drop(writer.join());
    if !output.status.success() {
        return Err(format!("`{command}`: {}", output.status));
    }
    let answer: Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("`{command}` writes no ConversionReview: {error}"))?;
    let response = &answer["response"];
    if response["result"]["status"] != "Success" {
        return Err(response["result"]["message"].as_str().unwrap_or("the conversion failed").to_owned());
    }
    match response["convertedObjects"].as_array().map(Vec::as_slice) {
        Some([converted]) => Ok(converted.to_string().into_bytes()),
        _ => Err(format!("`{command}` does not return one converted object")),
    }
}
