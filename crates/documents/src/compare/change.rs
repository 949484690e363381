//! The changes that a comparison reports: each with its location, and its impact on stored objects. **The
//! names of kinds and everything else in the JSON output are public**: do not change their meaning.

use crdc_schema::At;
use crdc_source::Span;

macro_rules! kinds {
    ($( $variant:ident $name:literal $explain:literal; )*) => {
        /// The kind of a change.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $( #[doc = $explain] $variant, )*
        }

        impl Kind {
            /// All kinds.
            pub const ALL: &'static [Kind] = &[ $( Kind::$variant, )* ];

            /// The stable name: the keyword, if there is one.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $( Kind::$variant => $name, )* }
            }

            /// A one-line explanation.
            #[must_use]
            pub fn explain(self) -> &'static str {
                match self { $( Kind::$variant => $explain, )* }
            }
        }
    };
}

kinds! {
    // Changes of the document.
    Definition "definition" "A CustomResourceDefinition was added or removed.";
    Names "names" "The names of the resource.";
    Scope "scope" "Whether objects are namespaced.";
    PreserveAll "preserveUnknownFields" "Whether unknown fields are preserved in the whole document.";
    Conversion "conversion" "How objects are converted between versions.";
    Version "version" "A version was added or removed.";
    Served "served" "Whether a version is served.";
    Storage "storage" "The version in which objects are stored.";
    Deprecated "deprecated" "Whether a version is deprecated.";
    Schema "schema" "Whether a version has a schema.";
    Status "status" "Whether there is a status subresource.";
    Scale "scale" "The scale subresource.";
    SelectableFields "selectableFields" "The fields by which objects can be selected.";
    // Changes of what is preserved.
    Field "field" "A field was added, or is pruned.";
    Described "described" "Whether values that could be any value have a schema.";
    Map "additionalProperties" "Whether entries of any name are preserved.";
    UnknownFields "x-kubernetes-preserve-unknown-fields" "Whether unknown fields of an object are preserved.";
    Embedded "x-kubernetes-embedded-resource" "Whether a value is an embedded resource.";
    Default "default" "The default value.";
    // Changes of what is accepted.
    Type "type" "The type of a value.";
    Nullable "nullable" "Whether null is preserved.";
    Enum "enum" "The allowed values.";
    Maximum "maximum" "The maximum of a number.";
    Minimum "minimum" "The minimum of a number.";
    MultipleOf "multipleOf" "The factor that numbers must be multiples of.";
    MaxLength "maxLength" "The maximum number of characters.";
    MinLength "minLength" "The minimum number of characters.";
    MaxItems "maxItems" "The maximum number of items.";
    MinItems "minItems" "The minimum number of items.";
    MaxProperties "maxProperties" "The maximum number of properties.";
    MinProperties "minProperties" "The minimum number of properties.";
    Pattern "pattern" "The regular expression that strings must match.";
    Format "format" "The format of strings and numbers.";
    Required "required" "The required fields.";
    AllOf "allOf" "Schemas that must all match.";
    AnyOf "anyOf" "Schemas of which at least one must match.";
    OneOf "oneOf" "Schemas of which exactly one must match.";
    Not "not" "A schema that must not match.";
    Rule "x-kubernetes-validations" "A CEL rule.";
    ListType "x-kubernetes-list-type" "How the items of a list are identified.";
    ListMapKeys "x-kubernetes-list-map-keys" "The fields that identify the items of a list.";
    MapType "x-kubernetes-map-type" "Whether an object has one owner as a whole.";
    Immutable "x-kubernetes-immutable" "Whether a value may change.";
    ImmutableKeys "x-kubernetes-immutable-keys" "Whether keys may be added and removed.";
    AdditionOnly "x-kubernetes-addition-only" "Whether keys may be removed.";
    DeletionOnly "x-kubernetes-deletion-only" "Whether keys may be added.";
    Normalize "x-kubernetes-normalize" "Whether null and empty values are stored.";
    Dialect "x-crdc-dialect" "The dialect that checks immutability.";
    Unions "x-kubernetes-unions" "Which fields exclude each other.";
    Extension "extension" "An extension that servers ignore.";
}

/// The direction of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// Something was added.
    Added,
    /// Something was removed.
    Removed,
    /// Accepts a subset of what was accepted before.
    Tightened,
    /// Accepts a superset of what was accepted before.
    Loosened,
    /// Neither a subset nor a superset, or unknown.
    Changed,
}

impl Effect {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Effect::Added => "added",
            Effect::Removed => "removed",
            Effect::Tightened => "tightened",
            Effect::Loosened => "loosened",
            Effect::Changed => "changed",
        }
    }

    /// The effect of the reverse change.
    #[must_use]
    pub fn reversed(self) -> Effect {
        match self {
            Effect::Added => Effect::Removed,
            Effect::Removed => Effect::Added,
            Effect::Tightened => Effect::Loosened,
            Effect::Loosened => Effect::Tightened,
            Effect::Changed => Effect::Changed,
        }
    }
}

/// The impact on objects that were accepted before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Impact {
    /// All of them are still accepted and lose no data.
    Harmless,
    /// The impact depends on more than the two schemas, or cannot be determined from them.
    MayBreak,
    /// Some of them lose data, are rejected, or cannot be accessed.
    Breaks,
}

impl Impact {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Impact::Harmless => "harmless",
            Impact::MayBreak => "may-break",
            Impact::Breaks => "breaks",
        }
    }
}

