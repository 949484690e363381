//! A CustomResourceDefinition as written: every key of v1 and v1beta1, typed and with its span. Nothing is
//! validated.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/types.go, v1beta1/types.go

use super::at::At;
use super::misread::Misread;
use super::model::Schema;
use crdc_source::{Node, Span};

/// The API version of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiVersion {
    /// `apiextensions.k8s.io/v1`.
    V1,
    /// `apiextensions.k8s.io/v1beta1`.
    V1beta1,
}

/// One CustomResourceDefinition document.
#[derive(Clone, Debug, PartialEq)]
pub struct Crd {
    /// The whole object.
    pub span: Span,
    /// `apiVersion`.
    pub api_version: ApiVersion,
    /// `metadata`, verbatim.
    pub metadata: Option<At<Node>>,
    /// `metadata.name`.
    pub name: Option<At<String>>,
    /// `spec.group`.
    pub group: Option<At<String>>,
    /// `spec.names`.
    pub names: Option<At<Names>>,
    /// `spec.scope`.
    pub scope: Option<At<String>>,
    /// v1beta1 only: `spec.version`.
    pub version: Option<At<String>>,
    /// `spec.versions`, in document order; v1beta1's `spec.version` if it is empty.
    pub versions: Vec<Version>,
    /// Whether `spec.versions` is a list: errors distinguish an empty list from an absent one.
    pub has_versions: bool,
    /// `spec.conversion`, verbatim.
    pub conversion: Option<At<Node>>,
    /// `spec.preserveUnknownFields`.
    pub preserve_unknown_fields: Option<At<bool>>,
    /// v1beta1 only: the top-level fields of `spec` that apply to all versions.
    pub common: PerVersion,
    /// `status`, verbatim.
    pub status: Option<At<Node>>,
    /// The values of the wrong type, which are left unset.
    pub misread: Misread,
    /// Whether reading the document reported an error, so that a part of it is left unset.
    pub incomplete: bool,
}

impl Crd {
    /// The schema of one of its versions.
    #[must_use]
    pub fn schema<'c>(&'c self, version: &'c Version) -> Option<&'c At<Box<Schema>>> {
        version.parts.schema.as_ref().or(self.common.schema.as_ref())
    }

    /// `spec.preserveUnknownFields`, which v1beta1 sets unless it is written.
    #[must_use]
    pub fn preserves_unknown_fields(&self) -> bool {
        self.preserve_unknown_fields.as_ref().map_or(self.api_version == ApiVersion::V1beta1, |at| at.value)
    }

    /// The subresources of one of its versions.
    #[must_use]
    pub fn subresources<'c>(&'c self, version: &'c Version) -> Option<&'c At<Subresources>> {
        version.parts.subresources.as_ref().or(self.common.subresources.as_ref())
    }
}

/// `spec.names`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Names {
    /// `plural`.
    pub plural: Option<At<String>>,
    /// `singular`.
    pub singular: Option<At<String>>,
    /// `kind`.
    pub kind: Option<At<String>>,
    /// `listKind`.
    pub list_kind: Option<At<String>>,
    /// `shortNames`.
    pub short_names: Option<At<Vec<At<String>>>>,
    /// `categories`.
    pub categories: Option<At<Vec<At<String>>>>,
}

/// One entry of `spec.versions`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Version {
    /// The whole object.
    pub span: Span,
    /// `name`.
    pub name: Option<At<String>>,
    /// `served`.
    pub served: Option<At<bool>>,
    /// `storage`.
    pub storage: Option<At<bool>>,
    /// `deprecated`.
    pub deprecated: Option<At<bool>>,
    /// `deprecationWarning`.
    pub deprecation_warning: Option<At<String>>,
    /// The fields that v1beta1 also allows at the top level.
    pub parts: PerVersion,
}

/// The fields that v1 has per version and v1beta1 also allows at the top level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PerVersion {
    /// `schema.openAPIV3Schema`, or v1beta1's `validation.openAPIV3Schema`.
    pub schema: Option<At<Box<Schema>>>,
    /// `subresources`.
    pub subresources: Option<At<Subresources>>,
    /// `additionalPrinterColumns`, verbatim.
    pub printer_columns: Option<At<Node>>,
    /// `selectableFields`, verbatim.
    pub selectable_fields: Option<At<Node>>,
}

/// `subresources`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Subresources {
    /// Present, whatever its value.
    pub status: Option<At<Node>>,
    /// `scale`.
    pub scale: Option<At<Scale>>,
}

/// `subresources.scale`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scale {
    /// `specReplicasPath`.
    pub spec_replicas_path: Option<At<String>>,
    /// `statusReplicasPath`.
    pub status_replicas_path: Option<At<String>>,
    /// `labelSelectorPath`.
    pub label_selector_path: Option<At<String>>,
}
