#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Proves the floors and rooms of docs/architecture.md by reading the sources: who may include whom, no Qt in the engine, no file that has
# grown too long, a licence line in every file.
#   layers.sh [ROOT]       checks the tree; prints FILE:LINE: what is wrong, exit 1
#   layers.sh --self-test  proves that each check can fail
set -euo pipefail

longest=800
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Every file of the tree that is ours, tracked or not: build folders and data files are left out.
sources() {
    find . -name build -prune -o -name .git -prune -o -type f \( -name '*.cpp' -o -name '*.h' \) -print | sed 's|^\./||' | sort
}

scripts() {
    find . -name build -prune -o -name .git -prune -o -type f \
        \( -name CMakeLists.txt -o -name '*.cmake' -o -name '*.sh' -o -name '*.py' -o -path ./dev -o -path ./.ci/run -o -path './tests/agreement/*' -o -path './tests/bench/*' \) \
        ! -name '*.cpp' ! -name '*.h' ! -name '*.md' ! -name '*.kicad_*' ! -name '*.pyc' -print | sed 's|^\./||' | sort
}

check() {
    cd "$1"
    local found
    found=$(
        sources | xargs -d '\n' -r awk -v longest="$longest" '
            BEGIN {
                # The rooms of the engine from the ground up: each may use those before it.
                count = split("base geometry board kicad rules fill check router session commands", rooms, " ")
                for (i = 1; i <= count; ++i) height[rooms[i]] = i
            }
            function complain(text) { printf "%s:%d: %s\n", FILENAME, FNR, text }
            # "engine/router/x.h" -> floor "engine", room "router"
            function floorOf(path, parts) { split(path, parts, "/"); return parts[1] == "engine" && parts[2] == "service" ? "service" : parts[1] }
            function roomOf(path, parts) { split(path, parts, "/"); return parts[2] }
            FNR == 1 {
                if (lines > longest) printf "%s:%d: longer than %d lines: split it by subject\n", previous, lines, longest
                previous = FILENAME
                floor = floorOf(FILENAME)
                room = roomOf(FILENAME)
                isTest = floor == "tests"
                isPure = floor == "engine"
                if ($0 !~ /^\/\/ SPDX-License-Identifier: GPL-3\.0-or-later$/) complain("the first line is not the SPDX licence line")
            }
            { lines = FNR }
            /^[ \t]*#[ \t]*include[ \t]*"/ {
                split($0, quoted, "\"")
                path = quoted[2]
                other = floorOf(path)
                if (path ~ /\.moc$/ || isTest) next
                if (path !~ /^(engine|views|agent|app)\//) { complain("include from the repository root: \"" path "\""); next }
                if (other == "app" && floor != "app") complain("nothing includes app: \"" path "\"")
                if (isPure && (other == "views" || other == "agent" || other == "service")) complain("the engine looks up: \"" path "\"")
                if (floor == "service" && (other == "views" || other == "agent")) complain("the service looks up: \"" path "\"")
                if (floor == "views" && other == "agent") complain("views and agent do not know each other: \"" path "\"")
                if (floor == "agent" && other == "views") complain("views and agent do not know each other: \"" path "\"")
                if (isPure && other == "engine") {
                    theirs = roomOf(path)
                    if (!(theirs in height) || !(room in height)) complain("a room that is not in the table: \"" path "\"")
                    else if (height[theirs] > height[room]) complain(room " looks up to " theirs ": \"" path "\"")
                    else if (room == "router" && theirs == "check") complain("the router knows no checker: \"" path "\"")
                }
                next
            }
            isPure && /^[ \t]*#[ \t]*include[ \t]*<(Q[A-Z]|Qt|q[a-z]+\.h|qcoro)/ { complain("Qt in the engine: " $0) }
            isPure && /(^|[^A-Za-z_])(Q_OBJECT|Q_GADGET|QString|QObject)([^A-Za-z_]|$)/ && !/^[ \t]*\/\// { complain("Qt in the engine: " $0) }
            isPure && /^[ \t]*#[ \t]*include[ \t]*<(chrono|ctime|time\.h|sys\/time\.h|locale|clocale|random)>/ { complain("no clock, locale or foreign random numbers in the engine: " $0) }
            isPure && /^[ \t]*#[ \t]*include[ \t]*<spdlog/ && FILENAME != "engine/base/log.cpp" { complain("spdlog belongs to engine/base/log.cpp alone") }
            floor == "agent" && /^[ \t]*#[ \t]*include[ \t]*<(QWidget|QtWidgets|QPainter|QMainWindow|QDialog)/ { complain("a widget in agent: " $0) }
            floor == "service" && /^[ \t]*#[ \t]*include[ \t]*<(QWidget|QtWidgets|QtGui|QPainter|QImage|QPixmap|QColor)/ { complain("the service draws nothing: " $0) }
            END { if (lines > longest) printf "%s:%d: longer than %d lines: split it by subject\n", previous, lines, longest }
        '
        # A header is read once.
        sources | { grep '\.h$' || true; } | xargs -d '\n' -r grep -L '^#pragma once' | sed 's|$|:1: no #pragma once|'
        # The engine links no Qt either.
        find engine -path engine/service -prune -o -name CMakeLists.txt -print 2>/dev/null | xargs -d '\n' -r grep -nH 'Qt6::' | sed 's|$|   <- Qt in the engine|' || true
        # Catch-all folders and files are where architecture goes to die.
        sources | { grep -E '(^|/)(utils?|helpers?|misc|common)(\.|/)' || true; } | sed 's|$|:1: a catch-all name|'
        scripts | while IFS= read -r file; do
            head -n 2 "$file" | grep -q '^# SPDX-License-Identifier: GPL-3.0-or-later$' || echo "$file:1: the SPDX licence line is missing"
            [ "$(wc -l <"$file")" -le "$longest" ] || echo "$file:1: longer than $longest lines: split it by subject"
        done
    )
    if [ -n "$found" ]; then
        printf '%s\n' "$found"
        return 1
    fi
    echo "layers: $(sources | wc -l) sources keep to their floors"
}

