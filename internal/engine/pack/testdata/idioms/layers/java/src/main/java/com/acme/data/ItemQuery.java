package com.acme.data;
public class ItemQuery {
  private String name; private int limit; private SortOrder order;
  public String getName() { return name; }
  public void setName(String name) { this.name = name; }
  public int getLimit() { return limit; }
  public SortOrder getOrder() { return order; }
}
