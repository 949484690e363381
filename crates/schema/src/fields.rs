//! A macro that names every field of a schema. A function that treats fields differently uses it instead of
//! naming only those that it needs: then a new field is a compile error there, until the function handles it.
//!
//! | functions that name all fields, with this macro or one of their own | what they decide |
//! |---|---|
//! | `same.rs`, `written.rs`, `visit.rs`, `extended.rs` here | equality on the server, its table of keywords, nested schemas, extensions that no server reads |
//! | `references/overlay.rs`, `skeleton/build.rs`, `build.rs` of crdc-plan | what counts beside a reference, pruning, the meaning for values |
//! | `schema_context.rs` and `unsupported.rs` of crdc-check, `value/mod.rs` | schemas that the server walks into, validation of defaults, constraints on embedded metadata |
//! | `openapi/parts.rs`, `openapi/resolve.rs` | constraints on a value itself, nested schemas |
//! | `compare/walk.rs`, `compare/meaning.rs`, `outline/`, `publish/openapi/keywords.rs` of `crdc-documents` | the topic that compares it, branches, words, what servers publish |

/// Destructures a schema without `..`. Binds the fields before `ignored`.
///
/// ```ignore
/// fields!(schema => minimum maximum; ignored: span misread …);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! fields {
    ($schema:expr => $($field:ident)*; ignored: $($ignored:ident)*) => {
        let $crate::Schema { $($field,)* $($ignored: _,)* } = $schema;
    };
}
