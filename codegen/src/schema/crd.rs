//! A CustomResourceDefinition as written: every key of v1 and v1beta1, typed, spans kept,
//! nothing validated.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/types.go, v1beta1/types.go

use super::misread::Misread;
use super::model::{At, Schema};
use crate::source::{Node, Span};

/// Which API version the document is written in.
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
    /// `spec.versions`, in document order; v1beta1's `spec.version` where there are none.
    pub versions: Vec<Version>,
    /// `spec.conversion`, verbatim.
    pub conversion: Option<At<Node>>,
    /// `spec.preserveUnknownFields`.
    pub preserve_unknown_fields: Option<At<bool>>,
    /// v1beta1 only: what stands at the top of `spec` for all versions.
    pub common: PerVersion,
    /// `status`, verbatim.
    pub status: Option<At<Node>>,
    /// What of it has the wrong type, and is left unset.
    pub misread: Misread,
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
    /// What v1beta1 may also have at the top.
    pub parts: PerVersion,
}

/// What v1 has per version and v1beta1 may have at the top.
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
    /// Present, whatever it holds.
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
