"""Compares how crdc reads YAML with libyaml (PyYAML's binding) and with go-yaml v2, over random texts.

In: a seed. Out: one line for each kind of difference with its smallest text, and the counts. Equal seeds give equal texts.

    pip install pyyaml
    python3 xtask/measure/yaml/compare.py --documents 200000 --seed 1 --crdc 'cargo measure yaml' [--go BINARY]

BINARY is built from xtask/measure/yaml/goyaml.go, see there. Go decides: where libyaml differs from it, EXPLAINED has the reason.
"""

import argparse
import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import yaml

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))

# Where libyaml 0.2.5 and go-yaml v2.4.3 differ: a part of libyaml's message, a part of the text, and where Go decides.
EXPLAINED = [
    ("found unexpected ':'", "", "scannerc.go yaml_parser_scan_plain_scalar: no check of `:` before `,` `]` `}`"),
    ("found unknown escape character", "\\'", "scannerc.go yaml_parser_scan_flow_scalar: an escaped `'` is one"),
    ("", "\\/", "scannerc.go yaml_parser_scan_flow_scalar: an escaped `/` is refused"),
    ("", "?", "scannerc.go yaml_parser_fetch_next_token, yaml_parser_scan_plain_scalar: `?` is an indicator everywhere in brackets"),
    ("", "%", "parserc.go yaml_parser_process_directives: only version 1.1"),
    ("", "!", "scannerc.go yaml_parser_scan_tag: libyaml ends tags in brackets at `,` `[` `]`, and refuses `!!` alone"),
    ("", "\ufeff", "readerc.go: Go drops a mark by its place in a buffer; crdc at the start of the text"),
]
# Two keys become one string. sigs.k8s.io/yaml takes them in the order of Go's map, which is random.
REPEATED = "yaml.go convertToJSONableObject: keys that are equal as strings, in random order"
# crdc reports such a value where it stands, before it is replaced.
REPLACED = "decode.go: a number that JSON has not, which a later equal key replaces"
# kubectl sees no error behind the first document of a text between two `---`; what follows a `...` is a document here.
ENDED = "yaml.go Unmarshal: reads the first document only"
# Both refuse such a text, Go when it has given out the empty collection as a document.
EMPTY_KEY = "scannerc.go yaml_parser_decrease_flow_level: forgets that an empty collection may be a key"

SNIPPETS = [
    'a: "one\ntwo"\n', "a: 'one\n\n two'\nb: c\n", '- a: "one\n    two"\n  b: c\n', 'a: ["one\n  two", x]\n',
    "a: [1.2.3.4, 2001:db8::]\n", "a: [b:, c]\nd: {e:}\n", "a: {b:c, d: e}\n", "{a: , b}\n", "[a: b, c]\n", "? a\n: b\n",
    "? - a\n  - b\n: - c\n", "a: |\n  x\n\n  y\n\nb: >-\n  z\n  w\n\n   v\n", "a: |2+\n    x\n   y\n\n", "- - - a\n  - b\n- c\n",
    "a:\n- b\n-\n- c: d\n  e:\n", "&a a: &b [*a, *b]\n", "a: !!str 1\nb: !t x\nc: !<tag:yaml.org,2002:int> 3\n", "! a\n",
    "%YAML 1.1\n---\na: 1\n...\n", "%TAG !e! tag:e.com,2000:\n--- !e!x\na: !e!y b\n", "---\na: 1\n---\nb: 2\n", "a: b # c\n# d\ne: f#g\n",
    'a: "\\x41\\u00e9\\U0001f600\\n\\\n  b"\n', "a: 'it''s'\n", "a:\tb\n\n- c\n", "a: b\n  c\n\n  d\ne: f\n", "a: 1\r\nb:\r\n  - c\r\n",
    "<<: {a: 1}\nb: 2\n", "a: &x {b: c}\nd:\n  <<: *x\n  e: f\n", "é: ü\n\u2028x: y\n", "a: >\n\n  b\n c\n", "{a: [b, {c: d}], e: 'f'}\n",
    'a: "b" \'c\'\n', "a: @b\n", "- ? a\n  : b\n- : c\n", "a: b: c\n", "a\nb\n", '"a": 1\n\'b\' : 2\n', "a: -\nb: - c\n", "a:\n    b\n  c: d\n",
]
PIECES = [
    " ", "  ", "\n", "\n  ", "\n    ", "\n\n", "\t", ":", ": ", "- ", "-", "? ", "?", "#", " # c\n", ",", ", ", "[", "]", "{", "}", '"', "'",
    "''", "\\", "\\n", "\\\n", "|", ">", "|\n", ">-\n", "|+\n  ", "|2\n", "&a ", "*a", "!", "!!str ", "!t ", "!<x> ", "%", "%YAML 1.1\n",
    "---\n", "--- ", "\n---\n", "...\n", "a", "b: c", "\nd: e", "x y", "1", "yes", "~", "é", "\u0085", "\u2028", "\r\n", "\r", "@", "`", "<<: ",
    "\n- ", "\n  - ", '"\n', "\n\"", "::", ":,", ":]", ":}", ":{", "a:", "=", "1.5", "0x1f", "''\n  ", '"a\nb"', "'a\n\n b'", '"a\\\n b"',
]


