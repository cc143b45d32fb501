# P: the penalties of penas
@let DRAW Y1 Y2 Y3 Y4 Y5 Y6 Y7

## P2 a card that does not fit is taken back and costs one, and the turn goes on
position penas; hands B3 R1 G2 / G1 G2 / B1 B2; discard R7; draw $DRAW
0 play B3
event {"event":"misplayed","seat":0}
hand 0 B3 R1 G2 Y1
: phase=play turn=0 top=R7 color=R discard_count=1 draw_count=6
0 play R1
: turn=1 top=R1

## P2 every time
position penas; hands B3 R1 G2 / G1 G2 / B1 B2; discard R7; draw $DRAW
0 play B3
0 play G2
hand 0 B3 R1 G2 Y1 Y2
: turn=0

## P2 out of turn, though it would fit
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
2 play R3
event {"event":"misplayed","seat":2}
hand 2 R3 B2 Y1
: phase=play turn=0 top=R7

## P2 out of turn, and it does not fit either: still one card
position penas; hands B3 R1 G2 / G1 G2 / B3 B2; discard R7; draw $DRAW
2 play B3
gain 2 1
: turn=0

## P2 out of turn while another is struck
position penas; hands W+4 R1 G2 / G1 G4 / B3 B2; discard R7; draw $DRAW
0 play W+4 G
2 play B3
gain 2 1
: phase=struck turn=1 pending=4

## P2 out of turn by the one who has just played
position penas; hands R2 R1 G2 / G1 G4 / B3 B2; discard R7; draw $DRAW
0 play R2
0 play R1
gain 0 1
: turn=1 top=R2

## P2 out of turn while another holds a drawn card
position penas; hands B1 G2 / G1 G4 / R3 B2; discard R7; draw R9 Y1 Y2
0 draw
: phase=drawn turn=0
2 play R3
gain 2 1
: phase=drawn turn=0

## P2 a card that one does not hold costs nothing, it is an error
position penas; hands B3 R1 G2 / G1 G2 / B1 B2; discard R7; draw $DRAW
0 play R9
error
2 play R9
error

## P2 a wild without its color is an error
position penas; hands W R1 G2 / G1 G2 / B1 B2; discard R7; draw $DRAW
0 play W
error

## P2 a card played while a Wild Draw Four lies before one costs a card, and it still lies there
position penas; hands W+4 R1 G2 / G1 G4 W / B3 B2; discard R7; draw $DRAW
0 play W+4 G
1 play G1
gain 1 1
: phase=struck turn=1 pending=4
1 play W G
gain 1 1
: phase=struck turn=1 pending=4
1 accept
gain 1 4

## P2 another card than the one just drawn costs a card, and the drawn one still waits
position penas; hands B1 G2 R5 / G1 G4 / R3 B2; discard Y7; draw Y9 Y1 Y2
0 draw
: phase=drawn turn=0
0 play B1
gain 0 1
: phase=drawn turn=0
0 play R5
gain 0 1
0 play Y9
: phase=play turn=1 top=Y9

## P2 a card played while a color is to be named costs a card, and the color is still asked for
position penas; hands R1 G1 / R2 G2 B7 / R3 G3; discard W; draw $DRAW; turn 1; turned_up true
1 play R2
gain 1 1
: phase=color turn=1
0 play R1
gain 0 1
1 color G
: phase=play turn=1 color=G

## P2 a card played while a player is to be chosen costs a card
position penas; hands R7 G1 B4 / R2 G2 B7 / R3 G3; discard R5; draw $DRAW; options seven_zero=true
0 play R7
: phase=choose turn=0
0 play G1
gain 0 1
: phase=choose turn=0
0 choose 1

## P2 H-no-bluffing a bluff that is refused costs nothing
position penas; hands W+4 R1 G2 / G1 G4 / B3 B2; discard R7; draw $DRAW; options no_bluffing=true
0 play W+4 G
error bluff_refused

## P2 W4 a bluffed Wild Draw Four is not a wrong card
position penas; hands W+4 R1 G2 / G1 G4 / B3 B2; discard R7; draw $DRAW
0 play W+4 G
: phase=struck turn=1
hand 0 R1 G2

## P2 the card is taken back even if it was the last
position penas; hands B3 R1 G2 / G1 G2 / R3; discard R7; draw $DRAW; uno false false true
2 play R3
hand 2 R3 Y1
: phase=play round_winner=null uno=[false,false,false]

## P2 with nothing to draw it costs nothing
position penas; hands B3 R1 G2 / G1 G2 / B1 B2; discard R7; draw -
0 play B3
gain 0 0
: turn=0 top=R7

