//! Messages and budgets of CEL rules that run on objects and on defaults.
//
// apiserver: pkg/apis/cel/config.go; apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go

/// The highest cost of one evaluation.
pub const COST_OF_CALL: u64 = 1_000_000;
/// The highest cost of all evaluations over one object.
pub const COST_OF_OBJECT: u64 = 10_000_000;
/// The seconds since 1970 of the timestamps that a conversion can make: those of the years 1 to 9999.
pub const TIMESTAMPS: core::ops::RangeInclusive<i64> = -62_135_596_800..=253_402_300_799;
/// The longest message that an expression can make, in bytes.
pub const LONGEST_MESSAGE: usize = 5 * 1024;

/// The detail of a rule that is false and has no message, before the rule.
pub const FAILED_RULE: &str = "failed rule: ";
/// The detail if the rules of an object exceed its budget.
pub const OUT_OF_BUDGET: &str =
    "validation failed due to running out of cost budget, no further validation rules will be run";
/// The detail if the message of a rule exceeds the remaining budget of the object.
pub const MESSAGE_OUT_OF_BUDGET: &str = "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run";
/// The detail if the message of a rule exceeds the cost of one evaluation, before the quoted expression.
pub const MESSAGE_OVER_LIMIT: &str =
    "no further validation rules will be run due to call cost exceeds limit for messageExpression: ";
/// The part after the quoted reason if a rule has no function for its operands, before the rule or its
/// message.
pub const NO_OVERLOAD: &str =
    ": call arguments did not match a supported operator, function or macro signature for rule: ";
/// The part after the quoted reason if a rule exceeds the cost of one evaluation, before the rule or its
/// message.
pub const OVER_LIMIT: &str =
    ": no further validation rules will be run due to call cost exceeds limit for rule: ";
/// The part after any other reason, before the rule or its message.
pub const EVALUATING: &str = " evaluating rule: ";

/// The functions of [`NoOverload::Operands`].
pub const NAMING_OPERANDS: &[&str] = &[
    "add",
    "asApproximateFloat",
    "asInteger",
    "bool",
    "bytes",
    "charAt",
    "cidr",
    "compareTo",
    "containsCIDR",
    "containsIP",
    "double",
    "duration",
    "family",
    "find",
    "findAll",
    "first",
    "format",
    "format.named",
    "getDate",
    "getDayOfMonth",
    "getDayOfWeek",
    "getDayOfYear",
    "getEscapedPath",
    "getFullYear",
    "getHost",
    "getHostname",
    "getHours",
    "getMilliseconds",
    "getMinutes",
    "getMonth",
    "getPort",
    "getQuery",
    "getScheme",
    "getSeconds",
    "indexOf",
    "int",
    "ip",
    "ip.isCanonical",
    "isCIDR",
    "isGlobalUnicast",
    "isGreaterThan",
    "isIP",
    "isInteger",
    "isLessThan",
    "isLinkLocalMulticast",
    "isLinkLocalUnicast",
    "isLoopback",
    "isQuantity",
    "isSemver",
    "isSorted",
    "isURL",
    "isUnspecified",
    "join",
    "last",
    "lastIndexOf",
    "lists.range",
    "lowerAscii",
    "major",
    "masked",
    "max",
    "min",
    "minor",
    "patch",
    "prefixLength",
    "quantity",
    "replace",
    "reverse",
    "semver",
    "sets.contains",
    "sets.equivalent",
    "sets.intersects",
    "sign",
    "slice",
    "split",
    "string",
    "strings.quote",
    "sub",
    "substring",
    "sum",
    "timestamp",
    "trim",
    "uint",
    "unwrapOpt",
    "upperAscii",
    "url",
    "validate",
];

/// The error of a call whose function has no overload for the operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoOverload {
    /// The error contains no more: functions that check their operands themselves, such as `contains`.
    Plain,
    /// The error contains the function, if values of the first operand's type do not have it: operators,
    /// `size` and `matches`.
    Function,
    /// The error contains the function and the types of all operands, as `f(a, b)`: cel-go checks the types
    /// before the call. A list has the type of its first item.
    Operands,
    /// A method: `a.f(b)`.
    Member,
}

impl NoOverload {
    /// The error of this function.
    //
    // cel-go: common/decls/decls.go (guardedUnaryOp, MaybeNoSuchOverload), common/stdlib/standard.go,
    // ext/lists.go; apiserver: pkg/cel/library
    #[must_use]
    pub fn of(function: &str) -> NoOverload {
        match function {
            "_+_" | "_-_" | "_*_" | "_/_" | "_%_" | "-_" | "_<_" | "_<=_" | "_>_" | "_>=_" | "size"
            | "matches" => NoOverload::Function,
            "flatten" => NoOverload::Member,
            function if NAMING_OPERANDS.contains(&function) => NoOverload::Operands,
            _ => NoOverload::Plain,
        }
    }
}

/// The result of a `messageExpression` as the server uses it: trimmed. `None` if it is empty, too long or has
/// line breaks.
#[must_use]
pub fn usable_message(text: &str) -> Option<&str> {
    let trimmed = text.trim();
    let usable = !trimmed.is_empty() && trimmed.len() <= LONGEST_MESSAGE && !trimmed.contains('\n');
    usable.then_some(trimmed)
}
