//! Collects fields that rules read although they may be absent, and reports each of them once for all rules
//! of a version.

use std::collections::HashMap;

use super::words::{self, Read};
use crate::report::Report;
use crdc_schema::Property;

/// The key of a field: its property in the schema, or the text of the read if the server declares the field.
#[derive(PartialEq, Eq, Hash)]
enum Field {
    Property(*const Property),
    Metadata(String),
}

/// The places where fields are read, by field.
#[derive(Default)]
pub(super) struct Absences {
    index: HashMap<Field, usize>,
    fields: Vec<Vec<Read>>,
}

impl Absences {
    pub(super) fn add(&mut self, property: Option<&Property>, read: Read) {
        let next = self.fields.len();
        let field = match property {
            Some(property) => Field::Property(std::ptr::from_ref(property)),
            None => Field::Metadata(read.text.clone()),
        };
        let index = *self.index.entry(field).or_insert(next);
        if index == next {
            self.fields.push(Vec::new());
        }
        if let Some(reads) = self.fields.get_mut(index) {
            reads.push(read);
        }
    }

    /// Reports each field at the first place.
    pub(super) fn finish(self, report: &mut Report) {
        for mut reads in self.fields {
            // At most one for each rule.
            reads.sort_by_key(|read| read.span);
            reads.dedup_by_key(|read| read.span);
            words::absent(&reads, report);
        }
    }
}
