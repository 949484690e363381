#!/usr/bin/env python3
"""The names of Go types that OpenAPI documents do not say, from the sources of Kubernetes.

In: SOURCES/MINOR/REPOSITORY, such as `sources/36/api`, the trees of api, apimachinery, apiextensions-apiserver and kube-aggregator
at v0.MINOR.0; DOCUMENTS/1.MINOR.json. Out: `crates/kubernetes/data/go-types.txt`: `DEFINITION FIELD=TYPE…`, for the fields whose
type is not the one that the schema tells. What differs between versions, and fields that only one side has, are printed.

    python3 xtask/kubernetes/go_types.py SOURCES DOCUMENTS > crates/kubernetes/data/go-types.txt
"""

import json
import os
import re
import sys

REPOSITORIES = {
    "api": "k8s.io/api",
    "apimachinery": "k8s.io/apimachinery",
    "apiextensions-apiserver": "k8s.io/apiextensions-apiserver",
    "kube-aggregator": "k8s.io/kube-aggregator",
}
BUILT_IN = {
    "string", "bool", "int", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32",
    "float64", "byte", "any", "error", "interface{}",
}


class Package:
    def __init__(self):
        self.types = {}


def strip_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    # No string in a declaration of a type has two slashes but tags, and those have none.
    return re.sub(r"(?m)^([^\"`\n]*?)//.*$", r"\1", text)


def read_file(text, package):
    text = strip_comments(text)
    imports = {}
    for line in re.findall(r'(?m)^\s*(?:import\s+)?(?:([\w.]+)\s+)?"([^"\s]+)"\s*$', text):
        alias, path = line
        if alias in ("_", "."):
            continue
        imports[alias or path.rsplit("/", 1)[-1]] = path
    declarations = []
    for block in re.findall(r"(?ms)^type \(\n(.*?)^\)", text):
        declarations += re.findall(r"(?m)^\t(\w+)\s+(=?)\s*([^\n{]+)$", block)
    declarations += re.findall(r"(?m)^type (\w+) (=?)\s*([^\n{]+|interface\{\})$", text)
    for name, alias, type_ in declarations:
        if type_.strip().startswith(("struct", "func", "interface")):
            continue
        package.types[name] = ("named", type_.strip(), imports, alias)
    for name, body in re.findall(r"(?ms)^type (\w+) struct \{\n(.*?)^\}", text):
        package.types[name] = ("struct", body, imports, "")
    for name in re.findall(r"(?m)^type (\w+) struct ?\{\s*\}$", text):
        package.types[name] = ("struct", "", imports, "")


def read_sources(folder):
    packages = {}
    for repository, path in REPOSITORIES.items():
        root = os.path.join(folder, repository)
        for directory, _, files in os.walk(root):
            below = os.path.relpath(directory, root)
            name = path if below == "." else f"{path}/{below}"
            for file in sorted(files):
                if file.endswith(".go"):
                    with open(os.path.join(directory, file), encoding="utf-8") as source:
                        read_file(source.read(), packages.setdefault(name, Package()))
    return packages


def short(path):
    return path.rsplit("/", 1)[-1]


