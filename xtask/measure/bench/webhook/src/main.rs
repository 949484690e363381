//! The load on a webhook. `serve-crdc CRDS PORT` and `serve-kube PORT` are the two servers: crdc's with all
//! its checks, and an axum server that parses the same review into kube's `AdmissionReview<DynamicObject>`
//! and allows it. `load PORT BODY COUNT CONNECTIONS` sends a review again and again. `cargo measure bench
//! --webhook` runs them, each on a core of its own.
//!
//! Easy to break: the load has to be lighter than the servers, so it is bytes that were made before.

mod load;
mod serve;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    match arguments.as_slice() {
        ["serve-crdc", crds, port] => runtime.block_on(serve::crdc(crds.as_ref(), port.parse()?)),
        ["serve-kube", port] => runtime.block_on(serve::kube(port.parse()?)),
        ["load", port, body, count, connections] => {
            let body = std::fs::read(body)?;
            let figures =
                runtime.block_on(load::load(port.parse()?, &body, count.parse()?, connections.parse()?))?;
            println!("{figures}");
            Ok(())
        }
        _ => Err("serve-crdc CRDS PORT, serve-kube PORT, load PORT BODY COUNT CONNECTIONS".into()),
    }
}
