//! Unions, step by step on a copied tree: normalization, which clears members, then validation. Implements
//! the documented rules of both shapes; shares no code with the runtime. In the current shape,
//! `x-kubernetes-unions` at the discriminator lists its values and their members; only updates clear members.
//! In the older shape, from structured-merge-diff, it is a list of unions at the object.
//
// docs/semantics.md, Unions; structured-merge-diff v4.1: typed/union.go

use crdc_schema::Schema;
use crdc_vocabulary::Ratcheting;

use super::correlation::Pair;
use super::immutable::counterpart;
use super::structural::Structural;
use super::{FieldError, Verdicts};
use crate::json::{Json, go_quote};

/// A union of the fields of one object.
#[derive(Clone, Debug)]
pub struct Union {
    discriminator: String,
    /// Each value of the discriminator, in document order, with the member that it selects and whether the
    /// member is optional.
    values: Vec<(String, Option<(String, bool)>)>,
    /// `None` in the current shape. In the older shape, whether the discriminator is deduced from the member
    /// that is set.
    older: Option<bool>,
}

/// Reads the unions of an object with this schema. Those of the older shape that lack a discriminator are
/// left out.
pub(super) fn read(schema: &Schema) -> Vec<Union> {
    let mut unions = Vec::new();
    if let Some(crdc_schema::Unions::Older(list)) = schema.unions.as_ref().map(|at| &at.value) {
        for older in list {
            let Some(discriminator) = &older.discriminator else { continue };
            let fields = older.fields.iter().flat_map(|at| &at.value);
            let values = fields.map(|field| (field.value.value.clone(), Some((field.field.clone(), true))));
            unions.push(Union {
                discriminator: discriminator.value.clone(),
                values: values.collect(),
                older: Some(older.deduce.as_ref().is_some_and(|at| at.value)),
            });
        }
    }
    for property in schema.properties.iter().flat_map(|at| &at.value) {
        let Some(crdc_schema::Unions::Members(values)) = property.schema.unions.as_ref().map(|at| &at.value)
        else {
            continue;
        };
        let values = values.iter().map(|value| {
            let member = value.member.as_ref().map(|member| {
                let name = member.name.as_ref().map(|at| at.value.clone()).unwrap_or_default();
                (name, member.optional.as_ref().is_some_and(|at| at.value))
            });
            (value.value.clone(), member)
        });
        unions.push(Union { discriminator: property.name.clone(), values: values.collect(), older: None });
    }
    unions
}

/// Whether the schema has unions anywhere.
pub fn any(schema: &Structural) -> bool {
    has(schema, &|_| true)
}

/// Whether the schema has unions of the older shape with a deduced discriminator.
pub fn any_deduced(schema: &Structural) -> bool {
    has(schema, &|union| union.older == Some(true))
}

/// Whether a union anywhere in the schema is one of the sought.
fn has(schema: &Structural, sought: &dyn Fn(&Union) -> bool) -> bool {
    let held = schema.properties.iter().map(|(_, property)| property);
    let mut held = held.chain(schema.additional_schema()).chain(schema.items.as_deref());
    schema.unions.iter().any(sought) || held.any(|held| has(held, sought))
}

/// Clears members in `value` and below, given its schema and the old value. Returns the errors of unions of
/// the older shape.
pub(super) fn normalize(
    value: &mut Json,
    old: Option<&Json>,
    schema: &Structural,
    path: &str,
) -> Vec<FieldError> {
    // Errors contain values of the final object.
    let mut faults = Vec::new();
    clear(value, old, schema, &Path::new(path), &mut faults);
    let errors = faults.into_iter().map(|(place, detail)| FieldError {
        error_type: "FieldValueInvalid",
        field: if place.bracketed.is_empty() { "<nil>".to_owned() } else { place.bracketed.clone() },
        bad_value: Some(place.steps.iter().fold(&*value, |value, step| step.of(value)).clone()),
        detail,
        source: "union",
    });
    errors.collect()
}

/// The path of a value: keys of maps in brackets or after dots, and the steps from the root.
#[derive(Clone, Default)]
struct Path {
    bracketed: String,
    dotted: String,
    steps: Vec<Step>,
}

#[derive(Clone)]
enum Step {
    Key(String),
    Index(usize),
}

