//! The expansion of the derive for the types of `backup.rs`, written by hand as the pattern for emission.
//!
//! Forms of types that the derive knows only by name are chosen by `pick!`.

use core::option::Option::{self, None, Some};

use super::backup::{BackupSpec, Bucket, Kind, Name, Source, Storage, Volume, Window};
use crate::__private::Rule;
use crate::__private::extensions::{Member, Union};
use crate::__private::typed as _crdc;
use crate::__private::typed::Form as _;
use crate::__private::typed::pick::{Leaf as _, Nested as _};

macro_rules! pick {
    ($type:ty) => {
        (&&&_crdc::Pick::<$type>::new()).pick()
    };
}

const SCHEDULE: &[_crdc::Constraint] = &[
    _crdc::Constraint::Rule(Rule::MaxLength(12)),
    _crdc::Constraint::Pattern("^@", |text| text.starts_with(b"@")),
];
struct Items;
impl _crdc::Listed for Items {
    type Item = Volume;
    const KNOWN: Option<_crdc::Known<()>> = <_crdc::Known<Volume>>::OF;
    fn form() -> impl _crdc::Form<Volume> {
        pick!(Volume)
    }
}
const VOLUMES: _crdc::ListMap<_crdc::ItemsOf<Items>> = _crdc::ListMap {
    items: _crdc::ItemsOf::new(),
    edge: _crdc::Edge::ITEMS,
    keys: &[_crdc::Key::of_items::<Items>("name")],
};
const ZONES: _crdc::Set<_crdc::Scalars> = _crdc::Set { items: _crdc::Scalars, edge: _crdc::Edge::ITEMS };
const LABELS: _crdc::Map<_crdc::Scalars, _crdc::Scalars> =
    _crdc::Map { keys: _crdc::Scalars, values: _crdc::Scalars, edge: _crdc::Edge::ITEMS };

