//! Time zones of CronJobs. In: a name. Out: errors.
//!
//! Easy to break: names are those of the IANA database in their own case. Images of servers have the database
//! of Debian, which has further folders of the same names.
//
// kubernetes: pkg/apis/batch/validation/validation.go validateTimeZone; Go: time/zoneinfo.go LoadLocation

use std::borrow::Cow;

use super::at::At;
use super::report::Report;

/// Folders of a database, whose files have the names of all zones.
const FOLDERS: [&str; 2] = ["posix/", "right/"];

/// `timeZone` of a CronJob's spec.
pub(super) fn time_zone(at: &At<'_, '_>, report: &mut Report) {
    if !at.is_set() {
        return;
    }
    let text = at.text();
    if text.is_empty() {
        report.bad_text(at, "", "timeZone must be nil or non-empty string");
        return;
    }
    let unknown = format!("unknown time zone {text}");
    let is_part = |part: &str| {
        let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || b".-_+".contains(&byte);
        !part.is_empty()
            && part.len() <= 14
            && ![".", ".."].contains(&part)
            && !part.starts_with('-')
            && part.bytes().all(is_inside)
    };
    if !text.split('/').all(is_part) {
        report.bad_text(at, text, &unknown);
        return;
    }
    if text.eq_ignore_ascii_case("local") {
        let detail = "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
        report.bad_text(at, text, detail);
    }
    if let Err(reason) = find(text) {
        report.bad_text(at, text, &reason);
        let nearest = crdc_source::diag::nearest(text, tzdb_data::TZ_NAMES.iter().copied());
        if let Some(nearest) = nearest {
            report.help(format!("write `{nearest}`"));
        }
    }
}

/// Looks a zone up, as Go does.
pub(super) fn find(name: &str) -> Result<(), Cow<'static, str>> {
    if matches!(name, "" | "UTC" | "Local") {
        return Ok(());
    }
    if name.contains("..") || name.starts_with(['/', '\\']) {
        return Err("time: invalid location name".into());
    }
    let inside = FOLDERS.iter().find_map(|folder| name.strip_prefix(folder)).unwrap_or(name);
    // The file of the local zone is beside the others.
    if inside == "localtime" || tzdb_data::TZ_NAMES.contains(&inside) {
        return Ok(());
    }
    Err(format!("unknown time zone {name}").into())
}
