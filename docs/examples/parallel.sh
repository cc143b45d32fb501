#!/bin/sh
# Usage: parallel.sh PARTS OPTION...
#
# `mazo sim OPTION...` in PARTS parts, played by GNU parallel: on all cores of this machine, and with
# PARALLEL='--sshlogin a,b,:' also on other machines that have mazo. The result is exactly that of
# one run. MAZO names the program if it is not in the PATH.
set -eu
parts=$1
shift
# shellcheck disable=SC2046 # one argument per part
parallel --quote "${MAZO:-mazo}" sim --quiet --threads 1 "$@" --part "{}/$parts" ::: $(seq "$parts") |
    "${MAZO:-mazo}" sim --merge -
