//! Rules of volumes that are made of parts of the pod, of secrets and of tokens.
//!
//! Easy to break: the server drops `clusterTrustBundle` and `podCertificate`, whose features are off.
//
// kubernetes: pkg/apis/core/validation/validation.go validateProjectionSources,
// validateDownwardAPIVolumeFile; pkg/api/pod/util.go dropDisabledClusterTrustBundleProjection

use std::collections::HashSet;

use super::at::At;
use super::report::Report;
use super::texts::against_reserved;
use super::volume_files::{items, mode};

/// The fields of the pod that its volumes can contain, sorted.
const FIELDS: [&str; 5] =
    ["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];

const CONFLICT: &str = "conflicting duplicate paths";

/// `items` of `downwardAPI`. Easy to break: their errors do not name the item.
pub(super) fn files_of_pod(at: &At<'_, '_>, report: &mut Report) {
    at.child("items").items().for_each(|item| file_of_pod(at, &item, report));
}

fn file_of_pod(at: &At<'_, '_>, item: &At<'_, '_>, report: &mut Report) {
    let (path, field, resource) =
        (item.child("path"), item.child("fieldRef"), item.child("resourceFieldRef"));
    let path = path.named(at, "path");
    match path.text() {
        "" => report.required(&path, ""),
        text => against_reserved(text).into_iter().for_each(|reason| report.bad_text(&path, text, reason)),
    }
    if field.is_set() {
        super::env::pod_field(&field.named(at, "fieldRef"), &FIELDS, report);
        if resource.is_set() {
            let detail = "fieldRef and resourceFieldRef can not be specified simultaneously";
            report.bad_text(&item.as_map(at), "resource", detail);
        }
    } else if resource.is_set() {
        super::env::resource_field(&resource.named(at, "resourceFieldRef"), true, report);
    } else {
        report.required(&item.as_map(at), "one of fieldRef and resourceFieldRef is required");
    }
    mode(&item.child("mode").named(at, "mode"), report);
}

/// A projected volume.
pub(super) fn projected(at: &At<'_, '_>, report: &mut Report) {
    mode(&at.child("defaultMode"), report);
    let mut paths = HashSet::new();
    for source in at.child("sources").items() {
        let mut number = 0;
        for kind in ["secret", "configMap"] {
            let place = source.child(kind);
            if !place.is_set() {
                continue;
            }
            number += 1;
            report.required_text(&place.child("name"));
            items(&place.child("items"), report);
            for item in place.child("items").items() {
                let path = item.child("path").text();
                if !path.is_empty() && !paths.insert(path) {
                    report.bad_text(at, place.child("name").text(), CONFLICT);
                }
            }
        }
        let files = source.child("downwardAPI");
        number += i32::from(files.is_set());
        for item in files.child("items").items() {
            file_of_pod(&files, &item, report);
            let path = item.child("path").text();
            if !path.is_empty() && !paths.insert(path) {
                report.bad_text(at, path, CONFLICT);
            }
        }
        let token = source.child("serviceAccountToken");
        if token.is_set() {
            number += 1;
            self::token(at, &token, report);
        }
        if number > 1 {
            report.forbidden(&source, "may not specify more than 1 volume type per source");
        }
    }
}

/// The seconds until a token ends.
pub(super) fn lifetime(at: &At<'_, '_>, report: &mut Report) {
    match at.int() {
        Some(number @ ..600) => {
            report.invalid(at, number, "may not specify a duration less than 10 minutes");
        }
        Some(number @ 0x1_0000_0001..) => {
            report.invalid(at, number, "may not specify a duration larger than 2^32 seconds");
        }
        _ => {}
    }
}

fn token(at: &At<'_, '_>, token: &At<'_, '_>, report: &mut Report) {
    lifetime(&token.child("expirationSeconds"), report);
    let path = token.child("path");
    let path = path.named(at, "path");
    match path.text() {
        "" => report.required(&path, ""),
        // A stored pod may have another path.
        _ if report.is_update() => {}
        text => against_reserved(text).into_iter().for_each(|reason| report.bad_text(&path, text, reason)),
    }
}
