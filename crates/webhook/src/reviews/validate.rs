//! The validating endpoint.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::future::join_all;

use super::core::{Core, Open, called, combined, unknown};
use crate::admit::validated;
use crate::{Answer, Denial, Endpoint, HttpError};

/// Validates the objects of reviews.
#[derive(Clone, Debug)]
pub(crate) struct Validate(pub(crate) Arc<Core>);

impl Endpoint for Validate {
    fn name(&self) -> &'static str {
        "validate"
    }

    async fn answer(&self, body: Bytes) -> Result<Vec<u8>, HttpError> {
        let size = body.len();
        let open = Open::read(self.name(), body)?;
        let core = &self.0;
        let request = Arc::clone(&open.request);
        let verdict = Arc::clone(core)
            .run(size, move |core, _| {
                core.resources.with(request.resource(), |compiled| {
                    compiled
                        .map(|compiled| validated(compiled, &request, core.only, &core.scratches))
                        .transpose()
                })
            })
            .await??;
        let object = open.request.object().map(|object| open.request.bytes(object));
        let validators = called(&core.validators, &open.request, verdict.is_some());
        let verdict = verdict.flatten();
        if verdict.is_none() && validators.is_empty() {
            return Err(unknown(&open.request));
        }
        let verdict = verdict.unwrap_or_default();
        core.metrics.ratcheted(verdict.ratcheted);
        let calls = validators.iter().map(|validator| validator.run(open.call(validator, object.clone())));
        let others = join_all(calls).await.into_iter().filter_map(Result::err).map(Denial::into_status);
        let refusals = verdict.status.into_iter().chain(others).collect();
        let mut answer = combined(refusals).map_or_else(Answer::allowed, Answer::refused);
        answer.warnings = verdict.warnings;
        Ok(open.close(core, answer))
    }
}
