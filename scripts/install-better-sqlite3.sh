#!/usr/bin/env bash
# Gives better-sqlite3 its native part, for the tests that run under Node: fetched where somebody built it for this
# Node, else compiled, which takes a minute. `bun install` runs no scripts of packages.
set -euo pipefail
cd "$(dirname "$0")/../node_modules/better-sqlite3"
command -v node >/dev/null 2>&1 || { echo "no Node, so better-sqlite3 is not needed"; exit 0; }
works() { node -e 'new (require("."))(":memory:")' 2>/dev/null; }
if works; then exit 0; fi
echo "better-sqlite3 for Node $(node --version)"
# The headers that came with this Node, where they did: then nothing is fetched.
home="$(dirname "$(dirname "$(readlink -f "$(command -v node)")")")"
if [ -f "$home/include/node/node.h" ]; then export npm_config_nodedir="$home"; fi
log="$(mktemp)"
trap 'rm -f "$log"' EXIT
npm run install >"$log" 2>&1 && works || { cat "$log"; echo "better-sqlite3 cannot be built"; exit 1; }
