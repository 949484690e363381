//! Schemas of others: what `--schema-location` names, for kinds that nothing else knows. In: locations, and
//! the kind of an object. Out: the validator that is made of the JSON Schema of the first location that has
//! one.
//!
//! In order of use: `location` reads the option, `template` makes the path or address of a kind, `fetch` and
//! `cache` get what an address has, `document` makes an OpenAPI document of a JSON Schema, with
//! `convert` and `references`, and `known` a validator.
//!
//! Easy to break: each kind is asked for once, whatever the number of threads, and a location that fails is
//! never taken for one without the schema.

mod bytes;
mod cache;
mod convert;
mod document;
mod fetch;
mod known;
mod location;
mod lost;
#[cfg(feature = "network")]
mod network;
mod references;
mod template;

use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use crate::count::number;
use crate::identity::Identity;
use bytes::Failed;
use crdc_source::diag::outside;
use crdc_vocabulary::Minor;
use fetch::Fetch;
pub(crate) use fetch::Options;
pub(crate) use known::{Known, SchemaOrigin};
pub(crate) use location::Location;
pub(crate) use template::Server;
use template::Values;

/// The name of the finding about a location that fails.
pub(crate) const FAILED: &str = "schema-location";

/// The number of kinds that the locations are asked for: objects of strangers may have any number.
const MOST_KINDS: usize = 10_000;

/// The `apiVersion` and `kind` of objects.
type Kind = (String, String);

/// The locations, and what they have.
pub(crate) struct Locations {
    all: Vec<Location>,
    server: Server,
    /// The server version whose words count, if it is not the newest.
    minor: Option<Minor>,
    fetch: Fetch,
    found: Mutex<HashMap<Kind, Arc<OnceLock<Found>>>>,
    /// Why locations do not answer, by their index.
    failed: Mutex<BTreeMap<usize, String>>,
    /// What locations were asked for, by their index.
    asked: Mutex<BTreeMap<usize, Asked>>,
}

/// What a location was asked for.
#[derive(Default)]
struct Asked {
    has_any: bool,
    /// How many schemas it does not have, and where the first of them would be: the smallest place.
    missing: usize,
    first: String,
}

/// What the locations have of a kind.
pub(crate) enum Found {
    Schema(Box<Known>),
    /// No location has a schema.
    Nothing,
    /// Whether a location has a schema is unknown: the sentence for people, and what they can do.
    Failed(String, &'static str),
}

impl Locations {
    pub(crate) fn new(
        all: Vec<Location>,
        server: Server,
        minor: Option<Minor>,
        options: Options,
    ) -> Locations {
        Locations {
            all: all.into_iter().filter(|location| *location != Location::Default).collect(),
            server,
            minor,
            fetch: Fetch::new(options),
            found: Mutex::default(),
            failed: Mutex::default(),
            asked: Mutex::default(),
        }
    }

    /// What the locations have of the kind of an object. Threads that ask for the same kind wait for the
    /// first.
    pub(crate) fn find(&self, identity: &Identity) -> Arc<OnceLock<Found>> {
        let key = (identity.api_version.clone(), identity.kind.clone());
        if self.all.is_empty() {
            return Arc::new(Found::Nothing.into());
        }
        let (found, is_full) = {
            let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
            let is_full = all.len() >= MOST_KINDS && !all.contains_key(&key);
            (if is_full { Arc::default() } else { Arc::clone(all.entry(key).or_default()) }, is_full)
        };
        found.get_or_init(|| match is_full {
            true => Found::Failed(
                format!("--schema-location: more than {MOST_KINDS} kinds are asked for"),
                "validate fewer files at once",
            ),
            false => self.ask(identity),
        });
        found
    }

    fn ask(&self, identity: &Identity) -> Found {
        let Some(values) = Values::of(identity, &self.server) else { return Found::Nothing };
        for (index, location) in self.all.iter().enumerate() {
            match self.ask_one(index, location, &values, identity) {
                Ok(Some(known)) => return Found::Schema(Box::new(known)),
                Ok(None) => {}
                Err(failed) => return failed,
            }
        }
        Found::Nothing
    }

