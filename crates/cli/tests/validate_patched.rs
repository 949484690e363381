//! `crdc validate`: fields that patches of kustomize and Flux set are no error, and no other field is left
//! out. In: kustomizations, patches, and objects that lack something. Out: the exit code.
#![allow(clippy::unwrap_used)]

mod support;

use support::Folder;

const CRD: &str = "apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.shop.example.com}
spec:
  group: shop.example.com
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing, listKind: ThingList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        required: [spec]
        properties:
          spec:
            type: object
            required: [size]
            properties:
              size: {type: integer, maximum: 9}
              source: {type: object, required: [kind], properties: {kind: {type: string}, name: {type: string}}}
              list: {type: array, items: {type: object, properties: {name: {type: string}, size: {type: integer}}}}
              left: {type: string}
              right: {type: string}
            x-kubernetes-validations: [{rule: '!has(self.left) || has(self.right)'}]
";

fn thing(spec: &str) -> String {
    format!(
        "apiVersion: shop.example.com/v1\nkind: Thing\nmetadata: {{name: a, namespace: b, labels: {{tier: web}}}}\nspec: {spec}\n"
    )
}

/// A merge patch in one line, for the object `a`.
fn merge(spec: &str) -> String {
    format!("{{apiVersion: shop.example.com/v1, kind: Thing, metadata: {{name: a}}, spec: {spec}}}")
}

/// The kustomization of a folder, and its file `o.yaml`.
#[track_caller]
fn check(name: &str, rows: &[(String, String, i32)]) {
    let folder = Folder::new(name, &[("crd.yaml", CRD)]);
    for (index, (kustomization, object, code)) in rows.iter().enumerate() {
        folder.write("k/kustomization.yaml", format!("{kustomization}\nresources: [o.yaml]\n"));
        folder.write("k/o.yaml", object);
        let (found, text) = folder.said(&["validate", "."]);
        assert_eq!(found, *code, "{index}: {kustomization}\n{object}{text}");
    }
}

#[test]
fn merge_patches_set_their_fields() {
    let patch = |spec: &str| format!("patches: [{{patch: '{}'}}]", merge(spec));
    let rows = [
        ("{}", "{size: 1}", 0),
        ("{}", "{list: []}", 1),
        ("{size: 99}", "{size: 1}", 0),
        ("{size: 99}", "{left: a}", 1),
        // A field that is unknown or misspelt stays.
        ("{size: 1, sise: 1}", "{size: 1}", 1),
        // The patch makes the object in which the field is, which may lack others then.
        ("{size: 1, source: {}}", "{source: {kind: A}}", 0),
        ("{size: 1, source: {}}", "{source: {name: A}}", 1),
        // Null removes a field.
        ("{size: 1, sise: 1}", "{sise: null}", 0),
        ("{}", "{size: null}", 1),
        // Lists of custom resources are replaced.
        ("{size: 1, list: [{size: a}]}", "{list: [{name: b}]}", 0),
        // Rules count if they read no field of the patch.
        ("{size: 1, left: a}", "{right: b}", 0),
        ("{size: 1, left: a}", "{size: 2}", 1),
    ];
    check("merge", &rows.map(|(object, spec, code)| (patch(spec), thing(object), code)));
    // Without a `spec`, the patch makes it.
    let without = "apiVersion: shop.example.com/v1\nkind: Thing\nmetadata: {name: a}\n".to_owned();
    check("merge-whole", &[(patch("{size: 1}"), without.clone(), 0), (String::new(), without, 1)]);
}

#[test]
fn json_patches_set_their_paths() {
    let patch = |operations: &str| format!("patches: [{{target: {{kind: Thing}}, patch: '[{operations}]'}}]");
    let rows = [
        ("{}", "{op: add, path: /spec/size, value: 1}", 0),
        ("{}", "{op: test, path: /spec/size, value: 1}", 1),
        ("{}", "{op: add, path: /spec/left, value: 1}", 1),
        ("{size: 99}", "{op: replace, path: /spec/size, value: 1}", 0),
        ("{size: 1, sise: 1}", "{op: remove, path: /spec/sise}", 0),
        ("{}", "{op: remove, path: /spec/size}", 1),
        ("{sise: 1}", "{op: move, from: /spec/sise, path: /spec/size}", 0),
        ("{size: 1, list: [{size: a}]}", "{op: replace, path: /spec/list/0/size, value: 1}", 0),
        ("{size: 1, list: [{}, {size: a}]}", "{op: replace, path: /spec/list/0/size, value: 1}", 1),
        // An operation adds no object around its field.
        ("{size: 1, source: {}}", "{op: add, path: /spec/source/kind, value: a}", 0),
        ("{size: 1, source: {}}", "{op: add, path: /spec/source/kind/a, value: a}", 1),
        ("{size: 1, left: a}", "{op: add, path: /spec/right, value: b}", 0),
    ];
    check("json", &rows.map(|(object, operations, code)| (patch(operations), thing(object), code)));
}

