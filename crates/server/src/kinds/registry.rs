//! The registry of the kinds that are served now. In: CustomResourceDefinitions that are added and removed.
//! Out: the kind of a URL, and all kinds for discovery.
//!
//! Easy to break: the versions of a resource share a storage, which stays when the definition changes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock, PoisonError, RwLock, Weak};

use crdc_admission::{Clock, MemoryStorage, Mutator, Names as _, SeededNames, Validator};
use crdc_dynamic::Validators;
use crdc_vocabulary::Minor;
use serde_json::Value;
use tokio::sync::watch;

use super::accepted_names::{AcceptedNames, Conflict};
use super::addresses::Addresses;
use super::built_in::{CLASSES, system_classes};
use super::chain::{AnswerObserver, Plugins};
use super::custom::{Definition, Definitions};
use super::defaults::Defaults;
use super::grace;
use super::namespaces::{NAMESPACES, is_unfinished};
use super::native::{self, Native};
use super::{Kind, Loaded, Names, Scale, api_version};
use crate::admission::policies::{Policies, PoliciesOf};
use crate::admission::versioned_objects::VersionedObjects;
use crate::admission::webhooks::{Repeated, Webhooks, WebhooksOf};
use crate::apimachinery::clock::ServerClock;
use crate::apimachinery::native_kinds::NativeKinds;
use crate::apimachinery::written::Written;
use crate::conversion::{Conversion, Converter};
use crate::storage::history::{History, Recorder};
use crate::storage::key::ResourceId;
use crate::tracking::{NativeTypes, Source, Tracker, Types};

/// The group, the version and the plural of a kind.
type ResourceName = (String, String, String);

/// An entry of the registry: a kind that is built when a request first needs it.
enum Entry {
    Native(Box<Native>),
    Ready(Arc<Kind>),
}

/// The registry of a server's kinds.
pub(crate) struct Registry {
    history: Arc<History>,
    clock: Arc<ServerClock>,
    names: Arc<SeededNames>,
    pub(crate) native: NativeKinds,
    defaults: Defaults,
    /// The validator of definitions.
    pub(crate) definitions: Definitions,
    addresses: Arc<Addresses>,
    pub(crate) webhooks: Arc<Webhooks>,
    pub(crate) policies: Arc<Policies>,
    state: Arc<RwLock<State>>,
}

#[derive(Default)]
struct State {
    kinds: BTreeMap<ResourceName, Entry>,
    storages: BTreeMap<ResourceId, Arc<MemoryStorage>>,
    /// The served definitions by name, each with its `spec` and its contents.
    served: BTreeMap<String, (Arc<Value>, Arc<Definition>)>,
    accepted: AcceptedNames,
    mutators: Vec<(String, Arc<dyn Mutator>)>,
    validators: Vec<(String, Arc<dyn Validator>)>,
    answer_observer: Option<Arc<AnswerObserver>>,
    converters: BTreeMap<String, Arc<Converter>>,
}

/// The parts of a kind that are known before its chain is built.
struct Parts<'p> {
    group: &'p str,
    version: &'p str,
    names: &'p Names,
    namespaced: bool,
    loaded: Loaded,
    types: Arc<Types>,
    conversion: Conversion,
    /// All versions of the resource.
    versions: Vec<String>,
    scale: Option<Scale>,
}

impl Registry {
    pub(crate) fn new(
        history: Arc<History>,
        clock: Arc<ServerClock>,
        seed: u64,
        minor: Option<Minor>,
    ) -> Registry {
        let mut state = State::default();
        for native in native::all() {
            let place = (native.group.to_owned(), native.version.to_owned(), native.names.plural.clone());
            state.kinds.insert(place, Entry::Native(Box::new(native)));
        }
        let names = Arc::new(SeededNames::new(seed));
        let native = NativeKinds::default();
        let defaults = Defaults::new(native.clone());
        let webhooks = Arc::new(Webhooks::new(history.clone(), names.clone()));
        let addresses = Arc::new(Addresses::new(history.clone()));
        let (definitions, state) = (Definitions::of(minor), Arc::new(RwLock::new(state)));
        // The chains of all kinds contain the policies, so a strong reference to the kinds would be a cycle.
        let kinds = Arc::downgrade(&state);
        let resource = move |api_version: &str, kind: &str| resource_of(&kinds, api_version, kind);
        let policies = Arc::new(Policies::new(history.clone(), Box::new(resource)));
        Registry {
            history,
            clock,
            names,
            native,
            defaults,
            definitions,
            addresses,
            webhooks,
            policies,
            state,
        }
    }

