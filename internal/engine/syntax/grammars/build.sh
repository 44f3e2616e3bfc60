#!/bin/sh
# Builds the WebAssembly modules beside it: for each line of grammars.txt the
# official tree-sitter runtime, the grammar and our C files become one <name>.wasm.gz.
#
#   build.sh [name …]     all of them, if none is named
#
# The C sources come as Go modules, of exactly the version and checksum in
# grammars.txt. The same compiler makes the same bytes, whenever and wherever:
# Debian 12's clang 19.1.7 and wasi-libc 20220510 make those of SHA256SUMS (of the
# modules before they are compressed). Other bytes are an error, unless UPDATE=1
# says that they are meant. OUT is where all goes, if not here.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-$here}
tools="clang-19 lld-19 wasi-libc libclang-rt-19-dev-wasm32"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"

if ! dpkg -s $tools >/dev/null 2>&1; then
	echo "installing $tools"
	root=; [ "$(id -u)" = 0 ] || root=sudo
	$root apt-get update -q && $root apt-get install -qy --no-install-recommends $tools
fi

# sources NAME prints the folder of its module, once the checksum is right, and that
# of its C files in it.
sources() {
	awk -v name="$1" '$1 == name' "$here/grammars.txt" | {
		read -r _ module version folder sum || { echo "$1 is not in grammars.txt" >&2; exit 1; }
		got=$(cd "$work" && GOWORK=off GOFLAGS=-mod=mod go mod download -json "$module@$version")
		case $got in
		*"\"Sum\": \"$sum\""*) ;;
		*) echo "$module@$version has another checksum: $got" >&2; exit 1 ;;
		esac
		echo "$(echo "$got" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p') $folder"
	}
}

compile() {
	clang-19 --target=wasm32-wasi -O3 -flto -mbulk-memory -std=c11 -DNDEBUG -D_DEFAULT_SOURCE -DHAVE_ENDIAN_H -fvisibility=hidden -w -c "$@"
}

echo 'module scratch' >"$work/go.mod"
found=$(sources runtime)
runtime=${found% *}
cp -R "$runtime/src" "$work/src"
chmod -R u+w "$work/src"
sed -i 's/StackVersion reduction_version = ts_parser__reduce(/StackVersion reduction_version = quick_reduce(/' "$work/src/parser.c"
[ "$(grep -c quick_reduce "$work/src/parser.c")" = 1 ] || { echo "ts_parser__advance is not what runtime.c expects" >&2; exit 1; }
compile -I"$runtime/include" -I"$work/src" "$here/runtime.c" -o "$work/runtime.o"
compile "$here/memory.c" -o "$work/memory.o"
{
	echo "The licences of what is compiled into the modules in this folder."
	printf '\n==== %s\n\n' "the runtime" && cat "$runtime/LICENSE"
	printf '\n==== %s\n\n' "the part of ICU in the runtime" && cat "$runtime/src/unicode/LICENSE"
	printf '\n==== %s\n\n' "the C library" && cat /usr/share/doc/wasi-libc/copyright
} >"$work/LICENSES"

all=$(awk '!/^#/ && $1 != "runtime" { print $1 }' "$here/grammars.txt")
for name in ${*:-$all}; do
	found=$(sources "$name")
	module=${found% *} src=${found% *}/${found##* }
	rm -f "$work"/grammar-*.o
	compile -I"$runtime/include" -I"$runtime/src" -DGRAMMAR="tree_sitter_$name" "$here/shim.c" -o "$work/grammar-shim.o"
	compile -I"$src" -DLEXER -include "$here/quick.h" "$src/parser.c" -o "$work/grammar-parser.o"
	[ ! -f "$src/scanner.c" ] || compile -I"$src" -include "$here/quick.h" "$src/scanner.c" -o "$work/grammar-scanner.o"
	# A stack that overflows should trap. By default it would be 64 KiB, above data.
	clang-19 --target=wasm32-wasi -mexec-model=reactor -Wl,--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576 \
		"$work/runtime.o" "$work/memory.o" "$work"/grammar-*.o -o "$work/$name.wasm"
	(cd "$work" && sha256sum "$name.wasm") >>"$work/SHA256SUMS"
	printf '\n==== %s\n\n' "$name" >>"$work/LICENSES"
	cat "$module/LICENSE" >>"$work/LICENSES"
	echo "$name: $(wc -c <"$work/$name.wasm") bytes"
done

if [ -z "${UPDATE:-}" ]; then
	while read -r line; do
		grep -qxF "$line" "$here/SHA256SUMS" || { echo "not as in SHA256SUMS: $line" >&2; exit 1; }
	done <"$work/SHA256SUMS"
	[ $# -gt 0 ] || cmp "$work/LICENSES" "$here/LICENSES"
elif [ $# -gt 0 ]; then
	echo "an update is of all of them" >&2
	exit 1
fi
for wasm in "$work"/*.wasm; do
	gzip -9nc "$wasm" >"$out/$(basename "$wasm").gz"
done
[ -z "${UPDATE:-}" ] || cp "$work/SHA256SUMS" "$work/LICENSES" "$out"