#[test]
fn targets_say_which_objects_are_changed() {
    let with = |target: &str| format!("patches: [{{patch: '{}'{target}}}]", merge("{size: 1}"));
    let rows = [
        ("", 0),
        (", target: {kind: Thing}", 0),
        (", target: {kind: Thin}", 1),
        (", target: {kind: Thin.}", 0),
        (", target: {kind: Thing, name: b}", 1),
        (", target: {kind: Thing, name: a|b}", 0),
        (", target: {kind: Thing, name: '('}", 1),
        (", target: {group: shop.example.com, version: v1}", 0),
        (", target: {group: apps}", 1),
        (", target: {version: v2}", 1),
        (", target: {namespace: b}", 0),
        (", target: {namespace: c}", 1),
        (", target: {labelSelector: tier=web}", 0),
        (", target: {labelSelector: tier!=web}", 1),
    ];
    check("targets", &rows.map(|(target, code)| (with(target), thing("{}"), code)));
    let rows = [
        // What kustomizations change is not known of the object.
        ("namespace: c\n", ", target: {namespace: c}", 0),
        ("namePrefix: x-\n", ", target: {name: x-a}", 0),
        ("namePrefix: x-\n", ", target: {name: x-b}", 1),
        ("labels: [{pairs: {tier: db}}]\n", ", target: {labelSelector: tier=db}", 0),
    ];
    check(
        "changed",
        &rows.map(|(more, target, code)| (format!("{more}{}", with(target)), thing("{}"), code)),
    );
    let other = format!("patches: [{{patch: '{}'}}]", merge("{size: 1}").replace("name: a", "name: b"));
    check("named", &[(other, thing("{}"), 1)]);
}

/// Lists of Kubernetes' own kinds are merged by name, so that errors of other items stay.
#[test]
fn lists_of_own_kinds_are_merged_by_name() {
    let pod = |containers: &str| {
        format!("apiVersion: v1\nkind: Pod\nmetadata: {{name: a}}\nspec: {{containers: [{containers}]}}\n")
    };
    let patch = |containers: &str| {
        format!(
            "patchesStrategicMerge:\n- |\n  {{apiVersion: v1, kind: Pod, metadata: {{name: a}}, spec: {{containers: [{containers}]}}}}\n"
        )
    };
    let rows = [
        ("{name: a}", "{name: a, image: a}", 0),
        ("{name: a}, {name: b}", "{name: a, image: a}", 1),
        ("{name: a}", "{name: b, image: b}", 1),
        ("{name: a, image: a, imagePullPolicy: x}", "{name: a, image: b}", 1),
        ("{name: a, image: a, imagePullPolicy: x}", "{name: a, imagePullPolicy: Always}", 0),
    ];
    check("lists", &rows.map(|(object, change, code)| (patch(change), pod(object), code)));
}