    /// The registry of a copy of the server, whose objects are in `history`. The definitions are not read
    /// again.
    pub(crate) fn copy(&self, history: Arc<History>, clock: Arc<ServerClock>) -> Registry {
        let names = Arc::new((*self.names).clone());
        let webhooks = Arc::new(self.webhooks.copy(history.clone(), names.clone()));
        let (native, defaults) = (self.native.clone(), self.defaults.clone());
        let addresses = Arc::new(self.addresses.copy(history.clone()));
        let new = Registry::new(history, clock, 0, self.definitions.minor);
        let copy = Registry { names, native, defaults, addresses, webhooks, ..new };
        copy.policies.start(self.policies.has_started());
        let served = {
            let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
            let mut copied = copy.state.write().unwrap_or_else(PoisonError::into_inner);
            copied.accepted = state.accepted.clone();
            copied.mutators = state.mutators.clone();
            copied.validators = state.validators.clone();
            copied.answer_observer = state.answer_observer.clone();
            copied.converters = state.converters.clone();
            state.served.clone()
        };
        served.into_values().for_each(|(spec, definition)| copy.install(definition, spec));
        copy
    }

    /// Adds a mutator to the chain of a resource, `PLURAL.GROUP`.
    pub(crate) fn mutator(&self, resource: &str, mutator: Arc<dyn Mutator>) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.mutators.push((resource.to_owned(), mutator));
    }

    /// Adds a validator to the chain of a resource, `PLURAL.GROUP`.
    pub(crate) fn validator(&self, resource: &str, validator: Arc<dyn Validator>) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.validators.push((resource.to_owned(), validator));
    }

    /// Sets the function that gets each answer of crdc about objects of all kinds.
    pub(crate) fn answer_observer(&self, observer: Arc<AnswerObserver>) {
        self.state.write().unwrap_or_else(PoisonError::into_inner).answer_observer = Some(observer);
    }

    /// Sets the function that converts a resource whose definition has the conversion strategy `Webhook`.
    pub(crate) fn converter(&self, resource: &str, converter: Arc<Converter>) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.converters.insert(resource.to_owned(), converter);
    }

    /// The kind that a URL names.
    pub(crate) fn get(&self, group: &str, version: &str, plural: &str) -> Option<Arc<Kind>> {
        let place = (group.to_owned(), version.to_owned(), plural.to_owned());
        match self.state.read().unwrap_or_else(PoisonError::into_inner).kinds.get(&place)? {
            Entry::Ready(kind) => return Some(kind.clone()),
            Entry::Native(_) => {}
        }
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let native = match state.kinds.get(&place)? {
            Entry::Ready(kind) => return Some(kind.clone()),
            Entry::Native(native) => native,
        };
        let (loaded, names) = (native.load()?, native.names.clone());
        let Native { initial_status, has_generation, prepare, .. } = **native;
        let (scale, selectable) = (native.scale.clone(), native.selectable.clone());
        let status = initial_status.is_some();
        let statuses = status.then(|| api_version(group, version)).into_iter().collect();
        let source = Source::Native(NativeTypes(self.native.clone()));
        let types = [(api_version(group, version), source)].into();
        let conversion = native::conversion(&names.kind, &self.native);
        let mut types = Types::new(&names.kind, types, statuses, conversion.clone());
        if let Some(scale) = &scale {
            types.scale(&api_version(group, version), &scale.spec_replicas);
        }
        let types = Arc::new(types);
        let namespaced = native.namespaced;
        let versions = vec![version.to_owned()];
        let parts =
            Parts { group, version, names: &names, namespaced, loaded, types, conversion, versions, scale };
        let kind = self.kind(&mut state, parts, true, |kind| Kind {
            status,
            initial_status,
            written_status: OnceLock::new(),
            prepare,
            has_generation,
            selectable,
            ..kind
        });
        state.kinds.insert(place, Entry::Ready(kind.clone()));
        Some(kind)
    }

    /// The kind of a resource in any of its versions; the resource is a name such as `databases.example.com`.
    pub(crate) fn of_resource(&self, resource: &str) -> Option<Arc<Kind>> {
        let (plural, group) = resource.split_once('.').unwrap_or((resource, ""));
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let version = state.kinds.keys().find(|(of, _, name)| of == group && name == plural)?.1.clone();
        drop(state);
        self.get(group, &version, plural)
    }

    /// The names of the custom resources, each once.
    pub(crate) fn custom_resources(&self) -> Vec<String> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let names = state.kinds.values().filter_map(|entry| match entry {
            Entry::Ready(kind) if !kind.native => Some(kind.resource.to_string()),
            _ => None,
        });
        // The versions of a resource are not adjacent in the map.
        names.collect::<BTreeSet<String>>().into_iter().collect()
    }

    /// All kinds, by group, version and plural.
    pub(crate) fn all(&self) -> Vec<Arc<Kind>> {
        let places: Vec<ResourceName> =
            self.state.read().unwrap_or_else(PoisonError::into_inner).kinds.keys().cloned().collect();
        places.iter().filter_map(|(group, version, plural)| self.get(group, version, plural)).collect()
    }

    /// The kind of an object, by its API version and kind.
    pub(crate) fn of_object(&self, api_version: &str, kind: &str) -> Option<Arc<Kind>> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        let (group, version, plural) = state.find(api_version, kind)?.0.clone();
        drop(state);
        self.get(&group, &version, &plural)
    }

    /// The kind of a stored object, whose version need not be served any more: the versions of a resource
    /// share their storage.
    pub(crate) fn of_stored(&self, api_version: &str, kind: &str) -> Option<Arc<Kind>> {
        self.of_object(api_version, kind).or_else(|| {
            let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
            let (group, _) = api_version.rsplit_once('/')?;
            let of_kind = |found: &&Arc<Kind>| {
                found.group == group
                    && found.names.kind == kind
                    && found.coercer.as_deref().is_some_and(|coercer| coercer.has(api_version))
            };
            let ready = state.kinds.values().filter_map(|entry| match entry {
                Entry::Ready(kind) => Some(kind),
                Entry::Native(_) => None,
            });
            ready.into_iter().find(of_kind).cloned()
        })
    }

    /// Gives a definition the names that it asks for, except for names of other definitions in its group.
    /// Returns the conflict, if there is such a name.
    pub(crate) fn accept(&self, definition: &mut Definition) -> Option<Conflict> {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let Definition { name, group, names, .. } = definition;
        let (accepted, conflict) = state.accepted.accept(name, group, names);
        *names = accepted;
        conflict
    }

    /// The conflict because of which a definition does not have all its names.
    pub(crate) fn conflict(&self, name: &str) -> Option<Conflict> {
        self.state.read().unwrap_or_else(PoisonError::into_inner).accepted.conflict(name).cloned()
    }

    /// The definitions of a group that wait for a name.
    pub(crate) fn waiting(&self, group: &str) -> Vec<String> {
        self.state.read().unwrap_or_else(PoisonError::into_inner).accepted.waiting(group)
    }

    /// Serves the versions of a definition, and no longer the versions of its former content.
    pub(crate) fn install(&self, definition: Arc<Definition>, spec: Arc<Value>) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        let Definition { name, group, names, namespaced, webhook, versions, coercer, .. } = &*definition;
        state.remove(name);
        state.served.insert(name.clone(), (spec, definition.clone()));
        let coercer = Arc::new(coercer.copy());
        if self.history.has_objects(name) {
            coercer.mix();
        }
        let conversion = match (webhook, state.converters.get(name)) {
            (None, _) => Conversion::None,
            (Some(_), Some(function)) => Conversion::Function(function.clone()),
            (Some(webhook), None) => Conversion::Webhook(self.webhooks.converter(webhook)),
        };
        let sources = versions
            .iter()
            .map(|version| (api_version(group, &version.version), Source::Custom(version.schema.clone())));
        let with_status = versions.iter().filter(|version| version.status);
        let statuses = with_status.map(|version| api_version(group, &version.version)).collect();
        let mut types = Types::new(&names.kind, sources.collect(), statuses, conversion.clone());
        for version in versions {
            if let Some(scale) = &version.scale {
                types.scale(&api_version(group, &version.version), &scale.spec_replicas);
            }
        }
        let types = Arc::new(types);
        let served: Vec<String> = versions.iter().map(|version| version.version.clone()).collect();
        for version in versions {
            let parts = Parts {
                group,
                version: &version.version,
                names,
                namespaced: *namespaced,
                loaded: version.loaded.clone(),
                types: types.clone(),
                conversion: conversion.clone(),
                versions: served.clone(),
                scale: version.scale.clone(),
            };
            let kind = self.kind(&mut state, parts, false, |kind| Kind {
                status: version.status,
                columns: version.columns.clone(),
                selectable: version.selectable.clone(),
                coercer: Some(coercer.clone()),
                ..kind
            });
            let place = (group.clone(), version.version.clone(), names.plural.clone());
            state.kinds.insert(place, Entry::Ready(kind));
        }
    }

    /// The validators of the served definition of this name.
    pub(crate) fn validators(&self, name: &str) -> Option<Arc<Validators>> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.served.get(name).map(|(_, definition)| definition.coercer.validators().clone())
    }

    /// Whether the served definition of this name has this `spec`.
    pub(crate) fn has_served(&self, name: &str, spec: &Value) -> bool {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.served.get(name).is_some_and(|(served, _)| **served == *spec)
    }

    /// Stops serving all versions of a definition.
    pub(crate) fn remove(&self, name: &str) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.accepted.forget(name);
        state.remove(name);
    }

    fn kind(
        &self,
        state: &mut State,
        parts: Parts<'_>,
        native: bool,
        complete: impl FnOnce(Kind) -> Kind,
    ) -> Arc<Kind> {
        let Parts { group, version, names, namespaced, loaded, types, conversion, versions, scale } = parts;
        let qualified = qualified(group, &names.plural);
        let stored = if native { native::storage_of(&qualified) } else { &qualified };
        let resource: ResourceId = stored.into();
        let storage = state.storages.entry(resource.clone()).or_insert_with(|| {
            let clock = self.clock.clone();
            let recorder = Recorder { history: self.history.clone(), resource: resource.clone() };
            let storage = MemoryStorage::new(move || clock.now(), self.names.clone()).journal(recorder);
            let storage = match native::propagation(group, &names.kind) {
                Some(default) => storage.collected(default),
                None => storage,
            };
            let storage = if *resource == *NAMESPACES { storage.keeping(is_unfinished) } else { storage };
            let history = self.history.clone();
            let storage = if *resource == *grace::PODS {
                storage.graceful_by(move |pod, requested| grace::of_pod(&history, pod, requested))
            } else {
                storage
            };
            // Only a copy of a server has such objects.
            let now = self.history.snapshot(&resource, None, None);
            for ((namespace, name), text) in now.into_iter().flat_map(|now| now.objects) {
                storage.begin_with(&namespace, &name, text);
            }
            if *resource == *CLASSES {
                let now = crdc_admission::time_of(self.clock.now());
                for (name, text) in system_classes(&now, || self.names.uid()) {
                    if self.history.get(CLASSES, "", name).is_none() {
                        storage.put("", name, &text);
                    }
                }
            }
            Arc::new(storage)
        });
        let storage = storage.clone();
        let is_definition = native && native::is_definition(group, &names.kind);
        let written = Written(is_definition.then(|| self.native.clone()));
        let tracker = Tracker {
            types: types.clone(),
            api_version: api_version(group, version),
            clock: self.clock.clone(),
            written: written.clone(),
        };
        let objects =
            VersionedObjects { versions, conversion: conversion.clone(), scale: scale.clone(), written };
        let webhooks = WebhooksOf {
            all: self.webhooks.clone(),
            objects: objects.clone(),
            repeated: Repeated::default(),
        };
        let policies = PoliciesOf { all: self.policies.clone(), objects };
        let plugins = Plugins {
            history: &self.history,
            native: native.then_some(&self.native),
            defaults: &self.defaults,
            definitions: self.definitions.clone(),
            mutators: &state.mutators,
            validators: &state.validators,
            answer_observer: state.answer_observer.clone(),
            tracker,
            policies,
            webhooks,
        };
        let chain = plugins.chain(loaded, &resource, &qualified, namespaced);
        let ended = watch::Sender::new(false);
        let addresses = (native && *resource == *"services").then(|| self.addresses.clone());
        Arc::new(complete(Kind {
            ended,
            addresses,
            group: group.to_owned(),
            version: version.to_owned(),
            names: names.clone(),
            namespaced,
            status: false,
            initial_status: None,
            written_status: OnceLock::new(),
            prepare: None,
            has_generation: true,
            scale,
            columns: Vec::new(),
            selectable: Vec::new(),
            native,
            kinds: self.native.clone(),
            resource,
            types,
            chain,
            storage,
            clock: self.clock.clone(),
            conversion,
            coercer: None,
        }))
    }
}

