#!/bin/sh
# /usr/local/bin/atrium: runs `atrium …` as root, with the settings of the service. The program then becomes the service's user.
# Reads the lines as systemd does, expands nothing, and refuses what systemd would read differently.
set -e
settings=/etc/atrium/atrium.env
refuse() {
  echo "$settings: $1 must be NAME=value or NAME=\"value\", without \\ and without quotation marks inside quotation marks." >&2
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
exec /opt/atrium/node_modules/.bin/node /opt/atrium/dist/server/cli.mjs "$@"
