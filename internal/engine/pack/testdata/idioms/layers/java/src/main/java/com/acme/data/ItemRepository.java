package com.acme.data;
import java.util.*;
import org.springframework.jdbc.core.JdbcTemplate;
public class ItemRepository {
  private final JdbcTemplate jdbc;
  public ItemRepository(JdbcTemplate jdbc) { this.jdbc = jdbc; }
  public List<Item> byName(String name) { return jdbc.query("select * from items where name = '" + name + "'", Item::map); } // finds: java-sql-injection
  public List<Item> byNameSafe(String name) { return jdbc.query("select * from items where name = ?", Item::map, name); }
  public List<Item> sorted(String column) { return jdbc.query("select * from items order by " + column, Item::map); }
  public List<Item> find(ItemQuery q) { return jdbc.query("select * from items where name like '%" + q.getName() + "%'", Item::map); } // finds: java-sql-injection
  public List<Item> limit(ItemQuery q) { return jdbc.query("select * from items limit " + q.getLimit(), Item::map); }
  public List<Item> order(ItemQuery q) { return jdbc.query("select * from items order by " + q.getOrder(), Item::map); }
  public List<Item> column(String column) { return jdbc.query("select * from items where x order by " + column, Item::map); }
  public List<Item> run(String where) { return jdbc.query("select * from items where " + where, Item::map); } // finds: java-sql-injection
}
