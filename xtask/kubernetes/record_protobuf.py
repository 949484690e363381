#!/usr/bin/env python3
"""Records how Go encodes messages of Kubernetes, what it writes of them as JSON, and what it says of damaged ones.

In: DOCUMENT, the schemas of the version of Debian's packages; a folder for these packages (default `target/apiextensions` of the
repository), which `xtask/measure/apiextensions/packages.py` downloads from sid and unpacks. The generated code of Kubernetes is compiled as
it is there. Out: `recorded.deflate`, a line for each message: `DEFINITION BYTES JSON`, or `DEFINITION BYTES !ERROR`, or `DEFINITION BYTES
~JSON` of a damaged one; tabs between them, the bytes in base64. Debian has no package of kube-aggregator, so its types are left out.

    python3 xtask/kubernetes/record_protobuf.py 1.36.json > crates/kubernetes/src/protobuf/tests/recorded.deflate
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from go_types import path_of

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../measure/apiextensions"))
import packages as debian  # noqa: E402

WANTED = ["golang-k8s-api-dev", "golang-k8s-apimachinery-dev", "golang-k8s-apiextensions-apiserver-dev", debian.GO]
TABLE = os.path.join(os.path.dirname(__file__), "../../crates/kubernetes/data/protobuf.txt")

MAIN = r"""package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand"
	"reflect"
	"strings"
	"time"

	apiextensions "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	meta "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

type message interface {
	Marshal() ([]byte, error)
	Unmarshal([]byte) error
}

var anyJSON = []string{`{"a":[1,"x",null]}`, `"text"`, `12`, `[]`, `false`}

// How likely a field is set, and how deep messages nest.
var chance, deepest = 1.0, 2

