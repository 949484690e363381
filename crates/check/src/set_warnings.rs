//! Warns of sets whose items are objects or lists, as servers from 1.37 on do, once for each type of items.
//! An update warns only of sets that the old document does not have.
//
// apiextensions-apiserver: pkg/registry/customresourcedefinition/strategy.go
// (getNonScalarListTypeSetWarnings)

use super::layout::Layout;
use super::report::Report;
use crdc_schema::Schema;
use crdc_source::Span;
use crdc_source::diag::Code;
use crdc_vocabulary::Minor;
use crdc_vocabulary::go;
use std::collections::BTreeMap;

pub(super) fn set_warnings(layout: &Layout<'_>, report: &mut Report) {
    // The chosen server does not warn.
    if layout.server.is_none_or(|server| server < Minor::SET_WARNINGS) {
        return;
    }
    let old = layout.old.map(|old| sets(&Layout::of(old.crd))).unwrap_or_default();
    for (of, span) in sets(layout) {
        if old.contains_key(of) {
            continue;
        }
        report
            .add(Code::SetServer, span, format!("servers from {} on warn of sets of {of}s", Minor::SET_WARNINGS))
            .label("neither server-side apply nor rules compare such items")
            .help("write `x-kubernetes-list-type: map` with keys, or `atomic`")
            .server(format!(
                "x-kubernetes-list-type: set for items of type {} is not supported by server-side apply or CEL validation rules",
                go::quote(of)
            ));
    }
}

/// The types of set items that are not scalars, each with the first set.
fn sets<'a>(layout: &Layout<'a>) -> BTreeMap<&'a str, Span> {
    let mut found = BTreeMap::new();
    let mut see = |schema: &'a Schema| {
        let set = schema.x_list_type.as_ref().filter(|list_type| list_type.value == "set");
        if let (Some(set), Some((items, _))) = (set, schema.one_item())
            && matches!(items.type_name(), "object" | "array")
        {
            found.entry(items.type_name()).or_insert(set.span);
        }
    };
    for (_, schema, _) in layout.schemas() {
        schema.value.visit(&mut see);
    }
    found
}
