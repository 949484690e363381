//! What a comparison reports: which change, where, what it does to objects that are stored.
//! **The names of kinds and of everything else that JSON shows are public**: they do not change
//! their meaning.

use crate::source::Span;

macro_rules! kinds {
    ($( $variant:ident $name:literal $explain:literal; )*) => {
        /// What changed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Kind {
            $( #[doc = $explain] $variant, )*
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Kind] = &[ $( Kind::$variant, )* ];

            /// The stable spelling: that of the keyword, where there is one.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $( Kind::$variant => $name, )* }
            }

            /// What it stands for, in one line.
            #[must_use]
            pub fn explain(self) -> &'static str {
                match self { $( Kind::$variant => $explain, )* }
            }
        }
    };
}

kinds! {
    // The document.
    Definition "definition" "A CustomResourceDefinition came or went.";
    Names "names" "What the resource is called.";
    Scope "scope" "Objects are in namespaces, or no longer are.";
    PreserveAll "preserveUnknownFields" "Whether unknown fields are pruned at all.";
    Conversion "conversion" "How objects get from one version to another.";
    Version "version" "A version came or went.";
    Served "served" "Whether a version can be asked for.";
    Storage "storage" "The version that objects are stored in.";
    Deprecated "deprecated" "Whether users of a version are warned.";
    Schema "schema" "Whether a version has a schema.";
    Status "status" "Whether there is a status subresource.";
    Scale "scale" "The scale subresource.";
    SelectableFields "selectableFields" "Fields that objects can be selected by.";
    // What is kept.
    Field "field" "A field came, or is pruned.";
    Described "described" "Values that could be anything are described now, or no longer.";
    Map "additionalProperties" "Whether entries of any name are kept.";
    UnknownFields "x-kubernetes-preserve-unknown-fields" "Whether unknown fields of an object are kept.";
    Embedded "x-kubernetes-embedded-resource" "Whether a value is an object of Kubernetes itself.";
    Default "default" "What stands where nothing is given.";
    // What is accepted.
    Type "type" "The type of a value.";
    Nullable "nullable" "Whether null is kept.";
    Enum "enum" "The values that are allowed.";
    Maximum "maximum" "The greatest number.";
    Minimum "minimum" "The least number.";
    MultipleOf "multipleOf" "What numbers are multiples of.";
    MaxLength "maxLength" "The most characters.";
    MinLength "minLength" "The fewest characters.";
    MaxItems "maxItems" "The most items.";
    MinItems "minItems" "The fewest items.";
    MaxProperties "maxProperties" "The most properties.";
    MinProperties "minProperties" "The fewest properties.";
    Pattern "pattern" "The expression that texts match.";
    Format "format" "The format of texts and numbers.";
    Required "required" "Fields that must be there.";
    AllOf "allOf" "Schemas that all hold.";
    AnyOf "anyOf" "Schemas of which one holds.";
    OneOf "oneOf" "Schemas of which exactly one holds.";
    Not "not" "A schema that does not hold.";
    Rule "x-kubernetes-validations" "A rule in CEL.";
    ListType "x-kubernetes-list-type" "What tells the items of a list apart.";
    ListMapKeys "x-kubernetes-list-map-keys" "The fields that tell the items of a list apart.";
    MapType "x-kubernetes-map-type" "Whether appliers own an object as a whole.";
    Immutable "x-kubernetes-immutable" "Whether a value may change.";
    ImmutableKeys "x-kubernetes-immutable-keys" "Whether keys may come and go.";
    AdditionOnly "x-kubernetes-addition-only" "Whether keys may go.";
    DeletionOnly "x-kubernetes-deletion-only" "Whether keys may come.";
    Normalize "x-kubernetes-normalize" "Whether null and empty values are stored.";
    Dialect "x-crdc-dialect" "How it is checked what may change.";
    Unions "x-kubernetes-unions" "Which fields exclude each other.";
    Extension "extension" "An extension that servers do not read.";
}

/// Which way it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Effect {
    /// Something is there that was not.
    Added,
    /// Something is gone.
    Removed,
    /// Less is accepted, and nothing that was refused before.
    Tightened,
    /// More is accepted, and all that was accepted before.
    Loosened,
    /// Both, or it cannot be told.
    Changed,
}

impl Effect {
    /// The stable spelling.
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

    /// What the way back is.
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

/// What it does to objects that were accepted before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Impact {
    /// All of them are accepted as before, and keep what they hold.
    Harmless,
    /// That depends on more than the two schemas, or cannot be told from them.
    MayBreak,
    /// Some of them lose data, are refused, or cannot be reached.
    Breaks,
}

impl Impact {
    /// The stable spelling.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Impact::Harmless => "harmless",
            Impact::MayBreak => "may-break",
            Impact::Breaks => "breaks",
        }
    }
}

/// Whether the server sets the new error aside when a stored object that has it is updated.
// apiextensions-apiserver: pkg/apiserver/validation/ratcheting.go; registry/customresource/strategy.go
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ratcheted {
    /// While the value is as it was.
    Yes,
    /// While the value is as it was, and there is nothing in it that the schema does not describe:
    /// the server does not find the old selves of such things, and takes the value for changed.
    IfDescribed,
    /// While the whole list around it is as it was: its items are not matched with old ones.
    WithTheList,
    /// As long as the stored object has any faults of this sort itself.
    WhileFaulty,
    /// Never.
    No,
}

impl Ratcheted {
    /// The stable spelling.
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

/// One change.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// What changed.
    pub kind: Kind,
    /// Which way.
    pub effect: Effect,
    /// What that does to stored objects.
    pub impact: Impact,
    /// What becomes of its errors on updates; none where it does not lead to errors.
    pub ratcheted: Option<Ratcheted>,
    /// The path of the value that must be as it was for that; none where none is named.
    pub unchanged: Option<String>,
    /// The version in the old document.
    pub old_version: Option<String>,
    /// The version in the new document.
    pub new_version: Option<String>,
    /// The place in an object: `spec.users[].name`, `spec.labels{}`. Empty for the object as a
    /// whole, and for changes of the document.
    pub path: String,
    /// What stood there, as JSON, where that is short.
    pub was: Option<String>,
    /// What stands there now, as JSON, where that is short.
    pub now: Option<String>,
    /// The place in the old document.
    pub old: Option<Span>,
    /// The place in the new document; of what is gone, the place that held it.
    pub new: Option<Span>,
    /// What is to be said of the place, in a sentence that begins behind its name.
    pub said: String,
    /// What else there is to know, in a sentence.
    pub help: Option<String>,
    /// How many fields stand below one that came or went.
    pub fields: usize,
    /// What a field that came or went means, where there is enough of it to know it again.
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
            shape: None,
        }
    }

    /// The whole sentence: `` `spec.engine` no longer allows "mysql" ``.
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
        let short = |text: &String| text.len() <= LONGEST;
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

/// Values longer than this many bytes are left out.
const LONGEST: usize = 200;
