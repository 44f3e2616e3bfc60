#!/bin/bash
# Backs up a folder.
set -eu
target=${1:-/tmp/backup}
count=0
for file in *.txt; do
  if [[ -f "$file" && $count -lt 10 ]]; then
    cp "$file" "$target/$(basename "$file").bak"
    count=$((count + 1))
  fi
done
usage() {
  cat <<END
usage: $0 folder
END
}
grep -c x "$target" | while read -r n; do echo "n=$n" >&2; done || usage
