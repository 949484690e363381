//! What a server stores after `/validate` said yes is valid natively, whatever changed the object before:
//! crdc, others after it, or nobody. Random objects, by a fixed seed.

use std::sync::Arc;

use axum::body::Body;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use crdc::{ErrorSource, FieldError, Scratch};
use crdc_dynamic::Validators;
use crdc_source::Source;
use crdc_webhook::{Crds, Only, Webhook};
use http::Request;
use http_body_util::BodyExt;
use serde_json::{Map, Value, json};
use tower::ServiceExt;

use super::running::review;

/// Small numbers that follow from a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }
}

/// Sets or removes a random field.
fn edit(random: &mut Random, object: &mut Map<String, Value>, fields: &[(&str, &[Value])]) {
    let (field, values) = &fields[random.below(fields.len())];
    match random.below(values.len() + 1) {
        0 => object.remove(*field),
        value => object.insert((*field).to_owned(), values[value - 1].clone()),
    };
}

/// The fields of a union, and values that the schema allows.
fn union_fields() -> Vec<(&'static str, Vec<Value>)> {
    vec![
        ("mode", vec![json!(""), json!("Fixed"), json!("Auto")]),
        ("replicas", vec![json!(0), json!(3)]),
        ("auto", vec![json!("x")]),
    ]
}

fn spec_fields() -> Vec<(&'static str, Vec<Value>)> {
    let texts = || vec![json!(""), json!("a")];
    vec![
        ("engine", texts()),
        ("notes", texts()),
        ("mode", vec![json!(""), json!("Fixed"), json!("Auto")]),
        ("replicas", vec![json!(0), json!(3), Value::Null]),
        ("auto", vec![json!({}), json!({"max": 1}), Value::Null]),
        ("kind", vec![json!("Disk"), json!("Secret")]),
        ("disk", texts()),
        ("secret", vec![json!("s")]),
        ("by", vec![json!(""), json!("User"), json!("Team"), json!("Other")]),
        ("user", texts()),
        ("team", texts()),
        ("to", vec![json!(""), json!("Host"), json!("Port")]),
        ("host", texts()),
        ("port", vec![json!(1)]),
    ]
}

/// One to three random edits of a spec, its items, or the status.
fn edited(random: &mut Random, object: &Value, of_status: bool) -> Value {
    let mut object = object.clone();
    let of_spec = spec_fields();
    let of_union = union_fields();
    let borrowed =
        |fields: &'_ [(&'static str, Vec<Value>)]| -> Vec<(&'static str, Vec<Value>)> { fields.to_vec() };
    for _ in 0..=random.below(3) {
        let (part, fields) =
            if of_status { ("status", borrowed(&of_union)) } else { ("spec", borrowed(&of_spec)) };
        let fields: Vec<(&str, &[Value])> =
            fields.iter().map(|(name, all)| (*name, all.as_slice())).collect();
        let Some(part) = object[part].as_object_mut() else { continue };
        if of_status || random.below(4) > 0 {
            edit(random, part, &fields);
            continue;
        }
        let fields: Vec<(&str, &[Value])> =
            of_union.iter().map(|(name, all)| (*name, all.as_slice())).collect();
        let key = random.below(2);
        let vols = part.entry("vols").or_insert_with(|| json!([])).as_array_mut().unwrap();
        match vols.iter_mut().find(|vol| vol["k"] == key) {
            Some(vol) => edit(random, vol.as_object_mut().unwrap(), &fields),
            None => vols.push(json!({"k": key})),
        }
    }
    object
}

/// The endpoints and the native answers.
struct Both {
    router: axum::Router,
    crds: Arc<Crds>,
}

impl Both {
    fn new(only: Only) -> Both {
        let validators =
            Validators::load(&[Source::new("stored.yaml", include_str!("stored.yaml"))]).unwrap();
        let crds = Arc::new(Crds::new(validators));
        Both { router: Webhook::new().crds(Arc::clone(&crds)).only(only).router(), crds }
    }

    async fn ask(&self, path: &str, new: &Value, old: &Value, of_status: bool) -> Value {
        let mut review = review(if old.is_null() { "CREATE" } else { "UPDATE" }, "widgets", new, old);
        if of_status {
            review["request"]["subResource"] = json!("status");
        }
        let request = Request::post(path).header("content-type", "application/json");
        let request = request.body(Body::from(review.to_string())).unwrap();
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        serde_json::from_slice::<Value>(&body).unwrap()["response"].take()
    }

