import org.springframework.context.annotation.*;
import org.springframework.remoting.httpinvoker.HttpInvokerServiceExporter;
import org.springframework.remoting.rmi.RmiServiceExporter;
import org.springframework.web.client.RestTemplate;

@Configuration
class Remote {
    @Bean
    RmiServiceExporter rmi(Object service) {
        // ruleid: java-remote-objects
        RmiServiceExporter exporter = new RmiServiceExporter();
        exporter.setService(service);
        return exporter;
    }

    @Bean(name = "/orders")
    HttpInvokerServiceExporter http(Object service) {
        // ruleid: java-remote-objects
        HttpInvokerServiceExporter exporter = new HttpInvokerServiceExporter();
        exporter.setService(service);
        return exporter;
    }

    @Bean
    RestTemplate plain() {
        // ok: java-remote-objects
        return new RestTemplate();
    }
}
