//! Warns of properties whose name YAML reads as a boolean: `on: {type: integer}` describes a field `true`.
//
// go-yaml: resolve.go

use crate::report::Report;
use crate::schema_context::SchemaContext;
use crdc_source::diag::Code;

/// The words that are shorter than `true` and `false`, by their length. A name that is as long as it is
/// written is the author's.
const WORDS: [(&str, [&str; 3]); 2] = [("true", ["y", "on", "yes"]), ("false", ["n", "no", "off"])];

pub(super) fn names(place: &SchemaContext<'_>, report: &mut Report) {
    for property in place.schema.property_list() {
        let words = WORDS.iter().find(|(name, _)| *name == property.name).map(|(_, words)| words);
        let length = (property.key.end - property.key.start) as usize;
        let written = words.and_then(|words| words.iter().find(|word| word.len() == length));
        if let Some(written) = written {
            let name = &property.name;
            report
                .add(
                    Code::NameIsBoolean,
                    property.key,
                    format!("YAML reads this name as a boolean: the field is called `{name}`"),
                )
                .help(format!("write the name in quotes, such as `\"{written}\"`"))
                .done();
        }
    }
}
