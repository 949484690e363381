//! The table of differences between server versions: one line for each behavior, with its source. Source of
//! `docs/servers.md`. Which functions and macros of CEL a version has is in the tables of `crates/cel/`, the
//! source of `docs/cel-functions.md`.
//!
//! Easy to break: `since` is the first version on which a **new** document gets the new behavior. What comes
//! with the functions of CEL, and with formats, counts one version after it was added, because servers use
//! what the version before them has too.
//
// Compared: the tags v0.29.15, v0.30.14, v0.31.14, v0.32.13, v0.33.13, v0.34.10, v0.35.7, v0.36.3 and
// v0.37.0-beta.0 of apiextensions-apiserver, apiserver and apimachinery, and the versions of cel-go and
// kube-openapi in their go.mod.

use crdc_vocabulary::Minor;

/// A behavior that differs between versions.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// The name, which tests use.
    pub name: &'static str,
    /// The topic.
    pub topic: Topic,
    /// The first version with the behaviour `after`.
    pub since: Minor,
    /// The behaviour of older servers.
    pub before: &'static str,
    /// The behaviour of servers from that version on.
    pub after: &'static str,
    /// The place in the server's sources: repository, file and what to look for there.
    pub source: &'static str,
    /// Whether crdc has both behaviours.
    pub covered: Covered,
}

/// The topic of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// The fields of a CustomResourceDefinition that are accepted and kept.
    Definitions,
    /// The syntax and the costs of CEL rules.
    Rules,
    /// The accepted objects.
    Objects,
    /// The way in which errors and warnings are worded.
    Messages,
}

/// Whether crdc behaves like the versions on both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covered {
    /// crdc has both behaviours; the text names the test.
    Yes(&'static str),
    /// crdc has only one; the text describes its behaviour.
    No(&'static str),
}

impl Topic {
    /// All topics, in the order of the page.
    pub const ALL: [Topic; 4] = [Topic::Definitions, Topic::Rules, Topic::Objects, Topic::Messages];

    /// The title of the topic's section.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Topic::Definitions => "Definitions",
            Topic::Rules => "CEL rules",
            Topic::Objects => "Objects",
            Topic::Messages => "Messages",
        }
    }
}

use Covered::{No, Yes};
use Topic::{Definitions, Messages, Objects, Rules};

macro_rules! differences {
    ($($name:literal $topic:ident $since:expr; $before:literal; $after:literal; $source:literal; $covered:expr;)*) => {
        &[$(Difference {
            name: $name,
            topic: $topic,
            since: $since,
            before: $before,
            after: $after,
            source: $source,
            covered: $covered,
        }),*]
    };
}