impl _crdc::Value for BackupSpec {
    const FIELDS: &'static [&'static str] = &[
        "name", "schedule", "class", "storage", "labels", "volumes", "zones", "note", "limits", "", "source",
        "parent",
    ];
    const IMMUTABLE: &'static [&'static str] = &["name", "zones", "limits"];

    fn field(&self, index: usize) -> _crdc::Scalar<'_> {
        match index {
            0 => pick!(Name).scalar(&self.name),
            1 => _crdc::Scalars.scalar(&self.schedule),
            2 => _crdc::scalar(_crdc::Optional(_crdc::Scalars), _crdc::present(Option::is_none, &self.class)),
            3 => pick!(Storage).scalar(&self.storage),
            4 => _crdc::scalar(LABELS, _crdc::present(std::collections::BTreeMap::is_empty, &self.labels)),
            5 => VOLUMES.scalar(&self.volumes),
            6 => ZONES.scalar(&self.zones),
            7 => _crdc::scalar(_crdc::Optional(_crdc::Scalars), self.written_note()),
            8 => pick!(super::backup::Limits).scalar(&self.limits),
            10 => pick!(Source).scalar(&self.source),
            11 => _crdc::scalar(
                _crdc::Optional(_crdc::Boxed(pick!(BackupSpec))),
                _crdc::present(Option::is_none, &self.parent),
            ),
            _ => _crdc::Scalar::Absent,
        }
    }

    fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
        at.marked(
            "name",
            _crdc::Immutability::Immutable,
            pick!(Name),
            _crdc::Pair::always(&self.name, &old.name),
        );
        at.field("schedule", _crdc::Scalars, _crdc::Pair::always(&self.schedule, &old.schedule));
        at.field(
            "class",
            _crdc::Optional(_crdc::Scalars),
            _crdc::Pair::unless(Option::is_none, &self.class, &old.class),
        );
        at.field("storage", pick!(Storage), _crdc::Pair::always(&self.storage, &old.storage));
        at.marked(
            "labels",
            _crdc::Immutability::ImmutableKeys,
            LABELS,
            _crdc::Pair::unless(std::collections::BTreeMap::is_empty, &self.labels, &old.labels),
        );
        at.marked(
            "volumes",
            _crdc::Immutability::AdditionOnly,
            VOLUMES,
            _crdc::Pair::always(&self.volumes, &old.volumes),
        );
        at.marked(
            "zones",
            _crdc::Immutability::Immutable,
            ZONES,
            _crdc::Pair::always(&self.zones, &old.zones),
        );
        at.field(
            "note",
            _crdc::Optional(_crdc::Scalars),
            // With +normalize=undefined: both are treated as normalized.
            _crdc::Pair::of(self.written_note(), old.written_note()),
        );
        at.marked(
            "limits",
            _crdc::Immutability::Immutable,
            pick!(super::backup::Limits),
            _crdc::Pair::always(&self.limits, &old.limits),
        );
        at.flatten(_crdc::Pair::always(&self.window, &old.window));
        at.field("source", pick!(Source), _crdc::Pair::always(&self.source, &old.source));
        at.field(
            "parent",
            _crdc::Optional(_crdc::Boxed(pick!(BackupSpec))),
            _crdc::Pair::unless(Option::is_none, &self.parent, &old.parent),
        );
    }

    fn validate(&self, old: Option<&Self>, at: &mut _crdc::Validator<'_>) {
        at.required("class", _crdc::present(Option::is_none, &self.class).is_some());
        at.field(
            "schedule",
            _crdc::Constrained { form: _crdc::Scalars, constraints: SCHEDULE },
            Some(&self.schedule),
            old.map(|old| &old.schedule),
        );
        at.field("storage", pick!(Storage), Some(&self.storage), old.map(|old| &old.storage));
        at.field("volumes", VOLUMES, Some(&self.volumes), old.map(|old| &old.volumes));
        at.field("zones", ZONES, Some(&self.zones), old.map(|old| &old.zones));
        at.flatten(&self.window, old.map(|old| &old.window));
        at.field("source", pick!(Source), Some(&self.source), old.map(|old| &old.source));
        at.field(
            "parent",
            _crdc::Optional(_crdc::Boxed(pick!(BackupSpec))),
            _crdc::present(Option::is_none, &self.parent),
            old.and_then(|old| _crdc::present(Option::is_none, &old.parent)),
        );
    }

    fn normalize_value(&mut self, old: Option<&Self>, step: _crdc::Normalization) {
        step.field(pick!(Storage), &mut self.storage, old.map(|old| &old.storage));
        step.field(VOLUMES, &mut self.volumes, old.map(|old| &old.volumes));
        step.field(pick!(Window), &mut self.window, old.map(|old| &old.window));
        step.field(pick!(Source), &mut self.source, old.map(|old| &old.source));
        step.field(
            _crdc::Optional(_crdc::Boxed(pick!(BackupSpec))),
            &mut self.parent,
            old.map(|old| &old.parent),
        );
        if step.normalizes(_crdc::Optional(_crdc::Scalars), &self.note) {
            _crdc::clear(&mut self.note);
        }
    }
    fn json(&self, out: &mut _crdc::String) {
        _crdc::json(_crdc::whole(self), out);
    }
}

impl BackupSpec {
    // In emitted code, this is in each of the four methods.
    fn written_note(&self) -> Option<&Option<std::string::String>> {
        _crdc::normalized(_crdc::Optional(_crdc::Scalars), _crdc::present(Option::is_none, &self.note))
    }
}

impl _crdc::Rules for BackupSpec {
    const PATH: &'static str = "spec";

    fn fragment() -> &'static _crdc::Fragment {
        &_crdc::Fragment { name: "BackupSpec", text: "{}", refs: &[] }
    }
}

macro_rules! ruled {
    ($($type:ident)*) => {$(
        impl _crdc::Rules for $type {
            fn fragment() -> &'static _crdc::Fragment {
                &_crdc::Fragment { name: stringify!($type), text: "{}", refs: &[] }
            }
        }
    )*};
}

ruled!(Name Storage Kind Bucket Volume Window Source);

