//! Help for each kind of compile error of a rule.

/// Beginnings or parts of cel-go's messages, and what to write instead; the first that fits counts.
const HELP: &[(&str, &str)] = &[
    ("token recognition error at: '= ", "`=` is not an operator: write `==`"),
    (
        "token recognition error at: '=>",
        "write the variable and the condition as two arguments, as in `exists(x, x == 'a')`",
    ),
    ("input 'and'", "write `&&` for `and`"),
    ("input 'or'", "write `||` for `or`"),
    ("input '<EOF>' expecting ':'", "a condition has two values: write `… ? … : true`, or `!(…) || …`"),
    ("token recognition error at: '& ", "`&` is not an operator: write `&&`"),
    ("token recognition error at: '| ", "`|` is not an operator: write `||`"),
    (
        "token recognition error",
        "close the string; for a backslash, write `\\\\`, or a raw string such as `r'\\d+'`",
    ),
    ("input '<EOF>'", "the expression is incomplete: write the rest, or remove the last operator"),
    ("no viable alternative at input '.'", "write a field after the dot"),
    ("unsupported syntax: '`'", "names in backticks are not supported: escape them, as in `self.a__dash__b`"),
    ("missing ')'", "write the `)` that is missing: a parenthesis before this place is not closed"),
    ("missing ']'", "write the `]` that is missing: a bracket before this place is not closed"),
    ("Syntax error", "remove or complete what does not fit here; an operator may be missing"),
    (
        "reserved identifier",
        "choose another name; as a field it is written `__name__`, with two underscores on each side",
    ),
    ("recursion", "split the rule into several simpler ones"),
    ("code point size", "split the rule into several shorter ones"),
    (
        "undefined field",
        "write a field that the schema declares; `-`, `.` and `/` in names are written `__dash__`, `__dot__` and `__slash__`",
    ),
    (
        "undeclared reference",
        "rules can use `self`, `oldSelf`, variables of macros such as `all(x, …)`, and the functions in docs/cel-functions.md",
    ),
    (
        "type 'list(",
        "a list has no fields: write `self.all(x, …)` or `self.exists(x, …)`, and `size(self)` for the number of items",
    ),
    (
        "does not support field selection",
        "only objects and maps have fields; declare the object's properties in the schema",
    ),
    ("'contains' applied to 'list", "for a list, write `value in list`"),
    ("'@in' applied to '(string, string)'", "for a part of a string, write `text.contains(part)`"),
    (", null)'", "a field that is not set is absent, not null: write `has(self.name)` or `!has(self.name)`"),
    ("'_[_]' applied to '(selfType", "objects have fields: write `self.name`"),
    (
        "kubernetes.Quantity",
        "make both operands quantities and write `quantity(a).isLessThan(quantity(b))` or `quantity(a).compareTo(quantity(b)) < 0`",
    ),
    ("(duration, string)'", "write the string as a duration, as in `duration('10s')`"),
    ("(timestamp, string)'", "write the string as a timestamp, as in `timestamp('2024-02-29T10:30:00Z')`"),
    (
        "(double, int)'",
        "`type: number` is a `double`: write numbers with a decimal point, as in `1.0`, or `double(x)`",
    ),
    (
        "(int, double)'",
        "`type: number` is a `double`: write numbers with a decimal point, as in `1.0`, or `double(x)`",
    ),
    (
        "applied to",
        "use values of the types that the function takes; `int()`, `double()`, `string()` and others convert",
    ),
    ("must be list, map, or dynamic", "loop over a list or a map"),
    ("expected type", "write values of one type; `dyn()` hides the type of a value until the rule is run"),
    ("invalid duration argument", "write a duration such as `1h30m` or `10s`"),
    ("invalid timestamp argument", "write a timestamp such as `2024-02-29T10:30:00Z`"),
    (
        "invalid matches argument",
        "write an RE2 regular expression; it has no lookaround and no backreferences",
    ),
    ("argument must be a simple name", "name a variable first, as in `self.all(x, x > 0)`"),
    ("is not an identifier", "name a variable first, as in `self.map(x, x + 1)`"),
    ("has() macro", "write a field, as in `has(self.name)`; for a key of a map, write `'key' in self.map`"),
    ("format", "give each `%` of the format one argument of its type"),
    ("too large after its macros", "replace some of the chained `optMap` calls"),
];

/// The help for an error. `before` is the text of the rule before the error.
pub(crate) fn help(message: &str, before: &str) -> &'static str {
    if message.starts_with("Syntax error") && before.split_whitespace().last() == Some("not") {
        return "write `!` for `not`";
    }
    let found = HELP.iter().find(|(part, _)| message.contains(part));
    found.map_or("docs/cel-functions.md lists what rules can use", |(_, help)| *help)
}
