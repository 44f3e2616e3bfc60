package review

import (
	"fmt"
	"maps"
	"math"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"vigil"
)

// DefaultURL is the vendor's API.
const DefaultURL = "https://api.anthropic.com"

// Key is the key of the API. It does not print.
type Key string

// String returns a placeholder, so that no log or error shows the key.
func (Key) String() string { return "(key)" }

// GoString does the same for %#v.
func (Key) GoString() string { return "(key)" }

// Config is how models are asked. The zero value asks none.
type Config struct {
	URL    string // of the API or a compatible gateway; "": DefaultURL
	Key    Key    // "": no model is asked
	Names  map[vigil.Model]string
	Prices map[vigil.Model]Price // those that differ from the defaults
	Budget Budget
	// Repositories are patterns of the full names of repositories whose code may be sent. None: none.
	Repositories Patterns
	// AtOnce is how many calls this process makes at a time. 0: 4.
	AtOnce int
	// CallTime is how long one call may take, ScanTime how long a scan begins new ones for a second
	// look, and HuntTime for a hunt. 0: 2, 5, and 10 minutes.
	CallTime, ScanTime, HuntTime time.Duration
	// MaxFindings is how many findings of a scan are asked about, and MaxHandlers how many handlers
	// of routes. 0: 100.
	MaxFindings, MaxHandlers int
	// MaxWait is the longest Retry-After to honor. 0: one minute.
	MaxWait time.Duration
}

func (c Config) withDefaults() Config {
	or := func(d *time.Duration, byDefault time.Duration) {
		if *d == 0 {
			*d = byDefault
		}
	}
	or(&c.CallTime, 2*time.Minute)
	or(&c.ScanTime, 5*time.Minute)
	or(&c.HuntTime, 10*time.Minute)
	or(&c.MaxWait, time.Minute)
	if c.URL == "" {
		c.URL = DefaultURL
	}
	if c.AtOnce == 0 {
		c.AtOnce = 4
	}
	if c.MaxFindings == 0 {
		c.MaxFindings = 100
	}
	if c.MaxHandlers == 0 {
		c.MaxHandlers = 100
	}
	if c.Budget == (Budget{}) {
		c.Budget = DefaultBudget
	}
	return c
}

// CheckURL returns an error unless u is the base URL of an API. It must not have a password: URLs
// are logged.
func CheckURL(u string) error {
	parsed, err := url.Parse(u)
	switch {
	case err != nil || parsed.Host == "" || parsed.Scheme != "https" && parsed.Scheme != "http":
		return fmt.Errorf("must be a URL that begins with https:// or http://")
	case parsed.User != nil:
		return fmt.Errorf("must not contain a user or password: set the key in VIGIL_MODEL_KEY")
	case parsed.RawQuery != "" || parsed.Fragment != "":
		return fmt.Errorf("must not contain a query or a fragment")
	}
	return nil
}

// defaultNames are the names of models at the vendor's API.
var defaultNames = map[vigil.Model]string{"haiku": "claude-haiku-5-5", "sonnet": "claude-sonnet-5-5", "opus": "claude-opus-5-5"}

// DefaultNames returns the default of ParseNames as text.
func DefaultNames() string {
	var words []string
	for _, m := range vigil.Models {
		words = append(words, string(m)+"="+defaultNames[m])
	}
	return strings.Join(words, ", ")
}

