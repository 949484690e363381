//! The speed targets (`design/architecture.md`) and the format of measured values.

use std::fmt;

/// A measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Bar {
    /// Speed of `create` relative to parsing with serde_json.
    P1,
    /// Speed relative to parsing and validating with jsonschema; no target.
    JsonSchema,
    /// The same with jsonschema's macro.
    JsonSchemaMacro,
    /// Speed relative to simd-json's tape.
    P3,
    /// Speed relative to sonic-rs' DOM.
    P2,
    /// Instructions per input byte.
    P4,
    /// Time of kube's evaluation of CEL rules on a parsed value, relative to what rules add to `create`.
    P5,
    /// The same relative to all of `create`; no target.
    P5Create,
    /// Time of `update` with an equal old object, relative to `create`.
    P7Equal,
    /// The same after a change of an annotation.
    P7Changed,
    /// Time of the same update with a third of the fields immutable, relative to none.
    Immutability,
    /// The same for an update of one value in the middle of the spec.
    MarkedDeep,
    /// The same with a reformatted old object, so that no bytes are equal.
    MarkedReformatted,
    /// Instructions of an update of a kind without extensions, relative to a runtime compiled without them.
    Unmarked,
    /// Time of a create through a chain without plugins, relative to `create`; no target.
    NoPlugins,
    /// Time of a create through two validators, relative to `create`.
    Validators,
    /// Time of a create through a mutator that sets a label, relative to `create`.
    Mutator,
    /// Time of `create` by a plan that is not compiled, relative to generated code.
    DynamicCreate,
    /// The same of an update.
    DynamicUpdate,
    /// Speed of that `create` relative to parsing with serde_json.
    DynamicParse,
    /// Time of `create` and reading its object as a type, relative to serde_json reading that type from the
    /// bytes.
    Typed,
    /// The same with a `serde_json::Value` as the type.
    TypedTree,
    /// Seconds that views add to compiling a kind without optimization.
    ViewsDev,
    /// The same in release mode.
    ViewsRelease,
    /// Seconds that owned types add to it without optimization.
    TypesDev,
    /// The same in release mode.
    TypesRelease,
    /// Seconds to generate the code.
    P8Generate,
    /// Seconds to compile it without optimization.
    P8Dev,
    /// Seconds to compile it in release mode.
    P8Release,
    /// Megabytes of machine code added.
    P8Text,
    /// Seconds to generate in an unoptimized build script; no target.
    P8Script,
    /// CPU time to compile a kind with its rules without optimization, relative to the same kind without.
    RulesDev,
    /// The same in release mode.
    RulesRelease,
    /// Time of kube's `validate_cel_update` relative to the derive's `validate_update`.
    Cel,
    /// The same with schema and rules compiled in advance.
    CelCompiled,
    /// The same with both objects already JSON, so that only the rules are measured.
    CelRules,
    /// Allocations of a valid update of a type with the derive.
    TypedAllocations,
    /// CPU time that the derive adds to compiling fifty structs, relative to serde's two derives.
    DeriveBuild,
    /// The same with the derive before serde's.
    DeriveBuildFirst,
    /// The same if each struct is read, written and validated.
    DeriveBuildUsed,
}

/// The target of a measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Target {
    AtLeast(f64),
    AtMost(f64),
    /// No target; shown only.
    Nothing,
}

