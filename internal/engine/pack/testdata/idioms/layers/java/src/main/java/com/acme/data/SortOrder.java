package com.acme.data;
public enum SortOrder { NAME, PRICE }
