//! The two servers, in plain HTTP: TLS costs both the same.

use std::error::Error;
use std::path::Path;
use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::post;
use axum::{Json, Router};
use crdc_webhook::{Crds, Only, ServeOptions, Server, Webhook};
use kube::core::DynamicObject;
use kube::core::admission::{AdmissionRequest, AdmissionResponse, AdmissionReview};
use tokio::net::TcpListener;

/// crdc's, which validates everything.
pub(crate) async fn crdc(crds: &Path, port: u16) -> Result<(), Box<dyn Error>> {
    let webhook = Webhook::new().crds(Arc::new(Crds::read(crds)?)).only(Only::All);
    let mut options = ServeOptions::default();
    options.listen = ([127, 0, 0, 1], port).into();
    options.operations = None;
    Ok(Server::bind(webhook, None, options).await?.run(std::future::pending()).await?)
}

/// The usual one, which validates nothing.
pub(crate) async fn kube(port: u16) -> Result<(), Box<dyn Error>> {
    let answer = async |Json(review): Json<AdmissionReview<DynamicObject>>| {
        let response = match TryInto::<AdmissionRequest<DynamicObject>>::try_into(review) {
            Ok(request) => AdmissionResponse::from(&request),
            Err(error) => AdmissionResponse::invalid(error.to_string()),
        };
        Json(response.into_review())
    };
    let router = Router::new().route("/validate", post(answer)).layer(DefaultBodyLimit::max(7 << 20));
    Ok(axum::serve(TcpListener::bind(("127.0.0.1", port)).await?, router).await?)
}
