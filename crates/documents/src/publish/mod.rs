//! Makes documents for servers, clients and tools. In: CRDs. Out: OpenAPI v3 and v2 ([`openapi`]), JSON
//! Schemas ([`json_schema`]), and CRDs: with all rules as crdc reads them ([`crd`]), or with rules that stock
//! servers enforce ([`apply_safe`]).
//!
//! For Rust types ([`Publish`]): In: a CustomResourceDefinition made by kube, and the rules of its types.
//! Out: the document to be published, with an extension for every marker. kube cannot write extensions, since
//! its schema types do not have them.
//!
//! In order of use: `document` finds the schemas, `structural` writes schemas that kube cannot write, `rules`
//! reads the rules that derives emit, `overlay` adds them to the schemas (`keywords`, `unions`), `unchecked`
//! compares the result with the rules alone, `scale` and `in_rust` add warnings and helps for Rust types,
//! `descriptions` removes marker lines, `yaml` and `json` write the document, `problem` maps problems to the
//! written text, `published` is the result. **Every rule is in the document or in a diagnostic.** The result
//! is checked like any other document.
//!
//! `Publish::rules_alone` (rules only, references resolved) gives the same plan as the document, except for
//! types without rules and for defaults that only serde knows. A marker in a description for which no rules
//! were given is in a diagnostic as well.

pub mod apply_safe;
mod contradictions;
pub mod crd;
mod descriptions;
mod document;
mod in_rust;
pub(crate) mod json;
pub mod json_schema;
mod keywords;
pub mod openapi;
mod overlay;
mod patterns;
mod problem;
mod published;
mod rules;
mod scale;
mod structural;
mod tree;
mod unchecked;
mod unions;
mod variants;
#[cfg(test)]
mod yaml_tests;

pub use crdc_source::render::Format;
pub use crdc_source::to_yaml;
pub use crdc_vocabulary::Fragment;
pub use published::{Published, RefusedDocument};

use crdc_source::diag::{self, Code};
use crdc_source::{Node, Source, parse};
use overlay::Overlay;
use problem::Problem;
use rules::Items;

/// A document to be published, and the rules to add to it.
///
/// ```
/// use crdc_documents::publish::{Fragment, Publish};
///
/// // The output of `serde_json::to_string(&Backup::crd())`, and of `BackupSpec::fragment()`.
/// let crd = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
///   "metadata": {"name": "backups.example.com"},
///   "spec": {"group": "example.com", "names": {"kind": "Backup", "plural": "backups"}, "scope": "Namespaced",
///     "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
///       "type": "object", "properties": {"spec": {"type": "object", "required": ["name"], "properties": {
///         "name": {"description": "Its name.\n\n+immutable", "type": "string"}}}}}}}]}}"#;
/// static SPEC: Fragment = Fragment {
///     name: "BackupSpec",
///     text: r#"{"type": "object", "required": ["name"], "properties": {
///         "name": {"type": "string", "x-kubernetes-immutable": true}}}"#,
///     refs: &[],
/// };
/// let yaml = Publish::new(crd).rules("spec", &SPEC).yaml()?;
/// assert!(yaml.contains("
///               name:
///                 description: Its name.
///                 type: string
///                 x-kubernetes-immutable: true
/// "), "{yaml}");
/// # Ok::<(), crdc_documents::publish::RefusedDocument>(())
/// ```
#[derive(Clone, Debug)]
pub struct Publish {
    text: String,
    schemas: Vec<(String, String)>,
    rules: Vec<Rules>,
}

#[derive(Clone, Debug)]
struct Rules {
    version: Option<String>,
    path: String,
    fragment: &'static Fragment,
}

impl Publish {
    /// A CustomResourceDefinition from kube, as JSON or YAML.
    #[must_use]
    pub fn new(crd: impl Into<String>) -> Publish {
        Publish { text: crd.into(), schemas: Vec::new(), rules: Vec::new() }
    }

