//! A request: its operation, its objects as text, and its options.

/// The kind of a request. Only the functions of [`Request`] create one, so that each kind has the objects
/// that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestKind {
    /// Decode, prune and default an object, without validation.
    Decode,
    /// Create an object.
    Create,
    /// Replace an object.
    Update,
    /// Replace the status of an object.
    UpdateStatus,
}

/// The handling of unknown and duplicate fields: the query parameter `fieldValidation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldValidation {
    /// Drop them silently.
    Ignore,
    /// Drop them with a warning. The server's default.
    #[default]
    Warn,
    /// Refuse the object (400).
    Strict,
}

/// One request: its operation, its objects as JSON bytes, and its options.
///
/// ```
/// use crdc::{FieldValidation, Request};
/// let request = Request::create(br#"{"kind":"Database"}"#).field_validation(FieldValidation::Strict);
/// ```
#[derive(Clone, Copy, Debug)]
#[must_use = "a request is answered by a resource"]
pub struct Request<'a> {
    pub(crate) kind: RequestKind,
    pub(crate) new: &'a [u8],
    pub(crate) old: &'a [u8],
    pub(crate) field_validation: FieldValidation,
    pub(crate) namespace: Option<&'a str>,
    pub(crate) keeps_nulls: bool,
    pub(crate) undefaulted: bool,
    pub(crate) as_stored: bool,
}

impl<'a> Request<'a> {
    fn new(kind: RequestKind, new: &'a [u8], old: &'a [u8]) -> Self {
        Request {
            kind,
            new,
            old,
            field_validation: FieldValidation::default(),
            namespace: None,
            keeps_nulls: false,
            undefaulted: false,
            as_stored: false,
        }
    }

    /// Whether the request has a stored object.
    pub(crate) fn has_old(&self) -> bool {
        matches!(self.kind, RequestKind::Update | RequestKind::UpdateStatus)
    }

    /// Decodes, prunes and defaults `object`, without validation.
    pub fn decode(object: &'a [u8]) -> Self {
        Self::new(RequestKind::Decode, object, b"")
    }

    /// Creates `new`.
    pub fn create(new: &'a [u8]) -> Self {
        Self::new(RequestKind::Create, new, b"")
    }

    /// Replaces `old` with `new`.
    pub fn update(new: &'a [u8], old: &'a [u8]) -> Self {
        Self::new(RequestKind::Update, new, old)
    }

    /// Replaces the status of `old` with that of `new`.
    pub fn update_status(new: &'a [u8], old: &'a [u8]) -> Self {
        Self::new(RequestKind::UpdateStatus, new, old)
    }

    /// Sets how unknown and duplicate fields are handled.
    pub fn field_validation(self, field_validation: FieldValidation) -> Self {
        Request { field_validation, ..self }
    }

    /// Keeps nulls that the schema does not allow, which then are errors: an object that server-side apply
    /// merged does not pass the decoder that drops them.
    // apiserver: endpoints/handlers/patch.go applyPatcher; apiextensions-apiserver: defaulting/prunenulls.go
    pub fn keep_nulls(self, keeps_nulls: bool) -> Self {
        Request { keeps_nulls, ..self }
    }

    /// Leaves absent fields absent instead of setting their defaults: an object that is converted to another
    /// version of a resource gets no defaults of that version.
    // apiextensions-apiserver: pkg/apiserver/customresource_handler.go schemaCoercingConverter
    pub fn skip_defaults(self) -> Self {
        Request { undefaulted: true, ..self }
    }

    /// Validates the object as it would be stored without normalization, since a validating webhook cannot
    /// change it. A union that normalization would change is an error then: if it would clear a member or
    /// deduce the discriminator. Null and empty fields that it would remove count as absent.
    ///
    /// ```
    /// use crdc::Request;
    /// # let (new, old) = (b"{}", b"{}");
    /// let request = Request::update(new, old).as_stored();
    /// ```
    pub fn as_stored(self) -> Self {
        Request { as_stored: true, ..self }
    }

    /// Sets the namespace of the request. An object of a namespaced kind without a namespace gets it; one
    /// with another namespace is refused. The default is the namespace in the object, or else `default`.
    pub fn namespace(self, namespace: &'a str) -> Self {
        Request { namespace: Some(namespace), ..self }
    }
}
