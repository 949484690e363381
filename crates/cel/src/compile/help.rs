//! The help texts for compile errors of rules, one for each kind of error.

use super::types::Kind;
use super::{IssueKind, MacroError, ShownType, SyntaxError};

/// The help for errors without a help text of their own.
pub const UNKNOWN: &str = "docs/cel-functions.md lists what rules can use";
const NUMBERS: &str =
    "`type: number` is a `double`: write numbers with a decimal point, as in `1.0`, or `double(x)`";
const QUANTITIES: &str = "make both operands quantities and write `quantity(a).isLessThan(quantity(b))` or `quantity(a).compareTo(quantity(b)) < 0`";
const NAME_FIRST: &str = "name a variable first, as in `self.all(x, x > 0)`";

/// The help for an error: what to write instead. `before` is the text of the rule before the error.
#[must_use]
pub fn help(kind: &IssueKind, before: &str) -> &'static str {
    match kind {
        IssueKind::Syntax(_) if before.split_whitespace().last() == Some("not") => "write `!` for `not`",
        IssueKind::Syntax(error) => of_syntax(error),
        IssueKind::TooLong { .. } => "split the rule into several shorter ones",
        IssueKind::Recursion { .. } | IssueKind::Depth => "split the rule into several simpler ones",
        IssueKind::TooLarge => "replace some of the chained `optMap` calls",
        IssueKind::Backticks => "names in backticks are not supported: escape them, as in `self.a__dash__b`",
        IssueKind::Reserved { .. } => {
            "choose another name; as a field it is written `__name__`, with two underscores on each side"
        }
        IssueKind::Macro(error) => of_macro(error),
        IssueKind::UndefinedField { .. } => {
            "write a field that the schema declares; `-`, `.` and `/` in names are written `__dash__`, `__dot__` and `__slash__`"
        }
        IssueKind::Undeclared { .. } => {
            "rules can use `self`, `oldSelf`, variables of macros such as `all(x, …)`, and the functions in docs/cel-functions.md"
        }
        IssueKind::NoFields { of } if matches!(of.kind(), Kind::List(_)) => {
            "a list has no fields: write `self.all(x, …)` or `self.exists(x, …)`, and `size(self)` for the number of items"
        }
        IssueKind::NoFields { .. } => {
            "only objects and maps have fields; declare the object's properties in the schema"
        }
        IssueKind::Mismatch { expected, found } | IssueKind::FieldType { expected, found, .. } => {
            if has_quantity(expected) || has_quantity(found) {
                QUANTITIES
            } else {
                "write values of one type; `dyn()` hides the type of a value until the rule is run"
            }
        }
        IssueKind::NoOverload { function, target, args } => of_overload(function, target.as_ref(), args),
        IssueKind::NotIterable { .. } => "loop over a list or a map",
        IssueKind::Argument { function: "duration" } => "write a duration such as `1h30m` or `10s`",
        IssueKind::Argument { function: "timestamp" } => "write a timestamp such as `2024-02-29T10:30:00Z`",
        IssueKind::Argument { .. } => {
            "write an RE2 regular expression; it has no lookaround and no backreferences"
        }
        IssueKind::Format(_) => "give each `%` of the format one argument of its type",
        // The enum of kinds is non-exhaustive.
        _ => UNKNOWN,
    }
}

fn of_syntax(error: &SyntaxError) -> &'static str {
    use SyntaxError::{Extraneous, Mismatched, Missing, NoAlternative, Unrecognized};
    match error {
        Unrecognized { text } => return of_text(text),
        NoAlternative { input } if input == "." => return "write a field after the dot",
        Missing { expected, .. } if *expected == ["')'"] => {
            return "write the `)` that is missing: a parenthesis before this place is not closed";
        }
        Missing { expected, .. } if *expected == ["']'"] => {
            return "write the `]` that is missing: a bracket before this place is not closed";
        }
        _ => {}
    }
    let input = match error {
        Mismatched { found, .. } | Extraneous { found, .. } => Some(found.as_deref()),
        NoAlternative { input } => Some(Some(input.as_str())),
        _ => None,
    };
    match (input, error) {
        (Some(Some("and")), _) => "write `&&` for `and`",
        (Some(Some("or")), _) => "write `||` for `or`",
        (Some(None), Mismatched { expected, .. } | Extraneous { expected, .. }) if *expected == ["':'"] => {
            "a condition has two values: write `… ? … : true`, or `!(…) || …`"
        }
        (Some(None), _) => "the expression is incomplete: write the rest, or remove the last operator",
        _ => "remove or complete what does not fit here; an operator may be missing",
    }
}

/// The help for a text that is no token.
fn of_text(text: &str) -> &'static str {
    match (text, text.as_bytes()) {
        ("= ", _) => "`=` is not an operator: write `==`",
        (_, [b'=', b'>', ..]) => {
            "write the variable and the condition as two arguments, as in `exists(x, x == 'a')`"
        }
        ("& ", _) => "`&` is not an operator: write `&&`",
        ("| ", _) => "`|` is not an operator: write `||`",
        _ => "close the string; for a backslash, write `\\\\`, or a raw string such as `r'\\d+'`",
    }
}

fn of_macro(error: &MacroError) -> &'static str {
    match error {
        MacroError::NotSimpleName => NAME_FIRST,
        MacroError::NotIdentifier => "name a variable first, as in `self.map(x, x + 1)`",
        MacroError::NotField => {
            "write a field, as in `has(self.name)`; for a key of a map, write `'key' in self.map`"
        }
        _ => UNKNOWN,
    }
}

