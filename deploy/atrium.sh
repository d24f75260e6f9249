#!/bin/sh
# /usr/local/bin/atrium: `atrium …` by root, with the settings of the service. It becomes the service's user by itself.
set -ae
. /etc/atrium/atrium.env
ATRIUM_DATA=${ATRIUM_DATA:-/var/lib/atrium}
exec /opt/atrium/node_modules/.bin/node /opt/atrium/server/src/cli/main.ts "$@"
