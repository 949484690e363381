//! Objects between their stored form and the versions of their resource. In: an object. Out: the object in
//! the form of another version.
//!
//! An object that is written is converted to the storage version and pruned by it. A stored object that is
//! read is pruned by the version it has and gets its defaults; then it is converted, and pruned by the
//! version of the request, which adds no defaults. Easy to break: fields that only the version of the request
//! has are lost when an object is stored. Servers lose them, too.
// apiextensions-apiserver: pkg/apiserver/customresource_handler.go crdConversionRESTOptionsGetter,
// unstructuredSchemaCoercer

use std::sync::Arc;

use super::validator::Validator;
use crdc::{FieldValidation, Request, Scratch};

impl<'v> Validator<'v> {
    /// The version in which objects of the resource are stored; this version if none is marked as such.
    #[must_use]
    pub fn storage_version(self) -> Validator<'v> {
        Validator::at(self.all, self.entry.storage).unwrap_or(self)
    }

    /// A version of the resource by its API version, such as `example.com/v1`, whether it is served or not.
    #[must_use]
    pub fn version(self, api_version: &str) -> Option<Validator<'v>> {
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        Validator::find(self.all, group, version, self.kind()).filter(|_| group == self.compiled().group)
    }

    /// Whether a webhook converts objects of the resource between its versions.
    #[must_use]
    pub fn is_converted_by_webhook(self) -> bool {
        self.entry.versioning.is_converted_by_webhook
    }

    /// An object of this version in the form in which a server stores it. `convert` gets an object and the
    /// API version that it is converted to.
    ///
    /// # Errors
    ///
    /// The error of `convert`.
    pub fn stored<E>(
        self,
        object: Arc<[u8]>,
        convert: impl FnOnce(Arc<[u8]>, &str) -> Result<Arc<[u8]>, E>,
    ) -> Result<Arc<[u8]>, E> {
        self.converted(self.storage_version(), object, convert)
    }

    /// A stored object of this version, as a server shows it in another one, or in the same.
    ///
    /// # Errors
    ///
    /// The error of `convert`.
    pub fn shown_in<E>(
        self,
        version: Validator<'_>,
        stored: Arc<[u8]>,
        convert: impl FnOnce(Arc<[u8]>, &str) -> Result<Arc<[u8]>, E>,
    ) -> Result<Arc<[u8]>, E> {
        self.converted(version, self.coerced(stored, true), convert)
    }

    /// An object without the fields that this version does not have, and with its defaults if they are
    /// wanted. An object that the version cannot decode stays as it is.
    #[must_use]
    pub fn coerced(self, object: Arc<[u8]>, with_defaults: bool) -> Arc<[u8]> {
        let mut scratch = Scratch::new();
        let request = Request::decode(&object).field_validation(FieldValidation::Ignore);
        let request = if with_defaults { request } else { request.skip_defaults() };
        let decoded = self.answer(request, &mut scratch).accepted_object().map(Arc::from);
        decoded.unwrap_or(object)
    }

    fn converted<E>(
        self,
        to: Validator<'_>,
        object: Arc<[u8]>,
        convert: impl FnOnce(Arc<[u8]>, &str) -> Result<Arc<[u8]>, E>,
    ) -> Result<Arc<[u8]>, E> {
        if self.api_version() == to.api_version() {
            return Ok(object);
        }
        Ok(to.coerced(convert(object, to.api_version())?, false))
    }
}
