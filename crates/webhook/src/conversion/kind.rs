//! Converts an object between the versions of its kind. In: the object in one version. Out: the JSON of the
//! object after the functions of both versions.
//!
//! Easy to break: the types of users may lack fields. The values of such fields are lost, unless the
//! functions keep them in an annotation.

use std::fmt::{self, Display};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::depth::read;
use super::failure::Failure;

/// The versions of one kind, each with a function to the hub and one back.
///
/// `H` is the type of objects of the hub, the version through which all others are converted. The types are
/// serde types of whole objects: types that kube generates, or structs with the fields that a conversion
/// needs. They need no `metadata`. If they have it, its labels and annotations are used.
pub struct Kind<H> {
    group: String,
    kind: String,
    versions: Vec<Version<H>>,
}

type ToHub<H> = Box<dyn Fn(&str) -> Result<H, Failure> + Send + Sync>;
type FromHub<H> = Box<dyn Fn(H) -> Result<String, Failure> + Send + Sync>;

struct Version<H> {
    api_version: String,
    to_hub: ToHub<H>,
    from_hub: FromHub<H>,
}

impl<H: DeserializeOwned + Serialize + 'static> Kind<H> {
    /// A kind whose hub is this version, such as `example.com/v1`.
    pub fn new(hub: impl Into<String>, kind: impl Into<String>) -> Kind<H> {
        let hub = hub.into();
        let group = hub.rsplit_once('/').map_or("", |(group, _)| group).to_owned();
        let itself = Version {
            api_version: hub,
            to_hub: Box::new(|object| read(object)),
            from_hub: Box::new(|object| write(&object)),
        };
        Kind { group, kind: kind.into(), versions: vec![itself] }
    }
}

impl<H: 'static> Kind<H> {
    /// Adds a version, with its functions to the hub and back. An error of a function becomes part of the
    /// message to the client. An earlier version of the same name is replaced.
    #[must_use]
    pub fn version<V, E, F>(
        mut self,
        api_version: impl Into<String>,
        to_hub: impl Fn(V) -> Result<H, E> + Send + Sync + 'static,
        from_hub: impl Fn(H) -> Result<V, F> + Send + Sync + 'static,
    ) -> Kind<H>
    where
        V: DeserializeOwned + Serialize,
        E: Display,
        F: Display,
    {
        let api_version = api_version.into();
        self.versions.retain(|known| known.api_version != api_version);
        self.versions.push(Version {
            api_version,
            to_hub: Box::new(move |object| to_hub(read(object)?).map_err(Failure::of)),
            from_hub: Box::new(move |hub| write(&from_hub(hub).map_err(Failure::of)?)),
        });
        self
    }
}

fn write<T: Serialize>(object: &T) -> Result<String, Failure> {
    serde_json::to_string(object).map_err(Failure::of)
}

/// The interface of a kind that does not depend on its types.
pub(super) trait Convert: Send + Sync {
    /// The name of the kind.
    fn kind(&self) -> &str;

    /// The group.
    fn group(&self) -> &str;

    /// Whether the kind has a version.
    fn knows(&self, api_version: &str) -> bool;

    /// Converts the text of an object. Either version may be the hub.
    fn convert(&self, from: &str, to: &str, object: &str) -> Result<String, Failure>;
}

impl<H> Convert for Kind<H> {
    fn kind(&self) -> &str {
        &self.kind
    }

    fn group(&self) -> &str {
        &self.group
    }

    fn knows(&self, api_version: &str) -> bool {
        self.versions.iter().any(|known| known.api_version == api_version)
    }

    fn convert(&self, from: &str, to: &str, object: &str) -> Result<String, Failure> {
        let version = |wanted: &str| {
            let found = self.versions.iter().find(|known| known.api_version == wanted);
            found.ok_or_else(|| Failure(format!("{} has no conversion of {wanted}", self.kind)))
        };
        let (from, to) = (version(from)?, version(to)?);
        (to.from_hub)((from.to_hub)(object)?)
    }
}

impl<H> fmt::Debug for Kind<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let versions: Vec<&str> = self.versions.iter().map(|version| version.api_version.as_str()).collect();
        f.debug_struct("Kind").field("kind", &self.kind).field("versions", &versions).finish_non_exhaustive()
    }
}
