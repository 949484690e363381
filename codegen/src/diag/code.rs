//! The one table of diagnostic codes: name, severity, one line of explanation.
//! A code's name is public (people put it in CI filters): never rename, never reuse one.
//! To add a code, add one line to the section of the stage that reports it.

use super::Severity;

macro_rules! codes {
    ($( $variant:ident $severity:ident $name:literal $explain:literal; )*) => {
        /// Which problem a [`Diagnostic`](super::Diagnostic) reports.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Code {
            $( #[doc = $explain] $variant, )*
        }

        impl Code {
            const ALL: &'static [Code] = &[ $( Code::$variant, )* ];

            /// The stable spelling, in kebab case.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $( Code::$variant => $name, )* }
            }

            /// Whether the document can still be compiled.
            #[must_use]
            pub fn severity(self) -> Severity {
                match self { $( Code::$variant => Severity::$severity, )* }
            }

            /// What the code stands for, in one line.
            #[must_use]
            pub fn explain(self) -> &'static str {
                match self { $( Code::$variant => $explain, )* }
            }
        }
    };
}

// Variant, severity, name, explanation.
codes! {
    // source: reading text.
    SourceUnreadable     Error   "source-unreadable"      "The file cannot be read.";
    SourceNotUtf8        Error   "source-not-utf8"        "The file is not UTF-8.";
    SourceTooLarge       Error   "source-too-large"       "The file is larger than 4 GiB, more than spans can address.";
    SourceTooDeep        Error   "source-too-deep"        "Collections are nested deeper than any schema needs.";
    NumberOutOfRange     Error   "number-out-of-range"    "A number is infinite, not a number, or too large to be a JSON number.";
    YamlSyntax           Error   "yaml-syntax"            "The text is not YAML.";
    YamlDuplicateKey     Warning "yaml-duplicate-key"     "A mapping has the same key twice; the last one stands.";
    YamlBadKey           Error   "yaml-bad-key"           "A mapping key cannot become a JSON object key.";
    YamlBadTag           Error   "yaml-bad-tag"           "An explicit tag does not fit the value it stands before.";
    YamlBadMerge         Error   "yaml-bad-merge"         "A merge key `<<` has a value other than a mapping or a list of mappings.";
    YamlUnknownAlias     Error   "yaml-unknown-alias"     "An alias names an anchor that does not stand before it.";
    YamlAliasLoop        Error   "yaml-alias-loop"        "An anchor's value contains itself.";
    YamlAliasBomb        Error   "yaml-alias-bomb"        "Aliases expand to far more than the document holds.";
    JsonSyntax           Error   "json-syntax"            "The text is not JSON.";
    JsonDuplicateKey     Warning "json-duplicate-key"     "An object has the same key twice; the last one stands.";

    // schema: from nodes to a typed schema. Add lines here.
    DocumentSkipped      Warning "document-skipped"       "A document is no CustomResourceDefinition.";
    CrdApiVersion        Error   "crd-api-version"        "A CustomResourceDefinition is written in an API version that no server has.";
    CrdUnknownKey        Warning "crd-unknown-key"        "A key outside the schema that the server drops without a word.";
    SchemaUnknownKeyword Warning "schema-unknown-keyword" "A keyword of a schema that the server drops without a word.";
    SchemaWrongType      Error   "schema-wrong-type"      "A value has a type that the server's decoder refuses.";
    SchemaIgnoredValue   Warning "schema-ignored-value"   "A value has a type that the server's decoder passes over.";
    SchemaTooDeep        Error   "schema-too-deep"        "Schemas are nested deeper than any cluster needs.";

    // check: what the server or our own rules refuse. Add lines here.
    NameMismatch         Error   "name-mismatch"          "`metadata.name` is not the plural, a dot and the group.";
    NameDuplicate        Error   "name-duplicate"         "Two documents have one `metadata.name`.";
    NameMissing          Error   "name-missing"           "A name of the resource is missing.";
    NameInvalid          Error   "name-invalid"           "A name of the resource is no DNS label.";
    GroupInvalid         Error   "group-invalid"          "The group is missing or no domain.";
    ScopeInvalid         Error   "scope-invalid"          "The scope is neither Namespaced nor Cluster.";
    MetadataInvalid      Error   "metadata-invalid"       "A label, annotation or finalizer of the document is not valid.";
    TemplateUnrendered   Warning "template-unrendered"    "Metadata holds a template of Helm that was not rendered.";
    ApprovalMissing      Error   "approval-missing"       "A group of Kubernetes' own needs an approval.";
    VersionName          Error   "version-name"           "A version has no valid name.";
    VersionDuplicate     Error   "version-duplicate"      "Two versions have the same name.";
    VersionStorage       Error   "version-storage"        "Not exactly one version is stored.";
    VersionStored        Error   "version-stored"         "A version is gone in which objects may be stored.";
    VersionDeprecation   Error   "version-deprecation"    "A deprecation warning is not valid.";
    VersionDoubled       Error   "version-doubled"        "Something stands both for all versions and for one.";
    SchemaMissing        Error   "schema-missing"         "A version has no schema.";
    PreserveUnknownFields Error  "preserve-unknown-fields" "`preserveUnknownFields` is true, which v1 forbids.";
    Conversion           Error   "conversion"             "Conversion between versions is not set up right.";
    PrinterColumn        Error   "printer-column"         "A printer column is not valid.";
    ScalePath            Error   "scale-path"             "A path of the scale subresource is missing or wrong.";
    SelectableField      Error   "selectable-field"       "A selectable field is not valid.";
    RootKeyword          Error   "root-keyword"           "The root of a schema has a keyword or value it cannot have.";
    TypeMissing          Error   "type-missing"           "A schema has no type.";
    TypeUnknown          Error   "type-unknown"           "A type is none of the six.";
    ItemsMissing         Error   "items-missing"          "An array has no schema for its items.";
    ItemsList            Error   "items-list"             "`items` is a list of schemas.";
    KeywordUnsupported   Error   "keyword-unsupported"    "A keyword of JSON Schema that the server refuses.";
    UniqueItems          Error   "unique-items"           "`uniqueItems` is true.";
    StructOrMap          Error   "struct-or-map"          "`properties` and `additionalProperties` stand side by side.";
    NestedStructure      Error   "nested-structure"       "A schema under allOf, anyOf, oneOf or not says more than a restriction.";
    NestedIncomplete     Error   "nested-incomplete"      "A nested schema restricts what is not defined outside of it.";
    MetadataSchema       Error   "metadata-schema"        "A schema redefines apiVersion, kind or metadata.";
    EmbeddedResource     Error   "embedded-resource"      "An embedded resource is not described right.";
    IntOrString          Error   "int-or-string"          "An integer or string is also said to be an object.";
    PreserveFalse        Error   "preserve-false"         "`x-kubernetes-preserve-unknown-fields` is false.";
    WrongTopology        Error   "wrong-topology"         "A list type or map type is unknown or stands at another type.";
    ListMapKeys          Error   "list-map-keys"          "The keys of a list of type map are missing or unfit.";
    ListMapItems         Error   "list-map-items"         "The items of a list of type map are no objects.";
    ListSetItems         Error   "list-set-items"         "The items of a set are not atomic.";
    ListNullable         Error   "list-nullable"          "Items or keys of a set or map of items may be null.";
    DefaultMisplaced     Error   "default-misplaced"      "A default stands where none may.";
    DefaultInvalid       Error   "default-invalid"        "A default does not fit its own schema.";
    DefaultUnchecked     Warning "default-unchecked"      "Defaults are too large to be checked at compile time.";
    DefaultUnknownFields Error   "default-unknown-fields" "A default has fields that its schema does not know.";
    SkeletonPruning      Warning "skeleton-pruning"       "A schema is not structural: objects are pruned by its skeleton.";
    SkeletonStructOrMap  Error   "skeleton-struct-or-map" "Branches of a schema make one value a struct and a map.";
    NoPruneValue         Error   "no-prune-value"         "A no-prune extension is something other than true.";
    NoPruneNested        Error   "no-prune-nested"        "No-prune stands inside of what is kept anyway.";
    ImmutableValue       Error   "immutable-value"        "An extension of immutability is something other than true.";
    ImmutableRoot        Error   "immutable-root"         "An extension of immutability stands at the root.";
    ImmutableMetadata    Error   "immutable-metadata"     "An extension of immutability stands in metadata.";
    ImmutableInJunctor   Error   "immutable-in-junctor"   "An extension of immutability stands under allOf, anyOf, oneOf or not.";
    ImmutableV1beta1     Error   "immutable-v1beta1"      "An extension of immutability stands in a document of v1beta1.";
    ImmutableConflict    Error   "immutable-conflict"     "Two extensions of immutability exclude each other.";
    ImmutableKeysMisplaced Error "immutable-keys-misplaced" "An extension that speaks of keys stands where there are none.";
    ListKeysNotImmutable Error   "list-keys-not-immutable" "The keys of a list are fixed, and the fields that they are in are not.";
    ImmutableRedundant   Warning "immutable-redundant"    "An extension of immutability stands in what is immutable anyway.";
    ImmutableSetItems    Warning "immutable-set-items"    "An extension of immutability has nothing to check in items of a set.";
    ImmutableRemovable   Warning "immutable-removable"    "What is immutable stands in what can be removed and set again.";
    NormalizeValue       Error   "normalize-value"        "`x-kubernetes-normalize` is something other than `undefined`.";
    NormalizeMisplaced   Error   "normalize-misplaced"    "`x-kubernetes-normalize` stands where nothing can become absent.";
    NormalizeRequired    Warning "normalize-required"     "A required field becomes absent where it is empty.";
    DialectUnknown       Error   "dialect-unknown"        "`x-crdc-dialect` names no dialect.";
    DialectUnused        Warning "dialect-unused"         "`x-crdc-dialect` stands where no mark does.";
    UnionShape           Error   "union-shape"            "`x-kubernetes-unions` has none of its two shapes.";
    UnionMisplaced       Error   "union-misplaced"        "`x-kubernetes-unions` stands where no union can be.";
    UnionDiscriminator   Error   "union-discriminator"    "The discriminator of a union is no property, or no string.";
    UnionEmpty           Error   "union-empty"            "A union has no members.";
    UnionEnum            Error   "union-enum"             "A union and the enum of its discriminator name other values.";
    UnionMemberUnknown   Error   "union-member-unknown"   "A member of a union is no property of the object.";
    UnionMemberDiscriminator Error "union-member-discriminator" "A member of a union is its discriminator.";
    UnionMemberRequired  Error   "union-member-required"  "A member of a union is required.";
    UnionMemberShared    Error   "union-member-shared"    "A field belongs to two unions.";
    UnionMemberTwice     Error   "union-member-twice"     "Two values of a union select one member.";
    UnionValueTwice      Error   "union-value-twice"      "A value of a union selects two members.";
    UnionWithoutDiscriminator Warning "union-without-discriminator" "A union has no discriminator and is left alone, or there is none.";
    UnionDiscriminatorEnum Warning "union-discriminator-enum" "The discriminator of a union has no enum.";
    UnionDiscriminatorOptional Warning "union-discriminator-optional" "The discriminator of a union may be absent, and no value stands for that.";
    UnionMemberDefault   Warning "union-member-default"   "A member of a union has a default.";
    UnionMemberImmutable Warning "union-member-immutable" "A member of a union is immutable, and its discriminator is not.";
    PatternInvalid       Error   "pattern-invalid"        "A pattern is no regular expression of RE2.";
    RuleText             Error   "rule-text"              "A rule in CEL lacks a text, or has one in a wrong form.";
    RuleFieldPath        Error   "rule-field-path"        "The field path of a rule leads nowhere.";
    FormatUnrecognized   Warning "format-unrecognized"    "A format that the server does not know for this type, and ignores.";
    UpdateImmutable      Error   "update-immutable"       "An update changes a name that cannot be changed.";
    SchemaTooLarge       Error   "schema-too-large"       "A schema has more fields, values, branches or parts than are compiled.";
    NotYetCel            Warning "not-yet-cel"            "Rules in CEL are not compiled yet.";
    NotYetEmbeddedMetadata Warning "not-yet-embedded-metadata" "Constraints on metadata of embedded resources are compiled for `name` and `generateName` alone.";

    // openapi: published documents. Add lines here.
    OpenapiDocument      Error   "openapi-document"       "A file is no OpenAPI document of version 2 or 3.";
    OpenapiKind          Error   "openapi-kind"           "An OpenAPI document has no such kind, or it is no resource.";
    OpenapiIncomplete    Warning "openapi-incomplete"     "An OpenAPI document does not say all of a resource: the rest is guessed or left out.";
    ReferenceInvalid     Error   "reference-invalid"      "A `$ref` leads nowhere, out of the document, or back to itself.";
    ReferenceConflict    Error   "reference-conflict"     "A keyword stands beside a `$ref` and in the definition that it leads to.";
    DefaultEndless       Error   "default-endless"        "Defaults below a default never come to an end, or are too large.";

    // typed: items under the derive, which also reports codes of check. Add lines here.
    AttributeInvalid     Error   "attribute-invalid"      "An attribute of an item cannot be read, or says nothing where it stands.";
    MarkerUnknown        Error   "marker-unknown"         "A line of a comment is no marker, though it looks like one.";
    MarkerArgument       Error   "marker-argument"        "A marker lacks an argument, or has one that it cannot have.";
    MarkerMisplaced      Error   "marker-misplaced"       "A marker stands where it means nothing.";
    MarkerTwice          Error   "marker-twice"           "A marker stands twice, or says two things.";
    MarkerUseless        Error   "marker-useless"         "A marker changes nothing where it stands.";
    MarkerUnsupported    Error   "marker-unsupported"     "A marker of another tool means something that is not done here.";
    WrittenTwice         Error   "written-twice"          "Two fields or variants of an item are written under one name.";
    PresenceConflict     Error   "presence-conflict"      "A marker and the type or its attributes disagree on whether a field may be absent.";

    // publish: documents with the rules of Rust types. Add lines here.
    PublishDocument      Error   "publish-document"       "What is to be published is no single CustomResourceDefinition of v1.";
    PublishPath          Error   "publish-path"           "Rules are given for a place that the document does not have.";
    PublishFragment      Error   "publish-fragment"       "The rules of a type cannot be read.";
    PublishNoPlace       Error   "publish-no-place"       "The rules of a type speak of what the document does not have.";
    PublishContradiction Error   "publish-contradiction"  "The rules of a type and the document say different things.";
    PublishRecursive     Error   "publish-recursive"      "A type leads back to itself, which no CustomResourceDefinition can say.";
    PublishStructural    Error   "publish-structural"     "A type has no structural schema.";
    PublishCut           Warning "publish-cut"            "A type that leads back to itself is cut, and rules below that are not published.";
    PublishUnchecked     Warning "publish-unchecked"      "The document has a rule that the type's own rules do not have: the derive does not check it.";
    PublishEnumNull      Warning "publish-enum-null"      "`None` is written as null, which no enum accepts.";
    PublishUnruled       Warning "publish-unruled"        "A marker stands at what no rules were given for, and is lost.";

    // command: options, files, output. Add lines here.
    RuntimePath          Error   "runtime-path"           "The configured path of the runtime crate is no path.";
}

impl Code {
    /// Every code, in the order of the table.
    #[must_use]
    pub fn all() -> &'static [Code] {
        Self::ALL
    }

    /// The code with this name.
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
            assert!(seen.insert(name), "{name} stands twice");
            assert!(
                name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
                "{name}"
            );
            assert!(code.explain().ends_with('.'), "{name}");
            assert_eq!(Code::from_name(name), Some(*code));
        }
    }
}
