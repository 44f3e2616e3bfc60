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

    void health(HttpSecurity http) throws Exception {
        // ok: java-actuators-open
        http.authorizeHttpRequests(r -> r.requestMatchers(EndpointRequest.to("health")).permitAll());
    }
}
