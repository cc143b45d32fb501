# U: saying UNO
@let DRAW Y1 Y2 Y3 Y4 Y5 Y6 Y7

## U1 said with the card
@sheets all
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play R1 uno
: uno=[true,false,false]
1 catch 0
error

## U1 said just before the card
@sheets all
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
can uno
0 uno
: phase=play turn=0
gain 0 0
0 play R1
: uno=[true,false,false]
1 catch 0
error

## U1 U2 U4 not said: the next player catches them
@sheets all
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play R1
: uno=[false,false,false] turn=1
1 catch 0
hand 0 G2 Y1 Y2
: phase=play turn=1

## U2 any other player may
@sheets all
position $RULES; hands R1 G2 / B3 B4 / B1 B2 / G5 G6; discard R7; draw $DRAW
0 play R1
3 catch 0
gain 0 2
: turn=1

## U2 nobody can catch themselves
@sheets all
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play R1
0 catch 0
error

## U2 U4 nobody is caught twice
@sheets all
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play R1
1 catch 0
2 catch 0
error

## U3 until the next player has played
@sheets duelo oficial penas jackpot
position $RULES; hands R1 G2 / R3 B4 G8 / B1 B2; discard R7; draw $DRAW
0 play R1
1 play R3
2 catch 0
error
1 catch 0
error

## U3 until the next player has drawn
@sheets duelo oficial penas jackpot
position $RULES; hands R1 G2 / B3 B4 G8 / B1 B2; discard R7; draw Y2 Y3
0 play R1
1 draw
: turn=2
2 catch 0
error

## U3 also before the drawn card is played or kept
@sheets duelo oficial penas jackpot
position $RULES; hands R1 G2 / B3 B4 G8 / B1 B2; discard R7; draw R9 Y1 Y2
0 play R1
1 draw
: phase=drawn turn=1
2 catch 0
error

## U3 sin-reversa: as long as the player has exactly one card
position sin-reversa; hands R1 G2 / R3 B4 G8 / B1 R2 R6; discard R7; draw $DRAW
0 play R1
1 play R3
2 play R2
: turn=0
1 catch 0
gain 0 2
: turn=0

## U3 sin-reversa: even after drawing and coming back to one card
position sin-reversa; hands R1 G2 / R3 B4 G8 / B1 R2 R6; discard R7; draw $DRAW
0 play R1
1 play R3
2 play R2
0 draw
1 catch 0
error

## U3 in sin-reversa every seat with one unsaid card can be caught
@for WHO 1 2 3
position sin-reversa; hands R1 G2 / R3 / B1 / R5; discard R7; draw $DRAW
0 catch $WHO
gain $WHO 2

## U3 elsewhere only the one who has just played: in a position the seat before the turn
@sheets duelo oficial penas jackpot
position $RULES; hands R1 G2 / R3 / B1 B2 / R5; discard R7; draw $DRAW
0 catch 1
error
0 catch 3
gain 3 2

## U3 against the clock it is the seat on the other side
@sheets duelo oficial penas jackpot
position $RULES; hands R1 G2 / R3 / B1 B2 / R5; discard R7; draw $DRAW; direction -1
0 catch 3
error
0 catch 1
gain 1 2

## U3 after a Skip the window is open until the one after plays
@sheets all
position $RULES; hands RS G2 / B3 B4 / B1 R2 Y9; discard R7; draw $DRAW
0 play RS
: turn=2
1 catch 0
gain 0 2

## U3 after a Skip it closes with that one's card
@sheets duelo oficial penas jackpot
position $RULES; hands RS G2 / B3 B4 / B1 R2 Y9; discard R7; draw $DRAW
0 play RS
2 play R2
1 catch 0
error

## U3 the two cards that a Draw Two costs do not close the window
@sheets duelo oficial penas jackpot
position $RULES; hands R+2 G2 / B3 B4 / B1 R2 Y9; discard R7; draw $DRAW
0 play R+2
gain 0 -1 1 2
1 catch 0
gain 0 2

