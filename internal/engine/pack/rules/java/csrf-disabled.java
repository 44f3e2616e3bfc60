import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;

class Security {
    void configure(HttpSecurity http) throws Exception {
        // ruleid: java-csrf-disabled
        http.csrf().disable();
        // ruleid: java-csrf-disabled
        http.csrf(c -> c.disable());
        // ruleid: java-csrf-disabled
        http.csrf(AbstractHttpConfigurer::disable);
        // ok: java-csrf-disabled
        http.csrf(c -> c.ignoringRequestMatchers("/api/**"));
    }
}
