//! The mutating endpoint: mutators of the user in their order, then normalization by crdc.

use std::borrow::Cow;
use std::sync::Arc;

use bytes::Bytes;
use serde_json::value::RawValue;

use super::core::{Core, Open, called, unknown};
use crate::admit::{Rules, mutated};
use crate::patch::Diff;
use crate::{Answer, Endpoint, HttpError};

/// Changes the objects of reviews.
#[derive(Clone, Debug)]
pub(crate) struct Mutate(pub(crate) Arc<Core>);

impl Endpoint for Mutate {
    fn name(&self) -> &'static str {
        "mutate"
    }

    async fn answer(&self, body: Bytes) -> Result<Vec<u8>, HttpError> {
        let size = body.len();
        let open = Open::read(self.name(), body)?;
        let core = &self.0;
        let rules = core.resources.with(open.request.resource(), |compiled| {
            compiled.map(|compiled| Rules::of(compiled, &open.request)).transpose()
        })?;
        let mutators = called(&core.mutators, &open.request, rules.is_some());
        let rules = rules.flatten();
        if rules.is_none() && mutators.is_empty() {
            return Err(unknown(&open.request));
        }
        let Some(sent) = open.request.object().map(|object| open.request.bytes(object)) else {
            return Ok(open.close(core, Answer::allowed()));
        };
        let mut object = sent.clone();
        for mutator in mutators {
            match mutator.run(open.call(mutator, Some(object.clone()))).await {
                Ok(Some(changed)) if is_object(&changed) => object = changed,
                Ok(Some(_)) => {
                    let said = format!("the mutator {} returned something that is no object", mutator.name);
                    return Err(HttpError::new(500, said));
                }
                Ok(None) => {}
                Err(denial) => return Ok(open.close(core, Answer::refused(denial.into_status()))),
            }
        }
        let request = Arc::clone(&open.request);
        let answer = Arc::clone(core)
            .run(size, move |core, stop| {
                let changed = match rules {
                    None => Ok(Cow::Borrowed(object.as_ref())),
                    Some(rules) => core.resources.with(request.resource(), |compiled| match compiled {
                        Some(compiled) => {
                            mutated(compiled, rules, &request, &object, (core.only, stop), &core.scratches)
                        }
                        // The CRD of the resource was removed meanwhile.
                        None => Err(unknown(&request)),
                    })?,
                };
                Ok(match changed {
                    Ok(changed) => {
                        let mut diff = Diff::default();
                        diff.add(&sent, &changed);
                        Answer { patch: diff.finish(), ..Answer::allowed() }
                    }
                    Err(denial) => Answer::refused(denial.into_status()),
                })
            })
            .await??;
        Ok(open.close(core, answer))
    }
}

/// Whether a text is a JSON object.
fn is_object(text: &[u8]) -> bool {
    serde_json::from_slice::<&RawValue>(text).is_ok_and(|value| value.get().starts_with('{'))
}
