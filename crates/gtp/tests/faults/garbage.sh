#!/bin/sh
# Answers with something that is no answer.
. "$(dirname "$0")/peer.sh"
suggest() { echo "I think that D4 is nice"; echo; }
serve
