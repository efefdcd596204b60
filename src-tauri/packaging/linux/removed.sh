#!/bin/sh
# Runs after the files are gone: `remove` or `purge` from dpkg, 0 from rpm. What users keep in their homes stays.
set -e

case "$1" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac

active=/etc/apparmor.d/innkeeper
if [ -f "$active" ]; then
  if [ -d /sys/kernel/security/apparmor ] && command -v apparmor_parser >/dev/null; then
    apparmor_parser --remove "$active" >/dev/null 2>&1 || true
  fi
  rm -f "$active"
fi