    /// Replaces kube's schema of `spec` or `status` by the one that schemars has for its type: for types that
    /// kube cannot write, such as enums with `#[serde(tag)]` whose variants share fields (kube-rs/kube#1279).
    /// The resource then has `#[kube(schema = "disabled")]`, and its type still derives `JsonSchema`.
    ///
    /// ```no_run
    /// # use crdc_documents::publish::Publish;
    /// # let crd = String::new();
    /// // serde_json::to_string(&schemars::schema_for!(BackupSpec))
    /// let schema = r##"{"type": "object", "properties": {"to": {"$ref": "#/$defs/Place"}}, "$defs": {"Place": {
    ///     "oneOf": [{"type": "object", "properties": {"type": {"const": "A"}}, "required": ["type"]},
    ///               {"type": "object", "properties": {"type": {"const": "B"}}, "required": ["type"]}]}}}"##;
    /// let yaml = Publish::new(crd).schema("spec", schema).yaml()?;
    /// # Ok::<(), crdc_documents::publish::RefusedDocument>(())
    /// ```
    #[must_use]
    pub fn schema(mut self, path: impl Into<String>, schemars: impl Into<String>) -> Publish {
        self.schemas.push((path.into(), schemars.into()));
        self
    }

    /// Overlays the rules of a type on the schema of a field, in all versions: `spec`, `status`, or the whole
    /// object if the path is empty.
    #[must_use]
    pub fn rules(self, path: impl Into<String>, fragment: &'static Fragment) -> Publish {
        self.with(None, path.into(), fragment)
    }

    /// The same for one version.
    #[must_use]
    pub fn rules_of(
        self,
        version: impl Into<String>,
        path: impl Into<String>,
        fragment: &'static Fragment,
    ) -> Publish {
        self.with(Some(version.into()), path.into(), fragment)
    }

    fn with(mut self, version: Option<String>, path: String, fragment: &'static Fragment) -> Publish {
        self.rules.push(Rules { version, path, fragment });
        self
    }

    /// The document as YAML, with a line break at the end. Warnings are left out; see [`run`](Self::run).
    ///
    /// # Errors
    /// If rules have no counterpart in the document or contradict it, or if a server would reject it.
    pub fn yaml(&self) -> Result<String, RefusedDocument> {
        self.run().accepted().map(|published| published.yaml())
    }

    /// The document as JSON, indented.
    ///
    /// # Errors
    /// See [`yaml`](Self::yaml).
    pub fn json(&self) -> Result<String, RefusedDocument> {
        self.run().accepted().map(|published| published.json())
    }

    /// The OpenAPI v3 documents of the served versions, with the extensions that servers drop.
    ///
    /// ```
    /// use crdc_documents::publish::{Fragment, Publish};
    /// use crdc_plan::{explain, explain_openapi};
    /// use crdc_source::Source;
    ///
    /// // The output of `serde_json::to_string(&Backup::crd())`, and of `BackupSpec::fragment()`.
    /// let crd = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    ///   "metadata": {"name": "backups.example.com"},
    ///   "spec": {"group": "example.com", "names": {"kind": "Backup", "plural": "backups"}, "scope": "Namespaced",
    ///     "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
    ///       "type": "object", "properties": {"spec": {"type": "object", "required": ["name"], "properties": {
    ///         "name": {"type": "string"}}}}}}}]}}"#;
    /// static SPEC: Fragment = Fragment {
    ///     name: "BackupSpec",
    ///     text: r#"{"type": "object", "required": ["name"], "properties": {
    ///         "name": {"type": "string", "x-kubernetes-immutable": true}}}"#,
    ///     refs: &[],
    /// };
    /// let publish = Publish::new(crd).rules("spec", &SPEC);
    /// let documents = publish.openapi_v3()?;
    /// assert_eq!(documents[0].file_name(), "apis__example.com__v1_openapi.json");
    /// assert!(documents[0].to_json().contains("\"x-kubernetes-immutable\": true"));
    /// # Ok::<(), crdc_documents::publish::RefusedDocument>(())
    /// ```
    ///
    /// # Errors
    /// See [`yaml`](Self::yaml).
    pub fn openapi_v3(&self) -> Result<Vec<openapi::Document>, RefusedDocument> {
        self.openapi(openapi::OpenApi::V3)
    }