/// The help for operands that a function does not take.
fn of_overload(function: &str, target: Option<&ShownType>, args: &[ShownType]) -> &'static str {
    let kinds: Vec<&Kind> = args.iter().map(ShownType::kind).collect();
    let is_list = |of: &ShownType| matches!(of.kind(), Kind::List(_));
    match (function, kinds.as_slice()) {
        ("contains", _) if target.is_some_and(is_list) => "for a list, write `value in list`",
        ("@in", [Kind::String, Kind::String]) => "for a part of a string, write `text.contains(part)`",
        (_, [_, .., Kind::Null]) => {
            "a field that is not set is absent, not null: write `has(self.name)` or `!has(self.name)`"
        }
        ("_[_]", [Kind::Declared(_), ..]) => "objects have fields: write `self.name`",
        _ if target.into_iter().chain(args).any(has_quantity) => QUANTITIES,
        (_, [Kind::Duration, Kind::String]) => "write the string as a duration, as in `duration('10s')`",
        (_, [Kind::Timestamp, Kind::String]) => {
            "write the string as a timestamp, as in `timestamp('2024-02-29T10:30:00Z')`"
        }
        (_, [Kind::Double, Kind::Int] | [Kind::Int, Kind::Double]) => NUMBERS,
        _ => {
            "use values of the types that the function takes; `int()`, `double()`, `string()` and others convert"
        }
    }
}

fn has_quantity(of: &ShownType) -> bool {
    of.contains(&Kind::Object("kubernetes.Quantity"))
}

#[cfg(test)]
mod tests {
    use super::help;
    use crate::compile::types::{Declared, Shape};
    use crate::compile::{Environment, Scope, Text};
    use crdc_vocabulary::Minor;

    /// The help for the first error of an expression. `self` has a list of strings, a number and a map.
    fn of(rule: &str) -> &'static str {
        let mut scope = Scope::default();
        let declared = |shape| Declared { shape, nullable: false, max_elements: 8, min_size: 1 };
        let string = scope.declarations.add(declared(Shape::String));
        let list = scope.declarations.add(declared(Shape::List(string)));
        let double = scope.declarations.add(declared(Shape::Double));
        let fields = [("l".to_owned(), list), ("d".to_owned(), double), ("s".to_owned(), string)];
        let object = scope.declarations.add(declared(Shape::Object(fields.into())));
        scope.set_self(object, false);
        let issues =
            Environment::new(Minor::NEWEST).check(&Text::new(rule), &mut scope).expect_err("it is wrong");
        let first = issues.sorted()[0];
        let before: String = rule.chars().take(first.at.unwrap_or(0) as usize).collect();
        help(&first.kind, &before)
    }

    #[test]
    fn a_kind_has_its_help() {
        for (rule, start) in [
            ("self.d = 1.0", "`=` is not an operator"),
            ("self.l.all(x => x == 'a')", "write the variable and the condition"),
            ("self.s == 'a' and true", "write `&&`"),
            ("self.s == 'a' or true", "write `||`"),
            ("not self.s == 'a'", "write `!`"),
            ("self.s == 'a' ? true", "a condition has two values"),
            ("true & false", "`&` is not"),
            ("true | false", "`|` is not"),
            (r"self.s.matches('\d')", "close the string"),
            ("self.s ==", "the expression is incomplete"),
            ("self.`a-b`", "names in backticks"),
            ("(self.s == 'a'", "write the `)`"),
            ("self.l[0 == 'a'", "write the `]`"),
            ("self.s 'a'", "remove or complete"),
            ("for == 1", "choose another name"),
            ("self.x", "write a field that the schema declares"),
            ("x == 1", "rules can use `self`"),
            ("self.l.size == 1", "a list has no fields"),
            ("self.s.size == 1", "only objects and maps"),
            ("self.l.contains('a')", "for a list"),
            ("'a' in self.s", "for a part of a string"),
            ("self.s == null", "a field that is not set"),
            ("self['s'] == 'a'", "objects have fields"),
            ("quantity('1') < '2'", "make both operands quantities"),
            ("'1' in [quantity('1')]", "make both operands quantities"),
            ("duration('1s') > '1s'", "write the string as a duration"),
            ("timestamp('2024-01-01T00:00:00Z') > 'x'", "write the string as a timestamp"),
            ("self.d + 1 == 2.0", "`type: number` is a `double`"),
            ("self.s + 1 == 'a'", "use values of the types"),
            ("self.d.all(x, x)", "loop over a list"),
            ("[1, 'a'] == []", "write values of one type"),
            // The words of a type or a name do not count.
            ("[[1], ['a']] == []", "write values of one type"),
            ("self.format", "write a field that the schema declares"),
            ("duration('x') > duration('1s')", "write a duration"),
            ("timestamp('x') == timestamp('y')", "write a timestamp"),
            ("self.s.matches('(')", "write an RE2"),
            ("self.l.all(1, true)", "name a variable first, as in `self.all(x, x > 0)`"),
            ("self.l.map(1, 1) == []", "name a variable first, as in `self.map(x, x + 1)`"),
            ("has(self)", "write a field, as in `has(self.name)`"),
            ("'%d'.format(['a']) == ''", "give each `%`"),
            ("'%d'.format([]) == ''", "give each `%`"),
            ("9223372036854775808 == 1", "docs/cel-functions.md"),
        ] {
            assert!(of(rule).starts_with(start), "{rule}: {}", of(rule));
        }
    }
}
