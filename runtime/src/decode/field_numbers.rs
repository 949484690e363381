//! The field numbers of the fields that every resource has, and of the fields of metadata.

/// Numbers of the root's fields that every resource has.
pub(crate) mod root {
    pub(crate) const API_VERSION: u16 = 0;
    pub(crate) const KIND: u16 = 1;
    pub(crate) const METADATA: u16 = 2;
    pub(crate) const STATUS: u16 = 3;
}

/// Numbers of the fields of metadata.
pub(crate) mod field {
    pub(crate) const NAME: u16 = 0;
    pub(crate) const GENERATE_NAME: u16 = 1;
    pub(crate) const NAMESPACE: u16 = 2;
    pub(crate) const SELF_LINK: u16 = 3;
    pub(crate) const UID: u16 = 4;
    pub(crate) const RESOURCE_VERSION: u16 = 5;
    pub(crate) const GENERATION: u16 = 6;
    pub(crate) const CREATION_TIMESTAMP: u16 = 7;
    pub(crate) const DELETION_TIMESTAMP: u16 = 8;
    pub(crate) const DELETION_GRACE_PERIOD_SECONDS: u16 = 9;
    pub(crate) const LABELS: u16 = 10;
    pub(crate) const ANNOTATIONS: u16 = 11;
    pub(crate) const OWNER_REFERENCES: u16 = 12;
    pub(crate) const FINALIZERS: u16 = 13;
    pub(crate) const MANAGED_FIELDS: u16 = 14;
    /// The number of fields.
    pub(crate) const COUNT: usize = 15;
}

/// Numbers of the fields of an owner reference.
pub(crate) mod owner {
    pub(crate) const API_VERSION: u16 = 0;
    pub(crate) const KIND: u16 = 1;
    pub(crate) const NAME: u16 = 2;
    pub(crate) const UID: u16 = 3;
    pub(crate) const CONTROLLER: u16 = 4;
    pub(crate) const BLOCK_OWNER_DELETION: u16 = 5;
}

/// Numbers of the fields of an entry of `managedFields`.
pub(crate) mod manager {
    pub(crate) const MANAGER: u16 = 0;
    pub(crate) const OPERATION: u16 = 1;
    pub(crate) const FIELDS_TYPE: u16 = 3;
    pub(crate) const SUBRESOURCE: u16 = 4;
}

/// The number of a field of metadata. The length comes first, so that each comparison is of a constant
/// length.
// Inlined for lookups: their keys are mostly constants.
#[inline(always)]
pub(crate) fn number(name: &[u8]) -> Option<u16> {
    Some(match name.len() {
        3 if name == b"uid" => field::UID,
        4 if name == b"name" => field::NAME,
        6 if name == b"labels" => field::LABELS,
        8 if name == b"selfLink" => field::SELF_LINK,
        9 if name == b"namespace" => field::NAMESPACE,
        10 if name == b"generation" => field::GENERATION,
        10 if name == b"finalizers" => field::FINALIZERS,
        11 if name == b"annotations" => field::ANNOTATIONS,
        12 if name == b"generateName" => field::GENERATE_NAME,
        13 if name == b"managedFields" => field::MANAGED_FIELDS,
        15 if name == b"resourceVersion" => field::RESOURCE_VERSION,
        15 if name == b"ownerReferences" => field::OWNER_REFERENCES,
        17 if name == b"creationTimestamp" => field::CREATION_TIMESTAMP,
        17 if name == b"deletionTimestamp" => field::DELETION_TIMESTAMP,
        26 if name == b"deletionGracePeriodSeconds" => field::DELETION_GRACE_PERIOD_SECONDS,
        _ => return None,
    })
}
