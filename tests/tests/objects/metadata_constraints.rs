//! Constraints on `metadata.name` and `metadata.generateName` under every ratcheting policy: at the root and
//! in embedded resources, on updates and status updates, with the value changed and not, with and without
//! changes after it in the document.
//!
//! The expected errors are not recorded: [`Row::is_refused`] states the server's rule.
// apiextensions-apiserver: pkg/apiserver/validation/ratcheting.go: an error is set aside if its value, or an
// ancestor, equals its counterpart. `apiVersion` and `kind` of the root are the only exceptions.

use crdc::Request;
use crdc_tests::compiled;
use crdc_vocabulary::Ratcheting;

/// The position of the metadata.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Root,
    Field,
    ListMap,
    Map,
    /// Items of a plain list have no counterparts: they only count as unchanged if the whole list is.
    List,
}

const PLACES: [Place; 5] = [Place::Root, Place::Field, Place::ListMap, Place::Map, Place::List];

impl Place {
    /// The members of `spec` or `status`, with this metadata in an embedded resource, followed by `z`.
    fn members(self, metadata: &str, z: &str) -> String {
        let resource = format!(r#""apiVersion":"v1","kind":"X","metadata":{metadata},"z":"{z}""#);
        match self {
            Place::Root => String::new(),
            Place::Field => format!(r#""one":{{{resource}}}"#),
            Place::ListMap => format!(r#""listMap":[{{"key":"a",{resource}}}]"#),
            Place::Map => format!(r#""map":{{"a":{{{resource}}}}}"#),
            Place::List => format!(r#""list":[{{{resource}}}]"#),
        }
    }

    fn path(self, part: &str, field: &str) -> String {
        match self {
            Place::Root => format!("metadata.{field}"),
            Place::Field => format!("{part}.one.metadata.{field}"),
            Place::ListMap => format!("{part}.listMap[0].metadata.{field}"),
            Place::Map => format!("{part}.map.a.metadata.{field}"),
            Place::List => format!("{part}.list[0].metadata.{field}"),
        }
    }
}

/// What else changes: after the metadata in the same object, after the object, or before both.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Else {
    Nothing,
    Sibling,
    Behind,
    Absent,
    Labels,
}

const ELSE: [Else; 5] = [Else::Nothing, Else::Sibling, Else::Behind, Else::Absent, Else::Labels];

/// The old and new value of the field; none if it is absent.
const CHANGES: [(Option<&str>, Option<&str>); 8] = [
    (Some("abcd"), Some("abcd")),
    (Some("abcd"), Some("abcde")),
    (Some("abc"), Some("abcd")),
    (Some("abcd"), Some("abc")),
    (Some("abc"), Some("abc")),
    (Some("abc"), Some("abd")),
    (None, Some("abcd")),
    (Some("abcd"), None),
];

#[derive(Clone, Copy, Debug)]
struct Row {
    place: Place,
    field: &'static str,
    change: (Option<&'static str>, Option<&'static str>),
    other: Else,
    status: bool,
}

impl Row {
    fn all() -> impl Iterator<Item = Row> {
        let rows = PLACES.into_iter().flat_map(|place| {
            ["name", "generateName"].into_iter().flat_map(move |field| {
                CHANGES.into_iter().flat_map(move |change| {
                    ELSE.into_iter().flat_map(move |other| {
                        [false, true].map(|status| Row { place, field, change, other, status })
                    })
                })
            })
        });
        rows.filter(|row| row.is_possible())
    }

    /// The name of the root cannot change, and a status update keeps all metadata of the root.
    fn is_possible(&self) -> bool {
        let fixed = self.field == "name" && self.change.0 != self.change.1;
        self.place != Place::Root || !(fixed || self.status)
    }

    fn part(&self) -> &'static str {
        if self.status { "status" } else { "spec" }
    }

    fn object(&self, value: Option<&str>, is_new: bool) -> String {
        let changed = |what: Else| if is_new && self.other == what { "after" } else { "before" };
        let name = if self.field == "name" { "generateName" } else { "name" };
        let value = value.map(|value| format!(r#","{}":"{value}""#, self.field)).unwrap_or_default();
        let labels = changed(Else::Labels);
        let metadata = |more: &str| format!(r#"{{"{name}":"x"{value},"labels":{{"l":"{labels}"}}{more}}}"#);
        let system = r#","namespace":"n","uid":"u","resourceVersion":"7","generation":1"#;
        let root =
            if self.place == Place::Root { metadata(system) } else { format!(r#"{{"name":"x"{system}}}"#) };
        let mut members = self.place.members(&metadata(""), changed(Else::Sibling));
        if !(is_new && self.other == Else::Absent) {
            let comma = if members.is_empty() { "" } else { "," };
            members.push_str(&format!(r#"{comma}"z":"{}""#, changed(Else::Behind)));
        }
        let other = if self.status { "spec" } else { "status" };
        format!(
            r#"{{"apiVersion":"policies.example.com/v1","kind":"Label","metadata":{root},"{}":{{{members}}},"{other}":{{}}}}"#,
            self.part()
        )
    }

    fn is_wrong(&self) -> bool {
        self.change.1.is_some_and(|value| value.len() > 3)
    }

    /// Whether the value, or an ancestor with a counterpart, is unchanged.
    fn is_unchanged(&self) -> bool {
        let value = self.change.0 == self.change.1;
        match self.place {
            Place::List => value && !matches!(self.other, Else::Sibling | Else::Labels),
            _ => value,
        }
    }

    fn is_refused(&self, policy: Ratcheting) -> bool {
        self.is_wrong() && (policy == Ratcheting::Off || !self.is_unchanged())
    }
}

#[test]
fn every_constraint_on_metadata_is_ratcheted_by_its_own_value() {
    let mut scratch = crdc::Scratch::new();
    let (mut rows, mut refused, mut set_aside) = (0, 0, 0);
    for policy in Ratcheting::ALL {
        let suffix = if policy == Ratcheting::ApiServer { "" } else { policy.as_str() };
        let compiled = compiled::find(&format!("labels.policies.example.com/v1{suffix}"));
        for row in Row::all() {
            let (new, old) = (row.object(row.change.1, true), row.object(row.change.0, false));
            let request = if row.status {
                Request::update_status(new.as_bytes(), old.as_bytes())
            } else {
                Request::update(new.as_bytes(), old.as_bytes())
            };
            let outcome = crdc::answer(compiled, request, &mut scratch);
            let path = row.place.path(row.part(), row.field);
            // A failed `anyOf` names the value only in its message, relative to the status in a status
            // update.
            let quoted = format!("\"{}\"", path.trim_start_matches("status."));
            let of_field = |errors: Vec<crdc::FieldError>| {
                let (ours, others): (Vec<_>, Vec<_>) = errors
                    .into_iter()
                    .partition(|error| error.field == path || error.detail.to_string().contains(&quoted));
                assert!(others.is_empty(), "{policy:?} {row:?}: {others:?}");
                !ours.is_empty()
            };
            let (is_refused, is_set_aside) =
                (of_field(outcome.errors().collect()), of_field(outcome.ratcheted().collect()));
            assert_eq!(is_refused, row.is_refused(policy), "{policy:?} {row:?}\n{old}\n{new}");
            assert_eq!(is_set_aside, row.is_wrong() && !is_refused, "{policy:?} {row:?}");
            assert_eq!(outcome.code(), if is_refused { 422 } else { 200 }, "{policy:?} {row:?}");
            rows += 1;
            refused += usize::from(is_refused);
            set_aside += usize::from(is_set_aside);
        }
    }
    assert!(rows > 1500 && refused > 600 && set_aside > 150, "{rows} rows, {refused}, {set_aside}");
}

/// The object of a create has no counterparts, whatever its metadata.
#[test]
fn a_create_is_refused_for_every_constraint() {
    let mut scratch = crdc::Scratch::new();
    let compiled = compiled::find("labels.policies.example.com/v1");
    for row in Row::all().filter(|row| row.is_wrong() && !row.status) {
        let new = row.object(row.change.1, true);
        let outcome = crdc::answer(compiled, Request::create(new.as_bytes()), &mut scratch);
        let path = row.place.path(row.part(), row.field);
        assert!(outcome.errors().any(|error| error.field == path), "{row:?}\n{new}");
    }
}

/// A generated name is validated like any other; its random suffix appears as `00000`.
#[test]
fn a_generated_name_is_validated() {
    let mut scratch = crdc::Scratch::new();
    let compiled = compiled::find("labels.policies.example.com/v1");
    let rows = [
        (r#""generateName":"x""#, vec!["metadata.name: Too long: may not be more than 3 bytes"]),
        (r#""name":"abc","generateName":"x""#, vec![]),
        (r#""name":"abcd""#, vec!["metadata.name: Too long: may not be more than 3 bytes"]),
    ];
    for (metadata, expected) in rows {
        let new = format!(
            r#"{{"apiVersion":"policies.example.com/v1","kind":"Label","metadata":{{{metadata},"namespace":"n"}}}}"#
        );
        let outcome = crdc::answer(compiled, Request::create(new.as_bytes()), &mut scratch);
        let errors: Vec<String> = outcome.errors().map(|error| error.to_string()).collect();
        assert_eq!(errors, expected, "{new}");
        assert_eq!(outcome.code(), if expected.is_empty() { 201 } else { 422 });
    }
}
