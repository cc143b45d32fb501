#!/bin/sh
# The shortest bot: always the first command in the list.
#
#     mazo bot check cmd:docs/examples/bot.sh
while read -r question; do
    echo 0
done
