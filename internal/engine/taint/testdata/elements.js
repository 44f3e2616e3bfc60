function turned() {
  const list = source();
  sink(list.map(x => x)); // flow
  sink(list.map(x => '<' + x.name + '>').join()); // flow
  sink(list.map(() => '?').join());
  sink(list.map((x, i) => 'p' + i));
  sink(list.map((x, i) => x + i)); // flow
  sink(list.map(x => sanitize(x)));
  sink(list.map(sanitized)); // flow
  sink(list.flatMap(function (x) { return [x, 1]; })); // flow
  sink(list.reduce((all, x) => all + x, '')); // flow
  sink(list.then(x => 1));
  sink(_.map(list, x => x)); // flow
  const other = source();
  sink(['a'].map(x => x + other)); // flow
}

function filtered() {
  const list = source(), name = source();
  sink(list.filter(x => allowed(x)));
  sink(list.filter(x => { return allowed(x); }));
  sink(list.filter(x => !denied(x)));
  sink(list.filter(x => !allowed(x))); // flow
  sink(list.filter(x => allowed(name))); // flow
  sink(list.filter(x => x)); // flow
  sink(list.filter(x => x.length > 2 && allowed(x)));
  sink(list.find(x => allowed(x)));
  sink(users.find(u => u.name === name));
  sink(users.filter(u => u.has(name)));
}

function found() {
  const x = source(), y = source(), z = source();
  if (!list.some(a => holds(x))) return;
  sink(x);
  if (list.every(a => holds(y))) sink(y); // flow
  if (list.some(a => !holds(z))) sink(z); // flow
}

function asked(request) {
  infect(request);
  if (!allowed(request.get('a'))) return;
  sink(request.get('a'));
  sink(request.get('b')); // flow
  sink(request.post('a')); // flow
  request = source();
  sink(request.get('a')); // flow
  switch (request.get('c')) {
    case 'x':
      sink(request.get('c'));
      break;
    default:
      sink(request.get('c')); // flow
  }
}
