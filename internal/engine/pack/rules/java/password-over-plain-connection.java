import java.io.*;
import java.net.*;
import java.sql.*;
import javax.net.ssl.*;

class Login {
    Connection plain(Socket socket, String url) throws Exception {
        BufferedReader reader = new BufferedReader(new InputStreamReader(socket.getInputStream()));
        String password = reader.readLine();
        // ruleid: java-password-over-plain-connection
        return DriverManager.getConnection(url, "app", password);
    }

    PasswordAuthentication peer(Socket socket) throws Exception {
        BufferedReader reader = new BufferedReader(new InputStreamReader(socket.getInputStream()));
        // ruleid: java-password-over-plain-connection
        return new PasswordAuthentication("app", reader.readLine().toCharArray());
    }

    Connection encrypted(SSLSocket socket, String url) throws Exception {
        BufferedReader reader = new BufferedReader(new InputStreamReader(socket.getInputStream()));
        // ok: java-password-over-plain-connection
        return DriverManager.getConnection(url, "app", reader.readLine());
    }

    Connection given(String url) throws Exception {
        // ok: java-password-over-plain-connection
        return DriverManager.getConnection(url, "app", System.getenv("DB_PASSWORD"));
    }
}