impl _crdc::Value for Name {
    const LEADS: bool = false;
    const VALIDATES: bool = false;
    fn field(&self, index: usize) -> _crdc::Scalar<'_> {
        _crdc::Scalars.member(&self.0, index)
    }

    fn scalar(&self) -> _crdc::Scalar<'_> {
        _crdc::Scalars.scalar(&self.0)
    }

    fn is_empty(&self) -> bool {
        _crdc::Scalars.is_empty(&self.0)
    }

    fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
        _crdc::Scalars.compare(&self.0, &old.0, at);
    }

    fn keys(
        new: Option<&Self>,
        old: Option<&Self>,
        marked: _crdc::Immutability,
        at: &mut _crdc::Compare<'_>,
    ) {
        _crdc::Scalars.keys(new.map(|new| &new.0), old.map(|old| &old.0), marked, at);
    }

    fn validate(&self, old: Option<&Self>, at: &mut _crdc::Validator<'_>) {
        _crdc::Scalars.validate(&self.0, old.map(|old| &old.0), at);
    }

    fn normalize_value(&mut self, old: Option<&Self>, step: _crdc::Normalization) {
        _crdc::Scalars.normalize_value(&mut self.0, old.map(|old| &old.0), step);
    }
    fn json(&self, out: &mut _crdc::String) {
        _crdc::json(_crdc::whole(self), out);
    }
}

// Members in the order of the schema, sorted by name.
const STORAGE: Union = Union::new(
    (0, "type"),
    &[Member::new("type", (2, "gcs"), "GCS", true), Member::new("type", (1, "s3"), "S3", false)],
    &[(2, "gcs"), (1, "s3")],
    <Kind as _crdc::Value>::TEXTS,
    None,
    false,
);

impl _crdc::Value for Storage {
    const FIELDS: &'static [&'static str] = &["type", "s3", "gcs"];

    fn field(&self, index: usize) -> _crdc::Scalar<'_> {
        match index {
            0 => _crdc::scalar(_crdc::Optional(pick!(Kind)), _crdc::present(Option::is_none, &self.kind)),
            1 => _crdc::scalar(_crdc::Optional(pick!(Bucket)), _crdc::present(Option::is_none, &self.s3)),
            2 => _crdc::scalar(_crdc::Optional(pick!(Bucket)), _crdc::present(Option::is_none, &self.gcs)),
            _ => _crdc::Scalar::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        _crdc::present(Option::is_none, &self.kind).is_none()
            && _crdc::present(Option::is_none, &self.s3).is_none()
            && _crdc::present(Option::is_none, &self.gcs).is_none()
    }

    fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
        at.field(
            "type",
            _crdc::Optional(pick!(Kind)),
            _crdc::Pair::unless(Option::is_none, &self.kind, &old.kind),
        );
        at.field(
            "s3",
            _crdc::Optional(pick!(Bucket)),
            _crdc::Pair::unless(Option::is_none, &self.s3, &old.s3),
        );
        at.field(
            "gcs",
            _crdc::Optional(pick!(Bucket)),
            _crdc::Pair::unless(Option::is_none, &self.gcs, &old.gcs),
        );
    }

    fn validate(&self, old: Option<&Self>, at: &mut _crdc::Validator<'_>) {
        at.union(const { &STORAGE }, self, old);
        at.field(
            "type",
            _crdc::Optional(pick!(Kind)),
            _crdc::present(Option::is_none, &self.kind),
            old.and_then(|old| _crdc::present(Option::is_none, &old.kind)),
        );
        at.field(
            "s3",
            _crdc::Optional(pick!(Bucket)),
            _crdc::present(Option::is_none, &self.s3),
            old.and_then(|old| _crdc::present(Option::is_none, &old.s3)),
        );
        at.field(
            "gcs",
            _crdc::Optional(pick!(Bucket)),
            _crdc::present(Option::is_none, &self.gcs),
            old.and_then(|old| _crdc::present(Option::is_none, &old.gcs)),
        );
    }

    fn normalize_value(&mut self, old: Option<&Self>, step: _crdc::Normalization) {
        step.field(_crdc::Optional(pick!(Kind)), &mut self.kind, old.map(|old| &old.kind));
        step.field(_crdc::Optional(pick!(Bucket)), &mut self.s3, old.map(|old| &old.s3));
        step.field(_crdc::Optional(pick!(Bucket)), &mut self.gcs, old.map(|old| &old.gcs));
        let cleared = step.cleared(const { &STORAGE }, self, old);
        if cleared.has(0) {
            _crdc::clear(&mut self.gcs);
        }
        if cleared.has(1) {
            _crdc::clear(&mut self.s3);
        }
    }
    fn json(&self, out: &mut _crdc::String) {
        _crdc::json(_crdc::whole(self), out);
    }
}

