//! Input: the body of a review. Nothing panics, whatever it is. A review that is read has its objects where
//! `serde_json` finds them, and both endpoints answer it with a review or an HTTP error.
#![no_main]

use std::sync::{Arc, OnceLock};

use crdc_dynamic::Validators;
use crdc_source::Source;
use crdc_webhook::{Crds, Only, Review, Webhook};
use http_body_util::BodyExt;
use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tower::ServiceExt;

const CRD: &str = include_str!("../../crates/webhook/tests/e2e/databases.yaml");

fn router() -> &'static axum::Router {
    static ROUTER: OnceLock<axum::Router> = OnceLock::new();
    ROUTER.get_or_init(|| {
        let validators = Validators::load(&[Source::new("crd.yaml", CRD)]).expect("a valid CRD");
        Webhook::new().crds(Arc::new(Crds::new(validators))).only(Only::All).router()
    })
}

fuzz_target!(|data: &[u8]| {
    let read = Review::read(data.to_vec().into());
    let whole: Option<Value> = serde_json::from_slice(data).ok();
    if let (Ok(review), Some(whole)) = (&read, &whole) {
        let same = |found: Option<&[u8]>, name: &str| {
            let expected = &whole["request"][name];
            let found: Value = found.map_or(Value::Null, |text| serde_json::from_slice(text).expect("JSON"));
            assert_eq!(&found, expected, "{name}");
        };
        same(review.request().object(), "object");
        same(review.request().old_object(), "oldObject");
        assert_eq!(whole["request"]["uid"], review.request().uid());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
    for path in ["/validate", "/mutate"] {
        let request = http::Request::post(path).header("content-type", "application/json");
        let request = request.body(axum::body::Body::from(data.to_vec())).expect("a request");
        let (code, body) = runtime.block_on(async {
            let response = router().clone().oneshot(request).await.expect("an answer");
            let code = response.status().as_u16();
            (code, response.into_body().collect().await.expect("a body").to_bytes())
        });
        match code {
            200 => {
                let answer: Value = serde_json::from_slice(&body).expect("JSON");
                assert_eq!(answer["kind"], "AdmissionReview");
                assert!(read.is_ok());
            }
            // One that cannot be read, or not be checked: of another kind than the resource, or a `Scale`
            // that is none.
            400 => {}
            404 => assert!(read.is_ok()),
            _ => panic!("{code}"),
        }
    }
});
