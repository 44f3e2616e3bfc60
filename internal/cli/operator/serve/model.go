package serve

import (
	"os"

	"github.com/spf13/pflag"

	"vigil/internal/cli/command"
	"vigil/internal/review"
)

// modelFlags are the settings that concern language models.
type modelFlags struct{ url, names, prices, budget, repositories string }

func (f *modelFlags) declare(flags *pflag.FlagSet) {
	command.Setting(flags, &f.url, "model-url", "VIGIL_MODEL_URL", review.DefaultURL, "Messages API that models are asked at, if VIGIL_MODEL_KEY is set")
	command.Setting(flags, &f.names, "model-names", "VIGIL_MODEL_NAMES", "", "names of models at that API that differ from "+review.DefaultNames())
	command.Setting(flags, &f.prices, "model-prices", "VIGIL_MODEL_PRICES", "", "prices that differ from the defaults, in dollars per million input and output tokens, such as sonnet=2/10")
	command.Setting(flags, &f.budget, "model-budget", "VIGIL_MODEL_BUDGET", "2.00/scan,200/month", "most that models may cost in dollars, for a scan and for a team in a month")
	command.Setting(flags, &f.repositories, "model-repositories", "VIGIL_MODEL_REPOSITORIES", "", "repositories whose code may be sent to models, such as acme/* (default none)")
}

func (f *modelFlags) apply(c *review.Config) (err error) {
	c.URL, c.Key = trimURL(f.url), review.Key(os.Getenv("VIGIL_MODEL_KEY")) // not a flag: other users can see arguments
	if err := review.CheckURL(c.URL); err != nil {
		return command.Usagef("--model-url %v", err)
	}
	if c.Names, err = review.ParseNames(f.names); err != nil {
		return command.Usagef("--model-names: %v", err)
	}
	if c.Prices, err = review.ParsePrices(f.prices); err != nil {
		return command.Usagef("--model-prices: %v", err)
	}
	if c.Budget, err = review.ParseBudget(f.budget); err != nil {
		return command.Usagef("--model-budget: %v", err)
	}
	if c.Repositories, err = review.ParsePatterns(f.repositories); err != nil {
		return command.Usagef("--model-repositories: %v", err)
	}
	return nil
}