impl Step {
    /// The value one step below; null if there is none.
    fn of<'v>(&self, value: &'v Json) -> &'v Json {
        match self {
            Step::Key(key) => value.get(key),
            Step::Index(index) => value.as_array().and_then(|items| items.get(*index)),
        }
        .unwrap_or(&Json::Null)
    }
}

impl Path {
    fn new(start: &str) -> Path {
        Path { bracketed: start.to_owned(), dotted: start.to_owned(), steps: vec![] }
    }

    /// The path of a property.
    fn property(&self, key: &str) -> Path {
        let join = |path: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        let (bracketed, dotted) = (join(&self.bracketed), join(&self.dotted));
        Path { bracketed, dotted, steps: self.with(Step::Key(key.to_owned())) }
    }

    /// The path of an entry of a map.
    fn key(&self, key: &str) -> Path {
        let bracketed = format!("{}[{key}]", self.bracketed);
        Path { bracketed, ..self.property(key) }
    }

    fn index(&self, index: usize) -> Path {
        let join = |path: &str| format!("{path}[{index}]");
        Path {
            bracketed: join(&self.bracketed),
            dotted: join(&self.dotted),
            steps: self.with(Step::Index(index)),
        }
    }

    /// The steps of the path and one more.
    fn with(&self, step: Step) -> Vec<Step> {
        let mut steps = self.steps.clone();
        steps.push(step);
        steps
    }
}

/// A discriminator: a string, absent (or null), or another type.
#[derive(Clone, PartialEq)]
enum Discriminator {
    Text(String),
    Absent,
    Other,
}

impl Union {
    /// The name of the discriminator.
    pub fn discriminator(&self) -> &str {
        &self.discriminator
    }

    /// Each value with the member that it selects.
    pub fn choices(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        self.values
            .iter()
            .map(|(value, member)| (value.as_str(), member.as_ref().map(|(name, _)| name.as_str())))
    }

    /// The discriminator of an object. Absent counts as empty if the union has the empty value.
    fn of(&self, object: &Json) -> Discriminator {
        match object.get(&self.discriminator) {
            Some(Json::String(text)) => Discriminator::Text(text.clone()),
            Some(Json::Null) | None if self.has_value("") => Discriminator::Text(String::new()),
            Some(Json::Null) | None => Discriminator::Absent,
            Some(_) => Discriminator::Other,
        }
    }

    /// Whether a value of the discriminator is one of the union, in the current shape.
    fn has_value(&self, value: &str) -> bool {
        self.older.is_none() && self.values.iter().any(|(known, _)| known == value)
    }

    /// The names of the members.
    fn members(&self) -> impl Iterator<Item = &String> {
        self.values.iter().filter_map(|(_, member)| member.as_ref().map(|(name, _)| name))
    }

