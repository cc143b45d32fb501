# S: setting up a round

## S1 seven cards each and one turned up
@sheets all -jackpot
# what the first card does is S4 to S8; many seeds are looked through in props.py
> {"do":"new","rules":"$RULES","players":4,"seed":3}
: discard_count=1 round=1 scores=[0,0,0,0] round_winner=null

## S1 the same seed gives the same match
@sheets all
> {"do":"new","rules":"$RULES","players":4,"seed":11}
> {"do":"new","rules":"$RULES","players":4,"seed":11}
same

## S2 S3 the deal passes to the left, and the next one begins
@sheets all -penas
position $RULES; hands R1 / G5 G6 / B5 B6; discard R7; draw Y1 Y2 Y3; dealer 1
0 play R1
: phase=round_over round_winner=0 dealer=1
next
: dealer=2 round=2

## S2 from the last seat the deal goes on to seat 0
@sheets all -penas
position $RULES; hands R1 / G5 G6 / B5 B6; discard R7; draw Y1 Y2 Y3; dealer 2
0 play R1
next
: dealer=0 round=2

## S2 even when play ran to the right
@sheets duelo oficial jackpot
position $RULES; hands R1 / G5 G6 / B5 B6; discard R7; draw Y1 Y2 Y3; dealer 1; direction -1
0 play R1
next
: dealer=2 round=2

## S3 without a word about it the dealer is the seat before the one in turn
@sheets all
@for TURN,DEALER 0,2 1,0 2,1
position $RULES; hands R1 G1 / R2 G2 / R3 G3; discard R7; draw Y1 Y2 Y3; turn $TURN
: phase=play turn=$TURN dealer=$DEALER direction=1 color=R top=R7

## S3 a turned-up number changes nothing
@sheets all
position $RULES; hands R1 G1 / R2 G2 / R3 G3; discard R7; draw Y1 Y2 Y3; turn 1; turned_up true
: phase=play turn=1 dealer=0 direction=1 color=R
size 1 2

## S4 turned-up Draw Two: the first player draws two and loses the turn
@sheets all -sin-reversa
position $RULES; hands R1 G1 / R2 G2 / R3 G3; discard R+2; draw B1 B2 B3 B4; turn 1; turned_up true
: phase=play turn=2 pending=0 color=R top=R+2 draw_count=2
hand 0 R1 G1
hand 1 R2 G2 B1 B2
hand 2 R3 G3

## S4 with two players the dealer plays after it
@sheets all -sin-reversa
position $RULES; hands R1 G1 / R2 G2; discard R+2; draw B1 B2 B3 B4; turn 1; turned_up true
: phase=play turn=0
hand 1 R2 G2 B1 B2

## S4 where it can be stacked the first player may accept
position sin-reversa; hands R1 G1 / R2 G+2 / R3 G3; discard R+2; draw B1 B2 B3 B4; turn 1; turned_up true
: phase=struck turn=1 pending=2
hand 1 R2 G+2
1 accept
gain 1 2
: phase=play turn=2 pending=0

## S4 X1 or stack on it
position sin-reversa; hands R1 G1 / R2 G+2 B5 / R3 G3; discard R+2; draw B1 B2 B3 B4; turn 1; turned_up true
1 play G+2
: phase=struck turn=2 pending=4 color=G
2 accept
hand 2 R3 G3 B1 B2 B3 B4
: turn=0

## S4 H-stacking with the house rule too
@sheets duelo oficial penas jackpot
position $RULES; hands R1 G1 / R2 G+2 B5 / R3 G3; discard R+2; draw B1 B2 B3 B4; turn 1; turned_up true; options stacking=true
: phase=struck turn=1 pending=2
1 play G+2
: phase=struck turn=2 pending=4

## S5 turned-up Skip: the first player is skipped
@sheets all
position $RULES; hands R1 G1 / R2 G2 / R3 G3 / Y1 Y2; discard RS; draw B1 B2; turn 1; turned_up true
: phase=play turn=2 direction=1
size 1 2

## S5 with two players the dealer plays first
@sheets all
position $RULES; hands R1 G1 / R2 G2; discard RS; draw B1 B2; turn 1; turned_up true
: phase=play turn=0

## S6 turned-up Reverse: the dealer plays first and play goes to the right
@sheets all -sin-reversa
position $RULES; hands R1 G1 G9 / R2 G2 / R3 G3 / Y1 Y2; discard RR; draw B1 B2; turn 1; turned_up true
: phase=play turn=0 direction=-1 dealer=0
0 play R1
: turn=3 direction=-1

