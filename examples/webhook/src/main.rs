//! An admission webhook, and what an API server would send to it:
//!
//! | file | |
//! |---|---|
//! | `hook.rs` | the webhook: all that a real one needs |
//! | `server.rs` | a certificate, and a client that sends reviews over TLS |
//! | `main.rs` | a few reviews, and what came of them |

mod database {
    crdc::include_crd!("databases.shop.example.com/v1");
}
mod hook;
mod server;
#[cfg(test)]
mod tests;

use std::error::Error;

use serde_json::{Value, json};
use server::{Asked, Running};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let running = Running::start(hook::webhook()).await?;
    println!("https://{} answers\n", running.address());
    let disk = json!({"engine": "postgres", "storage": "Disk", "disk": {"size": "1Gi"}});
    let with = |spec: &Value, key: &str, value: Value| {
        let mut spec = spec.clone();
        spec[key] = value;
        spec
    };
    let moved = with(&with(&disk, "storage", json!("Bucket")), "bucket", json!({"name": "data"}));
    for (title, path, asked) in [
        ("A create", "/validate", Asked::create(&disk)),
        (
            "An update of a field that is immutable",
            "/validate",
            Asked::update(&disk, &with(&disk, "engine", json!("mysql"))),
        ),
        (
            "Two members of a union",
            "/validate",
            Asked::update(&disk, &with(&disk, "bucket", json!({"name": "data"}))),
        ),
        (
            "Another member is selected: a patch clears the former one",
            "/mutate",
            Asked::update(&disk, &moved),
        ),
        ("The validator of hook.rs", "/validate", Asked::create(&with(&disk, "replicas", json!(4)))),
        ("A deletion", "/validate", Asked::delete(&disk)),
    ] {
        let response = running.ask(path, &asked).await?;
        println!("{title}\n  POST {path}: {}\n", server::shown(&response));
    }
    running.stop().await?;
    Ok(())
}
