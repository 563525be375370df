#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What people do to a command line: each ends soon, with the right exit status, one sentence on stderr, nothing on stdout that is no result, and
# nothing lost.
#   badinput.sh VIADUCT BOARD
set -euo pipefail
viaduct=$1 source=$2
scratch=$(mktemp -d)
trap 'chmod -R u+w "$scratch"; rm -rf "$scratch"' EXIT
failures=0
for file in "${source%.kicad_pcb}".kicad_{pcb,pro,dru}; do
    [ ! -e "$file" ] || cp "$file" "$scratch/board.${file##*.}"
done
board=$scratch/board.kicad_pcb
out=$scratch/out.kicad_pcb

# expect STATUS WORDS ARGUMENTS...: WORDS must be said on stderr; a crash, a hang or another status is a failure.
expect() {
    local wanted=$1 words=$2 status=0
    shift 2
    timeout 60 "$viaduct" "$@" >"$scratch/stdout" 2>"$scratch/stderr" </dev/null || status=$?
    if [ "$status" -ne "$wanted" ]; then
        echo "FAILED: viaduct $* ended with $status, not $wanted: $(tail -n 2 "$scratch/stderr")"
        failures=$((failures + 1))
    elif [ -n "$words" ] && ! grep -qiE -- "$words" "$scratch/stderr"; then
        echo "FAILED: viaduct $* does not say '$words': $(tail -n 2 "$scratch/stderr")"
        failures=$((failures + 1))
    else
        echo "ok: $wanted: $(tail -n 1 "$scratch/stderr" | cut -c1-150)"
    fi
}
unchanged() { cmp -s "$scratch/kept" "$1" || { echo "FAILED: $1 was changed"; failures=$((failures + 1)); }; }

# Files that are none.
expect 3 'missing.kicad_pcb' route "$scratch/missing.kicad_pcb" --out "$out"
mkdir "$scratch/folder.kicad_pcb"
expect 3 'folder.kicad_pcb' route "$scratch/folder.kicad_pcb" --out "$out"
: >"$scratch/empty.kicad_pcb"
expect 3 'empty.kicad_pcb' drc "$scratch/empty.kicad_pcb"
head -c 100000 /dev/urandom >"$scratch/garbage.kicad_pcb"
expect 3 'garbage.kicad_pcb' route "$scratch/garbage.kicad_pcb" --out "$out"
head -c 9000 "$board" >"$scratch/truncated.kicad_pcb"
expect 3 'truncated.kicad_pcb:[0-9]+:[0-9]+' route "$scratch/truncated.kicad_pcb" --out "$out"
{ cat "$board" && head -c 200000000 /dev/zero | tr '\0' ' '; } >"$scratch/huge.kicad_pcb"
expect 0 '' route "$scratch/huge.kicad_pcb" --out "$out" --work 1k
rm -f "$scratch/huge.kicad_pcb"
head -c 200000000 /dev/zero | tr '\0' '(' >"$scratch/huge.kicad_pcb"
expect 3 'huge.kicad_pcb' route "$scratch/huge.kicad_pcb" --out "$out"
rm -f "$scratch/huge.kicad_pcb"

# Boards that lack what boards have.
head='(kicad_pcb (version 20241229) (generator "test") (general (thickness 1.6)) (layers (0 "F.Cu" signal) (2 "B.Cu" signal) (25 "Edge.Cuts" user))'
echo "$head)" >"$scratch/nothing.kicad_pcb"
expect 0 '' route "$scratch/nothing.kicad_pcb" --out "$out"
echo "$head (net 0 \"\") (net 1 \"A\"))" >"$scratch/padless.kicad_pcb"
expect 0 '' route "$scratch/padless.kicad_pcb" --out "$out"
sed 's/(layer "Edge.Cuts")/(layer "Dwgs.User")/' "$board" >"$scratch/no-outline.kicad_pcb"
expect 0 '' route "$scratch/no-outline.kicad_pcb" --out "$out" --work 100k
sed 's/"Reference" "R[0-9]"/"Reference" "R1"/' "$board" >"$scratch/duplicates.kicad_pcb"
expect 0 '' route "$scratch/duplicates.kicad_pcb" --out "$out" --work 100k

# Places that cannot be written. (Root may write anywhere: then a folder that is none stands in.)
expect 2 'out' route "$board" --out "$scratch/no/such/folder/out.kicad_pcb" --work 1k
if [ "$(id -u)" -ne 0 ]; then
    mkdir "$scratch/readonly" && chmod a-w "$scratch/readonly"
    expect 2 'out' route "$board" --out "$scratch/readonly/out.kicad_pcb" --work 1k
fi
# A disk that is full in the middle of the file: a limit on file sizes makes the same error.
cp "$board" "$scratch/kept"
rm -f "$out"
trap '' XFSZ
(
    ulimit -f 20
    expect 5 'large|full|space|written' route "$board" --out "$out" --work 1k
    exit "$failures"
) || failures=$((failures + 1))
trap - XFSZ
[ ! -e "$out" ] || { echo "FAILED: half a board was left behind"; failures=$((failures + 1)); }
unchanged "$board"
expect 2 'in-place' route "$board" --out "$board" --work 1k
unchanged "$board"

# Words and numbers.
expect 2 '' route "$board"
expect 2 'no-such-option' route "$board" --out "$out" --no-such-option
expect 2 'work' route "$board" --out "$out" --work -5
expect 2 'work' route "$board" --out "$out" --work 99999999999999999999999
expect 2 'work' route "$board" --out "$out" --work many
expect 2 'variants' route "$board" --out "$out" --variants 0
expect 2 'threads' route "$board" --out "$out" --threads 100000
expect 2 'time' route "$board" --out "$out" --time nan
expect 2 'no net of the given name' route "$board" --out "$out" --net 'NO SUCH NET'
expect 2 'format' drc "$board" --format xml
expect 2 'work' route "$board" --out "$out" --work 0
expect 0 '' --version
for verb in route drc session doctor; do expect 0 '' "$verb" --help; done

if [ "$failures" -gt 0 ]; then
    echo "badinput: $failures failures"
    exit 1
fi
