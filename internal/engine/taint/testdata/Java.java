package a;

import java.util.*;

class Java {
    private String field = source();
    private String plain = "a";
    private String later;
    static final String CONSTANT = source();

    Java(String name) {
        this.later = name;
    }

    void assignment() {
        String x = source();
        String y = x, z = "a";
        sink(y); // flow
        sink(z);
        x = "b";
        sink(x);
        x = sanitize(y);
        sink(x);
        y += "a";
        sink(y); // flow
        Object o = (String) source();
        sink(o); // flow
        sink(o instanceof String);
        if (o instanceof String s) {
            sink(s); // flow
        }
        sink(o == null ? "a" : "b");
        sink(o == null ? "a" : o); // flow
    }

    void strings() {
        String x = source();
        sink("a" + x + "b"); // flow
        sink(String.format("a %s", x)); // flow
        StringBuilder b = new StringBuilder("a");
        b.append(x);
        sink(b.toString()); // flow
        StringBuilder c = new StringBuilder();
        c.append("a").append(x).append("b");
        sink(c.toString()); // flow
        StringBuilder d = new StringBuilder();
        d.append("a").append("b");
        sink(d.toString());
        sink(new StringBuilder(x).reverse().toString()); // flow
        sink(x.isEmpty() ? "a" : "b");
    }

    void containers() {
        String x = source();
        List<String> l = new ArrayList<>();
        l.add(x);
        sink(l.get(0)); // flow
        Map<String, Object> m = new HashMap<>();
        m.put("a", x);
        m.put("b", "c");
        sink(m.get("a")); // flow
        sink(m.get("b"));
        String[] a = {"a", x};
        sink(a[0]);
        sink(a[1]); // flow
        String[] b = new String[] {x};
        sink(b); // flow
        for (String e : l) {
            sink(e); // flow
        }
        for (Map.Entry<String, Object> e : m.entrySet()) {
            sink(e.getValue()); // flow
        }
        l.forEach(e -> sink(e)); // flow
        l.stream().map(e -> e + "a").forEach(e -> {
            sink(e); // flow
        });
        User u = new User();
        u.setName(x);
        u.setOther("a");
        sink(u.getName()); // flow
        sink(u.getOther());
    }

    String control(int c) throws Exception {
        String x = "a";
        switch (c) {
            case 1:
                x = source();
                break;
            case 2:
                sink(x);
                break;
            default:
                x = "b";
        }
        sink(x); // flow
        String y = switch (c) {
            case 1 -> source();
            default -> "a";
        };
        sink(y); // flow
        for (int i = 0; i < c; i++) {
            sink(y); // flow
            y = "a";
        }
        try (Reader r = new Reader(source())) {
            sink(r); // flow
            x = "c";
        } catch (IllegalStateException | Error e) {
            sink(x); // flow
            sink(e);
        } finally {
            sink(y); // flow
        }
        if (c == 1) {
            x = "a";
        } else {
            throw new Exception(x);
        }
        sink(x);
        return x;
    }

    @GetMapping("/a")
    public String parameters(@RequestParam("q") String evil, int good) { // parameter
        sink(evil); // flow
        sink(good);
        String s = evil.trim();
        new Thread(new Runnable() {
            public void run() {
                sink(s); // flow
                sink(good);
            }
        }).start();
        return s;
    }

    void fields() {
        sink(field); // across
        sink(this.plain);
        sink(later); // across
        sink(CONSTANT); // across
        later = source();
        sink(this.later); // flow
    }

    void shadows() {
        String field = "a";
        sink(field);
        this.field = source();
        sink(field);
    }

    String identity(String x) {
        return x;
    }

    static String nothing(String x) {
        return "a";
    }

    void reaches(String x, String y) {
        sink(x); // across
        sink(y);
    }

    void calls() {
        String x = source();
        sink(identity(x)); // flow
        sink(nothing(x)); // alone
        sink(Java.nothing(x)); // alone
        reaches(x, "a");
        this.reaches("a", sanitize(x));
        Java j = new Java(x);
        sink(j.later); // flow
        sink(j.plain); // alone
    }

    record Point(String a) {}

    private static class User {
        private String name;
        private String other;

        void setName(String n) {
            name = n;
        }

        void setOther(String o) {
            other = o;
        }

        String getName() {
            return name;
        }

        String getOther() {
            return other;
        }
    }
}
