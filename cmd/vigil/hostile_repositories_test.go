package main_test

import (
	"bufio"
	"bytes"
	"compress/zlib"
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// bare is a bare repository that is written by hand, so that it may hold what git
// itself would refuse to make.
type bare struct {
	t   *testing.T
	dir string
}

func newBare(t *testing.T, dir string) *bare {
	t.Helper()
	r := &bare{t, dir}
	r.write("HEAD", "ref: refs/heads/main\n")
	r.write("config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n")
	for _, name := range []string{"refs/heads", "objects/pack", "objects/info"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// object writes an object of any kind, right or wrong, and returns its name.
func (r *bare) object(kind, content string) string {
	r.t.Helper()
	head := fmt.Sprintf("%s %d\x00", kind, len(content))
	sum := sha1.Sum([]byte(head + content))
	name := hex.EncodeToString(sum[:])
	var b bytes.Buffer
	z := zlib.NewWriter(&b)
	_, err := io.WriteString(z, head+content)
	if err := errors.Join(err, z.Close()); err != nil {
		r.t.Fatal(err)
	}
	r.write("objects/"+name[:2]+"/"+name[2:], b.String())
	return name
}

// leaf is an entry of a tree: a file with some content, or an object of any kind.
type leaf struct{ mode, name, content, object string }

func file(name, content string) leaf { return leaf{mode: "100644", name: name, content: content} }
func link(name, target string) leaf  { return leaf{mode: "120000", name: name, content: target} }
func folder(name, tree string) leaf  { return leaf{mode: "40000", name: name, object: tree} }
func ok() leaf                       { return file("ok.txt", "token: "+token(1)+"\n") }

func (r *bare) tree(leaves ...leaf) string {
	r.t.Helper()
	var b bytes.Buffer
	for _, l := range leaves {
		if l.object == "" {
			l.object = r.object("blob", l.content)
		}
		raw, err := hex.DecodeString(l.object)
		if err != nil {
			r.t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s\x00%s", l.mode, l.name, raw)
	}
	return r.object("tree", b.String())
}

// main makes leaves, and the plain file, the tip of the branch main.
func (r *bare) main(leaves ...leaf) string {
	r.t.Helper()
	return r.commit("tree " + r.tree(append(leaves, ok())...) + people + "\nmessage\n")
}

const people = "\nauthor a <a@example.com> 1700000000 +0000\ncommitter a <a@example.com> 1700000000 +0000\n"

// commit makes a commit of that text the tip of the branch main.
func (r *bare) commit(text string) string {
	r.t.Helper()
	sha := r.object("commit", text)
	r.write("refs/heads/main", sha+"\n")
	return sha
}

// imported makes the tip of main with git's fast-import: quick for many files.
func (r *bare) imported(entries func(add func(path, content string))) {
	r.t.Helper()
	cmd := exec.Command("git", "--git-dir="+r.dir, "fast-import", "--quiet", "--force")
	in, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		r.t.Fatal(err)
	}
	b := bufio.NewWriter(in)
	fmt.Fprint(b, "commit refs/heads/main\ncommitter a <a@example.com> 1700000000 +0000\ndata 0\n")
	add := func(path, content string) {
		fmt.Fprintf(b, "M 100644 inline %s\ndata %d\n", path, len(content))
		fmt.Fprintln(b, content)
	}
	add("ok.txt", ok().content)
	entries(add)
	if err := errors.Join(b.Flush(), in.Close(), cmd.Wait()); err != nil {
		r.t.Fatal(err)
	}
}

// write puts a file right into the repository's own folder.
func (r *bare) write(name, content string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
		r.t.Fatal(err)
	}
}

// hostileRepositories are those whose names, trees, references or settings are hostile.
func hostileRepositories(g *grounds) []hostile {
	touch := "touch " + g.marker
	leaves := func(list ...leaf) func(*bare) { return func(r *bare) { r.main(list...) } }
	return []hostile{
		// Names and kinds of entries.
		{name: "a folder called ..", status: "completed", git: func(r *bare) { r.main(folder("..", r.tree(file("escape", "x")))) }},
		{name: "a file called ..", status: "completed", git: leaves(file("..", "x"))},
		{name: "a folder called .git", status: "completed", git: func(r *bare) { r.main(folder(".git", r.tree(file("config", "[core]\n\tfsmonitor = "+touch+"\n")))) }},
		{name: "a folder called .GIT with hooks", status: "completed", git: func(r *bare) {
			r.main(folder(".GIT", r.tree(folder("hooks", r.tree(leaf{mode: "100755", name: "post-checkout", content: "#!/bin/sh\n" + touch + "\n"})))))
		}},
		{name: "git~1", status: "completed", git: leaves(file("git~1", "x"), file(".git ", "x"), file(".g\u200cit", "x"))},
		{name: "an absolute name", status: "completed", git: leaves(file("/etc/cron.d/x", "x"), file("//x", "x"))},
		{name: "a name with backslashes", status: "completed", git: leaves(file(`..\..\x`, "x"), file(`C:\x`, "x"))},
		{name: "a name that is not UTF-8", status: "completed", git: leaves(file("bad\xff\xfe", "x"), file("\xed\xa0\x80", "x"))},
		{name: "a name with a line feed", status: "completed", git: leaves(file("line\nfeed", "x"), file("cr\rhere", "x"))},
		{name: "a name with terminal codes", status: "completed", git: leaves(file("\x1b[2J\x1b]0;x\x07", "x"), file("tab\there", "x"))},
		{name: "a name that turns the direction", status: "completed", git: leaves(file("safe\u202etxt.exe", "x"), file("\ufeff", "x"))},
		{name: "an empty name", status: "failed", git: leaves(file("", "x"))},
		{name: "a name of 5000 bytes", status: "completed", git: leaves(file(strings.Repeat("n", 5000), "x"))},
		{name: "a path of 4096 bytes", status: "completed", git: func(r *bare) {
			r.imported(func(add func(string, string)) {
				add(strings.Repeat(strings.Repeat("d", 255)+"/", 15)+strings.Repeat("f", 256), "token: "+token(2))
			})
		}},
		{name: "a token as a name", status: "completed", git: leaves(file(token(3), "x"), file(token(4)+".txt", "token: "+token(5)))},
		{name: "markup as a name", status: "completed", git: leaves(file("<script>alert(1)<", "token: "+token(6)), file("';drop table vulnerabilities;--", "token: "+token(7)))},
		{name: "names that differ in case", status: "completed", git: leaves(file("README", "token: "+token(8)), file("Readme", "token: "+token(8)), file("readme", "token: "+token(8)))},
		{name: "names that differ in composition", status: "completed", git: leaves(file("\u00e9", "x"), file("e\u0301", "x"))},
		{name: "names of devices", status: "completed", git: leaves(file("CON", "x"), file("NUL", "x"), file("aux.c", "x"), file("COM1", "x"), file("a:stream", "x"), file("dot.", "x"))},
		{name: "the same name twice", status: "completed", git: leaves(file("a", "1"), file("a", "2"))},
		{name: "a file and a folder of one name", status: "completed", git: func(r *bare) { r.main(file("a", "1"), folder("a", r.tree(file("b", "2")))) }},
		{name: "a link out", status: "completed", git: leaves(link("l", filepath.Join(g.outside, "canary")), link("m", "../../../../../../etc/passwd"))},
		{name: "a link to a folder with files below it", status: "completed", git: func(r *bare) { r.main(link("d", g.outside), folder("d", r.tree(file("canary2", "x")))) }},
		{name: "links in a circle", status: "completed", git: leaves(link("a", "b"), link("b", "a"), link("self", "self"))},
		{name: "links to devices", status: "completed", git: leaves(link("z", "/dev/zero"), link("p", "/proc/self/environ"))},
		{name: "odd modes", status: "completed", git: leaves(leaf{mode: "100664", name: "g", content: "x"}, leaf{mode: "104755", name: "s", content: "x"}, leaf{mode: "010644", name: "p", content: "x"}, leaf{mode: "060644", name: "b", content: "x"})},
		{name: "a submodule", status: "completed", git: leaves(leaf{mode: "160000", name: "sub", object: strings.Repeat("1", 40)}, file(".gitmodules", "[submodule \"x\"]\n\tpath = sub\n\turl = ext::sh -c '"+touch+"'\n\tupdate = !"+touch+"\n"))},
		{name: "a submodule whose address is an option", status: "completed", git: leaves(file(".gitmodules", "[submodule \"../../x\"]\n\tpath = ../../x\n\turl = --upload-pack="+touch+"\n"))},
		{name: "filters in .gitattributes", status: "completed", git: leaves(file(".gitattributes", "* filter=evil diff=evil merge=evil\n*.txt ident eol=crlf working-tree-encoding=UTF-16\n"))},
		{name: "a pointer of LFS", status: "completed", git: leaves(file("a.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:"+strings.Repeat("0", 64)+"\nsize 9999999999999\n"), file(".lfsconfig", "[lfs]\n\turl = http://127.0.0.1:1/\n"), file(".gitattributes", "*.bin filter=lfs\n"))},

		// Trees and objects.
		{name: "150 folders deep", status: "completed", git: func(r *bare) {
			deep := r.tree(file("f", "x"))
			for range 150 {
				deep = r.tree(folder("d", deep))
			}
			r.main(folder("deep", deep))
		}},
		{name: "2000 folders deep", status: "completed", git: func(r *bare) {
			r.imported(func(add func(string, string)) { add(strings.Repeat("d/", 2000)+"f", "x") })
		}},
		{name: "a tree of trees of 10 billion files", status: "failed", git: func(r *bare) {
			tree := r.tree(file("f", "x"))
			for range 10 {
				var ten []leaf
				for i := range 10 {
					ten = append(ten, folder(fmt.Sprint(i), tree))
				}
				tree = r.tree(ten...)
			}
			r.main(folder("bomb", tree))
		}},
		{name: "a tree that is cut off", status: "failed", git: func(r *bare) {
			r.commit("tree " + r.object("tree", "100644 a\x00too short") + people + "\nx\n")
		}},
		{name: "a file that is missing", status: "failed", git: leaves(leaf{mode: "100644", name: "gone", object: strings.Repeat("2", 40)})},
		{name: "a folder that is a file", status: "failed", git: func(r *bare) {
			r.main(folder("d", r.object("blob", "x")))
		}},
		{name: "a file that is a folder", status: "failed", git: func(r *bare) {
			r.main(leaf{mode: "100644", name: "f", object: r.tree(file("x", "x"))})
		}},
		{name: "an object that is garbage", status: "failed", git: func(r *bare) {
			sha := r.main()
			r.write("objects/"+sha[:2]+"/"+sha[2:], "\x78\x9cgarbage")
		}},
		{name: "a file of 64 MB of zeros", status: "completed", git: func(r *bare) {
			r.main(file("zeros", strings.Repeat("\x00", 64<<20)))
		}},
		{name: "20,000 files", status: "completed", git: func(r *bare) {
			r.imported(func(add func(string, string)) {
				for i := range 20_000 {
					add(fmt.Sprintf("d%d/f%d.go", i%100, i), "package x\n")
				}
			})
		}},
		{name: "3,000 long paths", status: "completed", git: func(r *bare) {
			long := strings.Repeat(strings.Repeat("d", 250)+"/", 14)
			r.imported(func(add func(string, string)) {
				for i := range 3_000 {
					add(fmt.Sprintf("%s%d", long, i), "x")
				}
			})
		}},
		{name: "20,000 links with long names", status: "completed", git: func(r *bare) {
			object := r.object("blob", "/etc/passwd")
			var list []leaf
			for i := range 20_000 {
				list = append(list, leaf{mode: "120000", name: fmt.Sprintf("%05d%s", i, strings.Repeat("l", 390)), object: object})
			}
			r.main(list...)
		}},

		// Commits and references.
		{name: "a commit message of 20 MB", status: "completed", git: func(r *bare) {
			r.commit("tree " + r.tree(ok()) + "\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\n\n" + strings.Repeat("message ", 20<<17))
		}},
		{name: "a commit of the far future", status: "completed", git: func(r *bare) {
			r.commit("tree " + r.tree(ok()) + "\nauthor a <a> 99999999999999999999 +9999\ncommitter a <a> 99999999999999999999 +9999\n\nx\n")
		}},
		{name: "a commit without an author", status: "completed", git: func(r *bare) { r.commit("tree " + r.tree(ok()) + "\n\nx\n") }},
		{name: "a commit with a signature", status: "completed", git: func(r *bare) {
			r.write("config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n[gpg]\n\tprogram = "+touch+"\n")
			r.commit("tree " + r.tree(ok()) + "\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\nx\n")
		}},
		{name: "a commit whose parent is missing", status: "completed", git: func(r *bare) {
			r.commit("tree " + r.tree(ok()) + "\nparent " + strings.Repeat("3", 40) + "\nauthor a <a> 1 +0000\ncommitter a <a> 1 +0000\n\nx\n")
		}},
		{name: "a commit that is a tree", status: "failed", git: func(r *bare) { r.write("refs/heads/main", r.tree(ok())+"\n") }},
		{name: "nothing at all", status: "failed", git: func(*bare) {}},
		{name: "20,000 branches", status: "completed", git: func(r *bare) {
			sha := r.main()
			var b strings.Builder
			for i := range 20_000 {
				fmt.Fprintf(&b, "%s refs/heads/%05d%s\n", sha, i, strings.Repeat("x", 200))
			}
			r.write("packed-refs", "# pack-refs with: peeled fully-peeled sorted \n"+b.String())
		}},
		{name: "references that lead out", status: "failed", git: func(r *bare) {
			sha := r.main()
			r.write("packed-refs", "# pack-refs with: peeled fully-peeled sorted \n"+sha+" refs/heads/../../../"+g.outside+"/x\n"+sha+" refs/heads/--upload-pack="+touch+"\n")
		}},
		{name: "references in a circle", status: "failed", git: func(r *bare) {
			r.main()
			r.write("HEAD", "ref: refs/heads/a\n")
			r.write("refs/heads/a", "ref: refs/heads/b\n")
			r.write("refs/heads/b", "ref: refs/heads/a\n")
		}},
		{name: "HEAD that leads out", status: "failed", git: func(r *bare) {
			r.main()
			r.write("HEAD", "ref: ../../"+g.outside+"/canary\n")
		}},
		{name: "HEAD that is an option", status: "failed", git: func(r *bare) {
			r.main()
			r.write("HEAD", "ref: refs/heads/--upload-pack="+touch+"\n")
		}},
		{name: "a branch that is a link out", status: "failed", git: func(r *bare) {
			r.main()
			if err := os.Remove(filepath.Join(r.dir, "refs/heads/main")); err != nil {
				r.t.Fatal(err)
			}
			if err := os.Symlink(filepath.Join(g.outside, "canary"), filepath.Join(r.dir, "refs/heads/main")); err != nil {
				r.t.Fatal(err)
			}
		}},
		{name: "objects that are replaced", status: "completed", git: func(r *bare) {
			sha := r.main()
			r.write("refs/replace/"+sha, r.object("commit", "tree "+r.tree(file("other", "x"))+people+"\nx\n")+"\n")
			r.write("info/grafts", sha+" "+sha+"\n")
		}},

		// The repository's own folder.
		{name: "hooks", status: "completed", git: func(r *bare) {
			r.main()
			for _, hook := range []string{"post-checkout", "post-upload-pack", "pre-receive", "reference-transaction", "post-merge", "fsmonitor-watchman", "post-index-change"} {
				r.write("hooks/"+hook, "#!/bin/sh\n"+touch+"\n")
			}
		}},
		{name: "settings that run commands", status: "completed", git: func(r *bare) {
			r.main()
			r.write("config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tfsmonitor = "+touch+"\n\thooksPath = hooks\n\tsshCommand = "+touch+"\n\tpager = "+touch+"\n\tgitProxy = "+touch+
				"\n[uploadpack]\n\tpackObjectsHook = "+touch+"\n[filter \"evil\"]\n\tsmudge = "+touch+"\n\tprocess = "+touch+"\n[alias]\n\tlog = !"+touch+"\n[diff \"evil\"]\n\ttextconv = "+touch+"\n[credential]\n\thelper = !"+touch+"\n")
		}},
		{name: "settings that are taken from outside", status: "completed", git: func(r *bare) {
			r.main()
			r.write("config", "[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tworktree = "+g.outside+"\n[include]\n\tpath = "+g.outside+"/canary2\n")
		}},
		{name: "settings that are garbage", status: "failed", git: func(r *bare) {
			r.main()
			r.write("config", "[core\n\x00\xff")
		}},
		{name: "objects of another repository", status: "failed", git: func(r *bare) {
			sha := r.main()
			r.write("objects/info/alternates", g.outside+"\n/dev/zero\n../../../../nowhere\n")
			r.write("objects/info/http-alternates", "http://127.0.0.1:1/\n")
			if err := os.RemoveAll(filepath.Join(r.dir, "objects", sha[:2])); err != nil {
				r.t.Fatal(err)
			}
		}},
		{name: "alternates in a circle", status: "completed", git: func(r *bare) {
			r.main()
			r.write("objects/info/alternates", r.dir+"/objects\n../objects\n")
		}},
		{name: "a folder that says it is elsewhere", status: "failed", git: func(r *bare) {
			r.main()
			r.write("commondir", g.outside+"\n")
		}},
		{name: "a pack that is garbage", status: "completed", git: func(r *bare) {
			r.main()
			r.write("objects/pack/pack-"+strings.Repeat("a", 40)+".pack", "PACK\x00\x00\x00\x02\xff\xff\xff\xff")
			r.write("objects/pack/pack-"+strings.Repeat("a", 40)+".idx", "\xfftOc\x00\x00\x00\x02"+strings.Repeat("\xff", 2000))
		}},
		{name: "a shallow file that is garbage", status: "failed", git: func(r *bare) {
			r.main()
			r.write("shallow", strings.Repeat("g", 41)+"\n")
		}},
	}
}
