# Everything here needs Go and make; `make help` lists the targets.
# Compilers and interpreters of other languages are used where they are installed.

GO          ?= go
STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2
VERSION     := $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)
# The race detector needs a C compiler.
RACE        := $(if $(shell command -v gcc || command -v clang),-race)
JUDGE_FLAGS ?=
FUZZTIME    ?= 10s
BENCH       ?= .

# The flags are those with which judge builds Go programs, so that the standard library is
# compiled once for both.
BUILD := CGO_ENABLED=0 $(GO) build -trimpath

.DEFAULT_GOAL := help
.PHONY: help build judge test test-cgroup2 check fuzz golden bench clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

build: ## Build bin/judge
	$(BUILD) -ldflags '-s -w -X main.version=$(VERSION)' -o bin/judge ./cmd/judge

judge: build ## Judge all programs on all cases (JUDGE_FLAGS='-c worst -v' adds flags)
	bin/judge run $(JUDGE_FLAGS) cases

test: ## Run all tests
	$(GO) test $(RACE) ./...

test-cgroup2: ## Run the sandbox's tests with cgroup 2, in a virtual machine (Debian, root)
	judge/sandbox/testdata/vm/run.sh

check: ## Check format, vet, static analysis, module, imports and portability
	@before=$$(git status --porcelain); \
	set -ex; \
	test -z "$$(gofmt -l .)" || { gofmt -d .; exit 1; }; \
	$(GO) vet ./...; \
	$(GO) run $(STATICCHECK) ./...; \
	$(GO) mod tidy -diff; \
	$(GO) test -count=1 -run '^TestImports$$' ./judge; \
	$(GO) build -gcflags=-lang=go1.13 ./problems/...; \
	GOOS=darwin $(GO) vet ./...; \
	GOOS=windows $(GO) vet ./...; \
	test "$$before" = "$$(git status --porcelain)"

fuzz: ## Run every fuzz target for FUZZTIME (10s)
	@set -e; for package in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz'); do \
	    echo "$$package $$target"; \
	    $(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$package; \
	  done; \
	done

golden: ## Rewrite the golden files of the reports
	$(GO) test ./judge/report -update

bench: ## Run the benchmarks (BENCH=regexp), in a form that benchstat reads
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem ./...

clean: ## Remove what build made
	rm -rf bin
