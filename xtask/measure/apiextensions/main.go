// The standalone apiextensions-apiserver for `cargo measure real-server`: the real server, but anybody may do anything, and it also
// listens without TLS (`--plain HOST:PORT`), so that no kube-apiserver has to answer for it. `build.py` builds it.
//
// Easy to break: the options of authentication must say "optional" before their flags are made.
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/spf13/pflag"
	"k8s.io/apiextensions-apiserver/pkg/cmd/server/options"
	genericapiserver "k8s.io/apiserver/pkg/server"
)

func run() error {
	ctx := genericapiserver.SetupSignalContext()
	o := options.NewCustomResourceDefinitionsServerOptions(os.Stdout, os.Stderr)
	o.RecommendedOptions.Authentication.RemoteKubeConfigFileOptional = true
	o.RecommendedOptions.Authentication.SkipInClusterLookup = true
	o.RecommendedOptions.Authorization = nil
	flags := pflag.NewFlagSet("apiextensions-apiserver", pflag.ContinueOnError)
	o.AddFlags(flags)
	plain := flags.String("plain", "", "listen here without TLS, too")
	if err := flags.Parse(os.Args[1:]); err != nil {
		return err
	}
	if err := o.ServerRunOptions.ComponentGlobalsRegistry.Set(); err != nil {
		return err
	}
	if err := o.Complete(); err != nil {
		return err
	}
	if err := o.Validate(); err != nil {
		return err
	}
	config, err := o.Config()
	if err != nil {
		return err
	}
	server, err := config.Complete().New(genericapiserver.NewEmptyDelegate())
	if err != nil {
		return err
	}
	prepared := server.GenericAPIServer.PrepareRun()
	if *plain != "" {
		listener, err := net.Listen("tcp", *plain)
		if err != nil {
			return err
		}
		go func() {
			fmt.Fprintln(os.Stderr, http.Serve(listener, prepared.Handler))
		}()
	}
	return prepared.RunWithContext(ctx)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