var goodName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._:/@-]{0,199}$`)

// ParseNames parses the names of models at the API, such as haiku=small,sonnet=medium. Models that
// are not in the list have their default name.
func ParseNames(list string) (map[vigil.Model]string, error) {
	names := maps.Clone(defaultNames)
	err := eachPair(list, func(m vigil.Model, name string) error {
		if !goodName.MatchString(name) {
			return fmt.Errorf("%q is not the name of a model", name)
		}
		names[m] = name
		return nil
	})
	return names, err
}

// eachPair calls fn for each model=value of a comma-separated list.
func eachPair(list string, fn func(vigil.Model, string) error) error {
	for pair := range strings.SplitSeq(list, ",") {
		if pair = strings.TrimSpace(pair); pair == "" {
			continue
		}
		m, value, found := strings.Cut(pair, "=")
		if !found || !vigil.Model(m).Valid() {
			return fmt.Errorf("%q must look like sonnet=…; models are haiku, sonnet, and opus", pair)
		}
		if err := fn(vigil.Model(m), strings.TrimSpace(value)); err != nil {
			return err
		}
	}
	return nil
}

// Budget is what calls may cost.
type Budget struct{ PerScan, PerMonth vigil.Money } // PerMonth: of a team

// DefaultBudget is 2 dollars for a scan, and 200 for a team in a month.
var DefaultBudget = Budget{2 * vigil.Dollar, 200 * vigil.Dollar}

// unlimited is the budget of a period that is not named.
const unlimited vigil.Money = math.MaxInt64 / 2

// ParseBudget parses a budget in dollars such as 2.00/scan,200/month. A period that is not named is
// not limited.
func ParseBudget(text string) (Budget, error) {
	b := Budget{unlimited, unlimited}
	for part := range strings.SplitSeq(text, ",") {
		amount, period, _ := strings.Cut(strings.TrimSpace(part), "/")
		dollars, err := strconv.ParseFloat(amount, 64)
		if err != nil || !(dollars >= 0 && dollars <= 1e6) {
			return b, fmt.Errorf("%q is not an amount in dollars", amount)
		}
		m := vigil.Money(dollars * float64(vigil.Dollar))
		switch period {
		case "scan":
			b.PerScan = m
		case "month":
			b.PerMonth = m
		default:
			return b, fmt.Errorf("%q must look like 2.00/scan or 200/month", part)
		}
	}
	return b, nil
}

// Price is what one token costs.
type Price struct{ Input, Output vigil.Money }

// perMillion returns a price in dollars for a million tokens.
func perMillion(input, output float64) Price {
	return Price{vigil.Money(input * float64(vigil.Dollar) / 1e6), vigil.Money(output * float64(vigil.Dollar) / 1e6)}
}

// priceList has the vendor's prices by the beginning of a model's name, the most specific first. A
// name that is not in it has the highest price of its family, so that a budget holds for older
// models as well.
var priceList = []struct {
	prefix string
	Price
}{
	{"claude-haiku-5-5", perMillion(0.10, 0.50)},
	{"claude-haiku", perMillion(1, 5)},
	{"claude-sonnet-5", perMillion(2, 10)},
	{"claude-sonnet", perMillion(3, 15)},
	{"claude-opus-5-5", perMillion(4, 20)},
	{"claude-opus-5", perMillion(5, 25)},
	{"claude-opus-4-5", perMillion(5, 25)},
	{"claude-opus-4-6", perMillion(5, 25)},
	{"claude-opus-4-7", perMillion(5, 25)},
	{"claude-opus-4-8", perMillion(5, 25)},
}

var familyPrices = map[vigil.Model]Price{"haiku": perMillion(1, 5), "sonnet": perMillion(3, 15), "opus": perMillion(15, 75)}

// price returns the price of a model.
func (c Config) price(m vigil.Model) Price {
	if p, set := c.Prices[m]; set {
		return p
	}
	for _, p := range priceList {
		if strings.HasPrefix(c.name(m), p.prefix) {
			return p.Price
		}
	}
	return familyPrices[m]
}

func (c Config) name(m vigil.Model) string {
	if name := c.Names[m]; name != "" {
		return name
	}
	return defaultNames[m]
}

// ParsePrices parses prices in dollars for a million input and output tokens, such as sonnet=2/10.
func ParsePrices(list string) (map[vigil.Model]Price, error) {
	prices := map[vigil.Model]Price{}
	err := eachPair(list, func(m vigil.Model, value string) error {
		var both []float64
		for word := range strings.SplitSeq(value, "/") {
			if f, err := strconv.ParseFloat(word, 64); err == nil && f >= 0 && f <= 1e4 {
				both = append(both, f)
			}
		}
		if len(both) != 2 || strings.Count(value, "/") != 1 {
			return fmt.Errorf("%q is not a price such as 2/10: dollars for a million input and output tokens", value)
		}
		prices[m] = perMillion(both[0], both[1])
		return nil
	})
	return prices, err
}

// Patterns select repositories by full name.
type Patterns []string

// ParsePatterns parses patterns such as acme/*,other/api. A star stands for any text.
func ParsePatterns(list string) (Patterns, error) {
	var out Patterns
	for p := range strings.SplitSeq(list, ",") {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		if strings.ContainsAny(p, "?[]\\ ") {
			return nil, fmt.Errorf("%q is not a name such as acme/api or acme/*", p)
		}
		out = append(out, p)
	}
	return out, nil
}

// match reports whether a pattern selects a repository. Names are not case-sensitive, as at hosts.
func (ps Patterns) match(fullName string) bool {
	return slices.ContainsFunc(ps, func(p string) bool {
		parts := strings.Split(p, "*")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		return regexp.MustCompile(`(?is)\A` + strings.Join(parts, ".*") + `\z`).MatchString(fullName)
	})
}
