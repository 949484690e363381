//! Reports where the dialect `cel` decides otherwise than the extensions. In: a schema and the table of
//! dialects. Out: entries with path, extension and reason. **Nothing that crdc enforces is lost without an
//! entry.**

use crate::dialects::{Answer, ROWS, each_site};
use crdc_schema::as_rules::{Difference, Unexpressed};
use crdc_schema::{Dialect, Schema};

/// Collects the situations in which the dialect `cel` answers otherwise than the dialect of each extension.
pub(super) fn of_dialects(schema: &Schema, found: &mut Vec<Unexpressed>) {
    each_site(schema, &mut |site, path, span| {
        let dialect = site.schema.dialect().unwrap_or_default();
        for row in ROWS.iter().filter(|row| (row.applies)(site)) {
            let difference = match (row.answer(dialect), row.answer(Dialect::Cel)) {
                (Answer::Refuses(_), Answer::Accepts(_)) => Difference::Accepted,
                (Answer::Accepts(_), Answer::Refuses(_)) => Difference::Refused,
                _ => continue,
            };
            found.push(Unexpressed {
                // All entries of a version get its name.
                version: String::new(),
                path: path.clone(),
                keyword: site.mark.keyword(),
                difference,
                detail: format!("{}: {}", row.situation, row.answer(Dialect::Cel).words()),
                span,
            });
        }
    });
}
