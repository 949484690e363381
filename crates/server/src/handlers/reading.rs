//! Handlers of get, list and watch requests.
// apiserver: pkg/endpoints/handlers/get.go, pkg/storage/etcd3/store.go GetList

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use crdc::Status;
use crdc_admission::{FieldSelector, LabelSelector, Refusal, ResourceNames, unreadable_version};
use crdc_vocabulary::go::quote;
use serde_json::{Value, json};

use crate::handlers::request::call::Request;
use crate::handlers::request::list_options::{check_list, check_watch};
use crate::handlers::watching::{Begin, Selection, Watch, too_large, too_old};
use crate::response::reply::Reply;
use crate::storage::history::{Snapshot, Text, Unknown};
use crate::storage::key::Key;

/// The default duration of a watch.
const WATCH: Duration = Duration::from_secs(1800);
/// The longest watch, in seconds: a year.
const LONGEST_WATCH: u64 = 365 * 86_400;

impl Request<'_> {
    pub(crate) fn read(&self) -> Result<Reply, Refusal> {
        let query = self.call.query;
        // The handler of custom resources watches only collections.
        if query.flag("watch") && (self.name.is_none() || self.kind.native) {
            return self.watch();
        }
        match self.name {
            Some(_) => self.get(),
            None => self.list(),
        }
    }

    fn get(&self) -> Result<Reply, Refusal> {
        if let Some(wanted) = self.version()? {
            let newest = self.api.history.version();
            if wanted > newest {
                return Err(too_large(wanted, newest));
            }
        }
        let text = self.stored().ok_or_else(|| self.missing())?;
        let text = self.kind.read(text)?;
        Ok(Reply::json(200, self.representation.object(&self.kind, &text, &self.api.clock, true)))
    }

    /// The object that the URL names, in its stored form.
    pub(crate) fn stored(&self) -> Option<crate::storage::history::Text> {
        self.api.history.get(&self.kind.resource, self.namespace.unwrap_or_default(), self.name())
    }

    pub(crate) fn missing(&self) -> Refusal {
        Refusal::not_found(&self.names(), self.name())
    }

    pub(crate) fn names(&self) -> ResourceNames<'_> {
        ResourceNames::of_compiled(self.kind.chain.resource())
    }

    fn list(&self) -> Result<Reply, Refusal> {
        let query = self.call.query;
        check_list(query)?;
        let selection = self.selection()?;
        let limit = query.number("limit")?.filter(|limit| *limit > 0);
        let wanted = self.version().map_err(|why| {
            Refusal::bad_request(format!("invalid resource version: {}", why.status().message))
        })?;
        let matching = query.get("resourceVersionMatch");
        // A page at a version shows that version. // apiserver: pkg/storage/interfaces.go ValidateListOptions
        let exactly = matching == Some("Exact") || (matching.is_none() && limit.is_some());
        let exactly = exactly && wanted.is_some_and(|version| version > 0);
        let (start, at) = match query.get("continue") {
            Some(_) if wanted.is_some_and(|version| version > 0) => {
                let why = "specifying resource version is not allowed when using continue";
                return Err(Refusal::bad_request(why));
            }
            Some(token) => {
                let (version, start) = read_token(token).ok_or_else(|| invalid_token(token))?;
                (Some(start), Some(version))
            }
            None => (None, wanted.filter(|_| exactly)),
        };
        let newest = self.api.history.version();
        if let Some(wanted) = wanted.filter(|wanted| *wanted > newest) {
            return Err(too_large(wanted, newest));
        }
        let limit = limit.filter(|_| !self.ignores_limit());
        let most = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let page = self.page(&selection, most, start, at)?;
        let Page { version, texts, last, has_more, others } = page;
        let mut metadata = json!({"resourceVersion": version.to_string()});
        if let Some(last) = last.filter(|_| has_more) {
            metadata["continue"] = json!(token(version, &last));
            if !selection.has_selectors() {
                metadata["remainingItemCount"] = json!(others);
            }
        }
        if !self.kind.native && metadata.get("continue").is_none() && self.representation.is_whole() {
            // apimachinery: pkg/apis/meta/v1/unstructured/unstructured_list.go SetContinue
            metadata["continue"] = json!("");
        }
        let texts = texts.iter().map(|text| &**text);
        Ok(Reply::json(200, self.representation.list(&self.kind, texts, metadata, &self.api.clock)))
    }

    /// Whether a list is answered from the cache of a server, which has no pages. Events have no cache.
    // apiserver: pkg/storage/cacher/cacher.go computeListLimit; kubernetes: pkg/kubeapiserver/
    // default_storage_factory_builder.go DefaultWatchCacheSizes
    fn ignores_limit(&self) -> bool {
        let is_event = self.kind.native && self.kind.names.kind == "Event";
        self.call.query.get("resourceVersion") == Some("0") && !is_event
    }

    /// The selected objects of a list at a version: at most `most` of them, after the place `start`.
    ///
    /// Whether an object is selected is known after it was read. So objects are read until enough are
    /// selected, and each read fetches twice as many: a rare object is found without reading all objects at
    /// once and without many reads.
    // apiserver: pkg/storage/etcd3/store.go GetList
    fn page(
        &self,
        selection: &Selection,
        most: usize,
        start: Option<(String, String)>,
        mut at: Option<u64>,
    ) -> Result<Page, Refusal> {
        let (is_continued, wanted) = (start.is_some(), at.unwrap_or_default());
        let mut page = Page { version: 0, texts: Vec::new(), last: None, has_more: false, others: 0 };
        let mut last_key = start.map(|(namespace, name)| -> Key { (namespace.into(), name.into()) });
        let mut size = most;
        loop {
            let start = last_key.as_ref().map(|(namespace, name)| (&**namespace, &**name));
            let counts = !selection.has_selectors();
            let found = self.api.history.page(&self.kind.resource, self.namespace, at, start, size, counts);
            let Snapshot { version, objects, others } =
                found.map_err(|why| unknown(why, is_continued, wanted))?;
            (page.version, page.others, at) = (version, others, Some(version));
            for (key, text) in &objects {
                // Selectors match the object in this version.
                let text = self.kind.read(text.clone())?;
                if !selection.selects(key, &text) {
                    continue;
                }
                if page.texts.len() == most {
                    page.has_more = true;
                    return Ok(page);
                }
                page.texts.push(text);
                page.last = Some(key.clone());
            }
            // Without selectors, every object that was not read belongs to the list.
            if others == 0 || !selection.has_selectors() {
                page.has_more = others > 0;
                return Ok(page);
            }
            last_key = objects.last().map(|(key, _)| key.clone());
            size = size.saturating_mul(2);
        }
    }

    fn watch(&self) -> Result<Reply, Refusal> {
        let query = self.call.query;
        check_watch(query)?;
        let mut selection = self.selection()?;
        selection.name = self.name.map(str::to_owned);
        let bookmarks = query.flag("allowWatchBookmarks");
        let initial = query.get("sendInitialEvents").map(|_| query.flag("sendInitialEvents"));
        let version = self.version()?;
        let begin = match (initial, version) {
            (Some(true), at_least) => {
                Begin::State { at_least: at_least.unwrap_or_default(), says_its_end: bookmarks }
            }
            (Some(false), None | Some(0)) => Begin::After(self.api.history.version()),
            (None, None | Some(0)) => Begin::State { at_least: 0, says_its_end: false },
            (_, Some(version)) => Begin::After(version),
        };
        let timeout = query.number("timeoutSeconds")?.filter(|seconds| *seconds > 0);
        let timeout = timeout.map(|seconds| Duration::from_secs(seconds.min(LONGEST_WATCH)));
        if let Begin::After(version) = begin
            && let Err(Unknown::Compacted(oldest)) = self.api.history.since(&self.kind.resource, version, 1)
        {
            let (sender, receiver) = tokio::sync::mpsc::channel(1);
            // The channel is empty, so this send cannot fail.
            let _ = sender.try_send(too_old(version, oldest));
            return Ok(Reply::stream(receiver));
        }
        let watch = Watch {
            history: self.api.history.clone(),
            clock: self.api.clock.clone(),
            kind: self.kind.clone(),
            selection,
            representation: self.representation,
            begin,
            bookmarks,
            timeout: timeout.unwrap_or(WATCH),
        };
        Ok(Reply::stream(watch.start()))
    }

    /// The objects that the request selects.
    pub(crate) fn selection(&self) -> Result<Selection, Refusal> {
        let query = self.call.query;
        let labels = LabelSelector::parse(query.get("labelSelector").unwrap_or_default())?;
        let fields = FieldSelector::parse(query.get("fieldSelector").unwrap_or_default())?;
        if let Some(why) = fields.fields().find_map(|field| self.kind.unknown_label(field)) {
            return Err(Refusal::bad_request(why));
        }
        let (namespace, native) = (self.namespace.map(str::to_owned), self.kind.native);
        Ok(Selection { namespace, name: None, labels, fields, native })
    }

    /// The parameter `resourceVersion` of the URL.
    fn version(&self) -> Result<Option<u64>, Refusal> {
        let Some(text) = self.call.query.get("resourceVersion") else { return Ok(None) };
        match unreadable_version(text) {
            None => Ok(text.parse().ok()),
            Some(why) => {
                let why = format!("resourceVersion: Invalid value: {}: {why}", quote(text));
                Err(Status::new(500, "", why).into())
            }
        }
    }
}

