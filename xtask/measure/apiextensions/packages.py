"""Unpacks packages of Debian's sid. In: names of packages. Out: a folder with what is in them, and in the packages that they need to be built
with Go.

Nothing is installed: the packages are those of sid at the mirror of this machine, are compared with the hashes of the index, and unpacked
in the folder. A second run takes what is there.
"""
import hashlib
import lzma
import os
import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# The version of Go that all recipes build with.
GO = "golang-1.27-go"
# The folder with what was downloaded and built, which `cargo clean` removes.
FOLDER = Path(__file__).resolve().parents[3] / "target/apiextensions"
# Of the dependencies, what Go builds from and with.
FOLLOWED = re.compile(r"golang-")


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


def resolve(wanted, packages, providers):
    """The wanted packages and those that they need, sorted."""
    found, todo = {}, list(wanted)
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


def unpacked(folder, wanted):
    """The folder with the files of these packages and of those that they need, and the packages."""
    (folder / "debs").mkdir(parents=True, exist_ok=True)
    chosen = resolve(wanted, *read_index(folder))
    with ThreadPoolExecutor(8) as pool:
        files = list(pool.map(lambda package: download(folder, package), chosen))
    root = folder / "root"
    done = folder / "unpacked"
    names = set(done.read_text().split()) if done.exists() else set()
    for file in files:
        if file.name not in names:
            subprocess.run(["dpkg-deb", "-x", file, root], check=True)
            with done.open("a") as list_:
                print(file.name, file=list_)
    return root, chosen


def go(folder, root, more=()):
    """The `go` of the packages, and the environment in which it builds their sources as a GOPATH. `more` are folders of sources that
    come before them."""
    environment = dict(
        os.environ,
        GO111MODULE="off",
        GOPATH=os.pathsep.join([*map(str, more), str(root / "usr/share/gocode")]),
        GOROOT=str(root / "usr/lib/go-1.27"),
        GOCACHE=str(folder / "cache"),
        GOTOOLCHAIN="local",
        CGO_ENABLED="0",
    )
    return root / "usr/lib/go-1.27/bin/go", environment
