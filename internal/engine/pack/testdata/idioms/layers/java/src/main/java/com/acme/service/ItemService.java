package com.acme.service;
import com.acme.data.*;
import java.util.*;
public class ItemService {
  private static final Set<String> COLUMNS = Set.of("name", "price");
  private final ItemRepository items;
  public ItemService(ItemRepository items) { this.items = items; }
  public List<Item> byName(String name) { return items.byName(name.trim()); }
  public List<Item> sorted(String sort) { return items.sorted(COLUMNS.contains(sort) ? sort : "name"); }
  public List<Item> find(ItemQuery q) { return items.find(q); }
  public List<Item> limit(ItemQuery q) { return items.limit(q); }
  public List<Item> order(ItemQuery q) { return items.order(q); }
  public List<Item> column(String c) { return items.column(c); }
  public List<Item> built(String name) { return items.run(new Where().eq("name", name).toString()); }
}
