#!/usr/bin/env python3
"""The structs that Go's structs embed, by the fields that come from them.

In: DOCUMENT, the schemas of the version of Debian's packages; a folder for these packages (default `target/apiextensions` of the
repository), which `xtask/measure/apiextensions/packages.py` downloads from sid and unpacks. Out: `crates/kubernetes/data/embedded.txt`:
`DEFINITION FIELD=EMBEDDED…`, the names of embedded structs from the outer to the inner one, with dots. `apiVersion` and `kind` of objects are
left out: all of them are in `TypeMeta`. Debian has no package of kube-aggregator, whose other structs embed none.

    python3 xtask/kubernetes/embedded.py 1.36.json > crates/kubernetes/data/embedded.txt
"""

import json
import os
import re
import sys
from pathlib import Path

from go_types import Types, path_of, read_sources

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../measure/apiextensions"))
import packages as debian  # noqa: E402

WANTED = ["golang-k8s-api-dev", "golang-k8s-apimachinery-dev", "golang-k8s-apiextensions-apiserver-dev", debian.GO]


def embedded(types, path, name):
    """The embedded structs of each field that is not of the struct itself."""
    kind, body, imports, _ = types.find(path, name) or (None, "", {}, "")
    found = {}
    if kind == "named" and "." in body:
        alias, inner = body.split(".")
        return embedded(types, imports[alias], inner)
    for line in body.split("\n") if kind == "struct" else []:
        tag = re.search(r'`.*?json:"([^"]*)".*`', line)
        declaration = line.split("`")[0].split()
        if len(declaration) != 1 or tag and tag.group(1).split(",")[0]:
            continue
        of = declaration[0].lstrip("*")
        alias, inner = of.split(".") if "." in of else (None, of)
        below = imports[alias] if alias else path
        deeper = embedded(types, below, inner)
        for field in types.fields(below, inner):
            found[field] = ".".join([inner, *([deeper[field]] if field in deeper else [])])
    return found


def main():
    unpacked = Path(sys.argv[2] if len(sys.argv) > 2 else debian.FOLDER).resolve()
    root, chosen = debian.unpacked(unpacked, WANTED)
    types = Types(read_sources(root / "usr/share/gocode/src/k8s.io"))
    with open(sys.argv[1], encoding="utf-8") as file:
        schemas = json.load(file)["components"]["schemas"]
    for definition, schema in sorted(schemas.items()):
        properties = schema.get("properties", {})
        is_object = "metadata" in properties and "x-kubernetes-group-version-kind" in schema
        fields = embedded(types, *path_of(definition)).items()
        fields = [(field, of) for field, of in fields if field in properties and not (is_object and of == "TypeMeta")]
        if fields:
            print(definition, *(f"{field}={of}" for field, of in sorted(fields)))
    print(*(f"{package['Package']} {package['Version']}" for package in chosen if package["Package"] in WANTED), sep="\n", file=sys.stderr)


if __name__ == "__main__":
    main()
