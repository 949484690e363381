//! The table of diagnostic codes: name, level and a one-line explanation. A lint is a warning about a
//! document that servers accept and crdc compiles completely; other warnings are about what is left out,
//! guessed or not done. Names are public because CI filters use them: never rename or reuse one. To add a
//! code, add a line to the section of the stage that reports it.

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Compilation continues.
    Warning,
    /// No code is generated from this document.
    Error,
}

macro_rules! severity {
    (Lint) => {
        Severity::Warning
    };
    ($severity:ident) => {
        Severity::$severity
    };
}

macro_rules! codes {
    ($( $variant:ident $level:ident $name:literal $explain:literal; )*) => {
        /// The kind of problem that a [`Diagnostic`](super::Diagnostic) reports.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $( #[doc = $explain] $variant, )*
        }

        impl Code {
            const ALL: &'static [Code] = &[ $( Code::$variant, )* ];

            /// The stable name, in kebab case.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $( Code::$variant => $name, )* }
            }

            /// Whether the document can still be compiled.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $( Code::$variant => severity!($level), )* }
            }

            /// Whether the code is a warning about a document that servers accept and that is compiled
            /// completely.
            #[must_use]
            pub fn is_lint(self) -> bool {
                match self { $( Code::$variant => stringify!($level) == "Lint", )* }
            }

            /// Whether the code is about a server that the user names: that server refuses, drops or ignores
            /// a part of the document.
            #[must_use]
            pub fn is_of_server(self) -> bool {
                use Code::{FieldServer, FormatServer, RuleServer, RuleServerKey, SetServer};
                matches!(self, RuleServer | RuleServerKey | FormatServer | FieldServer | SetServer)
            }

            /// A one-line explanation of the code.
            #[must_use]
            pub fn explain(self) -> &'static str {
                match self { $( Code::$variant => $explain, )* }
            }
        }
    };
}

