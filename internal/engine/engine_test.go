package engine_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/pandatix/go-cvss/31"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
)

// words reports each word "bad…" in each file, and misbehaves on request.
type words struct{}

func (words) Name() string    { return "words" }
func (words) Version() string { return "1" }
func (words) Detect(ctx context.Context, tree *engine.Tree, report func(engine.Finding)) (engine.Coverage, error) {
	files, skipped, err := tree.Each(ctx, report, func(ctx context.Context, f *engine.File, report func(engine.Finding)) error {
		b, err := f.Bytes()
		if err != nil {
			return err
		}
		for i, line := range strings.Split(string(b), "\n") {
			line, _, _ = strings.Cut(line, "vigil:ignore")
			for _, w := range strings.Fields(line) {
				switch {
				case w == "panic":
					panic("a secret")
				case w == "index":
					_ = b[len(b)]
				case w == "hang":
					<-ctx.Done()
					return ctx.Err()
				case w == "fail":
					return errors.New("broken")
				case strings.HasPrefix(w, "bad"):
					report(engine.Finding{Rule: w, Path: f.Path, StartLine: i + 1, StartColumn: 1, EndLine: i + 1, EndColumn: 2, Identity: w})
				}
			}
		}
		return nil
	})
	return engine.Coverage{Rules: []string{"bad", "bad2"}, Files: files, Skipped: skipped}, err
}

// others is words under another name.
type others struct{ words }

func (others) Name() string { return "others" }

func scan(t *testing.T, o engine.Options, files map[string]string) enginetest.Result {
	t.Helper()
	return enginetest.Run(t, enginetest.Tree(t, files), o, words{})
}

func rules(r enginetest.Result) string {
	var out []string
	for _, f := range r.Findings {
		out = append(out, fmt.Sprintf("%s:%d:%s", f.Path, f.StartLine, f.Rule))
	}
	return strings.Join(out, " ")
}

func TestRunSkipsWhatItCannotLookAt(t *testing.T) {
	r := scan(t, engine.Options{MaxFileBytes: 100, MaxFileTime: 50 * time.Millisecond, MaxFileFindings: 2}, map[string]string{
		"a": "bad", "b": "bad panic", "c": "index", "d": "bad hang", "e": strings.Repeat(" ", 101), "f": "bad bad bad",
	})
	if got := rules(r); got != "a:1:bad f:1:bad f:1:bad" {
		t.Error(got)
	}
	c := r.Coverage["words"]
	got := fmt.Sprint(c.Files, c.Skipped)
	want := "1 [{b  the detector failed incomplete} {c  the detector failed: runtime error: index out of range [5] with length 5 incomplete}" +
		" {d  took longer than 50ms incomplete} {e  larger than 100 bytes incomplete} {f  more than 2 findings incomplete}]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestRunLimitsTheScan(t *testing.T) {
	r := scan(t, engine.Options{MaxFindings: 2}, map[string]string{"a": "bad", "b": "bad bad", "c": "bad"})
	if got := rules(r); got != "a:1:bad b:1:bad" || len(r.Coverage["words"].Skipped) != 2 {
		t.Errorf("%s %+v", got, r.Coverage)
	}
	r = scan(t, engine.Options{MaxTime: 50 * time.Millisecond, Workers: 1}, map[string]string{"a": "bad", "b": "hang", "c": "bad"})
	if got := rules(r); got != "a:1:bad" || len(r.Coverage["words"].Skipped) != 2 {
		t.Errorf("%s %+v", got, r.Coverage)
	}
}

// TestRunLetsSlowFilesWait has files that use up their whole time limit. They must not take
// the time of the files or the detectors after them.
func TestRunLetsSlowFilesWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		files := map[string]string{"z": "bad"}
		for i := range 20 {
			files[fmt.Sprintf("%02d", i)] = "bad hang"
		}
		began := time.Now()
		r := scan(t, engine.Options{MaxTime: time.Minute, MaxFileTime: 20 * time.Second, Workers: 1}, files)
		if got := rules(r); got != "z:1:bad" || time.Since(began) > time.Minute {
			t.Errorf("%s after %v", got, time.Since(began))
		}
		if n := len(r.Coverage["words"].Skipped); n != 20 {
			t.Errorf("%d files were skipped", n)
		}
		r = enginetest.Run(t, enginetest.Tree(t, files), engine.Options{MaxTime: 2 * time.Minute, MaxFileTime: 20 * time.Second, Workers: 1}, words{}, others{})
		if r.Coverage["words"].Files != 1 || r.Coverage["others"].Files != 1 {
			t.Errorf("%+v", r.Coverage)
		}
	})
}

