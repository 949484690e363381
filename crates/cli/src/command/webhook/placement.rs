//! The placement of a webhook: the names that all documents share. In: options. Out: the names that all
//! documents share, checked; templates with them filled in.

use crate::failure::Failure;

/// The names that documents share.
#[derive(clap::Args)]
pub(super) struct Placement {
    /// The name of the Deployment, of its Service and of the configurations
    #[arg(long, value_name = "NAME", default_value = "crdc-webhook")]
    name: String,
    /// The namespace it runs in, whose own objects it never sees
    #[arg(long, value_name = "NAMESPACE", default_value = "crdc-system")]
    namespace: String,
    /// The image of the container, see `crdc webhook dockerfile`
    #[arg(long, value_name = "IMAGE", default_value = "crdc-webhook:latest")]
    image: String,
    /// How many replicas run
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    replicas: u16,
}

impl Placement {
    /// Checks that the documents can have these names. Valid names need no quotes in YAML.
    pub(super) fn check(&self) -> Result<(), Failure> {
        for (option, label) in [("--name", &self.name), ("--namespace", &self.namespace)] {
            let inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
            let outer = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase());
            let bytes = label.as_bytes();
            let ends = !label.ends_with('-') && bytes.len() <= 63;
            if !(outer(bytes.first()) && ends && bytes.iter().all(|byte| inner(*byte))) {
                return Err(format!(
                    "{option} {label:?}: a name has at most 63 lower case letters, digits and dashes, and begins with a \
                     letter"
                ));
            }
        }
        if self.image.is_empty() || self.image.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(format!("--image {:?} is no image", self.image));
        }
        Ok(())
    }

    /// A template with `<name>`, `<namespace>`, `<image>`, `<replicas>` and `<spare>` filled in.
    pub(super) fn fill(&self, template: &str) -> String {
        // One replica may be missing while nodes are drained, unless there is only one.
        let spare = if self.replicas > 1 { 1 } else { 0 };
        template
            .replace("<namespace>", &self.namespace)
            .replace("<name>", &self.name)
            .replace("<replicas>", &self.replicas.to_string())
            .replace("<spare>", &spare.to_string())
            // The image is filled in last: it may contain any character, also the text of a placeholder.
            .replace("<image>", &serde_json::Value::from(self.image.as_str()).to_string())
    }
}
