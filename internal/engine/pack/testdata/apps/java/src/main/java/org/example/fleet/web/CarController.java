package org.example.fleet.web;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.example.fleet.data.CarRepository;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.HtmlUtils;

@RestController
@RequestMapping("/cars")
public class CarController {
    private static final Map<String, String> ORDERS = Map.of("plate", "plate", "age", "bought DESC");

    private final CarRepository cars;
    private final JdbcTemplate jdbc;

    public CarController(CarRepository cars, JdbcTemplate jdbc) {
        this.cars = cars;
        this.jdbc = jdbc;
    }

    @GetMapping
    public List<String> find(@RequestParam String plate, @RequestParam(required = false) String driver) throws SQLException {
        return driver == null ? cars.byPlate(plate) : cars.byDriver(driver);
    }

    @GetMapping("/sorted")
    public List<String> sorted(@RequestParam String by) {
        String order = ORDERS.getOrDefault(by, "plate");
        return jdbc.queryForList("SELECT plate FROM cars ORDER BY " + order, String.class); // safe: java-sql-injection
    }

    @GetMapping("/of/{department}")
    public List<String> of(@PathVariable String department) {
        String query = "SELECT plate FROM cars WHERE department = '" + department + "'";
        return jdbc.queryForList(query, String.class); // finds: java-sql-injection
    }

    @GetMapping("/in/{department}")
    public List<String> in(@PathVariable String department) {
        return jdbc.queryForList("SELECT plate FROM cars WHERE department = ?", String.class, department); // safe: java-sql-injection
    }

    @DeleteMapping("/{id}")
    public void remove(@PathVariable long id) {
        jdbc.update("DELETE FROM cars WHERE id = " + id); // safe: java-sql-injection
    }

    @GetMapping(value = "/hello", produces = "text/html")
    public String hello(@RequestParam String name) {
        return "<h1>Hello " + name + "</h1>"; // finds: java-xss-spring
    }

    @GetMapping(value = "/welcome", produces = "text/html")
    public String welcome(@RequestParam String name) {
        return "<h1>Welcome " + HtmlUtils.htmlEscape(name) + "</h1>"; // safe: java-xss-spring
    }
}