/// A page of a list.
struct Page {
    version: u64,
    texts: Vec<Text>,
    /// The key of the last object of the page.
    last: Option<Key>,
    /// Whether more objects are selected after the page.
    has_more: bool,
    /// The number of objects that were not read.
    others: usize,
}

/// The refusal of a list at a version that is not available.
fn unknown(why: Unknown, is_continued: bool, wanted: u64) -> Refusal {
    match why {
        Unknown::Future(newest) => too_large(wanted, newest),
        Unknown::Compacted(_) if is_continued => {
            let message = "The provided continue parameter is too old to display a consistent list result. You must start a new list \
                           without the continue parameter.";
            Status::new(410, "Expired", message).into()
        }
        Unknown::Compacted(_) => {
            Status::new(410, "Expired", "The resourceVersion for the provided list is too old.").into()
        }
    }
}

// apiserver: pkg/storage/continue.go DecodeContinue
fn invalid_token(token: &str) -> Refusal {
    let is_of_base64 = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    let bad = token.bytes().position(|byte| !is_of_base64(byte));
    let why = match bad.or_else(|| (token.len() % 4 == 1).then(|| token.len() - 1)) {
        Some(at) => format!(": illegal base64 data at input byte {at}"),
        None => String::new(),
    };
    Refusal::bad_request(format!("invalid continue token: continue key is not valid{why}"))
}

fn token(version: u64, last: &Key) -> String {
    let start = format!("{}/{}\u{0}", last.0, last.1);
    URL_SAFE_NO_PAD.encode(json!({"v": "meta.k8s.io/v1", "rv": version, "start": start}).to_string())
}

/// The version in a continue token, and the namespace and name of the object after which the list continues.
fn read_token(token: &str) -> Option<(u64, (String, String))> {
    let text = URL_SAFE_NO_PAD.decode(token.trim_end_matches('=')).ok()?;
    let value: Value = serde_json::from_slice(&text).ok()?;
    let (namespace, name) = value["start"].as_str()?.strip_suffix('\u{0}')?.split_once('/')?;
    Some((value["rv"].as_u64()?, (namespace.to_owned(), name.to_owned())))
}
