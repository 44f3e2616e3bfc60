package org.example.fleet.security;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.NoOpPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
public class SecurityConfig {
    @Bean
    public SecurityFilterChain pages(HttpSecurity http) throws Exception {
        http.authorizeHttpRequests(a -> a.requestMatchers("/health").permitAll().anyRequest().authenticated()); // safe: java-permit-all-requests
        http.csrf(c -> c.disable()); // finds: java-csrf-disabled
        return http.build();
    }

    @Bean
    public SecurityFilterChain open(HttpSecurity http) throws Exception {
        http.authorizeHttpRequests(a -> a.anyRequest().permitAll()); // finds: java-permit-all-requests
        return http.build();
    }

    @Bean
    public PasswordEncoder encoder() {
        return new BCryptPasswordEncoder(12); // safe: java-weak-password-encoder
    }

    @Bean
    public PasswordEncoder oldEncoder() {
        return NoOpPasswordEncoder.getInstance(); // finds: java-weak-password-encoder
    }
}
