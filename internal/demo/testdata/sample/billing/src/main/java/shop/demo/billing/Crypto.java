package shop.demo.billing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Random;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** What billing encrypts, signs and draws. */
public final class Crypto {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Crypto() {}

  public static byte[] encryptCard(SecretKey key, byte[] card) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("DES/ECB/PKCS5Padding");
    cipher.init(Cipher.ENCRYPT_MODE, key);
    return cipher.doFinal(card);
  }

  public static byte[] encryptIban(SecretKey key, byte[] nonce, byte[] iban)
      throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));
    return cipher.doFinal(iban);
  }

  public static String signature(String invoice) throws GeneralSecurityException {
    MessageDigest digest = MessageDigest.getInstance("SHA-1");
    return HexFormat.of().formatHex(digest.digest(invoice.getBytes(StandardCharsets.UTF_8)));
  }

  public static String checksum(byte[] file) throws GeneralSecurityException {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(file));
  }

  public static String paymentCode() {
    return String.format("%08d", new Random().nextInt(100_000_000));
  }

  public static String approvalCode() {
    return String.format("%08d", RANDOM.nextInt(100_000_000));
  }

  public static SSLContext bankContext() throws GeneralSecurityException {
    X509TrustManager trust =
        new X509TrustManager() {
          @Override
          public void checkClientTrusted(X509Certificate[] chain, String type) {}

          @Override
          public void checkServerTrusted(X509Certificate[] chain, String type) {}

          @Override
          public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
          }
        };
    SSLContext context = SSLContext.getInstance("TLSv1.2");
    context.init(null, new TrustManager[] {trust}, RANDOM);
    return context;
  }

  public static SSLContext defaultContext() throws GeneralSecurityException {
    return SSLContext.getDefault();
  }
}
