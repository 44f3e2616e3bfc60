package store_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"vigil"
	"vigil/internal/store"
	"vigil/internal/store/storetest"
)

func release(channel, version, scanner string, pushed int64) vigil.Release {
	return vigil.Release{ID: vigil.NewID(), Channel: channel, Version: version, ScannerVersion: scanner, GitSHA: "abcd", ImageURI: "r.example/scanner",
		ImageDigest: "sha256:" + fmt.Sprint(pushed), Notes: "n", PushedAt: time.UnixMicro(pushed).UTC()}
}

func TestReleases(t *testing.T) {
	storetest.ForEachBackend(t, func(t *testing.T, s *store.Store) {
		team, other := storetest.Team(t, s, "acme").ID, storetest.Team(t, s, "other").ID
		all := []vigil.Release{
			release("stable", "1.4", "1.4.2", 5000), release("stable", "1.3", "1.3.0", 1000), release("stable", "1.4", "1.4.1", 4000),
			release("stable", "1.4", "1.4.2", 3000), release("stable", "2", "1.4", 2000), release("beta", "1.5", "1.5.0", 9000),
			release("stable", "1.3", "1.3.0", 1000), // at the same time: the later ID wins
		}
		storetest.Write(t, s, func(tx *store.Tx) error {
			for _, r := range all {
				if err := tx.InsertRelease(ctx, r); err != nil {
					return err
				}
			}
			return nil
		})
		for version, want := range map[string]int{"": 0, "1.4": 0, "1.4.2": 0, "1.4.1": 2, "2": 4, "1.3": 6, "1.3.0": 6} {
			if got, err := s.GetRelease(ctx, team, "stable", version); err != nil || got != all[want] {
				t.Errorf("%q: %v, %+v, want %+v", version, err, got, all[want])
			}
		}
		missing := func(what string, team vigil.TeamID, channel, version string) {
			t.Helper()
			_, err := s.GetRelease(ctx, team, channel, version)
			if vigil.KindOf(err) != vigil.NotFound {
				t.Errorf("%s: %v", what, err)
			}
			if _, err := s.ListReleases(ctx, team, channel, vigil.Page{Limit: 1}); version == "" && vigil.KindOf(err) != vigil.NotFound {
				t.Errorf("%s, list: %v", what, err)
			}
		}
		missing("a version of another channel", team, "stable", "1.5")
		missing("letter case", team, "Stable", "")
		missing("an unknown channel", team, "gamma", "")

		stable := slices.DeleteFunc(slices.Clone(all), func(r vigil.Release) bool { return r.Channel != "stable" })
		for _, desc := range []bool{false, true} {
			sortBy(stable, desc, func(a, b vigil.Release) int { return a.PushedAt.Compare(b.PushedAt) }, func(r vigil.Release) vigil.ID { return r.ID })
			got := walk(t, vigil.Page{Limit: 2, Sort: "pushed_at", Desc: desc}, func(p vigil.Page) (store.List[vigil.Release], error) {
				return s.ListReleases(ctx, team, "stable", p)
			})
			if !slices.Equal(got, stable) {
				t.Errorf("desc %v:\n got %v\nwant %v", desc, got, stable)
			}
		}

		restrict := func(channel string, teams ...vigil.TeamID) {
			storetest.Write(t, s, func(tx *store.Tx) error { return tx.ReplaceChannelTeams(ctx, channel, teams) })
		}
		restrict("stable", other)
		restrict("later", team, team)
		missing("a channel of others", team, "stable", "")
		missing("a channel without releases", team, "later", "")
		if _, err := s.GetRelease(ctx, other, "stable", ""); err != nil {
			t.Error(err)
		}
		if _, err := s.GetRelease(ctx, team, "beta", ""); err != nil {
			t.Errorf("another channel: %v", err)
		}
		restrict("stable", team, other)
		channels, err := s.ListChannels(ctx)
		if got := fmt.Sprint(channels); err != nil || got != "[{beta 1 []} {later 0 [acme]} {stable 6 [acme other]}]" {
			t.Errorf("%v: %s", err, got)
		}
		restrict("stable")
		if _, err := s.GetRelease(ctx, team, "stable", ""); err != nil {
			t.Error(err)
		}
		for channel, want := range map[string]int{"": 7, "beta": 1, "gamma": 0} {
			if got, err := s.ListAllReleases(ctx, channel); err != nil || len(got) != want {
				t.Errorf("%q: %v, %d", channel, err, len(got))
			}
		}
	})
}
