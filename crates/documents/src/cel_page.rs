//! The page of documentation: every function and macro, from which server version on, with its types and
//! cost.

use std::fmt::Write as _;

use crdc_cel::compile::macros::MACROS;
use crdc_cel::functions::{Cost, Function, LIBRARIES, Overload};
use crdc_vocabulary::Minor;

/// `docs/cel.md`.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(INTRODUCTION);
    page.push_str("\n## Macros\n\n| macro | since | value |\n|---|---|---|\n");
    for found in MACROS {
        let _ = writeln!(page, "| `{}` | {} | {} |", found.usage, since(found.since), found.doc);
    }
    for library in LIBRARIES {
        let _ = write!(
            page,
            "\n## {}\n\n| function | since | value | cost of a call |\n|---|---|---|---|\n",
            library.title
        );
        // What only macros call has no syntax.
        for function in library
            .functions
            .iter()
            .filter(|function| !function.name.starts_with('@') || function.name == "@in")
        {
            if !function.name.contains(".@") {
                row(function, &mut page);
            }
        }
    }
    page.push_str(WARNINGS);
    page
}

const INTRODUCTION: &str = "# CEL: rules, functions, macros, costs, warnings

Generated from `crates/cel/src/functions` and `crates/cel/src/compile/macros` (`BLESS=1 cargo test -p crdc-documents --test pages`).

*Since* is the first minor version of Kubernetes on which a new rule may use it. Without a version, it is in all of
them. Costs are added to those of the arguments; a character of a string costs 0.1 each time it is traversed.

## Budgets

A rule may cost 10,000,000, in the worst case that the limits of the schema allow, times the limits of the lists and maps
around it. If one of those limits is missing, it is multiplied by as many values as fit in a request. A message may cost
as much, once. All rules and messages of a version may cost 100,000,000.

`crdc check` says which limits bring a rule or version under its budget, such as `maxItems: 577` on `.spec.groups`, or less.
It finds them by estimating again. Limits that are missing come before limits that are lowered, one limit before several.
None of them can be left out or be higher. Limits are never below `minItems`, `minProperties`, `minLength` or the size of the
default. The advice for a version adds to that for its rules. Once all limits around a rule are set, their product counts
instead of the size of a request, which may be more: check again. If no limits work, the help says so.

`crdc explain --cost FILE` lists the rules and messages, the most expensive first: the share of the budget, the cost of one
evaluation, how often it counts and by which lists and maps (`20 in .spec`, or `no maxItems on .spec`), and the first minor
version that has the functions and macros it uses.

## What is compiled

Each rule and each `messageExpression` is a program: constants that the runtime evaluates. Where the rules of a value are
simple, a compiled check runs first; rules that it proves to hold are not evaluated. Rules run as on the server: transition
rules, `optionalOldSelf`, `reason`, `fieldPath`, ratcheted failures as warnings, and none after errors that block them. `Outcome::failed_rules` names the rules that failed. `crdc explain FILE` prints the program of each rule.

All functions and macros of this page are compiled, and messages that stand for a scalar, such as
`google.protobuf.Int64Value{value: 1}`. Other messages (`google.protobuf.Duration{seconds: 1}`) are not: such a rule is the error
`rule-uncompiled`, for `crdc check`, `crdc generate` and build scripts. `Config::skip_uncompiled_rules(true)`, or
`crdc generate --skip-uncompiled-rules`, leaves these rules out, with the warning `rule-skipped`. Objects that break them are then
accepted, and `Outcome::uncompiled_rules` lists the rules.

| feature of `crdc` | rules that need it |
|---|---|
| `cel` (default) | all |
| `cel-regex` | `find`, `findAll`, and `matches` with a pattern that is not constant; constant patterns are compiled with the schema |
| `cel-timezones` | getters of timestamps with a name of the IANA database; UTC and offsets need nothing |
| `coverage` | none: see below |

## Costs when rules run

An evaluation may cost 1,000,000, all evaluations for an object 10,000,000. Costs are counted as the server counts them, and what
exceeds a limit ends with its errors. Objects that are too small to exceed the limits need not be counted;
`Scratch::count_rule_costs(true)` counts every object, for `Outcome::rule_cost`. `cargo xtask conformance` compares these costs
with the record (`cel_cost`).

