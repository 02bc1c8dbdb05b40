#!/bin/sh
# Never says anything, and does not listen.
sleep 1000