impl Bar {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::P1 => "P1",
            Self::JsonSchema => "jsonschema",
            Self::JsonSchemaMacro => "jsonschema macro",
            Self::P3 => "P3",
            Self::P2 => "P2",
            Self::P4 => "P4",
            Self::P5 => "P5",
            Self::P5Create => "P5 create",
            Self::P7Equal => "P7",
            Self::P7Changed => "P7c",
            Self::Immutability => "immutable third",
            Self::MarkedDeep => "immutable third, spec changed",
            Self::MarkedReformatted => "immutable third, reformatted",
            Self::Unmarked => "no extensions",
            Self::NoPlugins => "no plugins",
            Self::Validators => "two validators",
            Self::Mutator => "one mutator",
            Self::DynamicCreate => "dynamic create",
            Self::DynamicUpdate => "dynamic update",
            Self::DynamicParse => "dynamic serde_json",
            Self::Typed => "typed",
            Self::TypedTree => "typed tree",
            Self::ViewsDev => "views dev",
            Self::ViewsRelease => "views release",
            Self::TypesDev => "types dev",
            Self::TypesRelease => "types release",
            Self::P8Generate => "P8 generate",
            Self::P8Dev => "P8 dev",
            Self::P8Release => "P8 release",
            Self::P8Text => "P8 text",
            Self::P8Script => "P8 generate-unoptimized",
            Self::RulesDev => "rules dev",
            Self::RulesRelease => "rules release",
            Self::Cel => "CEL",
            Self::CelCompiled => "CEL compiled",
            Self::CelRules => "CEL rules only",
            Self::TypedAllocations => "derive allocations",
            Self::DeriveBuild => "derive build",
            Self::DeriveBuildFirst => "derive build, before serde",
            Self::DeriveBuildUsed => "derive build, used",
        }
    }

    /// The title of the column or row.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::P1 => "serde_json parse",
            Self::JsonSchema => "parse + jsonschema",
            Self::JsonSchemaMacro => "parse + jsonschema macro",
            Self::P3 => "simd-json tape",
            Self::P2 => "sonic-rs DOM",
            Self::P4 => "instructions per byte",
            Self::P5 => "kube's CEL rules",
            Self::P5Create => "the same, relative to create",
            Self::P7Equal => "update, equal",
            Self::P7Changed => "update, changed",
            Self::Immutability => "update, a third immutable",
            Self::MarkedDeep => "the same, spec changed",
            Self::MarkedReformatted => "the same, old object reformatted",
            Self::Unmarked => "extensions compiled in",
            Self::NoPlugins => "create through an empty chain",
            Self::Validators => "create through two validators",
            Self::Mutator => "create through a mutator that sets a label",
            Self::DynamicCreate => "create by a plan that is not compiled",
            Self::DynamicUpdate => "update by such a plan",
            Self::DynamicParse => "serde_json parse, relative to such a create",
            Self::Typed => "create and read as a type, relative to serde_json reading it",
            Self::TypedTree => "the same as a `serde_json::Value`",
            Self::ViewsDev => "compiling views, dev",
            Self::ViewsRelease => "compiling views, release",
            Self::TypesDev => "compiling owned types, dev",
            Self::TypesRelease => "compiling owned types, release",
            Self::P8Generate => "generating the code",
            Self::P8Dev => "compiling it, dev",
            Self::P8Release => "compiling it, release",
            Self::P8Text => "added machine code",
            Self::P8Script => "generating in an unoptimized build script",
            Self::RulesDev => "compiling rules, dev",
            Self::RulesRelease => "compiling rules, release",
            Self::Cel => "`validate_cel_update`",
            Self::CelCompiled => "the same, rules compiled in advance",
            Self::CelRules => "the same, objects already JSON",
            Self::TypedAllocations => "allocations of the derive",
            Self::DeriveBuild => "compiling the derive, relative to serde's two",
            Self::DeriveBuildFirst => "the same before serde's",
            Self::DeriveBuildUsed => "the same with all types used",
        }
    }

    pub(super) fn unit(self) -> &'static str {
        match self {
            Self::P4 | Self::TypedAllocations => "",
            Self::P8Generate | Self::P8Dev | Self::P8Release | Self::P8Script => "s",
            Self::ViewsDev | Self::ViewsRelease | Self::TypesDev | Self::TypesRelease => "s",
            Self::P8Text => "MB",
            _ => "x",
        }
    }

    /// The target for an object of this name.
    pub(super) fn ask(self, object: &str) -> Target {
        let certificate = object.starts_with("certificate");
        match self {
            Self::P1 => Target::AtLeast(if certificate { 3.0 } else { 5.0 }),
            Self::P2 | Self::P3 => Target::AtLeast(1.0),
            Self::P4 if object.starts_with("httproute-20k") => Target::AtMost(12.0),
            Self::P4 if object.starts_with("certificate-20k") => Target::AtMost(9.0),
            Self::P5 => Target::AtLeast(50.0),
            Self::P7Equal | Self::P7Changed => Target::AtMost(2.3),
            Self::Immutability | Self::MarkedDeep => Target::AtMost(1.05),
            Self::Unmarked => Target::AtMost(1.01),
            Self::Validators => Target::AtMost(1.1),
            Self::Mutator => Target::AtMost(2.2),
            Self::DynamicCreate | Self::DynamicUpdate => Target::AtMost(3.0),
            Self::DynamicParse => Target::AtLeast(1.0),
            Self::Typed | Self::TypedTree => Target::AtMost(1.0),
            Self::ViewsDev => Target::AtMost(1.0),
            Self::ViewsRelease => Target::AtMost(2.0),
            Self::TypesDev => Target::AtMost(2.5),
            Self::P8Generate => Target::AtMost(0.5),
            Self::P8Dev | Self::TypesRelease => Target::AtMost(5.0),
            Self::P8Release => Target::AtMost(15.0),
            Self::P8Text | Self::RulesDev | Self::RulesRelease => Target::AtMost(1.5),
            Self::Cel => Target::AtLeast(100.0),
            Self::TypedAllocations => Target::AtMost(0.0),
            Self::DeriveBuild | Self::DeriveBuildFirst => Target::AtMost(1.0),
            Self::JsonSchema
            | Self::JsonSchemaMacro
            | Self::P4
            | Self::MarkedReformatted
            | Self::P8Script => Target::Nothing,
            Self::P5Create | Self::CelCompiled | Self::CelRules | Self::DeriveBuildUsed | Self::NoPlugins => {
                Target::Nothing
            }
        }
    }
}

