//! Rules of the files in volumes: their modes and paths.
//
// kubernetes: pkg/apis/core/validation/validation.go validateKeyToPath

use super::at::At;
use super::report::Report;
use super::texts::against_descending;

const MODE: &str = "must be a number between 0 and 0777 (octal), both inclusive";

/// The mode of a file.
pub(super) fn mode(at: &At<'_, '_>, report: &mut Report) {
    if let Some(mode) = at.int().filter(|mode| !(0..=0o777).contains(mode)) {
        report.invalid(at, mode, MODE);
        if mode > 0o777 && mode.to_string().bytes().all(|digit| digit < b'8') {
            report.help(format!("write `0{mode}`: a number without a zero in front is not octal"));
        }
    }
}

/// The keys of an object that become files.
// validateKeyToPath
pub(super) fn items(at: &At<'_, '_>, report: &mut Report) {
    for item in at.items() {
        report.required_text(&item.child("key"));
        let path = item.child("path");
        match path.text() {
            "" => report.required(&path, ""),
            text => {
                for reason in against_descending(text) {
                    report.bad_text(&path, text, reason);
                }
            }
        }
        mode(&item.child("mode"), report);
    }
}
