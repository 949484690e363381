#!/usr/bin/env python3
"""The numbers of fields in Kubernetes' protobuf, from the sources of Kubernetes.

In: SOURCES/MINOR/REPOSITORY and DOCUMENTS/1.MINOR.json, as of `go_types.py`. Out: `crates/kubernetes/data/protobuf.txt`, a line for each definition
of the documents whose fields have numbers: `DEFINITION FIELD=NUMBER…`, where

- `2.1` is field 1 of the message in field 2, whose fields stand in the same object as those beside it in JSON;
- `:NAME` is what Go calls the field, unless that is its name in JSON with a capital; the message of a `2.1` is `=2:NAME`.

Numbers and types are those of the tags in Go. They are compared with the `generated.proto` beside them and, between versions, with each other;
names and types are compared with the documents. What differs is printed.

    python3 xtask/kubernetes/protobuf.py SOURCES DOCUMENTS > crates/kubernetes/data/protobuf.txt
"""

import json
import os
import re
import sys

from go_types import BUILT_IN, REPOSITORIES, Types, path_of, read_sources

SCALARS = BUILT_IN | {"uint8", "double"}
# They have code of their own to read them, or are any JSON.
SPECIAL = {
    "resource.Quantity", "intstr.IntOrString", "v1.Time", "v1.MicroTime", "v1.Duration", "v1.FieldsV1", "runtime.RawExtension",
    "v1.JSON", "v1beta1.JSON", "v1.JSONSchemaPropsOrArray", "v1.JSONSchemaPropsOrBool", "v1.JSONSchemaPropsOrStringArray",
    "v1beta1.JSONSchemaPropsOrArray", "v1beta1.JSONSchemaPropsOrBool", "v1beta1.JSONSchemaPropsOrStringArray",
}
# They are part of nothing that is sent. Neither are lists.
UNUSED = {"APIResource", "APIResourceList", "ListMeta", "Patch"}


def fields(types, path, name, prefix=""):
    """`(JSON name, numbers, Go name, Go type)` of each field; of an inline message without a JSON name."""
    kind, body, imports, _ = types.find(path, name) or (None, "", {}, "")
    if kind == "named":
        alias, _, inner = body.rpartition(".")
        yield from fields(types, imports[alias] if alias else path, inner, prefix) if inner.isidentifier() else ()
        return
    for line in body.split("\n") if kind == "struct" else ():
        tag, numbered = re.search(r'json:"([^"]*)"', line), re.search(r'protobuf:"\w+,(\d+)', line)
        if not tag or not numbered:
            continue
        json_name, number = tag.group(1).split(",")[0], prefix + numbered.group(1)
        declaration = line.split("`")[0].split()
        go = declaration[0].lstrip("*").rpartition(".")[2]
        if json_name == "-":
            continue
        if json_name:
            yield json_name, number, go, types.text(declaration[-1], path, imports)
            continue
        alias, _, inner = declaration[0].rpartition(".")
        yield "", number, go, ""
        yield from fields(types, imports[alias] if alias else path, inner, number + ".")


def messages(folder):
    """The types of fields by number, of the messages of all `generated.proto`, by definition."""
    found = {}
    for repository in REPOSITORIES:
        for directory, _, files in os.walk(os.path.join(folder, repository)):
            if "generated.proto" not in files:
                continue
            with open(os.path.join(directory, "generated.proto"), encoding="utf-8") as file:
                text = re.sub(r"//.*", "", file.read())
            package = re.search(r"^package k8s\.io\.([\w.]+);", text, re.M).group(1).replace("_", "-")
            for name, body in re.findall(r"(?ms)^message (\w+) \{\n(.*?)^\}", text):
                of = re.findall(r"(?m)^\s*(optional |repeated |required |)(map<[^>]*>|[\w.]+) (\w+) = (\d+);", body)
                found[f"io.k8s.{package}.{name}"] = {number: (label + type_, field) for label, type_, field, number in of}
    return found


def plain(go):
    """The scalar behind a Go type: `v1.PullPolicy` and `v1.ResourceName` are texts."""
    if go.startswith(("[]", "map[")):
        return go
    name, _, what = go.removeprefix("*").partition(":")
    return what or name


def proto_type(go, is_message):
    """What a Go type is in a `generated.proto`, as far as it can be told of it."""
    what = plain(go)
    if what == "[]uint8":
        return "bytes"
    if what.startswith("[]"):
        return "repeated"
    if what.startswith("map["):
        return "map"
    if what in SCALARS:
        return {"float64": "double", "int": "int64"}.get(what, what)
    return "message" if is_message(what) else "string"


def same(tag, proto, is_message):
    wanted, had = proto_type(tag, is_message), proto.removeprefix("optional ").removeprefix("required ")
    if wanted in ("repeated", "map"):
        # The values of a map that are lists are messages with `items`.
        return had.startswith(wanted)
    return wanted == had or wanted == "message" and ("." in had or had[0].isupper())


def main():
    sources, documents = sys.argv[1:]
    table, checked = {}, 0
    for minor in sorted(os.listdir(sources), key=int):
        folder = os.path.join(sources, minor)
        types, proto = Types(read_sources(folder)), messages(folder)
        structs = {
            f"{path.rsplit('/', 1)[-1]}.{name}"
            for path, package in types.packages.items() for name, of in package.types.items() if of[0] == "struct" or "." in of[1]
        }
        is_message = lambda go: go in structs or go in SPECIAL
        with open(os.path.join(documents, f"1.{minor}.json"), encoding="utf-8") as file:
            schemas = json.load(file)["components"]["schemas"]
        for definition, schema in schemas.items():
            path, name = path_of(definition)
            message, of = proto.get(definition), list(fields(types, path, name))
            own = f"{path.rsplit('/', 1)[-1]}.{name}"
            if not message or own in SPECIAL or name in UNUSED or any(type_ == "v1.ListMeta" for *_, type_ in of):
                continue
            properties = schema.get("properties", {})
            names = {json_name for json_name, *_ in of if json_name} | ({"kind", "apiVersion"} & set(properties))
            if names != set(properties):
                print(minor, definition, "only one side has", sorted(names ^ set(properties)), file=sys.stderr)
            direct = {number for _, number, *_ in of if "." not in number}
            if direct != set(message):
                print(minor, definition, "other numbers", sorted(direct ^ set(message)), file=sys.stderr)
            for json_name, number, go, type_ in of:
                if "." not in number and json_name:
                    checked += 1
                    if not same(type_, message[number][0], is_message):
                        print(minor, definition, json_name, type_, "is", message[number][0], file=sys.stderr)
                capital = json_name[:1].upper() + json_name[1:]
                entry = f"{json_name}={number}" + ("" if go == capital else f":{go}")
                known = table.setdefault(definition, {})
                before = known.get(number)
                if before and before != entry:
                    print(minor, definition, before, "is", entry, file=sys.stderr)
                known[number] = entry
    for definition, known in sorted(table.items()):
        print(definition, *(known[number] for number in sorted(known, key=lambda number: [int(n) for n in number.split(".")])))
    print(checked, "fields compared", file=sys.stderr)


if __name__ == "__main__":
    main()
