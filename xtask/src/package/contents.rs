//! Checks the contents of an unpacked package. In: an unpacked package and its manifest. Out: the parts that
//! crates.io, docs.rs or a user would miss.

use std::fs;
use std::path::Path;

use super::Package;

/// The missing parts of a package that is unpacked to `folder`.
pub(super) fn findings(package: &Package, folder: &Path) -> Vec<String> {
    let mut findings = Vec::new();
    let mut require = |there: bool, what: &str| {
        if !there {
            findings.push(format!("no {what}"));
        }
    };
    require(package.description.is_some(), "description");
    require(package.license.is_some(), "license");
    require(package.documentation.is_some(), "documentation");
    require(package.readme.is_some(), "readme");
    require(!package.keywords.is_empty(), "keywords");
    require(!package.categories.is_empty(), "categories");
    require(package.metadata["docs"]["rs"].is_object(), "[package.metadata.docs.rs]");
    require(folder.join("README.md").is_file(), "README.md in the package");
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let ours = fs::read(places::repository().join(name)).ok();
        let packed = fs::read(folder.join(name)).ok();
        require(ours.is_some() && ours == packed, &format!("{name} like that of the repository"));
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_reported() {
        let manifest = r#"{"name": "a", "version": "1.0.0", "description": "An a",
            "license": "MIT", "readme": null, "documentation": null, "keywords": ["a"], "categories": [],
            "metadata": null, "publish": null, "manifest_path": "a/Cargo.toml", "dependencies": []}"#;
        let package = serde_json::from_str(manifest).expect("a package");
        let folder = Path::new("no such folder");
        let missing = ["documentation", "readme", "categories", "[package.metadata.docs.rs]"];
        let files = [
            "README.md in the package",
            "LICENSE-APACHE like that of the repository",
            "LICENSE-MIT like that of the repository",
        ];
        let expected: Vec<String> = missing.iter().chain(&files).map(|what| format!("no {what}")).collect();
        assert_eq!(findings(&package, folder), expected);
    }
}
