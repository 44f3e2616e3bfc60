package shop.demo.billing;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.servlet.view.RedirectView;

@RestController
@RequestMapping("/invoices")
public class InvoiceController {
  private static final Path ARCHIVE = Path.of("/var/lib/billing/archive");
  private static final Set<String> PAGES = Set.of("/", "/invoices", "/help");

  private final DataSource database;
  private final RestTemplate client = new RestTemplate();

  public InvoiceController(DataSource database) {
    this.database = database;
  }

  @GetMapping
  public List<String> byCustomer(@RequestParam String customer) throws SQLException {
    List<String> numbers = new ArrayList<>();
    try (Connection c = database.getConnection();
        Statement statement = c.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT number FROM invoices WHERE customer = '" + customer + "'")) {
      while (rows.next()) {
        numbers.add(rows.getString(1));
      }
    }
    return numbers;
  }

  @GetMapping("/{number}")
  public ResponseEntity<String> one(@PathVariable String number) throws SQLException {
    try (Connection c = database.getConnection();
        PreparedStatement statement =
            c.prepareStatement("SELECT total FROM invoices WHERE number = ?")) {
      statement.setString(1, number);
      ResultSet rows = statement.executeQuery();
      return rows.next()
          ? ResponseEntity.ok(rows.getString(1))
          : ResponseEntity.status(HttpStatus.NOT_FOUND).build();
    }
  }

  @GetMapping("/archive")
  public byte[] archived(@RequestParam String file) throws IOException {
    return Files.readAllBytes(ARCHIVE.resolve(file));
  }

  @GetMapping("/archive/checked")
  public byte[] archivedChecked(@RequestParam String file) throws IOException {
    Path path = ARCHIVE.resolve(file).normalize();
    if (!path.startsWith(ARCHIVE)) {
      throw new IOException("not in the archive");
    }
    return Files.readAllBytes(path);
  }

  @GetMapping("/rate")
  public String exchangeRate(@RequestParam String source) {
    return client.getForObject(URI.create(source), String.class);
  }

  @GetMapping("/back")
  public RedirectView back(@RequestParam String page) {
    return new RedirectView(PAGES.contains(page) ? page : "/");
  }

  @GetMapping("/paid")
  public RedirectView paid(@RequestParam String target) {
    return new RedirectView(target);
  }
}