# Each case: a small tree with one fault, and the words the check must find for it.
self_test() {
    local failures=0
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT # not local: the trap runs after the function
    local licence='// SPDX-License-Identifier: GPL-3.0-or-later'

    begin() { rm -rf "$scratch/tree" && mkdir -p "$scratch/tree/engine/board" "$scratch/tree/engine/router" "$scratch/tree/engine/service" "$scratch/tree/views" "$scratch/tree/agent" "$scratch/tree/app"; }
    put() { mkdir -p "$scratch/tree/$(dirname "$1")" && printf '%s\n' "${@:2}" >"$scratch/tree/$1"; }
    expect() {
        local said
        if said=$( (check "$scratch/tree") 2>&1); then
            echo "self-test: not noticed: $1"
            failures=$((failures + 1))
        elif [[ $said != *"$1"* ]]; then
            echo "self-test: expected '$1', got: $said"
            failures=$((failures + 1))
        fi
    }

    begin && put engine/board/pad.h "$licence" '#pragma once' '#include "engine/board/net.h"' '#include <string>'
    put views/v.cpp "$licence" '#include <QString>' '#include "engine/service/s.h"' '#include "engine/board/pad.h"' '#include "v.moc"'
    if ! (check "$scratch/tree") >"$scratch/said" 2>&1; then
        echo "self-test: a clean tree is refused: $(cat "$scratch/said")"
        failures=$((failures + 1))
    fi
    begin && put engine/board/a.cpp "$licence" '#include "engine/router/router.h"' && expect 'board looks up to router'
    begin && put engine/router/a.cpp "$licence" '#include "engine/check/checker.h"' && expect 'the router knows no checker'
    begin && put engine/shed/a.cpp "$licence" '#include "engine/board/pad.h"' && expect 'a room that is not in the table'
    begin && put engine/board/a.cpp "$licence" '#include "engine/service/s.h"' && expect 'the engine looks up'
    begin && put engine/service/a.cpp "$licence" '#include "views/window.h"' && expect 'the service looks up'
    begin && put engine/service/a.cpp "$licence" '#include <QPainter>' && expect 'the service draws nothing'
    begin && put views/a.cpp "$licence" '#include "agent/mcp.h"' && expect 'do not know each other'
    begin && put agent/a.cpp "$licence" '#include "views/window.h"' && expect 'do not know each other'
    begin && put agent/a.cpp "$licence" '#include <QWidget>' && expect 'a widget in agent'
    begin && put views/a.cpp "$licence" '#include "app/main.h"' && expect 'nothing includes app'
    begin && put views/a.cpp "$licence" '#include "b.h"' && expect 'from the repository root'
    begin && put engine/board/a.cpp "$licence" '#include <QString>' && expect 'Qt in the engine'
    begin && put engine/board/a.cpp "$licence" 'QString name;' && expect 'Qt in the engine'
    begin && put engine/board/CMakeLists.txt '# SPDX-License-Identifier: GPL-3.0-or-later' 'target_link_libraries(b PUBLIC Qt6::Core)' && expect 'Qt in the engine'
    begin && put engine/board/a.cpp "$licence" '#include <chrono>' && expect 'no clock'
    begin && put engine/board/a.cpp "$licence" '#include <spdlog/spdlog.h>' && expect 'log.cpp alone'
    begin && put engine/board/a.cpp 'int a;' && expect 'not the SPDX licence line'
    begin && put engine/board/a.h "$licence" 'int a;' && expect 'no #pragma once'
    begin && put engine/board/CMakeLists.txt 'project(x)' && expect 'the SPDX licence line is missing'
    begin && put engine/board/utils.h "$licence" '#pragma once' && expect 'a catch-all name'
    begin && put engine/board/a.cpp "$licence" "$(yes 'int a;' | head -n "$longest")" && expect "longer than $longest lines"

    if [ "$failures" -gt 0 ]; then return 1; fi
    echo "layers: every check can fail"
}

case "${1:-}" in
--self-test) self_test ;;
*) check "${1:-$here}" ;;
esac
