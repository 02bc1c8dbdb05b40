#!/bin/sh
# Takes its time, and behaves otherwise.
. "$(dirname "$0")/peer.sh"
suggest() { sleep 0.3; reply pass; }
serve