## U3 before the struck player has answered
@sheets all
position $RULES; hands W+4 G2 / B3 B4 / B1 R2 Y9; discard R7; draw $DRAW Y8
0 play W+4 G
: phase=struck
2 catch 0
gain 0 2
: phase=struck turn=1 pending=4

## U3 a turn that is lost does not begin: accepting leaves the window open
@sheets duelo oficial jackpot
position $RULES; hands W+4 G2 / B3 B4 / B1 R2 Y9; discard R7; draw $DRAW
0 play W+4 G
1 accept
2 catch 0
gain 0 2

## U3 and it closes when a player plays or draws on their own turn
@sheets duelo oficial jackpot
position $RULES; hands W+4 G2 / B3 B4 / B1 R2 Y9; discard R7; draw $DRAW
0 play W+4 B
1 accept
2 play B1
1 catch 0
error nothing_to_catch

## U3 drawing in a turn of one's own closes it as well
@sheets duelo oficial penas jackpot
position $RULES; hands R+2 G2 / B3 B4 / B1 G8 Y9; discard R7; draw $DRAW
0 play R+2
2 draw
1 catch 0
error nothing_to_catch

## U3 losing the challenge leaves it open
@sheets duelo oficial jackpot
position $RULES; hands W+4 G2 / B3 B4 / B1 R2 Y9; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 1 6
2 catch 0
gain 0 2

## U3 with stacking, taking a debt leaves it open too
@sheets duelo oficial jackpot
position $RULES; hands R+2 G2 / B3 B4 / B1 R2 Y9; discard R7; draw $DRAW; options stacking=true
0 play R+2
1 accept
2 catch 0
gain 0 2

## U3 T5 passing is neither playing nor drawing
@sheets duelo oficial penas jackpot
position $RULES; hands R+2 R2 / B3 B4 / B1 G8 Y9; discard R7; draw -
0 play R+2
gain 0 -1 1 1
2 pass
1 catch 0
event {"event":"caught","seat":1,"who":0}

## U3 in penas accepting closes it: cards were taken
@sheets penas
position $RULES; hands W+4 G2 / B3 B4 / B1 R2 Y9; discard R7; draw $DRAW
0 play W+4 G
1 accept
2 catch 0
error

## U3 in penas losing a challenge too
@sheets penas
position $RULES; hands W+4 G2 / B3 B4 / B1 R2 Y9; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 1 6
2 catch 0
error

## U3 asking for the state closes nothing, nor does a refused command
@sheets all
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play R1
state
1 accept
error
2 draw
error
1 catch 0
gain 0 2

## U3 a Reverse with two: the same turn again, and a catch is still possible
@sheets duelo oficial penas jackpot
position $RULES; hands RR G2 / B3 B4; discard R7; draw $DRAW
0 play RR
: turn=0
1 catch 0
gain 0 2
: turn=0

## U4 both cards come from the draw pile
@sheets all
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw Y5 G9 Y1
0 play R1
2 catch 0
hand 0 G2 Y5 G9
: draw_count=1

## U4 with one card in the pile the other comes from the discards
@sheets all
position $RULES; hands W R1 / B3 B4 / B1 B2; discard W; color R; draw Y5
0 play W B
2 catch 0
hand 0 R1 Y5 W

## U5 said late, before anyone noticed: safe
@sheets sin-reversa duelo oficial jackpot
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play R1
0 uno
gain 0 0
: uno=[true,false,false] turn=1 phase=play
1 catch 0
error

## U5 P1 penas: said late it costs one card
position penas; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play R1
0 uno
hand 0 G2 Y1
: turn=1 phase=play
1 catch 0
error

## P1 U4 penas: noticed by another it costs two
position penas; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play R1
2 catch 0
hand 0 G2 Y1 Y2
0 uno
error

## P1 U1 penas: said in time it costs nothing
position penas; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play R1 uno
gain 0 -1
2 catch 0
error

