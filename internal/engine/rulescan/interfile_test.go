package rulescan_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"vigil/internal/engine"
	"vigil/internal/engine/enginetest"
	"vigil/internal/engine/rulescan"
)

// crossRule follows source() into sink(…), across files; clean(…) is a sanitizer.
func crossRule(language, options string) string {
	return "rules:\n- id: r\n  languages: [" + language + "]\n  severity: ERROR\n  message: m\n  mode: taint\n" + options +
		"  pattern-sources: [{pattern: source()}]\n  pattern-sinks: [{pattern: sink(...)}]\n  pattern-sanitizers: [{pattern: clean(...)}]\n"
}

const interfile = "  options: {interfile: true}\n"

// TestCross has small programs of several files, and harmless variants of them.
func TestCross(t *testing.T) {
	for _, test := range []struct {
		name, language string
		files          map[string]string
	}{
		{"function of a file that is included", "php", map[string]string{
			"index.php":  "<?php\nrequire_once __DIR__ . '/lib/db.php';\nfind(source());\nfind(clean(source()));\n",
			"lib/db.php": "<?php\nfunction find($name) {\n    sink('select ' . $name); # want r\n}\nfunction other($name) {\n    sink($name);\n}\n",
		}},
		{"object of a class in a namespace", "php", map[string]string{
			"app/Http/UserController.php": "<?php\nnamespace App\\Http;\nuse App\\Models\\Users;\nclass UserController {\n    function show() {\n        (new Users())->find(source());\n        Users::drop(source());\n    }\n}\n",
			"app/Models/Users.php":        "<?php\nnamespace App\\Models;\nclass Users {\n    public function find($name) {\n        sink($name); # want r\n    }\n    public static function drop($name) {\n        sink($name); # want r\n    }\n    public function safe($name) {\n        sink($name);\n    }\n}\n",
			"app/Other/Users.php":         "<?php\nnamespace App\\Other;\nclass Users {\n    public function find($name) {\n        sink($name);\n    }\n}\n",
		}},
		{"controller with a service that is injected", "php", map[string]string{
			"app/A.php":       "<?php\nnamespace App;\nuse App\\Services\\{Search, Finder as F};\nclass A extends Base {\n    private F $finder;\n    public function __construct(private Search $search, F $f) { $this->finder = $f; }\n    public function a() { $this->search->run(source()); }\n    public function b(?Search $s) { $this->finder->find(source()); $this->look(source()); }\n}\n",
			"app/Base.php":    "<?php\nnamespace App;\nclass Base {\n    use Looks;\n}\n",
			"app/Looks.php":   "<?php\nnamespace App;\ntrait Looks {\n    function look($x) {\n        sink($x); # want r\n    }\n}\n",
			"svc/Search.php":  "<?php\nnamespace App\\Services;\ninterface Search { function run($q); }\n",
			"svc/SqlFind.php": "<?php\nnamespace App\\Services;\nclass SqlSearch implements Search {\n    function run($q) {\n        sink($q); # want r\n    }\n}\nclass Finder {\n    function find($q) {\n        sink($q); # want r\n        sink(clean($q));\n    }\n}\n",
		}},
		{"helper of another file gives the data", "php", map[string]string{
			"a/page.php":  "<?php\ninclude 'input.php';\nsink(param('x')); # want r\nsink(page());\n",
			"a/input.php": "<?php\nfunction param($n) { return source(); }\nfunction page() { return clean(source()); }\n",
			"b/input.php": "<?php\nfunction page() { return source(); }\n",
		}},
		{"controller and model of Rails", "ruby", map[string]string{
			"app/controllers/users_controller.rb":       "class UsersController < ApplicationController\n  def index\n    User.search(source())\n    User.named(source())\n    Admin::Report.new(source()).run\n    User.safe(clean(source()))\n    audit(source())\n    tidy(source())\n  end\nend\n",
			"app/controllers/application_controller.rb": "class ApplicationController\n  include Tidies\n  def audit(x)\n    sink(x) # want r\n  end\nend\n",
			"app/controllers/concerns/tidies.rb":        "module Tidies\n  def tidy(x)\n    sink(x) # want r\n  end\nend\n",
			"app/models/user.rb":                        "class User\n  scope :named, ->(n) { sink(n) } # want r\n  def self.search(q)\n    sink(\"name = #{q}\") # want r\n  end\n  def self.safe(q)\n    sink(q)\n  end\nend\n",
			"lib/old/user.rb":                           "class Other\n  class User\n    def self.search(q)\n      sink(q)\n    end\n  end\nend\n",
			"app/services/admin/report.rb":              "class Admin::Report\n  def initialize(q)\n    @q = q\n  end\n  def run\n    sink(@q) # want r\n  end\nend\n",
		}},
		{"module with functions", "ruby", map[string]string{
			"app.rb":     "require_relative 'lib/db'\ndef view\n  Db.find(source())\n  Store::Db.drop(source())\nend\n",
			"lib/db.rb":  "module Db\n  class << self\n    def find(x)\n      sink(x) # want r\n    end\n  end\n  def self.drop(x)\n    sink(clean(x))\n  end\nend\n",
			"lib/dbx.rb": "module Dbx\n  def self.find(x)\n    sink(x)\n  end\nend\n",
		}},
		{"module", "python", map[string]string{
			"app.py": "import db\ndef view():\n    return db.find(source())\n",
			"db.py":  "def find(name):\n    sink('select ' + name) # want r\ndef other(name):\n    sink('select ' + name)\n",
		}},
		{"name of a module", "python", map[string]string{
			"pkg/app.py":      "from .store.db import find as look\ndef view():\n    x = source()\n    look(1, x)\n",
			"pkg/store/db.py": "def find(a, name):\n    sink(name) # want r\n    sink(a)\n",
		}},
		{"absolute package, through its __init__", "python", map[string]string{
			"shop/views.py":              "from shop.db import find\ndef view():\n    find(source())\n",
			"shop/db/__init__.py":        "from .users import find\n",
			"shop/db/users.py":           "def find(name):\n    sink(name) # want r\n",
			"elsewhere/shop/db/users.py": "def find(name):\n    sink(name)\n",
		}},
		{"chain of names", "python", map[string]string{
			"app.py":       "import shop.db\nimport shop.util as u\ndef view():\n    shop.db.find(source())\n    shop.db.find(u.tidy(source()))\n",
			"shop/db.py":   "def find(name):\n    sink(name) # want r\n",
			"shop/util.py": "def tidy(x):\n    return clean(x)\n",
		}},
		{"class in another file", "python", map[string]string{
			"app.py":  "from repo import Users\nusers = Users('x')\ndef view():\n    users.find(source())\nclass V:\n    def __init__(self):\n        self.repo = Users('y')\n    def get(self):\n        self.repo.drop(source())\n",
			"repo.py": "class Users:\n    def __init__(self, conn):\n        self.conn = conn\n    def find(self, name):\n        sink(name) # want r\n    def drop(self, name):\n        sink(name) # want r\n    def safe(self, name):\n        sink(name)\nclass Others:\n    def find(self, name):\n        sink(name)\n",
		}},
		{"three files", "python", map[string]string{
			"app.py":     "from service import find\ndef view():\n    find(source())\n",
			"service.py": "import db\ndef find(name):\n    return db.query('select %s' % name)\n",
			"db.py":      "def query(text):\n    sink(text) # want r\n",
		}},
		{"helper returns the source", "python", map[string]string{
			"app.py":    "from params import get_param, get_page\ndef view():\n    sink(get_param('x')) # want r\n    sink(get_page())\n",
			"params.py": "def get_param(name):\n    return source()\ndef get_page():\n    return clean(source())\n",
		}},
		{"source and sink meet in a third file", "python", map[string]string{
			"app.py":    "import params, db\ndef view():\n    db.find(params.get())\n",
			"params.py": "def get():\n    return source()\n",
			"db.py":     "def find(name):\n    sink(name) # want r\n",
		}},
		{"sanitized by the callee", "python", map[string]string{
			"app.py": "import db\ndef view():\n    db.find(source())\n",
			"db.py":  "def find(name):\n    sink(clean(name))\n",
		}},
		{"sanitized by a helper within one file", "python", map[string]string{
			"app.py":  "from util import tidy, same\ndef view():\n    sink(tidy(source()))\n    sink(same(source())) # want r\n",
			"util.py": "def tidy(x):\n    return clean(x)\ndef same(x):\n    return x\n",
		}},
		{"same name in a module that is not called", "python", map[string]string{
			"app.py": "from a import find\ndef view():\n    find(source())\n",
			"a.py":   "def find(name):\n    return name\n",
			"b.py":   "def find(name):\n    sink(name)\n",
		}},
		{"cycle of imports", "python", map[string]string{
			"a.py": "import b\ndef f(x):\n    b.g(x)\ndef view():\n    f(source())\n",
			"b.py": "import a\ndef g(x):\n    a.f(x)\n    sink(x) # want r\n",
		}},

		{"require", "javascript", map[string]string{
			"app.js":       "const store = require('./lib/store');\napp.get('/', (req, res) => {\n  store.load(source());\n  store.safe(source());\n});\n",
			"lib/store.js": "exports.load = function (id) {\n  sink('x' + id); // want r\n};\nexports.safe = (id) => sink(clean(id));\nexports.idle = function (id) { sink(id); };\n",
		}},
		{"require of names and index files", "javascript", map[string]string{
			"app.js":         "const { load, drop: remove } = require('./store');\nfunction view() {\n  load(source());\n  remove(source());\n}\n",
			"store/index.js": "function load(id) {\n  sink(id); // want r\n}\nfunction eliminate(id) {\n  sink(id); // want r\n}\nmodule.exports = { load, drop: eliminate };\n",
		}},
		{"require where it is used", "javascript", map[string]string{
			"app.js":   "function view() {\n  require('./store').load(source());\n}\n",
			"store.js": "module.exports = {\n  load(id) {\n    sink(id); // want r\n  },\n  other: function (id) { sink(id); },\n};\n",
		}},
		{"function or object as the whole module", "javascript", map[string]string{
			"app.js":   "const run = require('./run');\nconst store = require('./store');\nfunction view() {\n  run(source());\n  store.load(source());\n}\n",
			"run.js":   "module.exports = function (x) {\n  sink(x); // want r\n};\n",
			"store.js": "class Store {\n  load(id) {\n    sink(id); // want r\n  }\n}\nmodule.exports = new Store();\n",
		}},
		{"class", "javascript", map[string]string{
			"app.mjs":   "import Store from './store.mjs';\nimport * as util from './util.mjs';\nexport function view() {\n  const s = new Store();\n  s.load(source());\n  s.load(util.tidy(source()));\n  s.safe(util.tidy(source()));\n}\n",
			"store.mjs": "export default class Store {\n  load(id) {\n    sink(id); // want r\n  }\n  safe(id) {\n    sink(id);\n  }\n}\n",
			"util.mjs":  "export const tidy = (x) => clean(x);\n",
		}},
		{"functions that make objects, and objects that are classes", "javascript", map[string]string{
			"app.js":   "const UserDAO = require('./dao').UserDAO;\nconst { tools } = require('./tools');\nconst Old = require('./old');\nfunction Handler(db) {\n  const users = new UserDAO(db);\n  this.show = (req, res) => {\n    users.find(1, source());\n    tools.run(source());\n    new Old().go(source());\n  };\n}\nmodule.exports = Handler;\n",
			"dao.js":   "function UserDAO(db) {\n  'use strict';\n  const col = db.collection();\n  this.find = (id, name) => {\n    const criteria = () => { return { where: name }; };\n    sink(criteria()); // want r\n    sink(id);\n  };\n}\nmodule.exports.UserDAO = UserDAO;\n",
			"tools.js": "const tools = {\n  run: function (x) {\n    sink(x); // want r\n  },\n  idle(x) { sink(x); },\n};\nexports.tools = tools;\n",
			"old.js":   "function Old() {}\nOld.prototype.go = function (x) {\n  sink(x); // want r\n};\nmodule.exports = Old;\n",
		}},
		{"same name elsewhere", "javascript", map[string]string{
			"app.js": "const a = require('./a');\nfunction view() { a.load(source()); }\n",
			"a.js":   "exports.load = (x) => x;\n",
			"b.js":   "exports.load = (x) => sink(x);\n",
		}},
		{"helper returns the source", "javascript", map[string]string{
			"app.js":    "import { param } from './params.js';\nfunction view() {\n  sink(param()); // want r\n}\n",
			"params.js": "export function param() { return source(); }\n",
		}},
		{"injected service", "typescript", map[string]string{
			"users.controller.ts": "import { UsersService } from './users.service';\nexport class UsersController {\n  constructor(private readonly users: UsersService) {}\n  find() {\n    return this.users.find(source());\n  }\n}\n",
			"users.service.ts":    "import { Repo } from '@/repo';\nexport class UsersService {\n  private repo: Repo;\n  find(name: string) {\n    return this.repo.query('x' + name);\n  }\n}\n",
			"src/repo.ts":         "export class Repo {\n  query(text: string) {\n    sink(text); // want r\n  }\n  other(text: string) {\n    sink(text);\n  }\n}\n",
		}},
		{"exported again", "typescript", map[string]string{
			"app.ts":         "import { load } from './store';\nexport const view = () => load(source());\n",
			"store/index.ts": "export * from './load';\nexport { drop } from './drop';\n",
			"store/load.ts":  "export const load = (id: string) => {\n  sink(id); // want r\n};\n",
			"store/drop.ts":  "export function drop(id: string) { sink(id); }\n",
		}},

		{"service and repository by field and constructor", "java", map[string]string{
			"src/web/UserController.java":      "package com.acme.web;\nimport com.acme.service.UserService;\nclass UserController {\n  @Autowired private UserService users;\n  String find() {\n    return users.find(source());\n  }\n  String safe() { return users.safe(source()); }\n}\n",
			"src/service/UserService.java":     "package com.acme.service;\npublic interface UserService {\n  String find(String name);\n  String safe(String name);\n}\n",
			"src/service/UserServiceImpl.java": "package com.acme.service;\nimport com.acme.db.*;\npublic class UserServiceImpl implements UserService {\n  private final UserDao dao;\n  public UserServiceImpl(UserDao dao) { this.dao = dao; }\n  public String find(String name) { return dao.query(\"select \" + name); }\n  public String safe(String name) { return dao.other(clean(name)); }\n}\n",
			"src/db/UserDao.java":              "package com.acme.db;\npublic class UserDao {\n  public String query(String sql) {\n    return sink(sql); // want r\n  }\n  public String other(String sql) {\n    return sink(sql);\n  }\n}\n",
			"src/old/UserDao.java":             "package com.acme.old;\npublic class UserDao {\n  public String query(String sql) { return sink(sql); }\n}\n",
		}},
		{"static methods and the same package", "java", map[string]string{
			"a/View.java": "package a;\nimport static b.Util.tidy;\nclass View {\n  void find() {\n    Dao.query(source());\n    Dao.query(tidy(source()));\n    new Dao().run(source());\n  }\n}\n",
			"a/Dao.java":  "package a;\nclass Dao {\n  static void query(String s) {\n    sink(s); // want r\n  }\n  void run(String s) {\n    sink(s); // want r\n  }\n}\n",
			"b/Util.java": "package b;\npublic class Util {\n  public static String tidy(String s) { return clean(s); }\n}\n",
			"b/Dao.java":  "package b;\nclass Dao {\n  static void query(String s) { sink(s); }\n}\n",
		}},
		{"base class", "java", map[string]string{
			"a/View.java": "package a;\nclass View extends Base {\n  void find() {\n    sink(param()); // want r\n    run(source());\n  }\n}\n",
			"a/Base.java": "package a;\nclass Base {\n  String param() { return source(); }\n  void run(String s) {\n    sink(s); // want r\n  }\n}\n",
		}},

		{"service and repository behind an interface", "csharp", map[string]string{
			"Web/UsersController.cs":   "using App.Services;\nnamespace App.Web.Controllers;\npublic class UsersController : Controller\n{\n    private readonly IUserService _users;\n    public UsersController(IUserService users) { _users = users; }\n    public async Task<string> Find() { return await _users.FindAsync(source()); }\n    public string Safe() { return _users.Safe(source()); }\n}\n",
			"Services/IUserService.cs": "namespace App.Services { public interface IUserService { Task<string> FindAsync(string name); string Safe(string name); } }\n",
			"Services/UserService.cs":  "using App.Data;\nnamespace App.Services\n{\n    public class UserService : IUserService\n    {\n        private UserRepo repo = new UserRepo();\n        public async Task<string> FindAsync(string name) => await repo.Query<string>(\"select \" + name);\n        public string Safe(string name) { return repo.Other(clean(name)); }\n    }\n}\n",
			"Data/UserRepo.cs":         "namespace App.Data;\npublic class UserRepo\n{\n    public Task<T> Query<T>(string sql)\n    {\n        return sink(sql); // want r\n    }\n    public string Other(string sql) { return sink(sql); }\n}\n",
			"Old/UserRepo.cs":          "namespace App.Old;\npublic class UserRepo\n{\n    public string Query(string sql) { return sink(sql); }\n}\n",
		}},
		{"what the whole class is given, properties and static methods", "csharp", map[string]string{
			"Globals.cs": "global using App.Data;\n",
			"A/Pages.cs": "using static App.Tools.Text;\nusing Disk = App.Tools.Files;\nnamespace App.Pages;\npublic class Page(Repo repo) : Base\n{\n    public Store Store { get; set; }\n    void Get()\n    {\n        repo.Load(source());\n        Store.Load(source());\n        Repo.Drop(Tidy(source()));\n        Repo.Static(source());\n        Disk.Open(source());\n        new App.Data.Repo().Made(source());\n        Run(source());\n    }\n}\n",
			"A/Base.cs":  "namespace App.Pages;\npublic class Base\n{\n    protected void Run(string s)\n    {\n        sink(s); // want r\n    }\n}\n",
			"D/Repo.cs":  "namespace App.Data;\npublic class Repo\n{\n    public void Load(string s)\n    {\n        sink(s); // want r\n    }\n    public static void Drop(string s) { sink(s); }\n    public static void Static(string s)\n    {\n        sink(s); // want r\n    }\n    public void Made(string s)\n    {\n        sink(s); // want r\n    }\n}\npublic class Store\n{\n    public void Load(string s)\n    {\n        sink(s); // want r\n    }\n}\n",
			"T/Text.cs":  "namespace App.Tools;\npublic static class Text\n{\n    public static string Tidy(string s) { return clean(s); }\n}\npublic class Other { public void Load(string s) { sink(s); } }\n",
			"T/Files.cs": "namespace App.Tools;\npublic static class Files\n{\n    public static void Open(string s)\n    {\n        sink(s); // want r\n    }\n}\n",
		}},
		{"parts of a class, and top-level statements", "csharp", map[string]string{
			"Program.cs": "app.MapGet(\"/\", (Users users) => users.Find(source()));\nTools.Run(source());\n",
			"Users.cs":   "public partial class Users\n{\n    public void Find(string s) { Query(s); }\n}\n",
			"Users2.cs":  "public partial class Users\n{\n    void Query(string s)\n    {\n        sink(s); // want r\n    }\n}\n",
			"Tools.cs":   "static class Tools\n{\n    public static void Run(string s)\n    {\n        sink(s); // want r\n    }\n}\n",
		}},
		{"interface that two classes implement", "csharp", map[string]string{
			"V.cs": "class V\n{\n    private IDb db;\n    void Get()\n    {\n        sink(db.Pass(source())); // want r\n    }\n}\n",
			"I.cs": "interface IDb { string Pass(string s); }\n",
			"A.cs": "class A : IDb { public string Pass(string s) { return clean(s); } }\n",
			"B.cs": "class B : IDb { public string Pass(string s) { return s; } }\n",
		}},
		{"methods of one name", "java", map[string]string{
			"a/V.java":  "package a;\nclass V {\n  void get() {\n    find(source(), 1);\n    find(source());\n    Db.run(1, source());\n    new Db(source(), 1).go();\n  }\n  void find(String s) { sink(clean(s)); }\n  void find(String s, int n) {\n    sink(s); // want r\n  }\n}\n",
			"a/Db.java": "package a;\nclass Db {\n  String name;\n  Db(String s) {}\n  Db(String s, int n) { this.name = s; }\n  void go() {\n    sink(name); // want r\n  }\n  static void run(String s) { sink(s); }\n  static void run(int n, String s) {\n    sink(s); // want r\n  }\n}\n",
		}},
		{"methods of one name", "csharp", map[string]string{
			"V.cs":  "class V\n{\n    void Get() { Db.Run(1, source()); Db.Run(source()); }\n}\n",
			"Db.cs": "class Db\n{\n    public static void Run(string s) { sink(clean(s)); }\n    public static void Run(int n, string s)\n    {\n        sink(s); // want r\n    }\n}\n",
		}},
		{"method without a body", "java", map[string]string{
			"a/V.java":  "package a;\nclass V {\n  Db db;\n  void get() {\n    sink(db.pass(source())); // want r\n  }\n}\n",
			"a/Db.java": "package a;\nabstract class Db {\n  abstract String pass(String s);\n}\n",
		}},
		{"package", "go", map[string]string{
			"go.mod":         "module example.com/app\n",
			"web/web.go":     "package web\nimport \"example.com/app/store\"\nfunc view() {\n\tstore.Load(source())\n\tstore.Safe(source())\n}\n",
			"store/store.go": "package store\nfunc Load(id string) {\n\tquery(id)\n}\nfunc Safe(id string) { sink(clean(id)) }\nfunc Idle(id string) { sink(id) }\n",
			"store/query.go": "package store\nfunc query(s string) {\n\tsink(\"x\" + s) // want r\n}\n",
			"other/store.go": "package store\nfunc Load(id string) { sink(id) }\n",
		}},
		{"methods of another package", "go", map[string]string{
			"go.mod":         "module example.com/app\n",
			"web/web.go":     "package web\nimport db \"example.com/app/store\"\ntype server struct {\n\tstore *db.Store\n}\nfunc (s *server) view() {\n\ts.store.Load(source())\n}\n",
			"web/other.go":   "package web\nimport \"example.com/app/store\"\nfunc (s *server) more() {\n\ts.store.Drop(source())\n}\nfunc direct() {\n\tx := store.New()\n\tx.Find(source())\n}\n",
			"store/store.go": "package store\ntype Store struct{}\nfunc New() *Store { return &Store{} }\nfunc (s *Store) Load(id string) {\n\tsink(id) // want r\n}\nfunc (s *Store) Idle(id string) { sink(id) }\n",
			"store/drop.go":  "package store\nfunc (s *Store) Drop(id string) {\n\tsink(id) // want r\n}\nfunc (s *Store) Find(id string) {\n\tsink(id) // want r\n}\n",
		}},
		{"field whose type only another file knows", "go", map[string]string{
			"go.mod":         "module example.com/app\n",
			"web/server.go":  "package web\nimport \"example.com/app/store\"\ntype server struct {\n\tstore *store.Store\n}\n",
			"web/users.go":   "package web\nfunc (s *server) view() {\n\ts.store.Load(source())\n\ts.store.Load(clean(source()))\n\ts.store.Safe(source())\n}\n",
			"store/store.go": "package store\ntype Store struct{}\nfunc (s *Store) Load(id string) {\n\tsink(id) // want r\n}\nfunc (s *Store) Safe(id string) { sink(clean(id)) }\nfunc (s *Store) Idle(id string) { sink(id) }\n",
			"other/store.go": "package other\ntype Store struct{}\nfunc (s *Store) Load(id string) { sink(id) }\n",
		}},
		{"field of a field", "go", map[string]string{
			"go.mod":         "module example.com/app\n",
			"web/users.go":   "package web\nimport \"example.com/app/core\"\ntype handler struct{ app *core.App }\nfunc (h handler) view() {\n\th.app.Store.Load(source())\n}\n",
			"core/app.go":    "package core\nimport \"example.com/app/store\"\ntype App struct{ Store *store.Store }\n",
			"store/store.go": "package store\ntype Store struct{}\nfunc (s *Store) Load(id string) {\n\tsink(id) // want r\n}\n",
		}},
		{"interface that one type implements", "go", map[string]string{
			"go.mod":         "module example.com/app\n",
			"web/users.go":   "package web\nimport \"example.com/app/core\"\ntype handler struct{ users core.Users }\nfunc (h *handler) view() {\n\th.users.Find(source())\n}\nfunc direct(u core.Users) {\n\tu.Drop(source())\n}\n",
			"core/core.go":   "package core\ntype Users interface {\n\tFind(name string) error\n\tDrop(name string)\n}\n",
			"pg/users.go":    "package pg\ntype users struct{}\nfunc (u *users) Find(name string) error {\n\tsink(name) // want r\n\treturn nil\n}\nfunc (u *users) Drop(name string) {\n\tsink(name) // want r\n}\n",
			"pg/part.go":     "package pg\ntype part struct{}\nfunc (u *part) Find(name string) error {\n\tsink(name)\n\treturn nil\n}\n",
			"mocks/mocks.go": "package mocks\ntype MockUsers struct{}\nfunc (u *MockUsers) Find(name string) error {\n\tsink(name)\n\treturn nil\n}\nfunc (u *MockUsers) Drop(name string) {}\n",
		}},
		{"interface that two types implement", "go", map[string]string{
			"go.mod":       "module example.com/app\n",
			"web/users.go": "package web\nimport \"example.com/app/core\"\ntype handler struct{ users core.Users }\nfunc (h *handler) view() {\n\th.users.Find(source())\n}\n",
			"core/core.go": "package core\ntype Users interface {\n\tFind(name string)\n}\n",
			"a/a.go":       "package a\ntype A struct{}\nfunc (u *A) Find(name string) { sink(name) }\n",
			"b/b.go":       "package b\ntype B struct{}\nfunc (u *B) Find(name string) { sink(name) }\n",
		}},
		{"same package", "go", map[string]string{
			"a.go": "package main\nfunc view() {\n\tload(source())\n\tsink(tidy(source()))\n\tsink(param()) // want r\n}\n",
			"b.go": "package main\nfunc load(id string) {\n\tsink(id) // want r\n}\nfunc tidy(s string) string { return clean(s) }\nfunc param() string { return source() }\n",
		}},
	} {
		t.Run(test.language+" "+test.name, func(t *testing.T) {
			enginetest.Want(t, detectorOf(t, crossRule(test.language, interfile)), test.files)
		})
	}
}