    /// What one location has.
    fn ask_one(
        &self,
        index: usize,
        location: &Location,
        values: &Values<'_>,
        identity: &Identity,
    ) -> Result<Option<Known>, Found> {
        let (Location::Folder(template) | Location::Address(template)) = location else { return Ok(None) };
        let place = template.filled(values);
        let shown = location::without_password(&place);
        let failed = |why: String| {
            let why = format!("no schema from {}: {}", outside::line(&shown), outside::line(&why));
            Found::Failed(why, "whether there is a schema is unknown, so nothing was validated")
        };
        let Some(text) = self.read(index, location, &place).map_err(|why| match why {
            Failed::Here(why) => failed(why),
            Failed::Everywhere(why) => {
                let why = format!("no schemas from {}: {}", location.root(), outside::line(&why));
                Found::Failed(why, "whether there are schemas is unknown, so nothing was validated")
            }
        })?
        else {
            self.note(index, Some(shown));
            return Ok(None);
        };
        self.note(index, None);
        let folder = folder_of(location, &place);
        let budget = known::Budget::new();
        let mut beside = |name: &str| match self.read(index, location, &format!("{folder}{name}")) {
            Ok(Some(text)) => budget.json(&text),
            Ok(None) => Err(format!("there is no {name} beside it")),
            Err(Failed::Here(why) | Failed::Everywhere(why)) => Err(format!("{name}: {why}")),
        };
        let from = SchemaOrigin { place: shown.as_str().into(), root: location.root().into() };
        match Known::of(&text, identity, from, self.minor, &mut beside, &budget) {
            Ok(known) => Ok(Some(known)),
            Err(why) => {
                let why = format!("the JSON Schema {} cannot be used: {why}", outside::line(&shown));
                Err(Found::Failed(
                    why,
                    "give its CRD with --crd FILE, or leave such objects out with --skip KIND",
                ))
            }
        }
    }

    /// Notes that a location has a schema, or where it does not have one.
    fn note(&self, index: usize, missing: Option<String>) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = asked.entry(index).or_default();
        match missing {
            None => asked.has_any = true,
            Some(place) => {
                asked.missing += 1;
                // Threads ask in any order.
                if asked.first.is_empty() || place < asked.first {
                    asked.first = place;
                }
            }
        }
    }

    /// Notes about the locations that have none of the schemas that they were asked for: what they name may
    /// be misspelt.
    pub(crate) fn notes(&self) -> Vec<String> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let none = asked.iter().filter(|(_, asked)| !asked.has_any);
        let note = |(index, asked): (&usize, &Asked)| {
            let root = self.all.get(*index).map(Location::root).unwrap_or_default();
            let is_offline =
                matches!(self.all.get(*index), Some(Location::Address(_))) && self.fetch.is_offline();
            let where_to = if is_offline { " (--offline: only the cache was asked)" } else { "" };
            let (kinds, first) = (number(asked.missing, "kind"), outside::line(&asked.first));
            format!(
                "note: --schema-location {root} has none of {kinds} that were asked for, such as {first}{where_to}"
            )
        };
        none.map(note).collect()
    }

    fn read(&self, index: usize, location: &Location, place: &str) -> Result<Option<Vec<u8>>, Failed> {
        if let Location::Folder(_) = location {
            return bytes::file(Path::new(place)).map_err(Failed::Here);
        }
        let is_known = self.failed.lock().unwrap_or_else(PoisonError::into_inner).get(&index).cloned();
        if let Some(why) = is_known {
            return Err(Failed::Everywhere(why));
        }
        let got = self.fetch.get(place);
        if let Err(Failed::Everywhere(why)) = &got {
            let mut failed = self.failed.lock().unwrap_or_else(PoisonError::into_inner);
            // The first cause stays, so that it is said once.
            let first = failed.entry(index).or_insert_with(|| why.clone());
            return Err(Failed::Everywhere(first.clone()));
        }
        got
    }
}

/// The folder of a schema, with a slash at its end. A query of an address is no part of the path.
// RFC 3986, 5.2.3
fn folder_of<'p>(location: &Location, place: &'p str) -> &'p str {
    let path = match location {
        Location::Address(_) => &place[..place.find(['?', '#']).unwrap_or(place.len())],
        Location::Folder(_) | Location::Default => place,
    };
    &path[..path.rfind('/').map_or(0, |at| at + 1)]
}
