//! Options of published documents: their form, and keywords that servers drop or add.

/// The form of a published document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenApi {
    /// OpenAPI v3, as under `/openapi/v3`.
    V3,
    /// OpenAPI v2, as under `/openapi/v2`: without `nullable`, `allOf`, `anyOf`, `oneOf` and `not`, and
    /// without the fields of objects that keep unknown ones.
    V2,
}

/// Options of publishing documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The form.
    pub form: OpenApi,
    /// Whether extensions are kept that servers drop: immutability, unions, normalization, no-prune.
    /// Documents of v2 then have what v2 cannot say as `x-crdc-v3`, and kinds the paths of their scale
    /// subresource as `x-crdc-scale`, so that crdc compiles the documents like the CRD.
    pub extensions: bool,
    /// Whether `x-kubernetes-selectable-fields` is published, as servers do from 1.31 on.
    pub selectable_fields: bool,
}

impl Options {
    /// The options of a server of today.
    #[must_use]
    pub fn server(form: OpenApi) -> Options {
        Options { form, extensions: false, selectable_fields: true }
    }
}
