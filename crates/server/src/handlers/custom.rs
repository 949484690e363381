//! Dispatches requests for custom resources to the flows of admission. In: the method, the name and the
//! subresource of a request. Out: the response.
//!
//! Easy to break: a real server has a handler of its own for custom resources, which dispatches by verbs. A
//! POST creates an object whatever name the URL contains, and the flow reports what is missing in the URL.
// apiextensions-apiserver: pkg/apiserver/customresource_handler.go ServeHTTP, serveResource, serveStatus,
// serveScale

use crdc::{Details, Status};
use crdc_admission::{Patch, Refusal};
use http::Method;

use crate::handlers::request::call::Request;
use crate::response::reply::Reply;

impl Request<'_> {
    pub(crate) fn custom(&self, subresource: Option<&str>) -> Result<Reply, Refusal> {
        let method = self.call.method;
        match subresource {
            None => match *method {
                Method::GET | Method::HEAD => self.read(),
                Method::POST => self.create(),
                Method::PUT => self.named()?.update(None),
                Method::PATCH => {
                    self.checked_patch()?;
                    self.named()?.patch(None)
                }
                Method::DELETE if self.name.is_none() => self.delete_collection(),
                Method::DELETE => self.delete(),
                _ => Err(self.unsupported()),
            },
            Some("status") if self.kind.status => match *method {
                Method::GET | Method::HEAD => self.read(),
                Method::PUT => self.update(Some("status")),
                Method::PATCH => self.patch(Some("status")),
                _ => Err(self.unsupported()),
            },
            Some("scale") if self.kind.scale.is_some() => match *method {
                Method::GET | Method::HEAD | Method::PUT => self.scale(),
                Method::PATCH => {
                    self.checked_patch()?;
                    self.scale()
                }
                _ => Err(self.unsupported()),
            },
            Some(_) => Err(self.missing()),
        }
    }

    fn named(&self) -> Result<&Self, Refusal> {
        match self.name {
            Some(_) => Ok(self),
            None => Err(Refusal::bad_request("name must be provided")),
        }
    }

    /// Refuses media types that are not types of a patch.
    fn checked_patch(&self) -> Result<(), Refusal> {
        Patch::of_content_type(self.call.content_type, self.call.body).map(drop)
    }

    // apimachinery: pkg/api/errors/errors.go NewMethodNotSupported
    fn unsupported(&self) -> Refusal {
        let verb = match *self.call.method {
            Method::POST => "create",
            Method::PUT => "update",
            Method::PATCH => "patch",
            Method::DELETE if self.name.is_none() => "deletecollection",
            Method::DELETE => "delete",
            _ => "",
        };
        let (group, plural) = (&self.kind.group, &self.kind.names.plural);
        let message = format!("{verb} is not supported on resources of kind \"{plural}.{group}\"");
        Status::new(405, "MethodNotAllowed", message).about(Details::new(group, plural, "")).into()
    }
}