    /// The members that an object has, and that are not null.
    fn set_in<'u>(&'u self, object: &Json) -> Vec<&'u String> {
        let is_set = |name: &&String| object.get(name).is_some_and(|value| *value != Json::Null);
        self.members().filter(is_set).collect()
    }

    /// The name of the member that a value of the discriminator selects.
    fn selected(&self, value: &str) -> Option<&String> {
        let (_, member) = self.values.iter().find(|(known, _)| known == value)?;
        member.as_ref().map(|(name, _)| name)
    }

    /// Removes all members of the union from an object, except one.
    fn keep_only(&self, kept: Option<&str>, object: &mut Json) {
        for member in self.members().filter(|member| Some(member.as_str()) != kept) {
            object.remove(member);
        }
    }

    /// Normalizes a union of the current shape: if the discriminator changed, keeps only the selected member.
    fn normalize(&self, object: &mut Json, old: &Json) {
        let now = self.of(object);
        if now == self.of(old) {
            return;
        }
        if let Discriminator::Text(value) = now
            && self.has_value(&value)
        {
            self.keep_only(self.selected(&value).map(String::as_str), object);
        }
    }

    /// Normalizes a union of the older shape, by the rules of structured-merge-diff. Returns its error, if
    /// any.
    fn merge(&self, deduce: bool, object: &mut Json, old: &Json) -> Option<String> {
        let text = |object: &Json| match self.of(object) {
            Discriminator::Text(text) => text,
            _ => String::new(),
        };
        let listed =
            |names: &[&String]| names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
        let value_of = |name: &String| {
            let selects =
                |member: &Option<(String, bool)>| member.as_ref().is_some_and(|(own, _)| own == name);
            let found = self.values.iter().find(|(_, member)| selects(member));
            found.map(|(value, _)| value.clone()).unwrap_or_default()
        };
        let (now, before) = (text(object), text(old));
        let (set, was_set) = (self.set_in(object), self.set_in(old));
        if now != before && !now.is_empty() {
            let added: Vec<&String> = set.into_iter().filter(|name| !was_set.contains(name)).collect();
            match added.as_slice() {
                [only] if value_of(only) != now => {
                    return Some(format!("discriminator ({now}) and field changed ({only}) don't match"));
                }
                [_, _, ..] => return Some(format!("multiple new fields added: {}", listed(&added))),
                _ => {}
            }
            let kept = self.selected(&now).cloned().unwrap_or(now);
            self.keep_only(Some(&kept), object);
            return None;
        }
        match set.as_slice() {
            [_, _, ..] => Some(format!("multiple fields set without discriminator change: {}", listed(&set))),
            [only] if deduce => {
                let value = value_of(only);
                object.set(&self.discriminator, value.into());
                None
            }
            _ => None,
        }
    }

    /// Validates a union of the current shape after normalization. Without an old object, nothing counts as
    /// modified. A discriminator that its type, `required` or `enum` refuses is reported there, not here.
    fn validate(
        &self,
        object: &Json,
        old: Option<&Json>,
        schema: &Structural,
        path: &Path,
    ) -> Vec<FieldError> {
        let bracketed = |name: &str| path.property(name).bracketed;
        let error = |error_type, name: &str, bad_value: Json, detail: String| FieldError {
            error_type,
            field: bracketed(name),
            bad_value: Some(bad_value),
            detail,
            source: "union",
        };
        let name = self.discriminator.as_str();
        let value = match self.of(object) {
            Discriminator::Other => return vec![],
            Discriminator::Absent if schema.required.iter().any(|required| required == name) => return vec![],
            Discriminator::Absent => {
                let detail = "must be set to select a union member".to_owned();
                return vec![error("FieldValueRequired", name, "".into(), detail)];
            }
            Discriminator::Text(value) if !self.has_value(&value) => {
                if schema.property(name).is_some_and(|schema| !schema.enumeration.is_empty()) {
                    return vec![];
                }
                let all: Vec<String> = self.values.iter().map(|(value, _)| go_quote(value)).collect();
                let detail = format!("supported values: {}", all.join(", "));
                return vec![error("FieldValueNotSupported", name, value.as_str().into(), detail)];
            }
            Discriminator::Text(value) => value,
        };
        let set = self.set_in(object);
        let modified = old.is_some_and(|old| self.of(old) != self.of(object));
        if set.len() > 1 && !modified {
            let names: Vec<&str> = set.iter().map(|name| name.as_str()).collect();
            let detail = format!(
                "only one union member may be set, but these are: {}; change the discriminator to select one of them",
                names.join(", ")
            );
            let bad_value = object.get(name).cloned().unwrap_or_else(|| "".into());
            return vec![error("FieldValueInvalid", name, bad_value, detail)];
        }
        let mut errors = Vec::new();
        for (own, member) in &self.values {
            let Some((member, optional)) = member else { continue };
            let quoted = go_quote(own);
            match (set.contains(&member), *own == value) {
                (true, false) => {
                    let detail = format!("may only be specified when `{name}` is {quoted}");
                    errors.push(error("FieldValueInvalid", member, "".into(), detail));
                }
                (false, true) if !optional => {
                    let detail = format!("must be specified when `{name}` is {quoted}");
                    errors.push(error("FieldValueRequired", member, "".into(), detail));
                }
                _ => {}
            }
        }
        errors
    }
}

/// The counterpart of a value in an object or list; items of lists other than list maps have none.
fn counterpart_at<'o>(
    old: Option<&'o Json>,
    new: &Json,
    schema: &'o Structural,
    step: &Step,
) -> Option<&'o Json> {
    let old = old?;
    match step {
        Step::Key(key) => old.get(key),
        Step::Index(index) => {
            // Stored objects are compared with numbers by value; an item without its keys has no counterpart.
            let items = new.as_array().filter(|_| schema.list_type == "map")?;
            let item = items.get(*index)?;
            schema.list_keys.iter().all(|key| item.get(key).is_some()).then_some(())?;
            counterpart(schema, items, *index, old.as_array()?)
        }
    }
}