class Types:
    def __init__(self, packages):
        self.packages = packages

    def find(self, path, name):
        package = self.packages.get(path)
        return package and package.types.get(name)

    def text(self, type_, path, imports):
        """The type as `reflect.Type.String`, and what a named list or map is, behind a colon."""
        type_ = type_.strip()
        if type_.startswith("*"):
            return "*" + self.text(type_[1:], path, imports)
        if type_.startswith("[]"):
            return "[]" + self.text(type_[2:], path, imports)
        if type_.startswith("map["):
            key, value = type_[4:].split("]", 1)
            return f"map[{self.text(key, path, imports)}]{self.text(value, path, imports)}"
        if type_ == "byte":
            return "uint8"
        if type_ in BUILT_IN:
            return type_
        if "." in type_:
            alias, name = type_.split(".")
            path = imports[alias]
        else:
            name = type_
        known = self.find(path, name)
        full = f"{short(path)}.{name}"
        if known and known[0] == "named":
            if known[3] == "=":
                return self.text(known[1], path, known[2])
            what = self.text(known[1], path, known[2])
            if what.startswith(("[]", "map[")):
                return f"{full}:{what}"
            return f"{full}:{what}" if what in BUILT_IN and what != "string" else full
        return full

    def fields(self, path, name):
        """JSON names and types of a struct, those of embedded structs too."""
        kind, body, imports, _ = self.find(path, name) or (None, "", {}, "")
        found = {}
        if kind == "named" and "." in body:
            alias, inner = body.split(".")
            return self.fields(imports[alias], inner)
        if kind != "struct":
            return found
        for line in body.split("\n"):
            line = line.strip()
            if not line:
                continue
            tag = re.search(r'`.*?json:"([^"]*)".*`', line)
            declaration = line.split("`")[0].split()
            if len(declaration) == 1:
                embedded = declaration[0].lstrip("*")
                if tag and tag.group(1).split(",")[0]:
                    found[tag.group(1).split(",")[0]] = self.text(declaration[0], path, imports)
                    continue
                if "." in embedded:
                    alias, inner = embedded.split(".")
                    found.update(self.fields(imports[alias], inner))
                else:
                    found.update(self.fields(path, embedded))
                continue
            if not tag:
                continue
            json_name = tag.group(1).split(",")[0]
            if json_name == "-":
                continue
            found[json_name or declaration[0]] = self.text("".join(declaration[1:]), path, imports)
            if "string" in tag.group(1).split(",")[1:]:
                print("quoted", path, name, json_name, file=sys.stderr)
        return found


def schema_type(schema):
    target = schema.get("$ref")
    for branch in schema.get("allOf", []):
        target = target or branch.get("$ref")
    if target:
        parts = target.rsplit("/", 1)[-1].split(".")
        return ".".join(parts[-2:])
    type_, format_ = schema.get("type"), schema.get("format")
    if type_ == "string":
        return "[]uint8" if format_ == "byte" else "string"
    if type_ == "boolean":
        return "bool"
    if type_ == "integer":
        return "int32" if format_ == "int32" else "int64"
    if type_ == "number":
        return "float64"
    if type_ == "array":
        return "[]" + schema_type(schema.get("items", {}))
    if type_ == "object" and isinstance(schema.get("additionalProperties"), dict):
        return "map[string]" + schema_type(schema["additionalProperties"])
    return "?"


def path_of(definition):
    """`io.k8s.api.core.v1.Pod` as `k8s.io/api/core/v1` and `Pod`."""
    rest = definition.removeprefix("io.k8s.")
    parts = rest.split(".")
    return "k8s.io/" + "/".join(parts[:-1]), parts[-1]


def main():
    sources, documents = sys.argv[1:]
    table = {}
    for minor in sorted(os.listdir(sources), key=int):
        types = Types(read_sources(os.path.join(sources, minor)))
        with open(os.path.join(documents, f"1.{minor}.json"), encoding="utf-8") as file:
            schemas = json.load(file)["components"]["schemas"]
        for definition, schema in schemas.items():
            path, name = path_of(definition)
            fields = types.fields(path, name)
            properties = schema.get("properties", {})
            if set(fields) != set(properties) and properties:
                print(minor, definition, "only one side has", sorted(set(fields) ^ set(properties)), file=sys.stderr)
            for field, property_ in properties.items():
                go = fields.get(field)
                if go is None:
                    continue
                go = go.removeprefix("*")
                derived = schema_type(property_)
                before = table.get((definition, field))
                if before and before[0] != go:
                    print(minor, definition, field, "was", before[0], "is", go, file=sys.stderr)
                table[(definition, field)] = (go, derived)
    by_definition = {}
    for (definition, field), (go, derived) in table.items():
        if go != derived:
            by_definition.setdefault(definition, []).append(f"{field}={go}")
    for definition, fields in sorted(by_definition.items()):
        print(definition, *sorted(fields))


if __name__ == "__main__":
    main()
