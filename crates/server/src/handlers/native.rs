//! Dispatches requests for Kubernetes' own kinds. In: the method, the name and the subresource of a request.
//! Out: the response.
// apiserver: pkg/endpoints/installer.go

use crdc::Status;
use crdc_admission::Refusal;
use http::Method;

use crate::handlers::request::call::{Request, not_allowed};
use crate::response::reply::Reply;

impl Request<'_> {
    pub(crate) fn native(&self, subresource: Option<&str>) -> Result<Reply, Refusal> {
        let (is_collection, method) = (self.name.is_none(), self.call.method);
        match (subresource, method) {
            (None, &Method::POST) if self.kind.is_review() => self.review(),
            (None, _) if self.kind.is_review() => Err(not_allowed()),
            (None, &Method::GET | &Method::HEAD) => self.read(),
            (None, &Method::POST) if is_collection => self.create(),
            (None, &Method::PUT) if !is_collection => self.update(None),
            (None, &Method::PATCH) if !is_collection => self.patch(None),
            (None, &Method::DELETE) if is_collection && self.kind.has_collection_deletes() => {
                self.delete_collection()
            }
            (None, &Method::DELETE) if is_collection => Err(not_allowed()),
            (None, &Method::DELETE) => self.delete(),
            (Some(subresource), _) if self.kind.of_status().any(|of| of == subresource) => {
                self.part("status")
            }
            (Some(subresource), _) if self.kind.parts().any(|of| of == subresource) => self.part(subresource),
            (Some("scale"), _) if self.kind.scale.is_some() => self.scale(),
            (Some(subresource), _) => {
                self.action(subresource).or_else(|| self.remote(subresource)).unwrap_or_else(|| {
                    let message = "the server could not find the requested resource";
                    Err(Status::new(404, "NotFound", message).into())
                })
            }
            _ => Err(not_allowed()),
        }
    }

    /// Handles a request for a subresource that is a part of the object.
    fn part(&self, subresource: &str) -> Result<Reply, Refusal> {
        let has = |verb| self.kind.subresource_verbs(subresource).contains(&verb);
        match *self.call.method {
            Method::PUT if has("update") => self.update(Some(subresource)),
            Method::GET | Method::HEAD if has("get") => self.read(),
            Method::PATCH if has("patch") => self.patch(Some(subresource)),
            _ => Err(not_allowed()),
        }
    }
}
