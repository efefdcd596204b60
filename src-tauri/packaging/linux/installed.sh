#!/bin/sh
# Runs after the files are in place: `configure` from dpkg, a number from rpm.
set -e

case "$1" in
  configure | [1-9]*) ;;
  *) exit 0 ;;
esac

# AppArmor before 4.0 does not know the rule and restricts no user namespaces: then there is no profile to install.
profile=/usr/share/innkeeper/apparmor/innkeeper
active=/etc/apparmor.d/innkeeper
if [ -d /etc/apparmor.d ] && command -v apparmor_parser >/dev/null \
  && apparmor_parser --skip-kernel-load --skip-cache "$profile" >/dev/null 2>&1; then
  cp "$profile" "$active"
  chmod 644 "$active"
  if [ -d /sys/kernel/security/apparmor ]; then
    apparmor_parser --replace "$active" \
      || echo "innkeeper: the AppArmor profile could not be loaded; it takes effect at the next start of the system" >&2
  fi
else
  rm -f "$active"
fi
