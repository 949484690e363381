//! The rules of a resource: constants of generated code, or of a plan that is not compiled.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go (Validator)

use crate::error::ErrorType;
use crdc_cel::program::Program;
use crdc_cel::{Context, Counted, Evaluated, Pair, SurelyHold, Uncounted, ValueType};

/// A value with rules, or with such values below it.
#[derive(Debug)]
pub struct RuleNode<'p> {
    /// What rules see of the value.
    pub of: &'p ValueType<'p>,
    /// The type in the schema, which the server shows instead of a value if a rule cannot be evaluated.
    pub kind: &'p str,
    /// Its own rules, in the order of the schema.
    pub rules: &'p [Rule<'p>],
    /// Tells if all rules without `oldSelf` certainly hold, where costs are not counted.
    pub sure: Option<SurelyHold<'p>>,
    /// Evaluates all rules without `oldSelf` at once, if there are several.
    pub all: Option<AllHold>,
    /// Whether a rule uses `oldSelf`.
    pub transitions: bool,
    /// Fields with rules at or below them, by their numbers.
    pub fields: &'p [(u16, &'p RuleNode<'p>)],
    /// The values of a map, if there are rules at or below them.
    pub each: Option<&'p RuleNode<'p>>,
    /// The items of a list, if there are rules at or below them.
    pub items: Option<&'p RuleNode<'p>>,
    /// The keys of a list map, as written between quotes. The items of other lists have no old values.
    pub keys: &'p [&'p str],
}

/// A rule.
#[derive(Debug)]
pub struct Rule<'p> {
    /// The rule as written, trimmed.
    pub text: &'p str,
    /// Its index in the schema.
    pub index: u32,
    /// Evaluates it.
    pub holds: Test<'p>,
    /// `message`, trimmed; empty if there is none.
    pub message: &'p str,
    /// `messageExpression`: its text and its program, whose cost is always counted, because nothing bounds it.
    pub expression: Option<(&'p str, &'p Program<'p>)>,
    /// `reason`
    pub reason: ErrorType,
    /// `fieldPath` without its leading dot; empty if there is none.
    pub field_path: &'p str,
    /// Whether it uses `oldSelf`.
    pub transition: bool,
    /// `optionalOldSelf`
    pub optional_old_self: bool,
}

/// Evaluates a rule with one way of counting.
type Evaluate<M> = for<'a> fn(Context<'a, M>, Pair<'a>) -> Evaluated<bool>;

/// Evaluates a rule, with and without counting its cost.
#[derive(Clone, Copy, Debug)]
pub enum Test<'p> {
    /// Generated code.
    Functions {
        /// Without counting; none if [`RuleNode::sure`] comes first, as in [`AllHold`].
        plain: Option<Evaluate<Uncounted>>,
        /// With counting.
        counted: Evaluate<Counted>,
    },
    /// A program, whose cost is always counted: where [`RuleNode::sure`] comes first, so that it hardly ever runs, and where
    /// nothing is compiled.
    Program(&'p Program<'p>),
}

impl Test<'_> {
    /// What evaluates the rule without counting its cost, if anything does.
    #[inline]
    pub(crate) fn plain(&self) -> Option<Evaluate<Uncounted>> {
        match *self {
            Test::Functions { plain, .. } => plain,
            Test::Program(_) => None,
        }
    }

    /// The result of a rule whose cost is counted.
    pub(crate) fn counted<'a>(&'a self, context: Context<'a, Counted>, pair: Pair<'a>) -> Evaluated<bool> {
        match *self {
            Test::Functions { counted, .. } => counted(context, pair),
            Test::Program(program) => program.holds(context, pair),
        }
    }
}

/// Whether all rules of a value without `oldSelf` hold, with and without counting their costs. If one does not, each
/// is evaluated by itself to tell why.
#[derive(Clone, Copy, Debug)]
pub struct AllHold {
    /// Without counting. None if [`RuleNode::sure`] comes first: the other one is evaluated where that does not know.
    pub plain: Option<for<'a> fn(Context<'a, Uncounted>, Pair<'a>) -> bool>,
    /// With counting. False if one exceeds its limit.
    pub counted: for<'a> fn(Context<'a, Counted>, Pair<'a>) -> bool,
}

/// The rules of a resource, and what is known of their costs.
#[derive(Debug)]
pub struct Rules<'p> {
    /// The root.
    pub root: &'p RuleNode<'p>,
    /// The nodes whose values are noted when they are decoded, by their numbers: all that have rules, except the root. Empty
    /// if nothing is noted.
    pub noted: &'p [&'p RuleNode<'p>],
    /// Whether [`RuleNode::sure`] tells of each of them, and of the root, that all rules hold.
    pub all_sure: bool,
    /// The size of an object, in bytes of its text, up to which no rule and no object can exceed its budget, if it fits its
    /// schema. Costs of other objects are counted. Messages may exceed it.
    pub uncounted_up_to: u32,
}
