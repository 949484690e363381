//! Functions of URLs with usual characters. Other URLs, and the errors of texts that are not URLs, are
//! unsupported.
//
// Go: net/url; apiserver: pkg/cel/library/urls.go

use crate::expressions::compiled;
use crate::interpreter::cel::functions::mismatch;
use crate::interpreter::cel::value::{Evaluated, Value, unknown};

/// The parts of a URL.
#[derive(Clone, Debug, PartialEq)]
pub struct Url {
    scheme: String,
    host: String,
    path: String,
    query: String,
}

/// Parses a URL; `None` if the text is certainly not one.
fn read(text: &str) -> Evaluated<Option<Url>> {
    let usual = compiled(
        r"^(?:([a-z][a-z0-9]*)://([a-zA-Z0-9.-]+(?::[0-9]+)?))?((?:/[a-zA-Z0-9._~-]*)*)(?:\?([a-zA-Z0-9=&._-]*))?$",
    );
    let Some(found) = usual.and_then(|usual| {
        usual.captures(text).map(|found| {
            [1, 2, 3, 4].map(|index| found.get(index).map_or(String::new(), |part| part.as_str().to_owned()))
        })
    }) else {
        // A text without a slash and a colon has neither a path from the root nor a scheme.
        let bare = compiled("^[a-zA-Z0-9 _.-]*$").is_some_and(|bare| bare.is_match(text));
        return if bare { Ok(None) } else { unknown("an unusual URL") };
    };
    let [scheme, host, path, query] = found;
    if scheme.is_empty() && !path.starts_with('/') {
        return Ok(None);
    }
    if scheme.is_empty() && path.starts_with("//") {
        return unknown("an unusual URL");
    }
    Ok(Some(Url { scheme, host, path, query }))
}

/// Calls a function; `None` if it is not of this library.
pub(in crate::interpreter::cel) fn call<'a>(
    function: &str,
    args: &[Value<'a>],
) -> Option<Evaluated<Value<'a>>> {
    use Value::{String, Url};
    Some(match (function, args) {
        ("isURL", [String(text)]) => read(text).map(|found| found.is_some().into()),
        ("url", [String(text)]) => match read(text) {
            Ok(Some(url)) => Ok(Url(url.into())),
            Ok(None) => unknown("the error of a wrong URL"),
            Err(failure) => Err(failure),
        },
        ("getScheme", [Url(url)]) => Ok(url.scheme.as_str().into()),
        ("getHost", [Url(url)]) => Ok(url.host.as_str().into()),
        ("getHostname", [Url(url)]) => Ok(url.host.split(':').next().unwrap_or_default().into()),
        ("getPort", [Url(url)]) => Ok(url.host.split_once(':').map_or("", |(_, port)| port).into()),
        ("getEscapedPath", [Url(url)]) => Ok(url.path.as_str().into()),
        ("getQuery", [Url(url)]) => Ok(query(&url.query)),
        (
            "isURL" | "url" | "getScheme" | "getHost" | "getHostname" | "getPort" | "getEscapedPath"
            | "getQuery",
            _,
        ) => mismatch(function, args),
        _ => return None,
    })
}

/// The query parameters, each with all of its values.
fn query<'a>(text: &str) -> Value<'a> {
    let mut all: Vec<(String, Vec<String>)> = Vec::new();
    for part in text.split('&').filter(|part| !part.is_empty()) {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        match all.iter_mut().find(|(known, _)| known == key) {
            Some((_, values)) => values.push(value.to_owned()),
            None => all.push((key.to_owned(), vec![value.to_owned()])),
        }
    }
    let entries = all.into_iter().map(|(key, values)| (key.into(), Ok(Value::strings(values)))).collect();
    Value::Map(crate::interpreter::cel::map::Map::Made(std::rc::Rc::new(entries)))
}
