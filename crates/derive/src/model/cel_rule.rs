//! The model of CEL rules of an item. `item/` and `markers/` read them, `cel/` compiles them, `emit/` and
//! `schema/` write them.

#[cfg(feature = "rules")]
use crdc_cel::compile::program::Program;
use proc_macro2::Span;

/// A CEL rule.
pub struct CelRule {
    /// The texts of the rule.
    pub words: RuleWords,
    /// The span of the rule's expression, or of the line that contains it.
    pub span: Span,
    /// The programs, set once the rule is compiled.
    #[cfg(feature = "rules")]
    pub(crate) compiled: Option<Compiled>,
}

/// The texts of a CEL rule: the keys of an entry of `x-kubernetes-validations`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RuleWords {
    /// `rule`
    pub rule: String,
    /// `message`
    pub message: Option<String>,
    /// `messageExpression`
    pub expression: Option<String>,
    /// `reason`, one of the server's.
    pub reason: Option<String>,
    /// `fieldPath`
    pub field_path: Option<String>,
    /// `optionalOldSelf`
    pub optional_old_self: bool,
}

/// The programs of a rule.
#[cfg(feature = "rules")]
pub(crate) struct Compiled {
    pub(crate) rule: Program,
    pub(crate) message: Option<Program>,
    /// Whether the rule uses `oldSelf`.
    pub(crate) transition: bool,
    /// The field path, as the server prints it.
    pub(crate) field_path: String,
}
