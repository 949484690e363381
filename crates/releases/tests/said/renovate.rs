//! Comments of Renovate.

use super::of;

#[test]
fn comments_say_what_a_value_is_a_version_of() {
    for (text, expected) in [
        (
            "# renovate: datasource=github-releases depName=o/r\nversion: v1.2.3\n",
            &["2 github.com/o/r =v1.2.3"] as &[_],
        ),
        ("version: v1.2.3 # renovate: datasource=github-tags depName=o/r\n", &["1 github.com/o/r =v1.2.3"]),
        (
            "# renovate: datasource=github-releases depName=\"a\" packageName=o/r\nA=\"1.2.3\"\n",
            &["2 github.com/o/r =1.2.3"],
        ),
        (
            "# renovate: datasource=docker depName=ghcr.io/o/a\ntag: v1.2.3@sha256:00\n",
            &["2 image ghcr.io/o/a =v1.2.3"],
        ),
        (
            "# renovate: datasource=docker depName=ghcr.io/o/a\nname: ghcr.io/o/a:1.2.3 # 4.5.6\n",
            &["2 image ghcr.io/o/a =1.2.3"],
        ),
        (
            "# renovate: datasource=helm depName=cert-manager registryUrl=https://charts.jetstack.io\nversion: 1.16.2\n",
            &["2 chart https://charts.jetstack.io cert-manager =1.16.2"],
        ),
        (
            "  # renovate: datasource=github-releases depName=o/r\n  - https://github.com/o/r/releases/download/v1.2.3/a.yaml\n",
            &["2 github.com/o/r =v1.2.3", "2 github.com/o/r//a.yaml =v1.2.3"],
        ),
        ("# renovate: datasource=gitlab-tags depName=g/r\nversion: 1.2.3\n", &["2 gitlab.com/g/r =1.2.3"]),
        ("# renovate: datasource=github-releases depName=o/r\nversion: '1.2'\n", &["2 github.com/o/r ~1.2"]),
        // No version, no data source, one that is not read, no value.
        ("# renovate: datasource=github-releases depName=o/r\nversion: main\n", &[]),
        ("# renovate: depName=o/r\nversion: 1.2.3\n", &[]),
        ("# renovate: datasource=npm depName=o/r\nversion: 1.2.3\n", &[]),
        ("# renovate: datasource=github-releases depName=o/r", &[]),
        ("# renovate: datasource=github-releases depName=o/r\n# version: 1.2.3\n", &[]),
        ("renovate: datasource=github-releases depName=o/r\nversion: 1.2.3\n", &[]),
    ] {
        assert_eq!(of("values.yaml", text), expected, "{text}");
    }
}
