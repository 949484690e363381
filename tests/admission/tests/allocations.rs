//! The chain itself allocates nothing, with used buffers: creates and updates through validators, and through
//! a mutator that works on the text.
#![allow(clippy::unwrap_used)]

use allocation_counter::measure;
use crdc_admission::{
    Attributes, Chain, Context, Creator, Getter, Refusal, Saved, Stored, Updater, UserInfo, Workspace,
    mutator_fn, validator_fn,
};
use crdc_admission_tests::database;
use crdc_admission_tests::database::Database;
use serde_json::json;

/// A storage that stores nothing: what is left is the chain.
struct Nowhere(Stored);

impl Getter for Nowhere {
    fn get(&self, _: &Attributes<'_>) -> Result<Stored, Refusal> {
        Ok(self.0.clone())
    }
}

impl Creator for Nowhere {
    fn create(&self, _: &Attributes<'_>) -> Result<Saved, Refusal> {
        Ok(Saved::AsGiven)
    }
}

impl Updater for Nowhere {
    fn update(&self, _: &Attributes<'_>) -> Result<Saved, Refusal> {
        Ok(Saved::AsGiven)
    }
}

fn validating(chain: Chain) -> Chain {
    let validate = |attributes: &Attributes<'_>| {
        let replicas = attributes.object().and_then(|object| object.integer(&["spec", "replicas"]));
        if replicas > Some(5) { Err(attributes.forbidden("too many")) } else { Ok(()) }
    };
    chain.validator(validator_fn("a", validate)).validator(validator_fn("b", validate))
}

#[test]
fn the_chain_allocates_nothing() {
    let labelling =
        Chain::of::<Database>().mutator(mutator_fn("label", |attributes: &mut Attributes<'_>| {
            attributes.object_mut().unwrap().set_label("team", "a");
            Ok(())
        }));
    let first = database("a", &json!({"engine": "mysql", "users": [{"name": "x", "role": "reader"}]}));
    let user = UserInfo::new("alice");
    let context = Context::new(&user);
    for (name, chain) in [
        ("none", Chain::of::<Database>()),
        ("validators", validating(Chain::of::<Database>())),
        ("label", validating(labelling)),
    ] {
        let mut workspace = Workspace::new();
        let stored = {
            let empty = Nowhere(Stored { object: b"{}"[..].into(), creator: None });
            let response = chain.create(&empty, context, &first, &mut workspace);
            response.object().unwrap().to_vec()
        };
        let old = String::from_utf8(stored).unwrap().replacen(
            "\"name\":\"a\"",
            "\"name\":\"a\",\"resourceVersion\":\"1\"",
            1,
        );
        let storage = Nowhere(Stored { object: old.as_bytes().into(), creator: None });
        let new = old.replacen("\"replicas\":1", "\"replicas\":2", 1);
        assert_ne!(new, old);
        let body = new.as_bytes();
        for _ in 0..3 {
            assert!(chain.create(&storage, context, body, &mut workspace).accepted());
            assert!(chain.update(&storage, context, "a", new.as_bytes(), &mut workspace).accepted());
        }
        let mut codes = (0, 0);
        let create = measure(|| codes.0 = chain.create(&storage, context, body, &mut workspace).code());
        let update =
            measure(|| codes.1 = chain.update(&storage, context, "a", new.as_bytes(), &mut workspace).code());
        assert_eq!(codes, (201, 200));
        assert_eq!((create.count_total, update.count_total), (0, 0), "{name}");
    }
}
