//! The extensions of a schema that no server reads.

use super::extensions::{Dialect, ImmutabilityKeywords, Unions};
use super::fields;
use super::model::Schema;

impl Schema {
    /// Whether the schema has any extension that no server reads.
    #[must_use]
    pub fn has_extensions(&self) -> bool {
        fields!(self => marks unions normalize dialect no_prune;
            // Keywords of the server, and what is not a keyword.
            ignored: span misread misread_here id schema reference description r#type format title default
            maximum exclusive_maximum minimum exclusive_minimum max_length min_length pattern max_items
            min_items unique_items multiple_of enumeration max_properties min_properties required items all_of
            one_of any_of not properties additional_properties pattern_properties dependencies
            additional_items definitions external_docs example nullable x_preserve_unknown_fields
            x_embedded_resource x_int_or_string x_list_map_keys x_list_type x_map_type x_validations
        );
        let told = unions.is_some() || normalize.is_some() || dialect.is_some();
        told || marks.written().next().is_some() || !no_prune.is_empty()
    }

    /// Removes the extensions that depend on the path to a value: immutability extensions, normalization, and
    /// the role of discriminator.
    pub fn forget_way(&mut self) {
        (self.marks, self.normalize, self.dialect) = (ImmutabilityKeywords::default(), None, None);
        if matches!(self.unions.as_ref().map(|at| &at.value), Some(Unions::Members(_))) {
            self.unions = None;
        }
    }

    /// `x-crdc-dialect`, if it names a known dialect.
    #[must_use]
    pub fn dialect(&self) -> Option<Dialect> {
        Dialect::from_name(&self.dialect.as_ref()?.value)
    }

    /// `x-kubernetes-normalize: undefined`.
    #[must_use]
    pub fn is_normalized(&self) -> bool {
        self.normalize.as_ref().is_some_and(|at| at.value == "undefined")
    }
}
