//! Generates the reference of CEL: every function and macro with its types, its cost, and the first server
//! version that has it.

use std::fmt::Write as _;

use crdc_cel::compile::macros::MACROS;
use crdc_cel::functions::{Cost, Function, LIBRARIES, Overload};
use crdc_vocabulary::Minor;

/// The text of `docs/cel-functions.md`.
#[must_use]
pub fn page() -> String {
    let mut page = String::from(INTRODUCTION);
    page.push_str("\n## Macros\n\n| macro | since | value |\n|---|---|---|\n");
    for found in MACROS {
        let _ = writeln!(page, "| `{}` | {} | {} |", found.usage, since(found.since), found.doc);
    }
    for library in LIBRARIES {
        // Functions that only macros call have no syntax.
        let callable = |function: &&Function| {
            (!function.name.starts_with('@') || function.name == "@in") && !function.name.contains(".@")
        };
        let functions: Vec<&Function> = library.functions.iter().filter(callable).collect();
        if functions.is_empty() {
            continue;
        }
        let _ = write!(
            page,
            "\n## {}\n\n| function | since | value | cost of a call |\n|---|---|---|---|\n",
            library.title
        );
        functions.into_iter().for_each(|function| row(function, &mut page));
    }
    page
}

const INTRODUCTION: &str = "# CEL: functions and macros

Generated from `crates/cel/src/functions` and `crates/cel/src/compile/macros` (`BLESS=1 cargo test -p crdc-documents --test pages`).
[cel.md](cel.md) says what rules are, what they see and what they may cost.

*Since* is the first minor version of Kubernetes on which a new rule may use it. Without a version, it is in all of
them. Costs are added to those of the arguments; a character of a string costs 0.1 each time it is traversed.
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
