# H: house rules on top
@let DRAW Y1 Y2 Y3 Y4 Y5 Y6 Y7 Y8 Y9 B9

# ---- stacking

## H-stacking off: a Draw Two is drawn at once
@sheets duelo oficial penas jackpot
position $RULES; hands R+2 G1 G2 / G+2 R1 / B1 B2; discard R5; draw $DRAW; options stacking=false
0 play R+2
: phase=play turn=2 pending=0

## H-stacking on: a Draw Two strikes, with or without a card to stack
@sheets duelo oficial penas jackpot
@for HELD G+2 G9
position $RULES; hands R+2 G1 G2 / $HELD R1 / B1 B2; discard R5; draw $DRAW; options stacking=true
0 play R+2
: phase=struck turn=1 pending=2
gain 0 -1
1 accept
gain 1 2
: phase=play turn=2

## H-stacking any of the two on any of the two
@sheets duelo oficial penas jackpot
@for FIRST,SECOND,SUM R+2,G+2,4 R+2,W+4,6 W+4,Y+2,6 W+4,W+4,8
position $RULES; hands $FIRST G1 G2 / $SECOND R1 R2 / B1 B2; discard R5; draw $DRAW; options stacking=true
0 play $FIRST G
1 play $SECOND B
: phase=struck turn=2 pending=$SUM
2 accept
gain 2 $SUM
: phase=play turn=0 pending=0

## H-stacking W5 a Draw Two on top cannot be challenged
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 R1 G2 / Y+2 R3 / B1 B2; discard R5; draw $DRAW; options stacking=true
0 play W+4 G
can challenge
1 play Y+2 uno
: phase=struck turn=2 pending=6
cannot challenge
2 challenge
error

## H-stacking W6 guilty: the bluffer draws the whole debt
@sheets duelo oficial penas jackpot
position $RULES; hands R+2 G1 G2 / W+4 R1 R2 / B1 B2; discard R5; draw $DRAW; options stacking=true
0 play R+2
1 play W+4 G
: pending=6 turn=2
can challenge
2 challenge
gain 1 6
: phase=play turn=2 pending=0 color=G

## H-stacking W7 innocent: the challenger draws the debt and two more
@sheets duelo oficial penas jackpot
position $RULES; hands R+2 G1 G2 / W+4 B1 B2 / B3 B4; discard R5; draw $DRAW; options stacking=true
0 play R+2
1 play W+4 G
2 challenge
gain 2 8
: phase=play turn=0 pending=0

## H-stacking W8 a single Wild Draw Four is as ever
@sheets duelo oficial penas jackpot
@for HELD,LOSER,N,TURN R1,0,4,1 B1,1,6,2
position $RULES; hands W+4 $HELD G2 / B3 B4 / B6 B7; discard R5; draw $DRAW; options stacking=true
0 play W+4 G
1 challenge
gain $LOSER $N
: turn=$TURN phase=play

## H-stacking only the two, nothing else on a debt
@sheets duelo oficial jackpot
position $RULES; hands R+2 G1 G2 / R3 RS W B6 / B1 B2; discard R5; draw $DRAW; options stacking=true
0 play R+2
plays -
1 play R3
error
1 play W G
error
1 draw
error

## H-stacking P2 anything else on a debt costs a card in penas, and the debt stays
position penas; hands R+2 G1 G2 / R3 RS W B6 / B1 B2; discard R5; draw $DRAW; options stacking=true
0 play R+2
1 play R3
gain 1 1
: phase=struck turn=1 pending=2
1 draw
error
1 accept
gain 1 2

## H-stacking a position with a debt
@sheets duelo oficial penas jackpot
position $RULES; hands R1 R2 / G+2 G1 / B1 B2; discard R5 R+2; draw $DRAW; pending 6; turn 1; options stacking=true
: phase=struck turn=1 pending=6
1 accept
gain 1 6
: turn=2

# ---- seven-zero

