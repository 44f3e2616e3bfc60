// What constants decide: which way a condition goes, and where an element is.
class Constants {
    void conditions(String y) {
        int n = 106;
        String a = (7 * 18) + n > 200 ? "fixed" : source();
        sink(a);
        String b = (7 * 18) - n > 200 ? "fixed" : source();
        sink(b); // flow
        String c = "";
        if ((500 / 42) + n > 200) c = source();
        else c = "fixed";
        sink(c);
        boolean on = false;
        if (!on && n == 106) {
            c = source();
        }
        sink(c); // flow
        if (y.equals("a")) {
            n = 1;
        }
        String d = n == 106 ? "fixed" : source();
        sink(d); // flow
    }

    void loops(String[] list) {
        int i = 0;
        String x = "";
        while (list.length > i) {
            x = i == 0 ? "fixed" : source();
            i++;
        }
        sink(x); // flow
        boolean found = false;
        String y = "";
        for (String s : list) {
            if (found) {
                y = source();
            }
            found = true;
        }
        sink(y); // flow
    }

    void switches(String given) {
        String text = "ABC";
        char c = text.charAt(1);
        String x;
        switch (c) {
            case 'A':
                x = source();
                break;
            case 'B':
                x = "fixed";
                break;
            case 'C':
            case 'D':
                x = source();
                break;
            default:
                x = source();
                break;
        }
        sink(x);
        switch (text.charAt(2)) {
            case 'A':
                x = "fixed";
                break;
            case 'C':
            case 'D':
                x = source();
            case 'E':
                String z = x;
                break;
            default:
                x = "fixed";
        }
        sink(x); // flow
        switch (given) {
            case "A":
                x = source();
                break;
            default:
                x = "fixed";
        }
        sink(x); // flow
    }

    void lists(String other) {
        java.util.List<String> list = new java.util.ArrayList<String>();
        list.add("first");
        list.add(source());
        list.add("last");
        sink(list.get(0));
        sink(list.get(1)); // flow
        list.remove(0);
        sink(list.get(0)); // flow
        sink(list.get(1));
        list.remove(other);
        sink(list.get(1)); // flow
        java.util.List<String> grown = new java.util.ArrayList<>();
        for (int i = 0; i < 3; i++) {
            grown.add("first");
        }
        grown.add(source());
        sink(grown.get(2)); // flow
    }

    void maps() {
        java.util.Map<String, String> map = new java.util.HashMap<>();
        String key = "a";
        map.put(key, source());
        map.put("b", "fixed");
        sink(map.get("a")); // flow
        sink(map.get("b"));
    }
}
