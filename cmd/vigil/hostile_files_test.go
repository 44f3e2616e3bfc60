package main_test

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// large is nearly as large as a file may be to be looked at.
const large = 5<<20 - 1000

// hostileFiles are those whose content is hostile.
func hostileFiles() []hostile {
	fill := func(unit string) string { return strings.Repeat(unit, large/len(unit)) }
	files := func(list ...leaf) func(*bare) { return func(r *bare) { r.main(list...) } }
	entities := "<!DOCTYPE l [<!ENTITY l0 \"lol\">"
	anchors := "a0: &a0 [x]\n"
	for i := 1; i < 20; i++ {
		entities += fmt.Sprintf("<!ENTITY l%d \"%s\">", i, strings.Repeat(fmt.Sprintf("&l%d;", i-1), 10))
		anchors += fmt.Sprintf("a%d: &a%d [%s]\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i-1), 10), ","))
	}
	nested := token(20)
	for range 30 {
		nested = base64.StdEncoding.EncodeToString([]byte(nested))
		if len(nested) > large/2 {
			break
		}
	}
	return []hostile{
		{name: "a line of 5 MB", status: "completed", git: files(file("a.js", fill("x")))},
		{name: "a line of words that rules look for", status: "completed", git: files(file("a.js", strings.Repeat("password=api_key=secret_token=", 5000)))},
		{name: "a line that begins like tokens", status: "completed", git: files(file("a.js", fill("ghp_")))},
		{name: "a line of nothing but secrets", status: "completed", git: files(file("a.txt", fill(token(21)+" ")))},
		{name: "keys that never end", status: "completed", git: files(file("a.pem", fill("-----BEGIN RSA PRIVATE "+"KEY-----\n")))},
		{name: "near matches of an expression", status: "completed", git: files(file("a.txt", strings.Repeat("aws_secret_access_key = \""+strings.Repeat("A", 39)+"! ", 10_000)))},
		{name: "a line of base64", status: "completed", git: files(file("a.txt", fill("YWJjZGVm")))},
		{name: "many pieces of base64", status: "completed", git: files(file("a.txt", fill("YWJjZGVmZ2hpamt2 ")))},
		{name: "base64 in base64", status: "completed", git: files(file("a.txt", nested))},
		{name: "a line of percent signs", status: "completed", git: files(file("a.txt", fill("%25")))},
		{name: "escapes with gaps", status: "completed", git: files(file("a.txt", fill("%41 ")))},
		{name: "a line of hex", status: "completed", git: files(file("a.txt", fill("6a")))},
		{name: "entities that grow", status: "completed", git: files(file("a.xml", entities+"]><l>&l19;</l>"))},
		{name: "anchors that grow", status: "completed", git: files(file("a.yaml", anchors))},
		{name: "brackets without end", status: "completed", git: files(file("a.json", fill("[")), file("b.json", fill("{\"a\":")), file("c.py", fill("(")))},
		{name: "nothing but line breaks", status: "completed", git: files(file("a.txt", fill("\n")), file("b.txt", fill("\r")), file("c.txt", fill("\r\n")))},
		{name: "text that is not UTF-8", status: "completed", git: files(file("a.txt", fill("\xff\xfe\xed\xa0\x80")+token(22)))},
		{name: "UTF-16", status: "completed", git: files(file("a.txt", "\xff\xfe"+strings.ReplaceAll(fill("token "), "", "\x00")[:large]))},
		{name: "NUL bytes", status: "completed", git: files(file("a.txt", fill("\x00")), file("b.txt", "token: "+token(23)+"\x00"))},
		{name: "a gigantic .vigilignore", status: "completed", git: files(file(".vigilignore", fill("**/a/**/b/**/c*d*e*f\n")))},
		{name: "patterns that go back and forth", status: "completed", git: files(file(".vigilignore", strings.Repeat("**/"+strings.Repeat("*a", 60)+"b\n", 190)), file(strings.Repeat("a", 200), "token: "+token(24)))},
		{name: "a .vigilignore of one line", status: "completed", git: files(file(".vigilignore", fill("[a-")))},
		{name: "a .vigilignore that is a link", status: "completed", git: files(link(".vigilignore", "/etc/passwd"))},
		{name: "comments without number", status: "completed", git: files(file("a.go", fill("// vigil:ignore github-pat x\n")))},
		{name: "a file that takes part in its own result", status: "completed", git: files(file("a.txt", `{"finding":{"rule":"x"}}`+"\n"+`{"coverage":{}}`+"\ntoken: "+token(25)+"\n"))},
		{name: "20,000 secrets in 40 files", status: "completed", everywhere: true, git: func(r *bare) { r.secrets("", 40, 500) }},
	}
}

// secrets makes files of a folder the tip of main, each with so many secrets.
func (r *bare) secrets(folder string, files, each int) {
	r.imported(func(add func(string, string)) {
		for i := range files {
			var b strings.Builder
			for j := range each {
				fmt.Fprintf(&b, "k%d = %s%06d\n", j, token(i)[:34], i*each+j)
			}
			add(fmt.Sprintf("%ss%d.txt", folder, i), b.String())
		}
	})
}