    /// The object with the patch of `/mutate`.
    async fn mutated(&self, new: &Value, old: &Value, of_status: bool) -> Value {
        let response = self.ask("/mutate", new, old, of_status).await;
        let mut object = new.clone();
        if let Some(patch) = response["patch"].as_str() {
            let patch: json_patch::Patch = serde_json::from_slice(&STANDARD.decode(patch).unwrap()).unwrap();
            json_patch::patch(&mut object, &patch).unwrap();
        }
        object
    }

    /// The errors of extensions, and what is stored.
    fn native(&self, new: &Value, old: &Value, of_status: bool) -> (Vec<FieldError>, Value) {
        let (new, old) = (new.to_string(), old.to_string());
        let request = match (old.as_str(), of_status) {
            ("null", _) => crdc::Request::create(new.as_bytes()),
            (old, true) => crdc::Request::update_status(new.as_bytes(), old.as_bytes()),
            (old, false) => crdc::Request::update(new.as_bytes(), old.as_bytes()),
        };
        let validators = self.crds.current();
        let mut scratch = Scratch::new();
        let outcome = crdc::answer(
            validators.get("example.com", "v1", "Widget").unwrap().compiled(),
            request,
            &mut scratch,
        );
        let stored = outcome.accepted_object().or(outcome.rejected_object());
        let stored = stored.map_or(Value::Null, |text| serde_json::from_slice(text).unwrap());
        let is_extension =
            |error: &FieldError| matches!(error.source, ErrorSource::Union | ErrorSource::Immutable);
        (outcome.errors().filter(is_extension).collect(), stored)
    }
}

/// Without what a server sets, and without what is as good as absent.
fn plain(object: &Value) -> Value {
    let mut object = object.clone();
    object["metadata"] = Value::Null;
    fn clean(value: &mut Value) {
        if let Value::Object(members) = value {
            members.retain(|key, value| {
                let normalized = matches!(key.as_str(), "notes" | "mode" | "disk");
                !(value.is_null() || normalized && *value == "")
            });
            members.values_mut().for_each(clean);
        } else if let Value::Array(items) = value {
            items.iter_mut().for_each(clean);
        }
    }
    clean(&mut object);
    object
}

fn empty() -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Widget", "metadata": {"name": "a", "namespace": "default"},
        "spec": {"kind": "Disk"}, "status": {}})
}

#[tokio::test]
async fn what_is_stored_after_a_yes_is_valid_natively() {
    let (mut allowed, mut refused, mut only_as_sent) = (0, 0, 0);
    for (only, seed) in [(Only::Extensions, 1), (Only::Extensions, 2), (Only::All, 3)] {
        let both = Both::new(only);
        let mut random = Random(seed);
        let mut stored = empty();
        for round in 0..1200 {
            let of_status = random.below(4) == 0;
            // Creates too: the old object is none, and the status is the server's.
            let creates = !of_status && random.below(6) == 0;
            if creates && random.below(2) == 0 {
                stored = empty();
            }
            let mut new = edited(&mut random, &stored, of_status);
            // Mutators in any order: crdc's is among them or not, and may be called again.
            let mut crdc_was_last = false;
            let old = if creates { Value::Null } else { stored.clone() };
            // A server sets defaults after each of them.
            let default = |new: &mut Value| {
                if let Some(spec) = new["spec"].as_object_mut() {
                    spec.entry("kind").or_insert_with(|| json!("Disk"));
                }
            };
            default(&mut new);
            for _ in 0..random.below(5) {
                crdc_was_last = random.below(2) == 0;
                new = if crdc_was_last {
                    both.mutated(&new, &old, of_status).await
                } else {
                    edited(&mut random, &new, of_status)
                };
                default(&mut new);
            }
            let context = |what: &str| format!("{only:?} {seed} {round} {what}\n{old}\n{new}");
            let yes = both.ask("/validate", &new, &old, of_status).await["allowed"] == true;
            let (errors, kept) = both.native(&new, &old, of_status);
            if !yes {
                refused += 1;
                only_as_sent += usize::from(errors.is_empty());
                assert!(
                    !(crdc_was_last && errors.is_empty() && only == Only::Extensions),
                    "{}",
                    context("a normalized object is refused")
                );
                continue;
            }
            allowed += 1;
            assert!(errors.is_empty(), "{} {errors:?}", context("natively"));
            // A server stores what was sent: natively that is valid, and normalization leaves it alone.
            let part = if of_status { "status" } else { "spec" };
            let mut literal = stored.clone();
            literal[part] = new[part].clone();
            assert_eq!(plain(&kept)[part], plain(&literal)[part], "{}", context("it would be changed"));
            // As a create would have it, and as the next update does. (Rules of the older shape ask what
            // changed: a create takes its discriminator as changed, and refuses what an update leaves alone.)
            let (errors, _) = both.native(&literal, &Value::Null, false);
            let errors: Vec<_> = errors.into_iter().filter(|error| error.field != "spec").collect();
            assert!(errors.is_empty(), "{} {errors:?}", context("it is invalid"));
            for of_status in [false, true] {
                let (errors, again) = both.native(&literal, &literal, of_status);
                assert!(errors.is_empty(), "{} {errors:?}", context("its next update is invalid"));
                assert_eq!(
                    plain(&again)[part],
                    plain(&literal)[part],
                    "{}",
                    context("its next update changes it")
                );
            }
            stored = literal;
        }
    }
    // The objects are not all of one sort.
    assert!(allowed > 600 && refused > 600 && only_as_sent > 100, "{allowed} {refused} {only_as_sent}");
}

