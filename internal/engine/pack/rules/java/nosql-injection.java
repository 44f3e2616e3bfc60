import com.mongodb.client.model.Filters;
import org.bson.Document;
import org.springframework.data.mongodb.core.query.*;
import org.springframework.web.bind.annotation.*;

class Things {
    @GetMapping("/things")
    Object find(@RequestParam String name, @RequestParam int age) {
        // ruleid: java-nosql-injection
        Document d = Document.parse("{name: '" + name + "'}");
        // ruleid: java-nosql-injection
        new BasicQuery("{name: '" + name + "'}");
        // ruleid: java-nosql-injection
        Filters.where("this.name == '" + name + "'");
        // ok: java-nosql-injection
        new BasicQuery("{age: " + age + "}");
        // ok: java-nosql-injection
        return Filters.eq("name", name);
    }
}
