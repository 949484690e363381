//! The document in the server's internal form. Before validation, the server moves the parts that are equal
//! in all versions of a v1 document to the top of `spec`. Its messages then name `spec.validation`, which
//! v1 does not have. Spans always point at what the user wrote.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/conversion.go

use super::old::Old;
use super::report::Report;
use super::validation_options::ValidationOptions;
use crdc_schema::{ApiVersion, At, Crd, PerVersion, Schema, Subresources, same_schema};
use crdc_source::Node;
use crdc_vocabulary::Minor;

/// A document with its parts at the paths of the server's internal form.
pub(crate) struct Layout<'a> {
    /// The document.
    pub(crate) crd: &'a Crd,
    /// The old document, if this is an update.
    pub(crate) old: Option<Old<'a>>,
    /// The validation options.
    pub(crate) validation_options: ValidationOptions,
    /// `spec.validation`, if the internal form has it.
    pub(crate) validation: Option<&'a At<Box<Schema>>>,
    /// `spec.subresources`, if the internal form has them.
    pub(crate) subresources: Option<&'a At<Subresources>>,
    /// `spec.additionalPrinterColumns`, if the internal form has them.
    pub(crate) columns: Option<&'a At<Node>>,
    /// `spec.selectableFields`, if the internal form has them.
    pub(crate) selectable: Option<&'a At<Node>>,
    /// The text of the document, if it is known.
    pub(crate) text: Option<&'a str>,
    /// Whether CEL rules that have no form in Rust are left out.
    pub(crate) skip_uncompiled: bool,
    /// Whether rules do not run on defaults.
    pub(crate) leaves_defaults: bool,
    /// The server that the document is applied to, if one is named.
    pub(crate) server: Option<Minor>,
    /// Whether any version has subresources in the internal form.
    pub(super) own_subresources: bool,
    pub(super) moved: Moved,
}

/// The parts that are moved to the top of `spec` and removed from the versions.
pub(super) struct Moved {
    validation: bool,
    subresources: bool,
    columns: bool,
    selectable: bool,
}