#[tokio::test]
async fn what_normalization_would_still_change_is_refused() {
    let both = Both::new(Only::Extensions);
    let with = |spec: Value| {
        let mut object = empty();
        object["spec"] = spec;
        object
    };
    let cases = [
        // A member of the former value, an emptied and a removed discriminator.
        (
            json!({"mode": "Auto", "auto": {}}),
            json!({"mode": "Fixed", "replicas": 1, "auto": {}}),
            "spec.auto",
        ),
        (json!({"mode": "Auto", "auto": {}}), json!({"mode": "", "auto": {}}), "spec.auto"),
        (json!({"mode": "Auto", "auto": {}}), json!({"auto": {}}), "spec.auto"),
        // In an item of a list.
        (
            json!({"vols": [{"k": 1, "mode": "Auto", "auto": "x"}]}),
            json!({"vols": [{"k": 1, "mode": "Fixed", "replicas": 1, "auto": "x"}]}),
            "spec.vols[0].auto",
        ),
        // The older shape: a member that would be cleared, discriminators that would be deduced.
        (json!({"by": "User", "user": "a"}), json!({"by": "Team", "team": "b", "user": "a"}), "spec"),
        (json!({"by": "User", "user": "a"}), json!({"by": "Team", "user": "a"}), "spec"),
        (json!({"by": "User", "user": "a"}), json!({"by": "User", "team": "b"}), "spec"),
        (json!({"by": "User", "user": "a"}), json!({"by": "", "user": "a"}), "spec"),
        (Value::Null, json!({"user": "a"}), "spec"),
        (json!({"to": "Host", "host": "a"}), json!({"to": "Port", "host": "a", "port": 1}), "spec"),
    ];
    for (old, new, place) in cases {
        let (old, new) = (if old.is_null() { Value::Null } else { with(old) }, with(new));
        let refused = both.ask("/validate", &new, &old, false).await;
        assert_eq!(refused["allowed"], false, "{new}");
        let causes = refused["status"]["details"]["causes"].as_array().unwrap();
        assert!(causes.iter().any(|cause| cause["field"] == place), "{refused}");
        // What `/mutate` makes of it is allowed.
        let mutated = both.mutated(&new, &old, false).await;
        let allowed = both.ask("/validate", &mutated, &old, false).await;
        assert_eq!(allowed["allowed"], true, "{mutated} {allowed}");
    }
    // What an unchanged object has wrong keeps nobody from changing something else: normalization would mend
    // it.
    let old = with(json!({"by": "User", "team": "b"}));
    let mut new = old.clone();
    new["metadata"]["labels"] = json!({"a": "b"});
    assert_eq!(both.ask("/validate", &new, &old, false).await["allowed"], true);
}