// Variant, level, name, explanation.
codes! {
    // source: reading files and parsing YAML and JSON.
    SourceUnreadable     Error   "source-unreadable"      "The file cannot be read.";
    SourceNotUtf8        Error   "source-not-utf8"        "The file is not UTF-8.";
    SourceTooLarge       Error   "source-too-large"       "The file is larger than 4 GiB, more than spans can address.";
    SourceTooDeep        Error   "source-too-deep"        "Collections are nested deeper than any schema needs.";
    NumberOutOfRange     Error   "number-out-of-range"    "A number is infinite, not a number, or too large to be a JSON number.";
    YamlSyntax           Error   "yaml-syntax"            "The text is not valid YAML.";
    YamlDuplicateKey     Lint    "yaml-duplicate-key"     "A mapping has a duplicate key; the last one is used.";
    YamlBadKey           Error   "yaml-bad-key"           "A mapping key cannot become a JSON object key.";
    YamlBadTag           Error   "yaml-bad-tag"           "An explicit tag does not fit its value.";
    YamlBadMerge         Error   "yaml-bad-merge"         "A merge key `<<` has a value other than a mapping or a list of mappings.";
    YamlUnknownAlias     Error   "yaml-unknown-alias"     "An alias names an anchor that is not defined before it.";
    YamlAliasLoop        Error   "yaml-alias-loop"        "An anchor's value contains itself.";
    YamlAliasBomb        Error   "yaml-alias-bomb"        "Aliases expand to far more nodes than the document contains.";
    JsonSyntax           Error   "json-syntax"            "The text is not valid JSON.";
    JsonDuplicateKey     Lint    "json-duplicate-key"     "An object has a duplicate key; the last one is used.";

    // schema: converting nodes to a typed schema.
    DocumentSkipped      Warning "document-skipped"       "A document is not a CustomResourceDefinition.";
    KustomizeSkipped     Warning "kustomize-skipped"      "A document is a patch or another document of kustomize.";
    CrdApiVersion        Error   "crd-api-version"        "A CustomResourceDefinition has an API version that no server supports.";
    CrdUnknownKey        Lint    "crd-unknown-key"        "A key is not in the schema; servers drop it, or refuse it under strict field validation.";
    SchemaUnknownKeyword Lint    "schema-unknown-keyword" "A schema has an unknown keyword; servers drop it, or refuse it under strict field validation.";
    SchemaWrongType      Error   "schema-wrong-type"      "A value has a type that the server's decoder rejects.";
    SchemaIgnoredValue   Lint    "schema-ignored-value"   "A value has a type that the server's decoder ignores.";
    SchemaTooDeep        Error   "schema-too-deep"        "Schemas are nested deeper than any cluster needs.";
    ApplySafeAnnotation  Error   "apply-safe-annotation"  "The annotation with the extensions of a CRD cannot be read or does not fit its schemas.";
    ApplySafeRule        Warning "apply-safe-rule"        "A rule names an extension that it stands for, but is not what `crdc publish` writes for it.";

    // check: what the server or crdc itself rejects.
    NameMismatch         Error   "name-mismatch"          "`metadata.name` is not `<plural>.<group>`.";
    NameDuplicate        Error   "name-duplicate"         "Two documents have the same `metadata.name`.";
    NameTaken            Lint    "name-taken"             "Another document of the group has the same name: a server does not serve both.";
    NameMissing          Error   "name-missing"           "A name of the resource is missing.";
    NameInvalid          Error   "name-invalid"           "A name of the resource is not a valid DNS label.";
    GroupInvalid         Error   "group-invalid"          "The group is missing or is not a valid domain.";
    ScopeInvalid         Error   "scope-invalid"          "The scope is neither Namespaced nor Cluster.";
    MetadataInvalid      Error   "metadata-invalid"       "A label, annotation or finalizer of the document is not valid.";
    TemplateUnrendered   Warning "template-unrendered"    "Metadata contains a Helm template that was not rendered.";
    ApprovalMissing      Error   "approval-missing"       "A protected Kubernetes API group requires an approval.";
    VersionName          Error   "version-name"           "A version has no name or an invalid one.";
    VersionDuplicate     Error   "version-duplicate"      "Two versions have the same name.";
    VersionStorage       Error   "version-storage"        "Exactly one version must be the storage version.";
    VersionStored        Error   "version-stored"         "A version in which objects may be stored is missing.";
    VersionDeprecation   Error   "version-deprecation"    "A deprecation warning is not valid.";
    VersionDoubled       Error   "version-doubled"        "A field is set both for all versions and for one version.";
    SchemaMissing        Error   "schema-missing"         "A version has no schema.";
    PreserveUnknownFields Error  "preserve-unknown-fields" "`preserveUnknownFields` is true, which v1 forbids.";
    Conversion           Error   "conversion"             "Conversion between versions is not configured correctly.";
    CaBundleInvalid      Warning "ca-bundle-invalid"      "The CA bundle of a conversion webhook has no certificate, which servers accept only for now.";
    PrinterColumn        Error   "printer-column"         "A printer column is not valid.";
    ScalePath            Error   "scale-path"             "A path of the scale subresource is missing or invalid.";
    ScaleUnionMember     Lint    "scale-union-member"     "The replicas of the scale subresource are a member of a union, or in one.";
    ScaleImmutable       Lint    "scale-immutable"        "The replicas of the scale subresource are immutable, or where no key may be added.";
    SelectableField      Error   "selectable-field"       "A selectable field is not valid.";
    RootKeyword          Error   "root-keyword"           "The root of a schema has a keyword or value that is not allowed there.";
    TypeMissing          Error   "type-missing"           "A schema has no type.";
    TypeUnknown          Error   "type-unknown"           "A type is not one of the six JSON Schema types.";
    ItemsMissing         Error   "items-missing"          "An array has no schema for its items.";
    ItemsList            Error   "items-list"             "`items` is a list of schemas.";
    KeywordUnsupported   Error   "keyword-unsupported"    "A keyword of JSON Schema that the server rejects.";
    UniqueItems          Error   "unique-items"           "`uniqueItems` is true.";
    StructOrMap          Error   "struct-or-map"          "A schema has both `properties` and `additionalProperties`.";
    NestedStructure      Error   "nested-structure"       "A schema under allOf, anyOf, oneOf or not has a keyword that is not allowed there.";
    NestedIncomplete     Error   "nested-incomplete"      "A nested schema validates a field that is not defined outside of it.";
    MetadataSchema       Error   "metadata-schema"        "A schema redefines apiVersion, kind or metadata.";
    EmbeddedResource     Error   "embedded-resource"      "The schema of an embedded resource is not valid.";
    IntOrString          Error   "int-or-string"          "An int-or-string schema has a keyword for objects.";
    PreserveFalse        Error   "preserve-false"         "`x-kubernetes-preserve-unknown-fields` is false.";
    WrongTopology        Error   "wrong-topology"         "A list type or map type is unknown or does not fit the schema's type.";
    ListMapKeys          Error   "list-map-keys"          "The keys of a list of type map are missing or invalid.";
    ListMapItems         Error   "list-map-items"         "The items of a list of type map are not objects.";
    ListSetItems         Error   "list-set-items"         "The items of a set are not atomic.";
    ListNullable         Error   "list-nullable"          "Items of a set, or items or keys of a list of type map, are nullable.";
    DefaultMisplaced     Error   "default-misplaced"      "A default is not allowed here.";
    DefaultInvalid       Error   "default-invalid"        "A default does not fit its own schema.";
    DefaultUnchecked     Warning "default-unchecked"      "Defaults are too large to be checked at compile time.";
    DefaultUnknownFields Error   "default-unknown-fields" "A default has fields that are not in its schema.";
    DefaultRule          Error   "default-rule"           "A CEL rule fails for a default that it applies to.";
    SkeletonPruning      Warning "skeleton-pruning"       "A schema is not structural: objects are pruned by its skeleton.";
    SkeletonStructOrMap  Error   "skeleton-struct-or-map" "Branches of a schema make the same value a struct and a map.";
    NoPruneValue         Error   "no-prune-value"         "A no-prune extension has a value other than true.";
    NoPruneNested        Error   "no-prune-nested"        "A no-prune extension is inside a value that is preserved anyway.";
    ImmutableValue       Error   "immutable-value"        "An immutability extension has a value other than true.";
    ImmutableRoot        Error   "immutable-root"         "An immutability extension is at the root.";
    ImmutableMetadata    Error   "immutable-metadata"     "An immutability extension is in metadata.";
    ImmutableInJunctor   Error   "immutable-in-junctor"   "An immutability extension is under allOf, anyOf, oneOf or not.";
    ImmutableV1beta1     Error   "immutable-v1beta1"      "An immutability extension is in a v1beta1 document.";
    ImmutableConflict    Error   "immutable-conflict"     "Two immutability extensions exclude each other.";
    ImmutableKeysMisplaced Error "immutable-keys-misplaced" "An immutability extension for keys is on a schema without keys.";
    ListKeysNotImmutable Error   "list-keys-not-immutable" "The keys of a list are immutable, but the fields that contain them are not.";
    ImmutableRedundant   Lint    "immutable-redundant"    "An immutability extension is inside a value that is already immutable.";
    ImmutableSetItems    Lint    "immutable-set-items"    "An immutability extension has no effect in the items of a set.";
    ImmutableRemovable   Lint    "immutable-removable"    "An immutable field is in a value that can be removed and set again.";
    NormalizeValue       Error   "normalize-value"        "`x-kubernetes-normalize` has a value other than `undefined`.";
    NormalizeMisplaced   Error   "normalize-misplaced"    "`x-kubernetes-normalize` is on a schema whose value cannot become absent.";
    NormalizeRequired    Lint    "normalize-required"     "A required field becomes absent when it is empty.";
    DialectUnknown       Error   "dialect-unknown"        "`x-crdc-dialect` does not name a known dialect.";
    DialectUnused        Lint    "dialect-unused"         "`x-crdc-dialect` is on a schema without an immutability extension.";
    UnionShape           Error   "union-shape"            "`x-kubernetes-unions` has neither of its two forms.";
    UnionMisplaced       Error   "union-misplaced"        "`x-kubernetes-unions` is not allowed here.";
    UnionDiscriminator   Error   "union-discriminator"    "The discriminator of a union is not a property, or not a string.";
    UnionEmpty           Error   "union-empty"            "A union has no members.";
    UnionEnum            Error   "union-enum"             "A union and the enum of its discriminator list different values.";
    UnionMemberUnknown   Error   "union-member-unknown"   "A member of a union is not a property of the object.";
    UnionMemberDiscriminator Error "union-member-discriminator" "A member of a union is also its discriminator.";
    UnionMemberRequired  Error   "union-member-required"  "A member of a union is required.";
    UnionMemberShared    Error   "union-member-shared"    "A field belongs to two unions.";
    UnionMemberTwice     Error   "union-member-twice"     "Two values of a union select the same member.";
    UnionValueTwice      Error   "union-value-twice"      "A value of a union selects two members.";
    UnionWithoutDiscriminator Lint    "union-without-discriminator" "A union has no discriminator and is not enforced, or the list of unions is empty.";
    UnionDiscriminatorEnum Lint    "union-discriminator-enum" "The discriminator of a union has no enum.";
    UnionDiscriminatorOptional Lint    "union-discriminator-optional" "The discriminator of a union may be absent, but the union has no value for that.";
    UnionMemberDefault   Lint    "union-member-default"   "A member of a union has a default.";
    UnionMemberImmutable Lint    "union-member-immutable" "A member of a union is immutable, but its discriminator is not.";
    PatternInvalid       Error   "pattern-invalid"        "A pattern is not a valid RE2 regular expression.";
    RuleText             Error   "rule-text"              "A CEL rule has a missing or invalid expression, message or reason.";
    RuleCompile          Error   "rule-compile"           "A CEL rule does not compile.";
    RuleType             Error   "rule-type"              "A CEL rule is not a bool, a message is not a string, or a conversion in it always fails.";
    RuleCost             Error   "rule-cost"              "CEL rules may cost more than the server allows.";
    RuleOldSelf          Error   "rule-old-self"          "`oldSelf` cannot be used here, or `optionalOldSelf` is set without it.";
    RuleSchema           Error   "rule-schema"            "A CEL rule is on a schema whose values it cannot see.";
    RuleUncompiled       Error   "rule-uncompiled"        "A CEL rule has no form in Rust.";
    RuleSkipped          Warning "rule-skipped"           "A CEL rule has no form in Rust, and the options say to leave it out.";
    RuleFieldPath        Error   "rule-field-path"        "The field path of a rule does not exist.";
    RuleAbsentField      Lint    "rule-absent-field"      "A CEL rule reads a field that may be absent, which is an error when it runs.";
    RuleUnset            Lint    "rule-unset"             "A CEL rule about updates does not run if a value is removed and set again.";
    RuleDynOverload      Lint    "rule-dyn-overload"      "A CEL rule calls a function that fails for one of the types that a value can have.";
    RuleConstant         Lint    "rule-constant"          "A CEL rule is always true or always false.";
    RuleOldSelfSame      Lint    "rule-old-self-same"     "A CEL rule compares a key or name with its old value, which is always equal.";
    RuleUniqueList       Lint    "rule-unique-list"       "A CEL rule compares each item of a list with all others, instead of a list type.";
    RuleReservedName     Lint    "rule-reserved-name"     "A CEL rule has a reserved word as a field, which older servers refuse.";
    RuleFoldedComment    Lint    "rule-folded-comment"    "A comment in a CEL rule takes the lines that follow it, because YAML folds them into one.";
    FormatUnrecognized   Lint    "format-unrecognized"    "The server does not know a format for this type, and ignores it.";
    RequiredUnknown      Lint    "required-unknown"       "A required field is not a property: it is pruned, and no value is valid.";
    LimitsContradict     Lint    "limits-contradict"      "A minimum is above its maximum: no value is valid.";
    ConstraintMisplaced  Lint    "constraint-misplaced"   "A constraint is on a value of a type for which servers do not check it.";
    NameIsBoolean        Lint    "name-is-boolean"        "YAML reads the name of a property as a boolean.";
    LimitNegative        Lint    "limit-negative"         "A length or count is negative.";
    EnumValueInvalid     Lint    "enum-value-invalid"     "A value of an enum is rejected by its own schema.";
    PatternEmpty         Lint    "pattern-empty"          "A pattern matches no string.";
    PreserveNested       Lint    "preserve-nested"        "An object below preserved unknown fields has no fields: everything in it is pruned.";
    ObjectWithoutFields  Lint    "object-without-fields"  "An object has no fields where fields are meant: everything in it is pruned.";
    NullableEnum         Lint    "nullable-enum"          "A nullable value has an enum, which refuses every null.";
    DefaultUnreached     Lint    "default-unreached"      "Defaults are in a field that may be absent, and are not applied then.";
    VersionUnserved      Lint    "version-unserved"       "No version is served.";
    StatusSubresource    Lint    "status-subresource"     "The schema has a status and the subresource is off, or the other way round.";
    ScalePathUnknown     Lint    "scale-path-unknown"     "A path of the scale subresource leads to no field of the schema, or to one of another type.";
    PrinterColumnUnknown Lint    "printer-column-unknown" "The path of a printer column leads to no field of the schema.";
    StyleBool            Lint    "style-bool"             "A value is a boolean (only with the option for style).";
    StyleFloat           Lint    "style-float"            "A value is a floating-point number (only with the option for style).";
    StyleUint            Lint    "style-uint"             "A format is that of an unsigned integer (only with the option for style).";
    StyleMap             Lint    "style-map"              "A value is a map (only with the option for style).";
    StyleListType        Lint    "style-list-type"        "A list has no list type (only with the option for style).";
    StyleConditions      Lint    "style-conditions"       "Conditions are no map by type, or unlike `metav1.Condition` (only with the option for style).";
    StyleEmptyObject     Lint    "style-empty-object"     "An object has no fields (only with the option for style).";
    StyleOptionalSpec    Lint    "style-optional-spec"    "An optional field, such as `spec`, has required fields (only with the option for style).";
    StyleNestedDefault   Lint    "style-nested-default"   "Defaults are in an optional object without a default (only with the option for style).";
    StyleTemplateMetadata Lint   "style-template-metadata" "Metadata of a template has no creationTimestamp, which Go clients write (only with the option for style).";
    StyleMaxLength       Lint "style-max-length" "A string or a list has no limit (only with the option for style).";
    StyleMinLength       Lint "style-min-length" "An optional string, list, map or object may be empty (only with the option for style).";
    StyleStatusRequired  Lint "style-status-required" "The status has required fields (only with the option for style).";
    StyleItemFields      Lint "style-item-fields" "The objects of a list have no required field (only with the option for style).";
    StyleObjectSet       Lint "style-object-set" "A set has objects (only with the option for style).";
    StyleRequiredDefault Lint "style-required-default" "A required field has a default (only with the option for style).";
    StyleNullable        Lint "style-nullable" "A value may be null (only with the option for style).";
    StyleName            Lint "style-name" "The name of a field is one that conventions advise against (only with the option for style).";
    StyleDuration        Lint "style-duration" "A duration is text (only with the option for style).";
    VersionMaybeStored   Warning "version-maybe-stored"   "A version was removed that may have been the storage version before.";
    RuleServer           Error   "rule-server"            "A CEL rule needs a newer server than the one that is named.";
    RuleServerKey        Warning "rule-server-key"        "A CEL rule has a key that the named server does not know, and drops.";
    FormatServer         Warning "format-server"          "A format needs a newer server than the one that is named.";
    FieldServer          Warning "field-server"           "A field of a document needs a newer server than the one that is named, which drops it.";
    SetServer            Warning "set-server"             "The named server warns of a set whose items are objects or lists.";
    UpdateImmutable      Error   "update-immutable"       "An update changes a name that is immutable.";
    SchemaTooLarge       Error   "schema-too-large"       "A schema has more fields, values, branches or parts than crdc compiles.";
    NotYetEmbeddedMetadata Warning "not-yet-embedded-metadata" "Of the metadata of embedded resources, only constraints on `name` and `generateName` are compiled, and no defaults.";

    // openapi: published OpenAPI documents.
    OpenapiDocument      Error   "openapi-document"       "A file is not an OpenAPI document of version 2 or 3.";
    OpenapiKind          Error   "openapi-kind"           "An OpenAPI document does not have this kind, or the kind is not a resource.";
    OpenapiIncomplete    Warning "openapi-incomplete"     "An OpenAPI document does not describe a resource completely: the rest is guessed or left out.";
    ReferenceInvalid     Error   "reference-invalid"      "A `$ref` does not resolve, leaves the document, or leads back to itself.";
    ReferenceConflict    Error   "reference-conflict"     "A keyword is set both beside a `$ref` and in the definition it refers to.";
    DefaultEndless       Error   "default-endless"        "Defaults below a default never end, or are too large.";

    // typed: items under the derive, which also reports the codes of check.
    AttributeInvalid     Error   "attribute-invalid"      "An attribute of an item cannot be parsed, or has no effect here.";
    MarkerUnknown        Error   "marker-unknown"         "A comment line looks like a marker but is not one.";
    MarkerArgument       Error   "marker-argument"        "A marker lacks an argument, or has an invalid one.";
    MarkerMisplaced      Error   "marker-misplaced"       "A marker has no meaning here.";
    MarkerTwice          Error   "marker-twice"           "A marker is a duplicate, or two markers contradict each other.";
    MarkerLimits         Error   "marker-limits"          "Markers and attributes, or the type, limit a value so that none is valid.";
    MarkerUseless        Error   "marker-useless"         "A marker changes nothing here.";
    MarkerUnsupported    Error   "marker-unsupported"     "A marker of another tool is not supported.";
    RuleInvalid          Error   "rule-invalid"           "A CEL rule of a Rust type cannot be read, does not compile, or has no effect here.";
    RuleUnchecked        Error   "rule-unchecked"         "An attribute declares a CEL rule, which the derive does not run.";
    SchemaUnchecked      Error   "schema-unchecked"       "An attribute gives a schema that the derive cannot read.";
    WrittenTwice         Error   "written-twice"          "Two fields or variants of an item are serialized under the same name.";
    PresenceConflict     Error   "presence-conflict"      "A marker and the type or its attributes disagree on whether a field may be absent.";

    // publish: documents extended with the rules of Rust types.
    PublishDocument      Error   "publish-document"       "The document to publish is not a single v1 CustomResourceDefinition.";
    PublishServer        Error   "publish-server"         "A rule needs newer servers than those that the document is published for.";
    PublishPath          Error   "publish-path"           "Rules are given for a path that the document does not have.";
    PublishFragment      Error   "publish-fragment"       "The rules of a type cannot be read.";
    PublishNoPlace       Error   "publish-no-place"       "The rules of a type refer to a field that the document does not have.";
    PublishContradiction Error   "publish-contradiction"  "The rules of a type and the document contradict each other.";
    PublishRecursive     Error   "publish-recursive"      "A type is recursive, which no CustomResourceDefinition can express.";
    PublishStructural    Error   "publish-structural"     "A type has no structural schema.";
    PublishCut           Warning "publish-cut"            "A recursive type is cut, and rules below the cut are not published.";
    PublishUnchecked     Warning "publish-unchecked"      "The document has a rule that the type's own rules do not have: the derive does not check it.";
    PublishEnumNull      Warning "publish-enum-null"      "`None` is serialized as null, which no enum accepts.";
    PublishKeys          Warning "publish-keys"           "The document does not say what the keys of a map are like.";
    PublishUnruled       Warning "publish-unruled"        "A marker is on a schema that no rules were given for, and is lost.";

    // command: options, files, output.
    VersionAbsent        Error   "version-absent"         "A document has none of the versions that are to be compiled.";
    RuntimePath          Error   "runtime-path"           "The configured path of the runtime crate is not a valid path.";
}

impl Code {
    /// All codes, in table order.
    #[must_use]
    pub fn all() -> &'static [Code] {
        Self::ALL
    }

    /// Returns the code with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Code> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;
    use std::collections::HashSet;

    #[test]
    fn names_are_kebab_case_and_unique() {
        let mut seen = HashSet::new();
        for code in Code::all() {
            let name = code.name();
            assert!(seen.insert(name), "duplicate name {name}");
            assert!(
                name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
                "{name}"
            );
            assert!(code.explain().ends_with('.'), "{name}");
            assert_eq!(Code::from_name(name), Some(*code));
        }
    }
}