/// A rule that checks the whole document.
pub(super) type Rule = fn(&Layout<'_>, &mut Report);

impl<'a> Layout<'a> {
    /// The layout of a new document.
    pub(crate) fn of(crd: &'a Crd) -> Self {
        let first = match (crd.api_version, crd.versions.first()) {
            (ApiVersion::V1, Some(first)) => &first.parts,
            _ => return Self::as_written(crd),
        };
        let rest = &crd.versions[1..];
        let all = |same: &dyn Fn(&PerVersion) -> bool| rest.iter().all(|version| same(&version.parts));
        let moved = Moved {
            validation: all(&|parts| same_schemas(parts.schema.as_ref(), first.schema.as_ref())),
            subresources: all(&|parts| {
                same_subresources(parts.subresources.as_ref(), first.subresources.as_ref())
            }),
            columns: all(&|parts| same_nodes(parts.printer_columns.as_ref(), first.printer_columns.as_ref())),
            selectable: all(&|parts| {
                same_nodes(parts.selectable_fields.as_ref(), first.selectable_fields.as_ref())
            }),
        };
        Layout {
            validation: first.schema.as_ref().filter(|_| moved.validation),
            subresources: first.subresources.as_ref().filter(|_| moved.subresources),
            columns: first.printer_columns.as_ref().filter(|_| moved.columns),
            selectable: first.selectable_fields.as_ref().filter(|_| moved.selectable),
            own_subresources: !moved.subresources,
            moved,
            ..Self::as_written(crd)
        }
    }

    /// The layout of an update of `old`.
    pub(super) fn update_of(self, old: Old<'a>, validation_options: ValidationOptions) -> Self {
        Layout { old: Some(old), validation_options, ..self }
    }

    fn as_written(crd: &'a Crd) -> Self {
        Layout {
            crd,
            old: None,
            text: None,
            skip_uncompiled: false,
            leaves_defaults: false,
            server: None,
            validation_options: ValidationOptions::of_new(),
            validation: crd.common.schema.as_ref(),
            subresources: crd.common.subresources.as_ref(),
            columns: crd.common.printer_columns.as_ref(),
            selectable: crd.common.selectable_fields.as_ref(),
            own_subresources: crd.versions.iter().any(|version| version.parts.subresources.is_some()),
            moved: Moved { validation: false, subresources: false, columns: false, selectable: false },
        }
    }

    /// Whether the server that the document is applied to does as those from a version on.
    pub(super) fn is_from(&self, since: Minor) -> bool {
        self.server.is_none_or(|server| server >= since)
    }

    /// Whether an update does not change the schema of the version that it belongs to. A schema that is moved
    /// to the top of `spec` belongs to the first version.
    pub(crate) fn is_unchanged(&self, schema: &At<Box<Schema>>) -> bool {
        let Some(Old { crd: old, .. }) = self.old else { return false };
        let of = |crd: &'a Crd, index: usize| {
            crd.versions[index].parts.schema.as_ref().or(crd.common.schema.as_ref())
        };
        let owner = (0..self.crd.versions.len())
            .find(|index| of(self.crd, *index).is_some_and(|found| std::ptr::eq(found, schema)));
        let name = owner.and_then(|index| self.crd.versions[index].name.as_ref());
        let same = |index: &usize| {
            let version = &old.versions[*index];
            version.name.as_ref().map(|name| &name.value) == name.map(|name| &name.value)
        };
        let before = (0..old.versions.len()).find(same).filter(|_| name.is_some());
        before.is_some_and(|index| same_schemas(Some(schema), of(old, index)))
    }

    /// The schema of version `index` in the internal form.
    pub(crate) fn schema_of(&self, index: usize) -> Option<&'a At<Box<Schema>>> {
        self.per_version(index, self.moved.validation)?.schema.as_ref()
    }

    /// The subresources of version `index` in the internal form.
    pub(crate) fn subresources_of(&self, index: usize) -> Option<&'a At<Subresources>> {
        self.per_version(index, self.moved.subresources)?.subresources.as_ref()
    }

    /// The printer columns of version `index` in the internal form.
    pub(crate) fn columns_of(&self, index: usize) -> Option<&'a At<Node>> {
        self.per_version(index, self.moved.columns)?.printer_columns.as_ref()
    }

    /// The selectable fields of version `index` in the internal form.
    pub(crate) fn selectable_of(&self, index: usize) -> Option<&'a At<Node>> {
        self.per_version(index, self.moved.selectable)?.selectable_fields.as_ref()
    }

    fn per_version(&self, index: usize, moved: bool) -> Option<&'a PerVersion> {
        if moved { None } else { self.crd.versions.get(index).map(|version| &version.parts) }
    }

    /// Whether version `index` has more than its name and flags in the internal form.
    pub(crate) fn has_parts(&self, index: usize) -> bool {
        self.schema_of(index).is_some()
            || self.subresources_of(index).is_some()
            || self.columns_of(index).is_some()
            || self.selectable_of(index).is_some()
    }

    /// Whether the parts at the top of `spec` and those of each version are equal in both documents.
    pub(crate) fn same_parts(&self, other: &Layout<'_>) -> bool {
        let count = self.crd.versions.len();
        let each = |index: usize| {
            same_schemas(self.schema_of(index), other.schema_of(index))
                && same_subresources(self.subresources_of(index), other.subresources_of(index))
                && same_nodes(self.columns_of(index), other.columns_of(index))
                && same_nodes(self.selectable_of(index), other.selectable_of(index))
        };
        let all = same_schemas(self.validation, other.validation)
            && same_subresources(self.subresources, other.subresources)
            && same_nodes(self.columns, other.columns)
            && same_nodes(self.selectable, other.selectable);
        count == other.crd.versions.len() && all && (0..count).all(each)
    }

    /// Whether every version has a schema.
    pub(crate) fn has_schemas(&self) -> bool {
        self.validation.is_some() || (0..self.crd.versions.len()).all(|index| self.schema_of(index).is_some())
    }

    /// Whether a version may exceed the limit of selectable fields; the empty name stands for all versions.
    pub(crate) fn allows_many(&self, version: &str) -> bool {
        self.is_from(Minor::MANY_SELECTABLE) && self.validation_options.many_selectable.contains(version)
    }

    /// Whether any version has the status subresource.
    pub(crate) fn any_status(&self) -> bool {
        let has = |found: Option<&At<Subresources>>| found.is_some_and(|found| found.value.status.is_some());
        has(self.subresources) || (0..self.crd.versions.len()).any(|index| has(self.subresources_of(index)))
    }

    /// Whether version `index` has the status subresource.
    pub(crate) fn status_of(&self, index: usize) -> bool {
        let found = if self.own_subresources { self.subresources_of(index) } else { self.subresources };
        found.is_some_and(|found| found.value.status.is_some())
    }

    /// Every schema, with the path of its parent and whether the status subresource applies to it.
    pub(crate) fn schemas(&self) -> Vec<(String, &'a At<Box<Schema>>, bool)> {
        let mut found = Vec::new();
        for index in 0..self.crd.versions.len() {
            if let Some(schema) = self.schema_of(index) {
                found.push((format!("spec.versions[{index}].schema"), schema, self.status_of(index)));
            }
        }
        if let Some(schema) = self.validation {
            found.push(("spec.validation".to_owned(), schema, self.any_status()));
        }
        found
    }
}

fn same_schemas(a: Option<&At<Box<Schema>>>, b: Option<&At<Box<Schema>>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => same_schema(&a.value, &b.value),
        _ => false,
    }
}

fn same_subresources(a: Option<&At<Subresources>>, b: Option<&At<Subresources>>) -> bool {
    let (a, b) = match (a, b) {
        (None, None) => return true,
        (Some(a), Some(b)) => (&a.value, &b.value),
        _ => return false,
    };
    let scale = |of: &Subresources| {
        let text = |path: Option<&At<String>>| path.map(|path| path.value.clone());
        of.scale.as_ref().map(|scale| {
            let scale = &scale.value;
            (
                text(scale.spec_replicas_path.as_ref()),
                text(scale.status_replicas_path.as_ref()),
                text(scale.label_selector_path.as_ref()),
            )
        })
    };
    a.status.is_some() == b.status.is_some() && scale(a) == scale(b)
}

fn same_nodes(a: Option<&At<Node>>, b: Option<&At<Node>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => crdc_schema::same_value(&a.value, &b.value),
        _ => false,
    }
}
