class Elements {
    void turned() {
        List<String> list = source();
        sink(list.stream().map(x -> "<" + x).toList()); // flow
        sink(list.stream().map(x -> "?").toList());
        sink(list.stream().map(this::mark).toList()); // flow
        sink(list.stream().flatMap(x -> x.all()).toList()); // flow
    }

    void filtered() {
        List<String> list = source();
        String name = source();
        sink(list.stream().filter(x -> allowed(x)).toList());
        sink(list.stream().filter(x -> !allowed(x)).toList()); // flow
        sink(users.stream().filter(u -> u.is(name)).findFirst());
        if (values.stream().noneMatch(v -> holds(name))) return;
        sink(name);
    }

    void asked(Request request) {
        infect(request);
        if (!allowed(request.getParameter("a"))) return;
        sink(request.getParameter("a"));
        sink(request.getParameter("b")); // flow
    }
}
