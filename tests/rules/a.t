# A: action cards

## A1 Draw Two: the next player draws two and loses the turn
@sheets all -sin-reversa
position $RULES; hands R+2 G1 G2 / R1 R2 / B1 B2; discard R5; draw Y1 Y2 Y3
0 play R+2
hand 1 R1 R2 Y1 Y2
: phase=play turn=2 pending=0 top=R+2 color=R draw_count=1

## A1 the struck player is not asked, even with a Draw Two in hand
@sheets all -sin-reversa
position $RULES; hands R+2 G1 G2 / G+2 R2 / B1 B2; discard R5; draw Y1 Y2 Y3
0 play R+2
: phase=play turn=2 pending=0
gain 0 -1 1 2

## A1 X2 where it can be stacked the player accepts, even without anything to stack
position sin-reversa; hands R+2 G1 G2 / R1 R2 / B1 B2; discard R5; draw Y1 Y2 Y3
0 play R+2
: phase=struck turn=1 pending=2
gain 0 -1
1 accept
hand 1 R1 R2 Y1 Y2
: phase=play turn=2 pending=0

## A1 against the clock it is the other neighbor
@sheets all -sin-reversa
position $RULES; hands R+2 G1 G2 / R1 R2 / B1 B2 / B3 B4; discard R5; draw Y1 Y2 Y3; direction -1
0 play R+2
gain 0 -1 3 2
: turn=2 direction=-1

## A1 with two players, the one who plays it plays again
@sheets all -sin-reversa
position $RULES; hands R+2 G1 G2 / R1 R2; discard R5; draw Y1 Y2 Y3
0 play R+2
gain 0 -1 1 2
: turn=0

## A1 a Draw Two of another color goes on a Draw Two, on nothing else
@sheets all
position $RULES; hands G+2 G1 / R1 R2; discard R+2; draw Y1 Y2 Y3
plays G+2

## A1 not on a number of another color
@sheets all
position $RULES; hands G+2 B1 / R1 R2; discard R2; draw Y1 Y2 Y3
plays -

## A2 Skip: the next player loses the turn
@sheets all
position $RULES; hands RS G1 G2 / R1 R2 / B1 B2; discard R5; draw Y1 Y2 Y3
0 play RS
gain 0 -1
: phase=play turn=2

## A2 against the clock
@sheets all -sin-reversa
position $RULES; hands RS G1 G2 / R1 R2 / B1 B2 / B3 B4; discard R5; draw Y1 Y2 Y3; direction -1
0 play RS
: turn=2 direction=-1

## A2 with two players, the one who plays it plays again
@sheets all
position $RULES; hands RS G1 G2 / R1 R2; discard R5; draw Y1 Y2 Y3
0 play RS
: turn=0

## A2 on the same color or another Skip
@sheets all
position $RULES; hands GS BS R7 / R1 R2; discard B4; draw Y1 Y2 Y3
plays BS
0 play BS
: turn=0
plays GS

## A3 Reverse: the direction turns
@sheets all -sin-reversa
position $RULES; hands RR G1 G2 / R1 R2 / B1 B2; discard R5; draw Y1 Y2 Y3
0 play RR
: phase=play turn=2 direction=-1
gain 0 -1

## A3 and turns back
@sheets all -sin-reversa
position $RULES; hands RR G1 G2 / R1 R2 / B1 B2 / B3 B4; discard R5; draw Y1 Y2 Y3; direction -1
0 play RR
: turn=1 direction=1

## A3 play really goes on to the right
@sheets all -sin-reversa
position $RULES; hands RR G1 G2 / R1 R2 / B1 B2 / R3 B4; discard R5; draw Y1 Y2 Y3
0 play RR
: turn=3
3 play R3
: turn=2

## A3 on the same color or another Reverse
@sheets all -sin-reversa
position $RULES; hands GR BR R7 / R1 R2; discard B4; draw Y1 Y2 Y3
plays BR
0 play BR
plays GR

## A3 with two players, the one who plays it plays again
@sheets all -sin-reversa
position $RULES; hands RR G1 G2 / R1 R2; discard R5; draw Y1 Y2 Y3
0 play RR
: phase=play turn=0

## A3 with two players again when the other one does
@sheets all -sin-reversa
position $RULES; hands R3 G1 G2 / R1 RR B2; discard R5; draw Y1 Y2 Y3
0 play R3
1 play RR
: turn=1
1 play R1
: turn=0

## A4 Wild: any color, also the present one, though other cards fit
@sheets all
@for C R G B Y
position $RULES; hands W R1 R2 / R3 G1 / B1 B2; discard R5; draw Y1 Y2 Y3
can play W $C
0 play W $C
: phase=play turn=1 color=$C top=W
gain 0 -1

## A5 W8 Wild Draw Four: names the color, the next player draws four and loses the turn
@sheets all
position $RULES; hands W+4 G1 G2 / R1 R2 / B1 B2; discard R5; draw Y1 Y2 Y3 Y4 Y5
0 play W+4 B
: phase=struck turn=1 pending=4 color=B top=W+4
gain 0 -1
1 accept
hand 1 R1 R2 Y1 Y2 Y3 Y4
: phase=play turn=2 pending=0 color=B

## A5 against the clock
@sheets all -sin-reversa
position $RULES; hands W+4 G1 G2 / R1 R2 / B1 B2 / B3 B4; discard R5; draw Y1 Y2 Y3 Y4 Y5; direction -1
0 play W+4 B
: phase=struck turn=3
3 accept
gain 3 4
: turn=2

## A5 with two players, the one who plays it plays again
@sheets all
position $RULES; hands W+4 G1 G2 / R1 R2; discard R5; draw Y1 Y2 Y3 Y4 Y5
0 play W+4 B
1 accept
gain 1 4
: phase=play turn=0

## A5 who is struck can do nothing else: a penalty cannot be drawn away or played away
@sheets all -penas
position $RULES; hands W+4 G1 G2 / R1 B2 W / B1 B2; discard R5; draw Y1 Y2 Y3 Y4 Y5
0 play W+4 B
1 draw
error
1 play B2
error
1 play W B
error
1 pass
error
1 keep
error
2 accept
error
0 accept
error
