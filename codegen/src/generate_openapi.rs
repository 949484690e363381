//! Compiles kinds of OpenAPI documents: single kinds by name, and not whole CRDs.

use crate::generate::{Generated, Options, file};
use crdc_check::{Located, without};
use crdc_plan::check_openapi_with;
use crdc_source::Source;

/// Compiles kinds of a published OpenAPI document, v3 or v2. Kinds are named as for
/// [`crdc_plan::check_openapi`]. A kind with errors yields no file. Does not touch the file system.
///
/// ```
/// use crdc_codegen::{generate_openapi, Options};
/// use crdc_source::Source;
/// let document = r##"{
///   "swagger": "2.0",
///   "definitions": {
///     "com.example.v1.Note": {
///       "type": "object",
///       "properties": {
///         "metadata": {"$ref": "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"},
///         "text": {"type": "string"}
///       },
///       "x-kubernetes-group-version-kind": [{"group": "example.com", "version": "v1", "kind": "Note"}]
///     }
///   }
/// }"##;
/// let source = Source::new("example.json", document);
/// let generated = generate_openapi(&source, &["example.com/v1/Note".to_owned()], &Options::default());
/// assert_eq!(generated.files[0].path, "notes.example.com/v1.rs");
/// assert_eq!(generated.diagnostics.len(), 1); // without paths the plural was guessed
/// ```
#[must_use]
pub fn generate_openapi(source: &Source, kinds: &[String], options: &Options) -> Generated {
    let checked = check_openapi_with(source, kinds, options.skip_uncompiled_rules);
    let mut problems = checked.diagnostics;
    let mut files = Vec::new();
    for crd in &checked.accepted {
        files.extend(crd.versions().filter_map(|version| file(version, source, options, &mut problems)));
    }
    without(&mut problems, &options.allow);
    let diagnostics = problems.into_iter().map(|diagnostic| Located { source: 0, diagnostic }).collect();
    Generated { files, diagnostics, crds: checked.names, versions: Vec::new() }
}
