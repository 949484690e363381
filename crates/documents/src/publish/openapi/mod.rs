//! The schemas that a server publishes for a version of a CRD, in OpenAPI v3 and v2. In: a document that
//! crdc-check accepts. Out: the schemas of the kind and of its list by name; of several CRDs, whole
//! documents.
//!
//! `kind` puts the schemas of a kind together, `schema` writes a schema with the server's `keywords`,
//! `nested` those in `allOf`, `anyOf`, `oneOf` and `not`, `extensions` the keywords that servers do not know,
//! `v2` removes what OpenAPI v2 has no form for, `lossless` keeps it as extensions, `meta` has the fields
//! that each resource and each embedded resource has. `documents/` writes whole documents.
//!
//! Easy to break: the server publishes the schema that it stored, not the one that is written.
//
// apiextensions-apiserver: pkg/controller/openapi/builder/builder.go

mod documents;
mod extensions;
mod keywords;
mod kind;
mod lossless;
mod meta;
mod nested;
mod options;
mod schema;
#[cfg(test)]
mod tests;
mod v2;

pub use documents::{Document, documents};
pub use kind::{PublishedSchema, schemas};
pub use options::{OpenApi, Options};
pub(super) use schema::{stock, written};
