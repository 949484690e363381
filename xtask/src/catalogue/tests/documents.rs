//! CRDs in files and in templates.

use serde_json::Value;

use super::super::documents::crds;
use super::crd;

/// The names of the CRDs of a text.
fn names(text: &str) -> Vec<String> {
    let crds = crds("a.yaml", text).unwrap();
    crds.iter().map(|crd| crd["metadata"]["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn only_crds_are_taken() {
    let (a, b) = (crd("tool.io", "A", "a"), crd("tool.io", "B", "b"));
    let old = a.replace("k8s.io/v1", "k8s.io/v1beta1");
    for (text, found) in [
        (String::new(), vec![]),
        (a.clone(), vec!["as.tool.io"]),
        (format!("---\n{a}--- # next\n{b}---\n"), vec!["as.tool.io", "bs.tool.io"]),
        (format!("kind: ConfigMap\ndata: {{a: CustomResourceDefinition}}\n---\n{b}"), vec!["bs.tool.io"]),
        (old, vec![]),
        (format!("a: [{{ broken\n---\n{b}"), vec!["bs.tool.io"]),
        (
            "{\"kind\": \"List\", \"items\": [{\"apiVersion\": \"apiextensions.k8s.io/v1\", \
             \"kind\": \"CustomResourceDefinition\", \"metadata\": {\"name\": \"x\"}}, {\"kind\": \"Secret\"}]}"
                .to_owned(),
            vec!["x"],
        ),
    ] {
        assert_eq!(names(&text), found, "{text}");
    }
}

#[test]
fn a_crd_in_a_template_is_the_one_without_its_actions() {
    let plain = crd("tool.io", "A", "a");
    let with = |from: &str, to: &str| {
        assert!(plain.contains(from), "{from}");
        plain.replace(from, to)
    };
    for template in [
        format!("{{{{- if .Values.crds.enabled }}}}\n{plain}{{{{- end }}}}\n"),
        with(
            "spec:\n",
            "  labels:\n    a: b\n    {{- with .c }}{{ toYaml . | nindent 4 }}{{- end }}\nspec:\n",
        ),
        format!("{{{{- /* a comment\n  of kind: two }}\n lines */ -}}}}\n{plain}"),
        with(
            "metadata:\n",
            "metadata:\n  {{- with .Values.labels }}\n  labels: {{- toYaml . | nindent 4 }}\n  {{- end }}\n",
        ),
        with(
            "metadata:\n",
            "metadata:\n  annotations:\n    helm.sh/resource-policy: {{ .Values.policy }}\n    a: \"{{ .b }}-{{ .c }}\"\n",
        ),
        with(
            "metadata:\n",
            "metadata:\n  labels:\n    chart: {{ .Name }}-{{ .Version }}\n    of: a-{{.a}} # {{ .b }}\n",
        ),
        with("scope: Namespaced\n", "scope: Namespaced {{/* always */}}\n"),
        with(
            "description: prose\n",
            "description: |\n          {{ an open action\n          and {{ .More }}\n",
        ),
        format!("{{{{ template \"labels\" }}}}\r\n{plain}"),
    ] {
        let found = crds("a.yaml", &template).unwrap();
        assert_eq!(found, crds("a.yaml", &plain).unwrap(), "{template}");
    }
}

/// Each of these lines begins a comment, and none ends.
#[test]
fn many_comments_without_an_end_are_read_in_linear_time() {
    let text = format!("{}\nkind: CustomResourceDefinition\n", "{{/*\n".repeat(200_000));
    assert!(crds("a.yaml", &text).is_err());
}

/// Text that is no action of a line is the author's.
#[test]
fn braces_in_values_stay() {
    let text = crd("tool.io", "A", "a").replace("{type: string}", "{type: string, default: 'x {{ y }}'}");
    let found: Vec<Value> = crds("a.yaml", &text).unwrap();
    let property = found[0].pointer("/spec/versions/0/schema/openAPIV3Schema/properties/a").unwrap();
    assert_eq!(property["default"], "x {{ y }}");
}

#[test]
fn what_cannot_be_read_is_said() {
    let text = "kind: CustomResourceDefinition\nspec: [\n";
    assert!(crds("a.yaml", text).unwrap_err().starts_with("it cannot be read: "));
}
