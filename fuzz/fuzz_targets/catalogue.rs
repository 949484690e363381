//! Input: the lines of an index, an empty line, and the texts of its projects; `LENGTH` in the index stands
//! for their length in the file. Nothing panics, in the file as it is too, and each text of a valid index is
//! found again by its kind.
#![no_main]

use crdc_catalogue::{Catalogue, Version};
use libfuzzer_sys::fuzz_target;
use miniz_oxide::deflate::compress_to_vec;

fuzz_target!(|data: &[u8]| {
    look(data.to_vec());
    let Ok(input) = std::str::from_utf8(data) else { return };
    let (index, texts) = input.split_once("\n\n").unwrap_or((input, ""));
    let texts = compress_to_vec(texts.as_bytes(), 1);
    let index = index.replace("LENGTH", &texts.len().to_string());
    let index = compress_to_vec(index.as_bytes(), 1);
    let Ok(length) = u32::try_from(index.len()) else { return };
    look([b"crdc catalogue 1\n", length.to_le_bytes().as_slice(), &index, &texts].concat());
});

fn look(bytes: Vec<u8>) {
    let catalogue = match Catalogue::read(bytes) {
        Ok(catalogue) => catalogue,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    for project in catalogue.projects() {
        assert!(catalogue.project(&project.name).is_some());
        for release in &project.releases {
            let _ = (project.nearest(&release.version), release.version.same_minor(&Version::new("1.2")));
        }
        for chart in &project.charts {
            let _ = chart.release(&Version::new("1.2.3"));
        }
        for definition in &project.definitions {
            let mut found = catalogue.find(&definition.group, &definition.kind);
            assert!(found.any(|(_, found)| found == definition));
            for run in &definition.runs {
                let _ = catalogue.text(project, run.line);
            }
        }
    }
}