## P2 no penalties once the round is over
position penas; hands R1 / G1 G2 / R3 B2; discard R7; draw $DRAW
0 play R1
: phase=round_over
2 play R3
error

## P2 on the other sheets nobody pays for a mistake
@sheets all -penas
position $RULES; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
0 play B3
error
2 play R3
error

## P2 drawing or accepting out of turn is an error without a price
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
2 draw
error
2 accept
error

## P2 naming the card in lower case is not a mistake
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
0 play r1
: turn=1 top=R1

## P3 the accused admits it and draws two
position penas; hands B3 R1 G2 / G1 G2 / R3 B2 / Y8 Y9; discard R7; draw $DRAW
0 accuse 1
gain 1 0
: phase=play turn=0
1 admit
gain 1 2
: phase=play turn=0

## P3 two say yes and none no
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
0 accuse 1
2 vote yes
gain 1 2

## P3 one yes is not enough
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
0 accuse 1
2 vote no
gain 1 0
1 admit
error

## P3 two yes against one no
position penas; hands B3 R1 G2 / G1 G2 / R3 B2 / Y8 Y9; discard R7; draw $DRAW
0 accuse 1
2 vote yes
gain 1 0
3 vote no
gain 1 2

## P3 one yes against two no
position penas; hands B3 R1 G2 / G1 G2 / R3 B2 / Y8 Y9; discard R7; draw $DRAW
0 accuse 1
2 vote no
3 vote no
gain 1 0

## P3 two yes against two no are not more
position penas; hands B3 R1 G2 / G1 G2 / R3 B2 / Y8 Y9 / B8 B9; discard R7; draw $DRAW
0 accuse 1
2 vote yes
3 vote no
4 vote no
gain 1 0

## P3 three yes against one no
position penas; hands B3 R1 G2 / G1 G2 / R3 B2 / Y8 Y9 / B8 B9; discard R7; draw $DRAW
0 accuse 1
2 vote yes
3 vote yes
gain 1 0
4 vote no
gain 1 2

## P3 the accuser alone cannot convict when the time is up
@each OTHERS / R3 B2 | / R3 B2 / Y8 Y9
position penas; hands B3 R1 G2 / G1 G2 $OTHERS; discard R7; draw $DRAW
0 accuse 1
> {"do":"tally"}
event {"event":"acquitted","seat":1}
gain 1 0

## P3 with two players only an admission counts
position penas; hands B3 R1 G2 / G1 G2; discard R7; draw $DRAW
0 accuse 1
gain 1 0
1 admit
gain 1 2

## P3 the game goes on during a vote
position penas; hands B3 R1 G2 / R2 G3 G2 / R3 B2 B7 / Y8 Y9; discard R7; draw $DRAW
0 accuse 1
0 play R1
: turn=1 top=R1
1 play R2
2 vote yes
3 vote yes
gain 1 2
: turn=2

## P3 anyone may accuse, also out of turn, also the one in turn
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
2 accuse 0
1 vote yes
gain 0 2
: turn=0 phase=play

## P3 nobody can accuse themselves, or an empty seat
@for WHO 0 3 -1 null
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
> {"do":"accuse","seat":0,"who":$WHO}
error

## P3 one accusation at a time
position penas; hands B3 R1 G2 / G1 G2 / R3 B2 / Y8 Y9; discard R7; draw $DRAW
0 accuse 1
2 accuse 3
error
2 accuse 1
error
0 accuse 1
error

## P3 after the verdict the next may come
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
0 accuse 1
1 admit
1 accuse 0
2 vote yes
gain 0 2

## P3 the accused does not vote
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
0 accuse 1
1 vote no
error

## P3 the accuser has voted already, and nobody votes twice
position penas; hands B3 R1 G2 / G1 G2 / R3 B2 / Y8 Y9; discard R7; draw $DRAW
0 accuse 1
0 vote yes
error
2 vote no
2 vote yes
error

## P3 only the accused admits
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
0 accuse 1
0 admit
error
2 admit
error

## P3 without an accusation there is nothing to admit or to vote on
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
1 admit
error
2 vote yes
error

## P3 a vote needs its yes or no
@for YES 1 "yes" null
position penas; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
0 accuse 1
> {"do":"vote","seat":2,"yes":$YES}
error

## P3 only penas knows accusations
@sheets all -penas
position $RULES; hands B3 R1 G2 / G1 G2 / R3 B2; discard R7; draw $DRAW
0 accuse 1
error