impl _crdc::Value for Kind {
    const LEADS: bool = false;
    const VALIDATES: bool = false;
    const TEXTS: &'static [&'static str] = &["S3", "GCS", "None"];

    fn scalar(&self) -> _crdc::Scalar<'_> {
        _crdc::Scalar::Text(match self {
            Kind::S3 => "S3",
            Kind::Gcs => "GCS",
            Kind::None => "None",
        })
    }

    fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
        at.scalars(_crdc::Value::scalar(self), _crdc::Value::scalar(old));
    }

    fn validate(&self, _: Option<&Self>, _: &mut _crdc::Validator<'_>) {}

    fn normalize_value(&mut self, _: Option<&Self>, _: _crdc::Normalization) {}
    fn json(&self, out: &mut _crdc::String) {
        _crdc::json(_crdc::whole(self), out);
    }
}

impl _crdc::Value for Bucket {
    const VALIDATES: bool = false;
    const FIELDS: &'static [&'static str] = &["bucket", "prefix"];

    fn field(&self, index: usize) -> _crdc::Scalar<'_> {
        match index {
            0 => _crdc::Scalars.scalar(&self.bucket),
            1 => {
                _crdc::scalar(_crdc::Optional(_crdc::Scalars), _crdc::present(Option::is_none, &self.prefix))
            }
            _ => _crdc::Scalar::Absent,
        }
    }

    fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
        at.marked(
            "bucket",
            _crdc::Immutability::Immutable,
            _crdc::Scalars,
            _crdc::Pair::always(&self.bucket, &old.bucket),
        );
        at.field(
            "prefix",
            _crdc::Optional(_crdc::Scalars),
            _crdc::Pair::unless(Option::is_none, &self.prefix, &old.prefix),
        );
    }

    fn validate(&self, _: Option<&Self>, _: &mut _crdc::Validator<'_>) {}

    fn normalize_value(&mut self, _: Option<&Self>, _: _crdc::Normalization) {}
    fn json(&self, out: &mut _crdc::String) {
        _crdc::json(_crdc::whole(self), out);
    }
}

impl _crdc::Value for Volume {
    const VALIDATES: bool = false;
    const FIELDS: &'static [&'static str] = &["name", "sizeBytes", "claim"];
    const DEFAULTS: &'static [Option<_crdc::Literal>] = &[];

    fn field(&self, index: usize) -> _crdc::Scalar<'_> {
        match index {
            0 => _crdc::Scalars.scalar(&self.name),
            1 => _crdc::Scalars.scalar(&self.size_bytes),
            2 => _crdc::scalar(_crdc::Optional(_crdc::Scalars), _crdc::present(Option::is_none, &self.claim)),
            _ => _crdc::Scalar::Absent,
        }
    }

    fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
        at.field("name", _crdc::Scalars, _crdc::Pair::always(&self.name, &old.name));
        at.field("sizeBytes", _crdc::Scalars, _crdc::Pair::always(&self.size_bytes, &old.size_bytes));
        at.marked(
            "claim",
            _crdc::Immutability::Immutable,
            _crdc::Optional(_crdc::Scalars),
            _crdc::Pair::unless(Option::is_none, &self.claim, &old.claim),
        );
    }

    fn validate(&self, _: Option<&Self>, _: &mut _crdc::Validator<'_>) {}

    fn normalize_value(&mut self, _: Option<&Self>, _: _crdc::Normalization) {}
    fn json(&self, out: &mut _crdc::String) {
        _crdc::json(_crdc::whole(self), out);
    }
}