/// What a policy says of a change. Reports show it in place of the impact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Policy {
    /// The change is wanted, whatever its impact.
    Allowed,
    /// The change is refused.
    Denied,
}

impl Policy {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Policy::Allowed => "allowed",
            Policy::Denied => "denied",
        }
    }
}

impl Change {
    /// Whether a policy allows the change.
    #[must_use]
    pub fn is_allowed(&self) -> bool {
        self.policy == Some(Policy::Allowed)
    }

    /// The word of reports: the impact, or what a policy makes of it.
    pub(super) fn word(&self) -> &'static str {
        match (self.policy, self.impact) {
            (Some(Policy::Allowed), _) | (Some(Policy::Denied), Impact::Harmless) => {
                self.policy.map_or("", Policy::name)
            }
            (_, impact) => impact.name(),
        }
    }
}

/// Whether the server ignores the new error when a stored object that has it is updated (ratcheting).
// apiextensions-apiserver: pkg/apiserver/validation/ratcheting.go; registry/customresource/strategy.go
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ratcheted {
    /// Ignores the error while the value is unchanged.
    Yes,
    /// Ignores the error while the value is unchanged and contains nothing that the schema does not describe:
    /// the server cannot correlate such parts with their old values, and treats the value as changed.
    IfDescribed,
    /// Ignores the error while the whole enclosing list is unchanged: its items are not correlated with old
    /// items.
    WithTheList,
    /// Ignores the error while the stored object has any errors of this kind.
    WhileFaulty,
    /// Never ignores the error.
    No,
}

impl Ratcheted {
    /// The stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Ratcheted::Yes => "yes",
            Ratcheted::IfDescribed => "if-described",
            Ratcheted::WithTheList => "with-the-list",
            Ratcheted::WhileFaulty => "while-faulty",
            Ratcheted::No => "no",
        }
    }
}

/// A change.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The change.
    pub kind: Kind,
    /// The direction of the change.
    pub effect: Effect,
    /// The impact on stored objects.
    pub impact: Impact,
    /// Whether the errors that the change causes are ratcheted on updates; `None` if the change causes no
    /// errors.
    pub ratcheted: Option<Ratcheted>,
    /// The path of the value that must be unchanged so that the error is ignored, if any.
    pub unchanged: Option<String>,
    /// The version in the old document.
    pub old_version: Option<String>,
    /// The version in the new document.
    pub new_version: Option<String>,
    /// The path in an object: `spec.users[].name`, `spec.labels{}`. Empty for the whole object, and for
    /// changes of the document.
    pub path: String,
    /// The old value as JSON, if it is short.
    pub was: Option<String>,
    /// The new value as JSON, if it is short.
    pub now: Option<String>,
    /// The location in the old document.
    pub old: Option<Span>,
    /// The location in the new document; for a removed part, the location of its parent.
    pub new: Option<Span>,
    /// The message without its subject, which is the path.
    pub said: String,
    /// Additional information, in one sentence.
    pub help: Option<String>,
    /// The number of fields below a field that was added or removed.
    pub fields: usize,
    /// Whether a rule compares a value with its old value, so that only updates show it.
    pub is_transition: bool,
    /// The path of the only field that is new with the schema of a field that was removed.
    pub moved_to: Option<String>,
    /// What a policy says of the change. The comparison itself says nothing.
    pub policy: Option<Policy>,
    /// The normalized schema of a field that was added or removed, if it is large enough to be recognized.
    pub(super) shape: Option<String>,
}

impl Change {
    pub(super) fn new(kind: Kind, effect: Effect, impact: Impact, said: impl Into<String>) -> Change {
        Change {
            kind,
            effect,
            impact,
            ratcheted: None,
            unchanged: None,
            old_version: None,
            new_version: None,
            path: String::new(),
            was: None,
            now: None,
            old: None,
            new: None,
            said: said.into(),
            help: None,
            fields: 0,
            is_transition: false,
            moved_to: None,
            policy: None,
            shape: None,
        }
    }

    /// The whole message: `` `spec.engine` no longer allows "mysql" ``.
    #[must_use]
    pub fn message(&self) -> String {
        let place = match self.path.as_str() {
            "" => String::new(),
            path => format!("`{path}` "),
        };
        let below = match self.fields {
            0 => String::new(),
            1 => ", with the field below it".to_owned(),
            more => format!(", with the {more} fields below it"),
        };
        format!("{place}{}{below}", self.said)
    }

    pub(super) fn values(mut self, was: Option<String>, now: Option<String>) -> Change {
        let short = |text: &String| text.len() <= LONGEST_VALUE;
        (self.was, self.now) = (was.filter(short), now.filter(short));
        self
    }

    pub(super) fn places(mut self, old: Option<Span>, new: Option<Span>) -> Change {
        (self.old, self.new) = (old.or(self.old), new.or(self.new));
        self
    }

    pub(super) fn impact(mut self, impact: Impact) -> Change {
        self.impact = impact;
        self
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Change {
        self.help = Some(help.into());
        self
    }

    pub(super) fn ratcheted(mut self, ratcheted: Option<Ratcheted>) -> Change {
        self.ratcheted = ratcheted;
        if ratcheted.is_none_or(|ratcheted| matches!(ratcheted, Ratcheted::No | Ratcheted::WhileFaulty)) {
            self.unchanged = None;
        }
        self
    }
}

/// Values longer than this many bytes are omitted.
const LONGEST_VALUE: usize = 200;

/// The location of a keyword.
pub(super) fn key_of<T>(at: Option<&At<T>>) -> Option<Span> {
    at.map(|at| at.key)
}
