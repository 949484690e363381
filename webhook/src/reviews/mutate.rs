//! The mutating endpoint: mutators of the user in their order, then normalization by crdc.

use std::borrow::Cow;
use std::sync::Arc;

use bytes::Bytes;

use super::core::{Core, Open, unknown};
use crate::admit::mutated;
use crate::patch::Diff;
use crate::{Answer, Endpoint, Rejection};

/// Changes the objects of reviews.
#[derive(Clone, Debug)]
pub(crate) struct Mutate(pub(crate) Arc<Core>);

impl Endpoint for Mutate {
    fn name(&self) -> &'static str {
        "mutate"
    }

    async fn answer(&self, body: Bytes) -> Result<Vec<u8>, Rejection> {
        let size = body.len();
        let open = Open::read(self.name(), body)?;
        let core = &self.0;
        let mutators: Vec<_> =
            core.mutators.iter().filter(|mutator| mutator.handles(&open.request)).collect();
        let is_known = core.resources.with(open.request.resource(), |compiled| compiled.is_some());
        if !is_known && mutators.is_empty() {
            return Err(unknown(&open.request));
        }
        let Some(sent) = open.request.object().map(|object| open.request.bytes(object)) else {
            return Ok(open.close(core, Answer::allowed()));
        };
        let mut object = sent.clone();
        for mutator in mutators {
            match mutator.run(open.call(mutator, Some(object.clone()))).await {
                Ok(Some(changed)) => object = changed,
                Ok(None) => {}
                Err(denial) => return Ok(open.close(core, Answer::refused(denial.into_status()))),
            }
        }
        let request = Arc::clone(&open.request);
        let patch = Arc::clone(core)
            .run(size, move |core| {
                let changed = core.resources.with(request.resource(), |compiled| match compiled {
                    Some(compiled) => mutated(compiled, &request, &object, core.only, &core.scratches),
                    None => Cow::Borrowed(object.as_ref()),
                });
                let mut diff = Diff::default();
                diff.add(&sent, &changed);
                diff.finish()
            })
            .await?;
        let mut answer = Answer::allowed();
        answer.patch = patch;
        Ok(open.close(core, answer))
    }
}
