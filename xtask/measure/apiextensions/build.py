"""Builds the real apiextensions-apiserver of Debian's packages, and unpacks etcd.

In: a folder (default `target/apiextensions` of the repository). Out: `apiextensions-apiserver` and `etcd` in it. Nothing is installed:
the packages are those of sid at the mirror of this machine, are compared with the hashes of the index, and unpacked there. 340 MB are
downloaded, and Go needs some minutes. A second run takes what is there.

Easy to break: the sources are built as a GOPATH, because packages have no module cache. Debian has them use json-patch v5, which
refuses to replace what is missing; Kubernetes uses v4, whose code is in the same package.
"""
import hashlib
import lzma
import os
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

WANTED = ["golang-k8s-apiextensions-apiserver-dev", "golang-1.27-go", "etcd-server"]
# Of the dependencies, what Go builds from and with.
FOLLOWED = re.compile(r"golang-")
HERE = Path(__file__).resolve().parent


def mirror():
    """The mirror of Debian that apt uses here."""
    texts = [file.read_text() for file in Path("/etc/apt").glob("sources.list*/**/*") if file.is_file()]
    texts += [file.read_text() for file in [Path("/etc/apt/sources.list")] if file.exists()]
    found = re.findall(r"https?://[^\s]+/debian/?(?=\s)", "\n".join(line for text in texts for line in text.split("\n") if line[:1] != "#"))
    if not found:
        raise SystemExit("no mirror of Debian in /etc/apt")
    return found[0].rstrip("/")


def fetch(address):
    """What is at the address. Names are sometimes not resolved while many are asked for."""
    for wait in [1, 2, 4, 8, None]:
        try:
            with urllib.request.urlopen(address) as answer:
                return answer.read()
        except urllib.error.HTTPError:
            raise
        except urllib.error.URLError:
            if wait is None:
                raise
            time.sleep(wait)


def read_index(folder):
    """The packages by name, and who provides a name."""
    index = folder / "Packages"
    if not index.exists():
        index.write_bytes(lzma.decompress(fetch(mirror() + "/dists/sid/main/binary-amd64/Packages.xz")))
    packages, providers = {}, {}
    for paragraph in index.read_text().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in paragraph.split("\n") if ": " in line and line[0] != " ")
        if "Package" in fields:
            packages[fields["Package"]] = fields
            for provided in fields.get("Provides", "").split(","):
                providers.setdefault(provided.strip().split(" ")[0], fields["Package"])
    return packages, providers


def resolve(packages, providers):
    """The wanted packages and those that they need, sorted."""
    found, todo = {}, list(WANTED)
    while todo:
        name = todo.pop()
        package = packages.get(name) or packages.get(providers.get(name, ""))
        if package is None:
            print("no package", name, file=sys.stderr)
        elif package["Package"] not in found:
            found[package["Package"]] = package
            for alternatives in package.get("Depends", "").split(","):
                needed = re.split(r"[ (:|]", alternatives.strip())[0]
                if FOLLOWED.match(needed):
                    todo.append(needed)
    return [found[name] for name in sorted(found)]


def download(folder, package):
    """The file of a package, whose hash is that of the index."""
    file = folder / "debs" / Path(package["Filename"]).name
    if not file.exists():
        file.write_bytes(fetch(f"{mirror()}/{package['Filename']}"))
    if hashlib.sha256(file.read_bytes()).hexdigest() != package["SHA256"]:
        file.unlink()
        raise SystemExit(f"{file}: not the hash of the index")
    return file


def with_json_patch_4(sources):
    """Has the sources use json-patch as Kubernetes does."""
    for file in sources.glob("**/*.go"):
        text = file.read_text()
        if '"github.com/evanphx/json-patch/v5"' in text:
            file.write_text(text.replace('"github.com/evanphx/json-patch/v5"', '"github.com/evanphx/json-patch"'))


def main():
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parents[2] / "target/apiextensions").resolve()
    (folder / "debs").mkdir(parents=True, exist_ok=True)
    chosen = resolve(*read_index(folder))
    with ThreadPoolExecutor(8) as pool:
        files = list(pool.map(lambda package: download(folder, package), chosen))
    root = folder / "root"
    unpacked = folder / "unpacked"
    done = set(unpacked.read_text().split()) if unpacked.exists() else set()
    for file in files:
        if file.name not in done:
            subprocess.run(["dpkg-deb", "-x", file, root], check=True)
            with unpacked.open("a") as list_:
                print(file.name, file=list_)
    with_json_patch_4(root / "usr/share/gocode/src/k8s.io")
    shutil.copy2(root / "usr/bin/etcd", folder / "etcd")
    environment = dict(
        os.environ,
        GO111MODULE="off",
        GOPATH=str(root / "usr/share/gocode"),
        GOROOT=str(root / "usr/lib/go-1.27"),
        GOCACHE=str(folder / "cache"),
        GOTOOLCHAIN="local",
        CGO_ENABLED="0",
    )
    out = folder / "apiextensions-apiserver"
    command = [root / "usr/lib/go-1.27/bin/go", "build", "-o", out, HERE / "main.go"]
    subprocess.run(command, check=True, env=environment, cwd=folder)
    for package in chosen:
        if package["Package"] in (*WANTED, "golang-k8s-sigs-structured-merge-diff-v6-dev"):
            print(package["Package"], package["Version"])
    print(out)


main()
