//! Constraints that a JSON Schema does not express: by path and topic.

/// Something that a server checks and a JSON Schema does not.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unexpressed {
    /// The path of the value, such as `spec.rules[]`; empty for the whole object.
    pub path: String,
    /// The topic.
    pub topic: Topic,
    /// The keyword's value, or what differs.
    pub detail: String,
}

/// A constraint that a JSON Schema cannot express.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// CEL rules.
    Rules,
    /// Unique items of a list: sets of objects, and list maps.
    ListType,
    /// A format, of which the schema has only a pattern that other strings match too.
    Format,
    /// A pattern in RE2 syntax that has no equal in ECMA 262.
    Pattern,
    /// Names, labels, annotations and other metadata.
    Metadata,
    /// Immutability, unions and normalization, of which only crdc knows.
    Extension,
    /// The number of fields, which a server counts after it removed nulls and applied defaults.
    Count,
    /// Integers: servers refuse those of more than 64 bits.
    Number,
    /// The replicas of the scale subresource.
    Scale,
    /// The status, which a create drops.
    Status,
}

impl Topic {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Topic::Rules => "CEL rules",
            Topic::ListType => "list type",
            Topic::Format => "format",
            Topic::Pattern => "pattern",
            Topic::Metadata => "metadata",
            Topic::Extension => "extension",
            Topic::Count => "number of fields",
            Topic::Number => "integers",
            Topic::Scale => "scale",
            Topic::Status => "status",
        }
    }
}

impl std::fmt::Display for Unexpressed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = if self.path.is_empty() { "(object)" } else { &self.path };
        write!(f, "{place}: {}: {}", self.topic.name(), self.detail.replace('\n', " "))
    }
}
