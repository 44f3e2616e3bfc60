package pack

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"vigil/internal/engine/rulescan"
)

// TestFoundAlone checks that each example is found in a file of its own: the expression that a rule searches first
// (semgrep-internal-pattern-anywhere) must not match only thanks to other examples in the same file.
func TestFoundAlone(t *testing.T) {
	list, err := Rules()
	if err != nil {
		t.Fatal(err)
	}
	set := rulescan.NewSet(grammars(t), list, time.Now())
	for _, c := range []struct {
		rule, language string
		line           int
		text           string
	}{
		{"java-sql-injection", "java", 5, `import com.opensymphony.xwork2.ActionSupport;
class Search extends ActionSupport implements Aware {
  private String name;
  public void setName(String name) { this.name = name; }
  public String list() throws Exception { statement.executeQuery("select * from t where n = '" + name + "'"); return SUCCESS; }
}
`},
		{"java-sql-injection", "java", 5, `class Search extends Base {
  private String name;
  public void setName(String name) { this.name = name; }
  public final
  String  execute( ) throws Exception { statement.executeQuery("select * from t where n = '" + name + "'"); return "ok"; }
}
`},
		{"javascript-sql-injection", "javascript", 3, `const resolvers = {
  Query: {
    user: (parent, { filter: { name } }) => db.query("select * from users where name = '" + name + "'"),
  },
};
`},
		{"javascript-sql-injection", "typescript", 2, `export const users = publicProcedure.input(z.string()).query(async ({ ctx: { db }, input }) => {
  return db.query("select * from users where name = '" + input + "'");
});
`},
		{"javascript-sql-injection", "typescript", 2, `export const getServerSideProps: GetServerSideProps<{ users: User[] }> = async ({ query }) => {
  const users = await db.query("select * from users where name = '" + query.name + "'");
  return { props: { users } };
};
`},
		{"javascript-sql-injection", "javascript", 2, `const KEY = 'query';
exports.list = (req, res) => db.query("select * from users where name = '" + req[KEY].name + "'");
`},
		{"javascript-dom-xss", "javascript", 2, `const Page = ({ searchParams }) => {
  document.getElementById('x').innerHTML = searchParams.name;
};
`},
		{"javascript-environment-shown", "javascript", 2, `import { env } from 'node:process';
app.get('/', (req, res) => res.json(env));
`},
		{"go-host-regexp", "go", 3, `package shop
import re "regexp"
var host = re.MustCompile("^https://www.example.com")
`},
		{"go-password-logged", "go", 3, `package shop
func login(password string) {
	log.Info("login", Fields{1}, password)
}
`},
		{"go-sql-injection", "go", 3, `package shop
func list(w http.ResponseWriter, r *http.Request) {
	pool.Query(with(r, ctx), "select * from t where n = '"+r.FormValue("n")+"'")
}
`},
		{"csharp-hardcoded-password", "csharp", 1, `class A { void F() { new SqlConnection("Server=db;Password=" + "hunter22;"); } }
`},
		{"csharp-hardcoded-password", "csharp", 1, `class A { bool F(string password) { return password?.Equals("hunter22") == true; } }
`},
		{"ruby-command-injection", "ruby", 2, `def show
  system <<~RUN
    convert #{params[:file]}
  RUN
end
`},
		{"ruby-host-regexp", "ruby", 2, `HOST = "^https?://www.example.com"
RE = Regexp.new(HOST)
`},
		{"python-sql-injection", "python", 7, `class List(View):
    def get(
        self,
        request,
        *args, **kwargs
    ):
        cursor.execute("select * from t where n = '" + kwargs["name"] + "'")
`},
	} {
		found, err := set.Find(t.Context(), rulescan.Target{Path: "a", Languages: []string{c.language}, Source: []byte(c.text)})
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for i := range found {
			lines = append(lines, fmt.Sprint(found[i].Rule, " ", found[i].StartLine))
		}
		if !slices.Contains(lines, fmt.Sprint(c.rule, " ", c.line)) {
			t.Errorf("%s: found %q, not line %d of\n%s", c.rule, lines, c.line, c.text)
		}
	}
}
