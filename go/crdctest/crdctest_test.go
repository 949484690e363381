package crdctest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"crdc/go/crdctest"
)

const databases = "/apis/example.com/v1/namespaces/default/databases"

var options = crdctest.Options{CRDPaths: []string{"testdata/crds"}}

// create posts a Database with this spec. It returns the code, and the object or the Status.
func create(t *testing.T, server *crdctest.Server, spec string) (int, map[string]any) {
	t.Helper()
	body := `{"apiVersion": "example.com/v1", "kind": "Database", "metadata": {"generateName": "a-"}, "spec": ` + spec + `}`
	response, err := server.Client().Post(server.URL+databases, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answer map[string]any
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, answer
}

func TestObjectsAreAnsweredAsByAServer(t *testing.T) {
	server := crdctest.Start(t, options)
	code, refused := create(t, server, `{"engine": "mysql", "replicas": 2}`)
	message := fmt.Sprint(refused["message"])
	if code != http.StatusUnprocessableEntity || !strings.Contains(message, "spec: Invalid value: mysql has one replica") {
		t.Fatalf("%d: %s", code, message)
	}
	code, created := create(t, server, `{"engine": "postgres"}`)
	if spec := fmt.Sprint(created["spec"]); code != http.StatusCreated || spec != "map[engine:postgres replicas:1]" {
		t.Fatalf("%d: %s", code, spec)
	}
}

func TestServersRunSideBySide(t *testing.T) {
	one, two := crdctest.Start(t, options), crdctest.Start(t, options)
	if code, _ := create(t, one, `{"engine": "mysql"}`); code != http.StatusCreated {
		t.Fatal(code)
	}
	for server, expected := range map[*crdctest.Server]int{one: 1, two: 0} {
		response, err := server.Client().Get(server.URL + databases)
		if err != nil {
			t.Fatal(err)
		}
		var list struct{ Items []any }
		err = json.NewDecoder(response.Body).Decode(&list)
		response.Body.Close()
		if err != nil || len(list.Items) != expected {
			t.Fatalf("%d items, expected %d: %v", len(list.Items), expected, err)
		}
	}
}

func TestAKubeconfigIsThereUntilTheServerStops(t *testing.T) {
	server, err := crdctest.New(options)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(server.KubeconfigPath)
	if err != nil || string(file) != string(server.Kubeconfig) || !strings.Contains(string(file), server.URL) {
		t.Fatalf("%v: %s", err, file)
	}
	for range [2]struct{}{} {
		if err := server.Stop(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Dir(server.KubeconfigPath)); !os.IsNotExist(err) {
		t.Fatal("the folder is still there")
	}
	if _, err := server.Client().Get(server.URL + databases); err == nil {
		t.Fatal("the server still answers")
	}
}

func TestWhatCannotStartSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name     string
		options  crdctest.Options
		expected string
	}{
		{"a broken CRD", crdctest.Options{CRDPaths: []string{"testdata/broken"}}, "must be of type integer"},
		{"a missing folder", crdctest.Options{CRDPaths: []string{"testdata/nowhere"}}, "testdata/nowhere"},
		{"a webhook without a namespace", crdctest.Options{Webhooks: map[string]string{"hook": "127.0.0.1:9443"}}, "write NAMESPACE/hook=127.0.0.1:9443"},
		{"no command", crdctest.Options{Binary: "testdata/no-crdc"}, "name it in Options.Binary or the variable CRDC"},
	} {
		server, err := crdctest.New(c.options)
		if err == nil {
			_ = server.Stop()
			t.Errorf("%s: it started", c.name)
		} else if !strings.Contains(err.Error(), c.expected) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