/// The files of a folder, and the exit code.
type Row<'r> = (&'r str, Vec<(&'r str, String)>, i32);

#[track_caller]
fn folders(rows: Vec<Row<'_>>) {
    for (name, files, code) in rows {
        let mut all = vec![("crd.yaml", CRD)];
        all.extend(files.iter().map(|(file, text)| (*file, text.as_str())));
        let folder = Folder::new(name, &all);
        std::fs::create_dir(folder.join(".git")).unwrap();
        for path in [".", folder.to_str().unwrap()] {
            let (found, text) = folder.said(&["validate", path, "--skip", "Kustomization"]);
            assert_eq!(found, code, "{name} {path}: {text}");
        }
        let (found, text) = folder.said(&["validate", ".", "--untrusted", "--skip", "Kustomization"]);
        assert_eq!(found, 1, "{name}: {text}");
    }
}

#[test]
fn patches_are_in_files_bases_and_components() {
    let small = || merge("{size: 1}");
    folders(vec![
        (
            "file",
            vec![
                ("k/kustomization.yaml", "resources: [o.yaml]\npatches: [{path: change.yaml}]".into()),
                ("k/change.yaml", small()),
                ("k/o.yaml", thing("{}")),
            ],
            0,
        ),
        (
            "json-file",
            vec![
                (
                    "k/kustomization.yaml",
                    "resources: [o.yaml]\npatchesJson6902: [{target: {kind: Thing, name: a}, path: six.yaml}]".into(),
                ),
                ("k/six.yaml", "[{op: add, path: /spec/size, value: 1}]".into()),
                ("k/o.yaml", thing("{}")),
            ],
            0,
        ),
        (
            "base",
            vec![
                ("b/kustomization.yaml", "resources: [o.yaml]".into()),
                ("b/o.yaml", thing("{}")),
                ("o/kustomization.yaml", format!("resources: [../b]\npatches: [{{patch: '{}'}}]", small())),
            ],
            0,
        ),
        // A component changes the objects of the build that names it, and of no other.
        (
            "component",
            vec![
                ("c/kustomization.yaml", format!("kind: Component\npatches: [{{patch: '{}'}}]", small())),
                ("k/kustomization.yaml", "resources: [o.yaml]\ncomponents: [../d]".into()),
                ("d/kustomization.yaml", "kind: Component\ncomponents: [../c]".into()),
                ("k/o.yaml", thing("{}")),
            ],
            0,
        ),
        (
            "no-component",
            vec![
                ("c/kustomization.yaml", format!("kind: Component\npatches: [{{patch: '{}'}}]", small())),
                ("k/kustomization.yaml", "resources: [o.yaml, ../c]".into()),
                ("k/o.yaml", thing("{}")),
            ],
            1,
        ),
    ]);
}

fn flux(name: &str, spec: &str) -> String {
    format!(
        "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {{name: {name}, namespace: flux}}\nspec: {{interval: 1m, prune: true, sourceRef: {{kind: GitRepository, name: a}}, {spec}}}\n"
    )
}

/// kustomize-controller: `spec.patches`, also those that a patch of a Kustomization adds.
#[test]
fn kustomizations_of_flux_patch_what_they_build() {
    let patches = format!("patches: [{{patch: '{}'}}]", merge("{size: 1}"));
    let of_children = |more: &str| {
        let child = format!(
            "{{apiVersion: kustomize.toolkit.fluxcd.io/v1, kind: Kustomization, metadata: {{name: _}}, spec: {{{more}}}}}"
        );
        let target = "target: {kind: Kustomization, labelSelector: 'patched!=no'}";
        let quoted = child.replace('\'', "''");
        flux("cluster", &format!("path: ./clusters, patches: [{{patch: '{quoted}', {target}}}]"))
    };
    let files = |flux: String| vec![("flux.yaml", flux), ("apps/o.yaml", thing("{}"))];
    let chain = |cluster: String, child: String| {
        vec![("cluster.yaml", cluster), ("clusters/apps.yaml", child), ("apps/o.yaml", thing("{}"))]
    };
    let child = || flux("apps", "path: ./apps");
    let added = "[{op: add, path: /spec/patches/-, value: {patch: '[{op: add, path: /spec/size, value: 1}]', target: {kind: Thing}}}]";
    folders(vec![
        ("flux-patch", files(flux("apps", &format!("path: ./apps, {patches}"))), 0),
        ("flux-other", files(flux("apps", &format!("path: ./other, {patches}"))), 1),
        ("flux-without", files(flux("apps", "path: ./apps")), 1),
        (
            "flux-merge-objects",
            files(flux("apps", &format!("path: apps, patchesStrategicMerge: [{}]", merge("{size: 1}")))),
            0,
        ),
        (
            "flux-json-objects",
            files(flux(
                "apps",
                "path: apps, patchesJson6902: [{target: {kind: Thing, name: a}, patch: [{op: add, path: /spec/size, value: 1}]}]",
            )),
            0,
        ),
        // The artifact of an OCIRepository may be a folder of the repository.
        (
            "flux-artifact",
            vec![
                ("kubernetes/clusters/one/apps.yaml", flux("apps", &format!("path: ./apps, {patches}"))),
                ("kubernetes/apps/o.yaml", thing("{}")),
            ],
            0,
        ),
        (
            "flux-component",
            vec![
                ("flux.yaml", flux("apps", "path: ./apps, components: [../parts/size]")),
                ("apps/kustomization.yaml", "resources: [o.yaml]".into()),
                ("apps/o.yaml", thing("{}")),
                ("parts/size/kustomization.yaml", format!("kind: Component\n{patches}")),
            ],
            0,
        ),
        // Folders with kustomizations below the path are built as these say.
        (
            "flux-generated",
            vec![
                ("flux.yaml", flux("apps", &format!("path: ./apps, {patches}"))),
                ("apps/web/kustomization.yaml", "resources: [../../base]".into()),
                ("base/kustomization.yaml", "resources: [o.yaml]".into()),
                ("base/o.yaml", thing("{}")),
            ],
            0,
        ),
        ("flux-chain", chain(of_children(&patches), child()), 0),
        ("flux-chain-none", chain(of_children("timeout: 1m"), child()), 1),
        (
            "flux-chain-label",
            chain(of_children(&patches), child().replace("{name", "{labels: {patched: 'no'}, name")),
            1,
        ),
        (
            "flux-chain-json",
            chain(
                flux(
                    "cluster",
                    &format!(
                        "path: ./clusters, patches: [{{target: {{kind: Kustomization}}, patch: '{}'}}]",
                        added.replace('\'', "''")
                    ),
                ),
                child(),
            ),
            0,
        ),
        // A Kustomization may build itself.
        (
            "flux-circle",
            vec![("flux.yaml", flux("all", &format!("path: ./, {patches}"))), ("o.yaml", thing("{}"))],
            0,
        ),
    ]);
}

#[test]
fn names_of_flux_get_their_prefix() {
    let named =
        |name: &str| format!("apiVersion: v1\nkind: ConfigMap\nmetadata: {{name: {name}, namespace: b}}\n");
    for (name, spec, object, code) in [
        ("prefix", "namePrefix: x", "-a", 0),
        ("suffix", "nameSuffix: x", "a-", 0),
        ("none", "nameSuffix: x", "-a", 1),
    ] {
        folders(vec![(
            name,
            vec![
                ("flux.yaml", flux("apps", &format!("path: ./apps, {spec}"))),
                ("apps/o.yaml", named(object)),
            ],
            code,
        )]);
    }
}

/// The note that rules were not checked goes with the error that stopped them; the value is counted.
#[test]
fn what_is_patched_is_counted() {
    let patch = format!("resources: [o.yaml]\npatches: [{{patch: '{}'}}]\n", merge("{size: 1}"));
    let folder = Folder::new(
        "counted",
        &[("crd.yaml", CRD), ("k/kustomization.yaml", &patch), ("k/o.yaml", &thing("{}"))],
    );
    let (code, text) = folder.said(&["validate", "."]);
    assert!(code == 0 && text.contains("filled in later (variables, kustomize)"), "{text}");
    assert!(!text.contains("rules-not-checked"), "{text}");
}

/// `--around`: a file that is validated alone is patched as in its folder, by whatever name.
#[test]
fn files_around_are_read_and_not_validated() {
    let patches = format!("patches: [{{patch: '{}'}}]", merge("{size: 1}"));
    let files = [
        ("crd.yaml", CRD.to_owned()),
        ("overlay/kustomization.yaml", format!("resources: [../base]\n{patches}")),
        ("base/kustomization.yaml", "resources: [o.yaml]".to_owned()),
        ("base/o.yaml", thing("{}")),
        ("apps/flux.yaml", flux("apps", &format!("path: ./built, {patches}"))),
        ("built/o.yaml", thing("{}")),
        ("wrong.yaml", thing("{size: 99}")),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(file, text)| (*file, text.as_str())).collect();
    let folder = Folder::new("around", &files);
    std::fs::create_dir(folder.join(".git")).unwrap();
    let whole = |file: &str| folder.join(file).to_str().unwrap().to_owned();
    for (file, around, code) in [
        ("base/o.yaml".to_owned(), &[] as &[&str], 1),
        ("base/o.yaml".to_owned(), &["--around", "."], 0),
        ("base/o.yaml".to_owned(), &["--around", "base"], 1),
        ("./base/o.yaml".to_owned(), &["--around", "overlay", "--around", "base"], 0),
        (whole("base/o.yaml"), &["--around", "."], 0),
        ("built/o.yaml".to_owned(), &[], 1),
        ("built/o.yaml".to_owned(), &["--around", "."], 0),
        (whole("built/o.yaml"), &["--around", "."], 0),
        ("wrong.yaml".to_owned(), &["--around", "."], 1),
    ] {
        let (found, text) = folder.said(&[&["validate", &file, "--crd", "crd.yaml"], around].concat());
        assert!(found == code && text.contains("validated 1 object in 1 file"), "{file} {around:?}: {text}");
    }
    let (code, text) = folder.said(&["validate", "wrong.yaml", "--around", "no-folder"]);
    assert!(code == 2 && text.contains("cannot read no-folder"), "{text}");
    assert_eq!(folder.said(&["validate", "wrong.yaml", "--around", ".", "--untrusted"]).0, 2);
}
