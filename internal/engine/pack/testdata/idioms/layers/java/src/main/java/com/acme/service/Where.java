package com.acme.service;
public class Where {
  private final StringBuilder text = new StringBuilder("1 = 1");
  public Where eq(String column, String value) { text.append(" and ").append(column).append(" = '").append(value).append("'"); return this; }
  @Override public String toString() { return text.toString(); }
}
