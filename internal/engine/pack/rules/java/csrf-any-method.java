import java.sql.PreparedStatement;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;

@Controller
class Orders {
    private OrderRepository orders;

    @RequestMapping("/orders/delete")
    // ruleid: java-csrf-any-method
    public String delete(long id) {
        orders.deleteById(id);
        return "orders";
    }

    @GetMapping("/orders/pay")
    // ruleid: java-csrf-any-method
    public String pay(PreparedStatement statement) throws Exception {
        statement.executeUpdate();
        return "orders";
    }

    @PostMapping("/orders/delete")
    // ok: java-csrf-any-method
    public String deletePosted(long id) {
        orders.deleteById(id);
        return "orders";
    }

    @RequestMapping(value = "/orders/remove", method = RequestMethod.POST)
    // ok: java-csrf-any-method
    public String remove(long id) {
        orders.deleteById(id);
        return "orders";
    }

    @GetMapping("/orders")
    // ok: java-csrf-any-method
    public String list() {
        orders.findAll();
        return "orders";
    }
}