## H-seven-zero a 7 swaps hands with a chosen player
@sheets all
position $RULES; hands R7 G1 G2 / B3 B4 B5 / Y3 Y4; discard R5; draw $DRAW; options seven_zero=true
0 play R7
: phase=choose turn=0
can choose 1
can choose 2
cannot choose 0
0 choose 0
error
1 choose 2
error
0 choose 1
hand 0 B3 B4 B5
hand 1 G1 G2
hand 2 Y3 Y4
: phase=play turn=1

## H-seven-zero a 0 passes all hands on in the direction of play
@sheets all
position $RULES; hands R0 G1 G2 / B3 B4 B5 / Y3 Y4; discard R5; draw $DRAW; options seven_zero=true
0 play R0
hand 1 G1 G2
hand 2 B3 B4 B5
hand 0 Y3 Y4
: phase=play turn=1

## H-seven-zero the other way round
@sheets all -sin-reversa
position $RULES; hands R0 G1 G2 / B3 B4 B5 / Y3 Y4; discard R5; draw $DRAW; options seven_zero=true; direction -1
0 play R0
hand 2 G1 G2
hand 1 Y3 Y4
hand 0 B3 B4 B5
: phase=play turn=2

## H-seven-zero with two the hands change places
@sheets all
position $RULES; hands R0 G1 G2 / B3 B4 B5; discard R5; draw $DRAW; options seven_zero=true
0 play R0
hand 1 G1 G2
hand 0 B3 B4 B5
: turn=1

## H-seven-zero a last card is a last card
@sheets all
@for CARD R7 R0
position $RULES; hands $CARD / B3 B4 B5 / Y3 Y4; discard R5; draw $DRAW; options seven_zero=true
0 play $CARD
: phase=round_over round_winner=0
hand 1 B3 B4 B5

## H-seven-zero off in all sheets
@sheets all
@for CARD R7 R0
position $RULES; hands $CARD G1 G2 / B3 B4 B5 / Y3 Y4; discard R5; draw $DRAW
0 play $CARD
hand 0 G1 G2
hand 1 B3 B4 B5
: phase=play turn=1

## H-seven-zero who gets a single card by a swap need not call
@sheets all
position $RULES; hands R7 G1 G2 / B3 B4 B5 / Y3; discard R5; draw $DRAW; options seven_zero=true; uno false false true
0 play R7
0 choose 2
hand 0 Y3
hand 2 G1 G2
1 catch 0
error

## H-seven-zero who gave his single card away has said nothing about the new hand
@sheets all
position $RULES; hands R7 G1 G2 / B3 B4 B5 / Y3; discard R5; draw $DRAW; options seven_zero=true; uno false false true
0 play R7
0 choose 2
= {"state":{"hands":[["Y3"],["B3","B4","B5"],["G1","G2"]]}}
not {"state":{"uno":[false,false,true]}}

## H-seven-zero who gets a single card by a 0 need not call either
@sheets all
position $RULES; hands R0 G1 G2 / B3 B4 B5 / Y3; discard R5; draw $DRAW; options seven_zero=true; uno false false true
0 play R0
hand 0 Y3
1 catch 0
error

# ---- jump-in

## H-jump-in an identical card out of turn, play goes on from there
@sheets all
position $RULES; hands R1 G1 / B3 B4 / R5 Y4 G9 / G3 G4; discard R5; draw $DRAW; options jump_in=true
2 play R5
hand 2 Y4 G9
: phase=play turn=3 top=R5 discard_count=2

## H-jump-in the card's action counts from there: Skip
@sheets all
position $RULES; hands R1 G1 / B3 B4 / RS Y4 G9 / G3 G4; discard RS; draw $DRAW; options jump_in=true
2 play RS
: turn=0

## H-jump-in the card's action counts from there: Draw Two
@sheets duelo oficial penas jackpot
position $RULES; hands R1 G1 / B3 B4 / R+2 Y4 G9 / G3 G4; discard R+2; draw $DRAW; options jump_in=true
2 play R+2
gain 2 -1 3 2
: turn=0

## H-jump-in the card's action counts from there: Reverse
@sheets duelo oficial penas jackpot
position $RULES; hands R1 G1 / B3 B4 / RR Y4 G9 / G3 G4; discard RR; draw $DRAW; options jump_in=true
2 play RR
: turn=1 direction=-1

