fn assignment() {
    let x = source();
    sink(x); // flow
    let mut y = x;
    y = "a";
    sink(y);
    y += x;
    sink(y); // flow
    sink(sanitize(x));
    let (a, b) = ("a", source());
    sink(a);
    sink(b); // flow
    sink(format!("a {}", x)); // flow
    sink(&x); // flow
    sink(x?); // flow
    sink(x == "a");
    let mut s = String::new();
    s.push_str(&x);
    sink(s); // flow
}

fn control(c: u32) -> String {
    let x = if c > 1 { source() } else { "a" };
    sink(x); // flow
    let y = match c {
        1 => source(),
        _ => "a",
    };
    sink(y); // flow
    if let Some(v) = source() {
        sink(v); // flow
    }
    for i in source() {
        sink(i); // flow
    }
    x.iter().map(|e| sink(e)); // flow
    let f = |e: String| sink(x); // flow
    loop {
        break;
    }
    let t = Thing { name: source(), other: "a" };
    sink(t.name); // flow
    sink(t.other);
    "a"
}

fn parameters(evil: String, good: &str) { // parameter
    sink(evil); // flow
    sink(good);
    reaches(evil, "a");
    sink(identity(evil)); // flow
    sink(nothing(evil)); // alone
}

fn reaches(x: String, y: &str) {
    sink(x); // across
    sink(y);
}

fn identity(x: String) -> String {
    x
}

fn nothing(x: String) -> String {
    return "a";
}

impl Thing {
    fn new(x: String) -> Self {
        Thing { name: x, other: "a" }
    }

    fn get(&self) -> String {
        self.name.clone()
    }
}

fn objects() {
    let t = Thing::new(source());
    sink(t.get()); // flow
    sink(t.other); // alone
}

fn generic() {
    let x = source();
    sink(x.parse::<String>()); // flow
}

fn through(t: &mut Thing, x: String) -> String {
    t.discard(x)
}

impl Thing {
    fn discard(&self, x: String) -> String {
        return "a";
    }
}

fn references() {
    let mut t = Thing::new("a");
    sink(through(&mut t, source())); // alone
}

fn patterns(flag: &str) {
    match source() {
        Ok(x) if check_flag(flag) => sink(x), // flow
        Err(e) => sink(flag),
    }
    sink(flag);
    sink(Ok("a"));
}
