# The targets a newcomer needs. `make` alone lists them.
.DEFAULT_GOAL := help
export CGO_ENABLED ?= 0

# The packages that the race detector watches: those that start goroutines, which arch_test.go
# checks, and those that serve several callers at a time. The detector makes the analysis of
# source code ten times slower; engine/all runs every detector on several cores for it.
WATCHED := . ./client $(addprefix ./internal/,backup cli/remote engine engine/all engine/rulescan engine/ruletest engine/syntax \
	gitlab httpapi integration listquery netguard review sandbox scan schedule server service source spool store triage web webhook)
UNWATCHED = $(filter-out $(shell go list $(WATCHED)),$(shell go list ./...))

# Tests of watched packages that do one thing at a time and take minutes when watched.
SINGLE := EveryPage|ScanRoutesAreStreamed|ImportTooLarge|EveryListWalksAnIndex|VulnerabilityLists|ScanLists|ManyShapesOfQueries|ManyFindings

# Not watched in them: SQLite itself, which is C translated to Go, and the compiler of grammars,
# which are up to thirty times slower when watched. Only packages that use no sync.Map or
# sync.Pool may be left out: the linker keeps one compiled copy of generic code such as the inside
# of sync.Map, and if it keeps one that is not watched, all users of sync.Map seem to race.
NORACE := $(foreach package,modernc.org/sqlite/lib modernc.org/libc/... modernc.org/memory \
	$(addprefix github.com/tetratelabs/wazero/internal/engine/wazevo/,backend/... frontend ssa),-gcflags=$(package)=-race=false)

.PHONY: help
help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

.PHONY: run
run: ## start the service on SQLite in ./vigil-data
	go run ./cmd/vigil serve

.PHONY: build
build: ## build ./bin/vigil, static
	go build -trimpath -ldflags='-s -w' -o bin/vigil ./cmd/vigil

.PHONY: test
test: ## check formatting and run all tests, on both databases, with the race detector
	@unformatted=$$(gofmt -l .); [ -z "$$unformatted" ] || { echo "run gofmt on:"; echo "$$unformatted"; exit 1; }
	go build ./...
	scripts/with-node scripts/with-chromium scripts/with-postgres $(MAKE) test-all

.PHONY: test-all
test-all: # each of the two leaves a core idle at times
	$(MAKE) -j2 --output-sync=target test-plain test-race
	$(MAKE) fuzz-smoke

.PHONY: test-plain
test-plain:
	go test -timeout 60m -parallel 4 $(UNWATCHED)
	@# What cannot run with the race detector, or takes minutes with it.
	go test -timeout 60m -run 'NothingIsLost|Rule|HoldsLittle|HoldLittle|InSandbox|Concurrency|CacheChangesNothing|IdentityOfChangedTrees|Witness|Fix|Hunt|Proofs|$(SINGLE)' $(addprefix ./internal/,engine/all engine/rulescan engine/syntax scan httpapi store web)

.PHONY: test-race
test-race:
	CGO_ENABLED=1 go test -race $(NORACE) -timeout 60m -skip '$(SINGLE)' $(WATCHED)

.PHONY: test-quick
test-quick: ## the tests that need no root, database server, or browser, without the slow ones
	go test -short -p 4 $$(go list ./... | grep -v /cmd/)

.PHONY: test-faults
test-faults: ## the tests that take minutes: kills, races, outages, huge sources
	VIGIL_TEST_FAULTS=1 scripts/with-postgres go test -timeout 90m -count=1 -v -run 'Kill|Mutant|Gate|Away|Disk|Huge|Hostile|Canaries' ./cmd/vigil ./internal/webhook ./internal/store

.PHONY: histories
histories: ## compare scans with and without the cache along the history of REPOSITORIES (folders)
	VIGIL_TEST_HISTORIES='$(REPOSITORIES)' go test -timeout 24h -count=1 -v -run TestHistories ./internal/engine/all

.PHONY: check
check: ## lint and look for known vulnerabilities in dependencies
	go vet ./...
	go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.12.2 run
	go run golang.org/x/vuln/cmd/govulncheck@v1.1.4 ./...

.PHONY: fuzz
fuzz: ## run each fuzz target for FUZZTIME (10s)
	scripts/fuzz $(or $(FUZZTIME),10s)

.PHONY: fuzz-smoke
fuzz-smoke: ## run each fuzz target for 1 s on mutations of its seeds; part of test
	scripts/fuzz --smoke $(or $(FUZZTIME),1s)

.PHONY: fuzz-hour
fuzz-hour: ## spread an hour over all fuzz targets
	scripts/fuzz --total 3600

.PHONY: bench
bench: ## measure; the figures belong into docs/reference/performance.md
	scripts/with-postgres go test -run '^$$' -bench . -benchtime $(or $(BENCHTIME),2s) -timeout 60m ./...

.PHONY: screenshot
screenshot: ## take the README's picture of the dashboard, with Chromium
	VIGIL_SCREENSHOT=$(CURDIR)/docs/images/dashboard.png scripts/with-chromium go test -count=1 -run TestScreenshot ./cmd/vigil

.PHONY: generate
generate: ## write anew what is generated from the source
	go generate ./...

.PHONY: grammars
grammars: ## build the grammars from their C sources; UPDATE=1 if other bytes are meant
	internal/engine/syntax/grammars/build.sh

.PHONY: native
native: ## build ./bin/vigil-native, with grammars in C, once its trees are the same
	cd internal/engine/syntax/native && CGO_ENABLED=1 go test . && CGO_ENABLED=1 go build -trimpath -ldflags='-s -w' -o $(CURDIR)/bin/vigil-native ./vigil