## H-jump-in a Wild on a Wild
@sheets all
position $RULES; hands R1 G1 / B3 B4 / W Y4 G9 / G3 G4; discard R5 W; color G; draw $DRAW; options jump_in=true
2 play W Y
: turn=3 color=Y top=W

## H-jump-in the same number or color is not enough
@sheets all -penas
@for CARD G5 R6 W
position $RULES; hands R1 G1 / B3 B4 / $CARD Y4 G9 / G3 G4; discard R5; draw $DRAW; options jump_in=true
2 play $CARD B
error

## H-jump-in P2 what is not identical is played out of turn
@for CARD G5 R6
position penas; hands R1 G1 / B3 B4 / $CARD Y4 G9 / G3 G4; discard R5; draw Y1 Y2; options jump_in=true
2 play $CARD
gain 2 1
: turn=0 top=R5

## H-jump-in off in all sheets
@sheets all -penas
position $RULES; hands R1 G1 / B3 B4 / R5 Y4 G9 / G3 G4; discard R5; draw $DRAW
2 play R5
error not_your_turn

## H-jump-in P2 off in penas it costs a card
position penas; hands R1 G1 / B3 B4 / R5 Y4 G9 / G3 G4; discard R5; draw Y1 Y2
2 play R5
gain 2 1

## H-jump-in not while someone is struck
@sheets all -penas
position $RULES; hands W+4 R1 G1 / B3 B4 / W+4 Y4 G9 / G3 G4; discard R5; draw $DRAW; options jump_in=true
0 play W+4 G
2 play W+4 B
error

## H-jump-in not while someone holds a drawn card
@sheets duelo oficial jackpot
position $RULES; hands B1 G1 / B3 B4 / R5 Y4 G9 / G3 G4; discard R5; draw R9 Y1 Y2; options jump_in=true
0 draw
: phase=drawn
2 play R5
error

## H-jump-in a last card can jump in
@sheets all
position $RULES; hands R1 G1 / B3 B4 / R5 / G3 G4; discard R5; draw $DRAW; options jump_in=true; uno false false true false
2 play R5
: phase=round_over round_winner=2

## H-jump-in U3 it closes the UNO window
@sheets duelo oficial penas jackpot
position $RULES; hands R5 G1 / B3 B4 / R5 Y4 G9 / G3 G4; discard R7; draw $DRAW; options jump_in=true
0 play R5
2 play R5
: turn=3
1 catch 0
error

## H-jump-in U1 who jumps in with the last card but one says UNO too
@sheets all
position $RULES; hands R1 G1 / B3 B4 / R5 Y4 / G3 G4; discard R5; draw $DRAW; options jump_in=true
2 play R5
0 catch 2
gain 2 2
: turn=3

## H-jump-in the player whose card it was may follow it himself
@sheets all
position $RULES; hands R5 R5 G1 / B3 B4 / Y4 G9 / G3 G4; discard R7; draw $DRAW; options jump_in=true
0 play R5
: turn=1
0 play R5 uno
: turn=1 top=R5
hand 0 G1

# ---- draw until playable

## H-draw-until one draw goes on until a card fits
@sheets all
position $RULES; hands G1 B3 / B1 B2; discard R5; draw Y1 Y2 R9 R8; options draw_until_playable=true
0 draw
hand 0 G1 B3 Y1 Y2 R9
: phase=drawn turn=0
plays R9
0 play R9
: turn=1 top=R9

## H-draw-until then T3 says whether it must be played: it may be kept
@sheets duelo penas
position $RULES; hands G1 B3 / B1 B2; discard R5; draw Y1 Y2 R9 R8; options draw_until_playable=true
0 draw
0 keep
: turn=1 phase=play

## H-draw-until then T3 says whether it must be played: it must
@sheets oficial jackpot
position $RULES; hands G1 B3 / B1 B2; discard R5; draw Y1 Y2 R9 R8; options draw_until_playable=true
0 draw
0 keep
error

