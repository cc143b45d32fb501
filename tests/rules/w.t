# W: when Wild Draw Four is allowed, and the challenge
@let DRAW Y1 Y2 Y3 Y4 Y5 Y6 Y7

## W1 sin-reversa: always allowed, and no challenge
position sin-reversa; hands W+4 R1 R2 / B1 B2 / B3 B4; discard R7; draw $DRAW
can play W+4 G
0 play W+4 G
: phase=struck turn=1 pending=4
cannot challenge
can accept
1 challenge
error
1 accept
gain 1 4

## W2 W4 W6 guilty with a card of the present color
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
can play W+4 G
0 play W+4 G
: phase=struck turn=1 pending=4
can challenge
can accept
1 challenge
hand 0 R1 G2 Y1 Y2 Y3 Y4
hand 1 B3 B4
: phase=play turn=1 pending=0 color=G top=W+4

## W2 W7 innocent without one
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 B1 G2 / B3 B4 / R1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
hand 0 B1 G2
hand 1 B3 B4 Y1 Y2 Y3 Y4 Y5 Y6
: phase=play turn=2 pending=0 color=G

## W2 the same number does not matter
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 B7 G7 / B3 B4 / R1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 1 6

## W2 nor does the same symbol
@sheets duelo oficial penas jackpot
@for S S R +2
position $RULES; hands W+4 B$S G$S / B3 B4 / R1 B2; discard R$S; draw $DRAW
0 play W+4 G
1 challenge
gain 1 6

## W2 wilds have no color
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 W W W+4 / B3 B4 / R1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 1 6

## W2 nor has a Wild Jackpot
position jackpot; hands W+4 WJ B1 / B3 B4 / R1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 1 6

## W2 an action card of the color is a card of the color
@sheets duelo oficial jackpot
@for CARD RS RR R+2
position $RULES; hands W+4 $CARD G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 0 4
: turn=1

## W2 a Jackpot of the color too
position jackpot; hands W+4 RJ G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 0 4
: turn=1

## W2 after a wild the named color is the present one: guilty
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 G1 B2 / B3 B4 / B1 B2; discard R7 W; color G; draw $DRAW
0 play W+4 B
1 challenge
gain 0 4
: turn=1 color=B

## W2 after a wild the named color is the present one: innocent
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 B2 / B3 B4 / B1 B2; discard R7 W; color G; draw $DRAW
0 play W+4 B
1 challenge
gain 1 6
: turn=2

## W2 the color that he names himself has nothing to do with it
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 G1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 1 6

## W2 guilty though he names the present color
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 R
1 challenge
gain 0 4
: turn=1 color=R

## W2 a color in the challenger's hand has nothing to do with it
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 B1 G2 / R3 R4 / R1 R2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 1 6

## W2 a Wild Draw Four on a Wild Draw Four is judged by the color named on the first
@sheets duelo oficial penas jackpot
@for HELD,LOSER,N G1,0,4 R1,1,6
position $RULES; hands W+4 $HELD Y9 / B3 B4 / B1 B2; discard R7 W+4; color G; draw $DRAW
0 play W+4 B
1 challenge
gain $LOSER $N

## W3 penas: action cards of the color do not count
@for CARD RS RR R+2
position penas; hands W+4 $CARD G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 1 6
: turn=2

## W3 penas: number cards do, also a zero
@for HELD R1 R9 R0
position penas; hands W+4 $HELD G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 0 4
: turn=1

## W3 penas: action card and number card of the color
position penas; hands W+4 RS R9 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 0 4

## W4 it can be played dirty, and stands when nobody challenges
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 R2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
1 accept
hand 0 R1 R2
gain 1 4
: turn=2

## W4 it is judged at the moment it is played: what the player draws later does not count
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 G2 / B3 B4 / B1 B2; discard R7; draw R1 R2 Y3 Y4 Y5 Y6 Y7 Y8
0 play W+4 G
2 catch 0
hand 0 G2 R1 R2
: phase=struck turn=1 pending=4
1 challenge
gain 1 6
: turn=2

