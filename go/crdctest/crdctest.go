// Package crdctest starts an API server for tests: the command `crdc serve`, which answers as kube-apiserver
// does, in memory, with the CRDs of a project. It takes some milliseconds, and needs no etcd.
//
//	server := crdctest.Start(t, crdctest.Options{CRDPaths: []string{"../config/crd/bases"}})
//	config := &rest.Config{
//		Host:            server.URL,
//		BearerToken:     server.Token,
//		TLSClientConfig: rest.TLSClientConfig{CAData: server.CA},
//		QPS:             -1, // no limit, where client-go has 5 requests a second
//	}
//
// The package needs the standard library alone, so that it forces no version of client-go on a project.
package crdctest

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"testing"
	"time"
)

// StartTimeout is how long a server may take to start without [Options.StartTimeout].
const StartTimeout = 30 * time.Second

// Options say what a server serves. The zero value serves Kubernetes' own kinds.
type Options struct {
	// Binary is the command. Without it, it is that of the variable CRDC, and else `crdc` of the PATH.
	Binary string
	// CRDPaths are files and folders of CustomResourceDefinitions. Only the CRDs of a folder are read.
	CRDPaths []string
	// ObjectPaths are files and folders of objects to begin with, such as webhook configurations.
	ObjectPaths []string
	// Webhooks say where the webhooks of Services listen, with TLS: "NAMESPACE/NAME" to "HOST:PORT".
	Webhooks map[string]string
	// WebhookCA is a file with the CA of these webhooks, or their certificate, in PEM. It is for configurations
	// without a caBundle.
	WebhookCA string
	// Args are further arguments of `crdc serve`.
	Args []string
	// StartTimeout is how long the server may take to start; 30 seconds if it is 0.
	StartTimeout time.Duration
}

// Server is a running server. Objects live as long as it does.
type Server struct {
	// URL is its address: https, a port of the loopback.
	URL string
	// CA is the certificate that signs that of the server, in PEM.
	CA []byte
	// Token is the token of an administrator.
	Token string
	// KubeconfigPath is a kubeconfig for KUBECONFIG and kubectl. It is there until Stop.
	KubeconfigPath string
	// Kubeconfig is the text of that file, for clientcmd.RESTConfigFromKubeConfig.
	Kubeconfig []byte

	folder  string
	process *process
}

// Start starts a server that ends with the test. If it cannot start, the test fails with the words of the
// command.
func Start(t testing.TB, options Options) *Server {
	t.Helper()
	server, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Stop(); err != nil {
			t.Error(err)
		}
	})
	return server
}

// New starts a server, for TestMain and for Ginkgo's BeforeSuite. The caller stops it.
func New(options Options) (*Server, error) {
	binary, err := find(options.Binary)
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "crdctest-")
	if err != nil {
		return nil, fmt.Errorf("crdctest: %w", err)
	}
	server := &Server{folder: folder, KubeconfigPath: filepath.Join(folder, "kubeconfig")}
	if err := server.start(binary, options); err != nil {
		return nil, errors.Join(err, server.Stop())
	}
	return server, nil
}

// find is the path of the command.
func find(binary string) (string, error) {
	if binary == "" {
		binary = os.Getenv("CRDC")
	}
	if binary == "" {
		binary = "crdc"
	}
	path, err := exec.LookPath(binary)
	if err != nil {
		return "", fmt.Errorf("crdctest: %w; install crdc, or name it in Options.Binary or the variable CRDC", err)
	}
	return path, nil
}

func (s *Server) start(binary string, options Options) error {
	timeout := options.StartTimeout
	if timeout == 0 {
		timeout = StartTimeout
	}
	pod := filepath.Join(s.folder, "pod")
	var err error
	s.process, s.URL, err = run(timeout, binary, arguments(options, s.KubeconfigPath, pod))
	if err != nil {
		return err
	}
	// The command writes all files before its first line.
	if s.Kubeconfig, err = os.ReadFile(s.KubeconfigPath); err != nil {
		return fmt.Errorf("crdctest: %w", err)
	}
	if s.CA, err = os.ReadFile(filepath.Join(pod, "ca.crt")); err != nil {
		return fmt.Errorf("crdctest: %w", err)
	}
	token, err := os.ReadFile(filepath.Join(pod, "token"))
	if err != nil {
		return fmt.Errorf("crdctest: %w", err)
	}
	s.Token = string(token)
	return nil
}

// arguments are those of the command. Objects come last, since a name may begin with a dash.
func arguments(options Options, kubeconfig, pod string) []string {
	all := []string{"serve", "--tls", "--until-input-ends", "--kubeconfig", kubeconfig, "--in-cluster", pod}
	for _, path := range options.CRDPaths {
		all = append(all, "--crds="+path)
	}
	services := make([]string, 0, len(options.Webhooks))
	for service := range options.Webhooks {
		services = append(services, service)
	}
	sort.Strings(services)
	for _, service := range services {
		all = append(all, "--webhook="+service+"="+options.Webhooks[service])
	}
	if options.WebhookCA != "" {
		all = append(all, "--webhook-ca="+options.WebhookCA)
	}
	all = append(all, options.Args...)
	return append(append(all, "--"), options.ObjectPaths...)
}

// Client is an HTTP client that trusts the server and sends the token. Clients of client-go have their own.
func (s *Server) Client() *http.Client {
	roots := x509.NewCertPool()
	roots.AppendCertsFromPEM(s.CA)
	transport := &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}
	return &http.Client{Transport: authorized{token: s.Token, next: transport}}
}

type authorized struct {
	token string
	next  http.RoundTripper
}

func (a authorized) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	request.Header.Set("Authorization", "Bearer "+a.token)
	return a.next.RoundTrip(request)
}

// Stop ends the server and removes its files. It is an error if the server had ended by itself. Stopping again
// does nothing.
func (s *Server) Stop() error {
	var err error
	if s.process != nil {
		err = s.process.stop()
		s.process = nil
	}
	return errors.Join(err, os.RemoveAll(s.folder))
}
