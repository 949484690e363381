//! Sends requests to the chain of this example. In: a name and a spec. Out: the answer as a line of text.

use crdc_admission::{Chain, Context, MemoryStorage, Patch, Response, SeededNames, UserInfo, Workspace};

/// A server: a chain in front of a storage.
pub(crate) struct Server<'s> {
    chain: Chain,
    storage: &'s MemoryStorage,
    workspace: Workspace,
    user: UserInfo,
}

/// An empty storage. It has a fixed time and seed, so every run answers the same.
pub(crate) fn storage() -> MemoryStorage {
    MemoryStorage::new(|| 1_795_359_600, SeededNames::new(7))
}

impl<'s> Server<'s> {
    pub(crate) fn new(chain: Chain, storage: &'s MemoryStorage) -> Self {
        Server { chain, storage, workspace: Workspace::new(), user: UserInfo::new("alice") }
    }

    /// Creates a worker with this spec.
    pub(crate) fn create(&mut self, name: &str, spec: &str) -> String {
        let body = worker(name, spec);
        let context = Context::new(&self.user);
        let response = self.chain.create(self.storage, context, body.as_bytes(), &mut self.workspace);
        line("create", name, &response)
    }

    /// Patches the spec of a worker.
    pub(crate) fn patch(&mut self, name: &str, spec: &str) -> String {
        let body = format!(r#"{{"spec": {spec}}}"#);
        let patch = Patch::Merge(body.as_bytes());
        let context = Context::new(&self.user);
        let response = self.chain.patch(self.storage, context, name, patch, &mut self.workspace);
        line("patch", name, &response)
    }
}

/// A worker, as JSON.
pub(crate) fn worker(name: &str, spec: &str) -> String {
    format!(
        r#"{{"apiVersion": "example.com/v1", "kind": "Worker", "metadata": {{"name": "{name}"}}, "spec": {spec}}}"#
    )
}

/// An answer as a line: the verb, the name, the code, and the stored spec or the reason of a refusal.
fn line(verb: &str, name: &str, response: &Response<'_>) -> String {
    let answer = match response.refusal() {
        Some(refusal) => refusal.message.clone(),
        None => spec(response.object().unwrap_or_default()),
    };
    format!("{verb} {name}: {} {answer}", response.code())
}

/// The spec of an object as it is stored. `spec` is the last member of the objects here, so cutting the text
/// is enough.
pub(crate) fn spec(object: &[u8]) -> String {
    let text = String::from_utf8_lossy(object);
    let spec = text.split_once("\"spec\":").map_or("", |(_, rest)| rest);
    spec.strip_suffix('}').unwrap_or(spec).trim().to_owned()
}
