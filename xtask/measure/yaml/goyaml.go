// Reads lines of JSON strings, each a YAML text, and answers with what Kubernetes reads of it: go-yaml v2, then the conversion of
// sigs.k8s.io/yaml. For compare.py.
//
// It needs Go, go.yaml.in/yaml/v2 v2.4.3 in ./yaml, and yaml.go and fields.go of sigs.k8s.io/yaml v1.6.0 in ./sigs, beside a
// file of that package with
//
//	func ToJSON(value interface{}) ([]byte, error) {
//		object, err := convertToJSONableObject(value, nil)
//		if err != nil {
//			return nil, err
//		}
//		return json.Marshal(object)
//	}
//
// and a go.mod with `module oracle`, `require go.yaml.in/yaml/v2 v2.4.3` and `replace go.yaml.in/yaml/v2 => ./yaml`.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"oracle/sigs"

	goyaml "go.yaml.in/yaml/v2"
)

type answer struct {
	Documents []json.RawMessage `json:"documents"`
	Error     string            `json:"error,omitempty"`
}

// read returns the documents before the first error.
func read(text string) (a answer) {
	a.Documents = []json.RawMessage{}
	defer func() {
		if r := recover(); r != nil {
			a.Error = fmt.Sprint("panic: ", r)
		}
	}()
	decoder := goyaml.NewDecoder(bytes.NewReader([]byte(text)))
	for {
		var value interface{}
		err := decoder.Decode(&value)
		if err == io.EOF {
			return
		}
		if err == nil {
			var out []byte
			if out, err = yaml.ToJSON(value); err == nil {
				a.Documents = append(a.Documents, out)
				continue
			}
		}
		a.Error = err.Error()
		return
	}
}

func main() {
	in := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			var text string
			if err := json.Unmarshal(line, &text); err != nil {
				panic(err)
			}
			said, err := json.Marshal(read(text))
			if err != nil {
				panic(err)
			}
			out.Write(append(said, '\n'))
		}
		if err != nil {
			return
		}
	}
}
