//! One location of schemas. In: the text of `--schema-location`. Out: a folder, an address, or what crdc
//! knows itself.

use std::path::Path;

use super::template::Template;

/// What the host of an address ends with, unless it is the end.
// RFC 3986, 3.2
const END_OF_HOST: [char; 3] = ['/', '?', '#'];

/// A location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// What crdc knows itself, which is asked first whatever the order is.
    Default,
    /// Files.
    Folder(Template),
    /// Files of an http or https address.
    Address(Template),
}

impl Location {
    /// Parses a location of the command line.
    pub(crate) fn parse(text: &str) -> Result<Location, String> {
        let scheme = text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
        match (text, scheme.as_deref()) {
            ("", _) => Err("write `default`, a folder, or an address of http or https".to_owned()),
            ("default", _) => Ok(Location::Default),
            (_, Some("http" | "https")) if cfg!(feature = "network") => {
                let template = Template::parse(text)?;
                let rest = template.root().split_once("://").map_or("", |(_, rest)| rest);
                // A reference to a file beside the schema would lead to another host if there was no path.
                match rest.find(END_OF_HOST) {
                    Some(host) if host > 0 && rest[host..].starts_with('/') => Ok(Location::Address(template)),
                    _ => Err("an address begins with its host, which has no variable, and a path: https://example.com/…"
                        .to_owned()),
                }
            }
            (_, Some("http" | "https")) => {
                Err("this crdc was built without the feature `network`: give a folder".to_owned())
            }
            (_, Some(scheme)) => {
                Err(format!("nothing reads {scheme}:// here: give a folder, or an address of http or https"))
            }
            (_, None) => Template::parse(text).map(Location::Folder),
        }
    }

    /// What all schemas of the location are below, for people.
    pub(crate) fn root(&self) -> String {
        match self {
            Location::Default => "default".to_owned(),
            Location::Folder(template) if template.root().is_empty() => "./".to_owned(),
            Location::Folder(template) => template.root().to_owned(),
            Location::Address(template) => without_password(template.root()),
        }
    }

    /// The folder or file that the location must have on this machine. A template that begins with a variable
    /// is of the working folder.
    pub(crate) fn path(&self) -> Option<&Path> {
        let Location::Folder(template) = self else { return None };
        Some(Path::new(if template.root().is_empty() { "." } else { template.root() }))
    }
}

/// An address without the name and the password of a user in it.
pub(super) fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
    match rest[..rest.find(END_OF_HOST).unwrap_or(rest.len())].rfind('@') {
        Some(at) => format!("{scheme}://{}", &rest[at + 1..]),
        None => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Location, without_password};

    #[test]
    fn locations_are_folders_and_addresses() {
        for (text, expected) in [
            ("default", Ok("default")),
            ("schemas/{{.Group}}/a.json", Ok("schemas/")),
            ("{{.Group}}.json", Ok("./")),
            ("schemas", Ok("schemas/")),
            ("https://a.example/x/{{.Group}}.json", Ok("https://a.example/x/")),
            ("HTTP://user:secret@a.example/x.json", Ok("HTTP://a.example/x.json")),
            ("", Err("write `default`")),
            ("ftp://a.example/x.json", Err("nothing reads ftp://")),
            ("file:///x.json", Err("give a folder")),
            ("https://{{.Group}}.example/x.json", Err("host")),
            ("https://a{{.Group}}/x.json", Err("host")),
            ("https:///x.json", Err("host")),
            ("https://?x={{.Group}}/x.json", Err("host")),
            ("https://a.example.json", Err("and a path")),
            ("https://a.example?x=/{{.Group}}.json", Err("and a path")),
            ("{{.Kind}}.json", Err("{{.ResourceKind}}")),
        ] {
            let found = Location::parse(text).map(|location| location.root());
            match (found, expected) {
                (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{text}"),
                (Err(found), Err(expected)) => assert!(found.contains(expected), "{text}: {found}"),
                (found, expected) => panic!("{text}: {found:?}, and not {expected:?}"),
            }
        }
    }

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(without_password("https://a:b@c@d.example/x@y"), "https://d.example/x@y");
        for none in
            ["https://d.example/x@y", "https://d.example?x@y", "https://d.example#x@y/z", "a@b/c.json"]
        {
            assert_eq!(without_password(none), none);
        }
    }
}
