#!/bin/sh
# Builds the WebAssembly modules beside it: for each line of grammars.txt the
# official tree-sitter runtime, the grammar and shim.c become one <name>.wasm.gz.
#
#   build.sh [name …]     all of them, if none is named
#
# The C sources come as Go modules, of exactly the version and checksum in
# grammars.txt. The same compiler makes the same bytes, whenever and wherever:
# SHA256SUMS says which (of the modules before compression), and with
# CHECK=1 other bytes are an error. OUT is where they go, if not here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-$here}
cc=${CC:-clang-14}
command -v "$cc" wasm-ld-14 >/dev/null || { echo "needs clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32: run make grammars" >&2; exit 1; }
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo 'module scratch' >"$work/go.mod"

# sources NAME prints the folder of its C files, once their checksum is right.
sources() {
	line=$(awk -v name="$1" '$1 == name' "$here/grammars.txt")
	[ -n "$line" ] || { echo "$1 is not in grammars.txt" >&2; exit 1; }
	echo "$line" | {
		read -r _ module version folder sum _
		cd "$work"
		got=$(go mod download -json "$module@$version")
		case $got in
		*"\"Sum\": \"$sum\""*) ;;
		*) echo "$module@$version has another checksum: $got" >&2; exit 1 ;;
		esac
		echo "$(echo "$got" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')/$folder"
	}
}

compile() {
	"$cc" --target=wasm32-wasi -O2 -std=c11 -DNDEBUG -D_DEFAULT_SOURCE -DHAVE_ENDIAN_H -fvisibility=hidden -w -c "$@"
}

runtime=$(sources runtime)
compile -I"$runtime/../include" -I"$runtime" "$runtime/lib.c" -o "$work/runtime.o"
[ $# -gt 0 ] || set -- $(awk '!/^#/ && $1 != "runtime" { print $1 }' "$here/grammars.txt")
for name; do
	src=$(sources "$name")
	rm -f "$work"/grammar-*.o
	compile -I"$runtime/../include" -I"$runtime" -DGRAMMAR="tree_sitter_$name" "$here/shim.c" -o "$work/grammar-shim.o"
	compile -I"$src" "$src/parser.c" -o "$work/grammar-parser.o"
	[ ! -f "$src/scanner.c" ] || compile -I"$src" "$src/scanner.c" -o "$work/grammar-scanner.o"
	# A stack that overflows should trap. By default it would be 64 KiB, above data.
	"$cc" --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576 \
		"$work/runtime.o" "$work"/grammar-*.o -o "$work/$name.wasm"
	if [ -n "${CHECK:-}" ]; then
		(cd "$work" && grep " $name.wasm\$" "$here/SHA256SUMS" | sha256sum --check --quiet)
	fi
	gzip -9nc "$work/$name.wasm" >"$out/$name.wasm.gz"
	echo "$name: $(wc -c <"$work/$name.wasm") bytes, $(wc -c <"$out/$name.wasm.gz") compressed"
done
for packed in "$out"/*.wasm.gz; do
	echo "$(gzip -dc "$packed" | sha256sum | cut -c1-64)  $(basename "$packed" .gz)"
done >"$work/sums"
[ -n "${CHECK:-}" ] || cp "$work/sums" "$out/SHA256SUMS"
