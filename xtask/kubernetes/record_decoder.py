#!/usr/bin/env python3
"""Records what Go's decoder says of wrong values of every field of Kubernetes' own kinds.

In: SOURCES, a folder with the trees of `api`, `apimachinery`, `apiextensions-apiserver`, `kube-aggregator` of one version, of
`json` (kubernetes-sigs) and of `inf` (go-inf); DOCUMENT, the schemas of that version; GO, the `go` of that version's go.mod. Only the files
with types and their `UnmarshalJSON` are compiled, with the decoder as it is. Out: `recorded.deflate`, a line for each field:
`DEFINITION OBJECT ANSWERS`, tabs between them, the answers as JSON: the error, or the strict errors.

    python3 xtask/kubernetes/record_decoder.py SOURCES 1.36.json GO > crates/kubernetes/src/decode/tests/recorded.deflate
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import zlib

APIMACHINERY = {
    "apis/meta/v1": ["types", "duration", "time", "micro_time", "fieldsv1_byte"],
    "api/resource": ["amount", "math", "quantity", "scale_int", "suffix"],
    "types": ["doc", "namespacedname", "nodename", "patch", "uid"],
    "util/intstr": ["intstr"],
    "runtime": ["extension"],
    "util/json": ["json"],
}
# What the files above need and no decoder runs.
STUBS = {
    "apimachinery/pkg/runtime/serializer/cbor/direct/direct.go": """package direct
func Marshal(v any) ([]byte, error) { return nil, nil }
func Unmarshal(b []byte, v any) error { return nil }
""",
    "apimachinery/pkg/runtime/types.go": """package runtime
type Object interface{ IsObject() }
const (
	ContentTypeJSON = "application/json"
	ContentTypeCBOR = "application/cbor"
)
type RawExtension struct {
	Raw    []byte `json:"-"`
	Object Object `json:"-"`
}
""",
    "apimachinery/pkg/apis/meta/v1/stub.go": """package v1
import (
	"bytes"
	"io"
)
type FieldsV1Reader interface{ io.Reader }
func (f *FieldsV1) UnmarshalJSON(b []byte) error {
	if !bytes.Equal(b, []byte("null")) {
		f.SetRawBytes(b)
	}
	return nil
}
type GroupResource struct {
	Group    string `json:"group"`
	Resource string `json:"resource"`
}
""",
    "apimachinery/pkg/util/validation/validation.go": """package validation
const (
	DNS1123LabelMaxLength     = 63
	DNS1123SubdomainMaxLength = 253
)
""",
    "apiextensions-apiserver/pkg/apis/apiextensions/v1/stub.go": "package v1\nvar nullLiteral = []byte(`null`)\n",
    "klog/klog.go": "package klog\nfunc Errorf(format string, arguments ...any) {}\n",
}
MODULES = {
    "k8s.io/api": "api",
    "k8s.io/apimachinery": "apimachinery",
    "k8s.io/apiextensions-apiserver": "apiextensions-apiserver",
    "k8s.io/kube-aggregator": "kube-aggregator",
    "sigs.k8s.io/json": "json",
    "gopkg.in/inf.v0": "inf",
    "k8s.io/klog/v2": "klog",
}
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
		strict, err := kjson.UnmarshalStrict(c.Object, types[c.Definition]())
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


def copy(source, target):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    shutil.copy(source, target)


def build(sources, schemas, go, folder):
    for package, files in APIMACHINERY.items():
        for file in files:
            name = f"apimachinery/pkg/{package}/{file}.go"
            copy(f"{sources}/{name}", f"{folder}/{name}")
    wanted = {
        "api": lambda directory: True,
        "apiextensions-apiserver": lambda directory: directory == "pkg/apis/apiextensions/v1",
        "kube-aggregator": lambda directory: directory == "pkg/apis/apiregistration/v1",
    }
    for repository, is_wanted in wanted.items():
        root = f"{sources}/{repository}"
        for directory, _, files in os.walk(root):
            below = os.path.relpath(directory, root)
            for file in files:
                if is_wanted(below) and file in ("types.go", "types_jsonschema.go", "marshal.go"):
                    copy(f"{directory}/{file}", f"{folder}/{repository}/{below}/{file}")
    for repository in ("json", "inf"):
        for directory, _, files in os.walk(f"{sources}/{repository}"):
            for file in files:
                if file.endswith(".go") and not file.endswith("_test.go"):
                    below = os.path.relpath(f"{directory}/{file}", sources)
                    copy(f"{directory}/{file}", f"{folder}/{below}")
    for path, text in STUBS.items():
        write(f"{folder}/{path}", text)
    for module, directory in MODULES.items():
        write(f"{folder}/{directory}/go.mod", f"module {module}\ngo 1.24\n")
    packages, types = {}, []
    for name in kinds(schemas):
        parts = name.removeprefix("io.k8s.").split(".")
        alias = packages.setdefault("k8s.io/" + "/".join(parts[:-1]), f"p{len(packages)}")
        types.append(f'"{name}": func() any {{ return new({alias}.{parts[-1]}) }},\n')
    imports = "".join(f'{alias} "{path}"\n' for path, alias in packages.items())
    write(f"{folder}/main/types.go", f"package main\nimport (\n{imports})\nvar types = map[string]func() any{{\n{''.join(types)}}}\n")
    write(f"{folder}/main/main.go", MAIN)
    requires = "".join(f"require {module} v{2 if module.endswith('/v2') else 0}.0.0\n" for module in MODULES)
    replaces = "".join(f"replace {module} => ../{directory}\n" for module, directory in MODULES.items())
    write(f"{folder}/main/go.mod", f"module main\ngo 1.24\n{requires}{replaces}")
    environment = {**os.environ, "GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
    subprocess.run([go, "build", "-o", "../decoder", "."], cwd=f"{folder}/main", env=environment, check=True)
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
    sources, document, go = sys.argv[1:]
    with open(document, encoding="utf-8") as file:
        schemas = json.load(file)["components"]["schemas"]
    fields = Cases(schemas).fields
    with tempfile.TemporaryDirectory() as folder:
        decoder = build(os.path.abspath(sources), schemas, go, folder)
        lines = "".join(json.dumps(case) + "\n" for cases in fields for case in cases)
        run = subprocess.run([decoder], input=lines.encode(), stdout=subprocess.PIPE, check=True)
    answers = iter(run.stdout.decode().splitlines())
    rows = []
    for index, cases in enumerate(fields):
        distinct = {}
        for case in cases:
            distinct.setdefault(next(answers), case)
        distinct.pop("[]", None)
        # One of each field; the others of the next fields.
        answer, case = list(distinct.items())[index % len(distinct)]
        rows.append("\t".join([case["definition"], json.dumps(case["object"], separators=(",", ":")), answer]))
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    sys.stdout.buffer.write(deflate.compress(("\n".join(rows) + "\n").encode()) + deflate.flush())
    print(len(rows), "rows", file=sys.stderr)


if __name__ == "__main__":
    main()
