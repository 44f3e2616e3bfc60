package com.acme.web;
import com.acme.data.*;
import com.acme.service.*;
import java.util.*;
import org.springframework.web.bind.annotation.*;
@RestController @RequestMapping("/items")
public class ItemController {
  private final ItemService service;
  public ItemController(ItemService service) { this.service = service; }
  @GetMapping List<Item> list(@RequestParam String name) { return service.byName(name); }
  @GetMapping("/sorted") List<Item> sorted(@RequestParam String sort) { return service.sorted(sort); }
  @PostMapping("/find") List<Item> find(@RequestBody ItemQuery q) { return service.find(q); }
  @PostMapping("/count") List<Item> count(@RequestBody ItemQuery q) { return service.limit(q); }
  @PostMapping("/order") List<Item> order(@RequestBody ItemQuery q) { return service.order(q); }
  @PostMapping("/checked") List<Item> checked(@RequestParam String sort) { Checks.column(sort); return service.column(sort); }
  @PostMapping("/builder") List<Item> builder(@RequestBody ItemQuery q) { return service.built(q.getName()); }
}
