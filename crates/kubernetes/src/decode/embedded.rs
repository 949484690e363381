//! The structs that Go's structs embed: the decoder names them in the paths of fields. In: a field. Out: the
//! names of the embedded structs around it, in a table that is generated from Kubernetes' sources.
// sigs.k8s.io/json: decode.go object, as encoding/json since Go 1.24

use crdc_vocabulary::Minor;

use crate::definition::{Definition, Field};
use crate::table::line;

/// The table: each line is `DEFINITION FIELD=EMBEDDED…`.
const TABLE: &str = include_str!("../../data/embedded.txt");

/// The first version whose decoder names embedded structs.
// apimachinery: go.mod (sigs.k8s.io/json v0.0.0-20250730193827-2d320260d730)
const SINCE: Minor = Minor(35);

/// The embedded structs around a field in a version, from the outer to the inner one, with dots.
pub(super) fn around(version: Minor, of: &Definition, field: &Field) -> Option<&'static str> {
    if version < SINCE {
        return None;
    }
    if of.kind.is_some() && matches!(field.name.as_str(), "apiVersion" | "kind") {
        return Some("TypeMeta");
    }
    line(TABLE, &of.name)?.split(' ').find_map(|entry| entry.strip_prefix(&field.name)?.strip_prefix('='))
}