## H-draw-until a wild ends it as well
@sheets all
position $RULES; hands G1 B3 / B1 B2; discard R5; draw Y1 W R9 R8; options draw_until_playable=true
0 draw
hand 0 G1 B3 Y1 W
: phase=drawn

## H-draw-until or until nothing is left
@sheets all
position $RULES; hands G1 B3 / B1 B2; discard R5; draw Y1 Y2; options draw_until_playable=true
0 draw
hand 0 G1 B3 Y1 Y2
: phase=play turn=1 draw_count=0

## H-draw-until through the discards
@sheets all
position $RULES; hands G1 B3 / B1 B2; discard R9 R5; draw Y1 Y2; options draw_until_playable=true
0 draw
hand 0 G1 B3 Y1 Y2 R9
: phase=drawn discard_count=1

## H-draw-until off in all sheets: one card
@sheets all
position $RULES; hands G1 B3 / B1 B2; discard R5; draw Y1 Y2 R9 R8
0 draw
gain 0 1
: turn=1

# ---- must play

## H-must-play no drawing while a card fits
@sheets all
position $RULES; hands R1 B3 / B1 B2; discard R5; draw Y1 Y2 R9; options must_play=true
cannot draw
0 draw
error
0 play R1
: turn=1

## H-must-play drawing when none fits
@sheets all
position $RULES; hands G1 B3 / B1 B2; discard R5; draw Y1 Y2 R9; options must_play=true
can draw
0 draw
: turn=1

## H-must-play a drawn card that fits must be played
@sheets duelo oficial penas jackpot
position $RULES; hands G1 B3 / B1 B2; discard R5; draw R9 Y2; options must_play=true
0 draw
: phase=drawn
cannot keep
0 keep
error
0 play R9
: turn=1

## H-must-play in sin-reversa the drawn card is still kept
position sin-reversa; hands G1 B3 / B1 B2; discard R5; draw R9 Y2; options must_play=true
0 draw
: phase=play turn=1

# ---- no bluffing

## H-no-bluffing a dirty Wild Draw Four is refused
@sheets duelo oficial jackpot
position $RULES; hands W+4 R1 G2 / B1 B2; discard R5; draw $DRAW; options no_bluffing=true
plays R1
0 play W+4 G
error

## H-no-bluffing in penas it is not among what may be played
position penas; hands W+4 R1 G2 / B1 B2; discard R5; draw $DRAW; options no_bluffing=true
plays R1

## H-no-bluffing W3 penas: only number cards make it dirty
position penas; hands W+4 RS G2 / B1 B2; discard R5; draw $DRAW; options no_bluffing=true
plays RS W+4

## H-no-bluffing a clean one goes
@sheets duelo oficial penas jackpot
position $RULES; hands W+4 B5 G2 / B1 B2; discard R5; draw $DRAW; options no_bluffing=true
plays B5 W+4
0 play W+4 G
: phase=struck turn=1

## H-no-bluffing sin-reversa knows no dirty one, so the option is refused there
> {"do":"position","rules":"sin-reversa","hands":[["W+4","R1"],["B1","B2"]],"discard":["R5"],"draw":["Y1"],"turn":0}
: phase=play
> {"do":"new","rules":"sin-reversa","players":4,"seed":1,"options":{"no_bluffing":true}}
error

# ---- the UNO penalty

## H-uno-penalty as many cards as it says
@sheets all
@for N 1 5 10
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW; options uno_penalty=$N
0 play R1
1 catch 0
gain 0 $N

## H-uno-penalty from 0 to 10
@sheets all
@for N 11 -1 1.5 "two" null true
> {"do":"new","rules":"$RULES","players":4,"seed":1}
> {"do":"new","rules":"$RULES","players":4,"seed":1,"options":{"uno_penalty":$N}}
error

## H-uno-penalty 0 is within it
@sheets all
> {"do":"new","rules":"$RULES","players":4,"seed":1,"options":{"uno_penalty":0}}
= {"ok":true}

# ---- hand size

