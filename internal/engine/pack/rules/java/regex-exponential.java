import java.util.regex.Pattern;

class Expressions {
    // ruleid: java-regex-exponential
    Pattern bad = Pattern.compile("^([a-z]+)+$");
    // ok: java-regex-exponential
    Pattern good = Pattern.compile("^[a-z]+$");
}