CEL charges 1 for `list[i]`, `map[key]`, `key in map`, `has(x.field)` and `size(x)`, and for `==` of lists and maps only their own
items: these take constant or logarithmic time, by an index of large values, and two large values are compared once. A value that
is compared with many others gets a hash, so that it is not read again for each. What CEL does
not charge is limited beside the cost, whether costs are counted or not: an evaluation may take 16,777,216 steps of such work and
make 96 MiB of lists and texts. A step is what takes about six nanoseconds: to compare two integers or to read 32 bytes; to compare
two times is 24 steps, to look up a key 40. So all steps take a tenth of a second, and to compare two of the largest objects takes
less. An evaluation that takes more, such as `self.text.replace('a', self.text)` for a long text, ends with the error
of its cost limit. The server has no such limits and would take seconds and gigabytes.

## Coverage in tests

With `Config::rule_coverage(true)` the generated code records which rules held, failed, or could not be evaluated, and which of
their conditions were true and false. Conditions are the operands of `&&` and `||` and the condition of `c ? a : b`: once each was
true and false, each operand has decided and each value was selected. A `messageExpression` is not recorded.

The calls are under `cfg(test)`, so only tests record, and other builds have no trace of it. Tests that are a crate of their own (in
`tests/`) include the CRD there with `include_crd!`, since the library that they use is no test. The tests need the feature
`coverage` of `crdc`, as a development dependency.

`crdc::coverage::RuleCoverage::of::<Gateway>(&scratch)` returns what the requests of a `Scratch` did; `assert_rules` and
`assert_complete` fail with a table if something is missing. The counts are in the scratch, so that tests that run at the same time do
not count for each other. [examples/rules](../examples/rules/README.md) shows all of it.
";

const WARNINGS: &str = "
## Warnings

`crdc check` warns about rules that servers accept and that fail or decide nothing when they run.

| warning | the rule | instead |
|---|---|---|
| `rule-absent-field` | reads a field that may be absent (or null): `no such key` | `!has(self.a) \\|\\| …`, `has(self.a) && …`, `self.?a.orValue(…)`, a required field, a default |
| `rule-unset` | has `oldSelf`, and the value can be removed and set again | `has(self.a) == has(oldSelf.a)` beside the field, a required field |
| `rule-dyn-overload` | calls a function that takes only one of the types of `x-kubernetes-int-or-string`: `no such overload` | `type(self.a) == int ? … : …`, `string(self.a)` |
| `rule-constant` | is always true or always false | |
| `rule-old-self-same` | compares a key of a list, or the name of the resource, with its old value: they find the old value, so they are equal | no rule |
| `rule-unique-list` | compares each item of a list with all others | `x-kubernetes-list-type: map` or `set` |
| `rule-folded-comment` | has a `//` comment that takes the lines below it, because YAML folds them into one (`>`, or a text in quotes) | a block with `\\|` |
| `rule-reserved-name` | has a reserved word as a field, which servers before 1.32 refuse | `self.__namespace__` |

`rule-absent-field` and `rule-dyn-overload` mean that there is an object on which the rule fails and that nothing else refuses. Guards count wherever
they are: in `&&`, `||` and `? :` in any order, in loops and filters, in `optMap`, in other rules of the same value and of the values
around it, in `startsWith`, `endsWith`, `contains` and `matches` of strings whose values an `enum` lists or a rule compares with literals, and
in `required`, `default`, `enum`, `minProperties`, `anyOf` and `oneOf` of the schema. Indices of lists, keys of maps and
conversions are not checked. Rules and schemas that are too large to be analyzed get no warnings. A field that may be absent is
reported once for a version, at the first rule that reads it, with the others as notes.

`rule-unset` is about immutable fields: a rule with `oldSelf` does not run in the update that removes the value, nor in the one that
sets it again. The field is guarded if it is required or has a default, or if a rule of a value around it refuses either update, such as
`has(self.a) == has(oldSelf.a)`, also in other words, or if it depends on a kind that a rule keeps. Items and entries of lists
and maps may come and go, and the status is written by controllers: neither is reported.

`crdc check --kubernetes 1.29` reports what that server lacks: rules with newer functions, macros or `optionalOldSelf` are errors
(`rule-server`), since the server refuses them. It drops `messageExpression` before 1.27, `reason` and `fieldPath` before 1.28
(`rule-server-key`), and ignores the formats `k8s-short-name` and `k8s-long-name` before 1.35 (`format-server`): these are warnings.
Costs are those that it estimates. [servers.md](servers.md) lists all differences, and `crdc check --from 1.29` says from which version on a CRD works.

## Defaults

Servers run the rules of a schema on its defaults before they accept a CRD. So does crdc (`default-rule`):