## U5 sin-reversa: late by a whole round is not too late
position sin-reversa; hands R1 G2 / R3 B4 G8 / B1 R2 R6; discard R7; draw $DRAW
0 play R1
1 play R3
0 uno
: uno=[true,false,false]
2 catch 0
error

## U6 a false catch is an error: two cards
@sheets all
position $RULES; hands R1 G2 B9 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play R1
1 catch 0
error
1 catch 2
error

## U6 a false catch is an error: it was said
@sheets all
position $RULES; hands R1 G2 / B3 B4 / B1; discard R7; draw $DRAW; uno false false true
0 catch 2
error

## U6 a false catch is an error: an empty seat
@sheets all
@for WHO 3 -1 99 "0" null
position $RULES; hands R1 G2 / B3 B4 / B1; discard R7; draw $DRAW
> {"do":"catch","seat":0,"who":$WHO}
error

## U1 a call with three cards does not count
@sheets all
position $RULES; hands R1 R2 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
cannot uno
0 uno
error

## U1 nor one with two cards on another's turn
@sheets all
position $RULES; hands R1 R2 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
1 uno
error

## U1 said with a card that leaves two, it is not heard
@sheets all
position $RULES; hands R1 R2 G2 / R3 B4 B8 / R4 B2 B9; discard R7; draw $DRAW
0 play R1 uno
: uno=[false,false,false]
1 play R3
2 play R4
0 play R2
1 catch 0
gain 0 2

## U1 said with the last card, it does no harm
@sheets all
position $RULES; hands R1 / R3 B4 B8 / R4 B2 B9; discard R7; draw $DRAW; uno true false false
0 play R1 uno
: phase=round_over round_winner=0

## U1 who draws back must say it again
@sheets all
position $RULES; hands B1 / R3 B4 B8 / B2 R9 G9; discard R7; draw G5 Y1 Y2 Y3; uno true false false
0 draw
hand 0 B1 G5
: uno=[false,false,false] turn=1
1 play R3
2 play R9
: turn=0
0 draw
: turn=1

## U1 who draws back and comes down to one again must say it again
@sheets all
position $RULES; hands B1 / G7 B4 B8 / B2 G9 G8; discard R7; draw G5 Y1 Y2 Y3; uno true false false
0 draw
1 play G7
2 play G9
0 play G5
: uno=[false,false,false]
1 catch 0
gain 0 2

## U1 a call is used up by drawing instead
@sheets sin-reversa duelo oficial jackpot
position $RULES; hands R1 R2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 uno
0 draw
: uno=[false,false,false] turn=1

## U1 a forgotten call that nobody noticed takes no victory away
@sheets all
position $RULES; hands R1 / R3 B4 B8 / R4 B2 B9; discard R7; draw $DRAW
0 play R1
: phase=round_over round_winner=0

## U1 letting a wild's color wait is not a way out: the card and the color are one command
@sheets all
position $RULES; hands W G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W G
: turn=1
2 catch 0
gain 0 2
: turn=1 color=G

## U3 the lever does not close the window
position jackpot; hands RJ G2 / B3 B4 / B1 B2; discard R7; draw $DRAW; spins any; rule dare sing
0 play RJ
: phase=choose
2 catch 0
gain 0 2
: phase=choose turn=0

## U3 nor does the choice after it
position jackpot; hands RJ G2 / B3 B4 / B1 B2; discard R7; draw $DRAW; spins any; rule dare sing
0 play RJ
0 choose 1
: phase=dare turn=1
2 catch 0
gain 0 2

## U1 in jackpot, cards discarded by a rule card need no call
position jackpot; hands RJ R8 / B3 B4 B5 / B1 B2; discard R7; draw $DRAW; spins left; rule discard_to 1
0 play RJ uno
: phase=throw turn=1
1 throw B3 B4
size 1 1
: turn=1 phase=play
2 catch 1
error

## U3 the position's word for it
@sheets all
position $RULES; hands R1 G2 / B3 B4 / B1; discard R7; draw $DRAW; uno false false true
: uno=[false,false,true]
