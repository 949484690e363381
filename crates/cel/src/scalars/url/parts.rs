//! The parts of a URL, as Go's parser finds them.
//
// Go: net/url/url.go URL, Userinfo

/// The parts of a URL that Go's parser finds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parts<'a> {
    /// The scheme in lower case; empty if there is none.
    pub(super) scheme: &'a str,
    /// The part after a scheme if it does not begin with a slash.
    pub(super) opaque: &'a str,
    pub(super) user: Option<User<'a>>,
    /// The host without percent encoding, with the port. It can be invalid UTF-8.
    pub(super) host: &'a [u8],
    /// Whether a path follows the scheme without `//` between them.
    pub(super) omits_host: bool,
    /// The path as it is written.
    pub(super) path: &'a str,
    /// The query without the question mark. `None` if there is no question mark, or an empty query.
    pub(super) query: &'a str,
    /// Whether the URL ends with its only question mark.
    pub(super) ends_with_query: bool,
    /// The fragment as it is written, without the number sign.
    pub(super) fragment: &'a str,
}

/// A user name and, after a colon, a password, without percent encoding.
#[derive(Clone, Copy, Debug)]
pub(super) struct User<'a> {
    pub(super) name: &'a [u8],
    pub(super) password: Option<&'a [u8]>,
}
