const express = require("express");

function assignment() {
  let x = source();
  const y = x;
  sink(y); // flow
  x = "a";
  sink(x);
  let z;
  z = source(), sink(z); // flow
  sink(sanitize(y));
  z = sanitize(y);
  sink(z);
}

function strings() {
  const x = source();
  sink("a" + x); // flow
  sink(`a ${x} b`); // flow
  sink(`a ${sanitize(x)} b`);
  sink("a".concat(x)); // flow
  sink(["a", x].join(",")); // flow
  let s = "a";
  s += x;
  sink(s); // flow
  sink(tag`a${x}`); // flow
}

function objects() {
  const { a, b: { c }, d = 1, ...rest } = source();
  sink(a); // flow
  sink(c); // flow
  sink(d); // flow
  sink(rest); // flow
  const o = { a: source(), b: "clean", [k]: 1 };
  sink(o.a); // flow
  sink(o["a"]); // flow
  sink(o.b);
  const { b: e, a: f } = o;
  sink(e);
  sink(f); // flow
  o.a = "x";
  sink(o.a);
  const p = { ...source(), q: 1 };
  sink(p.z); // flow
  sink(p.q);
  const [g, h] = ["a", source()];
  sink(g);
  sink(h); // flow
  const short = { h };
  sink(short.h); // flow
  sink(o?.a);
  sink(source()?.x?.[1]); // flow
}

function conditions(c) {
  const x = c ? "a" : source();
  sink(x); // flow
  const y = c && source();
  sink(y); // flow
  const z = source() || "a";
  sink(z); // flow
  const w = source() ?? "a";
  sink(w); // flow
  sink(x === "a");
  sink(!x);
  sink(typeof x);
  let v = source();
  if (c) {
    v = "a";
  } else {
    return;
  }
  sink(v);
  switch (c) {
    case 1:
      v = source();
    case 2:
      sink(v); // flow
      break;
    case 3:
      sink(v);
    default:
      v = "b";
  }
  sink(v); // flow
}

function loops(list) {
  for (const x of source()) sink(x); // flow
  for (const k in source()) {
    sink(k); // flow
  }
  let y = "a";
  for (let i = 0; i < 3; i++) {
    sink(y); // flow
    y = source();
  }
  let z = "a";
  do {
    sink(z);
  } while (list);
  while (true) {
    z = source();
    if (list) break;
    z = "a";
  }
  sink(z); // flow
}

function callbacks(list) {
  const x = source();
  list.forEach(function (e) {
    sink(e);
    sink(x); // flow
  });
  x.split(",").forEach((e) => sink(e)); // flow
  x.map(({ name }) => {
    sink(name); // flow
  });
  sink(list.map((e) => e + x)); // flow
  sink(list.map((e) => e + 1));
  let out = "";
  list.forEach((e) => {
    out += x;
  });
  sink(out); // flow
  setTimeout(() => {
    sink(x); // flow
  }, 1);
  (function (a) {
    sink(a); // flow
  })(x);
  const f = (a) => sink(a); // across
  f(x);
  const g = (a) => sink(a);
  g("a");
  fetch(x).then((r) => r.json()).then((j) => sink(j)); // flow
}

async function waits() {
  const x = await source();
  sink(x); // flow
  try {
    sink(await get(x)); // flow
  } catch (e) {
    sink(e);
  } finally {
    sink(x); // flow
  }
}

function containers() {
  const l = [];
  l.push(source());
  sink(l); // flow
  sink(l[0]); // flow
  const m = new Map();
  m.set("a", source());
  m.set("b", "c");
  sink(m.get("a")); // flow
  sink(m.get("b"));
  const u = new URL(source());
  sink(u.host); // flow
}

app.get("/a", function (evil, res) { // parameter
  const q = evil.query.q;
  sink(q); // flow
  sink(res);
});

app.post("/b", async (evil, res) => { // parameter
  sink(evil.body); // flow
  helper(evil.body);
  helper2(res);
});

function helper(x) {
  sink(x); // across
}

function helper2(x) {
  sink(x);
}

function destructured({ evil, good }) { // parameter
  sink(evil); // flow
  sink(good);
}

const config = source();
exports.handler = (event) => {
  sink(config); // flow
  sink(event);
};

function outer() {
  const x = source();
  inner("a");
  function inner(y) {
    sink(x); // flow
    sink(y);
  }
}

function gives() {
  return source();
}
const also = () => source();
const identity = (x) => x;
const nothing = (x) => "a";

function uses() {
  sink(gives()); // across
  sink(also()); // across
  sink(identity(source())); // flow
  sink(nothing(source())); // alone
}

class Thing extends Base {
  field = source();
  plain = "a";
  arrow = (x) => sink(x); // across

  constructor(name, other) {
    super(name);
    this.name = name;
    this.other = other;
  }

  show() {
    sink(this.name); // across
    sink(this.field); // across
    sink(this.plain);
  }

  run() {
    this.arrow(source());
    this.late = source();
    sink(this.late); // flow
    list.forEach(() => sink(this.late)); // flow
    sink(this.same(source())); // flow
    sink(this.none(source())); // alone
  }

  same(x) {
    return x;
  }

  none(x) {
    return 1;
  }

  static make() {
    return new Thing(source(), "b");
  }
}

function makes() {
  const t = Thing.make();
  sink(t.name); // across
  sink(t.other);
  t.show();
}

function checkedBehindAnother() {
  const x = source();
  if (!x || !check(x)) {
    return;
  }
  sink(x);
  const y = source();
  if (y && y.length) {
    sink(y); // flow
  }
}

async function lookUps(users, User) {
  const x = source();
  sink(users.find((u) => u.name === x));
  sink(await User.findOne({ name: x }));
  sink(await userRepository.getOne(x));
  sink(await userService.getOne(x)); // flow
  sink(await userService.findAll(x));
  sink(await this.userService.loadUsers(x));
  sink(await pageService.loadFile(x)); // flow
  sink(x.find((u) => u.name)); // flow
  sink(_.find(x, "a")); // flow
  const team = await User.findByPk(x);
  await team.update({ name: x });
  sink(team.name); // flow
  sink(team.url);
}

function takesApart({ bad, good = 'a' }, [first, second]) {
  sink(bad); // across
  sink(good);
  sink(first); // across
  sink(second);
}
takesApart({ bad: source(), good: 'b' }, [source(), 1]);

const part = ({ inner: { value }, ...rest }) => value;
sink(part({ inner: { value: source() } })); // flow
sink(part({ inner: { value: 1 }, other: source() })); // alone

function onlyIfThere(other) {
  let x = source();
  if (x) {
    x = sanitize(x);
  }
  sink(x);
  let y = source();
  if (other) {
    y = sanitize(y);
  }
  sink(y); // flow
  let z = source();
  if (z) {
    log(z);
  }
  sink(z); // flow
}
