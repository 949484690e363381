//! The macro that brings generated code into a module.

/// Includes the code that `build.rs` generated for one version of one resource.
///
/// The name is that of the CRD, then the version:
///
/// ```ignore
/// mod database {
///     crdc::include_crd!("databases.example.com/v1");
/// }
/// ```
#[macro_export]
macro_rules! include_crd {
    ($name:literal) => {
        include!(concat!(env!("OUT_DIR"), "/", $name, ".rs"));
    };
}
