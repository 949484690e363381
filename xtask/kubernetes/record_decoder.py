#!/usr/bin/env python3
"""Records what Go's decoder says of wrong values of every field of Kubernetes' own kinds.

In: DOCUMENT, the schemas of the version of Debian's packages; a folder for these packages (default `target/apiextensions` of the
repository), which `xtask/measure/apiextensions/packages.py` downloads from sid and unpacks. The types and the decoder of
kubernetes-sigs/json are compiled as they are there. Out: `recorded.deflate`, a line for each field: `DEFINITION OBJECT ANSWERS`, tabs
between them, the answers as JSON: the error, or the strict errors. Debian has no package of kube-aggregator, so its types are left out.

    python3 xtask/kubernetes/record_decoder.py 1.36.json > crates/kubernetes/src/decode/tests/recorded.deflate
"""

import json
import os
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from go_types import path_of

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../measure/apiextensions"))
import packages as debian  # noqa: E402

WANTED = [
    "golang-k8s-api-dev", "golang-k8s-apimachinery-dev", "golang-k8s-apiextensions-apiserver-dev", "golang-k8s-sigs-json-dev",
    "golang-gopkg-inf.v0-dev", debian.GO,
]
MAIN = """package main
import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	kjson "sigs.k8s.io/json"
)
func main() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(make([]byte, 1<<20), 1<<26)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for in.Scan() {
		var c struct {
			Definition string
			Object     json.RawMessage
		}
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			panic(err)
		}
		make := types[c.Definition]
		if make == nil {
			fmt.Fprintln(out, "[]")
			continue
		}
		strict, err := kjson.UnmarshalStrict(c.Object, make())
		answers := []string{}
		if err != nil {
			answers = append(answers, err.Error())
		}
		for _, e := range strict {
			answers = append(answers, e.Error())
		}
		text, _ := json.Marshal(answers)
		fmt.Fprintln(out, string(text))
	}
}
"""
VALUES = [
    "x", "1Gi", "2020-01-01T00:00:00Z", "2020-01-01T00:00:00.000000Z", "YQ==", "", 5, 1.5, 9999999999, -1, True, [], {}, [None],
    [5], ["x"], [{}], [[]], [True], {"k": 5}, {"k": "x"}, {"k": {}}, {"k": []}, {"k": {"k": 5}}, {"k": ["x"]}, {"k": [5]},
    {"k": None}, None,
]


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def build(unpacked, root, names, folder):
    packages, types = {}, []
    for name in names:
        path, of = path_of(name)
        alias = packages.setdefault(path, f"p{len(packages)}")
        types.append(f'"{name}": func() any {{ return new({alias}.{of}) }},\n')
    imports = "".join(f'{alias} "{path}"\n' for path, alias in packages.items())
    write(f"{folder}/src/main/types.go", f"package main\nimport (\n{imports})\nvar types = map[string]func() any{{\n{''.join(types)}}}\n")
    write(f"{folder}/src/main/main.go", MAIN)
    go, environment = debian.go(unpacked, root, [folder])
    subprocess.run([go, "build", "-o", f"{folder}/decoder", "main"], cwd=folder, env=environment, check=True)
    return f"{folder}/decoder"


def kinds(schemas):
    for name, schema in schemas.items():
        if "metadata" in schema.get("properties", {}) and "x-kubernetes-group-version-kind" in schema:
            yield name


def target(schema):
    found = schema.get("$ref")
    for branch in schema.get("allOf", []):
        found = found or branch.get("$ref")
    return found and found.rsplit("/", 1)[-1]


class Cases:
    def __init__(self, schemas):
        self.schemas, self.seen, self.entered, self.fields = schemas, set(), set(), []
        for name in kinds(schemas):
            self.root = name
            of = schemas[name]["x-kubernetes-group-version-kind"][0]
            version = f"{of['group']}/{of['version']}" if of["group"] else of["version"]
            self.names = {"apiVersion": version, "kind": of["kind"]}
            self.walk(name, [], {name})

    def walk(self, name, path, above):
        for field, schema in self.schemas[name].get("properties", {}).items():
            way = path + [field]
            if (name, field) not in self.seen and way not in (["kind"], ["apiVersion"]):
                self.seen.add((name, field))
                values = [self.wrapped(way, value) for value in VALUES]
                values.append(self.wrapped(path, {field: None, "zzz": 1}))
                self.fields.append([{"definition": self.root, "object": {**value, **self.names}} for value in values])
            self.descend(schema, way, above)

    def descend(self, schema, path, above):
        name = target(schema)
        if name:
            if name not in above and "properties" in self.schemas[name] and (name not in self.entered or len(above) < 3):
                self.entered.add(name)
                self.walk(name, path, above | {name})
        elif schema.get("type") == "array":
            self.descend(schema["items"], path + ["[]"], above)
        elif isinstance(schema.get("additionalProperties"), dict):
            self.descend(schema["additionalProperties"], path + ["{}"], above)

    @staticmethod
    def wrapped(path, value):
        for step in reversed(path):
            value = [value] if step == "[]" else {"key" if step == "{}" else step: value}
        return value


def main():
    document = sys.argv[1]
    unpacked = Path(sys.argv[2] if len(sys.argv) > 2 else debian.FOLDER).resolve()
    root, chosen = debian.unpacked(unpacked, WANTED)
    with open(document, encoding="utf-8") as file:
        schemas = json.load(file)["components"]["schemas"]
    fields = Cases(schemas).fields
    names = [name for name in kinds(schemas) if (root / "usr/share/gocode/src" / path_of(name)[0]).is_dir()]
    print("no package of", *(name for name in kinds(schemas) if name not in names), file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        decoder = build(unpacked, root, names, folder)
        lines = "".join(json.dumps(case) + "\n" for cases in fields for case in cases)
        run = subprocess.run([decoder], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    answers = iter(run.stdout.decode().splitlines())
    rows = []
    for index, cases in enumerate(fields):
        distinct = {}
        for case in cases:
            distinct.setdefault(next(answers), case)
        distinct.pop("[]", None)
        # A kind without a package.
        if not distinct:
            continue
        # One of each field; the others of the next fields.
        answer, case = list(distinct.items())[index % len(distinct)]
        rows.append("\t".join([case["definition"], json.dumps(case["object"], separators=(",", ":")), answer]))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    sys.stdout.buffer.write(deflate.compress(("\n".join(rows) + "\n").encode()) + deflate.flush())
    print(len(rows), "rows", file=sys.stderr)
    print(*(f"{package['Package']} {package['Version']}" for package in chosen if package["Package"] in WANTED), sep="\n", file=sys.stderr)


if __name__ == "__main__":
    main()
