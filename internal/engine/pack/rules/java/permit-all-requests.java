import org.springframework.security.config.annotation.web.builders.HttpSecurity;

class Open {
    void configure(HttpSecurity http) throws Exception {
        // ruleid: java-permit-all-requests
        http.authorizeHttpRequests(a -> a.anyRequest().permitAll());
        // ruleid: java-permit-all-requests
        http.authorizeRequests().anyRequest().permitAll();
        // ok: java-permit-all-requests
        http.securityMatcher("/public/**").authorizeHttpRequests(a -> a.anyRequest().permitAll());
        // ok: java-permit-all-requests
        http.authorizeHttpRequests(a -> a.anyRequest().authenticated());
    }
}
