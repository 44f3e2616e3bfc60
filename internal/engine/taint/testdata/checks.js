function branches(list) {
  const x = source();
  if (allowed(x)) {
    sink(x);
  } else {
    sink(x); // flow
  }
  sink(x); // flow
}

function guards(other) {
  const x = source(), y = source(), z = source(), u = source();
  if (!allowed(x)) return;
  sink(x);
  if (denied(y)) throw new Error();
  sink(y);
  if (!allowed(z)) console.log("bad");
  sink(z); // flow
  if (!allowed(u)) process.exit(1);
  sink(u);
}

function joined(other) {
  const x = source(), y = source(), z = source(), u = source(), w = source();
  if (!x || !allowed(x)) return;
  sink(x);
  if (y && !allowed(y)) return;
  sink(y);
  if (other && !allowed(z)) return;
  sink(z); // flow
  if (other && allowed(u)) sink(u);
  if (other || allowed(u)) sink(u); // flow
  if (typeof w === "string" && !(allowed(w))) return;
  sink(w);
}

function compared() {
  const x = source(), y = source(), z = source(), u = source(), w = source();
  if (position(x) === -1) return;
  sink(x);
  if (position(y) < 0) sink(y); // flow
  if (position(y) >= 0) sink(y);
  if (-1 !== position(z)) sink(z);
  if (allowed(u) === false) sink(u); // flow
  else sink(u);
  if (allowed(w) == null) { sink(w); } // flow
}

function values() {
  const x = source();
  sink(allowed(x) ? x : "none");
  sink(allowed(x) ? "none" : x); // flow
  allowed(x) && sink(x);
  allowed(x) || sink(x); // flow
  let y = source();
  while (!allowed(y)) y = source();
  sink(y);
  if (!allowed(x)) { y = "none"; } else { y = x; }
  sink(y);
}

function fields(r) {
  r.a = source();
  if (!allowed(r.a)) return sink(r.a); // flow
  sink(r.a);
}

function isFine(v) { return allowed(v); }
const isBad = (v) => !allowed(v);
function longFine(v) {
  if (!v) return false;
  if (denied(v)) return false;
  return true;
}
function must(v) { if (!allowed(v)) throw new Error("no"); }

function asking() {
  const x = source(), y = source(), z = source(), u = source();
  if (isFine(x)) sink(x); // alone
  else sink(x); // flow
  if (isBad(y)) return;
  sink(y); // alone
  if (!longFine(z)) { sink(z); return; } // flow
  sink(z); // alone
  must(u);
  sink(u); // alone
}

function kept(list) {
  let x = source(), y = source(), z = source(), u = source();
  const ok = holds(x);
  sink(x); // flow
  if (!ok) return;
  sink(x);
  const fine = isFine(y);
  if (fine === false) throw new Error();
  sink(y); // alone
  const good = holds(z);
  z = source();
  if (good) sink(z); // flow
  const at = holds(u) !== -1;
  if (at) sink(u);
  sink(u); // flow
}

function insisting() {
  const x = source();
  assert(holds(x));
  sink(x);
}

function orNothing(v) { return allowed(v) ? v : ""; }
function cleaned(v) { return holds(v.length) ? v : "long " + v; }
function given(v) { return cleaned(v); }

function results() {
  const x = source();
  sink(orNothing(x)); // alone
  sink(given(x)); // flow
}

function switched(other) {
  const x = source();
  switch (x) {
    case "a":
      sink(x);
      break;
    case "b":
    case "c":
      sink(x);
      break;
    case other:
      sink(x); // flow
      break;
    default:
      sink(x); // flow
  }
  sink(x); // flow
}

function parts(r) {
  r.a = source();
  if (r.a && !allowed(r.a)) return;
  sink(r.a);
  r.b = source();
  if (r.c && !allowed(r.b)) return;
  sink(r.b); // flow
  r.d = source();
  if (r.d.length > 3 && !allowed(r.d)) return;
  sink(r.d);
}
