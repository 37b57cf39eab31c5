#!/bin/bash
# Folders are layers: a file includes headers of its own folder and of those
# before it, as src/README.md says.
cd "$1/src" || exit 2
order="base view input window aggregate state output worker monitor"
rank() { awk -v what="$1" '{for (i = 1; i <= NF; i++) if ($i == what) print i}' <<<"$order"; }
found=0
complain() { echo "$*"; found=1; }

for file in */*.[ch]
do
	own=$(rank "${file%%/*}")
	[ -n "$own" ] || { complain "$file is in no known folder"; continue; }
	for included in $(sed -n 's/^#include "\([a-z]*\)\/[a-z_0-9]*\.h".*/\1/p' "$file" | sort -u)
	do
		other=$(rank "$included")
		# the server's headers have folders, too
		[ -n "$other" ] && [ -f "$(sed -n "s/^#include \"\($included\/[a-z_0-9]*\.h\)\".*/\1/p" "$file" | head -n 1)" ] || continue
		[ "$other" -le "$own" ] || complain "$file includes a header of $included/"
	done
done
exit $found
