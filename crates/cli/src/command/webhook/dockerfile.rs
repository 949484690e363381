//! `crdc webhook dockerfile`: a static binary, alone in its image.

use crate::failure::Failure;
use crate::place::{Place, write};

const TEMPLATE: &str = r#"# Builds the package <package> and puts its binary, and nothing else, into an image.
FROM rust:1-alpine AS build
# The C library of Alpine links statically. ring needs a C compiler.
RUN apk add --no-cache musl-dev gcc
WORKDIR /work
COPY . .
# Without debug information: the image is what is pulled when a node is lost.
RUN cargo build --release --locked --package <package> \
 && strip -o /webhook target/release/<package>

# No shell, no packages, nothing to update but the binary.
FROM scratch
COPY --from=build /webhook /webhook
# Nobody, as in the Deployment.
USER 65532:65532
# Reviews with TLS; health and metrics without.
EXPOSE 9443 8080
ENTRYPOINT ["/webhook"]
"#;

/// Prints a Dockerfile for a webhook: a static musl binary on an empty image
#[derive(clap::Args)]
pub(super) struct Dockerfile {
    /// The package of the webhook, which has a binary of its name
    #[arg(long, value_name = "PACKAGE", default_value = "webhook")]
    package: String,
    #[command(flatten)]
    place: Place,
}

impl Dockerfile {
    pub(super) fn run(&self) -> Result<bool, Failure> {
        let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if self.package.is_empty() || !self.package.chars().all(allowed) || self.package.starts_with('-') {
            return Err(format!("--package {:?} is no name of a package", self.package));
        }
        write(&self.place.open(&[])?, &TEMPLATE.replace("<package>", &self.package))?;
        Ok(true)
    }
}
