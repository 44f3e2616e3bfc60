class Checks {
  void Branches(bool other) {
    var x = source();
    if (allowed(x)) {
      sink(x);
    } else {
      sink(x); // flow
    }
    sink(x); // flow
  }

  void Guards(bool other) {
    var x = source();
    if (!allowed(x)) throw new ArgumentException();
    sink(x);
    var y = source();
    if (y == null || denied(y)) return;
    sink(y);
    var z = source();
    if (position(z) == -1) sink(z); // flow
  }

  static bool Fine(string v) => allowed(v);

  void Asking() {
    var x = source();
    if (Fine(x)) {
      sink(x); // alone
    } else {
      sink(x); // flow
    }
  }
}

class Patterns {
  void Is() {
    var x = source();
    if (allowed(x) is false) return;
    sink(x);
    var y = source();
    if (allowed(y) is not null) {
      sink(y);
    } else {
      sink(y); // flow
    }
  }
}

class Cases {
  void Of() {
    var x = source();
    switch (x) {
      case "a":
      case "b":
        sink(x);
        break;
      default:
        sink(x); // flow
        break;
    }
  }
}
