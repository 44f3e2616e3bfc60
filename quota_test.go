package vigil

import (
	"errors"
	"strings"
	"testing"
)

func TestParseQuotas(t *testing.T) {
	quotas, err := ParseQuotas("webhooks=20, queued_scans=off")
	if err != nil || quotas.Limit(QuotaWebhooks) != 20 || quotas.Limit(QuotaQueuedScans) != 0 || quotas.Limit(QuotaKeys) != 1000 {
		t.Fatalf("got %v, %v", quotas, err)
	}
	for list, want := range map[string]string{
		"webhook=1":     `"webhook" is no quota`,
		"webhooks":      "must be a number",
		"webhooks=0":    "must be a number",
		"webhooks=-1":   "must be a number",
		"webhooks=1,":   `"" is no quota`,
		"webhooks=many": `not "many"`,
	} {
		if _, err := ParseQuotas(list); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", list, err, want)
		}
	}
}

func TestQuotaCheck(t *testing.T) {
	quotas, err := ParseQuotas("webhooks=2,keys=off")
	if err != nil {
		t.Fatal(err)
	}
	if err := quotas.Check(QuotaWebhooks, 1, 1); err != nil {
		t.Errorf("the last one that fits is refused: %v", err)
	}
	if err := quotas.Check(QuotaKeys, 1<<40, 1); err != nil {
		t.Errorf("a quota that is off refuses: %v", err)
	}
	err = quotas.Check(QuotaWebhooks, 2, 1)
	if e, ok := errors.AsType[*Error](err); !ok || e.Kind != RateLimited || e.Code != "quota_exceeded" || e.Param != "webhooks" {
		t.Errorf("one too many: got %v", err)
	}
}
