package com.acme.web;
import java.util.Set;
public final class Checks {
  private static final Set<String> COLUMNS = Set.of("name", "price");
  public static void column(String c) { if (!COLUMNS.contains(c)) throw new IllegalArgumentException(c); }
}
