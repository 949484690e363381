//! A macro that names every field of a schema. A function that treats fields differently uses it instead of
//! naming only those that it needs: then a new field is a compile error there, until somebody decides what
//! the function does with it.

/// Destructures a schema without `..`. Binds the fields before `ignored`.
///
/// ```ignore
/// fields!(schema => minimum maximum; ignored: span misread …);
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! fields {
    ($schema:expr => $($field:ident)*; ignored: $($ignored:ident)*) => {
        let $crate::schema::Schema { $($field,)* $($ignored: _,)* } = $schema;
    };
}

#[doc(hidden)]
pub use fields;