/// The counterpart for ratcheting: the first item with the same keys, with numbers compared by type.
fn correlated<'o>(
    old: Option<&'o Json>,
    new: &Json,
    schema: &'o Structural,
    step: &Step,
) -> Option<&'o Json> {
    let old = old?;
    match step {
        Step::Key(key) => old.get(key),
        Step::Index(index) => {
            // A pair borrows both sides, so the item is looked up again by index.
            let place = Pair { new, old, schema, policy: Ratcheting::ApiServer }.index(*index)?;
            old.as_array()?.iter().find(|item| std::ptr::eq(*item, place.old))
        }
    }
}

/// Normalizes the unions in a value and below. Adds errors of the older shape to `faults`.
fn clear(
    value: &mut Json,
    old: Option<&Json>,
    schema: &Structural,
    path: &Path,
    faults: &mut Vec<(Path, String)>,
) {
    let whole = value.clone();
    if let Json::Object(_) = value {
        let before = old.filter(|old| matches!(old, Json::Object(_)));
        for union in &schema.unions {
            let nothing = Json::Null;
            match (union.older, before) {
                (Some(deduce), _) => {
                    let old = before.unwrap_or(&nothing);
                    let fault = union.merge(deduce, value, old);
                    faults.extend(fault.map(|detail| (path.clone(), detail)));
                }
                (None, Some(old)) => union.normalize(value, old),
                (None, None) => {}
            }
        }
    }
    match value {
        Json::Object(members) => {
            for (key, value) in members {
                let step = Step::Key(key.clone());
                let old = counterpart_at(old, &whole, schema, &step);
                if let Some(schema) = schema.property(key) {
                    clear(value, old, schema, &path.property(key), faults);
                } else if let Some(schema) = schema.additional_schema() {
                    clear(value, old, schema, &path.key(key), faults);
                }
            }
        }
        Json::Array(items) => {
            let Some(items_schema) = schema.items.as_deref() else { return };
            for (index, value) in items.iter_mut().enumerate() {
                let old = counterpart_at(old, &whole, schema, &Step::Index(index));
                clear(value, old, items_schema, &path.index(index), faults);
            }
        }
        _ => {}
    }
}

/// Validates all unions of the current shape in `value` and below. Errors of unchanged objects are ratcheted,
/// if the server's policy of ratcheting is in use.
pub(super) fn validate(
    schema: &Structural,
    value: &Json,
    old: Option<&Json>,
    start: &str,
    policy: Ratcheting,
) -> Verdicts {
    let mut verdicts = Verdicts::default();
    validate_below(value, [old; 2], schema, &Path::new(start), &mut verdicts);
    if policy != Ratcheting::ApiServer {
        verdicts.errors.append(&mut verdicts.ratcheted);
    }
    verdicts
}

/// Adds the errors of a value to `out`. `olds` are the old values: the counterpart for unions, used in
/// errors, and the counterpart for ratcheting. They differ for duplicate keys.
fn validate_below(
    value: &Json,
    olds: [Option<&Json>; 2],
    schema: &Structural,
    path: &Path,
    out: &mut Verdicts,
) {
    match value {
        Json::Object(members) => {
            let [before, ratcheted] = olds.map(|old| old.filter(|old| matches!(old, Json::Object(_))));
            let current = schema.unions.iter().filter(|union| union.older.is_none());
            let mut errors: Vec<FieldError> =
                current.flat_map(|union| union.validate(value, before, schema, path)).collect();
            if ratcheted.is_some_and(|before| before.same_stored(value)) {
                out.ratcheted.append(&mut errors);
            }
            out.errors.append(&mut errors);
            for (key, member) in members {
                let step = Step::Key(key.clone());
                let olds = [
                    counterpart_at(olds[0], value, schema, &step),
                    correlated(olds[1], value, schema, &step),
                ];
                if let Some(schema) = schema.property(key) {
                    validate_below(member, olds, schema, &path.property(key), out);
                } else if let Some(schema) = schema.additional_schema() {
                    validate_below(member, olds, schema, &path.key(key), out);
                }
            }
        }
        Json::Array(items) => {
            let Some(items_schema) = schema.items.as_deref() else { return };
            for (index, item) in items.iter().enumerate() {
                let step = Step::Index(index);
                let olds = [
                    counterpart_at(olds[0], value, schema, &step),
                    correlated(olds[1], value, schema, &step),
                ];
                validate_below(item, olds, items_schema, &path.index(index), out);
            }
        }
        _ => {}
    }
}
