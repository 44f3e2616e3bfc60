import android.net.http.SslError;
import android.webkit.*;

class Careless extends WebViewClient {
    @Override
    public void onReceivedSslError(WebView view, SslErrorHandler handler, SslError error) {
        // ruleid: java-android-tls-error-ignored
        handler.proceed();
    }
}

class Careful extends WebViewClient {
    @Override
    public void onReceivedSslError(WebView view, SslErrorHandler handler, SslError error) {
        // ok: java-android-tls-error-ignored
        handler.cancel();
    }
}
