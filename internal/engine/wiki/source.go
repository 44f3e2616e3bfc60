package wiki

import (
	"bytes"
	"regexp"
	"slices"

	"vigil/internal/engine/files"
)

// language is how facts are found in a language, textually: a search for each word, and an
// expression on the few lines that contain it.
type language struct {
	name   string
	reads  []string // the languages of its files, as package files names them; nil: the name
	style  style
	probes []probe
	also   func(*gatherer) // what is not told line by line
}

// probe finds one kind of fact.
type probe struct {
	word  string // without which the expression cannot match
	re    *regexp.Regexp
	kind  kind
	text  string                                 // of the fact
	names func(g *gatherer, m []string) []string // from a match; nil: all its groups
	once  bool                                   // the first is enough
}

func re(s string) *regexp.Regexp { return regexp.MustCompile(s) }

// name in quotes, as it is given to functions that read variables.
const quoted = `\s*['"]([A-Za-z_][A-Za-z0-9_]*)['"]`

var (
	pythonStyle = style{line: []string{"#"}, triple: true}
	goStyle     = style{line: []string{"//"}, block: true, long: true}
)

var languages = []*language{
	{name: "python", style: pythonStyle, also: pythonDoc, probes: []probe{
		{word: "import", re: re(`^\s*import\s+([\w.]+(?:\s+as\s+\w+)?(?:\s*,\s*[\w.]+(?:\s+as\s+\w+)?)*)`), kind: imported, names: pythonImports},
		{word: "import", re: re(`^\s*from\s+(\.*[\w.]*)\s+import\s+\(?\s*([\w,\s*]*)`), kind: imported, names: pythonFrom},
		{word: "environ", re: re(`\benviron(?:\.get|\.pop|\.setdefault)?\s*[\[(]` + quoted), kind: variable, text: "environ"},
		{word: "getenv", re: re(`\bgetenv\s*\(` + quoted), kind: variable, text: "getenv"},
		{word: "__main__", re: re(`^if\s+__name__\s*==\s*['"]__main__['"]`), kind: program, text: "run as a script", once: true},
	}},
	{name: "javascript", reads: []string{"javascript", "typescript", "vue", "svelte"}, style: style{line: []string{"//"}, block: true, long: true}, also: shebang, probes: []probe{
		{word: "from", re: re(`\bfrom\s*['"]([^'"\s]+)['"]`), kind: imported},
		{word: "require", re: re(`\brequire\s*\(\s*['"]([^'"\s]+)['"]\s*\)`), kind: imported},
		{word: "import", re: re(`(?:^|[^\w.])import\s*\(?\s*['"]([^'"\s]+)['"]`), kind: imported},
		{word: "process.env", re: re(`\bprocess\.env(?:\.([A-Za-z_]\w*)|\[` + quoted + `\s*\])`), kind: variable, text: "process.env"},
		{word: "process.env", re: re(`\{([^{}]*)\}\s*=\s*process\.env\b`), kind: variable, text: "process.env", names: destructured},
		{word: "import.meta.env", re: re(`\bimport\.meta\.env\.([A-Za-z_]\w*)`), kind: variable, text: "import.meta.env"},
		{word: "Deno.env", re: re(`\bDeno\.env\.get\(` + quoted), kind: variable, text: "Deno.env"},
	}},
	{name: "go", style: goStyle, also: goFile, probes: []probe{
		{word: "os.", re: re(`\bos\.(?:Getenv|LookupEnv)\(` + quoted), kind: variable, text: "os.Getenv"},
		{word: "env:", re: re("`[^`]*\\benv:\"([A-Za-z_][A-Za-z0-9_]*)[\",]"), kind: variable, text: "a field's tag"},
	}},
	{name: "java", reads: []string{"java", "kotlin", "scala", "groovy"}, style: style{line: []string{"//"}, block: true}, also: javaDoc, probes: []probe{
		{word: "import", re: re(`^\s*import\s+(?:static\s+)?([A-Za-z_][\w.]*)`), kind: imported},
		{word: "package", re: re(`^\s*package\s+([A-Za-z_][\w.]*)`), kind: namespace, once: true},
		{word: "getenv", re: re(`\bgetenv\(` + quoted), kind: variable, text: "System.getenv"},
		{word: "@Value", re: re(`@Value\(\s*"\$\{([A-Za-z_][\w.-]*)`), kind: variable, text: "@Value"},
		{word: "sys.env", re: re(`\bsys\.env(?:\.get|\.getOrElse)?\(` + quoted), kind: variable, text: "sys.env"},
		{word: " main", re: re(`\bstatic\s+(?:final\s+)?void\s+main\s*\(|^\s*(?:suspend\s+)?fun\s+main\s*\(|\bdef\s+main\s*\(\s*args`), kind: program, text: "`main`", once: true},
	}},
	{name: "ruby", style: style{line: []string{"#"}}, also: shebang, probes: []probe{
		{word: "require", re: re(`^\s*require(?:_relative)?\s*\(?\s*['"]([^'"\s]+)['"]`), kind: imported, names: rubyRequires},
		{word: "ENV", re: re(`\bENV(?:\.fetch\s*\(|\.key\?\s*\(|\[)` + quoted), kind: variable, text: "ENV"},
	}},
	{name: "php", style: style{line: []string{"//", "#"}, block: true}, also: shebang, probes: []probe{
		{word: "use ", re: re(`^\s*use\s+(?:function\s+|const\s+)?\\?([A-Za-z_][\w\\]*)`), kind: imported},
		{word: "namespace", re: re(`^\s*(?:<\?php\s+)?namespace\s+([A-Za-z_][\w\\]*)`), kind: namespace, once: true},
		{word: "env(", re: re(`\b(?:get)?env\(` + quoted), kind: variable, text: "getenv"},
		{word: "$_ENV", re: re(`\$_ENV\[` + quoted), kind: variable, text: "$_ENV"},
		{word: "mysqli", re: re(`\b(?:new\s+|=\s*)(mysqli)(?:_connect)?\s*\(`), kind: imported, once: true},
	}},
	{name: "csharp", reads: []string{"csharp", "vb", "fsharp"}, style: style{line: []string{"//"}, block: true}, probes: []probe{
		{word: "using", re: re(`^\s*(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([A-Za-z_][\w.]*)\s*;`), kind: imported},
		{word: "namespace", re: re(`^\s*namespace\s+([A-Za-z_][\w.]*)`), kind: namespace, once: true},
		{word: "GetEnvironmentVariable", re: re(`\bGetEnvironmentVariable\(` + quoted), kind: variable, text: "GetEnvironmentVariable"},
		{word: "onfiguration[", re: re(`\b_?[cC]onfiguration\[\s*"([A-Za-z_][\w:.-]*)"`), kind: variable, text: "Configuration"},
		{word: "GetConnectionString", re: re(`\bGetConnectionString\(\s*"([A-Za-z_][\w:.-]*)"`), kind: variable, text: "GetConnectionString"},
		{word: "Main", re: re(`\bstatic\s+(?:async\s+)?[\w<>]+\s+Main\s*\(`), kind: program, text: "`Main`", once: true},
		{word: "CreateBuilder", re: re(`\bWebApplication\.CreateBuilder\(`), kind: program, text: "web application setup", once: true},
	}},
	{name: "rust", style: style{line: []string{"//"}, block: true}, also: rustDoc, probes: []probe{
		{word: "use ", re: re(`^\s*(?:pub(?:\([\w\s]+\))?\s+)?use\s+([A-Za-z_][\w:]*)`), kind: imported, names: rustUses},
		{word: "env", re: re(`\benv(?:::var(?:_os)?|!|::var::<\w+>)\(` + quoted), kind: variable, text: "env::var"},
		{word: "fn main", re: re(`^\s*(?:pub\s+)?(?:async\s+)?fn\s+main\s*\(`), kind: program, text: "`main`", once: true},
	}},
	{name: "c", reads: []string{"c", "cpp"}, style: style{line: []string{"//"}, block: true}, probes: []probe{
		{word: "#include", re: re(`^\s*#\s*include\s*"([^"\s]+)"`), kind: imported, names: func(_ *gatherer, m []string) []string { return []string{"./" + m[1]} }},
		{word: "#include", re: re(`^\s*#\s*include\s*<([^>\s]+)>`), kind: imported},
		{word: "getenv", re: re(`\bgetenv\s*\(` + quoted), kind: variable, text: "getenv"},
		{word: "main", re: re(`^(?:int|void)\s+main\s*\(`), kind: program, text: "`main`", once: true},
	}},
	{name: "shell", reads: []string{"bash"}, style: style{line: []string{"#"}}, also: shebang},
}

