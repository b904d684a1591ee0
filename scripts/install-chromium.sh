#!/usr/bin/env bash
# Installs Debian's Chromium for the browser tests, unless there is one (see test/browser/support/find-chromium.ts).
set -euo pipefail
for name in "${METIS_CHROMIUM:-chromium}" chromium-browser google-chrome google-chrome-stable; do
  if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null 2>&1; then
  echo "install chromium, or name one in METIS_CHROMIUM" >&2
  exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends chromium >/dev/null
