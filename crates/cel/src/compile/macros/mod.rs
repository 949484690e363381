//! Expands macros: calls that the parser replaces by loops, tests and conditions. Each macro is one entry of
//! [`MACROS`] with the server version from which new rules may use it.
//
// cel-go: parser/macro.go, cel/library.go, ext/comprehensions.go, ext/lists.go

mod bind;
mod loops;
mod maker;
mod pairs;

use super::ast::{Ast, ExprId};
use super::issues::Issue;
use crdc_vocabulary::Minor;
use maker::Maker;

type Expand = fn(&mut Maker<'_>, Option<ExprId>, &[ExprId]) -> Result<ExprId, Issue>;

/// A macro.
#[derive(Clone, Copy)]
pub struct Macro {
    /// The name.
    pub name: &'static str,
    /// The number of its arguments.
    pub args: usize,
    /// Whether the macro is called on a value, as `value.name()`.
    pub receiver: bool,
    /// The first minor version on which new rules may use it.
    pub since: Minor,
    /// An example of its syntax.
    pub usage: &'static str,
    /// The description of its effect.
    pub doc: &'static str,
    expand: Expand,
}

const fn on_value(
    name: &'static str,
    args: usize,
    since: Minor,
    usage: &'static str,
    doc: &'static str,
    expand: Expand,
) -> Macro {
    Macro { name, args, receiver: true, since, usage, doc, expand }
}

/// The first version with macros that have two variables.
pub(super) const PAIRS: Minor = Minor(33);

/// All macros.
pub const MACROS: &[Macro] = &[
    Macro {
        name: "has",
        args: 1,
        receiver: false,
        since: Minor::FIRST,
        usage: "has(value.field)",
        doc: "whether the field or string key is present",
        expand: loops::has,
    },
    on_value(
        "all",
        2,
        Minor::FIRST,
        "range.all(x, condition)",
        "whether the condition holds for all items of a list or keys of a map",
        loops::all,
    ),
    on_value(
        "exists",
        2,
        Minor::FIRST,
        "range.exists(x, condition)",
        "whether the condition holds for any item or key",
        loops::exists,
    ),
    on_value(
        "exists_one",
        2,
        Minor::FIRST,
        "range.exists_one(x, condition)",
        "whether the condition holds for exactly one item or key",
        loops::exists_one,
    ),
    on_value(
        "map",
        2,
        Minor::FIRST,
        "range.map(x, value)",
        "the list of the values for all items or keys",
        loops::map,
    ),
    on_value(
        "map",
        3,
        Minor::FIRST,
        "range.map(x, condition, value)",
        "the list of the values for the items or keys for which the condition holds",
        loops::map,
    ),
    on_value(
        "filter",
        2,
        Minor::FIRST,
        "range.filter(x, condition)",
        "the list of the items or keys for which the condition holds",
        loops::filter,
    ),
    on_value(
        "optMap",
        2,
        Minor(29),
        "optional.optMap(x, value)",
        "an optional with the value, if the optional has one",
        bind::opt_map,
    ),
    on_value(
        "optFlatMap",
        2,
        Minor(29),
        "optional.optFlatMap(x, other)",
        "the other optional, if the optional has a value",
        bind::opt_flat_map,
    ),
    on_value(
        "all",
        3,
        PAIRS,
        "range.all(i, x, condition)",
        "whether the condition holds for all indices and items, or keys and values",
        loops::all,
    ),
    on_value(
        "exists",
        3,
        PAIRS,
        "range.exists(i, x, condition)",
        "whether the condition holds for any index and item, or key and value",
        loops::exists,
    ),
    on_value(
        "existsOne",
        3,
        PAIRS,
        "range.existsOne(i, x, condition)",
        "whether the condition holds for exactly one index and item, or key and value",
        loops::exists_one,
    ),
    on_value(
        "exists_one",
        3,
        PAIRS,
        "range.exists_one(i, x, condition)",
        "the same as `existsOne`",
        loops::exists_one,
    ),
    on_value(
        "transformList",
        3,
        PAIRS,
        "range.transformList(i, x, value)",
        "the list of the values",
        pairs::transform_list,
    ),
    on_value(
        "transformList",
        4,
        PAIRS,
        "range.transformList(i, x, condition, value)",
        "the list of the values where the condition holds",
        pairs::transform_list,
    ),
    on_value(
        "transformMap",
        3,
        PAIRS,
        "range.transformMap(k, x, value)",
        "the map with the same keys and these values",
        pairs::transform_map,
    ),
    on_value(
        "transformMap",
        4,
        PAIRS,
        "range.transformMap(k, x, condition, value)",
        "the same, where the condition holds",
        pairs::transform_map,
    ),
    on_value(
        "transformMapEntry",
        3,
        PAIRS,
        "range.transformMapEntry(k, x, {key: value})",
        "the map of these entries",
        pairs::transform_map_entry,
    ),
    on_value(
        "transformMapEntry",
        4,
        PAIRS,
        "range.transformMapEntry(k, x, condition, {key: value})",
        "the same, where the condition holds",
        pairs::transform_map_entry,
    ),
    on_value(
        "sortBy",
        2,
        Minor(35),
        "list.sortBy(x, key)",
        "the items in the order of their keys",
        bind::sort_by,
    ),
];

/// The macros of one server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expander {
    minor: Minor,
    /// Whether `cel.bind` is a macro.
    has_bind: bool,
}

impl Expander {
    pub(super) fn new(minor: Minor) -> Expander {
        Expander { minor, has_bind: false }
    }

    /// The same macros, and `cel.bind`.
    pub(super) fn with_bind(self) -> Expander {
        Expander { has_bind: true, ..self }
    }

    /// Expands a call if it is a macro. `at` is the offset of the call's parenthesis.
    pub(super) fn expand(
        &self,
        ast: &mut Ast,
        at: u32,
        span: (u32, u32),
        function: &str,
        target: Option<ExprId>,
        args: &[ExprId],
    ) -> Option<Result<ExprId, Issue>> {
        let of_library = target.and_then(|target| ast.ident(target)).is_some_and(|name| &**name == "cel");
        if self.has_bind && of_library && function == "bind" && args.len() == 3 {
            return Some(bind::named(&mut Maker { ast, at, span }, args));
        }
        let found = MACROS.iter().find(|found| {
            let form = found.args == args.len() && found.receiver == target.is_some();
            form && found.name == function && found.since <= self.minor
        })?;
        Some((found.expand)(&mut Maker { ast, at, span }, target, args))
    }
}
