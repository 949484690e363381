"""Builds the real apiextensions-apiserver of Debian's packages, and unpacks etcd.

In: a folder (default `target/apiextensions` of the repository). Out: `apiextensions-apiserver` and `etcd` in it. `packages.py` downloads
340 MB of packages of sid and unpacks them there, and Go needs some minutes. A second run takes what is there.

Easy to break: the sources are built as a GOPATH, because packages have no module cache. Debian has them use json-patch v5, which
refuses to replace what is missing; Kubernetes uses v4, whose code is in the same package.
"""
import shutil
import subprocess
import sys
from pathlib import Path

import packages

WANTED = ["golang-k8s-apiextensions-apiserver-dev", packages.GO, "etcd-server"]
HERE = Path(__file__).resolve().parent


def with_json_patch_4(sources):
    """Has the sources use json-patch as Kubernetes does."""
    for file in sources.glob("**/*.go"):
        text = file.read_text()
        if '"github.com/evanphx/json-patch/v5"' in text:
            file.write_text(text.replace('"github.com/evanphx/json-patch/v5"', '"github.com/evanphx/json-patch"'))


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else packages.FOLDER).resolve()
    root, chosen = packages.unpacked(folder, WANTED)
    with_json_patch_4(root / "usr/share/gocode/src/k8s.io")
    shutil.copy2(root / "usr/bin/etcd", folder / "etcd")
    go, environment = packages.go(folder, root)
    out = folder / "apiextensions-apiserver"
    subprocess.run([go, "build", "-o", out, HERE / "main.go"], check=True, env=environment, cwd=folder)
    for package in chosen:
        if package["Package"] in (*WANTED, "golang-k8s-sigs-structured-merge-diff-v6-dev"):
            print(package["Package"], package["Version"])
    print(out)


main()
