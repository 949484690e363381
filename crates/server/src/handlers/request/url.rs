//! Parses URLs of the API. In: the path and the query. Out: the target of the URL: a collection or an object
//! with a subresource, a discovery document, or nothing.
// apiserver: pkg/endpoints/request/requestinfo.go

use std::collections::BTreeMap;

use crdc_admission::Refusal;
use crdc_vocabulary::go::quote;
use percent_encoding::percent_decode_str;

/// The target of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// `/version`
    Version,
    /// `/healthz` and the like
    Health,
    /// `/api`
    CoreVersions,
    /// `/apis`
    Groups,
    /// `/apis/GROUP`
    Group(String),
    /// `/api/v1`, `/apis/GROUP/VERSION`
    Resources { group: String, version: String },
    /// `/openapi/v2`
    OlderDocument,
    /// `/openapi/v3`
    Documents,
    /// `/openapi/v3/apis/GROUP/VERSION`
    Document { group: String, version: String },
    /// A collection or an object of a resource.
    Objects(Objects),
    /// A path that the API does not have.
    Nowhere,
}

/// A collection, or one object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Objects {
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) plural: String,
    pub(crate) namespace: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) subresource: Option<String>,
    /// Whether the path goes on after the subresource.
    pub(crate) is_longer: bool,
}

impl Target {
    /// Parses the path of a URL.
    pub(crate) fn of(path: &str) -> Target {
        let parts: Vec<_> = path
            .split('/')
            .filter(|part| !part.is_empty())
            .map(|part| percent_decode_str(part).decode_utf8_lossy())
            .collect();
        let parts: Vec<&str> = parts.iter().map(|part| &**part).collect();
        let (group, version, rest) = match parts[..] {
            ["version"] => return Target::Version,
            ["healthz" | "livez" | "readyz", ..] => return Target::Health,
            ["api"] => return Target::CoreVersions,
            ["apis"] => return Target::Groups,
            ["apis", group] => return Target::Group(group.to_owned()),
            ["openapi", "v2"] => return Target::OlderDocument,
            ["openapi", "v3"] => return Target::Documents,
            ["openapi", "v3", "api", version] => {
                return Target::Document { group: String::new(), version: version.to_owned() };
            }
            ["openapi", "v3", "apis", group, version] => {
                return Target::Document { group: group.to_owned(), version: version.to_owned() };
            }
            ["api", version, ref rest @ ..] => ("", version, rest),
            ["apis", group, version, ref rest @ ..] => (group, version, rest),
            _ => return Target::Nowhere,
        };
        let (namespace, rest) = match *rest {
            // A collection in a namespace. The path of a namespace itself or of its subresource has no plural
            // after it.
            ["namespaces", namespace, plural, ..]
                if !(group.is_empty() && ["status", "finalize"].contains(&plural)) =>
            {
                (Some(namespace), &rest[2..])
            }
            _ => (None, rest),
        };
        let [plural, rest @ ..] = rest else {
            return Target::Resources { group: group.to_owned(), version: version.to_owned() };
        };
        let (name, subresource) = match *rest {
            [] => (None, None),
            [name] => (Some(name), None),
            [name, subresource, ..] => (Some(name), Some(subresource)),
        };
        let owned = |text: &str| text.to_owned();
        Target::Objects(Objects {
            group: group.to_owned(),
            version: version.to_owned(),
            plural: owned(plural),
            namespace: namespace.map(owned),
            name: name.map(owned),
            subresource: subresource.map(owned),
            is_longer: rest.len() > 2,
        })
    }
}

/// The parameters of a URL. If a parameter occurs twice, the first value counts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Query(BTreeMap<String, String>);

impl Query {
    pub(crate) fn of(text: &str) -> Query {
        let mut all = BTreeMap::new();
        for (key, value) in form_urlencoded::parse(text.as_bytes()) {
            all.entry(key.into_owned()).or_insert_with(|| value.into_owned());
        }
        Query(all)
    }

    /// The value of a parameter, if it is not empty.
    pub(crate) fn get(&self, key: &str) -> Option<&str> {
        self.0.get(key).map(String::as_str).filter(|value| !value.is_empty())
    }

    /// Whether a flag is set: a parameter without a value is set, and `false` and `0` are not.
    // apimachinery: pkg/runtime/conversion.go Convert_Slice_string_To_bool
    pub(crate) fn flag(&self, key: &str) -> bool {
        self.0.get(key).is_some_and(|value| !matches!(value.to_ascii_lowercase().as_str(), "false" | "0"))
    }

    /// The value of a numeric parameter; `None` if it is missing or below zero.
    ///
    /// # Errors
    ///
    /// The value is not a number. The refusal has code 400.
    pub(crate) fn number(&self, key: &str) -> Result<Option<u64>, Refusal> {
        let Some(text) = self.get(key) else { return Ok(None) };
        let invalid =
            |_| Refusal::bad_request(format!("strconv.ParseInt: parsing {}: invalid syntax", quote(text)));
        let number: i64 = text.parse().map_err(invalid)?;
        Ok(u64::try_from(number).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::{Objects, Query, Target};

    #[test]
    fn paths_lead_to_objects() {
        let objects = |path: &str| match Target::of(path) {
            Target::Objects(Objects { group, version, plural, namespace, name, subresource, is_longer }) => {
                let text = |part: Option<String>| part.unwrap_or("-".to_owned());
                assert_eq!(is_longer, path.ends_with("/more"));
                format!("{group} {version} {plural} {} {} {}", text(namespace), text(name), text(subresource))
            }
            other => format!("{other:?}"),
        };
        for (path, found) in [
            ("/api/v1/pods", " v1 pods - - -"),
            ("/api/v1/namespaces/a/pods/b/status", " v1 pods a b status"),
            ("/api/v1/namespaces/a", " v1 namespaces - a -"),
            ("/api/v1/namespaces/a/status", " v1 namespaces - a status"),
            ("/apis/apps/v1/namespaces/a/deployments", "apps v1 deployments a - -"),
            ("/apis/apps/v1/namespaces/a/deployments/b/scale/", "apps v1 deployments a b scale"),
            ("/apis/example.com/v1/things/a%2Fb", "example.com v1 things - a/b -"),
        ] {
            assert_eq!(objects(path), found, "{path}");
        }
        assert_eq!(Target::of("/"), Target::Nowhere);
        assert_eq!(objects("/apis/example.com/v1/things/a/b/more"), "example.com v1 things - a b");
        assert_eq!(
            Target::of("/api/v1"),
            Target::Resources { group: String::new(), version: "v1".to_owned() }
        );
    }

    #[test]
    fn queries_are_decoded() {
        let query = Query::of("a=1%2C2&b&c=false&a=3&d=");
        assert_eq!((query.get("a"), query.get("d"), query.get("e")), (Some("1,2"), None, None));
        assert!(query.flag("b") && !query.flag("c") && !query.flag("e"));
        assert!(query.number("b").is_ok_and(|number| number.is_none()) && query.number("c").is_err());
    }
}
