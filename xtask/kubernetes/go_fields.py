#!/usr/bin/env python3
"""How Go writes the fields of Kubernetes' kinds to JSON: their order, and when a field is left out.

In: SOURCES/MINOR/REPOSITORY and DOCUMENTS/1.MINOR.json, as of `go_types.py`. Out: `crates/kubernetes/data/go-fields.txt`, a line for each definition
of the documents that is a struct in Go: `DEFINITION FIELD…`, in the order in which Go writes the fields, where

- `*` after a name is a pointer in Go: `nil` is not the zero of what it points to;
- `?` after it is `omitempty`: `encoding/json` leaves out false, 0, an empty text, list or map, and `nil`, but no struct;
- `0` after it is `omitzero`: the zero of a struct is left out, too.

Fields of embedded structs stand where the struct is embedded. One table does for all versions: fields that a version lacks are those that its
document lacks. What differs between versions is printed, and the newest counts.

    python3 xtask/kubernetes/go_fields.py SOURCES DOCUMENTS > crates/kubernetes/data/go-fields.txt
"""

import json
import os
import re
import sys

from go_types import Types, path_of, read_sources


def fields(types, path, name):
    """`(JSON name, marks)` of each field, in the order of the struct."""
    kind, body, imports, _ = types.find(path, name) or (None, "", {}, "")
    if kind == "named":
        alias, _, inner = body.rpartition(".")
        if inner.isidentifier():
            yield from fields(types, imports[alias] if alias else path, inner)
        return
    for line in body.split("\n") if kind == "struct" else ():
        declaration = line.split("`")[0].split()
        if not declaration:
            continue
        tag = re.search(r'json:"([^"]*)"', line)
        json_name, *options = tag.group(1).split(",") if tag else [""]
        if json_name == "-":
            continue
        if len(declaration) == 1 and not json_name:
            alias, _, inner = declaration[0].lstrip("*").rpartition(".")
            yield from fields(types, imports[alias] if alias else path, inner)
            continue
        if not tag:
            # Without a tag, a field has its own name; unexported ones are not written.
            if declaration[0][0].isupper():
                yield declaration[0], "*" if declaration[-1].startswith("*") else ""
            continue
        marks = "*" if declaration[-1].startswith("*") else ""
        marks += "?" if "omitempty" in options else ""
        marks += "0" if "omitzero" in options else ""
        yield json_name or declaration[0], marks


def merged(older, newer):
    """The fields of both, in an order that agrees with each. Fields of the older alone stand after the one that they follow in it."""
    names, before = list(newer), None
    for name in older:
        if name not in newer:
            names.insert(names.index(before) + 1 if before in names else 0, name)
        before = name
    return {name: newer.get(name, older.get(name)) for name in names}


def main():
    sources, documents = sys.argv[1:]
    table = {}
    for minor in sorted(os.listdir(sources), key=int):
        types = Types(read_sources(os.path.join(sources, minor)))
        with open(os.path.join(documents, f"1.{minor}.json"), encoding="utf-8") as file:
            schemas = json.load(file)["components"]["schemas"]
        for definition, schema in schemas.items():
            found = dict(fields(types, *path_of(definition)))
            properties = set(schema.get("properties", {}))
            if not properties:
                continue
            if set(found) != properties:
                print(minor, definition, "only one side has", sorted(set(found) ^ properties), file=sys.stderr)
            known = table.get(definition, {})
            for name, marks in found.items():
                if known.get(name, marks) != marks:
                    print(minor, definition, name, "was", repr(known[name]), "is", repr(marks), file=sys.stderr)
            both = [name for name in known if name in found]
            if both != [name for name in found if name in known]:
                print(minor, definition, "has another order", both, file=sys.stderr)
            table[definition] = merged(known, found)
    for definition, known in sorted(table.items()):
        print(definition, *(name + marks for name, marks in known.items()))


if __name__ == "__main__":
    main()
