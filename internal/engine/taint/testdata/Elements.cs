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
