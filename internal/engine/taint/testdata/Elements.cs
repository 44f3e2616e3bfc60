class Elements {
    void Turned() {
        var list = source();
        sink(list.Select(x => "<" + x)); // flow
        sink(list.Select(x => "?"));
        sink(list.Select((x, i) => "p" + i));
        sink(list.SelectMany(x => x.Names)); // flow
    }

    void Filtered(string name) {
        var list = source();
        sink(list.Where(x => allowed(x)));
        sink(list.Where(x => !allowed(x))); // flow
        sink(list.First(x => allowed(x)));
        sink(list.First()); // flow
        var wanted = source();
        if (!users.Any(u => holds(wanted))) return;
        sink(wanted);
    }
}

class Out {
    void Outs() {
        Get(source(), out var a);
        sink(a); // flow
        if (Try(source(), out string b)) sink(b); // flow
        string c = "";
        Set(ref c, source());
        sink(c); // across
        var d = new Dictionary<string, string> { ["k"] = source() };
        sink(d["k"]); // flow
        var e = new Dictionary<string, string> { { "k", source() } };
        sink(e["k"]); // flow
    }

    void Get(string x, out string y) { y = x; }
    bool Try(string x, out string y) { y = x; return true; }
    void Set(ref string y, string x) { y = x; }
}
