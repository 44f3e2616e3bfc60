package org.example.fleet.security;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

public final class Crypto {
    private Crypto() {}

    public static byte[] fingerprint(byte[] data) throws Exception {
        return MessageDigest.getInstance("MD5").digest(data); // finds: java-weak-hash
    }

    public static byte[] checksum(byte[] data) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(data); // safe: java-weak-hash
    }

    public static Cipher old() throws Exception {
        return Cipher.getInstance("DES/CBC/PKCS5Padding"); // finds: java-weak-cipher
    }

    public static Cipher blocks() throws Exception {
        return Cipher.getInstance("AES/ECB/PKCS5Padding"); // finds: java-ecb-mode
    }

    public static Cipher current() throws Exception {
        return Cipher.getInstance("AES/GCM/NoPadding"); // safe: java-weak-cipher, java-ecb-mode
    }

    public static SecretKeySpec partnerKey() {
        return new SecretKeySpec("garage-and-fleet".getBytes(StandardCharsets.UTF_8), "AES"); // finds: java-hardcoded-key
    }

    public static SecretKeySpec key() {
        return new SecretKeySpec(System.getenv("FLEET_KEY").getBytes(StandardCharsets.UTF_8), "AES"); // safe: java-hardcoded-key
    }

    public static String resetToken() {
        Random random = new Random();
        return Long.toHexString(random.nextLong()); // finds: java-weak-random
    }

    public static String sessionToken() {
        SecureRandom random = new SecureRandom();
        return Long.toHexString(random.nextLong()); // safe: java-weak-random
    }

    public static void remember(HttpServletResponse response, String token) {
        Cookie cookie = new Cookie("remember", token);
        cookie.setHttpOnly(true);
        response.addCookie(cookie); // finds: java-insecure-cookie
    }

    public static void session(HttpServletResponse response, String token) {
        Cookie cookie = new Cookie("session", token);
        cookie.setHttpOnly(true);
        cookie.setSecure(true);
        response.addCookie(cookie); // safe: java-insecure-cookie
    }

    public static boolean same(byte[] given, byte[] signature) {
        return MessageDigest.isEqual(given, signature); // safe: java-timing-comparison
    }
}