var byLanguage = func() map[string]*language {
	out := map[string]*language{}
	for _, l := range languages {
		l.probes = slices.Concat(l.probes, addresses)
		if l.reads == nil {
			l.reads = []string{l.name}
		}
		for _, name := range l.reads {
			out[name] = l
		}
	}
	return out
}()

func languageOf(p string) *language { return byLanguage[files.Language(p)] }

// read takes the facts of a source file.
func (l *language) read(g *gatherer) {
	for _, p := range l.probes {
		word, line := []byte(p.word), -1
		for at := 0; at < len(g.src); {
			n := bytes.Index(g.src[at:], word)
			if n < 0 {
				break
			}
			at += n
			start, end := lineAround(g.src, at)
			hit := at
			at += len(word)
			if start == line {
				continue // all of the line was looked at
			}
			line = start
			if within(g.comments(l.style), hit) {
				line = -1 // the word may come once more in it
				continue
			}
			matched := p.keep(g, start, end)
			if matched && p.once {
				break
			}
		}
	}
	if l.also != nil {
		l.also(g)
	}
}

// keep adds the facts of a line.
func (p *probe) keep(g *gatherer, start, end int) bool {
	all := p.re.FindAllStringSubmatch(string(g.src[start:end]), 10)
	for _, m := range all {
		names := m[1:]
		if p.names != nil {
			names = p.names(g, m)
		}
		if p.kind == program || p.kind == connection {
			names = []string{p.text}
		}
		for _, n := range names {
			if n != "" {
				g.at(start, fact{kind: p.kind, name: n, text: p.text})
			}
		}
	}
	return len(all) > 0
}

// addresses are those of data stores, in any language. Only what they are for is kept.
var addresses = []probe{
	{word: "postgres", re: re(`\b(?:jdbc:)?postgres(?:ql)?(?:\+\w+)?://`), kind: connection, text: "PostgreSQL", once: true},
	{word: "mysql", re: re(`\b(?:jdbc:)?mysql(?:\+\w+)?://`), kind: connection, text: "MySQL", once: true},
	{word: "mongodb", re: re(`\bmongodb(?:\+srv)?://`), kind: connection, text: "MongoDB", once: true},
	{word: "redis", re: re(`\brediss?://`), kind: connection, text: "Redis", once: true},
	{word: "amqp", re: re(`\bamqps?://`), kind: connection, text: "RabbitMQ", once: true},
	{word: "jdbc:", re: re(`\bjdbc:oracle:`), kind: connection, text: "Oracle", once: true},
	{word: "jdbc:", re: re(`\bjdbc:sqlserver:`), kind: connection, text: "SQL Server", once: true},
	{word: "sqlite", re: re(`\b(?:jdbc:sqlite:|sqlite3?://)`), kind: connection, text: "SQLite", once: true},
}
