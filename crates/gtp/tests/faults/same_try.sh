#!/bin/sh
# Tries the same point for ever.
. "$(dirname "$0")/peer.sh"
suggest() { reply E5; }
serve
