// Package inputs finds the files that scans use besides the code: rules, the advisory database,
// and compiled grammars. It is shared by commands that scan locally and those that configure a
// server. It knows neither the server nor the database.
package inputs

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"vigil/internal/advisory"
	"vigil/internal/cli/command"
	"vigil/internal/ecosystem"
	"vigil/internal/engine/rules"
	"vigil/internal/engine/syntax"
)

// DeclareAdvisories declares the flag that names the advisory database.
func DeclareAdvisories(flags *pflag.FlagSet, to *string) {
	command.Setting(flags, to, "advisories", "VIGIL_ADVISORIES", "", "advisory database file (default "+advisory.FileName+" in the data folder)")
}

// DataAdvisories returns the path of the advisory database in a data folder.
func DataAdvisories(data string) string { return filepath.Join(data, advisory.FileName) }

// UserAdvisories returns the path of the user's own advisory database, or "" if the user has no
// cache folder.
func UserAdvisories() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "vigil", advisory.FileName)
}

// CheckAdvisories reads an advisory database to the end and returns what it holds.
func CheckAdvisories(path string) (advisory.Status, error) {
	file, f, err := advisory.Open(path)
	if err != nil {
		return advisory.Status{}, err
	}
	defer file.Close()
	if err := f.Each(func(ecosystem.Kind, string, []advisory.Advisory) error { return nil }); err != nil {
		return advisory.Status{}, fmt.Errorf("read advisories from %s: %w", path, err)
	}
	return f.Status, nil
}

// ReadRules reads the rule files of a folder, or one file.
func ReadRules(path string) (rules.Bundle, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, command.Usagef("there are no rules at %s", path)
	}
	if info.IsDir() {
		return rules.ReadBundle(os.DirFS(path))
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return rules.Bundle{{Path: filepath.Base(path), Text: text}}, nil
}

// GrammarCache returns the user's folder of compiled grammars, or "" if it cannot be created.
func GrammarCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir += "/vigil/grammars"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ""
	}
	return dir
}

// ScanCache returns the user's folder of results that later scans use, or "" if it cannot be
// created.
func ScanCache() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir += "/vigil/scans"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ""
	}
	return dir
}

// ModelAnswers returns the user's folder of answers of language models, or "" if it cannot be
// created.
func ModelAnswers() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir += "/vigil/model"
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ""
	}
	return dir
}

// OpenParsers opens the parsers with the user's grammar cache.
func OpenParsers(ctx context.Context) (*syntax.Engine, error) {
	return syntax.New(ctx, syntax.Config{CacheDir: GrammarCache()})
}
