import org.springframework.boot.actuate.autoconfigure.security.servlet.EndpointRequest;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;

class Watch {
    void open(HttpSecurity http) throws Exception {
        // ruleid: java-actuators-open
        http.securityMatcher(EndpointRequest.toAnyEndpoint()).authorizeHttpRequests(r -> r.anyRequest().permitAll());
    }

    void old(HttpSecurity http) throws Exception {
        // ruleid: java-actuators-open
        http.authorizeRequests().requestMatchers(EndpointRequest.toAnyEndpoint()).permitAll();
    }

    void closed(HttpSecurity http) throws Exception {
        // ok: java-actuators-open
        http.securityMatcher(EndpointRequest.toAnyEndpoint()).authorizeHttpRequests(r -> r.anyRequest().hasRole("ADMIN"));
    }

    void byPath(HttpSecurity http) throws Exception {
        // ruleid: java-actuators-open
        http.authorizeHttpRequests(r -> r.requestMatchers("/login", "/actuator/**").permitAll().anyRequest().authenticated());
        // ok: java-actuators-open
        http.authorizeHttpRequests(r -> r.requestMatchers("/actuator/health").permitAll().anyRequest().authenticated());
    }

    void restIsOpen(HttpSecurity http) throws Exception {
        // ok: java-actuators-open
        http.authorizeHttpRequests(r -> r.requestMatchers(EndpointRequest.toAnyEndpoint()).hasRole("ADMIN").anyRequest().permitAll());
        // ok: java-actuators-open
        http.authorizeRequests().requestMatchers(EndpointRequest.toAnyEndpoint()).hasRole("ADMIN").antMatchers("/**").permitAll();
    }

    void health(HttpSecurity http) throws Exception {
        // ok: java-actuators-open
        http.authorizeHttpRequests(r -> r.requestMatchers(EndpointRequest.to("health")).permitAll());
    }
}