    /// The OpenAPI v2 document of the served versions, with the extensions that servers drop and what v2
    /// cannot say. Empty if no version is served.
    ///
    /// # Errors
    /// See [`yaml`](Self::yaml).
    pub fn openapi_v2(&self) -> Result<Vec<openapi::Document>, RefusedDocument> {
        self.openapi(openapi::OpenApi::V2)
    }

    fn openapi(&self, form: openapi::OpenApi) -> Result<Vec<openapi::Document>, RefusedDocument> {
        let options = openapi::Options { extensions: true, ..openapi::Options::server(form) };
        self.run().accepted().map(|published| published.openapi(options))
    }

    /// The JSON Schemas of the served versions, each with what it cannot say.
    ///
    /// # Errors
    /// See [`yaml`](Self::yaml).
    pub fn json_schema(
        &self,
        options: json_schema::Options,
    ) -> Result<Vec<json_schema::JsonSchema>, RefusedDocument> {
        self.run().accepted().map(|published| published.json_schema(options))
    }

    /// The document for a stock server: with rules that stand for immutability and unions.
    ///
    /// ```
    /// use crdc_vocabulary::Minor;
    /// use crdc_documents::publish::{Fragment, Publish, apply_safe};
    ///
    /// // The output of `serde_json::to_string(&Backup::crd())`, and of `BackupSpec::fragment()`.
    /// let crd = r#"{"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
    ///   "metadata": {"name": "backups.example.com"},
    ///   "spec": {"group": "example.com", "names": {"kind": "Backup", "plural": "backups"}, "scope": "Namespaced",
    ///     "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
    ///       "type": "object", "properties": {"spec": {"type": "object", "properties": {
    ///         "name": {"type": "string"}}}}}}}]}}"#;
    /// static SPEC: Fragment = Fragment {
    ///     name: "BackupSpec",
    ///     text: r#"{"type": "object", "properties": {"name": {"type": "string", "x-kubernetes-immutable": true}}}"#,
    ///     refs: &[],
    /// };
    /// let publish = Publish::new(crd).rules("spec", &SPEC);
    /// let published = publish.apply_safe(apply_safe::Options { server: Minor(30) })?;
    /// assert!(published.to_yaml().contains("rule: has(self.name) == has(oldSelf.name) // crdc x-kubernetes-immutable"));
    /// # Ok::<(), crdc_documents::publish::RefusedDocument>(())
    /// ```
    ///
    /// # Errors
    /// See [`yaml`](Self::yaml). Also if servers would refuse the rules, because they cost too much.
    pub fn apply_safe(&self, options: apply_safe::Options) -> Result<apply_safe::ApplySafe, RefusedDocument> {
        let mut published = self.run().accepted()?;
        match published.apply_safe(options) {
            Some(found) if found.problems.is_empty() => Ok(found),
            found => {
                published.diagnostics.extend(found.into_iter().flat_map(|found| found.problems));
                Err(RefusedDocument(Box::new(published)))
            }
        }
    }