def seeds(shared):
    texts = list(SNIPPETS)
    with open(os.path.join(ROOT, "tests/vectors/yaml.jsonl")) as table:
        texts += [json.loads(line)["yaml"] for line in table]
    for path in sorted(glob.glob(os.path.join(ROOT, "tests/reject/*/crd.yaml"))):
        texts.append(open(path).read())
    for path in sorted(glob.glob(os.path.join(shared, "corpus/crds/**/*.yaml"), recursive=True))[:400]:
        lines = open(path).read().split("\n")
        for start in range(0, len(lines), max(40, len(lines) // 6)):
            texts.append("\n".join(lines[start:start + 20]) + "\n")
    return texts


def mutated(rng, texts):
    text = rng.choice(texts)
    if rng.random() < 0.3:
        text = rng.choice(SNIPPETS)
    if len(text) > 600:
        lines = text.split("\n")
        start = rng.randrange(len(lines))
        text = "\n".join(lines[start:start + rng.randrange(1, 15)]) + "\n"
    for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3, 5])):
        text = edit(rng, text, texts)
    return text


def edit(rng, text, texts):
    at = rng.randrange(len(text) + 1)
    kind = rng.randrange(9)
    if kind <= 2:
        return text[:at] + rng.choice(PIECES) + text[at:]
    if kind == 3:
        return text[:at] + text[at + rng.randrange(1, 4):]
    if kind == 4:
        return text[:at] + rng.choice(PIECES) + text[at + rng.randrange(1, 4):]
    lines = text.split("\n")
    line = rng.randrange(len(lines))
    if kind == 5:
        lines[line] = " " * rng.randrange(5) + lines[line]
    elif kind == 6:
        lines[line] = lines[line][rng.randrange(4):]
    elif kind == 7:
        other = rng.choice(texts).split("\n")
        start = rng.randrange(len(other))
        lines[line:line] = other[start:start + rng.randrange(1, 4)]
    else:
        # Quotes around what follows a colon, with a line break in it.
        before, colon, after = lines[line].partition(": ")
        if colon:
            quote = rng.choice("\"'")
            cut = rng.randrange(len(after) + 1)
            lines[line] = before + colon + quote + after[:cut] + "\n" + " " * rng.randrange(6) + after[cut:] + quote
    return "\n".join(lines)


def decoded(line):
    """A line of a shape; scalars are a kind and JSON strings."""
    if line[0] not in "pqt":
        return line
    parts, at = [line[0]], 1
    while at < len(line):
        part, at = json.JSONDecoder().raw_decode(line, at)
        parts.append(part)
    return tuple(parts)


def libyaml(text):
    """The shapes of the documents, and the first error."""
    documents, lines, anchors, number, error = [], [], {}, 0, None
    try:
        for event in yaml.parse(text, Loader=yaml.CLoader):
            if isinstance(event, yaml.DocumentStartEvent):
                lines, anchors, number = [], {}, 0
                continue
            if isinstance(event, yaml.DocumentEndEvent):
                if lines != [("p", "")]:
                    documents.append(lines)
                continue
            if isinstance(event, yaml.AliasEvent):
                if event.anchor not in anchors:
                    error = "unknown anchor"
                    break
                lines.append(f"*{anchors[event.anchor]}")
                number += 1
                continue
            if isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
                lines.append("}" if isinstance(event, yaml.MappingEndEvent) else "]")
                continue
            if not isinstance(event, yaml.NodeEvent):
                continue
            if event.anchor is not None:
                anchors[event.anchor] = number
            number += 1
            if isinstance(event, yaml.MappingStartEvent):
                lines.append("{")
            elif isinstance(event, yaml.SequenceStartEvent):
                lines.append("[")
            elif event.tag is not None:
                lines.append(("t", event.tag, event.value))
            else:
                lines.append(("q" if event.style else "p", event.value))
    except yaml.YAMLError as found:
        error = getattr(found, "problem", None) or str(found)
    except ValueError as found:
        error = str(found)
    return documents, error