## W4 a drawn Wild Draw Four can be a bluff as well
@sheets duelo oficial jackpot
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw W+4 Y1 Y2 Y3 Y4 Y5
0 draw
: phase=drawn
0 play W+4 G
1 challenge
gain 0 4
: turn=1

## W4 W6 in a position that begins struck, the card under the Wild Draw Four is the judge
@sheets duelo oficial penas jackpot
@for UNDER,LOSER,N R7,0,4 B7,1,6
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard $UNDER W+4; color G; draw $DRAW; phase struck; pending 4; turn 1
: phase=struck turn=1 pending=4
1 challenge
gain $LOSER $N

## W5 the struck player and no other may challenge
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
2 challenge
error
0 challenge
error
1 challenge
gain 0 4

## W5 before drawing, not after
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
1 accept
1 challenge
error
2 challenge
error

## W5 once
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 G2 / B3 G4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
1 challenge
error
1 accept
error

## W5 no other card can be challenged
@sheets duelo oficial penas jackpot
@for CARD,COLOR W,G R+2,R
position $RULES; hands $CARD R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play $CARD $COLOR
1 challenge
error
2 challenge
error

## W6 the challenger takes his turn under the named color
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 G2 / B3 G4 R9 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
1 challenge
: phase=play turn=1 color=G
plays G4
1 play G4
: turn=2

## W6 who draws the four has to say UNO again
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 / B3 G4 R9 / B1 B2; discard R7; draw $DRAW
0 play W+4 G uno
: uno=[true,false,false]
1 challenge
gain 0 4
: uno=[false,false,false]

## W6 with two players
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 G2 / B3 B4; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 0 4
: phase=play turn=1

## W7 with two players
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 B1 G2 / B3 B4; discard R7; draw $DRAW
0 play W+4 G
1 challenge
gain 1 6
: phase=play turn=0

## W6 W7 against the clock
@sheets duelo oficial penas jackpot
@for HELD,LOSER,N,TURN R1,0,4,3 B1,3,6,2
position $RULES; hands W+4 $HELD G2 / B3 B4 / G3 G4 / B6 B8; discard R7; draw $DRAW; direction -1
0 play W+4 G
: turn=3
1 challenge
error
3 challenge
gain $LOSER $N
: turn=$TURN direction=-1

## W7 with too few cards the challenger draws what there is
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 B1 G2 / B3 B4 / B1 B2; discard Y9 R7; draw Y1 Y2 Y3
0 play W+4 G
1 challenge
gain 1 5
: turn=2 draw_count=0 discard_count=1

## W9 E2 played as the last card there is no challenge: the next player draws and the round is over
@sheets duelo oficial jackpot
position $RULES; hands W+4 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
: phase=round_over round_winner=0 pending=0
hand 1 B3 B4 Y1 Y2 Y3 Y4
1 challenge
error

## W9 E2 played as the last card, where it is not drawn
@sheets sin-reversa penas
position $RULES; hands W+4 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G
: phase=round_over round_winner=0 pending=0
hand 1 B3 B4
1 challenge
error

## W9 the last card but one can well be dirty
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 / B3 B4 / B1 B2; discard R7; draw $DRAW
0 play W+4 G uno
: phase=struck turn=1
1 challenge
gain 0 4

## W5 the challenger sees the hand as it was when the card was played, not what was drawn since
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 G1 / B3 B4 / B1 B2; discard R7; draw R1 R2 Y3 Y4 Y5 Y6 Y7 Y8 Y9
0 play W+4 G
2 catch 0
hand 0 G1 R1 R2
1 challenge
event {"event":"shown","seat":0,"who":1,"cards":["G1"]}
event {"event":"verdict","seat":0,"yes":false}
gain 1 6

## W5 W6 a bluff is seen as one though cards have come since
@sheets duelo oficial jackpot
position $RULES; hands W+4 R1 / B3 B4 / B1 B2; discard R7; draw G1 G2 Y3 Y4 Y5 Y6 Y7 Y8 Y9
0 play W+4 G
2 catch 0
1 challenge
event {"event":"shown","seat":0,"who":1,"cards":["R1"]}
event {"event":"verdict","seat":0,"yes":true}
gain 0 4
