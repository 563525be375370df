#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# SIGTERM in mid-route, again and again at other moments, on two threads: each time the best so far is written, the exit status is 0, and the log
# replays on one thread to the same bytes.
#   stopping.sh VIADUCT BOARD [TIMES]
set -euo pipefail
viaduct=$1 board=$2 times=${3:-20}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "stopping: $*" >&2; exit 1; }

name=$(basename "$board" .kicad_pcb)
for file in "${board%.kicad_pcb}".kicad_{pcb,pro,dru}; do
    [ ! -e "$file" ] || cp "$file" "$scratch/"
done
board=$scratch/$name.kicad_pcb
stopped=0
for ((round = 1; round <= times; ++round)); do
    out=$scratch/stopped.kicad_pcb log=$scratch/log.jsonl
    rm -f "$out" "$log"
    # A budget that outlasts the longest wait, so that the signal meets a route at work.
    "$viaduct" route "$board" --strip --out "$out" --threads 2 --work 4000M --log "$log" >/dev/null 2>"$scratch/said" &
    pid=$!
    # The log begins when the board is read. Then 50 ms to 2 s, other moments in other rounds and the same in every run of this test.
    while [ ! -s "$log" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
    sleep "$(awk -v n="$round" 'BEGIN { printf "%.3f", 0.05 + (n * 0.6180339887 % 1) * 1.95 }')"
    kill -TERM "$pid" 2>/dev/null && stopped=$((stopped + 1))
    status=0
    wait "$pid" || status=$?
    [ "$status" -eq 0 ] || fail "round $round ended with $status: $(tail -n 3 "$scratch/said")"
    [ -s "$out" ] || fail "round $round wrote no board"
    "$viaduct" session --replay "$log" "$board" --out "$scratch/replayed.kicad_pcb" >/dev/null 2>"$scratch/said" ||
        fail "round $round does not replay ($?): $(tail -n 3 "$scratch/said")"
    cmp "$out" "$scratch/replayed.kicad_pcb" || fail "round $round replays to other bytes"
done
echo "stopping: $times rounds, $stopped stopped in mid-route, each replays to the same bytes"
