#!/bin/sh
# Ignores quit, SIGTERM and the end of its input, and has a child that does so, too.
. "$(dirname "$0")/peer.sh"
trap '' TERM INT HUP
sleep 1000 &
echo "child $!" >&2
suggest() { reply A1; }
leave() { reply; }
serve
while :; do sleep 1; done
