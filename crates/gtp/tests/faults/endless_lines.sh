#!/bin/sh
# Its answer has no end.
. "$(dirname "$0")/peer.sh"
suggest() { printf '= '; yes "and another thing"; }
serve
