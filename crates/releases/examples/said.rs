//! Prints what folders say: `cargo run -p crdc-releases --example said -- FOLDER…`. In: folders. Out: a
//! line for each pin, then what is named and not found, the projects of the built-in catalogue, and how many
//! files were read.

use crdc_catalogue::Catalogue;
use crdc_releases::{Said, Wanted, in_use, may_pin};
use crdc_source::Source;
use std::path::Path;

fn main() {
    let catalogue = Catalogue::built_in().ok();
    for root in std::env::args().skip(1) {
        let (mut said, mut read, mut all) = (Said::default(), 0, 0);
        walk(Path::new(&root), &mut |path| {
            let Ok(source) = Source::read(path) else { return };
            all += 1;
            let name = path.strip_prefix(&root).unwrap_or(path).display().to_string();
            if may_pin(&name, &source.text) {
                said.add(&name, &source);
                read += 1;
            }
        });
        let pins = said.pins(&|_| None);
        for pin in &pins {
            println!("{}:{}: {:?} {:?}", pin.at.path, pin.at.line, pin.subject, pin.wanted);
        }
        let lost = said.lost();
        for lost in &lost {
            println!("lost {}:{}: {:?}", lost.at.path, lost.at.line, lost.missing);
        }
        for one in catalogue.iter().flat_map(|catalogue| in_use(&pins, catalogue)) {
            let version = one.version.as_ref().map_or("?", |version| version.as_str());
            println!("in use {} {version} {:?} {:?} ({})", one.project.name, one.found, one.by, one.at.path);
        }
        let exact = pins.iter().filter(|pin| matches!(pin.wanted, Wanted::Exact(_))).count();
        println!("{root}: {read} of {all} files, {} pins, {exact} exact, {} lost", pins.len(), lost.len());
    }
}

fn walk(folder: &Path, use_it: &mut dyn FnMut(&Path)) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_symlink() {
            continue;
        }
        if path.is_dir() {
            walk(&path, use_it);
        } else if path
            .extension()
            .is_some_and(|end| ["yaml", "yml", "json", "lock", "gotmpl"].iter().any(|e| end == *e))
        {
            use_it(&path);
        }
    }
}
