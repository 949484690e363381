//! What a list of projects may say.

use super::parse;

/// A list with one project whose lines are these.
fn list(lines: &str) -> String {
    format!("from = \"2024-09-01\"\n[[project]]\nname = \"tool\"\nlicence = \"MIT\"\n{lines}\n")
}

#[test]
fn lists_with_mistakes_are_refused() {
    let good = "repository = \"a/tool\"\ntags = \"v{}\"\ngroups = [\"tool.io\"]\ncrds = [\"*.yaml\"]";
    assert!(parse(&list(good)).is_ok());
    let part = |version: &str| {
        format!(
            "{good}\n[[project.part]]\nrepository = \"a/part\"\ntags = \"{{}}\"\ncrds = []\nversion = {version}"
        )
    };
    assert!(parse(&list(&part("{ file = \"a\", pattern = \"v(.*)\" }"))).is_ok());
    for (lines, said) in [
        (good.replace("a/tool", "tool"), "project tool: \"tool\" is not OWNER/NAME"),
        (good.replace("a/tool", "../tool"), "project tool: \"../tool\" is not OWNER/NAME"),
        (good.replace("a/tool", "a/b/c"), "project tool: \"a/b/c\" is not OWNER/NAME"),
        (good.replace("v{}", "v"), "\"v\" must have `{}` once"),
        (good.replace("v{}", "{}-{}"), "\"{}-{}\" must have `{}` once"),
        (good.replace("[\"tool.io\"]", "[]"), "project tool: no groups"),
        (good.replace("[\"*.yaml\"]", "[]"), "project tool: neither crds nor parts"),
        (good.replace("*.yaml", "a**"), "\"a**\": "),
        (format!("{good}\nlicense = \"MIT\""), "unknown field `license`"),
        (good.replace("tags", "tag"), "unknown field `tag`"),
        (good.replace("tags = \"v{}\"", ""), "project tool: expected either tags or branches"),
        (format!("{good}\nbranches = \"{{}}\""), "project tool: expected either tags or branches"),
        (format!("{good}\nsince = \"old\""), "project tool: since = \"old\" is not a version"),
        (part("{ file = \"a\", pattern = \"v.*\" }"), "\"v.*\" must have one group"),
        (part("{ file = \"a\", pattern = \"(\" }"), "unclosed group"),
        (part("\"v1\""), "invalid type"),
        (
            format!("{good}\n[[project]]\nname = \"tool\"\nlicence = \"MIT\"\n{good}"),
            "project tool is there twice",
        ),
    ] {
        let error = format!("{:#}", parse(&list(&lines)).unwrap_err());
        assert!(error.contains(said), "{lines}\n{error}");
    }
    for from in ["2024", "2024-9-1", "September 1"] {
        let error = parse(&format!("from = \"{from}\"")).unwrap_err().to_string();
        assert!(error.contains("is not a day such as 2024-09-01"), "{error}");
    }
}

#[test]
fn projects_are_ordered_by_name() {
    let project = |name: &str| {
        let lines = "repository = \"a/tool\"\ntags = \"v{}\"\ngroups = [\"tool.io\"]\ncrds = [\"*.yaml\"]";
        format!("[[project]]\nname = \"{name}\"\nlicence = \"MIT\"\n{lines}\n")
    };
    let list = parse(&format!("from = \"2024-09-01\"\n{}{}", project("b"), project("a"))).unwrap();
    assert_eq!(list.projects.iter().map(|project| project.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
}

/// The list of the repository.
#[test]
fn the_list_of_the_repository_can_be_read() {
    let list = super::super::list::read(&places::repository().join("xtask/catalogue.toml")).unwrap();
    assert!(list.projects.iter().any(|project| project.name == "cert-manager"));
}
