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

    // ruleid: java-jackson-default-typing
    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS, include = JsonTypeInfo.As.PROPERTY)
    private List<Object> list;

    // ok: java-jackson-default-typing
    @JsonTypeInfo(use = JsonTypeInfo.Id.CLASS)
    Shape shape;

    void validators() {
        // ruleid: java-jackson-default-typing
        BasicPolymorphicTypeValidator.builder().allowIfBaseType(Object.class).build();
        // ok: java-jackson-default-typing
        BasicPolymorphicTypeValidator.builder().allowIfBaseType(Shape.class).build();
    }

    void modules(SetupContext context) {
        // ok: java-jackson-default-typing
        SecurityJackson2Modules.enableDefaultTyping(context.getOwner());
    }
}
