import android.webkit.*;

class Shop {
    void show(WebView view) {
        WebSettings settings = view.getSettings();
        // ruleid: java-android-web-view
        settings.setAllowUniversalAccessFromFileURLs(true);
        // ruleid: java-android-web-view
        WebView.setWebContentsDebuggingEnabled(true);
        // ruleid: java-android-web-view
        view.addJavascriptInterface(new Shop(), "shop");
        // ok: java-android-web-view
        settings.setAllowFileAccessFromFileURLs(false);
        // ok: java-android-web-view
        view.loadUrl("https://shop.example.com/");
    }

    void own(WebView view) {
        // ok: java-android-web-view
        view.addJavascriptInterface(new Shop(), "shop");
        view.loadUrl("file:///android_asset/shop.html");
    }
}