func TestRunEndsOnErrors(t *testing.T) {
	tree := enginetest.Tree(t, map[string]string{"a": "fail"})
	say := func(engine.Message) error { return nil }
	if err := engine.Run(t.Context(), tree, []engine.Detector{words{}}, engine.Options{}, say); err == nil || !strings.Contains(err.Error(), "scan a: broken") {
		t.Errorf("a detector's error: %v", err)
	}
	full := errors.New("disk full")
	tree = enginetest.Tree(t, map[string]string{"a": "bad"})
	if err := engine.Run(t.Context(), tree, []engine.Detector{words{}}, engine.Options{}, func(engine.Message) error { return full }); !errors.Is(err, full) {
		t.Errorf("the handler's error: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := engine.Run(ctx, tree, []engine.Detector{words{}}, engine.Options{}, say); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

func TestRunTellsLanguageAndProgress(t *testing.T) {
	r := scan(t, engine.Options{}, map[string]string{
		"main.go": "package main\n\nfunc main() {}\n", "README.md": strings.Repeat("words\n", 99),
		"vendor/github.com/x/x.c": strings.Repeat("int x;\n", 99),
		"gen_pb2.py":              "# Generated by the protocol buffer compiler.  DO NOT EDIT!\n" + strings.Repeat("x = 1\n", 99),
		"a.min.js":                strings.Repeat("var a=1;", 999),
	})
	if r.Language != "Go" {
		t.Errorf("language %q", r.Language)
	}
	last := 0
	for _, p := range r.Progress {
		if p.Done <= last || p.Total != 10 {
			t.Errorf("progress %+v", r.Progress)
		}
		last = p.Done
	}
	if last != 10 {
		t.Errorf("progress ends at %d", last)
	}
}

func TestFingerprints(t *testing.T) {
	base := scan(t, engine.Options{}, map[string]string{"a": "bad\nbad2\nbad\n"}).Fingerprints()
	for name, text := range map[string]string{
		"inserted lines": "\n\nbad\n\nbad2\n\n\nbad\n", "another order": "bad2\nbad\nbad\n", "CRLF": "bad\r\nbad2\r\nbad\r\n",
	} {
		if got := scan(t, engine.Options{}, map[string]string{"a": text}).Fingerprints(); !slices.Equal(got, base) {
			t.Errorf("%s: %v, want %v", name, got, base)
		}
	}
	if base[0] == base[1] || base[1] == base[2] {
		t.Error("equals are not told apart")
	}
	f := engine.Finding{Detector: "d", Rule: "r", Path: "p", Symbol: "s", Identity: "i"}
	moved, renamed := f, f
	moved.Path, renamed.Symbol = "q", "t"
	if f.KeyWithoutPath() != moved.KeyWithoutPath() || f.KeyWithoutPath() == renamed.KeyWithoutPath() {
		t.Error("KeyWithoutPath")
	}
}

// TestSuppressionsOfTheBase: where a tree is compared with a baseline, its own suppressions
// are only listed, and those of the baseline apply.
func TestSuppressionsOfTheBase(t *testing.T) {
	files := map[string]string{
		".vigilignore": "*\n# until 2027-01-01 soon\nb\n",
		"a":            "bad // vigil:ignore bad it is fine\n",
		"b":            "bad\n",
		"old":          "bad\n",
	}
	base := "old\n"
	r := scan(t, engine.Options{IgnoreFile: &base}, files)
	if got := rules(r); got != "a:1:bad b:1:bad" {
		t.Errorf("got %q", got)
	}
	if got := fmt.Sprint(r.Coverage["words"].Suppressed); got != "[{old bad .vigilignore:1 1}]" {
		t.Errorf("suppressed: %s", got)
	}
	want := "[{.vigilignore 1 *} {.vigilignore 3 b (until 2027-01-01)} {a 1 vigil:ignore bad it is fine}]"
	if got := fmt.Sprint(r.Suppressions); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if r := scan(t, engine.Options{}, files); len(r.Suppressions) != 0 {
		t.Errorf("named although they count: %v", r.Suppressions)
	}
}

func TestSuppression(t *testing.T) {
	now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		files map[string]string
		want  string // findings
		count int    // suppressed
	}{
		"a pattern":               {map[string]string{".vigilignore": "/test/\n", "test/a": "bad bad2", "b": "bad"}, "b:1:bad", 2},
		"an exception":            {map[string]string{".vigilignore": "*.x\r\n!b.x\r\n", "a.x": "bad", "b.x": "bad"}, "b.x:1:bad", 1},
		"no such file":            {map[string]string{".vigilignore": "# note\nnone/\n", "a": "bad"}, ".vigilignore:2:stale-suppression a:1:bad", 0},
		"the last day":            {map[string]string{".vigilignore": "# until 2026-06-15 soon\na\n", "a": "bad"}, "", 1},
		"expired":                 {map[string]string{".vigilignore": "# until 2026-06-14 soon\na\n", "a": "bad"}, ".vigilignore:2:stale-suppression a:1:bad", 0},
		"expiry holds for one":    {map[string]string{".vigilignore": "# until 2026-06-14\na\nb\n", "a": "bad", "b": "bad"}, ".vigilignore:2:stale-suppression a:1:bad", 1},
		"not a date":              {map[string]string{".vigilignore": "# until then\na\n", "a": "bad"}, ".vigilignore:2:stale-suppression a:1:bad", 0},
		"elsewhere":               {map[string]string{"sub/.vigilignore": "a\n", "sub/a": "bad"}, "sub/a:1:bad", 0},
		"in the line":             {map[string]string{"a": "bad bad2 // vigil:ignore bad known\n"}, "a:1:bad2", 1},
		"above":                   {map[string]string{"a": "\t# vigil:ignore bad\r\nbad\r\nbad\r\n"}, "a:3:bad", 1},
		"above, behind code":      {map[string]string{"a": "bad /* vigil:ignore bad */\nbad\n"}, "a:2:bad", 1},
		"stale comment":           {map[string]string{"a": "x\nok // vigil:ignore bad2 gone\n"}, "a:2:stale-suppression", 0},
		"a rule not applied":      {map[string]string{"a": "ok // vigil:ignore other\n"}, "", 0},
		"only written about":      {map[string]string{"a": "write vigil:ignore bad2 in a comment\n"}, "", 0},
		"in a file not looked at": {map[string]string{"a": "panic // vigil:ignore bad\n"}, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := scan(t, engine.Options{Now: now}, c.files)
			if got := rules(r); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			n := 0
			for _, s := range r.Coverage["words"].Suppressed {
				n += s.Count
			}
			if n != c.count {
				t.Errorf("%d suppressed, want %d: %+v", n, c.count, r.Coverage)
			}
			for _, f := range r.Findings {
				if f.Detector != "suppressions" {
					continue
				}
				v, err := gocvss31.ParseVector(f.CVSS)
				if err != nil {
					t.Fatal(err)
				}
				if rating, _ := gocvss31.Rating(v.BaseScore()); rating != "LOW" || f.Type != "MISCONFIGURATION" {
					t.Errorf("%s %+v", rating, f)
				}
			}
		})
	}
}

func TestSuppressionDoesNotRenumber(t *testing.T) {
	all := scan(t, engine.Options{}, map[string]string{"a": "bad\nbad\n"})
	one := scan(t, engine.Options{}, map[string]string{"a": "bad // vigil:ignore bad\nbad\n"})
	if len(one.Findings) != 1 || one.Findings[0].Fingerprint != all.Findings[1].Fingerprint {
		t.Errorf("%+v, want the second of %+v", one.Findings, all.Findings)
	}
}

func TestSnapshot(t *testing.T) {
	files := map[string]string{"b": "two", "a/x": "", "a": strings.Repeat("long", 1<<16), "é\xff": "\x00"}
	tree := enginetest.Tree(t, files)
	if len(tree.Files()) != len(files) || !slices.IsSortedFunc(tree.Files(), func(a, b *engine.File) int { return strings.Compare(a.Path, b.Path) }) {
		t.Fatalf("%d files", len(tree.Files()))
	}
	for _, f := range tree.Files() {
		if b, err := f.Bytes(); err != nil || string(b) != files[f.Path] {
			t.Errorf("%s: %d bytes, %v", f.Path, len(b), err)
		}
	}
	w := engine.NewSnapshotWriter(new(bytes.Buffer))
	if w.Add("", 0, strings.NewReader("")) == nil || w.Add("a", 2, strings.NewReader("1")) == nil {
		t.Error("a file without name or bytes was written")
	}
}

// FuzzReadSnapshot: no input causes a panic or a read out of bounds.
func FuzzReadSnapshot(f *testing.F) {
	var b bytes.Buffer
	w := engine.NewSnapshotWriter(&b)
	_ = w.Add("a", 3, strings.NewReader("abc"))
	_ = w.Add("b", 0, strings.NewReader(""))
	_ = w.Close()
	f.Add(b.Bytes())
	f.Add([]byte{0})
	f.Add([]byte("\x01a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Fuzz(func(t *testing.T, data []byte) {
		tree, err := engine.ReadSnapshot(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return
		}
		total := int64(0)
		for _, file := range tree.Files() {
			total += file.Size
			if content, err := file.Bytes(); err != nil || int64(len(content)) != file.Size {
				t.Errorf("%q: %d of %d bytes: %v", file.Path, len(content), file.Size, err)
			}
		}
		if total > int64(len(data)) {
			t.Errorf("%d bytes of files in %d", total, len(data))
		}
	})
}
