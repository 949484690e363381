//! Converts objects to the version that a request asks for. In: a stored object. Out: the object in another
//! version.
//!
//! Easy to break: a stored object has the version of its last writer, so every object that is read has to be
//! converted here.
// apiextensions-apiserver: pkg/apiserver/conversion/{nop,webhook}_converter.go

pub(crate) mod coercer;
mod restored;

use std::sync::Arc;

use crdc::Status;
use crdc_admission::{Object, Refusal};
use crdc_kubernetes::Kinds;

use crate::apimachinery::native_kinds::NativeKinds;

/// A function that converts the JSON of an object to a version, such as `example.com/v1`. A server prints the
/// error after `conversion webhook for GROUP/VERSION, Kind=KIND `.
pub(crate) type Converter = dyn Fn(&[u8], &str) -> Result<Vec<u8>, String> + Send + Sync;

/// A function that converts objects, with the words that a server puts before its errors.
pub(crate) fn converter(
    convert: impl Fn(&[u8], &str) -> Result<Vec<u8>, String> + Send + Sync + 'static,
) -> Arc<Converter> {
    Arc::new(move |object: &[u8], version: &str| {
        convert(object, version).map_err(|why| format!("failed: {why}"))
    })
}

/// A function that converts objects of one of Kubernetes' own kinds.
pub(crate) type Native = fn(Option<&Kinds>, &[u8], &str) -> Result<Vec<u8>, String>;

/// The strategy of conversion between versions of a resource.
#[derive(Clone, Default)]
pub(crate) enum Conversion {
    /// Versions differ only in `apiVersion`.
    #[default]
    None,
    /// The conversion that a server has for one of its own kinds.
    Native(Native, NativeKinds),
    /// A function of the test converts objects.
    Function(Arc<Converter>),
    /// A webhook converts objects.
    Webhook(Arc<Converter>),
}

impl Conversion {
    /// Whether a conversion may wait for a webhook, which may need the thread that runs the request.
    pub(crate) fn may_wait(&self) -> bool {
        matches!(self, Conversion::Webhook(_))
    }

    /// Converts the object to an API version.
    pub(crate) fn convert(&self, object: Arc<[u8]>, api_version: &str) -> Result<Arc<[u8]>, Refusal> {
        let mut read = Object::of(&object);
        let before = read.string(&["apiVersion"]).unwrap_or_default().into_owned();
        if before == api_version {
            return Ok(object);
        }
        let convert = match self {
            Conversion::None => {
                read.set_string(&["apiVersion"], api_version);
                return Ok(read.bytes().into());
            }
            Conversion::Native(convert, kinds) => {
                return convert(kinds.get(), &object, api_version).map(Into::into).map_err(Refusal::internal);
            }
            Conversion::Function(convert) | Conversion::Webhook(convert) => convert,
        };
        let converted = convert(&object, api_version)
            .and_then(|converted| restored::restored(&object, &converted, api_version));
        converted.map(Into::into).map_err(|why| {
            let kind = read.string(&["kind"]).unwrap_or_default();
            let message = format!("conversion webhook for {before}, Kind={kind} {why}");
            Status::new(500, "", message).into()
        })
    }

    /// Converts the object to a version of its resource, such as `v1`.
    pub(crate) fn convert_to(&self, object: &[u8], version: &str) -> Result<Arc<[u8]>, Refusal> {
        let own = Object::of(object);
        let own = own.string(&["apiVersion"]).unwrap_or_default();
        let group = own.rsplit_once('/').map(|(group, _)| format!("{group}/"));
        self.convert(object.into(), &(group.unwrap_or_default() + version))
    }
}
