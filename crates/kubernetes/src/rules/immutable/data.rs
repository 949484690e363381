//! The data of ConfigMaps and Secrets that are marked as immutable.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidateConfigMapUpdate, ValidateSecretUpdate

use std::borrow::Cow;
use std::collections::HashMap;

use crdc_vocabulary::go::decode_base64;

use super::{Change, text};
use crate::rules::at::At;
use crate::rules::report::Report;

/// The values of a map as they are stored.
type Stored<'n> = HashMap<&'n str, Cow<'n, [u8]>>;
/// The function that reads data from an object.
type Read<'n> = fn(&At<'_, 'n>) -> Stored<'n>;

/// A Secret.
pub(in crate::rules) fn secret(update: Change<'_, '_, '_>, report: &mut Report) {
    let Change { now, before, .. } = update;
    text(&now.child("type"), &before.child("type"), "Opaque", report);
    frozen(now, before, &[("data", secret_bytes)], report);
}

/// A ConfigMap.
pub(in crate::rules) fn config_map(update: Change<'_, '_, '_>, report: &mut Report) {
    frozen(update.now, update.before, &[("data", texts), ("binaryData", binary_bytes)], report);
}

/// Checks the data of an object that is marked as immutable: the fields, and the functions that read their
/// data.
fn frozen<'n>(now: &At<'_, 'n>, before: &At<'_, 'n>, fields: &[(&str, Read<'n>)], report: &mut Report) {
    if !before.child("immutable").flag() {
        return;
    }
    let detail = "field is immutable when `immutable` is set";
    let mark = now.child("immutable");
    if !mark.flag() {
        report.forbidden_change(&mark, detail);
    }
    for (field, stored) in fields {
        if stored(now) != stored(before) {
            report.forbidden_change(&now.child(field).at_key(), detail);
        }
    }
}

/// The data of a ConfigMap.
fn texts<'n>(map: &At<'_, 'n>) -> Stored<'n> {
    let data = map.child("data");
    data.entries().map(|(key, value)| (key, value.text().as_bytes().into())).collect()
}

/// The binary data of a ConfigMap.
fn binary_bytes<'n>(map: &At<'_, 'n>) -> Stored<'n> {
    decoded(&map.child("binaryData"))
}

/// The data of a Secret: texts of `stringData` are put into `data` before anything is compared.
//
// kubernetes: pkg/apis/core/v1/conversion.go (Convert_v1_Secret_To_core_Secret)
fn secret_bytes<'n>(secret: &At<'_, 'n>) -> Stored<'n> {
    let mut stored = decoded(&secret.child("data"));
    let texts = secret.child("stringData");
    stored.extend(texts.entries().map(|(key, value)| (key, value.text().as_bytes().into())));
    stored
}

/// The bytes of base64. Invalid base64 was reported before.
fn decoded<'n>(map: &At<'_, 'n>) -> Stored<'n> {
    let read = |text: &'n str| decode_base64(text.as_bytes()).map_or(text.as_bytes().into(), Cow::Owned);
    map.entries().map(|(key, value)| (key, read(value.text()))).collect()
}
