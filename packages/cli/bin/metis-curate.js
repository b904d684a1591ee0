#!/usr/bin/env sh
':' //; command -v bun >/dev/null 2>&1 && exec bun --no-env-file --config=/dev/null --no-install "$0" "$@"; exec node "$0" "$@"

// The line above is for the shell, which starts Bun or, where there is none, Node; to both it is a word and a comment.
await import(process.versions.bun === undefined ? "../dist/main.js" : "../src/main.ts");
