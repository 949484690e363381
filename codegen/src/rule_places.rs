//! Where the rules of a version are in its document: file and line, for tables that people read. A plan has no places,
//! so the schema is walked along the paths of the plan.

use std::collections::HashMap;

use crate::check::CheckedVersion;
use crate::plan;
use crate::schema::Schema;
use crate::source::Source;

/// Places by the path of the value and the index of the rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct RulePlaces {
    file: String,
    lines: HashMap<(String, usize), usize>,
}

impl RulePlaces {
    /// The places of a version's rules. The file is named without its folder, so that they do not depend on the machine.
    pub(crate) fn of(version: CheckedVersion<'_>, source: &Source) -> RulePlaces {
        let file = source.name.rsplit(['/', '\\']).next().unwrap_or_default().to_owned();
        let mut places = RulePlaces { file, lines: HashMap::new() };
        if let Some(schema) = version.schema() {
            let lines = source.lines();
            let mut waiting = vec![(&*schema.value, String::new())];
            while let Some((schema, path)) = waiting.pop() {
                let rules = schema.x_validations.iter().flat_map(|rules| &rules.value);
                for (index, rule) in rules.enumerate() {
                    let span = rule.rule.as_ref().map_or(rule.span, |at| at.span);
                    let line = lines.line_of(span.start as usize) + 1;
                    places.lines.entry((path.clone(), index)).or_insert(line);
                }
                waiting.extend(children(schema, &path));
            }
        }
        places
    }

    /// `databases.yaml:31`, or the file alone if the rule is in none of its schemas.
    pub(crate) fn of_rule(&self, path: &str, index: usize) -> String {
        match self.lines.get(&(path.to_owned(), index)) {
            Some(line) => format!("{}:{line}", self.file),
            None => self.file.clone(),
        }
    }
}

/// The schemas in which rules may be, with their paths in the notation of a plan.
fn children<'s>(schema: &'s Schema, path: &str) -> Vec<(&'s Schema, String)> {
    let dot = if path.is_empty() { "" } else { "." };
    let mut children: Vec<(&Schema, String)> = Vec::new();
    for property in schema.property_list() {
        children.push((&property.schema, plan::place(path, format_args!("{dot}{}", property.name))));
    }
    if let Some((values, _)) = schema.additional_schema() {
        children.push((values, plan::place(path, format_args!("{{}}"))));
    }
    if let Some((items, _)) = schema.one_item() {
        children.push((items, plan::place(path, format_args!("[]"))));
    }
    children
}