## H-hand-size from 1 to 15
@sheets all
@for N 0 16 -1 7.5 "seven" null true
> {"do":"new","rules":"$RULES","players":4,"seed":1}
> {"do":"new","rules":"$RULES","players":4,"seed":1,"options":{"hand_size":$N}}
error

## H-hand-size more than the deck holds is refused
@sheets all -jackpot
> {"do":"new","rules":"$RULES","players":4,"seed":1}
> {"do":"new","rules":"$RULES","players":10,"seed":1,"options":{"hand_size":15}}
error

## H-hand-size more than the deck holds is refused in jackpot, before anyone has written
> {"do":"new","rules":"jackpot","players":8,"seed":1,"options":{"hand_size":15}}
error

# ---- turn clock

## H-turn-clock it can be set, and the rules stay as they are
@sheets all
position $RULES; hands R1 G2 / B3 B4 / B1 B2; discard R7; draw $DRAW; options turn_clock=30
plays R1
0 play R1 uno
: turn=1 phase=play

## H-turn-clock nonsense is refused
@sheets all
@for N -1 "fast" null true 1e9
> {"do":"new","rules":"$RULES","players":4,"seed":1}
> {"do":"new","rules":"$RULES","players":4,"seed":1,"options":{"turn_clock":$N}}
error

# ---- teams

## H-teams partners sit opposite: the partner's hand does not count
@sheets duelo oficial penas jackpot
position $RULES; hands R1 / G2 / W B0 / Y5; discard R7; draw Y1 Y2 Y3; scores 10 20 30 40; options teams=true
0 play R1
: phase=round_over round_winner=0 scores=[17,20,30,40]

## H-teams their points add up
@sheets duelo oficial penas jackpot
@for ONE,TWO,PHASE 300,193,match_over 300,192,round_over 0,493,match_over 200,100,round_over
position $RULES; hands R1 / G2 / W B0 / Y5; discard R7; draw Y1 Y2 Y3; scores $ONE 20 $TWO 40; options teams=true
0 play R1
: phase=$PHASE round_winner=0

## H-teams both partners win the match
@sheets duelo oficial penas jackpot
position $RULES; hands R1 / G2 / W B0 / Y5; discard R7; draw Y1 Y2 Y3; scores 300 20 193 40; options teams=true
0 play R1
: phase=match_over match_winners=[0,2] scores=[307,20,193,40]

## H-teams the other team's points are not theirs
@sheets duelo oficial penas jackpot
position $RULES; hands R1 / G2 / W B0 / Y5; discard R7; draw Y1 Y2 Y3; scores 100 490 100 0; options teams=true
0 play R1
: phase=round_over

## H-teams the quick match is won together
@sheets all
position $RULES; hands R1 / G2 / W B0 / Y5; discard R7; draw Y1 Y2 Y3; options teams=true scoring=quick
0 play R1
: phase=match_over match_winners=[0,2]

## H-teams of six: seat and seat + 3
@sheets duelo oficial penas jackpot
position $RULES; hands R1 / G2 / G3 / W / Y5 / Y6; discard R7; draw Y1 Y2 Y3; options teams=true
0 play R1
: scores=[16,0,0,0,0,0]

## H-teams an even number of seats, four at least
@sheets all
@for N 2 3 5 7
> {"do":"new","rules":"$RULES","players":4,"seed":1}
> {"do":"new","rules":"$RULES","players":$N,"seed":1,"options":{"teams":true}}
error

## H-teams four and six are well
@sheets all
@for N 4 6
> {"do":"new","rules":"$RULES","players":$N,"seed":1,"options":{"teams":true}}
= {"ok":true}

## H-teams off in all sheets: everybody for himself
@sheets duelo oficial penas jackpot
position $RULES; hands R1 / G2 / W B0 / Y5; discard R7; draw Y1 Y2 Y3; options teams=false
0 play R1
: scores=[57,0,0,0]

## H-teams sin-reversa: a partner's points count towards the 500
position sin-reversa; hands R1 / Y9 / G2 / Y5; discard R7; draw Y1 Y2 Y3; scores 100 250 100 236; options teams=true scoring=hands
0 play R1
: phase=match_over scores=[100,259,102,241]
