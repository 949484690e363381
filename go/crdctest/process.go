package crdctest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// process is a running `crdc serve`.
type process struct {
	command *exec.Cmd
	// input is held open: the command ends when it is closed, also if this process is killed.
	input io.Closer
	// errors is what it wrote to its standard error.
	errors *text
	// ended is closed when the command has ended.
	ended chan struct{}
}

// text is written by one goroutine and read by another.
type text struct {
	lock   sync.Mutex
	buffer bytes.Buffer
}

func (t *text) Write(part []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	return t.buffer.Write(part)
}

func (t *text) String() string {
	t.lock.Lock()
	defer t.lock.Unlock()
	return strings.TrimSpace(t.buffer.String())
}

// run starts the command and waits for its first line, which has its address.
func run(timeout time.Duration, binary string, arguments []string) (*process, string, error) {
	p := &process{command: exec.Command(binary, arguments...), errors: &text{}, ended: make(chan struct{})}
	p.command.Stderr = p.errors
	input, err := p.command.StdinPipe()
	if err != nil {
		return nil, "", fmt.Errorf("crdctest: %w", err)
	}
	p.input = input
	output, err := p.command.StdoutPipe()
	if err != nil {
		return nil, "", fmt.Errorf("crdctest: %w", err)
	}
	if err := p.command.Start(); err != nil {
		return nil, "", fmt.Errorf("crdctest: %w", err)
	}
	lines := make(chan string, 1)
	go func() {
		reader := bufio.NewReader(output)
		// The end of the output is an empty line: the command has ended.
		line, _ := reader.ReadString('\n')
		lines <- line
		_, _ = io.Copy(io.Discard, reader)
		_ = p.command.Wait()
		close(p.ended)
	}()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case line := <-lines:
		if url, _, found := strings.Cut(line, ": "); found && strings.HasPrefix(url, "https://") {
			return p, url, nil
		}
		p.end()
		return nil, "", fmt.Errorf("crdctest: %s does not start:\n%s", binary, p.errors)
	case <-timer.C:
		p.end()
		return nil, "", fmt.Errorf("crdctest: %s did not start in %s:\n%s", binary, timeout, p.errors)
	}
}

// end ends the command, whose state is in memory alone.
func (p *process) end() {
	_ = p.input.Close()
	_ = p.command.Process.Kill()
	<-p.ended
}

// stop ends the command. If it had ended before, the error has its words.
func (p *process) stop() error {
	select {
	case <-p.ended:
		return fmt.Errorf("crdctest: the server ended by itself, %s:\n%s", p.command.ProcessState, p.errors)
	default:
		p.end()
		return nil
	}
}
