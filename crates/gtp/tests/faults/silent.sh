#!/bin/sh
# Thinks for ever.
. "$(dirname "$0")/peer.sh"
suggest() { sleep 1000; }
serve