// TestCrossIsAsked checks that only rules with the option follow data into other files.
func TestCrossIsAsked(t *testing.T) {
	files := map[string]string{"app.py": "import db\ndef view():\n    db.find(source())\n", "db.py": "def find(name):\n    sink(name)\n"}
	enginetest.Want(t, detectorOf(t, crossRule("python", "")), files)
	enginetest.Want(t, detectorOf(t, crossRule("python", "  options: {interfile: false}\n")), files)
}

// TestCrossTrace checks the text of a finding, and that suppressions apply.
func TestCrossTrace(t *testing.T) {
	d := detectorOf(t, crossRule("python", interfile))
	files := map[string]string{
		"z.py":   "import db\ndef other():\n    db.find(source())\n",
		"app.py": "import db\ndef view():\n    x = source()\n    db.find(x)\n",
		"db.py":  "def find(name):\n    sink(name)\n",
	}
	got := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{}, d)
	if len(got.Findings) != 1 {
		t.Fatalf("%d findings, want 1 for two sources", len(got.Findings))
	}
	var steps []string
	for _, s := range got.Findings[0].Trace {
		steps = append(steps, fmt.Sprintf("%s:%d", s.Path, s.Line))
	}
	if s := strings.Join(steps, " "); s != "app.py:3 app.py:3 db.py:1 db.py:1 db.py:2" && s != "app.py:3 app.py:3 db.py:1 db.py:2" {
		t.Error(s)
	}
	if f := got.Findings[0]; f.Path != "db.py" || f.Symbol != "find" {
		t.Errorf("%+v", f)
	}
	files["db.py"] = "def find(name):\n    sink(name) # vigil:ignore r known\n"
	if again := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{}, d); len(again.Findings) != 0 || len(again.Coverage["code"].Suppressed) != 1 {
		t.Errorf("%d findings, %v", len(again.Findings), again.Coverage["code"].Suppressed)
	}
}

