// numbers are harmless
class Types {
    void fields() {
        Order o = source();
        sink(o.name); // flow
        sink(o.id); // alone
        sink(o.ids); // alone
        sink(o.bytes); // flow
        sink(o.getName()); // flow
        sink(o.getId()); // alone
        sink(o.isPaid()); // alone
        sink(o.key); // alone
        sink(o.other); // flow
    }

    void parameters(int evil1, // parameter
                    List<Long> evil2, // parameter
                    List<String> evil3, // parameter
                    OptionalInt evil5, // parameter
                    Optional<Integer> evil4) { // parameter
        sink(evil1);
        sink(evil2);
        sink(evil3); // flow
        sink(evil4);
        sink(evil5);
    }

    void bytes(byte evil[]) { // parameter
        sink(evil); // flow
    }

    void enums(Color evil) { // parameter
        sink(evil);
    }

    enum Color { RED, GREEN }

    void results() {
        String x = source();
        sink(number(x)); // alone
        sink(text(x)); // flow
    }

    static int number(String x) { return x.weigh(); }
    static String text(String x) { return x.trim(); }
}

class Order {
    String name;
    int id;
    List<Long> ids;
    byte[] bytes;
    boolean paid;
    UUID key;
    String getName() { return name; }
    int getId() { return id; }
    boolean isPaid() { return paid; }
}
