# X: stacking, in sin-reversa (for the others see H-stacking)
@let DRAW Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 B7 B8 B9

## X1 any of the two on any of the two, the debt adds up and passes on
@for FIRST,SECOND,SUM R+2,G+2,4 R+2,R+2,4 R+2,W+4,6 W+4,Y+2,6 W+4,W+4,8
position sin-reversa; hands $FIRST G1 G2 / $SECOND R1 R2 / B1 B2; discard R5; draw $DRAW
0 play $FIRST G
: phase=struck turn=1
can play $SECOND
can accept
cannot draw
1 play $SECOND B
: phase=struck turn=2 pending=$SUM
gain 1 -1
2 accept
gain 2 $SUM
: phase=play turn=0 pending=0

## X1 a Draw Two stacked on a Wild Draw Four brings its own color
position sin-reversa; hands W+4 G1 G2 / Y+2 R1 R2 / B1 B2; discard R5; draw $DRAW
0 play W+4 G
: color=G
1 play Y+2
: color=Y top=Y+2

## X1 nothing else can be played on a debt
@for CARD,COLOR R1,R RS,R W,G R2,R
position sin-reversa; hands R+2 G1 G2 / $CARD B6 B5 / B1 B2; discard R5; draw $DRAW
0 play R+2
: phase=struck turn=1
plays -
1 play $CARD $COLOR
error
1 draw
error
1 pass
error

## X1 only the struck player may stack
position sin-reversa; hands R+2 G1 G2 / R1 R2 / B+2 B2; discard R5; draw $DRAW
0 play R+2
2 play B+2
error
0 accept
error

## X1 a wild to be stacked needs its color
position sin-reversa; hands R+2 G1 G2 / W+4 R2 / B1 B2; discard R5; draw $DRAW
0 play R+2
1 play W+4
error
1 play W+4 Y
: pending=6 color=Y turn=2

## X1 round the table and back
position sin-reversa; hands R+2 W+4 G2 / G+2 R1 / B+2 B2; discard R5; draw $DRAW
0 play R+2
1 play G+2 uno
: pending=4 turn=2
2 play B+2 uno
: pending=6 turn=0
0 play W+4 R uno
: pending=10 turn=1 phase=struck
1 accept
gain 1 10
: phase=play turn=2 pending=0

## X2 who does not stack draws the whole debt and loses the turn
position sin-reversa; hands R1 R2 / G+2 G1 / B1 B2; discard R5 R+2; draw $DRAW; pending 6; turn 1
: phase=struck turn=1 pending=6
1 accept
gain 1 6
: phase=play turn=2 pending=0

## X2 after that the debt is paid
position sin-reversa; hands R1 R2 / G+2 G1 / R+2 B2 B3; discard R5 R+2; draw $DRAW; pending 4; turn 1
1 accept
2 play R+2
: phase=struck turn=0 pending=2

## X2 a debt cannot be challenged
position sin-reversa; hands R1 R2 / G+2 G1 / R+2 B2 B3; discard R5 W+4; color G; draw $DRAW; pending 4; turn 1
cannot challenge
1 challenge
error

## X1 a last card may be stacked: it wins, and nothing more is drawn
position sin-reversa; hands R+2 G1 G2 / G+2 / B1 B2; discard R5; draw $DRAW; uno false true false
0 play R+2
1 play G+2
: phase=round_over round_winner=1 pending=0
gain 1 -1

## X1 the draw pile is not touched while the debt grows
position sin-reversa; hands R+2 G1 G2 / G+2 R1 R2 / B1 B2; discard R5; draw $DRAW
0 play R+2
1 play G+2
: draw_count=12 pending=4
