//! Decides about markers of other tools. Markers that do not constrain values are ignored. Unsupported
//! markers that do are errors, since a silently lost rule is worse than no rule.

/// Ignored markers, by prefix of their names. They are for generators of Go code, manifests and
/// documentation.
pub(super) const LEFT_ALONE: &[&str] = &[
    "genclient",
    "groupName",
    "groupGoName",
    "resourceName",
    "versionName",
    "protobuf",
    "patchStrategy",
    "patchMergeKey",
    "featureGate",
    "title",
    "example",
    "kubebuilder:ac",
    "kubebuilder:deprecatedversion",
    "kubebuilder:docs-gen",
    "kubebuilder:example",
    "kubebuilder:externalDocs",
    "kubebuilder:metadata",
    "kubebuilder:object",
    "kubebuilder:printcolumn",
    "kubebuilder:rbac",
    "kubebuilder:resource",
    "kubebuilder:scaffold",
    "kubebuilder:selectablefield",
    "kubebuilder:skip",
    "kubebuilder:skipversion",
    "kubebuilder:storageversion",
    "kubebuilder:subresource",
    "kubebuilder:title",
    "kubebuilder:unservedversion",
    "kubebuilder:webhook",
    "k8s:client-gen",
    "k8s:conversion-fn",
    "k8s:conversion-gen",
    "k8s:deepcopy-gen",
    "k8s:defaulter-gen",
    "k8s:isSubresource",
    "k8s:openapi-gen",
    "k8s:openapi-model-package",
    "k8s:prerelease-lifecycle-gen",
    "k8s:protobuf-gen",
    "k8s:register-gen",
    "k8s:supportsSubresource",
    "k8s:validation-gen",
];

/// Unsupported markers: the full name of each, its meaning, and the help.
pub(super) const REFUSED: &[(&str, &str, &str)] = &[
    ("k8s:forbidden", "a field that must not be set", "remove the field from the type"),
    (
        "k8s:item",
        "a rule for one item of a list",
        "replace the list with a struct whose fields have the rules",
    ),
    ("k8s:subfield", "a rule for a field of another type", "move it to the field of that type"),
    ("k8s:eachKey", "a rule for the keys of a map", VALIDATE),
    ("k8s:unique", "uniqueness in addition to a list type", "write `+listType=set` or `+listType=map`"),
    ("k8s:customUnique", "uniqueness that code checks", VALIDATE),
    ("k8s:customValidation", "a rule that code checks", VALIDATE),
    ("k8s:maxBytes", "a maximum length in bytes", "write `+k8s:maxLength=`, which counts characters"),
    ("k8s:enumExclude", "a value that its enum excludes", "remove the variant"),
    ("k8s:neq", "a value that is not allowed", VALIDATE),
    ("k8s:discriminator", "members whose rules depend on another field", UNION),
    ("k8s:member", "members whose rules depend on another field", UNION),
    ("k8s:modeDiscriminator", "members whose rules depend on another field", UNION),
    ("k8s:ifMode", "a rule that depends on another field", UNION),
    ("k8s:ifEnabled", "a rule that depends on a feature", VALIDATE),
    ("k8s:ifDisabled", "a rule that depends on a feature", VALIDATE),
    ("k8s:opaqueType", "a type whose rules are ignored", "write `#[crdc(leaf)]` on the field"),
    ("k8s:validateTrue", "a rule for tests", "remove it"),
    ("k8s:validateFalse", "a rule for tests", "remove it"),
    ("k8s:validateError", "a rule for tests", "remove it"),
    ("kubebuilder:validation:UniqueItems", "`uniqueItems`, which servers refuse", "write `+listType=set`"),
    ("kubebuilder:validation:Type", "a type other than that of the field", TYPE),
    ("kubebuilder:validation:Schemaless", "a field without a schema", TYPE),
    ("kubebuilder:validation:XIntOrString", "an integer or a string", "use `IntOrString` of k8s-openapi"),
    ("kubebuilder:validation:XEmbeddedResource", "an object inside the object", TYPE),
    ("kubebuilder:validation:EmbeddedResource", "an object inside the object", TYPE),
    ("kubebuilder:validation:XPreserveUnknownFields", "fields that the schema does not specify", TYPE),
    ("kubebuilder:pruning:PreserveUnknownFields", "fields that the schema does not specify", TYPE),
    ("union", "a struct that is a union", UNION),
    ("unionDeprecated", "a member of a union in the older form", UNION),
];

const UNION: &str = "write `+unionDiscriminator` on a field and `+unionMember` on the fields that it selects";
const VALIDATE: &str = "check it in code in addition to calling `validate_update`, and remove the marker";
const TYPE: &str =
    "express it with the field's type or `#[schemars(schema_with = \"…\")]`, and remove the marker";

/// Whether a marker of another tool is ignored.
pub(super) fn is_left_alone(name: &str) -> bool {
    LEFT_ALONE.iter().any(|known| {
        name.strip_prefix(known).is_some_and(|rest| {
            rest.is_empty()
                || rest.starts_with([':', '.', '-'])
                || *known == "genclient"
                || *known == "protobuf"
        })
    })
}

/// The declaration of an unsupported marker, and the help.
pub(super) fn refused(name: &str) -> Option<(&'static str, &'static str)> {
    // Arguments of controller-gen follow a colon: `XValidation:rule=`.
    let same =
        |known: &str| name.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'));
    REFUSED.iter().find(|(known, ..)| same(known)).map(|(_, meaning, help)| (*meaning, *help))
}

/// Whether markers with this prefix must be known to crdc.
pub(super) fn is_ours(name: &str) -> bool {
    ["k8s:", "kubebuilder:validation:", "crdc:"].iter().any(|space| name.starts_with(space))
}
