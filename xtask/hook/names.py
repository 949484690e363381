#!/usr/bin/env python3
"""Runs the hooks of .pre-commit-hooks.yaml under pre-commit, on repositories with hostile names of files.

Usage: names.py CRDC [PRE_COMMIT]. CRDC is the command; pre-commit is installed from PyPI into target/pre-commit if it is not given.

Each repository has one wrong manifest, one wrong CRD and one file whose name crdc could read as an option, or that a report could print as
something else. A hook that passes was switched off by the name. The last repository has good files and names that are harmless: there,
both hooks pass, so a hook that always fails is noticed.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: %s}\nspec: {containers: [{name: a, image: b}]}\n"
CRD = """apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: foos.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: foos, singular: foo, kind: Foo, listKind: FooList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: %s}}
"""
# Only names that pre-commit takes for YAML or JSON reach the hooks.
HOSTILE = [
    "--ignore-filename-pattern=.yaml", "--ignore-filename-pattern=.*.json", "-ignore-filename-pattern=.yaml",
    "--skip=Pod,a.yaml", "--skip=CustomResourceDefinition,Pod,x.json", "-skip=Pod,a.yaml", "--write-baseline=known.yaml",
    "--baseline=known.yaml", "--config=.yaml", "--config=.crdc.yaml", "--crd=a.yaml", "--old=a.yaml", "--allow=all.yaml",
    "--max-findings=0.yaml", "--output=x.yaml", "-ojson.json", "-o.yaml", "-h.yaml", "-V.yaml", "-v.yaml", "-n1.yaml", "-.yaml",
    "--.yaml", "--help.yaml", "--version.json", "--kubernetes=1.31.yaml", "--substitute=A=b.yaml", "--watch.yaml",
    "--exit-on-error=x.yaml", "--summary\n.yaml", "--\x1b[31mred.yaml", "--output=folder/x.yaml", "-skip=Pod/--skip=Pod,a.yaml",
    "--namespace=::error::x.yaml",
]
HARMLESS = ["a b.yaml", "$(touch pwned).yaml", "`id`.yaml", "a;b.json", "a'b\".yaml", "*.yaml", "%s.yaml", "ü.yaml"]


def run(*command, cwd):
    return subprocess.run(command, cwd=cwd, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def repository(folder, files, hooks):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (folder / ".pre-commit-config.yaml").write_text(hooks)
    for command in (["init", "-q", "."], ["add", "-A"], ["-c", "user.email=a@b.c", "-c", "user.name=a", "commit", "-qm", "a"]):
        done = run("git", *command, cwd=folder)
        assert done.returncode == 0, done.stdout.decode(errors="replace")


def main():
    crdc = pathlib.Path(sys.argv[1]).resolve()
    if len(sys.argv) > 2:
        pre_commit = sys.argv[2]
    else:
        venv = ROOT / "target" / "pre-commit"
        pre_commit = str(venv / "bin" / "pre-commit")
        if not pathlib.Path(pre_commit).exists():
            subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
            subprocess.run([str(venv / "bin" / "pip"), "install", "--quiet", "pre-commit==4.*"], check=True)
    entries = re.findall(r"^- id: (\S+)$(?:.|\n)*?^  entry: \.ci/hook (.+)$", (ROOT / ".pre-commit-hooks.yaml").read_text(), re.M)
    assert len(entries) == 2, entries
    hooks = "repos:\n- repo: local\n  hooks:\n" + "".join(
        f"  - {{id: {id}, name: {id}, entry: {crdc} {entry}, language: system, types_or: [yaml, json], require_serial: true}}\n"
        for id, entry in entries)
    wrong = {"bad.yaml": POD % "A_B", "crd.yaml": CRD % "nothing"}
    good = {"good.yaml": POD % "a", "crd.yaml": CRD % "object"}
    failed = []
    with tempfile.TemporaryDirectory() as all_folders:
        cases = [(name, {**wrong, name: ""}, False) for name in HOSTILE]
        cases += [(name, {**wrong, name: POD % "a"}, False) for name in HARMLESS]
        cases.append(("good files", {**good, **{name: POD % "a" for name in HARMLESS}}, True))
        for number, (name, files, passes) in enumerate(cases):
            folder = pathlib.Path(all_folders) / str(number)
            folder.mkdir()
            repository(folder, files, hooks)
            for id, _ in entries:
                done = run(pre_commit, "run", "-a", id, cwd=folder)
                text = done.stdout.decode(errors="replace")
                # The name of a hook is in what pre-commit prints, so it ran.
                right = (done.returncode == 0) == passes and id in text and ("Skipped" not in text) and "\x1b[31m" not in text
                if not right:
                    failed.append((id, name, done.returncode, text))
            if (folder / "known.yaml").exists() or (folder / "pwned").exists():
                failed.append(("files", name, 0, "a name made a file"))
    for id, name, code, text in failed:
        print(f"{id}, {name!r}: exit code {code}\n{text}")
    print(f"pre-commit: {len(cases)} repositories, {len(failed)} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