- on each default as it is written, without the defaults below it, if its schema accepts it; also on defaults in metadata;
- with the default itself as `oldSelf`, and then without an old value if a rule has `optionalOldSelf`;
- within the budget of one object for all defaults of a version.

## Changed rules

`crdc check --old` says what a changed rule means for stored objects. It does not evaluate rules on them.

| the rule | stored objects |
|---|---|
| is new, or has another expression | may be refused |
| is removed | are not affected |
| has another `message`, `messageExpression`, `reason` or `fieldPath` | are not affected |
| has other white space or comments | are not affected; servers compare texts, so for them it is a new rule, with the functions that new rules may use |
| gets `optionalOldSelf: true` | may be refused |

Rules with the same text are not reported. Servers excuse them from limits on functions, and from limits on costs while
nothing of the version's schema changes.
";

fn since(minor: Minor) -> String {
    if minor <= Minor::FIRST { String::new() } else { minor.to_string() }
}

fn row(function: &Function, page: &mut String) {
    let forms: Vec<String> =
        function.overloads.iter().map(|overload| form(function.name, overload)).collect();
    let mut costs: Vec<String> = function.overloads.iter().map(|overload| cost(overload.cost)).collect();
    costs.dedup();
    let _ = writeln!(
        page,
        "| `{}` | {} | {} | {} |",
        forms.join("`<br>`").replace('|', "\\|"),
        since(function.since),
        function.doc,
        costs.join("; ")
    );
}

fn form(name: &str, overload: &Overload) -> String {
    let args: Vec<String> = overload.args.iter().map(ToString::to_string).collect();
    let call = match (overload.member, args.as_slice()) {
        (true, [value, args @ ..]) => format!("{value}.{name}({})", args.join(", ")),
        (_, [one, two]) if name == "_[_]" => format!("{one}[{two}]"),
        (_, [one, two]) if name == "_[?_]" => format!("{one}[?{two}]"),
        (_, [one, _]) if name == "_?._" => format!("{one}.?field"),
        (_, [one, two]) if name == "@in" => format!("{one} in {two}"),
        (_, [one, two, three]) if name == "_?_:_" => format!("{one} ? {two} : {three}"),
        (_, [one]) if name.ends_with('_') => format!("{}{one}", name.trim_end_matches('_')),
        (_, [one, two]) if name.starts_with('_') => format!("{one} {} {two}", name.trim_matches('_')),
        _ => format!("{name}({})", args.join(", ")),
    };
    format!("{call} → {}", overload.result)
}

fn cost(cost: Cost) -> String {
    let text = match cost {
        Cost::Unit => "1",
        Cost::Logic => "nothing; the second operand may be left out",
        Cost::Conditional => "nothing; one of the values",
        Cost::Equality | Cost::Comparison => "the shorter operand is traversed",
        Cost::Concatenate => "both operands are traversed",
        Cost::ConcatenateLists | Cost::Index => "1",
        Cost::InList => "1 for each item",
        Cost::StringToBytes | Cost::BytesToString | Cost::Parse | Cost::ParseSized => {
            "the argument is traversed"
        }
        Cost::Affix => "the argument is traversed",
        Cost::Contains => "the traversals of both, multiplied",
        Cost::Matches | Cost::Find => {
            "the traversal of the string, times a quarter of the length of the pattern"
        }
        Cost::Scan => "each item is traversed, or the string",
        Cost::ParseTwice => "the argument is traversed twice",
        Cost::Transform => "the string is traversed",
        Cost::Replace | Cost::Split => "the string is traversed twice",
        Cost::Join => "the result is traversed",
        Cost::Format | Cost::Quote => "the string is traversed",
        Cost::Validate => "the traversal of the string, times 32",
        Cost::ContainsAddress { parse: false, .. } => "at most 8",
        Cost::ContainsAddress { parse: true, .. } => "at most 8, and the argument is traversed",
        Cost::Sets(factor) => return format!("{factor} for each pair of items"),
        Cost::Slice | Cost::Range => "11, and 1 for each item of the result",
        Cost::Reverse => "11, and 1 for each item",
        Cost::Flatten => "11, and 1 for each item and level",
        Cost::Distinct => "11, and 2 for each pair of items",
        Cost::Sort { text: false, .. } => "11, and 2 for each pair of items",
        Cost::Sort { text: true, .. } => "11, and 2.1 for each pair of items",
        Cost::Authorize => "350,000",
        Cost::Selector => "10, and about 25 for each character",
    };
    text.to_owned()
}