/// One measured value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Figure {
    pub(super) bar: Bar,
    pub(super) object: String,
    pub(super) value: f64,
    /// Additional information, such as the times of a ratio.
    pub(super) note: String,
    /// The measured code did not do its work, so the value is meaningless.
    pub(super) invalid: bool,
}

impl Figure {
    pub(super) fn new(bar: Bar, object: &str, value: f64) -> Self {
        Self { bar, object: object.to_owned(), value, note: String::new(), invalid: false }
    }

    /// Whether the target is missed.
    pub(super) fn missed(&self) -> bool {
        self.invalid
            || match self.bar.ask(&self.object) {
                Target::AtLeast(least) => self.value < least,
                Target::AtMost(most) => self.value > most,
                Target::Nothing => false,
            }
    }

    /// The formatted value.
    pub(super) fn shown(&self) -> String {
        let fine = matches!(
            self.bar,
            Bar::Immutability
                | Bar::MarkedDeep
                | Bar::MarkedReformatted
                | Bar::Unmarked
                | Bar::NoPlugins
                | Bar::Validators
                | Bar::Mutator
                | Bar::DynamicCreate
                | Bar::DynamicUpdate
                | Bar::Typed
                | Bar::TypedTree
                | Bar::RulesDev
                | Bar::RulesRelease
                | Bar::DeriveBuild
                | Bar::DeriveBuildFirst
                | Bar::DeriveBuildUsed
        );
        let places = if self.bar.unit() == "x" && !fine { 1 } else { 2 };
        format!("{:.places$}{}", self.value, self.bar.unit())
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.bar.name(), self.object, self.shown())?;
        let unit = self.bar.unit();
        match self.bar.ask(&self.object) {
            Target::AtLeast(least) => write!(f, " (at least {least}{unit})")?,
            Target::AtMost(most) => write!(f, " (at most {most}{unit})")?,
            Target::Nothing => {}
        }
        if !self.note.is_empty() {
            write!(f, " {}", self.note)?;
        }
        if self.missed() { write!(f, " MISSED") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_name_the_bar_the_object_and_the_value() {
        let figure = Figure::new(Bar::P1, "httproute-20k", 5.24);
        assert_eq!(figure.to_string(), "P1 httproute-20k 5.2x (at least 5x)");
        let figure = Figure::new(Bar::P1, "certificate-2k", 2.94);
        assert_eq!(figure.to_string(), "P1 certificate-2k 2.9x (at least 3x) MISSED");
        let figure = Figure::new(Bar::P4, "prometheus-20k", 99.0);
        assert_eq!(figure.to_string(), "P4 prometheus-20k 99.00");
        let invalid = Figure { invalid: true, ..Figure::new(Bar::P2, "x", 9.0) };
        assert!(invalid.missed());
    }
}
