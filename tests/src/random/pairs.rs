//! Random updates of a resource's part: a value, and what it was before.

use super::object::{mix, request, vary};
use super::rng::Rng;
use super::switch::switch;
use crate::interpreter::{Server, has_unions};
use crate::json::Json;

/// A new value of `part` and an old one, or none where it is created; nothing where the random object has no such part.
pub fn pair(rng: &mut Rng, server: &Server, part: &str) -> Option<(Json, Option<Json>)> {
    let object = request(rng, server);
    let mut new = object.clone();
    let mut old = match rng.below(4) {
        0 => vary(rng, &object),
        1 => object.clone(),
        _ => {
            let other = request(rng, server);
            mix(rng, &object, &other)
        }
    };
    if has_unions(&server.schema) {
        // Otherwise few discriminators would change.
        switch(rng, &mut new, &server.schema);
        switch(rng, &mut old, &server.schema);
    }
    let new = new.get(part)?.clone();
    let old = old.get(part).cloned().filter(|_| rng.chance(90));
    Some((new, old))
}
