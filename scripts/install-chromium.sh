#!/usr/bin/env bash
# Installs Debian's Chromium for the browser tests, unless there is one (see test/browser/support/find-chromium.ts).
set -euo pipefail
if [ -n "${METIS_CHROMIUM:-}" ]; then
  if command -v "$METIS_CHROMIUM" >/dev/null 2>&1; then exit 0; fi
  echo "METIS_CHROMIUM names $METIS_CHROMIUM, which cannot be run; correct it or unset it" >&2
  exit 1
fi
for name in chromium chromium-browser google-chrome google-chrome-stable; do
  if command -v "$name" >/dev/null 2>&1; then exit 0; fi
done

as_root=()
if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
if ! command -v apt-get >/dev/null 2>&1 || ! "${as_root[@]}" true 2>/dev/null; then
  echo "install chromium (apt-get install chromium, as root), or name one in METIS_CHROMIUM" >&2
  exit 1
fi
# Another program may hold the package lock, a mirror may fail once.
options=(-qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3)
"${as_root[@]}" apt-get "${options[@]}" update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get "${options[@]}" install -y --no-install-recommends chromium >/dev/null
command -v chromium >/dev/null
