#!/bin/sh
# /usr/local/bin/atrium: `atrium …` by root, with the settings of the service. It becomes the service's user by itself.
# The lines are read as systemd reads them, nothing in them is expanded; what systemd would take in another way is refused.
set -e
settings=/etc/atrium/atrium.env
refuse() {
  echo "$settings: $1 has to be NAME=value or NAME=\"value\", without \\ and without quotation marks inside of others." >&2
  exit 1
}
while read -r line || [ -n "$line" ]; do
  case $line in
    '' | '#'* | ';'*) continue ;;
  esac
  name=${line%%=*}
  value=${line#*=}
  case $name in
    "$line" | '' | [0-9]* | *[!A-Za-z0-9_]*) refuse "the line of $name" ;;
  esac
  case $value in
    *\\* | *[[:cntrl:]]* | [[:blank:]]* | \"*\"*\" | \'*\'*\') refuse "$name" ;;
    \"*\" | \'*\') value=${value#?} value=${value%?} ;;
    \"* | \'*) refuse "$name" ;;
  esac
  export "$name=$value"
done <"$settings"
export ATRIUM_DATA="${ATRIUM_DATA:-/var/lib/atrium}"
exec /opt/atrium/node_modules/.bin/node /opt/atrium/server/src/cli/main.ts "$@"
