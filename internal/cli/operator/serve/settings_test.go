package serve

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

func TestSettingsPage(t *testing.T) {
	page, err := os.ReadFile("../../../../docs/reference/settings.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range os.Environ() {
		if strings.HasPrefix(name, "VIGIL_") {
			variable, _, _ := strings.Cut(name, "=")
			t.Setenv(variable, "") // restored afterwards
			os.Unsetenv(variable)
		}
	}
	flags := 0
	NewServe().Flags().VisitAll(func(f *pflag.Flag) {
		flags++
		variable := "VIGIL_" + strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))
		byDefault := " "
		if f.DefValue != "" {
			byDefault = " `" + f.DefValue + "` "
		}
		if line := fmt.Sprintf("| `--%s` | `%s` |%s|", f.Name, variable, byDefault); !strings.Contains(string(page), line) {
			t.Errorf("settings.md lacks %q", line)
		}
		if !strings.Contains(f.Usage, variable) {
			t.Errorf("--%s does not name %s", f.Name, variable)
		}
	})
	if lines := strings.Count(string(page), "| `--"); lines != flags {
		t.Errorf("%d settings on the page, %d flags", lines, flags)
	}
}