/// The resource of an API version and a kind, and whether its objects are in namespaces.
fn resource_of(state: &Weak<RwLock<State>>, api_version: &str, kind: &str) -> Option<(String, bool)> {
    let state = state.upgrade()?;
    let state = state.read().unwrap_or_else(PoisonError::into_inner);
    let ((group, _, plural), entry) = state.find(api_version, kind)?;
    Some(match entry {
        Entry::Native(native) => {
            (native::storage_of(&qualified(group, plural)).to_owned(), native.namespaced)
        }
        Entry::Ready(kind) => (kind.resource.to_string(), kind.namespaced),
    })
}

/// `PLURAL.GROUP`, or the plural alone in the core group.
fn qualified(group: &str, plural: &str) -> String {
    if group.is_empty() { plural.to_owned() } else { format!("{plural}.{group}") }
}

impl State {
    /// The kind with an API version and a name.
    fn find(&self, api_version: &str, kind: &str) -> Option<(&ResourceName, &Entry)> {
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        let named = |entry: &Entry| match entry {
            Entry::Native(native) => native.names.kind == kind,
            Entry::Ready(ready) => ready.names.kind == kind,
        };
        self.kinds.iter().find(|((of, at, _), entry)| of == group && at == version && named(entry))
    }

    fn remove(&mut self, name: &str) {
        self.served.remove(name);
        self.kinds.retain(|_, entry| match entry {
            Entry::Native(_) => true,
            Entry::Ready(kind) if kind.native || *kind.resource != *name => true,
            Entry::Ready(kind) => {
                kind.ended.send_replace(true);
                false
            }
        });
    }
}