impl _crdc::Value for Window {
    const VALIDATES: bool = false;
    const FIELDS: &'static [&'static str] = &["start", "end"];

    fn field(&self, index: usize) -> _crdc::Scalar<'_> {
        match index {
            0 => _crdc::Scalars.scalar(&self.start),
            1 => _crdc::Optional(_crdc::Scalars).scalar(&self.end),
            _ => _crdc::Scalar::Absent,
        }
    }

    fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
        at.marked(
            "start",
            _crdc::Immutability::Immutable,
            _crdc::Scalars,
            _crdc::Pair::always(&self.start, &old.start),
        );
        at.field("end", _crdc::Optional(_crdc::Scalars), _crdc::Pair::always(&self.end, &old.end));
    }

    fn validate(&self, _: Option<&Self>, _: &mut _crdc::Validator<'_>) {}

    fn normalize_value(&mut self, _: Option<&Self>, _: _crdc::Normalization) {}
    fn json(&self, out: &mut _crdc::String) {
        _crdc::json(_crdc::whole(self), out);
    }
}

// Externally tagged: an object with a field for each variant, of which one is present.
impl _crdc::Value for Source {
    const FIELDS: &'static [&'static str] = &["snapshot", "copy"];

    fn field(&self, index: usize) -> _crdc::Scalar<'_> {
        match (index, self) {
            (0, Source::Snapshot { .. }) => _crdc::Scalar::Other,
            (1, Source::Copy(value)) => pick!(Window).scalar(value),
            _ => _crdc::Scalar::Absent,
        }
    }

    fn compare(&self, old: &Self, at: &mut _crdc::Compare<'_>) {
        if core::mem::discriminant(self) != core::mem::discriminant(old) && at.other_variant(self, old) {
            return;
        }
        at.inner("snapshot", _crdc::Pair::of(self.is_snapshot(), old.is_snapshot()), |at| {
            if let (Source::Snapshot { class }, Source::Snapshot { class: old_class }) = (self, old) {
                at.marked(
                    "class",
                    _crdc::Immutability::Immutable,
                    _crdc::Scalars,
                    _crdc::Pair::always(class, old_class),
                );
            }
        });
        at.marked(
            "copy",
            _crdc::Immutability::Immutable,
            pick!(Window),
            _crdc::Pair::of(self.as_copy(), old.as_copy()),
        );
    }

    fn validate(&self, old: Option<&Self>, at: &mut _crdc::Validator<'_>) {
        match self {
            Source::Snapshot { class } => {
                at.inner("snapshot", self, old.and_then(Source::is_snapshot), |at| {
                    let old =
                        old.and_then(
                            |old| if let Source::Snapshot { class } = old { Some(class) } else { None },
                        );
                    at.field("class", _crdc::Scalars, Some(class), old);
                })
            }
            Source::Copy(value) => {
                at.field("copy", pick!(Window), Some(value), old.and_then(Source::as_copy))
            }
        }
    }

    fn normalize_value(&mut self, old: Option<&Self>, step: _crdc::Normalization) {
        match self {
            Source::Snapshot { .. } => {}
            Source::Copy(value) => step.field(pick!(Window), value, old.and_then(Source::as_copy)),
        }
    }
    fn json(&self, out: &mut _crdc::String) {
        _crdc::json(_crdc::whole(self), out);
    }
}

impl Source {
    // In emitted code, both are `match` expressions in the methods.
    fn is_snapshot(&self) -> Option<&Self> {
        if let Source::Snapshot { .. } = self { Some(self) } else { None }
    }

    fn as_copy(&self) -> Option<&Window> {
        if let Source::Copy(value) = self { Some(value) } else { None }
    }
}
