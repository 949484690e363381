//! Certificates and CRDs that change while requests come in.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use crdc_webhook::{CertificateFiles, Certificates, Crds, Only, Server, Webhook};
use serde_json::{Value, json};

use super::client::Client;
use super::crds::text;
use super::kinds::{ask, database, webhook};
use super::pki::Ca;
use super::running::{Running, folder, options, review, until};

/// Writes files as kubelet does: a new folder, and the link `..data` moved to it.
fn swap(volume: &Path, number: usize, files: &[(&str, &str)]) {
    let real = format!("..2026_{number}");
    fs::create_dir_all(volume.join(&real)).unwrap();
    for (name, text) in files {
        fs::write(volume.join(&real).join(name), text).unwrap();
        if number == 0 {
            symlink(Path::new("..data").join(name), volume.join(name)).unwrap();
        }
    }
    symlink(&real, volume.join("..data_tmp")).unwrap();
    fs::rename(volume.join("..data_tmp"), volume.join("..data")).unwrap();
    if number > 0 {
        fs::remove_dir_all(volume.join(format!("..2026_{}", number - 1))).unwrap();
    }
}

/// Sends reviews until told to stop, and at least `least`; all are answered.
fn load(client: Client, body: String, stop: Arc<AtomicBool>, least: usize) -> tokio::task::JoinHandle<usize> {
    tokio::spawn(async move {
        let mut count = 0;
        while !stop.load(Ordering::Relaxed) || count < least {
            // A handshake for each few requests.
            let mut connection = client.connect().await.unwrap();
            for _ in 0..4 {
                let got = connection.post("/validate", body.clone().into()).await.unwrap();
                assert_eq!(got.code, 200, "{}", got.body);
                count += 1;
            }
        }
        count
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn certificates_are_swapped_under_load() {
    let (ca, volume) = (Ca::new(), folder());
    let write = |number: usize, [certificate, key]: &[String; 2]| {
        swap(&volume, number, &[("tls.crt", certificate), ("tls.key", key)]);
    };
    write(0, &ca.pair());
    let files = CertificateFiles::new(volume.join("tls.crt"), volume.join("tls.key"));
    let certificates = Arc::new(Certificates::read(files).unwrap());
    // Only the watch is fast enough for a hundred of them.
    let mut options = options();
    options.poll = Duration::from_secs(600);
    let server = Server::bind(webhook(Only::Extensions), Some(certificates), options).await.unwrap();
    let (address, metrics) = (server.address().unwrap(), server.metrics());
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let server = tokio::spawn(server.run(async {
        let _ = stopped.await;
    }));
    let client = Client { address, tls: Some(ca.client(None)) };
    let body = review("CREATE", "databases", &database(json!({"engine": "pg"})), &Value::Null).to_string();
    let done = Arc::new(AtomicBool::new(false));
    let loads = [(); 2].map(|()| load(client.clone(), body.clone(), Arc::clone(&done), 50));
    let accepted = || {
        let text = metrics.to_text();
        let line = text.lines().find(|line| line.contains(r#"what="certificates",result="accepted""#));
        line.and_then(|line| line.rsplit_once(' ')?.1.parse::<usize>().ok()).unwrap_or_default()
    };
    for number in 1..=100 {
        write(number, &ca.pair());
        until("a swap is seen", async || accepted() >= number).await;
    }
    // A pair that does not match: the former one stays.
    let [certificate, _] = ca.pair();
    let [_, key] = ca.pair();
    write(101, &[certificate, key]);
    let refused = r#"crdc_webhook_reloads_total{what="certificates",result="refused"} 1"#;
    until("a wrong pair is refused", async || metrics.to_text().contains(refused)).await;
    done.store(true, Ordering::Relaxed);
    for load in loads {
        assert!(load.await.unwrap() >= 50);
    }
    // After the last swap no handshake fails, with the CA of the new certificate alone.
    let other = Ca::new();
    write(102, &other.pair());
    until("the new CA is used", async || accepted() == 101).await;
    let client = Client { address, tls: Some(other.client(None)) };
    for _ in 0..20 {
        assert_eq!(client.post("/validate", body.clone()).await.code, 200);
    }
    stop.send(()).unwrap();
    server.await.unwrap().unwrap();
    fs::remove_dir_all(volume).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn crds_are_reloaded_under_load_and_broken_ones_refused() {
    let volume = folder();
    swap(&volume, 0, &[("databases.yaml", &text(5))]);
    let crds = Arc::new(Crds::read(&volume).unwrap());
    let running = Running::start(Webhook::new().crds(Arc::clone(&crds)).only(Only::All)).await;
    let create = |replicas: u32| {
        review("CREATE", "databases", &database(json!({"engine": "pg", "replicas": replicas})), &Value::Null)
    };
    let done = Arc::new(AtomicBool::new(false));
    let loads = [(); 2].map(|()| load(running.client.clone(), create(3).to_string(), Arc::clone(&done), 10));
    let client = &running.client;
    assert_eq!(ask(client, "/validate", &create(8)).await["allowed"], false);
    for number in 1..=10 {
        let most = if number % 2 == 1 { 9 } else { 5 };
        swap(&volume, number, &[("databases.yaml", &text(most))]);
        until("new CRDs are used", async || {
            ask(client, "/validate", &create(8)).await["allowed"] == (most == 9)
        })
        .await;
    }
    swap(&volume, 11, &[("databases.yaml", &text(9).replace("type: integer", "type: number of bytes"))]);
    let refused = r#"crdc_webhook_reloads_total{what="crds",result="refused"} 1"#;
    until("broken CRDs are refused", async || running.metrics.to_text().contains(refused)).await;
    assert_eq!(ask(client, "/validate", &create(8)).await["allowed"], false, "the former ones stay");
    swap(&volume, 12, &[("databases.yaml", &text(9))]);
    until("repaired CRDs are used", async || ask(client, "/validate", &create(8)).await["allowed"] == true)
        .await;
    done.store(true, Ordering::Relaxed);
    for load in loads {
        assert!(load.await.unwrap() >= 10);
    }
    running.end().await;
    fs::remove_dir_all(volume).unwrap();
}

/// Without events of the system, as on a network file system.
#[tokio::test]
async fn a_file_that_is_written_in_place_is_seen() {
    let volume = folder();
    fs::write(volume.join("databases.json"), crd_json(5)).unwrap();
    let crds = Arc::new(Crds::read(&volume.join("databases.json")).unwrap());
    let running = Running::start(Webhook::new().crds(crds).only(Only::All)).await;
    let review =
        review("CREATE", "databases", &database(json!({"engine": "pg", "replicas": 8})), &Value::Null);
    let seen = AtomicUsize::new(0);
    assert_eq!(ask(&running.client, "/validate", &review).await["allowed"], false);
    fs::write(volume.join("databases.json"), crd_json(12)).unwrap();
    until("the file is read again", async || {
        seen.fetch_add(1, Ordering::Relaxed);
        ask(&running.client, "/validate", &review).await["allowed"] == true
    })
    .await;
    running.end().await;
    fs::remove_dir_all(volume).unwrap();
}

fn crd_json(most: u32) -> String {
    let (documents, problems) = crdc_source::parse(&crdc_source::Source::new("databases.yaml", text(most)));
    assert!(problems.is_empty());
    documents[0].to_json()
}