// TestCrossIsTheSame checks that findings depend neither on the number of workers nor on
// unrelated files.
func TestCrossIsTheSame(t *testing.T) {
	files := map[string]string{"db.py": "def find(name):\n    sink(name)\ndef get():\n    return source()\n"}
	for i := range 40 {
		files[fmt.Sprintf("view%02d.py", i)] = fmt.Sprintf("import db\nfrom view%02d import tidy\ndef view():\n    db.find(tidy(source()))\n    sink(db.get())\ndef tidy(x):\n    return x\n", (i+1)%40)
	}
	d := detectorOf(t, crossRule("python", interfile))
	first := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{Workers: 1}, d)
	if len(first.Findings) != 41 {
		t.Errorf("%d findings, want 41", len(first.Findings))
	}
	for _, workers := range []int{2, 8} {
		if again := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{Workers: workers}, d); again.JSON != first.JSON {
			t.Errorf("%d workers: other findings", workers)
		}
	}
	files["more.py"] = "def find(name):\n    pass\n"
	more := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{}, d)
	if a, b := strings.Join(first.Fingerprints(), " "), strings.Join(more.Fingerprints(), " "); a != b {
		t.Error("another file changes what is found")
	}
}

// TestCrossIsBounded has programs that would take forever if every path were followed.
func TestCrossIsBounded(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for name, test := range map[string]struct {
		files  map[string]string
		work   int64 // limit; 0: the default
		beyond bool  // the budget
	}{
		"10,000 functions that call each other": {manyFunctions(100, 100), 4 << 20, true},
		"each file imports all others":          {manyImports(30), 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			files := test.files
			d := rulescan.New(rulescan.Config{Rules: rulesOf(t, crossRule("python", interfile)), Syntax: grammars, Interfile: rulescan.Limits{Work: test.work}})
			got := enginetest.Run(t, enginetest.Tree(t, files), engine.Options{}, d)
			c := got.Coverage["code"]
			// What exceeds the budget was scanned on its own, and is reported in a line without a path.
			skipped := slices.DeleteFunc(slices.Clone(c.Skipped), func(s engine.Skip) bool { return s.Path == "" })
			if (len(skipped) < len(c.Skipped)) != test.beyond {
				t.Errorf("beyond the budget: %v", c.Skipped)
			}
			if c.Files+len(skipped) != len(files) {
				t.Errorf("%d files looked at and %d skipped of %d", c.Files, len(skipped), len(files))
			}
			if len(got.Findings) < 5 {
				t.Errorf("%d findings", len(got.Findings))
			}
		})
	}
}

// manyFunctions makes files whose functions call those of the next and of the previous file.
func manyFunctions(files, functions int) map[string]string {
	out := map[string]string{}
	for i := range files {
		var b strings.Builder
		fmt.Fprintf(&b, "from m%d import *\nfrom m%d import *\n", (i+1)%files, (i+files-1)%files)
		for f := range functions {
			fmt.Fprintf(&b, "def f%d_%d(x):\n    f%d_%d(x)\n    f%d_%d(x)\n", i, f, (i+1)%files, (f+1)%functions, (i+files-1)%files, (f*7)%functions)
			if f%50 == 1 {
				b.WriteString("    sink(x)\n")
			}
			if f == 0 && i%20 == 0 {
				fmt.Fprintf(&b, "    f%d_1(source())\n", (i+1)%files)
			}
		}
		out[fmt.Sprintf("m%d.py", i)] = b.String()
	}
	return out
}