func fill(r *rand.Rand, v reflect.Value, depth int) {
	text := func() string { return []string{"a", "b-c", "d\"e\n", "é", "5"}[r.Intn(5)] }
	switch v.Interface().(type) {
	case resource.Quantity:
		v.Set(reflect.ValueOf(resource.MustParse([]string{"0", "1", "100m", "2Gi", "1500", "-3", "1e3"}[r.Intn(7)])))
		return
	case meta.Time:
		if r.Intn(4) > 0 {
			v.Set(reflect.ValueOf(meta.Unix(r.Int63n(4e9)-1e9, r.Int63n(1e9))))
		}
		return
	case meta.MicroTime:
		if r.Intn(4) > 0 {
			v.Set(reflect.ValueOf(meta.MicroTime{Time: time.Unix(r.Int63n(4e9)-1e9, r.Int63n(1e9))}))
		}
		return
	case intstr.IntOrString:
		v.Set(reflect.ValueOf([]intstr.IntOrString{intstr.FromInt32(int32(r.Intn(9))), intstr.FromString("25%"), {}}[r.Intn(3)]))
		return
	case runtime.RawExtension:
		v.Set(reflect.ValueOf(runtime.RawExtension{Raw: []byte(anyJSON[r.Intn(len(anyJSON))])}))
		return
	case meta.FieldsV1:
		v.Set(reflect.ValueOf(meta.FieldsV1{Raw: []byte(`{"f:spec":{".":{}}}`)}))
		return
	case apiextensions.JSON:
		v.Set(reflect.ValueOf(apiextensions.JSON{Raw: []byte(anyJSON[r.Intn(len(anyJSON))])}))
		return
	case apiextensions.JSONSchemaPropsOrArray, apiextensions.JSONSchemaPropsOrBool, apiextensions.JSONSchemaPropsOrStringArray:
		// One of both.
		if v.NumField() > 0 {
			i := r.Intn(v.NumField())
			fill(r, v.Field(i), depth)
		}
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := 0; i < v.NumField(); i++ {
			of := v.Type().Field(i)
			if tag := of.Tag.Get("protobuf"); tag == "" || tag == "-" {
				continue
			}
			isMessage := v.Field(i).Kind() == reflect.Struct || v.Field(i).Kind() == reflect.Ptr && v.Field(i).Elem().Kind() == reflect.Struct
			if isMessage && depth >= deepest || r.Float64() >= chance {
				continue
			}
			fill(r, v.Field(i), depth)
		}
	case reflect.Ptr:
		v.Set(reflect.New(v.Type().Elem()))
		if v.Elem().Kind() != reflect.Struct || depth < deepest {
			fill(r, v.Elem(), depth+1)
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			v.SetBytes([]byte(text()))
			return
		}
		for n := r.Intn(3); n > 0; n-- {
			item := reflect.New(v.Type().Elem()).Elem()
			if item.Kind() != reflect.Struct || depth < deepest {
				fill(r, item, depth+1)
			}
			v.Set(reflect.Append(v, item))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for n := r.Intn(3); n > 0; n-- {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			key.SetString(text())
			if value.Kind() != reflect.Struct || depth < deepest {
				fill(r, value, depth+1)
			}
			v.SetMapIndex(key, value)
		}
	case reflect.String:
		v.SetString(text())
	case reflect.Bool:
		v.SetBool(r.Intn(2) == 1)
	case reflect.Int32, reflect.Int64, reflect.Int:
		v.SetInt([]int64{0, 1, 80, -1, 70000}[r.Intn(5)])
	case reflect.Float64:
		v.SetFloat([]float64{0, 1, 0.5, -2.5, 1e21}[r.Intn(5)])
	default:
		panic(v.Type().String())
	}
}

func row(name string, bytes []byte, answer string) {
	fmt.Printf("%s\t%s\t%s\n", name, base64.StdEncoding.EncodeToString(bytes), answer)
}

func damage(r *rand.Rand, bytes []byte) []byte {
	if len(bytes) == 0 {
		return []byte{byte(r.Intn(256))}
	}
	at, damaged := r.Intn(len(bytes)), append([]byte(nil), bytes...)
	switch r.Intn(5) {
	case 0:
		return damaged[:at]
	case 1:
		return append(damaged[:at], bytes[min(len(bytes), at+1+r.Intn(3)):]...)
	case 2:
		// A field that there is not, or one more time.
		unknown := [][]byte{{0xaa, 0x3f, 1, 9}, {0xa0, 0x3f, 5}, {0xa3, 0x3f, 8, 1, 0xa4, 0x3f}, {0xa5, 0x3f, 1, 2, 3, 4}, bytes}
		return append(unknown[r.Intn(len(unknown))], damaged...)
	case 3:
		damaged[at] = []byte{0, 0xff, 0x7f, 0x0a, 0x0c, 0x0f}[r.Intn(6)]
	default:
		damaged[at] ^= 1 << r.Intn(8)
	}
	return damaged
}

func main() {
	for _, of := range types {
		r := rand.New(rand.NewSource(of.seed))
		for round := 0; round < 3; round++ {
			chance, deepest = []float64{1, 0.5, 0.1}[round], []int{1, 1, 3}[round]
			object := of.make()
			fill(r, reflect.ValueOf(object).Elem(), 0)
			bytes, err := object.Marshal()
			if err != nil {
				panic(err)
			}
			read := of.make()
			if err := read.Unmarshal(bytes); err != nil {
				panic(of.name + err.Error())
			}
			text, err := json.Marshal(read)
			if err != nil {
				panic(of.name + err.Error())
			}
			row(of.name, bytes, string(text))
			for n := 0; n <= round%2; n++ {
				damaged, again := damage(r, bytes), of.make()
				if len(damaged) > 400 {
					continue
				}
				if err := again.Unmarshal(damaged); err != nil {
					row(of.name, damaged, "!"+strings.ReplaceAll(err.Error(), "\n", " "))
				} else if text, err := json.Marshal(again); err == nil {
					// Any JSON may have bytes that are no text.
					row(of.name, damaged, "~"+string([]rune(string(text))))
				}
			}
		}
	}
}
"""


def main():
    document = sys.argv[1]
    unpacked = Path(sys.argv[2] if len(sys.argv) > 2 else debian.FOLDER).resolve()
    root, chosen = debian.unpacked(unpacked, WANTED)
    with open(document, encoding="utf-8") as file:
        known = json.load(file)["components"]["schemas"]
    with open(TABLE, encoding="utf-8") as table:
        definitions = [line.split(" ", 1)[0] for line in table]
    packages, types, seed = {}, [], -1
    for definition in definitions:
        # Versions before the first stable one have nothing else.
        if definition in known and not re.search(r"\.v\d+(alpha|beta)\d+\.", definition):
            path, name = path_of(definition)
            # Types without a package count, so that the messages of the others stay the same.
            seed += 1
            if not (root / "usr/share/gocode/src" / path).is_dir():
                print("no package of", definition, file=sys.stderr)
                continue
            alias = packages.setdefault(path, f"p{len(packages)}")
            types.append(f'\t{{"{definition}", {seed}, func() message {{ return new({alias}.{name}) }}}},\n')
    imports = "".join(f'\t{alias} "{path}"\n' for path, alias in packages.items())
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(f"{folder}/src/main")
        with open(f"{folder}/src/main/main.go", "w", encoding="utf-8") as file:
            file.write(MAIN)
        with open(f"{folder}/src/main/types.go", "w", encoding="utf-8") as file:
            head = f"package main\n\nimport (\n{imports})\n\nvar types = []struct {{\n\tname string\n\tseed int64\n\tmake func() message\n}}{{\n"
            file.write(f"{head}{''.join(types)}}}\n")
        go, environment = debian.go(unpacked, root, [folder])
        environment["TZ"] = "UTC"
        subprocess.run([go, "build", "-o", f"{folder}/record", "main"], cwd=folder, env=environment, check=True)
        rows = subprocess.run([f"{folder}/record"], stdout=subprocess.PIPE, env=environment, check=True).stdout
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    sys.stdout.buffer.write(deflate.compress(rows) + deflate.flush())
    print(rows.count(b"\n"), "rows", file=sys.stderr)
    print(*(f"{package['Package']} {package['Version']}" for package in chosen if package["Package"] in WANTED), sep="\n", file=sys.stderr)


if __name__ == "__main__":
    main()