/// All differences, by topic and version.
pub const DIFFERENCES: &[Difference] = differences! {
    "optional-old-self" Definitions Minor::OPTIONAL_OLD_SELF;
        "drop `optionalOldSelf`: `oldSelf` is the old value itself, and most such rules do not compile";
        "keep it";
        "apiextensions-apiserver: pkg/features/kube_features.go (CRDValidationRatcheting), pkg/registry/customresourcedefinition/strategy.go (dropDisabledFields)";
        Yes("`rule-server`");
    "selectable-fields" Definitions Minor::SELECTABLE_FIELDS;
        "drop `selectableFields` without checking them; 1.29 does not know the field";
        "check and keep them";
        "apiextensions-apiserver: pkg/features/kube_features.go (CustomResourceFieldSelectors), pkg/registry/customresourcedefinition/strategy.go (dropSelectableFields)";
        Yes("`field-server`");
    "ca-bundle" Definitions Minor::CA_BUNDLES;
        "do not read the CA bundle of a conversion webhook";
        "refuse an update of an established definition if its bundle has no certificate and the old one had";
        "apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go (allowInvalidCABundle)";
        Yes("an error from then on, a warning before");
    "format-warnings" Definitions Minor::FORMAT_WARNINGS;
        "say nothing about unrecognized formats of strings";
        "warn: `unrecognized format`";
        "apiextensions-apiserver: pkg/registry/customresourcedefinition/strategy.go (getUnrecognizedFormatsInCRD)";
        Yes("crdc warns for every version, and shows the server's words where it has some");
    "name-formats" Definitions Minor::NAME_FORMATS;
        "ignore the formats `k8s-short-name` and `k8s-long-name`; 1.34 warns that they are unrecognized";
        "check them, in defaults and objects";
        "apiextensions-apiserver: pkg/apiserver/validation/formats.go (supportedVersionedFormats)";
        Yes("`format-server`; defaults and objects");
    "many-selectable-fields" Definitions Minor::MANY_SELECTABLE;
        "refuse every update with more than eight selectable fields";
        "accept it if the old definition has the same fields";
        "apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go (findTooManySelectableFieldsAllowed)";
        Yes("with `--old`");
    "number-formats" Definitions Minor::NUMBER_FORMATS;
        "ignore formats of numbers and integers";
        "check the range of `int32` and `float`, in defaults and objects";
        "kube-openapi: pkg/validation/validate/schema.go (numberValidator); apiextensions-apiserver: pkg/apiserver/validation/formats.go";
        Yes("defaults and objects");
    "number-format-warnings" Definitions Minor::NUMBER_FORMATS;
        "say nothing about unrecognized formats of schemas that are no strings";
        "warn, also if there is no type";
        "apiextensions-apiserver: pkg/apiserver/validation/formats.go (GetUnrecognizedFormats)";
        Yes("crdc warns for every version, and shows the server's words where it has some");
    "set-warnings" Definitions Minor::SET_WARNINGS;
        "say nothing about sets whose items are objects or lists";
        "warn that server-side apply and rules do not support them";
        "apiextensions-apiserver: pkg/registry/customresourcedefinition/strategy.go (getNonScalarListTypeSetWarnings)";
        Yes("`set-server`");

    "rule-functions" Rules Minor::OPTIONAL_OLD_SELF;
        "have fewer functions and macros of CEL: sets and newer functions of strings since 1.30, IP and CIDR since 1.31, formats since 1.32, two variables since 1.33, semver since 1.34, lists since 1.35";
        "as [cel-functions.md](cel-functions.md) says, one version after a function was added";
        "apiserver: pkg/cel/environment/base.go (baseOpts, DefaultCompatibilityVersion)";
        Yes("`rule-server`, with the server's error");
    "rule-literals" Rules Minor::RULE_LITERALS;
        "find invalid literals of durations, timestamps and patterns when they make the program of a rule: `program instantiation failed: …`";
        "find them before: `compilation failed: … invalid matches argument`";
        "apiserver: pkg/cel/environment/base.go (ASTValidators); cel-go: interpreter/decorators.go (decOptimize, decRegexOptimizer)";
        Yes("`rule-compile`, with the server's error");
    "rule-costs-of-quantities" Rules Minor::QUANTITY_COSTS;
        "count a call of `quantity()` as 1";
        "count it by the length of its argument";
        "apiserver: pkg/cel/library/cost.go";
        Yes("`rule-cost`");
    "preexisting-messages" Rules Minor::KEPT_MESSAGES;
        "compile a `messageExpression` that an update keeps as if it were new: it may use fewer functions than a rule that is kept";
        "compile it with all functions of the server, like a rule that is kept";
        "apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go (findPreexistingExpressionsInSchema)";
        Yes("with `--old`");
    "rule-reserved-words" Rules Minor(32);
        "refuse reserved words such as `namespace` as names of fields";
        "accept them";
        "apiserver: pkg/cel/types.go (SetRecognizeKeywordAsFieldName)";
        Yes("`rule-server`, `rule-reserved-name`");
    "rule-costs-of-equality" Rules Minor::EQUALITY_COSTS;
        "count `==` of quantities, IPs, networks and URLs by their sizes, which they do not know: such rules are too expensive";
        "count it as 1, of URLs by their length";
        "apiserver: pkg/cel/library/cost.go (EstimateCallCost, `_==_`)";
        Yes("`rule-cost`");
    "rule-cost-estimates" Rules Minor::RULE_SIZES;
        "forget the sizes of variables and of what is inside of lists that a rule makes, and count them as unlimited";
        "estimate them: such rules are cheaper";
        "cel-go: checker/cost.go, v0.22.0 and v0.23.2";
        Yes("`rule-cost`");
    "int-or-string-costs" Rules Minor::INT_OR_STRING_COSTS;
        "count a value that is an integer or a string as long as a request, whatever its `maxLength`";
        "count its `maxLength`";
        "apiserver: pkg/cel/common/schemas.go (SchemaDeclType)";
        Yes("`rule-cost`");
    "name-costs" Rules Minor::NAME_COSTS;
        "count `metadata.name` and `generateName` as long as a request";
        "count them as 253 and 252 characters, or less if `maxLength` says so";
        "apiextensions-apiserver: pkg/apiserver/schema/cel/model/schemas.go (cappedLengthStringType)";
        Yes("`rule-cost`");
    "set-equality" Rules Minor(37);
        "call a set or list map equal to a list of the same length that has only some of its items, and those several times";
        "compare both ways";
        "apiserver: pkg/cel/common/valuesunstructured.go (Equal)";
        No("compares as 1.36, since 1.37 reworks sets and list maps as a whole, and may change until its release");
    "quantity-addition" Rules Minor(37);
        "change a large quantity that `add` or `sub` is called on";
        "leave it as it is";
        "apiserver: pkg/cel/library/quantity.go (quantityAdd)";
        No("adds as 1.36, since rules of all versions run the same functions, and 1.37 may change until its release");
    "includes" Rules Minor(38);
        "have no `includes`";
        "have `list.includes(item)`, added in 1.37";
        "apiserver: pkg/cel/library/lists.go (ListsVersion)";
        Yes("refuses it, as all servers that are known");

    "ratcheting" Objects Minor::OPTIONAL_OLD_SELF;
        "refuse updates that keep values which are not valid, other than sets and list maps";
        "accept them, and warn of what rules say";
        "apiextensions-apiserver: pkg/features/kube_features.go (CRDValidationRatcheting)";
        Yes("`crdc test`, and `crdc validate` with `--old`");
    "rule-field-paths" Objects Minor::RULE_PATHS;
        "put the `fieldPath` of a rule that failed before the path of the next error of the same value";
        "give each error its own path";
        "apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (validateExpressions)";
        Yes("objects");
    "status-paths" Objects Minor::STATUS_PATHS;
        "leave out `status` in the paths of schema errors of status updates";
        "write the whole path";
        "apiextensions-apiserver: pkg/registry/customresource/validator.go (ValidateStatusUpdate)";
        Yes("`crdc test`");
    "status-ratcheting" Objects Minor::STATUS_RATCHETING;
        "refuse status updates that keep values which are not valid";
        "accept them";
        "apiextensions-apiserver: pkg/registry/customresource/status_strategy.go (ValidateUpdate)";
        Yes("`crdc test`");

    "long-values" Messages Minor::BYTES;
        "`may not be longer than 5`; for annotations and managed fields `must have at most 5 bytes`";
        "`may not be more than 5 bytes`";
        "apimachinery: pkg/util/validation/field/errors.go (TooLong, TooLongMaxLength)";
        Yes("definitions and objects");
    "finalizer-warnings" Messages Minor::BYTES;
        "`prefer a domain-qualified finalizer name to avoid …`";
        "`… name including a path (/) to avoid …` for names with a dot";
        "apiextensions-apiserver: pkg/registry/customresource/validator.go (validateKubeFinalizerName)";
        Yes("objects");
    "stored-versions" Messages Minor::STORED_VERSIONS;
        "`must appear in spec.versions`";
        "`missing from spec.versions; v1 was previously a storage version, …`";
        "apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go (ValidateCustomResourceDefinitionStoredVersions)";
        Yes("definitions");
    "go-values" Messages Minor::JSON_VALUES;
        "show lists and objects in Go's syntax: `map[string]interface {}{\"a\":1}`";
        "show them as JSON";
        "apimachinery: pkg/util/validation/field/errors.go (ErrorBody)";
        Yes("definitions and objects");
    "one-byte" Messages Minor::JSON_VALUES;
        "`may not be more than 1 bytes`, `must have at most 1 items`";
        "`1 byte`, `1 item`";
        "apimachinery: pkg/util/validation/field/errors.go (TooLong, TooMany)";
        Yes("definitions and objects");
    "repeated-names" Messages Minor::JSON_VALUES;
        "repeat the name of the field: `message must be non-empty if specified`, `kind must not be empty`, `schemas are required`";
        "`must be non-empty if specified`, `must not be empty`, nothing";
        "apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go; apimachinery: pkg/api/validation/objectmeta.go; apiserver: pkg/util/webhook/validation.go";
        Yes("definitions and objects");
    "embedded-resources" Messages Minor::JSON_VALUES;
        "`apiVersion: Required value: must not be empty` in embedded resources";
        "`apiVersion: Required value`";
        "apiextensions-apiserver: pkg/apiserver/schema/objectmeta/validation.go (validateEmbeddedResource)";
        Yes("objects");
    "rule-values" Messages Minor::RULE_VALUES;
        "show the type of the value in errors of rules: `Invalid value: \"string\": …`";
        "show the value, and nothing for lists and objects";
        "apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (validateExpressions)";
        Yes("objects");
    "managed-operations" Messages Minor::MANAGED_OPERATIONS;
        "``Invalid value: \"x\": must be `Apply` or `Update` ``";
        "`Unsupported value: \"x\": supported values: \"Apply\", \"Update\"`; `Required value: must not be empty` without one";
        "apimachinery: pkg/apis/meta/v1/validation/validation.go (ValidateManagedFields)";
        Yes("objects");
    "owner-references" Messages Minor::OWNER_INDEXES;
        "`metadata.ownerReferences.kind: Invalid value: \"\": must not be empty`";
        "`metadata.ownerReferences[0].kind: Required value: must not be empty`";
        "apimachinery: pkg/api/validation/objectmeta.go (validateOwnerReference)";
        Yes("metadata of objects, with its errors in the order of 1.36; that of embedded resources and of definitions as 1.36");
};