    /// The document with all diagnostics.
    #[must_use]
    pub fn run(&self) -> Published {
        self.finished(|mut crd, items, numbers, problems| {
            self.each_place(&crd.clone(), numbers, &mut |steps, path, id| {
                if let Some(schema) = document::place(&mut crd, steps, path, problems) {
                    Overlay::new(items, problems, steps.to_vec()).over(schema, id);
                }
            });
            let sound = !problems.iter().any(Problem::is_error);
            self.each_place(&crd, numbers, &mut |steps, _, id| {
                let Some(documented) = document::at(&crd, steps) else { return };
                if sound {
                    // Errors in the rules themselves are already reported.
                    let rules = Overlay::new(items, &mut Vec::new(), steps.to_vec()).checked(id, documented);
                    unchecked::compare(documented, &rules, &mut steps.to_vec(), problems);
                }
                in_rust::formats(documented, &mut steps.to_vec(), problems);
            });
            for rules in &self.rules {
                for steps in document::schemas(&crd, rules.version.as_deref()) {
                    scale::status(&crd, &steps, &rules.path, problems);
                }
            }
            for mut steps in document::schemas(&crd, None) {
                // Rules of the whole object see `spec` too. Rules of a type at the root are reported with it.
                let is_typed = self.rules.iter().any(|rules| rules.path.is_empty());
                if let (false, Some(schema)) = (is_typed || self.rules.is_empty(), document::at(&crd, &steps))
                {
                    unchecked::own_rules(schema, &mut steps, problems);
                }
                if let Some(schema) = document::at_mut(&mut crd, &steps) {
                    descriptions::strip(schema, &mut steps, problems);
                }
            }
            crd
        })
    }

    /// The published document with each schema that has rules replaced by the schema of the rules alone:
    /// references inlined, properties sorted by name. Types without rules, and defaults that only serde
    /// knows, are taken from the document. The plans of both are equal if the derive and schemars interpret a
    /// type in the same way; use it to test that:
    ///
    /// ```no_run
    /// # let publish = crdc_documents::publish::Publish::new("");
    /// use crdc_plan::explain;
    /// use crdc_source::Source;
    /// let plan = |text: String| explain(&[Source::new("crd.json", text)], None);
    /// assert_eq!(plan(publish.run().json()), plan(publish.rules_alone().json()));
    /// ```
    #[must_use]
    pub fn rules_alone(&self) -> Published {
        let published = self.run();
        if published.has_errors() {
            return published;
        }
        self.finished(|_, items, numbers, problems| {
            let mut crd = published.document.clone();
            self.each_place(&published.document, numbers, &mut |steps, _, id| {
                let documented = document::at(&published.document, steps);
                if let (Some(schema), Some(documented)) = (document::at_mut(&mut crd, steps), documented) {
                    *schema = Overlay::new(items, problems, steps.to_vec()).alone(id, documented);
                }
            });
            crd
        })
    }

    /// Calls `see` for each schema that has rules, with the number of the type.
    fn each_place(&self, crd: &Node, numbers: &[usize], see: &mut dyn FnMut(&[problem::Step], &str, usize)) {
        for (rules, id) in self.rules.iter().zip(numbers) {
            for steps in document::schemas(crd, rules.version.as_deref()) {
                see(&document::field(steps, &rules.path), &rules.path, *id);
            }
        }
    }

    fn finished(&self, make: impl FnOnce(Node, &Items, &[usize], &mut Vec<Problem>) -> Node) -> Published {
        let given = Source::new("crd", self.text.as_str());
        let mut crd = match document::read(&given) {
            Ok(crd) => crd,
            Err(diagnostics) => return Published { source: given, document: tree::object(), diagnostics },
        };
        let (mut items, mut problems) = (Items::default(), Vec::new());
        for (path, text) in &self.schemas {
            let given = Source::new("schema.json", text.as_str());
            let (mut roots, diagnostics) = parse(&given);
            let Some(root) = roots.pop().filter(|_| !diag::has_errors(&diagnostics)) else {
                return Published { source: given, document: tree::object(), diagnostics };
            };
            for steps in document::schemas(&crd, None) {
                let schema =
                    structural::structural(&root, document::field(steps.clone(), path), &mut problems);
                document::give(&mut crd, &steps, path, &schema);
            }
        }
        let numbers: Vec<usize> =
            self.rules.iter().map(|rules| items.read(rules.fragment, &mut problems)).collect();
        for rules in &self.rules {
            if let Some(version) = &rules.version
                && document::schemas(&crd, Some(version)).is_empty()
            {
                let message = format!("the document has no version `{version}` to add rules to");
                problems
                    .push(Problem::new(Code::PublishPath, &[], message).help("name one of `spec.versions`"));
            }
        }
        let document = make(crd, &items, &numbers, &mut problems);
        Published::new(document, problems)
    }
}
