class Checks {
  void branches(boolean other) {
    String x = source();
    if (allowed(x)) {
      sink(x);
    } else {
      sink(x); // flow
    }
    sink(x); // flow
  }

  void guards(boolean other) {
    String x = source();
    if (!allowed(x)) throw new IllegalArgumentException();
    sink(x);
    String y = source();
    if (y == null || denied(y)) return;
    sink(y);
    String z = source();
    if (position(z) == -1) sink(z); // flow
    String u = source();
    String v = allowed(u) ? u : "none";
    sink(v);
  }

  private static boolean fine(String v) {
    if (v == null) {
      return false;
    }
    return allowed(v);
  }

  void asking() {
    String x = source();
    if (fine(x)) {
      sink(x); // alone
    } else {
      sink(x); // flow
    }
  }

  void cases() {
    String x = source();
    switch (x) {
      case "a":
      case "b":
        sink(x);
        break;
      default:
        sink(x); // flow
    }
    String y = source();
    switch (y) {
      case "a", "b" -> sink(y);
      default -> sink(y); // flow
    }
  }

  void keyed(Request evil) { // parameter
    if (!allowed(evil.getParameter("to"))) {
      return;
    }
    sink(evil.getParameter("to"));
    sink(evil.getParameter("from")); // flow
    if (allowed(evil.getUrl())) {
      sink(evil.getUrl());
    }
  }
}