## S6 with two players too, and nobody plays twice
@sheets all -sin-reversa
position $RULES; hands R1 G1 G9 / R2 G2; discard RR; draw B1 B2; turn 1; turned_up true
: phase=play turn=0 direction=-1
0 play R1
: turn=1

## S7 turned-up Wild: the first player names the color and then plays
@sheets all
position $RULES; hands R1 G1 / R2 G2 B7 / R3 G3; discard W; draw B1 B2; turn 1; turned_up true
: phase=color turn=1 color=null top=W
can color R
can color G
can color B
can color Y
cannot draw
1 draw
error
0 color G
error
1 color G
: phase=play turn=1 color=G top=W
plays G2

## S7 the color must be one of the four
@sheets all
@for C "W" "X" null 1 "" "RG"
position $RULES; hands R1 G1 / R2 G2 B7 / R3 G3; discard W; draw B1 B2; turn 1; turned_up true
> {"do":"color","seat":1,"color":$C}
error
1 color Y
: phase=play color=Y

## S8 turned-up Wild Draw Four: another card is turned
@sheets all -sin-reversa
# whichever way the two cards are shuffled, the Wild Draw Four cannot stay on top
position $RULES; hands R1 G1 / R2 G2 / R3 G3; discard W+4; draw R5; turn 1; turned_up true
: phase=play turn=1 top=R5 color=R draw_count=1 discard_count=1 pending=0
size 1 2

## S8 what is turned instead counts as first card: Skip
@sheets all -sin-reversa
position $RULES; hands R1 G1 / R2 G2 / R3 G3; discard W+4; draw RS; turn 1; turned_up true
: phase=play turn=2 top=RS draw_count=1 discard_count=1

## S8 what is turned instead counts as first card: Wild
@sheets all -sin-reversa
position $RULES; hands R1 G1 / R2 G2 / R3 G3; discard W+4; draw W; turn 1; turned_up true
: phase=color turn=1 top=W color=null draw_count=1 discard_count=1

## S8 where its effect counts: color, then four cards
position sin-reversa; hands R1 G1 / R2 G2 / R3 G3; discard W+4; draw B1 B2 B3 B4 B5; turn 1; turned_up true
: phase=color turn=1 color=null top=W+4
1 color G
: phase=struck turn=1 pending=4 color=G
1 challenge
error
1 accept
hand 1 R2 G2 B1 B2 B3 B4
: phase=play turn=2 color=G

## S8 X1 or stack on it
position sin-reversa; hands R1 G1 / R2 Y+2 B9 / R3 G3; discard W+4; draw B1 B2 B3 B4 B5 B6; turn 1; turned_up true
1 color G
1 play Y+2
: phase=struck turn=2 pending=6 color=Y
2 accept
gain 2 6
: turn=0

## S9 turned-up Jackpot: the first player chooses who carries out a rule card, then plays
@for WHO 0 1 2
position jackpot; hands R1 G1 / R2 G2 / R3 G3; discard RJ; draw B1 B2 B3 B4; turn 1; turned_up true; rule draw 3
: phase=choose turn=1 color=R
can choose 0
can choose 1
can choose 2
1 play R2
error
1 choose $WHO
gain $WHO 3
: phase=play turn=1 color=R top=RJ

## S9 the chosen player has something to do, then the first player plays
position jackpot; hands R1 G1 / R2 G2 / R3 G3; discard RJ; draw B1 B2 B3 B4; turn 1; turned_up true; rule dare sing
1 choose 0
: phase=dare turn=0
1 done
error
0 done
: phase=play turn=1

## S9 turned-up Wild Jackpot: the first player also names the color
position jackpot; hands R1 G1 / R2 G2 / R3 G3; discard WJ; draw B1 B2 B3 B4; turn 1; turned_up true; rule draw 2
: phase=choose turn=1 color=null
1 choose 2
gain 2 2
: phase=color turn=1 color=null
2 color B
error
1 color B
: phase=play turn=1 color=B
plays -

## S9 an empty seat cannot be chosen
@for WHO 3 -1 "0" null
position jackpot; hands R1 G1 / R2 G2 / R3 G3; discard RJ; draw B1 B2 B3 B4; turn 1; turned_up true; rule draw 3
> {"do":"choose","seat":1,"who":$WHO}
error
