#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Finds the coroutine forms that g++ 12 compiles into crashes or wrong branches without a warning, and those that C++ itself makes dangerous.
# The safe forms: `auto x = co_await f(named, locals);`, `co_return co_await f(x);`, or the plain statement `co_await f(x);`.
#   coroutines.sh [ROOT]       checks the tree; prints FILE:LINE: what is wrong, exit 1
#   coroutines.sh --self-test  proves that each check can fail, and that the safe forms pass
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

check() {
    local found
    found=$(
        cd "$1"
        find . -name build -prune -o -name .git -prune -o -type f \( -name '*.cpp' -o -name '*.h' \) -print | sed 's|^\./||' | sort |
            xargs -d '\n' -r grep -lE 'co_await|co_return|co_yield|Task<' | xargs -d '\n' -r perl -0777 -ne '
            # Comments and strings become blanks of the same length, so that places stay right.
            my $text = $_;
            $text =~ s{(//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\2"|"(?:[^"\\\n]|\\.)*")}{ (my $blank = $1) =~ s/[^\n]/ /g; $blank }gse;
            my $complain = sub { my ($at, $what) = @_; my $line = 1 + (substr($text, 0, $at) =~ tr/\n//); print "$ARGV:$line: $what\n"; };
            my $bodyEnd = sub { # the place after the brace that closes the one at $at
                my ($at) = @_; my $depth = 0;
                while ($at < length $text) { my $c = substr($text, $at++, 1); $depth++ if $c eq "{"; return $at if $c eq "}" && --$depth == 0; }
                return length $text;
            };
            while ($text =~ /\b(if|while|switch|for)\s*(\((?:[^()]|(?2))*\))/g) {
                my ($word, $head, $at) = ($1, $2, $-[0]);
                $complain->($at, "co_await in the head of `$word`: await into a named local first") if $head =~ /\bco_await\b/;
            }
            while ($text =~ /\bco_await\b([^;{}]*)\{/g) { $complain->($-[0], "braces after co_await: build the argument in a named local first"); }
            while ($text =~ /\{[^;{}]*\bco_await\b[^;{}]*\}/g) { $complain->($-[0], "co_await inside an initialiser in braces"); }
            while ($text =~ /([^;{}]*\bco_await\b[^;{}]*)[;{}]/g) {
                my ($statement, $at) = ($1, $-[0]);
                $at += length $1 if $statement =~ /^(\s+)/;
                $statement =~ s/\bauto\s*&&//g;
                $complain->($at, "co_await beside ?:, && or ||: await into a named local first") if $statement =~ /\?|&&|\|\|/;
            }
            # A closure that captures dies before the coroutine made from it resumes.
            while ($text =~ /(?<![\w\])\[])\[(?!\s*\]|\[)([^\[\]]*)\]\s*(\((?:[^()]|(?2))*\))?[\s\w:<>,*&-]*?\{/g) {
                my ($at, $end) = ($-[0], $bodyEnd->($+[0] - 1));
                my $body = substr($text, $+[0], $end - $+[0]);
                $complain->($at, "a capturing lambda is a coroutine: make it a named function with parameters by value") if $body =~ /\bco_(await|return|yield)\b/;
            }
            while ($text =~ /\bTask<(?:[^<>]|<[^<>]*>)*>\s+[\w:]+\s*(\((?:[^()]|(?1))*\))[\s\w]*([;{])/g) {
                my ($parameters, $next, $at, $brace) = ($1, $2, $-[0], $+[0] - 1);
                $complain->($at, "a coroutine takes its parameters by value (the reference may be gone when it resumes)") if $parameters =~ /[\w>]\s*&/;
                next if $next ne "{";
                my $body = substr($text, $brace, $bodyEnd->($brace) - $brace);
                $complain->($at, "TRY in a coroutine: use CO_TRY") if $body =~ /(?<!CO_)\bTRY\s*\(/;
            }
        '
    ) || true
    if [ -n "$found" ]; then
        printf '%s\n' "$found"
        return 1
    fi
    echo "coroutines: no form that g++ 12 breaks"
}

self_test() {
    local failures=0
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT # not local: the trap runs after the function
    refuse() { # WORDS SOURCE
        local said
        printf '%s\n' "$2" >"$scratch/a.cpp"
        if said=$( (check "$scratch") 2>&1); then
            echo "self-test: not noticed: $2"
            failures=$((failures + 1))
        elif [[ $said != *"$1"* ]]; then
            echo "self-test: expected '$1' for: $2; got: $said"
            failures=$((failures + 1))
        fi
    }
    accept() {
        local said
        printf '%s\n' "$1" >"$scratch/a.cpp"
        if ! said=$( (check "$scratch") 2>&1); then
            echo "self-test: refused: $1 ($said)"
            failures=$((failures + 1))
        fi
    }
    refuse 'head of `if`' 'Task<int> f() { if (co_await g()) co_return 1; co_return 0; }'
    refuse 'head of `if`' $'Task<int> f() {\n    if (a(1) &&\n        co_await g())\n        co_return 1;\n}'
    refuse 'head of `while`' 'Task<int> f() { while (!co_await g()) { co_return 2; } }'
    refuse 'head of `switch`' 'Task<int> f() { switch (co_await g()) { case 1: co_return 2; } }'
    refuse 'braces after co_await' 'Task<int> f() { co_await g(QJsonObject{{"a", 1}}); }'
    refuse 'inside an initialiser' 'Task<int> f() { QStringList l{co_await a(), co_await b()}; }'
    refuse 'beside ?:' 'Task<int> f() { const auto x = b ? co_await a() : 0; }'
    refuse 'beside ?:' 'Task<int> f() { const auto x = a && co_await b(); }'
    refuse 'capturing lambda' 'void f() { auto t = [this](int a) -> Task<int> { co_return a; }; }'
    refuse 'capturing lambda' $'void f() { run([&] {\n    co_await g();\n}); }'
    refuse 'parameters by value' 'Task<int> f(const QString& name);'
    refuse 'TRY in a coroutine' 'Task<Result<int>> f(int a) { auto x = TRY(g(a)); co_return x; }'
    accept 'Task<int> f(QString name) { const auto x = co_await g(name); if (x) co_return 1; co_return co_await h(x); }'
    accept 'Task<int> f() { for (int i = 0; i < 3; ++i) { co_await g(i); } auto&& y = co_await z(); co_return 0; }'
    accept '// if (co_await f()) is a trap'
    accept 'void f() { connect(a, [this] { detach(run(m_name)); }); auto t = [](int a) -> Task<int> { co_return a; }; }'
    accept 'void f() { const auto v = values[index]; if (x) { y(); } } Task<void> g() { co_return; }'
    if [ "$failures" -gt 0 ]; then return 1; fi
    echo "coroutines: every check can fail"
}

case "${1:-}" in
--self-test) self_test ;;
*) check "${1:-$here}" ;;
esac
