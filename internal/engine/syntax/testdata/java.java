package shop;

import java.util.*;
import static java.lang.Math.max;

/** An order. */
@Entity(name = "orders")
public final class Sample<T extends Comparable<T>> implements Iterable<T> {
    private final List<T> items = new ArrayList<>();
    public record Point(int x, int y) {}
    enum Color { RED, GREEN { int code() { return 2; } } }

    @Override
    public Iterator<T> iterator() { return items.iterator(); }

    public int total(String query, int... counts) throws IOException {
        int sum = 0;
        for (int c : counts) sum += max(c, 0);
        try (var in = open(query)) {
            items.stream().filter(i -> i != null).map(Object::toString).forEach(System.out::println);
        } catch (RuntimeException | Error e) {
            throw new IOException("bad: " + query, e);
        }
        return switch (sum) { case 0 -> 1; default -> { yield sum; } };
    }
}