def compare_libyaml(text, crdc):
    documents, error = libyaml(text)
    if (error is None) != (crdc["error"] is None):
        return f"libyaml: {error}; crdc: {crdc['error']}", error
    if error is None and documents != [[decoded(line) for line in shape] for shape in crdc["shapes"]]:
        return "libyaml: other documents", None
    return None, None


OTHER = "go: other documents"


def as_read(value):
    """A value as the server reads it from JSON: integers beyond 64 bits are floats."""
    if isinstance(value, list):
        return [as_read(item) for item in value]
    if isinstance(value, dict):
        return {key: as_read(item) for key, item in value.items()}
    if isinstance(value, int) and not isinstance(value, bool) and not -2**63 <= value < 2**63:
        return float(value)
    return value


def compare_go(crdc, go):
    error, found = go.get("error"), crdc["errors"]
    if (error is not None) != bool(found):
        return f"go: {error}; crdc: {found[:1]}"
    both = [[as_read(value) for value in side["documents"] if value is not None] for side in (go, crdc)]
    if both[0] != both[1][:len(both[0])] or (error is None and len(both[0]) != len(both[1])):
        return OTHER
    return None


def answers(command, path):
    with open(path) as given, tempfile.TemporaryFile("w+") as out:
        subprocess.run(command, shell=True, stdin=given, stdout=out, check=True, cwd=ROOT)
        out.seek(0)
        return [json.loads(line) for line in out]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--documents", type=int, default=200000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shared", default=os.path.join(ROOT, "../shared"))
    parser.add_argument("--crdc", default="cargo measure yaml")
    parser.add_argument("--go")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    pool = seeds(args.shared)
    texts = [mutated(rng, pool) for _ in range(args.documents)]
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", delete=False) as lines:
        lines.writelines(json.dumps(text) + "\n" for text in texts)
    crdc = answers(args.crdc, lines.name)
    go = answers(args.go, lines.name) if args.go else [None] * len(texts)
    os.unlink(lines.name)
    kinds, explained, valid = {}, {}, 0
    for text, ours, theirs in zip(texts, crdc, go, strict=True):
        valid += ours["error"] is None
        problems = ["crdc: the reader of plain texts differs"] if ours["quick"] else []
        decided = compare_go(ours, theirs) if theirs is not None else None
        other, message = compare_libyaml(text, ours)
        reasons = [why for part, held, why in EXPLAINED if part in (message or "") and held in text]
        if decided == OTHER and ours["repeated"]:
            reasons, decided, other = [REPEATED], None, OTHER
        if decided and theirs.get("error") is None and ours["repeated"] and "is not a JSON number" in decided:
            reasons, decided, other = [REPLACED], None, OTHER
        if (decided or other) and "..." in text and "<document start>" in f"{message} {(theirs or {}).get('error')}":
            reasons, decided, other = [ENDED], None, OTHER
        if decided == OTHER and theirs.get("error") and ours["errors"] and re.search(r"\[\s*\]|\{\s*\}", text):
            reasons, decided, other = [EMPTY_KEY], None, OTHER
        if decided is None and other is not None and reasons:
            explained[reasons[0]] = explained.get(reasons[0], 0) + 1
            other = None
        problems += [decided, other]
        for problem in filter(None, problems):
            known = kinds.setdefault(problem, [0, text])
            known[0] += 1
            known[1] = min(known[1], text, key=len)
    for problem, (count, text) in sorted(kinds.items(), key=lambda kind: -kind[1][0]):
        print(f"DIFFERENT {count}: {problem}\n  {text!r}")
    for why, count in sorted(explained.items()):
        print(f"explained {count}: {why}")
    different = sum(count for count, _ in kinds.values())
    print(f"yaml: {len(texts)} texts of seed {args.seed}, {valid} valid; {different} differences, {sum(explained.values())} explained")
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
