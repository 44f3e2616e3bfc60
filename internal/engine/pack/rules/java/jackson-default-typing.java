import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;

class Mappers {
    void mapper() {
        ObjectMapper mapper = new ObjectMapper();
        // ruleid: java-jackson-default-typing
        mapper.enableDefaultTyping();
        // ok: java-jackson-default-typing
        mapper.findAndRegisterModules();
    }

    // ruleid: java-jackson-default-typing
    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    Object any;

    // ok: java-jackson-default-typing
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME)
    Object named;
}
