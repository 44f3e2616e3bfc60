//go:build ignore

package shop

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"
	"github.com/go-resty/resty/v2"
	"github.com/labstack/echo/v4"
)

type api struct{ client *http.Client }

func throughResty(w http.ResponseWriter, r *http.Request) {
	client := resty.New()
	// ruleid: go-ssrf
	client.R().Get(r.FormValue("url"))
	// ok: go-ssrf
	client.R().SetBody(r.FormValue("text")).Post("https://api.shop.test/notes")
	// ok: go-ssrf
	client.R().SetAuthToken(r.FormValue("token"))
}

func answers(w http.ResponseWriter, next *http.Request) {
	r, err := http.DefaultClient.Do(next)
	if err != nil {
		return
	}
	var page struct{ Next string }
	json.NewDecoder(r.Body).Decode(&page)
	// ok: go-ssrf
	http.Get(page.Next)
}

func stored(w http.ResponseWriter, r *http.Request, hooks *hookStore) {
	hook, err := hooks.GetHookByName(r.FormValue("name"))
	if err != nil {
		return
	}
	// ok: go-ssrf
	http.Post(hook.Address, "text/plain", nil)
}

func onStart(app *application, address string) {
	app.OnServe().Bind(&handler{Func: func() {
		// ok: go-ssrf
		http.Get(address)
	}})
}

func fetch(w http.ResponseWriter, r *http.Request) {
	// ruleid: go-ssrf
	http.Get(r.FormValue("url"))
	target := "http://" + r.URL.Query().Get("host") + "/status"
	// ruleid: go-ssrf
	req, _ := http.NewRequest("GET", target, nil)
	_ = req
	// ok: go-ssrf
	http.Get("https://api.shop.test/items/" + r.FormValue("id"))
	// ok: go-ssrf
	http.Get(fmt.Sprintf("https://api.shop.test/items/%s", r.FormValue("id")))
	// ok: go-ssrf
	http.Get("https://api.shop.test/items?q=" + url.QueryEscape(r.FormValue("q")))
}

func known(w http.ResponseWriter, r *http.Request) {
	target := r.FormValue("url")
	if target == "https://api.shop.test/" {
		// ok: go-ssrf
		http.Get(target)
	}
	if target == "" {
		return
	}
	// ruleid: go-ssrf
	http.Get(target)
}

func (a *api) proxy(c *gin.Context) {
	// ruleid: go-ssrf
	a.client.Get(c.Query("url"))
	// ok: go-ssrf
	a.client.Get("https://api.shop.test/health")
}

func echoFetch(c echo.Context) error {
	host := c.QueryParam("host")
	allowedHosts := map[string]bool{"a.test": true}
	if !allowedHosts[host] {
		return nil
	}
	// ok: go-ssrf
	_, err := http.Get("https://" + host + "/feed")
	return err
}

func echoProxy(c echo.Context) error {
	// ruleid: go-ssrf
	_, err := http.Post(c.FormValue("hook"), "text/plain", nil)
	return err
}

type mutationResolver struct{}

func (r *mutationResolver) ImportFeed(ctx context.Context, address string) (bool, error) {
	// ruleid: go-ssrf
	_, err := http.Get(address)
	return err == nil, err
}

func (r *mutationResolver) RefreshFeed(ctx context.Context, id string) (bool, error) {
	// ok: go-ssrf
	_, err := http.Get(feedAddress)
	return err == nil, err
}

func live(w http.ResponseWriter, r *http.Request) {
	conn, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	_, message, _ := conn.ReadMessage()
	// ruleid: go-ssrf
	http.Get(string(message))
	// ok: go-ssrf
	http.Get(feedAddress)
}

func (s *feeds) Add(ctx context.Context, req *pb.AddFeedRequest) (*pb.Feed, error) {
	// ruleid: go-ssrf
	http.Get(req.GetAddress())
	// ok: go-ssrf
	http.Get("https://feeds.shop.example/" + req.GetName())
	return nil, nil
}

func packaging(w http.ResponseWriter, r *http.Request) {
	// ok: go-ssrf
	http.Get(packagingService + "/" + r.FormValue("product"))
	// ruleid: go-ssrf
	http.Get(r.FormValue("service") + "/" + r.FormValue("product"))
	// ruleid: go-ssrf
	http.Get(protocol + r.FormValue("service"))
}

func proxied(w http.ResponseWriter, r *http.Request) {
	address := r.FormValue("url")
	parsed, err := url.Parse(address)
	if err != nil {
		return
	}
	if err := validateHost(r.Context(), parsed.Host); err != nil {
		return
	}
	// ok: go-ssrf
	http.Get(address)
}

func parsedOnly(w http.ResponseWriter, r *http.Request) {
	address := r.FormValue("url")
	if parsed, err := url.Parse(address); err != nil || parsed.Host == "" {
		return
	}
	// ruleid: go-ssrf
	http.Get(address)
}
