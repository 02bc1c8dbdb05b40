#!/bin/sh
# Answers with something that is no point of the board.
. "$(dirname "$0")/peer.sh"
suggest() { reply Z99; }
serve
