//! The macro that includes generated code.

/// Includes the code that `build.rs` generated for one version of one resource.
///
/// The name is that of the CRD, then the version:
///
/// ```ignore
/// mod database {
///     crdc::include_crd!("databases.example.com/v1");
/// }
/// ```
///
/// A name that the build script does not compile is an error, which lists the valid names.
//
// codegen: src/index.rs writes the index and the macro in it. A `tt`, since macros cannot inspect a
// `literal`.
#[macro_export]
macro_rules! include_crd {
    ($name:tt) => {
        ::core::include!(::core::concat!(::core::env!("OUT_DIR"), "/crdc-index.rs"));
        __crdc_include!($name);
    };
}
