package crdctest_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"crdc/go/crdctest"
)

// certificate is one for the Service of testdata/configuration.yaml, which signs itself.
func certificate(t *testing.T) (tls.Certificate, []byte) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1),
		DNSNames:     []string{"webhook-service.system.svc"},
		NotBefore:    time.Now().Add(-time.Hour),
		NotAfter:     time.Now().Add(time.Hour),
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, text
}

func TestTheWebhookOfAServiceIsCalled(t *testing.T) {
	hook := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var review map[string]any
		if err := json.NewDecoder(r.Body).Decode(&review); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		review["response"] = map[string]any{
			"uid":     review["request"].(map[string]any)["uid"],
			"allowed": false,
			"status":  map[string]any{"code": http.StatusForbidden, "message": "not on Fridays"},
		}
		delete(review, "request")
		_ = json.NewEncoder(w).Encode(review)
	}))
	own, text := certificate(t)
	hook.TLS = &tls.Config{Certificates: []tls.Certificate{own}, MinVersion: tls.VersionTLS12}
	hook.StartTLS()
	defer hook.Close()
	ca := filepath.Join(t.TempDir(), "ca.crt")
	if err := os.WriteFile(ca, text, 0o600); err != nil {
		t.Fatal(err)
	}
	server := crdctest.Start(t, crdctest.Options{
		CRDPaths:    []string{"testdata/crds"},
		ObjectPaths: []string{"testdata/configuration.yaml"},
		Webhooks:    map[string]string{"system/webhook-service": hook.Listener.Addr().String()},
		WebhookCA:   ca,
	})
	code, refused := create(t, server, `{"engine": "mysql"}`)
	message := fmt.Sprint(refused["message"])
	if code != http.StatusForbidden || !strings.Contains(message, `admission webhook "guard.example.com" denied the request: not on Fridays`) {
		t.Fatalf("%d: %s", code, message)
	}
}
